// Finding the fields of a message, in one pass.
//
// What a generated header knows of the fields is kept in a constant form, and the pass is made for
// each form, so that tags are compared with constants. Fields in an unusual order or shape (of
// another wire type, packed, unknown, broken) take a slower way, out of line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "schemac/base/load.h"
#include "schemac/base/protobuf.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/check/joined_messages.h"
#include "schemac/core/coding.h"
#include "schemac/walk/view.h"
#include "schemac/wire/message_form.h"

namespace schemac::impl {

namespace detail {

/// Where a field is said to be: a list at its first element, one that isn't there at the message.
/// (By value, so that slots can live in registers.)
[[nodiscard, gnu::cold, gnu::noinline]] inline const std::byte* place_of(
    FieldSlot slot, const MessageFieldForm& form, const std::byte* begin, const std::byte* end) {
  if (slot.at == nullptr) return begin;
  if (!form.is_repeated) return slot.at;
  const auto after_varint = [end](const std::byte* at) {
    while (at != end && std::to_integer<unsigned>(*at) >= 0x80) ++at;
    return at == end ? at : at + 1;
  };
  const bool has_length =
      (std::to_integer<unsigned>(*slot.at) & 7) == static_cast<unsigned>(protobuf::Wire::length);
  const std::byte* const value = after_varint(slot.at);
  return has_length ? after_varint(value) : value;
}

[[gnu::cold, gnu::noinline]] inline bool note_flaw(Context& context, const Frame& frame,
                                                   const MessageForm& form,
                                                   const protobuf::FlawAt& flaw) {
  const bool is_deep = flaw.flaw == protobuf::Flaw::deep_group;
  Check check = is_deep ? *form.depth : *form.malformed;
  if (!is_deep) check.sentence = protobuf::sentence_of(flaw.flaw);
  for (const MessageFieldForm& field : form.fields)
    if (field.number == flaw.number) check.field = field.name;
  context.forget_fault_end();
  context.note(check, frame, flaw.at);
  return false;
}

/// One more piece of the message of a field of [begin, end) lies at `at`: `slot` becomes all of
/// them, put together. False after a violation: nobody keeps a copy, or it would be too large.
[[nodiscard, gnu::cold, gnu::noinline]] inline bool join_pieces(
    Context& context, const Frame& frame, const MessageFieldForm& field, const std::byte* begin,
    const std::byte* end, const std::byte* at, FieldSlot& slot) {
  JoinedMessages* const joined = context.space().joined;
  const JoinedMessages::Message* const message =
      joined == nullptr ? nullptr : joined->join(field.number, begin, end, context.limits().depth);
  if (message == nullptr) {
    Check check = *field.pieces;
    if (joined == nullptr) check.sentence = "is in several parts, which a view doesn't join";
    const Frame own{&frame, field.name};
    context.refuse(check, own, at);
    return false;
  }
  context.open_joined(*joined);
  slot = {message->bytes().data(), message->bytes().size()};
  return true;
}

/// Finds out of a number in a list what its form asks for.
[[gnu::always_inline]] inline void note_facts(const MessageFieldForm& form, std::uint64_t bits,
                                              ListFacts& facts) {
  if (form.is_multiplied && form.has_sign)
    facts.product.take(static_cast<std::int64_t>(bits));
  else if (form.is_multiplied)
    facts.product.take(bits);
  if (form.holds) facts.holds &= (*form.holds)(bits);
}

/// Whether the number of a field may stand for it; false with the flaw if it can't be one.
[[nodiscard]] inline bool is_taken(const MessageFieldForm& form, std::uint64_t& bits, bool& fits) {
  fits = protobuf::decode_number(bits, form.coding, form.fits, bits);
  return fits && (!form.is_known || (*form.is_known)(bits));
}

// The numbers packed in a value: in `slot`, or left aside.
[[nodiscard]] inline bool keep_packed(const MessageFieldForm& form, const protobuf::FieldAt& field,
                                      FieldSlot& slot, FieldSlot& aside, ListFacts* facts,
                                      protobuf::FlawAt& flaw) {
  for (const std::byte* at = field.value; at != field.end;) {
    std::uint64_t bits = 0;
    const std::byte* const after = protobuf::load_packed(at, field.end, form.coding, bits);
    bool fits = false;
    const bool is_known = after != nullptr && is_taken(form, bits, fits);
    if (!fits) {
      flaw = {after == nullptr ? protobuf::packed_flaw(at, field.end, form.coding)
                               : protobuf::Flaw::does_not_fit,
              at, field.number};
      return false;
    }
    FieldSlot& taken = is_known ? slot : aside;
    if (taken.value++ == 0) taken.at = field.tag;
    if (is_known && facts != nullptr) note_facts(form, bits, *facts);
    at = after;
  }
  return true;
}

/// A field in any shape, at `at` in the message [begin, end); returns its end, or null after a
/// violation.
[[nodiscard, gnu::noinline]] inline const std::byte* keep_field(
    Context& context, const Frame& frame, const MessageForm& form, const std::byte* begin,
    const std::byte* at, const std::byte* end, std::span<FieldSlot> slots,
    std::span<ListFacts> list_facts) {
  protobuf::FieldAt field;
  protobuf::FlawAt flaw;
  if (!protobuf::find_field(at, end, context.limits().depth, field, flaw)) {
    note_flaw(context, frame, form, flaw);
    return nullptr;
  }
  std::size_t index = 0;
  while (index != form.fields.size() && form.fields[index].number != field.number) ++index;
  bool is_declared = index != form.fields.size();
  if (is_declared) {
    const MessageFieldForm& declared = form.fields[index];
    FieldSlot& slot = slots[index];
    ListFacts* const facts = has_facts(declared) ? &list_facts[facts_index(form, index)] : nullptr;
    const bool is_number = declared.coding != protobuf::Coding::length;
    if (is_number && declared.is_repeated && field.wire == protobuf::Wire::length) {
      if (keep_packed(declared, field, slot, slots.back(), facts, flaw)) return field.end;
      note_flaw(context, frame, form, flaw);
      return nullptr;
    }
    is_declared = field.wire == protobuf::wire_of(declared.coding);
    bool fits = true;
    if (is_declared && is_number) {
      is_declared = is_taken(declared, field.bits, fits);
      if (!fits) {
        note_flaw(context, frame, form, {protobuf::Flaw::does_not_fit, field.value, field.number});
        return nullptr;
      }
    }
    if (is_declared && declared.is_repeated) {
      if (slot.value++ == 0) slot.at = field.tag;
      if (facts != nullptr) note_facts(declared, field.bits, *facts);
    } else if (is_declared && declared.pieces && slot.at != nullptr) {
      if (!join_pieces(context, frame, declared, begin, end, field.value, slot)) return nullptr;
    } else if (is_declared) {
      slot = {field.value, field.bits};
    }
  }
  if (!is_declared && slots.back().value++ == 0) slots.back().at = field.tag;
  return field.end;
}

[[gnu::cold, gnu::noinline]] inline bool note_missing(Context& context, const Frame& frame,
                                                      const MessageForm& form,
                                                      const std::byte* begin,
                                                      std::span<const FieldSlot> slots) {
  context.forget_fault_end();
  for (std::size_t i = 0; i < form.fields.size(); ++i)
    if (form.fields[i].missing && slots[i].at == nullptr &&
        !context.note(*form.fields[i].missing, frame, begin))
      return false;
  return false;
}

/// The value after a tag, if it is one that the field may have: its end, or null. `value` becomes
/// where it begins, after a length.
template <const MessageForm& form, std::size_t index>
[[nodiscard, gnu::always_inline]] inline const std::byte* load_value(const std::byte*& value,
                                                                     const std::byte* end,
                                                                     std::uint64_t& bits) {
  constexpr MessageFieldForm field = form.fields[index];
  constexpr protobuf::Wire wire = protobuf::wire_of(field.coding);
  const std::byte* after = nullptr;
  if constexpr (wire == protobuf::Wire::varint) {
    after = protobuf::load_varint(value, end, bits);
    if (after == nullptr) [[unlikely]]
      return nullptr;
  } else if constexpr (wire == protobuf::Wire::length) {
    value = protobuf::load_head(value, end, bits);
    if (value == nullptr || bits > distance(value, end)) [[unlikely]]
      return nullptr;
    after = value + bits;
  } else {
    constexpr std::uint64_t size = wire == protobuf::Wire::fixed32 ? 4 : 8;
    if (distance(value, end) < size) [[unlikely]]
      return nullptr;
    bits = size == 4 ? load<std::uint32_t>(value) : load<std::uint64_t>(value);
    after = value + size;
  }
  if constexpr (field.coding != protobuf::Coding::length) {
    if (!protobuf::decode_number(bits, field.coding, field.fits, bits)) [[unlikely]]
      return nullptr;
    if constexpr (field.is_known) {
      if (!(*field.is_known)(bits)) [[unlikely]]
        return nullptr;
    }
  }
  return after;
}

// A field in its usual shape, if that is what lies at `value`, after `tag`: its end, or null.
template <const MessageForm& form, std::size_t index, class Fields>
[[nodiscard, gnu::always_inline]] inline const std::byte* take_field(std::uint64_t tag,
                                                                     const std::byte* at,
                                                                     const std::byte* value,
                                                                     const std::byte* end,
                                                                     Fields& fields) {
  constexpr MessageFieldForm field = form.fields[index];
  FieldSlot& slot = fields.slots[index];
  if (tag != protobuf::tag_of(field.number, protobuf::wire_of(field.coding))) return nullptr;
  std::uint64_t bits = 0;
  const std::byte* const after = load_value<form, index>(value, end, bits);
  if (after == nullptr) return nullptr;
  if constexpr (field.is_repeated) {
    if (slot.value++ == 0) slot.at = at;
    if constexpr (has_facts(field)) {
      constexpr std::size_t facts = facts_index(form, index);  // (a variable index needs memory)
      note_facts(field, bits, fields.facts[facts]);
    }
  } else {
    if constexpr (field.pieces) {
      if (slot.at != nullptr) [[unlikely]]
        return nullptr;
    }
    slot = {value, bits};
  }
  return after;
}

/// Whether the tag of a field lies at `at`, in its shortest form, and something after it. `last` is
/// the last byte of the message.
template <std::uint32_t tag>
[[nodiscard, gnu::always_inline]] inline bool begins_with(const std::byte* at,
                                                          const std::byte* last) {
  if constexpr (tag < 0x80) {
    return at < last && *at == static_cast<std::byte>(tag);
  } else {
    constexpr std::uint64_t size = protobuf::varint_size(tag);
    if (at >= last || distance(at, last) < size) return false;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t bits = (tag >> 7 * i & 0x7f) | (i + 1 < size ? 0x80 : 0);
      if (at[i] != static_cast<std::byte>(bits)) return false;
    }
    return true;
  }
}

/// Passes over the field at `at`, one or several of a list, if it is there. Returns false where
/// something about it needs a second look: an unusual shape, a flaw, a number that breaks a rule, a
/// product that doesn't fit. (What is stored stays out of the loop, so that it runs in registers.)
template <const MessageForm& form, std::size_t index, class Fields>
[[nodiscard, gnu::always_inline]] inline bool pass_field(const std::byte*& at,
                                                         const std::byte* last,
                                                         const std::byte* end, Fields& fields) {
  constexpr MessageFieldForm field = form.fields[index];
  constexpr std::uint32_t tag = protobuf::tag_of(field.number, protobuf::wire_of(field.coding));
  if (!begins_with<tag>(at, last)) return !field.missing;
  FieldSlot& slot = fields.slots[index];
  std::uint64_t bits = 0;
  if constexpr (!field.is_repeated) {
    const std::byte* value = at + protobuf::varint_size(tag);
    if (value == end) __builtin_unreachable();
    at = load_value<form, index>(value, end, bits);
    slot = {value, bits};
    return at != nullptr;
  } else {
    const std::byte* const first = at;
    std::uint64_t count = 0;
    std::uint64_t product = 1;
    do {
      const std::byte* value = at + protobuf::varint_size(tag);
      if (value == end) __builtin_unreachable();
      at = load_value<form, index>(value, end, bits);
      if (at == nullptr) [[unlikely]]
        return false;
      if constexpr (field.holds)
        if (!(*field.holds)(bits)) [[unlikely]]
          return false;
      if constexpr (field.is_multiplied) {
        if (field.has_sign && static_cast<std::int64_t>(bits) < 0) [[unlikely]]
          return false;
        if (__builtin_mul_overflow(product, bits, &product)) [[unlikely]]
          return false;
      }
      ++count;
    } while (begins_with<tag>(at, last));
    slot = {first, count};
    if constexpr (field.is_multiplied) {
      constexpr std::size_t facts = facts_index(form, index);  // (a variable index needs memory)
      fields.facts[facts].product = KnownProduct(product);
    }
    return true;
  }
}

/// Finds the fields of a message in any order and shape; returns whether it is whole.
/// (They are returned, so that what a caller has of them can live in registers.)
template <class Fields>
struct AnyFields {
  bool is_whole = false;
  Fields fields = {};
};
template <const MessageForm& form, class Fields, std::size_t... index>
[[nodiscard, gnu::noinline]] AnyFields<Fields> find_any_fields(Context& context, const Frame& frame,
                                                               const std::byte* begin,
                                                               const std::byte* end,
                                                               std::index_sequence<index...>) {
  AnyFields<Fields> found;
  for (const std::byte* at = begin; at != end;) {
    const std::byte* after = nullptr;
    std::uint64_t tag = 0;
    const std::byte* const value = protobuf::load_head(at, end, tag);
    if (value != nullptr) [[likely]]
      (void)(((after = take_field<form, index>(tag, at, value, end, found.fields)) != nullptr) ||
             ...);
    if (after == nullptr)
      after =
          keep_field(context, frame, form, begin, at, end, found.fields.slots, found.fields.facts);
    if (after == nullptr) return found;
    at = after;
  }
  found.is_whole =
      ((!form.fields[index].missing || found.fields.slots[index].at != nullptr) && ...);
  if (!found.is_whole) note_missing(context, frame, form, begin, found.fields.slots);
  return found;
}

}  // namespace detail

