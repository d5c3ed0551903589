// Keys of the records of a list: that they differ, and that they are in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "schemac/base/unique.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/record_range.h"
#include "schemac/core/result.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

/// What is left of a region after the records that it begins with, all of which are walked over.
template <class Range>
[[nodiscard]] Result<Bytes> bytes_after(const Range& records, Region region) {
  const Result<const std::byte*> end = records.find_end();
  if (!end) return end.error();
  return Bytes(*end, region.end);
}
/// The same of records that may not be there.
template <class Range>
[[nodiscard]] Result<Bytes> bytes_after(const Result<Range>& records, Region region) {
  if (records) return bytes_after(*records, region);
  if (!is_absent(records.error())) return records.error();
  return Bytes(region.begin, region.end);
}

namespace detail {

/// A key as sentences show it.
[[nodiscard]] inline std::string shown(const Key& key) {
  if (key.is_number && key.has_sign) return std::to_string(static_cast<std::int64_t>(key.number));
  return key.is_number ? std::to_string(key.number) : std::string(key.text);
}
[[nodiscard]] inline std::string shown(const ListKey& key) { return joined(key.components); }

/// A key as one text that no other key has, which is kept in `made` if it isn't one in the file.
[[nodiscard]] inline std::string_view whole_key(const Key& key, MadeKeys&) { return key.text; }
[[nodiscard]] inline std::string_view whole_key(const ListKey& key, MadeKeys& made) {
  return made.add(flattened(key.components));
}

}  // namespace detail

/// Notes what is wrong with an element's key.
template <class AnyKey>
[[nodiscard, gnu::cold, gnu::noinline]] inline bool note_key(Context& context, const Check& check,
                                                             const Frame& element,
                                                             const AnyKey& key) {
  const std::string shown = detail::shown(key);
  Facts facts{0, 0, 0, shown};
  if constexpr (std::is_same_v<AnyKey, Key>) facts.a = key.number;
  return context.note(check, element, key.at, facts);
}

/// The key of a record by a list of texts that lies at `at`.
template <class View>
[[nodiscard]] ListKey list_key(RecordRange<View> texts, const std::byte* at) {
  ListKey key{{}, at};
  for (const View& view : texts) key.components.push_back(view.text());
  return key;
}

/// Notes the elements whose key one before them has. Returns whether the walk goes on.
template <class View>
[[nodiscard, gnu::noinline]] inline bool check_unique(Context& context, const Frame& up,
                                                      const Check& check, const View& first,
                                                      const char* field, Region region,
                                                      std::uint64_t count) {
  DuplicateFinder finder(count);
  MadeKeys made;  // keys that aren't one text in the file
  RecordRange<View> range(first, Origin{context.space(), field}, region, count);
  Frame element{&up, field, 0};
  for (const View& view : range) {
    const auto key = ViewAccess::key(view);
    if (!finder.add(detail::whole_key(key, made))) [[unlikely]]
      if (!note_key(context, check, element, key)) return false;
    ++element.index;
  }
  return true;
}

/// Notes that the key of the element in `region` belongs before the one before it. Returns whether
/// the walk goes on.
template <class View>
[[nodiscard, gnu::cold, gnu::noinline]] inline bool note_order(Context& context,
                                                               const Frame& element,
                                                               const Check& check, View view,
                                                               Region region) {
  Context silent(context.space(), Limits{}, Strictness::read);
  if (ViewAccess::walk(view, silent, element, region.begin, region.end) == nullptr) return true;
  return note_key(context, check, element, ViewAccess::key(view));
}

}  // namespace schemac::impl
