// Goes over the elements of a list by what each begins with, and reads nothing else of the file.
//
//   const auto file = schemac::open<blocks::FileView>(path, {.keep = schemac::Keep::file});
//   auto heads = schemac::heads(*file, file->view.blocks());
//   for (const auto& block : heads) show(block.index, block.place, block.kind());
//   if (heads.violation()) return fail(*heads.violation());
//
// Each step from one element to the next through a mapping costs a page fault, where elements are
// large; here it is a read of a few bytes, of several elements at once where they are small. What
// is found is what a walk over the mapping finds, with its checks and its violations.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "schemac/base/load.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/no_starts.h"
#include "schemac/core/violation.h"
#include "schemac/io/failure.h"
#include "schemac/io/open.h"
#include "schemac/io/small_reads.h"
#include "schemac/walk/list_form.h"
#include "schemac/walk/view.h"

namespace schemac {

/// What an element begins with, and where it lies.
template <class View>
struct ElementHead : View::head_type {
  ElementHead() = default;
  ElementHead(const std::byte* at, std::uint64_t number, impl::Offsets where)
      : View::head_type(at), index(number), place(where) {}

  std::uint64_t index = 0;
  impl::Offsets place;  ///< without the bytes after it that are kept free
};

/// The elements of a list that says so (`View::head_type`). Must not outlive the file.
template <class View, class Starts>
class HeadRange {
 public:
  using Element = ElementHead<View>;

  /// Of a file in memory.
  explicit HeadRange(const impl::ListForm<View, Starts>& list) : list_(list) {}
  /// Of a file that is mapped and still open; `path` is for messages.
  HeadRange(const impl::ListForm<View, Starts>& list, int file, std::string path)
      : list_(list), path_(std::move(path)), reads_(std::in_place, file, list.origin.file.size()) {
    if (!reads_->is_open()) reads_.reset();  // the mapping shows the same
  }
  HeadRange(const HeadRange&) = delete;
  HeadRange& operator=(const HeadRange&) = delete;

  class Iterator {
   public:
    using value_type = Element;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const Element*;
    using reference = const Element&;

    Iterator() = default;
    explicit Iterator(HeadRange& range) : range_(&range) { show(0, range.list_.region.begin); }

    const Element& operator*() const { return element_; }
    const Element* operator->() const { return &element_; }
    Iterator& operator++() {
      show(element_.index + 1, range_->list_.starts.next(element_.index + 1, end_));
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return end_ == nullptr; }

   private:
    void show(std::uint64_t index, const std::byte* at) {
      end_ = range_->is_over(index, at) ? nullptr : range_->show(element_, index, at);
    }

    HeadRange* range_ = nullptr;
    const std::byte* end_ = nullptr;  // of the element at hand
    Element element_;
  };

  [[nodiscard]] Iterator begin() {
    violation_.reset();
    announced_ = 0;
    return Iterator(*this);
  }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// Why the last iteration ended before the last element, if it did.
  [[nodiscard]] const std::optional<Violation>& violation() const { return violation_; }
  /// Whether the file is read; else it is looked at in memory.
  [[nodiscard]] bool reads() const { return reads_.has_value(); }

 private:
  static constexpr std::uint64_t head_size = View::head_type::byte_size;

