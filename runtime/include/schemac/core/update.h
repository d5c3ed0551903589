// A file that grows: elements are put after those of its list, one can be replaced in place, and
// the fields before them can be changed.
//
//   auto file = schemac::create<tally::File>("day.tally", head);  // schemac/io/update.h
//   for (const Sample& sample : samples)
//     if (auto done = file->append(to_item(sample)); !done) return fail(done.error());
//   if (auto done = file->commit(); !done) return fail(done.error());
//
// Data first, totals last. What is appended goes after the last element, over bytes that mean
// nothing; then, with `commit`, the table of starts is written, then, by one write, all else before
// the list that has changed; between these the storage is synchronised. All of it is one change for
// the storage: that of files keeps in a journal what is overwritten, so that an interruption leaves
// the file of the last commit. A new file says until its first commit that its totals aren't known,
// if the format can say so, else that it has no element; what is appended to it stays. Memory: the
// fields before the list, eight bytes for each start in the table, and one element.
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
#include "schemac/core/violation.h"
#include "schemac/grow/late_rules.h"
#include "schemac/grow/locate.h"
#include "schemac/grow/overwrite.h"
#include "schemac/grow/storage_sink.h"
#include "schemac/read/value_reader.h"
#include "schemac/write/streamed.h"

namespace schemac {

/// The struct of a whole file whose schema says `stream: append` of a list.
template <class T>
concept GrowingFile = requires {
  typename impl::Growth<T>::Element;
};

/// One whose elements hold the pieces of an array, all of one size but the last.
template <class T>
concept GrowingArray = GrowingFile<T> && requires {
  impl::Growth<T>::piece_size(std::declval<const typename impl::Growth<T>::Value&>());
};

template <GrowingFile File>
class Update {
 public:
  using Element = typename impl::Growth<File>::Element;

  /// Begins a file with what `head` says, whose own list stays empty. With `announced` the file
  /// says from the start how many elements it will have: for formats whose table of starts has no
  /// room to spare.
  [[nodiscard]] static Result<Update> create(
      std::unique_ptr<Storage> storage, const File& head,
      std::optional<std::uint64_t> announced = std::nullopt) {
    return create_in([&] { return Result(std::move(storage)); }, head, announced);
  }
  /// The same in what `open()` makes, a Result of a storage: it is called when it is known that the
  /// head can be written.
  template <class Open>
  [[nodiscard]] static Result<Update> create_in(
      const Open& open, const File& head, std::optional<std::uint64_t> announced = std::nullopt) {
    Update update({}, {});
    static_cast<File&>(update.value_) = head;
    update.announced_ = announced;
    if (Result<void> done = update.begin(); !done) return done.error();
    auto storage = open();
    if (!storage) return std::move(storage).error();
    update.storage_ = *std::move(storage);
    update.is_streaming_ = true;
    if (!update.storage_->write(0, update.head_) || !update.storage_->synchronise())
      return update.storage_->failure();
    return update;
  }
  /// Goes on with a file that is there. It is looked at as far as that needs: what comes before the
  /// list, its table, its last element; without a table, and where bytes may follow the list, all
  /// elements are passed over.
  ///
  /// With `resumes` it goes on with what an interruption has left before the first commit: the
  /// elements are kept up to the first that isn't whole or breaks a rule (of those that lie in a
  /// hole, which nobody has waited for, their digest decides), what is after them is cut off; and
  /// totals that weren't known will be.
  [[nodiscard]] static Result<Update> open(std::unique_ptr<Storage> storage,
                                           const Limits& limits = {}, bool resumes = false) {
    Update update(std::move(storage), limits);
    update.is_streaming_ = resumes;
    if (Result<void> done = update.find_end(resumes); !done) return done.error();
    if (!resumes) return update;
    if (Result<void> done = update.resume(); !done) return done.error();
    return update;
  }

  /// What comes before the list. Changes are written by `commit`; they must not need more or less
  /// room than before.
  [[nodiscard]] File& head() { return value_; }
  [[nodiscard]] const File& head() const { return value_; }
  /// Number of elements, those that aren't committed included.
  [[nodiscard]] std::uint64_t size() const { return count_; }

  /// Makes the stored bytes of what is encoded in the head, so that their size is known.
  [[nodiscard]] Result<void> encode_head() {
    hold({}, count_);
    impl::Rejection rejection;
    if (!Growing::encode(value_, rejection)) return rejection.take();
    return {};
  }

