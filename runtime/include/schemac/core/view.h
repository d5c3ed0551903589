// What views and ranges of generated headers stand on: where they are in a file, and what happened on the way.
//
// A view is a few words: where its record begins, the anchors behind its variable parts, the lengths and counts that led
// there. A range of records walks from one to the next with the same functions that a view is made by, allocates nothing,
// and ends where a record isn't whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "schemac/core/bytes.h"
#include "schemac/core/check.h"
#include "schemac/core/context.h"
#include "schemac/core/frame.h"
#include "schemac/core/result.h"

namespace schemac {

/// Which record of which file a view shows: for the places and paths of violations. The path's end is enough for people;
/// `validate` tells it from the file's root on.
struct Origin {
  Bytes file;
  const char* field = "";
  std::uint64_t index = Frame::no_index;

  [[nodiscard]] Frame frame() const { return {nullptr, field, index}; }
  [[nodiscard]] std::uint64_t offset_of(const std::byte* at) const { return static_cast<std::uint64_t>(at - file.data()); }
  [[nodiscard]] const std::byte* end() const { return file.data() + file.size(); }
};

/// The violation of `check` of the record at `origin`. (By value, so that views can live in registers.)
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation violation_at(Origin origin, const Check& check, const std::byte* at,
                                                                      const Facts& facts = {}) {
  std::string path = path_of(origin.frame());
  append_path(path, check.field);
  return {std::move(path), origin.offset_of(at), check.rule, check.level, std::string(check.name), message(check, facts)};
}

/// A part of a file, as pointers.
struct Region {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;

  [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(end - begin); }
};

/// The first violation that a reader's walk noted.
[[nodiscard]] inline Violation first_violation(const Context& context) {
  const Violation* const first = context.report().first();
  return first != nullptr ? *first : Violation{};
}

enum class RangeEnd : std::uint8_t {
  count,   ///< the file says how many records there are
  region,  ///< as many as there is room for
};

/// Records one behind the other. `View` has a member `const std::byte* walk(Context&, const Frame&, begin, end)`, which
/// makes it show the record at `begin` and returns where that ends.
///
///   auto tensors = file.tensors();
///   for (const TensorView& tensor : tensors) ...
///   if (tensors.violation()) ...  // it ended early
template <class View, RangeEnd ends_at = RangeEnd::count>
class RecordRange {
 public:
  /// `count` records in `region`. `first` is a view with everything but its place.
  RecordRange(const View& first, const char* field, Region region, std::uint64_t count = 0)
      : region_(region), count_(count), first_(first), frame_{nullptr, field, 0},
        context_(first.origin_.file, Limits{}, Strictness::read) {
    first_.origin_.field = field;
  }

  class Iterator {
   public:
    using value_type = View;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const View*;
    using reference = const View&;

    Iterator() = default;
    explicit Iterator(RecordRange& range) : range_(&range), next_(range.region_.begin), view_(range.first_) { advance(0); }

    const View& operator*() const { return view_; }
    const View* operator->() const { return &view_; }
    // Inlined, so that a loop keeps the view in registers.
    [[gnu::always_inline]] Iterator& operator++() {
      advance(index_ + 1);
      return *this;
    }
    void operator++(int) { ++*this; }
    /// Iterators of one range; the one behind the last record is default-made.
    bool operator==(const Iterator& other) const { return (next_ == nullptr) == (other.next_ == nullptr); }
    bool operator==(std::default_sentinel_t) const { return next_ == nullptr; }

   private:
    [[gnu::always_inline]] void advance(std::uint64_t index) {
      index_ = index;
      const bool is_over = ends_at == RangeEnd::count ? index == range_->count_ : next_ == range_->region_.end;
      if (is_over) {
        next_ = nullptr;
        return;
      }
      view_.origin_.index = range_->frame_.index = index;
      next_ = view_.walk(range_->context_, range_->frame_, next_, range_->region_.end);
    }

    RecordRange* range_ = nullptr;
    const std::byte* next_ = nullptr;  // behind the record at hand
    std::uint64_t index_ = 0;
    View view_{};
  };

  [[nodiscard, gnu::always_inline]] Iterator begin() { return Iterator(*this); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// Number of records that the file announces.
  [[nodiscard]] std::uint64_t size() const
  requires(ends_at == RangeEnd::count) {
    return count_;
  }
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

}  // namespace schemac
