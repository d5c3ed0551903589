// Where objects of MessagePack end of which a schema says nothing: of any kind, with all that they
// hold.
//
// Each begins with a byte that states its kind, and says itself where it ends (the specification of
// MessagePack, "Formats"), so a walk finds that end without knowing what it means:
//
//   nil c0 · booleans c2 c3 · integers 0xxxxxxx 111xxxxx cc to d3 · reals ca cb
//   text, bytes, list, map: heads as in msgpack_head.h · extensions d4 to d8, c7 to c9
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/fault.h"
#include "schemac/check/frame.h"
#include "schemac/core/object_kind.h"
#include "schemac/walk/view.h"
#include "schemac/wire/msgpack.h"
#include "schemac/wire/msgpack_head.h"

namespace schemac::impl::msgpack {

/// What an object begins with: a number, or a head that says what follows.
struct ObjectAt {
  ObjectKind kind = ObjectKind::nil;
  bool is_negative = false;  ///< of a whole number
  std::int8_t type = 0;      ///< of an extension
  std::uint64_t bits = 0;    ///< of a number: 64 bits, a real one's as f64; of a boolean 0 or 1
  std::uint64_t number = 0;  ///< bytes, elements or pairs after the head
  const std::byte* content = nullptr;  ///< after the tag or head; the byte itself if it has none
  const std::byte* after = nullptr;    ///< after the number or the head

  [[nodiscard]] bool holds_objects() const {
    return kind == ObjectKind::list || kind == ObjectKind::map;
  }
  /// Objects after the head: elements, or keys and values.
  [[nodiscard]] std::uint64_t object_count() const {
    return kind == ObjectKind::map ? 2 * number : kind == ObjectKind::list ? number : 0;
  }
  /// Bytes after the head.
  [[nodiscard]] std::uint64_t byte_count() const { return holds_objects() ? 0 : number; }
};

namespace detail {

/// Bytes of what a first byte begins: tag and number, or head. 0: no object begins so.
constexpr unsigned begin_size(std::uint8_t byte) {
  if (is_integer(byte)) return 1 + integer_width(byte);
  if (byte < 0xc0) return 1;  // short maps, lists and texts
  constexpr std::uint8_t sizes[] = {1, 0, 1, 1, 2, 3, 5, 3, 4, 6, 5, 9,  // c0 to cb
                                    0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2,  // integers; d4 to d7
                                    2, 2, 3, 5, 3, 5, 3, 5};             // d8 to df
  return sizes[byte - 0xc0];
}

inline std::uint64_t load_big(const std::byte* at, unsigned size) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i) bits = bits << 8 | std::to_integer<std::uint64_t>(at[i]);
  return bits;
}

inline void set_head(std::uint8_t byte, unsigned size, const std::byte* begin, ObjectAt& out) {
  out.number = load_big(begin + 1, size - 1);
  if (byte < 0x90) {
    out.kind = ObjectKind::map;
    out.number = byte & 0x0fu;
  } else if (byte < 0xa0) {
    out.kind = ObjectKind::list;
    out.number = byte & 0x0fu;
  } else if (byte < 0xc0) {
    out.kind = ObjectKind::text;
    out.number = byte & 0x1fu;
  } else if (byte <= 0xc6) {
    out.kind = ObjectKind::bytes;
  } else if (byte <= 0xd8) {
    out.kind = ObjectKind::extension;
    out.type = static_cast<std::int8_t>(begin[size - 1]);
    out.number = byte <= 0xc9 ? out.number >> 8 : std::uint64_t{1} << (byte - 0xd4);
  } else {
    out.kind = byte <= 0xdb ? ObjectKind::text : byte <= 0xdd ? ObjectKind::list : ObjectKind::map;
  }
}

}  // namespace detail

/// Reads what the object at `begin` begins with. False if that isn't whole, or no object.
[[nodiscard]] inline bool find_object(const std::byte* begin, const std::byte* end, ObjectAt& out) {
  if (begin == end) return false;
  const auto byte = std::to_integer<std::uint8_t>(*begin);
  const unsigned size = detail::begin_size(byte);
  if (size == 0 || distance(begin, end) < size) return false;
  out = {};
  out.after = begin + size;
  out.content = out.after;
  if (is_integer(byte)) {
    IntegerAt integer;
    (void)find_integer(begin, end, integer);
    out.kind = ObjectKind::whole;
    out.bits = integer.bits;
    out.is_negative = integer.is_negative;
    out.content = integer.content;
  } else if (byte == 0xca || byte == 0xcb) {
    out.kind = ObjectKind::real;
    out.content = begin + 1;
    out.bits = detail::load_big(out.content, size - 1);
    if (byte == 0xca)
      out.bits = std::bit_cast<std::uint64_t>(
          double{std::bit_cast<float>(static_cast<std::uint32_t>(out.bits))});
  } else if (byte >= 0xc0 && byte <= 0xc3) {
    out.kind = byte == 0xc0 ? ObjectKind::nil : ObjectKind::boolean;
    out.content = begin;
    out.bits = byte & 1u;
  } else {
    detail::set_head(byte, size, begin, out);
  }
  return true;
}