  /// Puts an element after the others. Where it is refused, nothing has happened. Where it can't be
  /// written, nothing has happened either, but bytes after the list that the format keeps may be
  /// overwritten. Bytes that it borrows are to be kept until another one is after it; of an array's
  /// piece that may still be filled they are copied.
  [[nodiscard]] Result<void> append(Element element) {
    if (Result<void> done = check_last(); !done) return done;
    if (Result<void> done = check_room(1); !done) return done;
    impl::Rejection rejection;
    if (!is_inner_ && !is_sound(last_, count_ - last_.size(), count_ + 1, rejection))
      return rejection.take();
    const std::span<Element> one(&element, 1);
    hold(one, count_ + 2);
    if (!Growing::encode(value_, rejection)) return rejection.take();
    const bool is_inner = is_sound(one, count_, count_ + 2, rejection);
    impl::Rejection of_last;
    if (!is_inner && !is_sound(one, count_, count_ + 1, of_last)) return of_last.take();

    if (auto refused = foreseen_refusal()) return *std::move(refused);
    if (!is_streaming_ && !begin_change()) return storage_->failure();
    impl::StorageSink sink(*storage_, end_);
    typename Growing::Writer out(sink, end_);
    Growing::emit_elements(value_, out);
    if (!out.finish()) return take_back(storage_->failure());
    if (auto misfit = misfit_of(out, value_)) return take_back(*std::move(misfit));
    if (!out.is_exact()) return take_back(impl::wrong_size(out.position()));
    if (out.position() > Growing::most) return take_back(refuse_place(out.position()).error());
    if (has_table_) starts_.push_back(end_);
    last_begin_ = end_;
    end_ = out.position();
    if (needs_room_) Growing::take_room(value_);
    ++count_;
    is_inner_ = is_inner;
    keep_last(std::move(element));
    return {};
  }
  [[nodiscard]] Result<void> append(std::span<const Element> elements) {
    for (const Element& element : elements)
      if (Result<void> done = append(element); !done) return done;
    return {};
  }

  /// Puts bytes after those of an array that is cut into elements: the last element is filled up,
  /// others are appended, if there is room for all. `bytes` may be gone when it returns.
  ///
  /// A last element that was committed is replaced at once, in a file that says before that its
  /// totals aren't known, if it can: for readers that know nothing of the storage's changes.
  ///
  /// What fails: where filling the last element is refused, nothing has happened. Where it can't be
  /// written, the array is as long as before, the file may say until the next commit that its
  /// totals aren't known, and the element may be damaged, which is to be extended or replaced
  /// first. Where one of the others fails, those before it are there, and the bytes that they hold.
  [[nodiscard]] Result<void> extend(Blob bytes) requires GrowingArray<File> {
    const std::optional<std::uint64_t> each = Growing::piece_size(value_);
    if (!each) return refuse("nothing says how large the pieces of the array are", {});
    const auto take = [&](std::uint64_t size) {
      const Blob taken = bytes.part(0, std::min(size, bytes.size()));
      bytes = bytes.part(taken.size(), bytes.size() - taken.size());
      return taken;
    };
    Blob begun;
    if (full_size_ && *full_size_ < *each)
      return refuse("element {a} was full with {b} bytes: those before the next can't be larger",
                    {count_ - 1, *full_size_});
    const bool is_open = !last_.empty() && !full_size_;
    if (is_open && !bytes.empty()) {
      Result<Blob> plain = impl::plain_content(Growing::piece(last_.front()), limits_);
      if (!plain) return std::move(plain).error();
      begun = *std::move(plain);
    }
    const bool fills = is_open && begun.size() < *each;
    const std::uint64_t missing = fills ? std::min(*each - begun.size(), bytes.size()) : 0;
    const std::uint64_t rest = bytes.size() - missing;
    if (Result<void> done = check_room(rest / *each + (rest % *each == 0 ? 0 : 1)); !done)
      return done;
    if (missing != 0)
      if (Result<void> done = fill_last(begun, take(missing)); !done) return done;
    while (!bytes.empty()) {
      Element element;
      Growing::piece(element) = take(*each);
      if (Result<void> done = append(std::move(element)); !done) return done;
    }
    return {};
  }

