// From views to values: copies what is small, borrows payloads, and keeps to what the caller allows
// it to own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "schemac/base/array_size.h"
#include "schemac/base/load.h"
#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/range_end.h"
#include "schemac/core/record_range.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar.h"
#include "schemac/core/scalar_list.h"
#include "schemac/core/violation.h"
#include "schemac/walk/view.h"
#include "schemac/wire/message.h"

namespace schemac::impl {

/// `read(view, value)` fills a value; a generated header has a function `read_value` for each of
/// its records. All return whether to go on.
class ValueReader {
 public:
  ValueReader(const Limits& limits, Bytes file)
      : left_(detail::saturated_sum(
            limits.memory, detail::saturated_product(limits.memory_per_byte, file.size()))) {}

  [[nodiscard]] const std::optional<Violation>& violation() const { return violation_; }
  bool fail(Violation violation) {
    violation_ = std::move(violation);
    return false;
  }

  /// Counts `count` elements of `size` bytes that a value is about to own.
  [[nodiscard]] bool take(std::uint64_t count, std::uint64_t size = 1) {
    const std::uint64_t bytes = detail::saturated_product(count, size);
    if (bytes > left_) [[unlikely]]
      return refuse();
    left_ -= bytes;
    return true;
  }

  /// Counts one more element of a list of which nobody knows how many follow, and has room for it.
  /// `used` bytes were read for the elements so far, `left` follow.
  template <class T>
  [[nodiscard, gnu::always_inline]] bool make_room(std::vector<T>& list, std::uint64_t used,
                                                   std::uint64_t left) {
    if (!take(1, 2 * sizeof(T))) [[unlikely]]  // what grows may be half empty
      return false;
    if (list.size() == list.capacity()) [[unlikely]]
      grow(list, used, left);
    return true;
  }

