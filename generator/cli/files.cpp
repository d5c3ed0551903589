#include "cli/files.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <system_error>
#include <utility>

#include "cli/output.h"
#include "cli/terminal.h"
#include "schemac/base/load.h"
#include "schemac/io/file_sink.h"
#include "schemac/io/save.h"

namespace schemac::cli {
namespace {

Bytes as_bytes(std::string_view text) { return {impl::bytes_of(text), text.size()}; }

bool holds_already(const std::string& path, Bytes content) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const auto source = Source::open(path, Access::read);
  return source && std::ranges::equal(source->bytes(), content);
}

Result<void> replace(const std::string& path, Bytes content) {
  auto replacement = Replacement::begin(path);
  if (!replacement) return std::move(replacement).error();
  FileSink sink(replacement->descriptor(), path);
  if (!sink.write(content)) return sink.failure();
  return replacement->commit();
}

}  // namespace

bool Input::open(const std::string& path) {
  if (path == "-") {
    is_typed_ = true;
    typed_.assign(std::istreambuf_iterator<char>(std::cin), {});
    return true;
  }
  auto source = Source::open(path);
  if (source) {
    source_ = std::move(*source);
    return true;
  }
  complain(source.error().message);
  return false;
}

void Input::release(Bytes bytes) const {
  if (!source_.is_mapped() || bytes.empty()) return;
  // Whole pages of the file alone: what is beside them may be looked at.
  constexpr std::uintptr_t page = 4096;
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = (begin + bytes.size()) / page * page;
  if (first >= last) return;
  // They are read again if need be; that this may fail costs memory, nothing else.
  (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

bool write_file(const std::string& path, std::string_view content) {
  if (path == "-") {
    Output output;
    return output.open(path) && output.write(as_bytes(content));
  }
  if (holds_already(path, as_bytes(content))) return true;
  const auto folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  const Result<void> done = replace(path, as_bytes(content));
  if (!done) complain(done.error().message);
  return done.has_value();
}

}  // namespace schemac::cli
