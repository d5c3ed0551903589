// Files that grow: elements that are put after the others or over one, and what a write that failed
// leaves. The functions of schemac/core/update.h that nobody calls from outside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schemac/check/rejection.h"
#include "schemac/core/blob.h"
#include "schemac/core/coded.h"
#include "schemac/core/format.h"
#include "schemac/core/limits.h"
#include "schemac/core/members.h"
#include "schemac/core/result.h"
#include "schemac/core/sink.h"
#include "schemac/core/storage.h"
#include "schemac/core/update.h"
#include "schemac/core/violation.h"
#include "schemac/grow/late_rules.h"
#include "schemac/grow/locate.h"
#include "schemac/grow/overwrite.h"
#include "schemac/grow/storage_sink.h"
#include "schemac/read/value_reader.h"
#include "schemac/write/streamed.h"

namespace schemac {

template <GrowingFile File>
template <class Prepare>
inline Result<void> Update<File>::put_over(std::uint64_t index, Element element,
                                           const Prepare& prepare) {
  const Result<ElementSlot> slot = slot_of(index);
  if (!slot) return slot.error();
  const bool is_last = index + 1 == count_;
  const std::span<Element> one(&element, 1);
  impl::Rejection rejection;
  hold(one, count_, index);
  if (!Growing::encode(value_, rejection) || !is_sound(one, index, count_, rejection))
    return rejection.take();
  const Result<std::vector<std::byte>> written = written_elements(slot->begin);
  if (!written) return written.error();
  const std::vector<std::byte>& bytes = *written;
  if (bytes.size() > slot->room || (bytes.size() < slot->room && !slot->may_shrink))
    return refuse(slot->may_shrink ? "element {a} takes {b} bytes; there is room for {c}"
                                   : "element {a} takes {b} bytes instead of {c}: it has no slack",
                  {index, bytes.size(), slot->room});
  if (bytes.size() > Growing::most - slot->begin) return refuse_place(slot->begin);
  if (!is_last)  // what the head says of the last one is changed by `commit`
    if (Result<void> done = check_late_rules(slot->begin, bytes); !done) return done;
  if (!begin_change()) return storage_->failure();
  if (Result<void> done = prepare(); !done) return done;
  const std::uint64_t end = slot->begin + bytes.size();
  const bool shrinks = slot->is_at_end && (end < end_ || has_left_over_);
  // Bytes after the list may be an element to whoever reads them, unless a count is there.
  const bool cuts_before = shrinks && !(Growing::keeps_rest && committed_ == count_);
  if (cuts_before && !cut(end)) return storage_->failure();
  if (!storage_->write(slot->begin, bytes) || !storage_->synchronise()) {
    damaged_.insert_or_assign(index, *slot);
    return is_last ? take_back(storage_->failure()) : storage_->failure();
  }
  damaged_.erase(index);
  if (is_streaming_ && !is_last && !storage_->end_change()) return storage_->failure();
  if (!is_last) return {};
  keep_last(std::move(element));
  is_inner_ = false;
  end_ = end;
  has_left_over_ = shrinks && !cuts_before;
  if (has_left_over_ && (!cut(end) || !storage_->synchronise())) return storage_->failure();
  has_left_over_ = false;
  if (is_streaming_ && !storage_->end_change()) return storage_->failure();
  return {};
}

template <GrowingFile File>
inline std::optional<Violation> Update<File>::foreseen_refusal() const {
  if constexpr (Growing::finds_up_to != ~std::uint64_t{0})
    if (has_table_ && states_starts_ && end_ > Growing::finds_up_to) {
      impl::Rejection rejection;
      rejection.reject_starts(end_, Growing::finds_up_to);
      return rejection.take();
    }
  constexpr bool may_misfit = requires(typename Growing::Writer & out) { out.misfits; };
  if constexpr (Growing::keeps_rest && (may_misfit || Growing::most != ~std::uint64_t{0})) {
    CountingSink sink;
    typename Growing::Writer out(sink, end_);
    Growing::emit_elements(value_, out);
    static_cast<void>(out.finish());  // counting takes all
    if (auto misfit = misfit_of(out, value_)) return misfit;
    if (out.position() > Growing::most) return refuse_place(out.position()).error();
  }
  return std::nullopt;
}

template <GrowingFile File>
inline Result<void> Update<File>::check_last() const {
  return count_ != 0 && damaged_.contains(count_ - 1) ? refuse_damaged(count_ - 1) : Result<void>();
}

template <GrowingFile File>
inline Result<void> Update<File>::check_room(std::uint64_t more) {
  if (announced_ && *announced_ - count_ < more)
    return refuse("the list was announced with {a} elements; there is no room for another one",
                  {*announced_});
  if (needs_room_ && Growing::room(value_) < more)
    return refuse("the table of starts has room for {a} elements",
                  {count_ + Growing::room(value_)});
  return {};
}

template <GrowingFile File>
inline auto Update<File>::slot_of(std::uint64_t index) -> Result<ElementSlot> {
  const bool is_at_end = end_ >= least_size_;
  if (count_ != 0 && index == count_ - 1)
    return ElementSlot{last_begin_, std::max(end_, Growing::most) - last_begin_,
                       Growing::keeps_rest || is_at_end, is_at_end};
  if (const auto found = damaged_.find(index); found != damaged_.end()) return found->second;
  // Without a table, where it lies follows from the ones before it.
  if (!has_table_ && !damaged_.empty() && damaged_.begin()->first < index)
    return refuse_damaged(damaged_.begin()->first).error();
  const Result<Bytes> bytes = storage_->look();
  if (!bytes) return bytes.error();
  const Result<View> file = impl::Format<View>::view(*bytes, limits_);
  if (!file) return file.error();
  const auto element = impl::find_element(Growing::elements(*file), index);
  if (!element) return element.error();
  const impl::Offsets range = impl::locate(*element, *bytes, limits_);
  const bool has_next = Growing::has_slack && states_starts_ && index + 1 < starts_.size() &&
                        starts_[index + 1] >= range.end && starts_[index + 1] <= end_;
  return ElementSlot{range.begin, (has_next ? starts_[index + 1] : range.end) - range.begin,
                     has_next, false};
}

template <GrowingFile File>
inline bool Update<File>::cut(std::uint64_t end) {
  if (!storage_->cut(end)) return false;
  end_ = end;
  least_size_ = std::min(least_size_, end);
  return true;
}

template <GrowingFile File>
inline void Update<File>::keep_last(Element element) {
  last_.assign(1, std::move(element));
  full_size_.reset();
  if constexpr (GrowingArray<File>) {
    const auto& piece = Growing::piece(last_.front());
    const std::optional<std::uint64_t> each = Growing::piece_size(value_);
    const bool is_full = each && impl::has_plain(piece) && piece.size() >= *each;
    if (!is_full) impl::own_blobs(last_);
    if (is_full && impl::borrows(last_)) full_size_ = piece.size();
  }
}

template <GrowingFile File>
inline Result<void> Update<File>::fill_last(const Blob& begun, const Blob& more) {
  std::vector<std::byte> whole(begun.bytes().begin(), begun.bytes().end());
  whole.insert(whole.end(), more.bytes().begin(), more.bytes().end());
  Element element = last_.front();
  Growing::piece(element) = Blob::own(std::move(whole));
  return put_over(count_ - 1, std::move(element), [&] { return withdraw_last(); });
}

template <GrowingFile File>
inline Result<void> Update<File>::withdraw_last() {
  if (committed_ == count_) return withdraw_totals();
  return write_changes(head_) ? Result<void>() : Result<void>(storage_->failure());
}

template <GrowingFile File>
inline Result<void> Update<File>::withdraw_totals() {
  impl::Rejection rejection;
  hold(last_, count_, count_ - last_.size());
  if (!Growing::encode(value_, rejection)) return rejection.take();
  hold({}, count_, count_);
  Value known = value_, unknown = value_;
  Growing::state(known, true, true);
  Growing::state(unknown, false, true);
  const Result<std::vector<std::byte>> of_known = written_head(known);
  const Result<std::vector<std::byte>> of_unknown = written_head(unknown);
  if (!of_known) return of_known.error();
  if (!of_unknown) return of_unknown.error();
  const std::vector<std::byte>&before = *of_known, &after = *of_unknown;
  if (before.size() != head_.size() || after.size() != head_.size())
    return refuse("what is in front of the list takes {a} bytes; there is room for {b}",
                  {before.size(), head_.size()});
  const impl::Offsets table = Growing::table(value_);  // which stays right
  std::vector<std::byte> head = head_;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (before[i] == after[i] || (i >= table.begin && i < table.end)) continue;
    if (head[i] != before[i] && head[i] != after[i])
      return refuse("what has changed in front of the list must be committed first", {});
    head[i] = after[i];
  }
  return write_changes(head) ? Result<void>() : Result<void>(storage_->failure());
}

template <GrowingFile File>
inline Violation Update<File>::take_back(Violation failure) {
  static_cast<void>(storage_->cut(std::max(end_, least_size_)));
  return failure;
}

template <GrowingFile File>
inline Violation Update<File>::refusal(std::string_view sentence, const impl::Facts& facts) {
  return {{},           0,  Rule::size_mismatch,
          Level::error, {}, impl::message({Rule::size_mismatch, {}, sentence}, facts)};
}

}  // namespace schemac
