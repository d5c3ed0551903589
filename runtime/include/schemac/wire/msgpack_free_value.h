// Values of objects of MessagePack of which a schema says nothing: made of bytes, and written.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/quick_check.h"
#include "schemac/core/bytes.h"
#include "schemac/core/free_value.h"
#include "schemac/core/limits.h"
#include "schemac/core/object_kind.h"
#include "schemac/core/scalar.h"
#include "schemac/wire/msgpack.h"
#include "schemac/wire/msgpack_head.h"
#include "schemac/wire/msgpack_object_keys.h"
#include "schemac/wire/msgpack_object_walk.h"
#include "schemac/write/writer.h"

namespace schemac::impl::msgpack {

namespace detail {

/// Bytes that the value of an object owns; the most that there is, if it isn't whole.
inline std::uint64_t memory_of(Bytes object) {
  std::uint64_t memory = 0;
  const std::byte* const after =
      each_object(object.data(), object.data() + object.size(), [&](const ObjectAt& at) {
        memory = schemac::impl::detail::saturated_sum(memory, sizeof(FreeValue) + at.byte_count());
      });
  return after == nullptr ? std::numeric_limits<std::uint64_t>::max() : memory;
}

/// The value of an object that was found whole, and moves `at` after it.
inline std::optional<FreeValue> take_value(const std::byte*& next, const std::byte* end,
                                           std::uint32_t depth) {
  ObjectAt at;
  if (!find_object(next, end, at) || at.byte_count() > distance(at.after, end) ||
      at.object_count() > distance(at.after, end))
    return std::nullopt;
  next = at.after + at.byte_count();
  const Bytes content(at.after, next);
  switch (at.kind) {
    case ObjectKind::nil:
      return FreeValue();
    case ObjectKind::boolean:
      return FreeValue(at.bits != 0);
    case ObjectKind::whole:
      return at.is_negative ? FreeValue(static_cast<std::int64_t>(at.bits)) : FreeValue(at.bits);
    case ObjectKind::real:
      return FreeValue(std::bit_cast<double>(at.bits));
    case ObjectKind::text:
      return FreeValue(text_at(content.data(), content.size()));
    case ObjectKind::bytes:
      return FreeValue(FreeValue::Binary(content.begin(), content.end()));
    case ObjectKind::extension:
      return FreeValue(FreeValue::Extension{at.type, {content.begin(), content.end()}});
    case ObjectKind::list:
    case ObjectKind::map:
      break;
  }
  if (depth == 0) return std::nullopt;
  FreeValue::List list;
  FreeValue::Map map;
  (at.kind == ObjectKind::list) ? list.reserve(at.number) : map.reserve(at.number);
  for (std::uint64_t i = 0; i < at.number; ++i) {
    auto first = take_value(next, end, depth - 1);
    if (!first) return std::nullopt;
    if (at.kind == ObjectKind::list) {
      list.push_back(std::move(*first));
      continue;
    }
    auto value = take_value(next, end, depth - 1);
    if (!value) return std::nullopt;
    map.push_back({std::move(*first), std::move(*value)});
  }
  return at.kind == ObjectKind::list ? FreeValue(std::move(list)) : FreeValue(std::move(map));
}

}  // namespace detail

/// The value of the object that takes all of `object`; nothing if it isn't whole, or is deeper or
/// takes more memory (Limits::decoded) than allowed.
[[nodiscard]] inline std::optional<FreeValue> parse_object(Bytes object,
                                                           const Limits& limits = {}) {
  if (detail::memory_of(object) > limits.decoded) return std::nullopt;
  const std::byte* next = object.data();
  const std::byte* const end = next + object.size();
  auto value = detail::take_value(next, end, limits.depth);
  return next == end ? std::move(value) : std::nullopt;
}

// ---- writing ----

namespace detail {

struct ExtensionHead {
  std::uint8_t code = 0;
  unsigned width = 0;  ///< bytes of the size after it
};
constexpr ExtensionHead extension_head(std::uint64_t size) {
  if (size != 0 && size <= 16 && std::has_single_bit(size))
    return {static_cast<std::uint8_t>(0xd4 + std::countr_zero(size)), 0};
  if (size <= 0xff) return {0xc7, 1};
  return size <= 0xffff ? ExtensionHead{0xc8, 2} : ExtensionHead{0xc9, 4};
}

}  // namespace detail

/// Bytes of a value in its shortest form; real numbers are of 64 bits.
[[nodiscard]] inline std::uint64_t object_size(const FreeValue& value) {
  struct Size {
    std::uint64_t operator()(const std::monostate&) const { return 1; }
    std::uint64_t operator()(bool) const { return 1; }
    std::uint64_t operator()(std::uint64_t number) const { return integer_size(number); }
    std::uint64_t operator()(std::int64_t number) const { return integer_size(number); }
    std::uint64_t operator()(double) const { return 9; }
    std::uint64_t operator()(const std::string& text) const {
      return headed_size<HeadForm::text>(text.size());
    }
    std::uint64_t operator()(const FreeValue::Binary& bytes) const {
      return headed_size<HeadForm::bytes>(bytes.size());
    }
    std::uint64_t operator()(const FreeValue::Extension& extension) const {
      const std::uint64_t size = extension.bytes.size();
      return 2 + detail::extension_head(size).width + size;
    }
    std::uint64_t operator()(const FreeValue::List& list) const {
      std::uint64_t size = head_size<HeadForm::list>(list.size());
      for (const FreeValue& each : list) size += object_size(each);
      return size;
    }
    // It would be read again as a list: check_object refuses it.
    std::uint64_t operator()(const FreeValue::Tuple& tuple) const {
      return (*this)(tuple.elements);
    }
    std::uint64_t operator()(const FreeValue::Map& map) const {
      std::uint64_t size = head_size<HeadForm::map>(map.size());
      for (const auto& [key, each] : map) size += object_size(key) + object_size(each);
      return size;
    }
  };
  return std::visit(Size{}, value.kind());
}

template <class Out>
void put_object(Out& out, const FreeValue& value);

namespace detail {

template <class Out>
struct PutObject {
  Out& out;