  /// Makes everything that was appended or changed part of the file. More may follow, up to the
  /// next commit.
  [[nodiscard]] Result<void> commit() {
    if (Result<void> done = check_last(); !done) return done;
    if (announced_ && *announced_ != count_)
      return refuse("the list was announced with {a} elements; {b} are there",
                    {*announced_, count_});
    impl::Rejection rejection;
    hold(last_, count_, count_ - last_.size());
    if (!Growing::encode(value_, rejection) || !Growing::check(value_, rejection))
      return rejection.take();
    hold({}, count_, count_);
    const Result<std::vector<std::byte>> written = written_head(value_);
    if (!written) return written.error();
    const std::vector<std::byte>& head = *written;
    if (head.size() != head_.size())
      return refuse("what is in front of the list takes {a} bytes; there is room for {b}",
                    {head.size(), head_.size()});
    if (Result<void> done = check_late_rules(0, head); !done) return done;
    const impl::Offsets table = Growing::table(value_);
    std::vector<std::byte> with_table = head_;
    std::copy(head.begin() + static_cast<std::ptrdiff_t>(table.begin),
              head.begin() + static_cast<std::ptrdiff_t>(table.end),
              with_table.begin() + static_cast<std::ptrdiff_t>(table.begin));
    if (!storage_->synchronise()) return storage_->failure();
    const bool has_changed = head != head_ || unsure_.begin != unsure_.end;
    if (has_changed && !(begin_change() && write_changes(with_table) && write_changes(head)))
      return storage_->failure();
    if (!storage_->end_change()) return storage_->failure();
    is_streaming_ = false;
    committed_ = count_;
    return {};
  }

  /// Puts another element in the place of one, over its bytes and the spare ones after it: refused
  /// if it needs more than that or, where the format has no spare bytes, less. After the last one
  /// nothing is in the way, and nothing of it is left. It is part of the file with the next commit.
  /// What can't be written leaves that element damaged until it is replaced again.
  [[nodiscard]] Result<void> replace(std::uint64_t index, Element element) {
    return put_over(index, std::move(element), [] { return Result<void>(); });
  }

 private:
  using Growing = impl::Growth<File>;
  using Value = typename Growing::Value;
  using View = typename Growing::View;

  // Where an element lies, and what may be put there.
  struct ElementSlot {
    std::uint64_t begin = 0;
    std::uint64_t room = 0;
    bool may_shrink = false;
    bool is_at_end = false;  // of the file: what it no longer needs isn't left after it
  };

  Update(std::unique_ptr<Storage> storage, const Limits& limits)
      : storage_(std::move(storage)), limits_(limits) {}

  // ---- what replaces an element ----

  // Replaces one; `prepare()` is called when nothing speaks against it, before anything is written.
  template <class Prepare>
  Result<void> put_over(std::uint64_t index, Element element, const Prepare& prepare);

  // Why the elements at hand can't be put after the others: the table can't find them, or what only
  // putting them shows. Asked before they go over bytes after the list, which can't be taken back.
  [[nodiscard]] std::optional<Violation> foreseen_refusal() const;

  // ---- the value that the header's functions are about ----

  // Elements at hand, the first of which has an index, and how many there are in all.
  void hold(std::span<Element> elements, std::uint64_t count, std::uint64_t first) {
    auto& list = Growing::list(value_);
    list.count = announced_.value_or(count);
    list.first = first;
    list.held = elements;
    const bool holds_last = !elements.empty() && first + elements.size() == count;
    list.last = holds_last ? &elements.back() : last_.empty() ? nullptr : last_.data();
    list.starts = starts_;
  }
  void hold(std::span<Element> elements, std::uint64_t count) { hold(elements, count, count_); }

  // The rules about elements, the first of which has an index, if there are `count` in all.
  bool is_sound(std::span<Element> elements, std::uint64_t first, std::uint64_t count,
                impl::Rejection& rejection) {
    hold(elements, count, first);
    return Growing::check_elements(value_, rejection);
  }

  // Rules that only the bytes of the file can decide, once `put` lies at `begin`.
  Result<void> check_late_rules(std::uint64_t begin, Bytes put) {
    if constexpr (Growing::has_late_rules) {
      const Result<Bytes> bytes = storage_->look();
      if (!bytes) return bytes.error();
      if (auto refused = impl::refusal_with<File>(*bytes, begin, put, limits_))
        return *std::move(refused);
    }
    return {};
  }

  static Result<std::vector<std::byte>> written_head(const Value& value) {
    MemorySink sink;
    typename Growing::Writer out(sink);
    Growing::emit(value, out);
    static_cast<void>(out.finish());  // memory takes all
    if (auto misfit = misfit_of(out, value)) return *std::move(misfit);
    return sink.take();
  }
  Result<std::vector<std::byte>> written_elements(std::uint64_t at) const {
    MemorySink sink;
    typename Growing::Writer out(sink, at);
    Growing::emit_elements(value_, out);
    static_cast<void>(out.finish());
    if (auto misfit = misfit_of(out, value_)) return *std::move(misfit);
    return sink.take();
  }
  Result<void> keep_head(const Value& value) {
    Result<std::vector<std::byte>> head = written_head(value);
    if (!head) return std::move(head).error();
    head_ = *std::move(head);
    return {};
  }
  // What holds another size than is asked for where it was put.
  static std::optional<Violation> misfit_of(const typename Growing::Writer& out,
                                            const Value& value) {
    if constexpr (requires { out.misfits; })
      if (!out.misfits.empty()) return out.misfits.refusal(value);
    return std::nullopt;
  }

