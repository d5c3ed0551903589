// Records one behind the other, in place.
//
// A range walks from one to the next with the function that a view is made by, allocates nothing,
// and ends where a record isn't whole: what it found there it tells afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "schemac/core/check.h"
#include "schemac/core/context.h"
#include "schemac/core/frame.h"
#include "schemac/core/unique.h"
#include "schemac/core/view.h"

namespace schemac {

/// Records one behind the other.
///
///   auto tensors = file.tensors();
///   for (const TensorView& tensor : tensors) ...
///   if (tensors.violation()) ...  // it ended early
template <class View, RangeEnd ends_at = RangeEnd::count>
class RecordRange {
 public:
  /// `count` records in `region`. `first` is a view with everything but its place.
  RecordRange(const View& first, const Origin& origin, Region region, std::uint64_t count = 0)
      : region_(region),
        count_(count),
        first_(first),
        frame_{nullptr, origin.field, 0},
        context_(origin.file, Limits{}, Strictness::read) {}

  class Iterator {
   public:
    using value_type = View;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const View*;
    using reference = const View&;

    Iterator() = default;
    [[gnu::always_inline]] explicit Iterator(RecordRange& range)
        : range_(&range), next_(range.region_.begin), view_(range.first_) {
      advance(0);
    }

    const View& operator*() const { return view_; }
    const View* operator->() const { return &view_; }
    // Inlined, so that a loop keeps the view in registers.
    [[gnu::always_inline]] Iterator& operator++() {
      advance(index_ + 1);
      return *this;
    }
    void operator++(int) { ++*this; }
    /// Iterators of one range; the one behind the last record is default-made.
    bool operator==(const Iterator& other) const {
      return (next_ == nullptr) == (other.next_ == nullptr);
    }
    bool operator==(std::default_sentinel_t) const { return next_ == nullptr; }

   private:
    [[gnu::always_inline]] void advance(std::uint64_t index) {
      index_ = index;
      const bool is_over =
          ends_at == RangeEnd::count ? index == range_->count_ : next_ == range_->region_.end;
      if (is_over) {
        next_ = nullptr;
        return;
      }
      range_->frame_.index = index;
      next_ = ViewAccess::walk(view_, range_->context_, range_->frame_, next_, range_->region_.end);
    }

    RecordRange* range_ = nullptr;
    const std::byte* next_ = nullptr;  // behind the record at hand
    std::uint64_t index_ = 0;
    View view_{};
  };

  [[nodiscard, gnu::always_inline]] Iterator begin() { return Iterator(*this); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// Number of records that the file announces.
  [[nodiscard]] std::uint64_t size() const requires(ends_at == RangeEnd::count) { return count_; }
  /// Why the last iteration ended before the last record, if it did.
  [[nodiscard]] std::optional<Violation> violation() const {
    if (context_.report().violations().empty()) return std::nullopt;
    return first_violation(context_);
  }

 private:
  Region region_;
  std::uint64_t count_;
  View first_;
  Frame frame_;
  Context context_;
};

/// The first record of a range whose key (the field by which its list says that elements differ) is
/// `key`. Goes through the range; nothing if there is none, or if the range ends early.
template <class View>
[[nodiscard, gnu::always_inline]] inline std::optional<View> find(RecordRange<View> range,
                                                                  std::string_view key) {
  for (const View& view : range)
    if (ViewAccess::key(view).text == key) return view;
  return std::nullopt;
}

/// Notes the elements whose key one before them has. Returns whether the walk goes on.
template <class View>
[[nodiscard, gnu::noinline]] inline bool check_unique(Context& context, const Frame& up,
                                                      const Check& check, const View& first,
                                                      const char* field, Region region,
                                                      std::uint64_t count) {
  DuplicateFinder finder(count);
  RecordRange<View> range(first, Origin{context.space(), field}, region, count);
  Frame element{&up, field, 0};
  for (const View& view : range) {
    const Key key = ViewAccess::key(view);
    const std::string digits = key.is_number ? std::to_string(key.number) : std::string();
    const Facts facts{key.number, 0, 0, key.is_number ? std::string_view(digits) : key.text};
    if (!finder.add(key.text) && !context.note(check, element, key.at, facts)) return false;
    ++element.index;
  }
  return true;
}

}  // namespace schemac