  void operator()(const std::monostate&) const { put(out, std::uint8_t{0xc0}); }
  void operator()(bool truth) const { put_tagged<bool>(out, truth); }
  void operator()(std::uint64_t number) const { put_integer(out, number); }
  void operator()(std::int64_t number) const { put_integer(out, number); }
  void operator()(double number) const { put_tagged<double>(out, number); }
  void operator()(const std::string& text) const { put_text(out, text); }
  void operator()(const FreeValue::Binary& bytes) const { put_bytes(out, bytes); }
  void operator()(const FreeValue::Extension& extension) const {
    const std::uint64_t size = extension.bytes.size();
    const ExtensionHead head = extension_head(size);
    out.put_exactly(2 + head.width, [&](std::byte* at) {
      store(at, head.code);
      for (unsigned i = 0; i < head.width; ++i)
        at[1 + i] = static_cast<std::byte>(size >> (8 * (head.width - 1 - i)) & 0xff);
      at[1 + head.width] = static_cast<std::byte>(extension.type);
    });
    out.put(Bytes(extension.bytes));
  }
  void operator()(const FreeValue::List& list) const {
    put_head<HeadForm::list>(out, list.size());
    for (const FreeValue& each : list) put_object(out, each);
  }
  void operator()(const FreeValue::Tuple& tuple) const { (*this)(tuple.elements); }
  void operator()(const FreeValue::Map& map) const {
    put_head<HeadForm::map>(out, map.size());
    for (const auto& [key, each] : map) {
      put_object(out, key);
      put_object(out, each);
    }
  }
};

/// Whether the bytes that a value was read from still stand for it.
[[nodiscard]] inline bool is_stored(const Free& value) {
  return !value.stored.empty() && parse_object(value.stored.bytes()) == value.value;
}

}  // namespace detail

/// Puts a value in its shortest form into a writer or into room.
template <class Out>
void put_object(Out& out, const FreeValue& value) {
  std::visit(detail::PutObject<Out>{out}, value.kind());
}

/// The same; as it was stored, if that still stands for the value.
[[nodiscard]] inline std::uint64_t object_size(const Free& value) {
  return detail::is_stored(value) ? value.stored.size() : object_size(value.value);
}
template <class Out>
void put_object(Out& out, const Free& value) {
  if (detail::is_stored(value)) return out.put(value.stored.bytes());
  put_object(out, value.value);
}

namespace detail {

/// Whether all keys of a map differ.
template <class Out>
[[nodiscard]] bool check_keys(const FreeValue::Map& map, const FrameOf<Out>& frame,
                              Out& rejection) {
  std::uint64_t size = 0;
  for (const FreeValue::Entry& entry : map) size += object_size(entry.key);
  std::vector<std::byte> stored(static_cast<std::size_t>(size));
  SpanSink sink(stored);
  Writer out(sink);
  ObjectKeys keys(stored);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const std::byte* const begin = stored.data() + out.position();
    put_object(out, map[i].key);
    if (keys.add(Bytes(begin, stored.data() + out.position()))) continue;
    const FrameOf<Out> pair{&frame, {}, i};
    const auto* text = map[i].key.as<std::string>();
    std::string shown;
    if (text == nullptr) append_free(shown, map[i].key);
    return rejection.reject(refusals::duplicate_key, pair,
                            {0, 0, 0, text != nullptr ? *text : shown});
  }
  return true;
}

}  // namespace detail

