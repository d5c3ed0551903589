// Looks elements up by their name: one at a time, or many by an index.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "schemac/core/result.h"

namespace schemac::impl {

namespace detail {

// How elements of a range of views call their key: by the accessor of that name.
template <class View>
[[nodiscard]] std::string_view key_of(const View& view) {
  if constexpr (requires { view.name(); }) {
    return view.name();
  } else {
    return view.key();
  }
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// The first element whose key is `key`: the field by which its list says that elements differ,
/// else its accessor `name()` or `key()`. Nothing if there is none before the range ends, or before
/// it breaks off (then `range.violation()` says why). Allocates nothing.
template <class Range>
[[nodiscard, gnu::always_inline]] inline auto find(Range&& range, std::string_view key) {
  if constexpr (requires { range.find(key); }) {
    return range.find(key);
  } else {
    using View = std::remove_cvref_t<decltype(*range.begin())>;
    for (auto&& view : range)
      if (impl::detail::key_of(view) == key) return std::optional<View>(view);
    return std::optional<View>();
  }
}

/// The elements of a range by name, for many look-ups: 50 to 100 bytes an element. Names and views
/// refer to the bytes of the file.
template <class View>
class Index {
 public:
  /// Walks the whole range once. The error is the violation at which it broke off.
  template <class Range>
  [[nodiscard]] static Result<Index> make(Range&& range) {
    Index index;
    for (auto&& view : range) index.views_.emplace(impl::detail::key_of(view), view);
    if (auto violation = range.violation()) return *std::move(violation);
    return index;
  }

  [[nodiscard]] std::uint64_t size() const { return views_.size(); }
  /// The element of that name (the first one, should there be several); nothing if there is none.
  [[nodiscard]] std::optional<View> find(std::string_view key) const {
    const auto found = views_.find(key);
    return found == views_.end() ? std::nullopt : std::optional<View>(found->second);
  }

 private:
  std::unordered_map<std::string_view, View> views_;
};

}  // namespace schemac
