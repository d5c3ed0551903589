// Texts and raw bytes.
#include "schemac/base/text.h"

#include <algorithm>

#include "direct/walk/walker.h"
#include "schemac/base/character_set.h"

namespace schemac::direct {
namespace {

std::uint64_t between(const std::byte* begin, const std::byte* end) {
  return static_cast<std::uint64_t>(end - begin);
}

}  // namespace

Ending Walker::walk(const plan::Text& text, Site& site, std::uint64_t& size) {
  const impl::Frame own = own_frame(site);
  const impl::Frame& frame = site.has_own_frame ? own : *site.spot.frame;
  const std::byte* at = site.begin;
  TextParts parts;
  Announcement announced{text.cause, at, between(at, site.end)};
  if (text.head) {
    impl::msgpack::HeadAt head;
    if (!walk_head(*text.head, frame, part_name(site, "head"), at, site.end, head))
      return Ending::fault;
    parts.prefix = Bytes(at, head.behind);
    announced.count = head.number;
    at = head.behind;
  } else if (text.prefix) {
    const std::uint64_t prefix_size = bit_count(text.prefix->dtype) / 8;
    if (prefix_size > between(at, site.end)) {
      const std::string name = part_name(site, "length");
      const impl::Part part{name, prefix_size, false, false};
      return fault(frame, {&part, 1}, at, site.end);
    }
    parts.prefix = Bytes(at, prefix_size);
    const Int128 length = load_number(text.prefix->dtype, text.prefix->endian, at);
    announced.count = saturated(length);
    verify(length >= 0, text.negative_check, frame, at,
           impl::Facts{static_cast<std::uint64_t>(static_cast<std::int64_t>(length))});
    at += prefix_size;
  } else if (text.size) {
    announced.count = size_by(*text.size, site.scope);
    if (text.stated_by) announced.at = site.scope.fields[*text.stated_by].begin;
    announced.frame = site.spot.frame;
  } else if (text.terminator) {
    const std::byte* found = std::find(at, site.end, static_cast<std::byte>(*text.terminator));
    announced.count = between(at, found);
  }
  if (announced.count > between(at, site.end)) {
    const std::string name = part_name(site, "");
    const impl::Part part{name, 1, true, false};
    return fault(frame, {&part, 1}, at, site.end, announced);
  }
  if (announced.cause) observer_->checked(*announced.cause, true);
  parts.characters = Bytes(at, announced.count);
  at += announced.count;
  if (text.terminator) {
    if (at == site.end) {
      const std::string name = part_name(site, "terminator");
      const impl::Part part{name, 1, false, false};
      return fault(frame, {&part, 1}, at, site.end);
    }
    parts.terminator = Bytes(at, 1);
    ++at;
  }
  const std::uint64_t padding = impl::padding_to(between(site.begin, at), text.pad);
  if (padding > between(at, site.end)) {
    const std::string name = part_name(site, "padding");
    const impl::Part part{name, padding, false, false};
    return fault(frame, {&part, 1}, at, site.end);
  }
  parts.padding = Bytes(at, padding);
  size = between(site.begin, at) + padding;
  if (site.state != nullptr) {
    site.state->length = announced.count;
    site.state->content = parts.characters.data();
  }
  observer_->text(site.spot, text, parts);
  return check_text(text, frame, parts, site.begin) ? Ending::whole : Ending::fault;
}

bool Walker::check_text(const plan::Text& text, const impl::Frame& frame, const TextParts& parts,
                        const std::byte* begin) {
  const std::byte* first = parts.characters.data();
  const std::byte* end = first + parts.characters.size();
  verify(first != end, text.empty_check, frame, begin);
  const auto check_at = [&](const std::byte* found, const std::optional<plan::CheckId>& id) {
    const std::uint64_t value = found == end ? 0 : std::to_integer<std::uint64_t>(*found);
    verify(found == end, id, frame, found, impl::Facts{value});
  };
  if (text.charset_check && !text.charset.empty()) {
    check_at(impl::CharacterSet(text.charset).find_outside(first, end), text.charset_check);
  }
  if (text.encoding_check) {
    check_at(text.encoding == "ascii" ? impl::find_not_ascii(first, end)
                                      : impl::find_not_utf8(first, end),
             text.encoding_check);
  }
  const std::byte* padding = parts.padding.data();
  return check_padding(text.padding_check, frame, padding, padding + parts.padding.size());
}

// Bytes with a head are checked as a text is, below their own frame.
Ending Walker::walk_headed(const plan::Raw& raw, Site& site, std::uint64_t& size) {
  const impl::Frame own = own_frame(site);
  const impl::Frame& frame = site.has_own_frame ? own : *site.spot.frame;
  impl::msgpack::HeadAt head;
  if (!walk_head(*raw.head, frame, part_name(site, "head"), site.begin, site.end, head))
    return Ending::fault;
  observer_->head(site.spot, *raw.head, head.number, Bytes(site.begin, head.behind));
  if (head.number > between(head.behind, site.end)) {
    const std::string name = part_name(site, "");
    const impl::Part part{name, 1, true, false};
    return fault(frame, {&part, 1}, head.behind, site.end, {raw.cause, site.begin, head.number});
  }
  if (raw.cause) observer_->checked(*raw.cause, true);
  size = between(site.begin, head.behind) + head.number;
  if (site.state != nullptr) {
    site.state->length = head.number;
    site.state->content = head.behind;
  }
  observer_->raw(site.spot, raw, Bytes(head.behind, head.number));
  return Ending::whole;
}

Ending Walker::walk(const plan::Raw& raw, Site& site, std::uint64_t& size) {
  if (raw.head) return walk_headed(raw, site, size);
  if (raw.free && is_object(*raw.free)) return walk_object(raw, site, size);
  const std::uint64_t left = between(site.begin, site.end);
  size = raw.size ? size_by(*raw.size, site.scope) : left;
  const impl::Frame own = own_frame(site);
  const impl::Frame& frame = site.has_own_frame ? own : *site.spot.frame;
  if (size > left) {
    const std::string name = part_name(site, "");
    const impl::Part part{name, 1, true, false};
    const std::byte* at = raw.stated_by ? site.scope.fields[*raw.stated_by].begin : site.begin;
    return fault(frame, {&part, 1}, site.begin, site.end, {raw.cause, at, size, site.spot.frame});
  }
  if (raw.cause) observer_->checked(*raw.cause, true);
  if (site.state != nullptr) site.state->length = size;
  observer_->raw(site.spot, raw, Bytes(site.begin, size));
  if (!raw.free) return Ending::whole;
  return check_free(*raw.free, frame, Bytes(site.begin, size)) ? Ending::whole : Ending::fault;
}

}  // namespace schemac::direct
