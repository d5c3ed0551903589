// What lies at offsets anywhere in a file: which bytes of it belong to which field.
//
// A writer puts such content after what lies in line, one after the other, in the order in which
// the values are visited. A file that is laid out so is proven by a running end, without a word of
// storage. If anything is elsewhere, all places are kept in a second walk and compared.
//
//   |in line|content 0|00|content 1|bytes of no field|content 2|trailing
//
// An offset is either derived (a writer chooses it) or given (a writer obeys, and fills with zeros
// what is left before it). So zeros are due before content whose offset is given, and before
// content that is aligned; other bytes of no field are unclaimed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/walk/placed_by.h"

namespace schemac::impl {

/// What is to be said of bytes that no content covers; null: nothing.
struct FileChecks {
  const Check* padding = nullptr;    ///< Facts: a the byte
  const Check* unclaimed = nullptr;  ///< Facts: a number of bytes, b begin, c end
  const Check* trailing = nullptr;   ///< Facts: a number of bytes
  const Check* place = nullptr;      ///< Facts: a the offset, b the one that a writer chooses
};

class FileExtents {
 public:
  /// Of the file whose record is at `root`; both must stay where they are.
  FileExtents(const Context& context, const FileChecks& checks, const Frame& root)
      : size_(context.space().size()),
        checks_(checks),
        root_(&root),
        keeps_(context.keeps_payloads()) {}

  [[nodiscard]] std::uint64_t begin() const { return 0; }
  [[nodiscard]] std::uint64_t end() const { return size_; }
  /// Whether [at, at + size) lies inside.
  [[nodiscard]] bool contains(std::uint64_t at, std::uint64_t size) const {
    return lies_inside(at, size, 0, size_);
  }
  void keep_all() { keeps_ = true; }
  /// True if all lies as a writer would put it, or if all places are kept.
  [[nodiscard]] bool is_certain() const { return keeps_ || is_regular_; }

  /// Content is looked for. What lies in it is found later, but placed after it.
  std::uint64_t open() { return ++opened_; }

  /// Claims [at, at + size), which lies inside the file. `stated_at` is what says so, to which
  /// `overlap` belongs. Returns whether the walk goes on.
  bool claim(const Context& context, const Frame& frame, const Check* overlap, std::uint64_t at,
             std::uint64_t size, const std::byte* stated_at, PlacedBy by) {
    if (!context.checks_rules()) {  // only bytes after all of it may be an error
      if (size != 0) reached_ = std::max(reached_, at + size);
      if (size == 0 && !by.is_given && at > empty_at_) {
        empty_at_ = at;
        empty_align_ = by.align;
      }
      return true;
    }
    if (by.is_at_once()) by.turn = open();
    if (keeps_) [[unlikely]] {
      keep(frame, *overlap, at, size, stated_at, by);
      return true;
    }
    const bool is_elsewhere = size == 0 && by.is_given && (claimed_ == 0 || at != reached_);
    is_regular_ = is_regular_ && by.turn == claimed_ + 1 && !is_elsewhere &&
                  (claimed_ == 0 || is_next(context, reached_, at, by));
    if (claimed_ == 0) {
      first_ = at;
      first_by_ = by;
    }
    ++claimed_;
    reached_ = at + size;
    return true;
  }

  /// After the last claim. What lies in line, and in declared sections, ends at `inline_end`.
  /// Returns whether the walk goes on.
  bool finish(Context& context, std::uint64_t inline_end) {
    if (!context.checks_rules()) {
      const std::uint64_t reached = std::max(inline_end, reached_);
      // A writer aligns what has no bytes, too.
      const bool is_aligned =
          empty_at_ > reached && empty_at_ == padded_size(reached, empty_align_);
      note_trailing(context, is_aligned ? empty_at_ : reached);
      return !context.stopped();
    }
    if (keeps_) return finish_kept(context, inline_end);
    is_regular_ = is_regular_ && claimed_ == opened_ &&
                  (claimed_ == 0 || is_next(context, inline_end, first_, first_by_));
    if (!is_regular_) {
      context.set_uncertain();
      return true;
    }
    note_trailing(context, claimed_ == 0 ? inline_end : reached_);
    return !context.stopped();
  }