/// Calls `visit(object)` for the object at `begin` and all that it holds, in their order. Returns
/// its end; null if it isn't whole.
template <class Visit>
[[nodiscard]] inline const std::byte* each_object(const std::byte* begin, const std::byte* end,
                                                  Visit&& visit) {
  std::uint64_t open = 1;  // each takes a byte at least
  for (; open != 0; --open) {
    ObjectAt at;
    if (!find_object(begin, end, at)) return nullptr;
    visit(at);
    const std::uint64_t left = distance(at.after, end);
    if (at.byte_count() > left || at.object_count() > left) return nullptr;
    open += at.object_count();
    if (open - 1 > left) return nullptr;
    begin = at.after + at.byte_count();
  }
  return begin;
}
/// Where the object at `begin` ends; null if it isn't whole.
[[nodiscard]] inline const std::byte* after_object(const std::byte* begin, const std::byte* end) {
  return each_object(begin, end, [](const ObjectAt&) {});
}

// ---- walks ----

/// What may be wrong with an object, or with one inside of it.
struct ObjectChecks {
  const Check* form = nullptr;      ///< a byte that begins none. a: the byte
  const Check* cause = nullptr;     ///< announces more than there is; at the head
  const Check* elements = nullptr;  ///< Limits::elements; at the head. a: count
  const Check* depth = nullptr;     ///< lists and maps inside each other; at the one too deep
  /// A key that its map has already; at that key, path of the key. text: the key. Keys of an object
  /// that isn't whole aren't compared.
  const Check* duplicate = nullptr;
};

namespace detail {

class ObjectWalk {
 public:
  ObjectWalk(Context& context, const ObjectChecks& checks) : context_(context), checks_(checks) {}

  const std::byte* walk(const Frame& frame, const std::byte* begin, const std::byte* end) const {
    ObjectAt at;
    if (!find_object(begin, end, at)) [[unlikely]]
      return note_begin(frame, begin, end);
    if (at.holds_objects()) return walk_objects(frame, begin, at, end);
    if (at.number > distance(at.after, end)) [[unlikely]]
      return note_content(frame, begin, at, end);
    return at.after + at.number;
  }

 private:
  const std::byte* walk_objects(const Frame& frame, const std::byte* begin, const ObjectAt& at,
                                const std::byte* end) const {
    const Depth depth(context_);
    if (!depth.is_allowed()) [[unlikely]]
      return context_.refuse(check_at(checks_.depth, {}), frame, begin);
    if (!has_room(frame, begin, at, end)) [[unlikely]]
      return nullptr;
    const std::byte* next = at.after;
    for (std::uint64_t i = 0; i < at.number && next != nullptr; ++i) {
      const Frame element{&frame, {}, i};
      next = at.kind == ObjectKind::list ? walk(element, next, end) : walk_pair(element, next, end);
    }
    return next;
  }
  const std::byte* walk_pair(const Frame& frame, const std::byte* begin,
                             const std::byte* end) const {
    const std::byte* const value = walk({&frame, "key"}, begin, end);
    return value == nullptr ? nullptr : walk({&frame, "value"}, value, end);
  }
  // Whether there may be so many; those that can't be there end the walk where the bytes do.
  bool has_room(const Frame& frame, const std::byte* begin, const ObjectAt& at,
                const std::byte* end) const {
    const std::uint64_t left = distance(at.after, end);
    const std::uint64_t least = at.kind == ObjectKind::map ? 2 : 1;
    if (!context_.take_elements(at.number, left, 8 * least)) {
      context_.refuse(check_at(checks_.elements, "head"), frame, begin, {at.number});
      return false;
    }
    return at.number <= left / least ||
           context_.note_cause(check_at(checks_.cause, "head"), frame, begin, at.number,
                               at.object_count(), at.after, end);
  }

  static Check check_at(const Check* check, std::string_view field) {
    Check out = *check;
    out.field = field;
    return out;
  }
  [[gnu::cold, gnu::noinline]] const std::byte* note_begin(const Frame& frame,
                                                           const std::byte* begin,
                                                           const std::byte* end) const {
    const auto byte = begin == end ? std::uint8_t{0xc0} : std::to_integer<std::uint8_t>(*begin);
    const unsigned size = begin_size(byte);
    if (size == 0) return context_.refuse(check_at(checks_.form, {}), frame, begin, {byte});
    const bool is_number = is_integer(byte) || byte == 0xca || byte == 0xcb;
    const StretchField fields[] = {{is_number   ? "tag"
                                    : size == 1 ? ""
                                                : "head",
                                    is_number ? 1 : size},
                                   {{}, size - 1}};
    const Stretch stretch{{fields, is_number ? 2u : 1u}};
    return context_.fault(stretch, frame, begin, end);
  }
  [[gnu::cold, gnu::noinline]] const std::byte* note_content(const Frame& frame,
                                                             const std::byte* begin,
                                                             const ObjectAt& at,
                                                             const std::byte* end) const {
    const Check cause = check_at(checks_.cause, "head");
    const StretchField content{{}, 1, true};
    const Stretch stretch{{&content, 1}, &cause};
    return context_.fault(stretch, frame, at.after, end, begin, at.number);
  }

  Context& context_;
  const ObjectChecks& checks_;
};

}  // namespace detail

}  // namespace schemac::impl::msgpack
