#include "cli/utf8_output.h"

#include <algorithm>

#include "source/utf8.h"

namespace schemac::cli {
namespace {

// Bytes at the end of `text` that can be the start of a character.
std::size_t begun_at_end(std::string_view text) {
  for (std::size_t size = 1; size <= std::min<std::size_t>(3, text.size()); ++size) {
    const auto byte = static_cast<unsigned char>(text[text.size() - size]);
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const std::size_t needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return size < needed ? size : 0;
  }
  return 0;
}

}  // namespace

Utf8Output::~Utf8Output() {
  sync();
  stream_.rdbuf(to_);
}

bool Utf8Output::put(std::string_view text) {
  const std::string escaped = source::is_utf8(text) ? std::string() : source::as_utf8(text);
  if (!escaped.empty()) text = escaped;
  const auto size = static_cast<std::streamsize>(text.size());
  return to_->sputn(text.data(), size) == size;
}

std::streamsize Utf8Output::xsputn(const char* text, std::streamsize size) {
  std::string_view all(text, static_cast<std::size_t>(size));
  std::string joined;
  if (!begun_.empty()) {
    joined = begun_.append(all);
    all = joined;
  }
  const std::size_t whole = all.size() - begun_at_end(all);
  const bool done = put(all.substr(0, whole));
  begun_ = std::string(all.substr(whole));
  return done ? size : 0;
}

Utf8Output::int_type Utf8Output::overflow(int_type ch) {
  if (traits_type::eq_int_type(ch, traits_type::eof())) return traits_type::not_eof(ch);
  const char byte = traits_type::to_char_type(ch);
  return xsputn(&byte, 1) == 1 ? ch : traits_type::eof();
}

// Whoever flushes has nothing more to say for now.
int Utf8Output::sync() {
  const bool done = put(begun_);
  begun_.clear();
  return done ? to_->pubsync() : -1;
}

}  // namespace schemac::cli
