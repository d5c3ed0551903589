// Where an element of a list lies in a file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/format.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar_list.h"
#include "schemac/core/violation.h"
#include "schemac/walk/view.h"
#include "schemac/write/streamed.h"

namespace schemac::impl {

/// The bytes of an element that a view shows, without the spare ones after it.
template <class View>
[[nodiscard]] Offsets locate(View view, Bytes file, const Limits& limits) {
  Context context(file, limits, Strictness::read);
  const std::byte* const begin = ViewAccess::begin(view);
  const std::byte* const end =
      ViewAccess::walk(view, context, Frame{}, begin, file.data() + file.size());
  const std::uint64_t at = distance(file.data(), begin);
  return {at, end != nullptr ? distance(file.data(), end) : at};
}

/// Element `index` of a list that says how many there are: where the file says, else after those
/// before it.
template <class Range>
[[nodiscard]] auto find_element(Range range, std::uint64_t index)
    -> Result<typename Range::Iterator::value_type> {
  if constexpr (requires { range.at(index); }) {
    return range.at(index);
  } else {
    std::uint64_t number = 0;
    for (const auto& view : range)
      if (number++ == index) return view;
    if (const auto violation = range.violation()) return *violation;
    return Violation{{}, 0, Rule::bad_value, Level::error, {}, "there is no such element"};
  }
}

/// The last element of a list, and how many there are.
template <class View>
struct LastElement {
  std::optional<View> view;
  std::uint64_t count = 0;
  std::uint64_t stated = 0;  ///< the count that the file states; else that
  bool is_counted = false;
  bool is_walked = false;             ///< not found by the table
  bool is_cut = false;                ///< something after it isn't whole
  std::vector<std::uint64_t> starts;  ///< of elements that were walked over
};
/// Found by the table of starts, if it states all of them, one after the other; else by walking
/// over all elements. An error if one isn't whole, unless elements `may_be_cut`: then the last one
/// before it.
template <class Range>
[[nodiscard]] auto find_last(Range range, const std::vector<std::uint64_t>& starts, Bytes file,
                             bool may_be_cut)
    -> Result<LastElement<typename Range::Iterator::value_type>> {
  LastElement<typename Range::Iterator::value_type> found;
  std::optional<std::uint64_t> count;
  if constexpr (requires { range.size(); }) count = range.size();
  const bool are_stated =
      count && *count != 0 && *count == starts.size() && starts.back() < file.size() &&
      std::ranges::adjacent_find(starts, std::ranges::greater_equal()) == starts.end();
  if (are_stated) {
    auto last = find_element(range, *count - 1);
    if (!last) return std::move(last).error();
    found.view = *std::move(last);
    found.count = found.stated = *count;
    found.is_counted = true;
    return found;
  }
  found.is_walked = true;
  for (const auto& view : range) {
    found.view = view;
    found.starts.push_back(distance(file.data(), ViewAccess::begin(view)));
    ++found.count;
  }
  found.stated = count.value_or(found.count);
  found.is_counted = count.has_value();
  const auto violation = range.violation();
  if (violation && !may_be_cut) return *violation;
  found.is_cut = violation.has_value();
  return found;
}

/// The numbers of a table of starts, as they are stored; none where the file has no table.
template <class T, Endian order>
[[nodiscard]] std::vector<std::uint64_t> numbers_of(const ScalarList<T, order>& table) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(static_cast<std::size_t>(table.size()));
  for (std::uint64_t i = 0; i < table.size(); ++i)
    numbers.push_back(static_cast<std::uint64_t>(table[i]));
  return numbers;
}
template <class T, Endian order>
[[nodiscard]] std::vector<std::uint64_t> numbers_of(const Result<ScalarList<T, order>>& table) {
  return table ? numbers_of(*table) : std::vector<std::uint64_t>();
}

/// Where the first rule is broken from `begin` on, or a place after the file. A report that isn't
/// whole may lack that violation: then what is before those that it has is looked at again; nothing
/// if that doesn't help.
template <class View>
[[nodiscard]] std::optional<std::uint64_t> find_sound_end(Bytes file, std::uint64_t begin,
                                                          const Limits& limits) {
  std::uint64_t sound_end = ~std::uint64_t{0};
  while (true) {
    const std::uint64_t before = sound_end;
    const Report report = Format<View>::validate(file, limits);
    for (const Violation& each : report.violations())
      if (each.level <= Level::rule && each.offset >= begin)
        sound_end = std::min(sound_end, each.offset);
    if (report.dropped() == 0) return sound_end;
    if (sound_end == before) return std::nullopt;
    file = file.first(static_cast<std::size_t>(sound_end));
  }
}

}  // namespace schemac::impl