/// Whether a value can be written, and read again within default limits, with nothing in it that
/// validation refuses; else why it isn't. `frame` stands for it.
template <class Out>
[[nodiscard]] bool check_object(const FreeValue& value, const FrameOf<Out>& frame, Out& rejection,
                                Keys keys = Keys::differ) {
  std::uint64_t size = 0;
  const auto* list = value.as<FreeValue::List>();
  const auto* map = value.as<FreeValue::Map>();
  if (value.as<FreeValue::Tuple>() != nullptr)
    return rejection.reject(
        {Rule::bad_value, {}, "is a tuple, which MessagePack has no form for", {}, Level::error},
        frame);
  if (const auto* text = value.as<std::string>()) size = text->size();
  if (const auto* bytes = value.as<FreeValue::Binary>()) size = bytes->size();
  if (const auto* extension = value.as<FreeValue::Extension>()) size = extension->bytes.size();
  if (list != nullptr) size = list->size();
  if (map != nullptr) size = map->size();
  if (size > most_in_head) return rejection.reject_large(frame, {}, size, most_in_head);
  if (list == nullptr && map == nullptr) return true;
  if (!rejection.enter())
    return rejection.reject({Rule::nesting_limit, {}, "deeper than readers allow by default"},
                            frame);
  for (std::uint64_t i = 0; i < size; ++i) {
    const FrameOf<Out> element{&frame, {}, i};
    const bool is_fine =
        list != nullptr ? check_object((*list)[i], element, rejection, keys)
                        : check_object((*map)[i].key, {&element, "key"}, rejection, keys) &&
                              check_object((*map)[i].value, {&element, "value"}, rejection, keys);
    if (!is_fine) return false;
  }
  rejection.leave();
  return map == nullptr || keys == Keys::may_repeat || detail::check_keys(*map, frame, rejection);
}
/// The same for field `field` of the record at `frame`.
template <class Out>
[[nodiscard]] bool check_object(const Free& value, const FrameOf<Out>& frame,
                                std::string_view field, Out& rejection, Keys keys = Keys::differ) {
  return check_object(value.value, FrameOf<Out>{&frame, field}, rejection, keys);
}

}  // namespace schemac::impl::msgpack
