// Messages in protobuf's wire form, in place.
//
// One pass over a message finds where each of its fields is (message_walk.h); everything else is
// decoded when it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "schemac/base/character_set.h"
#include "schemac/base/load.h"
#include "schemac/base/protobuf.h"
#include "schemac/base/text.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/coding.h"
#include "schemac/core/limits.h"
#include "schemac/core/message_lists.h"
#include "schemac/core/message_numbers.h"
#include "schemac/walk/view.h"
#include "schemac/wire/message_form.h"
#include "schemac/wire/message_walk.h"

namespace schemac::impl {

/// The number in a slot; `otherwise` if the field isn't there.
template <class T>
[[nodiscard]] inline T number_in(const FieldSlot& slot, T otherwise = {}) {
  return slot.at == nullptr ? otherwise : detail::number_as<T>(slot.value);
}
/// The number in the slot of a field that every message has.
template <class T>
[[nodiscard]] inline T required_number_in(const FieldSlot& slot) {
  return detail::number_as<T>(slot.value);
}
/// The text in a slot, and other bytes; empty if the field isn't there.
[[nodiscard]] inline std::string_view text_in(const FieldSlot& slot) {
  return slot.at == nullptr ? std::string_view() : text_at(slot.at, slot.value);
}
[[nodiscard]] inline Bytes bytes_in(const FieldSlot& slot) {
  return slot.at == nullptr ? Bytes() : Bytes(slot.at, static_cast<std::size_t>(slot.value));
}
[[nodiscard]] inline Region region_in(const FieldSlot& slot) {
  return {slot.at, slot.at + slot.value};
}

/// Checks the messages of a list, one after the other. It is known where each ends: what is wrong
/// in it doesn't end the walk around it. Returns whether that goes on.
template <auto check, class Range>
[[nodiscard, gnu::always_inline]] inline bool check_each(Context& context, const Frame& frame,
                                                         const char* field, const Range& range) {
  Frame each{&frame, field, 0};
  Region value;
  for (auto values = range.values(); values.next(value); ++each.index)
    if (check(context, each, value.begin, value.end) == nullptr && context.stopped()) return false;
  return true;
}

namespace detail {

/// What the form declares a field to be, in a shape and with a number that it may have; null if it
/// doesn't.
[[nodiscard]] inline const MessageFieldForm* declared_form(const MessageForm& form,
                                                           const protobuf::FieldAt& field) {
  for (const MessageFieldForm& each : form.fields) {
    if (each.number != field.number) continue;
    const bool is_number = each.coding != protobuf::Coding::length;
    if (is_number && each.is_repeated && field.wire == protobuf::Wire::length) return &each;
    std::uint64_t bits = field.bits;
    bool fits = true;
    const bool is_one = field.wire == protobuf::wire_of(each.coding) &&
                        (!is_number || is_taken(each, bits, fits) || !fits);
    return is_one ? &each : nullptr;
  }
  return nullptr;
}

/// If a field holds packed numbers, appends those of them that its form leaves aside.
inline void append_left_aside(const MessageFieldForm& form, const protobuf::FieldAt& field,
                              std::vector<std::byte>& out) {
  if (!form.is_known || field.wire != protobuf::Wire::length) return;
  const auto is_one = [&](std::uint64_t bits) {
    bool fits = true;
    return is_taken(form, bits, fits);
  };
  protobuf::append_left_aside(field, form.coding, is_one, out);
}

}  // namespace detail

/// Checks that the text [begin, end) is UTF-8. Returns whether the walk goes on.
[[nodiscard]] inline bool check_utf8(Context& context, const Frame& frame, const Check& check,
                                     const std::byte* begin, const std::byte* end) {
  if (!context.makes(check)) return true;
  const std::byte* const found = find_not_utf8(begin, end);
  return found == end || context.note_byte(check, frame, found);
}

/// The same of texts that have characters of `set` alone.
[[nodiscard]] inline bool check_charset(Context& context, const Frame& frame, const Check& check,
                                        const std::byte* begin, const std::byte* end,
                                        const CharacterSet& set) {
  if (!context.makes(check)) return true;
  const std::byte* const found = set.find_outside(begin, end);
  return found == end || context.note_byte(check, frame, found);
}

namespace detail {

[[nodiscard, gnu::noinline]] inline Blob find_unknown_fields(const MessageForm& form,
                                                             const std::byte* begin,
                                                             const std::byte* end) {
  std::vector<std::byte> copy, aside;
  const std::byte* after = begin;  // of those that lie together from `begin` on
  bool is_apart = false;
  for (const std::byte* at = begin; at != end;) {
    protobuf::FieldAt field;
    protobuf::FlawAt flaw;
    if (!protobuf::find_field(at, end, Limits{}.depth, field, flaw)) break;
    at = field.end;
    aside.clear();
    const MessageFieldForm* const declared = declared_form(form, field);
    if (declared != nullptr) append_left_aside(*declared, field, aside);
    if (declared != nullptr && aside.empty()) continue;
    if (declared == nullptr && !is_apart && after == field.tag) {
      after = field.end;
      continue;
    }
    if (!is_apart) copy.assign(begin, after);
    is_apart = true;
    const Bytes kept = declared == nullptr ? Bytes(field.tag, field.end) : Bytes(aside);
    copy.insert(copy.end(), kept.begin(), kept.end());
  }
  if (is_apart) return Blob::own(std::move(copy));
  return Blob::borrow(Bytes(begin, after));
}

}  // namespace detail

/// The fields of a message that its form doesn't declare, one after the other: borrowed where they
/// lie together, else copied.
[[nodiscard, gnu::always_inline]] inline Blob unknown_fields(const MessageForm& form,
                                                             const FieldSlot& slot,
                                                             const std::byte* end) {
  if (slot.at == nullptr) [[likely]]
    return {};
  return detail::find_unknown_fields(form, slot.at, end);
}

}  // namespace schemac::impl