  [[nodiscard]] bool read(std::string_view text, std::string& out) {
    if (!take(text.size())) return false;
    remake(out, text);
    return true;
  }
  [[nodiscard]] bool read(Bytes bytes, Blob& out) {
    out = Blob::borrow(bytes);
    return true;
  }
  /// A constant says nothing that isn't known.
  [[nodiscard]] bool read(Bytes, std::monostate&) { return true; }
  [[nodiscard]] bool read(const NdView& array, Blob& out) { return read(array.bytes(), out); }
  [[nodiscard]] bool read(const Scalar& element, Scalar& out) {
    out = element;
    return true;
  }
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T> || requires(T value) { value.bits; })
      [[nodiscard]] bool read(T number, T& out) {
    out = number;
    return true;
  }
  template <class T, Endian order>
  [[nodiscard]] bool read(const ScalarList<T, order>& list, std::vector<T>& out) {
    if (!take(list.size(), sizeof(T))) return false;
    remake(out, static_cast<std::size_t>(list.size()));
    if constexpr (detail::is_native(order) && std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      if (!out.empty()) std::memcpy(out.data(), list.bytes().data(), list.bytes().size());
    } else {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = list[i];
    }
    return true;
  }
  template <class T>
  [[nodiscard]] bool read(const OrderedList<T>& list, std::vector<T>& out) {
    const std::byte* const at = list.bytes().data();
    return list.order() == Endian::big ? read(ScalarList<T, Endian::big>(at, list.size()), out)
                                       : read(ScalarList<T>(at, list.size()), out);
  }
  [[nodiscard]] bool read(const BitList& list, std::vector<bool>& out) {
    if (!take(list.size(), 1)) return false;
    out.resize(static_cast<std::size_t>(list.size()));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = list[i];
    return true;
  }
  template <Dtype dtype, class T>
  [[nodiscard]] bool read(const PackedList<dtype>& list, std::vector<T>& out) {
    if (!take(list.size(), sizeof(T))) return false;
    out.resize(static_cast<std::size_t>(list.size()));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = list[i];
    return true;
  }
  /// Records: there are as many as announced, since the file was checked.
  template <class View, class T>
  [[nodiscard]] bool read(RecordRange<View> range, std::vector<T>& out) {
    if (!take(range.size(), sizeof(T))) return false;
    out.reserve(static_cast<std::size_t>(range.size()));
    bool goes_on = true;
    for (const View& view : range) {
      out.emplace_back(Reading<View, T>{*this, view, goes_on});
      if (!goes_on) return false;
    }
    return !range.violation() || fail(*range.violation());
  }
  template <class View, RangeEnd ends_at, class T>
  requires(ends_at != RangeEnd::count)
      [[nodiscard]] bool read(RecordRange<View, ends_at> range, std::vector<T>& out) {
    bool goes_on = true;
    for (const View& view : range) {
      if (!take(1, 2 * sizeof(T))) return false;
      out.emplace_back(Reading<View, T>{*this, view, goes_on});
      if (!goes_on) return false;
    }
    return !range.violation() || fail(*range.violation());
  }
  /// Of messages.
  template <class T, std::uint32_t number, bool is_closed, protobuf::Coding coding>
  [[nodiscard, gnu::always_inline]] bool read(
      const MessageNumbers<T, number, is_closed, coding>& list, std::vector<T>& out) {
    if (!take(list.size(), sizeof(T))) [[unlikely]]
      return false;
    out.reserve(static_cast<std::size_t>(list.size()));
    for (const T value : list) out.push_back(value);
    return true;
  }
  template <class Text, class T>
  [[nodiscard]] bool read(const MessageTexts<Text>& list, std::vector<T>& out) {
    if (!take(list.size(), sizeof(T))) return false;
    out.reserve(static_cast<std::size_t>(list.size()));
    for (const Text& text : list)
      if (!read(text, out.emplace_back())) return false;
    return true;
  }
  template <class View, class T>
  [[nodiscard]] bool read(MessageRange<View> range, std::vector<T>& out) {
    if (!take(range.size(), sizeof(T))) return false;
    out.reserve(static_cast<std::size_t>(range.size()));
    for (const View& view : range)
      if (!read(view, out.emplace_back())) return false;
    return !range.violation() || fail(*range.violation());
  }
  [[nodiscard]] bool read(Blob bytes, Blob& out) {
    if (bytes.is_owner() && !take(bytes.size())) return false;
    out = std::move(bytes);
    return true;
  }
  template <class View, class T>
  [[nodiscard]] bool read(Result<View> view, T& out) {
    return view ? read(*view, out) : fail(view.error());
  }
  template <class View, class T>
  [[nodiscard]] bool read(const View& view, T& out) requires requires(ValueReader& reader) {
    { read_value(reader, view, out) } -> std::same_as<bool>;
  }
  { return read_value(*this, view, out); }

 private:
  // The value of a view, made where it belongs.
  template <class View, class T>
  struct Reading {
    ValueReader& reader;
    const View& view;
    bool& goes_on;

    operator T() const {  // NOLINT(google-explicit-constructor)
      T value;            // `T{}` would be filled with zeros first
      goes_on = reader.read(view, value);
      return value;
    }
  };

  // Makes a text or a list in place of an empty one, which takes half of what assigning does.
  template <class T, class Content>
  static void remake(T& out, const Content& content) {
    struct Guard {
      T& out;
      bool is_made = false;
      ~Guard() {
        if (!is_made) std::construct_at(&out);  // there was no memory
      }
    };
    std::destroy_at(&out);
    Guard guard{out};
    std::construct_at(&out, content);
    guard.is_made = true;
  }

  // Room for what follows if it is like what was read: elements needn't be moved again and again.
  // As some are followed by larger ones, never for more than seven times as many as there are, and
  // as some are followed by smaller ones, never for less than a quarter of them.
  template <class T>
  [[gnu::noinline]] static void grow(std::vector<T>& list, std::uint64_t used, std::uint64_t left) {
    constexpr double slack = 1.05;
    const auto size = static_cast<double>(list.size());
    const double expected =
        used == 0 ? 0 : slack * size * static_cast<double>(left) / static_cast<double>(used);
    list.reserve(static_cast<std::size_t>(size + std::clamp(expected, 1 + size / 4, 1 + 7 * size)));
  }

  [[gnu::cold, gnu::noinline]] bool refuse() {
    return fail({"", 0, Rule::resource_limit, Level::error, "",
                 "the values take more memory than allowed"});
  }

  std::uint64_t left_;
  std::optional<Violation> violation_;
};

}  // namespace schemac::impl
