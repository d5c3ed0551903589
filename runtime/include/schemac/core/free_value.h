// A value of no type that a schema knows: what a format leaves open, as a tree.
//
// It holds what JSON, MessagePack and Python's literals can say between them, so that a corner that
// a schema leaves free can be looked at, changed and written back. How it was spelled is no part of
// it: a number is a number, whatever its width. `Free` keeps the spelling beside it.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schemac/base/counted.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/core/blob.h"
#include "schemac/core/scalar.h"

namespace schemac {

class FreeValue {
 public:
  struct Entry;
  /// Bytes with a number that says what they are (MessagePack).
  struct Extension {
    std::int8_t type = 0;
    std::vector<std::byte> bytes;
    bool operator==(const Extension&) const = default;
  };
  using Binary = std::vector<std::byte>;
  using List = std::vector<FreeValue>;
  /// A list that Python writes with parentheses, and takes for something else.
  struct Tuple {
    List elements;
    bool operator==(const Tuple& other) const;
  };
  /// In the order of the bytes; keys may be of any kind, and may repeat.
  using Map = std::vector<Entry>;
  /// Whole numbers of at least 0 are unsigned, others signed, always.
  using Kind = std::variant<std::monostate, bool, std::uint64_t, std::int64_t, double, std::string,
                            Binary, List, Map, Extension, Tuple>;

  FreeValue();
  // NOLINTBEGIN(google-explicit-constructor): values are written as they are
  FreeValue(std::nullptr_t);
  FreeValue(bool value);
  FreeValue(double value);
  FreeValue(std::string value);
  FreeValue(std::string_view value);
  FreeValue(const char* value);
  FreeValue(Binary value);
  FreeValue(List value);
  FreeValue(Map value);
  FreeValue(Extension value);
  FreeValue(Tuple value);
  template <std::integral T>
  requires(!std::same_as<T, bool>) FreeValue(T value);
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] const Kind& kind() const { return kind_; }
  /// The value as `T`, one of Kind's, or null.
  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&kind_);
  }
  template <class T>
  [[nodiscard]] T* as() {
    return std::get_if<T>(&kind_);
  }
  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(kind_); }
  /// The elements of a list or a tuple, or null.
  [[nodiscard]] const List* elements() const;
  /// The value of the last entry of a map with that key, or null.
  [[nodiscard]] const FreeValue* find(std::string_view key) const;

  /// Real numbers by their bits, so that a NaN equals itself.
  friend bool operator==(const FreeValue& x, const FreeValue& y);

 private:
  Kind kind_;
};

struct FreeValue::Entry {
  FreeValue key, value;
  bool operator==(const Entry&) const = default;
};

// What makes or destroys a list of entries comes where their type is complete.
inline FreeValue::FreeValue() = default;
inline FreeValue::FreeValue(std::nullptr_t) {}
inline FreeValue::FreeValue(bool value) : kind_(value) {}
inline FreeValue::FreeValue(double value) : kind_(value) {}
inline FreeValue::FreeValue(std::string value) : kind_(std::move(value)) {}
inline FreeValue::FreeValue(std::string_view value) : kind_(std::string(value)) {}
inline FreeValue::FreeValue(const char* value) : kind_(std::string(value)) {}
inline FreeValue::FreeValue(Binary value) : kind_(std::move(value)) {}
inline FreeValue::FreeValue(List value) : kind_(std::move(value)) {}
inline FreeValue::FreeValue(Map value) : kind_(std::move(value)) {}
inline FreeValue::FreeValue(Extension value) : kind_(std::move(value)) {}
inline FreeValue::FreeValue(Tuple value) : kind_(std::move(value)) {}
template <std::integral T>
requires(!std::same_as<T, bool>) FreeValue::FreeValue(T value) {
  if (std::cmp_less(value, 0))
    kind_ = static_cast<std::int64_t>(value);
  else
    kind_ = static_cast<std::uint64_t>(value);
}

inline bool operator==(const FreeValue& x, const FreeValue& y) {
  const auto* real = x.as<double>();
  const auto* other = y.as<double>();
  if (real == nullptr || other == nullptr) return x.kind_ == y.kind_;
  return std::bit_cast<std::uint64_t>(*real) == std::bit_cast<std::uint64_t>(*other);
}

inline bool FreeValue::Tuple::operator==(const Tuple& other) const {
  return elements == other.elements;
}

inline const FreeValue::List* FreeValue::elements() const {
  const auto* tuple = as<Tuple>();
  return tuple != nullptr ? &tuple->elements : as<List>();
}

inline const FreeValue* FreeValue::find(std::string_view key) const {
  const Map* map = as<Map>();
  if (map == nullptr) return nullptr;
  for (auto entry = map->rbegin(); entry != map->rend(); ++entry)
    if (const auto* text = entry->key.as<std::string>(); text != nullptr && *text == key)
      return &entry->value;
  return nullptr;
}

/// A value as text for people.
void append_free(std::string& out, const FreeValue& value);

/// A free-form value of a file, with the bytes that it was read from. The writer takes these as
/// long as they stand for the value; comparisons look at the value alone.
struct Free {
  FreeValue value;
  Blob stored;

  Free() = default;
  Free(FreeValue of) : value(std::move(of)) {}  // NOLINT(google-explicit-constructor)
  Free(FreeValue of, Blob as) : value(std::move(of)), stored(std::move(as)) {}
  friend bool operator==(const Free& x, const Free& y) { return x.value == y.value; }
};

}  // namespace schemac

namespace schemac::impl {

namespace detail {

struct AppendFree {
  std::string& out;

  void operator()(const std::monostate&) const { out += "null"; }
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(std::uint64_t value) const { out += std::to_string(value); }
  void operator()(std::int64_t value) const { out += std::to_string(value); }
  void operator()(double value) const { out += shortest(value); }
  void operator()(const std::string& value) const { append_printable(out, value); }
  void operator()(const FreeValue::Binary& value) const { out += counted(value.size(), "bytes"); }
  void operator()(const FreeValue::Extension& value) const {
    out += counted(value.bytes.size(), "bytes") + " of type " + std::to_string(value.type);
  }
  void operator()(const FreeValue::List& list) const {
    out += '[';
    append_elements(list);
    out += ']';
  }
  void operator()(const FreeValue::Tuple& tuple) const {
    out += '(';
    append_elements(tuple.elements);
    out += tuple.elements.size() == 1 ? ",)" : ")";
  }
  void append_elements(const FreeValue::List& list) const {
    for (const FreeValue& each : list) {
      if (&each != list.data()) out += ", ";
      append_free(out, each);
    }
  }
  void operator()(const FreeValue::Map& map) const {
    out += '{';
    for (const FreeValue::Entry& entry : map) {
      if (&entry != map.data()) out += ", ";
      append_free(out, entry.key);
      out += ": ";
      append_free(out, entry.value);
    }
    out += '}';
  }
};

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

inline void append_free(std::string& out, const FreeValue& value) {
  std::visit(impl::detail::AppendFree{out}, value.kind());
}

}  // namespace schemac

namespace schemac::impl {

/// The first argument of every `fact_of`, which says what a member is as a value of no type: by it
/// they are found wherever they are declared.
struct AsFact {};

}  // namespace schemac::impl