  // ---- beginning ----

  Result<void> begin();
  // Whether a head that is refused would be taken if the number of elements was known.
  bool needs_count(Value& unfinished) const;

  Result<void> find_end(bool resumes);

  // A table that states none goes on to state none, unless an unfinished file is finished.
  void take_starts(const std::vector<std::uint64_t>& found, bool resumes);

  // Of elements that nobody has waited for any may be lost: those before the first that breaks a
  // rule are kept.
  Result<void> keep_sound(const View& file, Bytes bytes, impl::ValueReader& reader);

  Result<void> resume();

  // The head is what would be written: whatever else was there would be lost with the first change.
  Result<void> check_head(Bytes bytes);

  void find_table();
  // Whether another element makes the head larger, unless there is room for it in the table.
  bool is_larger_by_one();

  // ---- going on ----

  // What is after a last element that isn't whole would not be found.
  Result<void> check_last() const;
  Result<void> check_room(std::uint64_t more);

  // The last one may not be committed yet, so that nobody finds it in the file.
  Result<ElementSlot> slot_of(std::uint64_t index);

  bool cut(std::uint64_t end);

  // ---- the last element of an array ----

  // The last element is looked at again, when its owner may have other things in what it borrows:
  // only of a full piece nothing but the size is asked for.
  void keep_last(Element element);

  // Puts what it held and more of the array into it.
  Result<void> fill_last(const Blob& begun, const Blob& more);

  // Makes the totals right whatever the last element holds. Those of the last commit say nothing of
  // one that came later; those of a commit that failed are taken back.
  Result<void> withdraw_last();

  // Makes the file say that its totals aren't known, where it can, and nothing else: other changes
  // of the head are for `commit`.
  Result<void> withdraw_totals();

  // Leaves the file as long as it was before what failed: bytes after the list may be an element,
  // or a part of one, to whoever reads them.
  Violation take_back(Violation failure);

  bool begin_change() {
    return storage_->begin_change(is_streaming_ ? Appended::is_kept : Appended::is_undone);
  }
  bool write_changes(const std::vector<std::byte>& head) {
    return impl::overwrite(*storage_, head, head_, unsure_);
  }

  static Violation refusal(std::string_view sentence, const impl::Facts& facts);
  static Result<void> refuse(std::string_view sentence, const impl::Facts& facts) {
    return refusal(sentence, facts);
  }
  static Result<void> refuse_damaged(std::uint64_t index) {
    return refuse("element {a} could not be written: it must be replaced first", {index});
  }
  static Result<void> refuse_place(std::uint64_t at) {
    return refuse("the file would end at {a}; offsets can state {b} at most", {at, Growing::most});
  }

  std::unique_ptr<Storage> storage_;
  Limits limits_;
  Value value_;                             // of it, the list that `hold` has set
  std::optional<std::uint64_t> announced_;  // elements
  std::vector<std::byte> head_;             // what comes before the list, in the file
  impl::Offsets unsure_;                    // of it: may be there or not, since a write has failed
  std::vector<std::uint64_t> starts_;       // of all elements, where the format has a table
  bool states_starts_ = true;               // the table says them, so that spare bytes are skipped
  bool has_table_ = false;
  bool needs_room_ = false;       // in the table, for each element that comes
  std::uint64_t count_ = 0;       // elements
  std::uint64_t committed_ = 0;   // of these
  std::uint64_t last_begin_ = 0;  // of the last one
  std::uint64_t end_ = 0;
  // What could not be written as a whole: nobody can find out any more how far it went.
  std::map<std::uint64_t, ElementSlot> damaged_;
  bool has_left_over_ = false;    // bytes of the last one that could not be cut off
  std::uint64_t least_size_ = 0;  // bytes of the file when it was opened: what isn't ours to cut
  std::vector<Element> last_;     // the last one, if there is one
  std::optional<std::uint64_t> full_size_;  // of it, a full piece whose bytes may be gone
  bool is_streaming_ = false;  // nothing was committed yet: what is there is kept as far as it goes
  bool is_cut_ = false;        // something after it isn't whole
  bool is_inner_ = true;       // it is known that others may follow it
};

}  // namespace schemac

#include "schemac/grow/update_elements.h"
#include "schemac/grow/update_start.h"