/// Finds the fields of the message [begin, end); false after a violation that ends the walk.
///
/// Fields that lie as a writer puts them, each in its usual shape and in the order of the form, are
/// passed over without a look at what else there might be. Any other message is gone over once
/// more, from its first field on.
template <const MessageForm& form, std::size_t count, std::size_t list_count>
[[nodiscard, gnu::always_inline]] inline bool find_fields(Context& context, const Frame& frame,
                                                          const std::byte* begin,
                                                          const std::byte* end,
                                                          FoundFields<count, list_count>& out) {
  static_assert(count == form.fields.size() + 1);
  static_assert(list_count == facts_index(form, form.fields.size()));
  using Fields = FoundFields<count, list_count>;
  constexpr auto indices = std::make_index_sequence<count - 1>();
  out = Fields();
  const std::byte* at = begin;
  const std::byte* const last = begin == end ? end : end - 1;
  const bool is_usual = [&]<std::size_t... index>(std::index_sequence<index...>)
      __attribute__((always_inline)) {
    return (detail::pass_field<form, index>(at, last, end, out) && ...);
  }
  (indices);
  if (!is_usual || at != end) [[unlikely]] {
    auto any = detail::find_any_fields<form, Fields>(context, frame, begin, end, indices);
    if (!any.is_whole) return false;
    out = any.fields;
  }
  return true;
}

/// Where a field of a message that a view shows begins; of a list its first element, of one that
/// isn't there the message.
template <const MessageForm& form, std::size_t index, class View>
[[nodiscard, gnu::always_inline]] inline const std::byte* place_in(const View& view) {
  return detail::place_of(ViewAccess::slot(view, index), form.fields[index],
                          ViewAccess::begin(view), ViewAccess::end(view));
}

}  // namespace schemac::impl
