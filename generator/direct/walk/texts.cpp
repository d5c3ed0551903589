// Texts.
#include <algorithm>

#include "direct/walk/walker.h"
#include "schemac/base/character_set.h"
#include "schemac/base/checked.h"
#include "schemac/base/text.h"
#include "schemac/wire/text_form.h"

namespace schemac::direct {
Ending Walker::run(Activation& record, const steps::Text& step) {
  const plan::Text& form = *step.form;
  const impl::Frame& frame = record.frames[step.frame];
  const std::byte* const begin = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const auto missing = [&](std::string_view label, std::uint64_t size, const std::byte* at) {
    std::string name = step.path;
    impl::append_path(name, label);
    return fault({"", {{name, size, steps::StretchField::Kind::single, nullptr}}, {}}, frame, frame,
                 at, limit);
  };
  TextBytes text_bytes;
  const std::byte* at = begin;
  const std::byte* stated_at = begin;
  const impl::Frame* stating = &frame;
  std::uint64_t count = impl::distance(at, limit);
  if (form.head) {
    impl::msgpack::HeadAt head;
    if (!read_head(*form.head, frame, step.path, at, limit, head)) return Ending::fault;
    text_bytes.prefix = Bytes(at, head.after);
    count = head.number;
    at = head.after;
  } else if (form.prefix) {
    const std::uint64_t prefix_size = bit_count(form.prefix->dtype) / 8;
    if (prefix_size > impl::distance(at, limit)) return missing("length", prefix_size, at);
    text_bytes.prefix = Bytes(at, static_cast<std::size_t>(prefix_size));
    const Int128 length = load_number(form.prefix->dtype, form.prefix->endian, at);
    count = saturated(length);
    if (!verify(length >= 0, form.negative_check, frame, at,
                impl::Facts{static_cast<std::uint64_t>(static_cast<std::int64_t>(length))}))
      return Ending::fault;
    at += prefix_size;
  } else if (step.size) {
    count = size(record, *step.size);
    if (step.stated_at) stated_at = record.at(*step.stated_at);
    // A field of the record states the size, and is blamed there.
    if (step.path.empty() && frame.up != nullptr) stating = frame.up;
  } else if (form.terminator) {
    count = impl::distance(at, std::find(at, limit, static_cast<std::byte>(*form.terminator)));
  }
  const bool is_whole = count <= impl::distance(at, limit);
  if (!is_whole)
    return fault({"", {{step.path, 1, steps::StretchField::Kind::counted, nullptr}}, form.cause},
                 *stating, frame, at, limit, stated_at, count);
  if (form.cause) told(*form.cause, true);
  const std::byte* const characters = at;
  at += count;
  if (form.filler)
    count = impl::unfilled_size(characters, count, static_cast<std::byte>(*form.filler));
  text_bytes.characters = Bytes(characters, static_cast<std::size_t>(count));
  text_bytes.filling = Bytes(characters + count, at);
  if (form.terminator) {
    if (at == limit) return missing("terminator", 1, at);
    text_bytes.terminator = Bytes(at, 1);
    ++at;
  }
  const std::uint64_t padding = impl::padding_to(impl::distance(begin, at), form.pad);
  if (padding > impl::distance(at, limit)) return missing("padding", padding, at);
  text_bytes.padding = Bytes(at, static_cast<std::size_t>(padding));
  if (step.of.suffix.empty()) {
    record.lengths[step.of.field] = count;
    record.contents[step.of.field] = text_bytes.characters.data();
  }
  record.element_text = impl::text_at(text_bytes.characters.data(), count);
  record.addresses[step.end] = at + padding;
  if (listens_) observer_->text(spot(record, step.of.field, step.frame), form, text_bytes);
  return ended(check_text(form, frame, text_bytes, begin));
}

bool Walker::check_text(const plan::Text& text, const impl::Frame& frame,
                        const TextBytes& text_bytes, const std::byte* begin) {
  const std::byte* const first = text_bytes.characters.data();
  const std::byte* const end = first + text_bytes.characters.size();
  const auto check_at = [&](const std::byte* found, const std::optional<plan::CheckId>& id) {
    const std::uint64_t byte = found == end ? 0 : std::to_integer<std::uint64_t>(*found);
    return verify(found == end, id, frame, found, impl::Facts{byte});
  };
  if (!verify(first != end, text.empty_check, frame, begin)) return false;
  if (text.charset_check && !text.charset.empty() &&
      !check_at(program_.characters(text).find_outside(first, end), text.charset_check))
    return false;
  if (text.encoding_check && !check_at(text.encoding == "ascii" ? impl::find_not_ascii(first, end)
                                                                : impl::find_not_utf8(first, end),
                                       text.encoding_check))
    return false;
  const std::byte* const padding = text_bytes.padding.data();
  return check_zeros(text.padding_check, frame, padding, padding + text_bytes.padding.size());
}

}  // namespace schemac::direct
