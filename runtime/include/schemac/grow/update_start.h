// Files that grow: how one is begun, and how one that is there is read as far as that needs. The
// functions of schemac/core/update.h that nobody calls from outside.
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
inline Result<void> Update<File>::begin() {
  Growing::clear_rest(value_);
  if (Result<void> done = encode_head(); !done) return done;
  Value unfinished = value_;
  Growing::list(unfinished).count = announced_.value_or(0);
  Growing::state(unfinished, false, announced_.has_value());
  impl::Rejection rejection;
  if (!Growing::check(unfinished, rejection)) {
    Violation refused = rejection.take();
    if (needs_count(unfinished))
      refused.message += "; say how many elements there will be (CreateOptions::count)";
    return refused;
  }
  if (Result<void> done = keep_head(unfinished); !done) return done;
  end_ = head_.size();
  find_table();
  return {};
}

template <GrowingFile File>
inline bool Update<File>::needs_count(Value& unfinished) const {
  if (announced_) return false;
  Growing::state(unfinished, false, true);
  impl::Rejection rejection;
  return Growing::check(unfinished, rejection);
}

template <GrowingFile File>
inline Result<void> Update<File>::find_end(bool resumes) {
  const Result<Bytes> bytes = storage_->look();
  if (!bytes) return bytes.error();
  least_size_ = bytes->size();
  const Result<View> view = impl::Format<View>::view(*bytes, limits_);
  if (!view) return view.error();
  impl::ValueReader reader(limits_, *bytes);
  if (!Growing::read_head(reader, *view, value_)) return *reader.violation();
  starts_ = Growing::starts(*view);
  const auto last = impl::find_last(Growing::elements(*view), starts_, *bytes, resumes);
  if (!last) return last.error();
  count_ = last->count;
  if (last->stated != count_) announced_ = last->stated;
  is_inner_ = false;
  if (last->view && !reader.read(*last->view, last_.emplace_back())) return *reader.violation();
  if (Result<void> done = check_head(*bytes); !done) return done;
  const impl::Offsets range = last->view ? impl::locate(*last->view, *bytes, limits_)
                                         : impl::Offsets{head_.size(), head_.size()};
  last_begin_ = range.begin;
  end_ = range.end;
  if (last->is_walked && has_table_) take_starts(last->starts, resumes);
  is_cut_ = last->is_cut;
  const bool is_unfinished = last->is_walked && (!last->is_counted || has_table_ || is_cut_);
  if (resumes && is_unfinished)
    if (Result<void> done = keep_sound(*view, *bytes, reader); !done) return done;
  committed_ = count_;
  // What was read goes when the file is looked at the next time.
  impl::own_blobs(static_cast<File&>(value_));
  impl::own_blobs(last_);
  return {};
}

template <GrowingFile File>
inline void Update<File>::take_starts(const std::vector<std::uint64_t>& found, bool resumes) {
  states_starts_ = resumes || found.empty() || (!starts_.empty() && starts_[0] == found[0]);
  starts_ = found;
}

template <GrowingFile File>
inline Result<void> Update<File>::keep_sound(const View& file, Bytes bytes,
                                             impl::ValueReader& reader) {
  const std::optional<std::uint64_t> found =
      impl::find_sound_end<View>(bytes, head_.size(), limits_);
  if (!found)
    return refuse("breaks more rules than a report may hold, {a}: not all are known",
                  {limits_.violations});
  const std::uint64_t sound_end = std::min(*found, end_);
  if (sound_end == end_) return {};
  const std::uint64_t count = std::exchange(count_, 0);
  last_begin_ = end_ = head_.size();
  last_.clear();
  auto elements = Growing::elements(file);
  for (const auto& element : elements) {
    const impl::Offsets range = impl::locate(element, bytes, limits_);
    if (range.end > sound_end) break;
    last_.resize(1);
    if (!reader.read(element, last_.front())) return *reader.violation();
    last_begin_ = range.begin;
    end_ = range.end;
    ++count_;
  }
  starts_.resize(std::min<std::size_t>(starts_.size(), static_cast<std::size_t>(count_)));
  if constexpr (requires { elements.size(); })
    if (std::optional<std::uint64_t>(elements.size())) announced_ = announced_.value_or(count);
  if (announced_) needs_room_ = false;
  is_cut_ = true;
  return {};
}

template <GrowingFile File>
inline Result<void> Update<File>::resume() {
  if (is_cut_ && (!storage_->cut(end_) || !storage_->synchronise())) return storage_->failure();
  if (is_cut_) least_size_ = end_;
  Growing::state(value_, true, true);
  return {};
}

template <GrowingFile File>
inline Result<void> Update<File>::check_head(Bytes bytes) {
  impl::Rejection rejection;
  hold(last_, count_, count_ - last_.size());
  if (!Growing::encode(value_, rejection) || !Growing::check(value_, rejection))
    return rejection.take();
  hold({}, count_);
  if (Result<void> done = keep_head(value_); !done) return done;
  find_table();
  const auto [ours, theirs] = std::mismatch(head_.begin(), head_.end(), bytes.begin(), bytes.end());
  if (ours == head_.end()) return {};
  Violation violation = refusal("would be written differently: it can't be changed in place", {});
  violation.offset = static_cast<std::uint64_t>(ours - head_.begin());
  return violation;
}

template <GrowingFile File>
inline void Update<File>::find_table() {
  const impl::Offsets table = Growing::table(value_);
  has_table_ = table.begin != table.end || is_larger_by_one();
  needs_room_ = is_larger_by_one();
}

template <GrowingFile File>
inline bool Update<File>::is_larger_by_one() {
  if (announced_) return false;
  hold({}, count_ + 1);
  const bool is_larger = Growing::size_of(value_) != head_.size();
  hold({}, count_);
  return is_larger;
}

}  // namespace schemac
