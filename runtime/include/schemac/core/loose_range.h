// Records one after the other about which something may be open: how many there are, where each of
// them begins, whether bytes are kept between them.
//
// Offsets in a file are hints: a record is looked at where one says only if that is inside, and it
// is checked there as anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/no_starts.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar.h"
#include "schemac/core/violation.h"
#include "schemac/walk/list_form.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

/// Whether there is a record `index`, which would begin at `at`.
[[nodiscard]] inline bool goes_on(std::uint64_t index, std::uint64_t count, const std::byte* at,
                                  const std::byte* end) {
  return count == no_count ? at < end : index < count;
}

}  // namespace schemac::impl

namespace schemac {

/// A list of numbers says where they begin, from the start of the file; with `keeps_room` there may
/// be bytes between them, up to where the next one is stated to begin, and after the last one.
template <class T, bool keeps_room, Endian order = Endian::little>
class StatedStarts {
 public:
  static constexpr bool has_room = keeps_room;

  StatedStarts() = default;
  /// `table` is where the list of starts lies, null if it isn't there; a record takes at least
  /// `least` bytes; `unknown` is the number that says nothing.
  StatedStarts(const std::byte* file, const std::byte* table, std::uint64_t least,
               std::optional<T> unknown = std::nullopt)
      : file_(file),
        table_(table),
        least_(least),
        unknown_(unknown ? static_cast<std::uint64_t>(*unknown) : impl::no_count) {}
  /// The same of `count` records up to `end`: for what follows.
  [[nodiscard]] StatedStarts within(std::uint64_t count, const std::byte* end) const {
    StatedStarts result = *this;
    const std::uint64_t size = impl::distance(file_, end);
    if (count == impl::no_count || size < least_) result.table_ = nullptr;
    result.end_ = end;
    result.count_ = count;
    result.last_ = size - least_;
    return result;
  }

  /// Where record `index` is stated to begin, with room for the least record after it; else null.
  [[nodiscard]] const std::byte* stated(std::uint64_t index) const {
    if (table_ == nullptr || index >= count_) return nullptr;
    const std::uint64_t begin = begin_of(index);
    return is_inside(begin) ? file_ + begin : nullptr;
  }
  /// Where record `index`, of `count` or after the last, begins if the one before it ends at `at`.
  /// After the last one nothing begins before the end.
  [[nodiscard, gnu::always_inline]] const std::byte* next(std::uint64_t index,
                                                          const std::byte* at) const {
    if constexpr (!keeps_room) return at;
    return index == count_ ? end_ : next_inside(index, at);
  }
  /// The same of one that isn't after the last.
  [[nodiscard, gnu::always_inline]] const std::byte* next_inside(std::uint64_t index,
                                                                 const std::byte* at) const {
    if constexpr (!keeps_room) return at;
    if (table_ == nullptr) return at;
    const std::uint64_t begin = begin_of(index);
    if (!is_inside(begin)) return at;
    return file_ + begin > at ? file_ + begin : at;
  }

 private:
  // A negative one is beyond any file.
  [[nodiscard]] std::uint64_t begin_of(std::uint64_t index) const {
    return static_cast<std::uint64_t>(impl::load<T, order>(table_ + index * sizeof(T)));
  }
  [[nodiscard]] bool is_inside(std::uint64_t begin) const {
    return begin <= last_ && begin != unknown_;
  }

  const std::byte* file_ = nullptr;
  const std::byte* table_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t least_ = 0;
  std::uint64_t last_ = 0;  // where a record may begin at most
  std::uint64_t count_ = 0;
  std::uint64_t unknown_ = impl::no_count;
};

/// The records of such a list. It is looked at as a RecordRange is; one of them can be asked for
/// alone:
///
///   auto chunks = file.chunks();
///   if (const auto chunk = chunks.at(1000)) show(chunk->nbytes());
///
/// If a record `may_be_empty`, one without bytes is the last where nothing counts them.
template <class View, class Starts = NoStarts, bool may_be_empty = false>
class LooseRange {
 public:
  /// `count` records in `region`, or no_count. `first` is a view with everything but its place.
  LooseRange(const View& first, const impl::Origin& origin, impl::Region region,
             std::uint64_t count, const Starts& starts = {})
      : origin_(origin),
        region_(region),
        count_(count),
        starts_(starts.within(count, region.end)),
        first_(first),
        frame_{nullptr, origin.field, 0},
        context_(origin.file, Limits{}, impl::Strictness::read) {}