 private:
  struct Kept {
    std::uint64_t at, size;
    const std::byte* stated_at;
    Check overlap;
    PlacedBy by;
    std::string path;
  };

  [[gnu::cold, gnu::noinline]] void keep(const Frame& frame, const Check& overlap, std::uint64_t at,
                                         std::uint64_t size, const std::byte* stated_at,
                                         const PlacedBy& by) {
    std::string path = path_of(frame);
    append_path(path, overlap.field);
    kept_.push_back({at, size, stated_at, overlap, by, std::move(path)});
  }

  // Whether content at `at` is where a writer puts it, if what is before ends at `reached`.
  bool is_next(const Context& context, std::uint64_t reached, std::uint64_t at,
               const PlacedBy& by) const {
    if (at < reached || (!by.is_given && at != padded_size(reached, by.align))) return false;
    const std::byte* file = context.space().data();
    return checks_.padding == nullptr || find_not(file + reached, file + at) == file + at;
  }

  bool note(Context& context, const Check& check, const Kept& kept, const Facts& facts) {
    Check own = check;
    own.field = {};
    is_noted_ = true;
    return context.note(own, Frame{nullptr, kept.path}, kept.stated_at, facts);
  }

  void note_trailing(Context& context, std::uint64_t reached) {
    if (reached >= size_ || checks_.trailing == nullptr || context.has_errors()) return;
    is_noted_ = true;
    context.note(*checks_.trailing, *root_, context.space().data() + reached,
                 Facts{size_ - reached});
  }

  // The bytes of no field in [from, to), before content. (Content that could not be found may be
  // there: where there is an error nothing is said.)
  void note_gap(Context& context, std::uint64_t from, std::uint64_t to, const PlacedBy& by) {
    if (context.has_errors()) return;
    const std::byte* file = context.space().data();
    if (!by.is_given && to != padded_size(from, by.align)) {
      if (checks_.unclaimed == nullptr) return;
      is_noted_ = true;
      context.note(*checks_.unclaimed, *root_, file + from, Facts{to - from, from, to});
      return;
    }
    const std::byte* found = find_not(file + from, file + to);
    if (checks_.padding == nullptr || found == file + to) return;
    is_noted_ = true;
    context.note(*checks_.padding, *root_, found, Facts{std::to_integer<std::uint64_t>(*found)});
  }

  [[gnu::cold, gnu::noinline]] bool finish_kept(Context& context, std::uint64_t inline_end) {
    std::sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) {
      return a.at != b.at ? a.at < b.at : a.by.turn < b.by.turn;
    });
    std::uint64_t reached = inline_end;
    for (const Kept& kept : kept_) {
      // A writer aligns what has no bytes, too.
      if (kept.size == 0 && (kept.by.is_given || kept.at != padded_size(reached, kept.by.align)))
        continue;
      if (kept.at < reached) {
        note(context, kept.overlap, kept, Facts{kept.at, reached});
      } else if (kept.at > reached) {
        note_gap(context, reached, kept.at, kept.by);
      }
      reached = std::max(reached, kept.at + kept.size);
      if (context.stopped()) return false;
    }
    note_trailing(context, reached);
    if (!is_noted_ && !context.has_errors()) note_place(context, inline_end);
    return !context.stopped();
  }

  // The first offset that a writer would choose otherwise: the others follow from it.
  void note_place(Context& context, std::uint64_t inline_end) {
    if (checks_.place == nullptr) return;
    const auto found = first_elsewhere(kept_, inline_end);
    if (found.content != nullptr)
      note(context, *checks_.place, *found.content, Facts{found.content->at, found.chosen});
  }

  std::uint64_t size_;
  FileChecks checks_;
  const Frame* root_;
  bool keeps_;
  bool is_regular_ = true;
  bool is_noted_ = false;
  std::uint64_t opened_ = 0, claimed_ = 0, reached_ = 0, first_ = 0;
  std::uint64_t empty_at_ = 0, empty_align_ = 1;  // of the last content without bytes
  PlacedBy first_by_;
  std::vector<Kept> kept_;
};

}  // namespace schemac::impl