  // Positions are pointers into the file as it is in memory, where nothing is looked at.
  [[nodiscard]] bool is_over(std::uint64_t index, const std::byte* at) const {
    return list_.count == impl::no_count ? at >= list_.region.end : index >= list_.count;
  }
  [[nodiscard]] const std::byte* show(Element& out, std::uint64_t index, const std::byte* at) {
    const std::uint64_t offset = list_.origin.offset_of(at);
    const std::uint64_t left = impl::distance(at, list_.region.end);
    const std::byte* const head = look(index, offset, left);
    if (head == nullptr) [[unlikely]]
      return fail_to_read(offset);
    const std::byte* after = walk(index, head, head + left);
    if (after == nullptr) [[unlikely]]
      after = walk_carefully(index, head, head + left);
    if (after == nullptr) [[unlikely]]
      return nullptr;
    const std::uint64_t size = impl::distance(head, after);
    out = Element(head, index, {offset, offset + size});
    return at + size;
  }
  // The head at `offset`, or what is left of it.
  [[nodiscard, gnu::always_inline]] const std::byte* look(std::uint64_t index, std::uint64_t offset,
                                                          std::uint64_t left) {
    if (!reads_) return list_.origin.file.data() + offset;
    const std::uint64_t from_last = offset - last_offset_;
    last_offset_ = offset;
    const bool are_close = index != 0 && from_last < impl::SmallReads::most / 4;
    return reads_->look(offset, std::min(left, head_size), are_close ? impl::SmallReads::most : 0,
                        [&] { announce(index); });
  }
  // The elements that follow, as far as the file says where they are: so that the disk has them
  // when they are read.
  [[gnu::cold, gnu::noinline]] void announce(std::uint64_t index) {
    if constexpr (!std::is_same_v<Starts, NoStarts>) {
      constexpr std::uint64_t most_announced = 1024;
      if (index < announced_ || list_.count == impl::no_count) return;
      announced_ = index + std::min(most_announced, list_.count - index);
      for (std::uint64_t i = index + 1; i < announced_; ++i)
        if (const std::byte* const begin = list_.starts.stated(i))
          reads_->announce(list_.origin.offset_of(begin), head_size);
    }
  }
  [[nodiscard, gnu::always_inline]] const std::byte* walk(std::uint64_t index,
                                                          const std::byte* begin,
                                                          const std::byte* end) {
    frame_.index = index;
    if constexpr (impl::ViewAccess::can_try_walk<View>) {
      return impl::ViewAccess::try_walk(view_, begin, end, index);
    } else {
      impl::ViewAccess::set_index(view_, index);
      return impl::ViewAccess::walk(view_, silent_, frame_, begin, end);
    }
  }
  // The same once more, to find out what is wrong, if anything is. (No head is of an unknown kind:
  // only what has a switch can be.)
  [[gnu::cold, gnu::noinline]] const std::byte* walk_carefully(std::uint64_t index,
                                                               const std::byte* begin,
                                                               const std::byte* end) {
    const Bytes space = reads_ ? reads_->space() : list_.origin.file;
    impl::Context context(space, Limits{}, impl::Strictness::read);
    View view = list_.first;
    impl::ViewAccess::set_index(view, index);
    const std::byte* const after = impl::ViewAccess::walk(view, context, frame_, begin, end);
    if (after != nullptr) return after;
    violation_ = impl::first_violation(context);
    if (reads_) violation_->offset += reads_->offset();
    return nullptr;
  }
  [[gnu::cold, gnu::noinline]] std::nullptr_t fail_to_read(std::uint64_t offset) {
    violation_ = errno != 0 ? impl::io_failure("read", path_, errno)
                            : impl::io_failure("read", path_, "it is shorter than it was");
    violation_->offset = offset;
    return nullptr;
  }

  impl::ListForm<View, Starts> list_;
  View view_ = list_.first;  // of the element at hand
  impl::Frame frame_{nullptr, list_.origin.field, 0};
  impl::Context silent_{list_.origin.file, Limits{}, impl::Strictness::read};
  std::string path_;
  std::optional<impl::SmallReads> reads_;
  std::uint64_t last_offset_ = 0;
  std::uint64_t announced_ = 0;  // elements before it
  std::optional<Violation> violation_;
};

/// The heads of `records`, a range that a view of `file` gave. Read from the file, if it was opened
/// to be kept and is mapped; else looked at where it is in memory.
template <class View, class Range>
[[nodiscard]] auto heads(const Opened<View>& file, const Range& records) {
  using Heads = decltype(HeadRange(records.form()));
  const impl::Descriptor& open = file.source().file();
  return open.is_open() ? Heads(records.form(), open.number(), file.source().path())
                        : Heads(records.form());
}
/// The same of a file in memory.
template <class Range>
[[nodiscard]] auto heads(const Range& records) {
  return HeadRange(records.form());
}

}  // namespace schemac