  class Iterator {
   public:
    using value_type = View;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const View*;
    using reference = const View&;

    Iterator() = default;
    [[gnu::always_inline]] explicit Iterator(LooseRange& range)
        : range_(&range), view_(range.first_) {
      range.start();
      if (range.count_ != 0) show(range.region_.begin);
    }

    const View& operator*() const { return view_; }
    const View* operator->() const { return &view_; }
    // Inlined, so that a loop keeps the view in registers.
    [[gnu::always_inline]] Iterator& operator++() {
      ++index_;
      if (index_ == range_->count_)
        end_ = nullptr;
      else
        show(range_->starts_.next_inside(index_, end_));
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const {
      return (end_ == nullptr) == (other.end_ == nullptr);
    }
    bool operator==(std::default_sentinel_t) const { return end_ == nullptr; }

    /// The bytes after the record at hand that are kept free.
    [[nodiscard]] Bytes room() const { return Bytes(end_, next()); }

   private:
    [[nodiscard, gnu::always_inline]] const std::byte* next() const {
      return range_->starts_.next(index_ + 1, end_);
    }
    [[gnu::always_inline]] void show(const std::byte* at) {
      end_ = at == range_->stop_ ? nullptr : range_->show(view_, at, index_);
    }

    LooseRange* range_ = nullptr;
    const std::byte* end_ = nullptr;  // of the record at hand
    std::uint64_t index_ = 0;
    View view_{};
  };

  [[nodiscard, gnu::always_inline]] Iterator begin() { return Iterator(*this); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// Number of records that the file announces; nothing if it doesn't.
  [[nodiscard]] std::optional<std::uint64_t> size() const {
    return count_ == impl::no_count ? std::nullopt : std::optional(count_);
  }
  /// Why the last iteration ended before the last record, if it did.
  [[nodiscard]] std::optional<Violation> violation() const {
    if (context_.report().violations().empty()) return std::nullopt;
    return impl::first_violation(context_);
  }

  /// For what goes over the records in another way.
  [[nodiscard]] impl::ListForm<View, Starts> form() const {
    return {first_, origin_, region_, count_, starts_};
  }
  /// Where the last record ends; all are walked over.
  [[nodiscard]] Result<const std::byte*> find_end() const {
    LooseRange range = *this;
    range.start();
    View view = first_;
    const std::byte* at = region_.begin;
    for (std::uint64_t index = 0; index != count_ && at != stop_; ++index) {
      const std::byte* const end = range.show(view, at, index);
      if (end == nullptr) [[unlikely]]
        return *range.violation();
      at = starts_.next(index + 1, end);
    }
    return at;
  }

  /// The record `index`: where the file says that it begins, else found after those before it.
  [[nodiscard]] Result<View> at(std::uint64_t index) const {
    LooseRange range = *this;
    if (const std::byte* const begin = starts_.stated(index)) {
      View view = first_;
      if (range.show(view, begin, index) == nullptr) return *range.violation();
      return view;
    }
    std::uint64_t number = 0;
    for (const View& view : range)
      if (number++ == index) return view;
    if (range.violation()) return *range.violation();
    impl::Origin missing = origin_;
    missing.index = index;
    return impl::absent_at(missing, "", region_.end);
  }

 private:
  void start() {
    context_.renew_elements();
    stop_ = count_ == impl::no_count ? region_.end : nullptr;
  }
  [[nodiscard, gnu::always_inline]] const std::byte* show(View& view, const std::byte* at,
                                                          std::uint64_t index) {
    frame_.index = index;
    impl::ViewAccess::set_index(view, index);
    const std::byte* const end =
        impl::walk_or_note(view, first_, context_, frame_, at, region_.end);
    if constexpr (may_be_empty)
      if (count_ == impl::no_count && end == at) stop_ = at;
    return end;
  }

  impl::Origin origin_;
  impl::Region region_;
  const std::byte* stop_ = nullptr;  // where none begins, if nothing counts them
  std::uint64_t count_;
  Starts starts_;
  View first_;
  impl::Frame frame_;
  impl::Context context_;
};

}  // namespace schemac
