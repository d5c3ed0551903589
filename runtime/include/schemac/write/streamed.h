// A list of a file of which only the elements at hand are in memory: those before were written, or
// are in the file, and more may come.
//
// In the value of a file it replaces the vector, so that the functions which check and write whole
// files do the same for one that grows: they go over the elements at hand alone, and count all of
// them. (schemac/io/update.h is what works with it.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/walk/view.h"
#include "schemac/write/writer.h"

namespace schemac::impl {

template <class Element>
class Streamed {
 public:
  using value_type = Element;

  /// All of them, in the file and at hand.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(count); }
  [[nodiscard]] bool empty() const { return count == 0; }
  /// Those at hand.
  [[nodiscard]] Element* begin() const { return held.data(); }
  [[nodiscard]] Element* end() const { return held.data() + held.size(); }
  /// One of those at hand, by its index in the list.
  [[nodiscard]] const Element& operator[](std::uint64_t index) const {
    return held[static_cast<std::size_t>(index - first)];
  }
  /// The last one of the list; as long as there is none, an empty one.
  [[nodiscard]] const Element& back() const {
    static const Element none{};
    return last != nullptr ? *last : none;
  }

  std::uint64_t count = 0;
  std::uint64_t first = 0;                ///< index of the first one at hand
  std::span<Element> held;                ///< those at hand
  const Element* last = nullptr;          ///< null while there is none
  std::span<const std::uint64_t> starts;  ///< where all of them begin, as the table says it
};

/// The index of the first element that a loop over the list comes to, and the one after the last.
template <class Element>
[[nodiscard]] std::uint64_t first_index(const std::vector<Element>&) {
  return 0;
}
template <class Element>
[[nodiscard]] std::uint64_t first_index(const Streamed<Element>& list) {
  return list.first;
}
template <class Element>
[[nodiscard]] std::uint64_t end_index(const std::vector<Element>& list) {
  return list.size();
}
template <class Element>
[[nodiscard]] std::uint64_t end_index(const Streamed<Element>& list) {
  return list.first + list.held.size();
}
template <class List>
[[nodiscard]] std::uint64_t count_at_hand(const List& list) {
  return end_index(list) - first_index(list);
}

/// A table of where elements begin, the first one at `begin`; `size_of(element, begin)` is what one
/// takes. With `unknown` all of them are that number, which says nothing.
template <class T, Endian order = Endian::little, class Out, class Element, class SizeOf>
void put_starts(Out& out, const std::vector<Element>& list, std::uint64_t begin,
                std::optional<T> unknown, SizeOf size_of) {
  for (const Element& element : list) {
    put<T, order>(out, unknown ? *unknown : static_cast<T>(begin));
    begin += size_of(element, begin);
  }
}
template <class T, Endian order = Endian::little, class Out, class Element, class SizeOf>
void put_starts(Out& out, const Streamed<Element>& list, std::uint64_t, std::optional<T> unknown,
                SizeOf) {
  for (std::uint64_t i = 0; i < list.count; ++i)
    put<T, order>(out, unknown || i >= list.starts.size()
                           ? unknown.value_or(T{})
                           : static_cast<T>(list.starts[static_cast<std::size_t>(i)]));
}

/// Takes note of elements that begin after `finds_up_to`, where a table couldn't find them. Those
/// that are put one by one were refused before.
template <class Out, class Element, class SizeOf>
void note_starts(Out& out, const std::vector<Element>& list, std::uint64_t begin,
                 std::uint64_t finds_up_to, SizeOf size_of) {
  for (const Element& element : list) {
    out.misfits.hold_begin(begin, finds_up_to);
    begin += size_of(element, begin);
  }
}
template <class Out, class Element, class SizeOf>
void note_starts(Out&, const Streamed<Element>&, std::uint64_t, std::uint64_t, SizeOf) {}

/// How the file of a value grows: made by generated headers whose schema says `stream: append`, for
/// the struct of a whole file.
///
///   using Value = ...;    // the struct, with a Streamed in the place of the list
///   using Element = ...;  // of the list
///   using View = ...;     // of a whole file
///   using Writer = ...;
///   static constexpr std::uint64_t most;             // the greatest offset that can be stated
///   static constexpr bool has_slack;                 // spare bytes after elements
///   static constexpr bool keeps_rest;                // bytes after the list are kept
///   static auto& list(Value&);                       // the Streamed
///   static auto elements(const View&);               // a range of views
///   static bool read_head(ValueReader&, const View&, Value&);
///   static bool encode(Value&, Rejection&);          // codecs, of the head and what is at hand
///   static bool check(const Value&, Rejection&);     // likewise
///   static bool check_elements(const Value&, Rejection&);   // of what is at hand alone
///   static std::uint64_t size_of(const Value&);
///   static void emit(const Value&, Writer&);
///   static void emit_elements(const Value&, Writer&);       // likewise
///   static void state(Value&, bool totals, bool count);     // whether they are stated
///
/// and, where the elements are the pieces of an array that the schema cuts:
///
///   static std::optional<std::uint64_t> piece_size(const Value&);   // of all but the last one
///   static auto& piece(Element&);                                   // a Coded or a Blob
template <class T>
struct Growth;

/// What not every format has: totals that may be unknown, bytes after the list, a table of starts,
/// room in it.
struct GrowthDefaults {
  static constexpr bool has_late_rules = false;  ///< about places, or the size of the file
  /// The greatest place of an element that the table can state, where elements are found by it.
  static constexpr std::uint64_t finds_up_to = ~std::uint64_t{0};
  template <class Value>
  static void state(Value&, bool, bool) {}
  template <class Value>
  static void clear_rest(Value&) {}
  template <class Value>
  static Offsets table(const Value&) {
    return {};
  }
  template <class View>
  static std::vector<std::uint64_t> starts(const View&) {
    return {};
  }
  template <class Value>
  static std::uint64_t room(const Value&) {
    return 0;
  }
  template <class Value>
  static void take_room(Value&) {}
};

}  // namespace schemac::impl
