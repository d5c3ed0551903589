// Records one after the other, in place.
//
// A range walks from one to the next with the function that a view is made by, allocates nothing,
// and ends where a record isn't whole: it reports afterwards what it found there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/limits.h"
#include "schemac/core/range_end.h"
#include "schemac/core/result.h"
#include "schemac/walk/list_form.h"
#include "schemac/walk/view.h"

namespace schemac {

/// Records one after the other.
///
///   auto tensors = file.tensors();
///   for (const TensorView& tensor : tensors) ...
///   if (tensors.violation()) ...  // it ended early
///
/// `is_checked`: each is shown only if it keeps to all rules about it; the range ends before the
/// first that doesn't. Remarks (canonical, warn) end nothing.
template <class View, RangeEnd ends_at = RangeEnd::count, bool is_checked = false>
class RecordRange {
 public:
  /// `count` records in `region`. `first` is a view with everything but its place.
  RecordRange(const View& first, const impl::Origin& origin, impl::Region region,
              std::uint64_t count = 0, const Limits& limits = {})
      : region_(region),
        stop_(region.end),
        count_(count),
        first_(first),
        frame_{nullptr, origin.field, 0},
        space_(origin.file),
        limits_(limits) {}

  /// The same records, each checked as it is shown: one pass in place of two, validating and then
  /// walking. What is said of the list as a whole (keys that differ, an order) only `validate`
  /// checks. `limits` as for `validate`.
  [[nodiscard]] RecordRange<View, ends_at, true> checked(const Limits& limits = {}) const
      requires(impl::ViewAccess::can_check<View>) {
    return RecordRange<View, ends_at, true>(first_, impl::Origin{space_, frame_.field.data()},
                                            region_, count_, limits);
  }

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
      range.start();
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
    /// Iterators of one range; the one after the last record is default-made.
    bool operator==(const Iterator& other) const {
      return (next_ == nullptr) == (other.next_ == nullptr);
    }
    bool operator==(std::default_sentinel_t) const { return next_ == nullptr; }

   private:
    [[gnu::always_inline]] void advance(std::uint64_t index) {
      index_ = index;
      next_ = range_->is_over(next_, index) ? nullptr : range_->show(view_, next_, index);
    }

    RecordRange* range_ = nullptr;
    const std::byte* next_ = nullptr;  // after the record at hand
    std::uint64_t index_ = 0;
    View view_{};
  };

  [[nodiscard, gnu::always_inline]] Iterator begin() { return Iterator(*this); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// Number of records that the file announces.
  [[nodiscard]] std::uint64_t size() const requires(ends_at == RangeEnd::count) { return count_; }
  /// Why the last iteration ended before the last record, if it did.
  [[nodiscard]] std::optional<Violation> violation() const {
    if (!context_ || context_->report().ok()) return std::nullopt;
    return impl::first_violation(*context_);
  }

  /// The first record whose key (the field by which its list says that elements differ) is `key`;
  /// nothing if there is none, or if the range ends early.
  [[nodiscard, gnu::always_inline]] std::optional<View> find(std::string_view key) requires(
      impl::ViewAccess::has_key<View>) {
    // All but the record that is found is looked at by its key and its end alone.
    View view = first_;
    const std::byte* at = region_.begin;
    start();
    for (std::uint64_t index = 0; !is_over(at, index); ++index) {
      const std::byte* const next = show(view, at, index);
      if (next == nullptr) [[unlikely]]
        break;
      if (impl::ViewAccess::key(view).is(key)) return view;
      at = next;
    }
    return std::nullopt;
  }

  /// For what goes over the records in another way.
  [[nodiscard]] impl::ListForm<View> form() const {
    return {first_, impl::Origin{space_, frame_.field.data()}, region_,
            ends_at == RangeEnd::count ? count_ : impl::no_count};
  }
  /// Where the last record ends; all are walked over.
  [[nodiscard]] Result<const std::byte*> find_end() const {
    RecordRange range = *this;
    range.start();
    View view = first_;
    const std::byte* at = region_.begin;
    for (std::uint64_t index = 0; !is_over(at, index); ++index) {
      at = range.show(view, at, index);
      if (at == nullptr) [[unlikely]]
        return *range.violation();
    }
    return at;
  }

 private:
  struct Walked {
    View view;
    const std::byte* end;
  };

  /// Whether there is no record with that index, which would begin at `at`.
  [[nodiscard, gnu::always_inline]] bool is_over(const std::byte* at, std::uint64_t index) const {
    return ends_at == RangeEnd::count ? index == count_ : at == stop_;
  }
  /// Each time that the records are gone over, they may have as many elements as a file.
  [[gnu::always_inline]] void start() {
    if constexpr (ends_at == RangeEnd::empty) stop_ = region_.end;
    if constexpr (is_checked || !impl::ViewAccess::can_try_walk<View>) context().renew_elements();
  }
  /// Makes `view` show the record at `at`; returns where it ends, or null if it isn't whole.
  [[nodiscard, gnu::always_inline]] const std::byte* show(View& view, const std::byte* at,
                                                          std::uint64_t index) {
    const std::byte* const end = show_at(view, at, index);
    if constexpr (ends_at == RangeEnd::empty)
      if (end == at) stop_ = at;
    return end;
  }
  [[nodiscard, gnu::always_inline]] const std::byte* show_at(View& view, const std::byte* at,
                                                             std::uint64_t index) {
    if constexpr (is_checked) {
      frame_.index = index;
      impl::ViewAccess::set_index(view, index);
      const std::byte* const end =
          impl::ViewAccess::check(view, *context_, frame_, at, region_.end);
      return context_->report().ok() ? end : nullptr;
    } else if constexpr (impl::ViewAccess::can_try_walk<View>) {
      const std::byte* const end = impl::ViewAccess::try_walk(view, at, region_.end, index);
      if (end != nullptr) [[likely]]
        return end;
      const Walked walked = walk(at, index);
      view = walked.view;
      return walked.end;
    } else {
      frame_.index = index;
      impl::ViewAccess::set_index(view, index);
      return impl::walk_or_note(view, first_, *context_, frame_, at, region_.end);
    }
  }
  [[nodiscard, gnu::cold, gnu::noinline]] Walked walk(const std::byte* at, std::uint64_t index) {
    View view = first_;
    frame_.index = index;
    impl::ViewAccess::set_index(view, index);
    const std::byte* const end =
        impl::walk_or_note(view, first_, context(), frame_, at, region_.end);
    return {view, end};
  }
  // Made where it is needed: ranges whose records are tried do without.
  [[nodiscard]] impl::Context& context() {
    if (!context_)
      context_.emplace(space_, limits_,
                       is_checked ? impl::Strictness::validate : impl::Strictness::read);
    return *context_;
  }

  impl::Region region_;
  const std::byte* stop_;  // where none begins, if nothing counts them
  std::uint64_t count_;
  View first_;
  impl::Frame frame_;
  impl::FileBytes space_;
  Limits limits_;
  std::optional<impl::Context> context_;
};

}  // namespace schemac
