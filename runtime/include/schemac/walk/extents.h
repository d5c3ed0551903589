// The payloads of one section: none may begin inside another, and what lies between them is zero.
//
// A deterministic writer stores payloads in the order in which the tables list their offsets, so a
// running end proves both, and that the file is as a writer would write it, without a word of
// storage. Only when a payload lies elsewhere, all of them are kept and compared.
//
//   section  |payload 0|00|payload 1|  |payload 2|000|
//            begin                   ^ end_           section end
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/walk/placed_by.h"

namespace schemac::impl {

/// What a section says of its payloads.
struct ExtentChecks {
  /// Facts: a start, b the end of the other. Null, or of another class than overlap: they may share
  /// bytes; then it only says which field states the offset.
  const Check* overlap = nullptr;
  /// Null: anything may lie between. Facts: a the byte; the path is the section's.
  const Check* gap = nullptr;
};

class Extents {
 public:
  /// Payloads lie in [begin, end) of the file; offsets in bytes from the start of the file.
  Extents(std::uint64_t begin, std::uint64_t end) : begin_(begin), end_(end), reached_(begin) {}
  /// The same for a section of the record at `root`, which must stay where it is: gaps are reported
  /// there.
  Extents(const Context& context, std::uint64_t begin, std::uint64_t end, const Check* gap,
          const Frame& root)
      : begin_(begin), end_(end), reached_(begin), gap_(gap), root_(&root) {
    if (context.keeps_payloads()) keep_all();
  }

  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  /// Whether [at, at + size) lies inside.
  [[nodiscard]] bool contains(std::uint64_t at, std::uint64_t size) const {
    return lies_inside(at, size, begin_, end_);
  }

  /// True if the payloads so far came in file order, or all of them are kept.
  [[nodiscard]] bool is_certain() const { return certain_; }
  /// Before a second walk: keep all payloads, whatever their order.
  void keep_all() {
    keeps_ = true;
    certain_ = true;
    reached_ = kept_reached;
    kept_.clear();
    contents_.clear();
  }

  /// The same of one that holds fields in line, too, which aren't walked yet.
  static Extents waiting(const Context& context, std::uint64_t begin, std::uint64_t end,
                         const Check* gap, const Frame& root) {
    Extents made(context, begin, end, gap, root);
    made.wait();
    return made;
  }
  /// Where payloads begin isn't known until `begin_at`: what the section holds in line wasn't
  /// walked yet. Records before may place content here all the same, or these fields themselves.
  void wait() {
    waits_ = true;
    reached_ = kept_reached;
  }
  /// The fields in line are walked, and end at `begin`. Returns whether the walk goes on.
  bool begin_at(Context& context, std::uint64_t begin) {
    begin_ = used_end_ = begin;
    waits_ = false;
    if (!keeps_) reached_ = begin;
    for (const Content& content : contents_) {
      const bool may_share = overlap_.rule != Rule::overlap;
      if (may_share || content.at >= begin) continue;
      const Frame path{nullptr, content.path};
      if (!context.note(overlap_, path, content.stated_at, Facts{content.at, begin})) return false;
    }
    return true;
  }

  /// A payload is looked for. What lies in it is found later, but placed after it.
  std::uint64_t open() { return ++opened_; }

  /// Claims [at, at + size), which lies inside the section. `stated_at` is the offset of the field
  /// that says `at`. Returns whether the walk goes on.
  bool claim(Context& context, const Frame& frame, const Frame& root, const ExtentChecks& checks,
             std::uint64_t at, std::uint64_t size, const std::byte* stated_at, const PlacedBy& by) {
    if (!by.is_at_once()) ++claimed_;
    return claim_slowly(context, frame, root, checks, at, size, stated_at, by);
  }

  /// Claims [at, at + size), which lies inside, for a section made with its frame. A payload right
  /// after the one before (but for zeros, up to 7 that its alignment needs) costs a few
  /// instructions.
  [[gnu::always_inline]] bool claim(Context& context, const Frame& frame, const Check* overlap,
                                    std::uint64_t at, std::uint64_t size,
                                    const std::byte* stated_at, const PlacedBy& by) {
    const std::uint64_t gap = at - reached_;  // huge if it lies before, or if all are kept
    // Whether there is a gap at all is not asked: where sizes vary, that branch can't be predicted.
    const bool is_in_turn =
        by.turn == PlacedBy::always_at_once ||
        (by.turn == PlacedBy::at_once ? claimed_ == opened_ : by.turn == ++claimed_);
    // A gap below the alignment is just what that needs. The caller has asked whether `at` is
    // aligned, so asking again costs nothing.
    const bool is_near = gap < std::min<std::uint64_t>(by.align, 8) && at % by.align == 0;
    const bool is_next =
        is_near && is_in_turn && at >= 8 && ends_in_zeros(context.space().data() + at, gap);
    if (!is_next || size == 0) [[unlikely]]
      return claim_elsewhere(context, frame, {overlap, gap_}, at, size, stated_at, by);
    reached_ = at + size;
    return true;
  }
  bool finish(Context& context, bool is_followed = false) {
    return finish(context, *root_, {nullptr, gap_}, is_followed);
  }

  /// After the last claim: checks what no payload covers; not what is after all of them, if that
  /// is followed by what lies in no section. Returns whether the walk goes on.
  bool finish(Context& context, const Frame& root, const ExtentChecks& checks, bool is_followed) {
    std::uint64_t reached = begin_;
    for (const auto& [begin, kept] : kept_) {
      if (begin > reached && !check_gap(context, root, checks, reached, begin)) return false;
      if (kept.end > reached) reached = kept.end;
    }
    if (!keeps_ && !waits_) reached = reached_;
    // A writer aligns what has no bytes, too, and a section reaches to where that is given.
    used_end_ = std::max(reached, empty_at_);
    return check_gap(context, root, checks, reached, is_followed ? used_end_ : end_);
  }
  /// Once it is finished: where what lies in the section ends.
  [[nodiscard]] std::uint64_t used_end() const { return used_end_; }

  /// After `finish`: notes the first offset that a writer would choose otherwise. True if there is
  /// one.
  bool note_place(Context& context, const Check& place) {
    if (!keeps_) {
      if (is_regular_ && claimed_ == opened_) [[likely]]
        return false;
      set_uncertain(context);
      return true;
    }
    const auto found = first_elsewhere(contents_, begin_);
    if (found.content == nullptr) return false;
    context.note(place, Frame{nullptr, found.content->path}, found.content->stated_at,
                 Facts{found.content->at, found.chosen});
    return true;
  }

 private:
  // Beyond every offset, and far enough from the greatest number that no payload looks like the
  // next one.
  static constexpr std::uint64_t kept_reached = ~std::uint64_t{0} - 4096;

  [[gnu::cold, gnu::noinline]] bool claim_elsewhere(Context& context, const Frame& frame,
                                                    const ExtentChecks& checks, std::uint64_t at,
                                                    std::uint64_t size, const std::byte* stated_at,
                                                    const PlacedBy& by) {
    return claim_slowly(context, frame, *root_, checks, at, size, stated_at, by);
  }
  bool claim_slowly(Context& context, const Frame& frame, const Frame& root,
                    const ExtentChecks& checks, std::uint64_t at, std::uint64_t size,
                    const std::byte* stated_at, PlacedBy by) {
    if (by.is_at_once()) {
      by.turn = open();
      ++claimed_;
    }
    if (waits_ && !keeps_) {  // a walk that keeps all of them reports it
      set_uncertain(context);
      return true;
    }
    if (keeps_) [[unlikely]] {
      if (checks.overlap != nullptr) keep(frame, *checks.overlap, at, size, stated_at, by);
    } else {
      const bool is_anywhere = size == 0 && by.is_given;
      is_regular_ = is_regular_ && by.turn == claimed_ &&
                    (is_anywhere || at == chosen_place(at, reached_, by));
    }
    if (size == 0) {
      empty_at_ = std::max(empty_at_, at);
      return true;
    }
    if (keeps_ || at < reached_) [[unlikely]]
      return claim_kept(context, frame, checks, at, size, stated_at);
    if (at != reached_ && !check_gap(context, root, checks, reached_, at, false)) return false;
    reached_ = at + size;
    return true;
  }

  /// A payload and how it got its place.
  struct Content {
    std::uint64_t at, size;
    const std::byte* stated_at;
    PlacedBy by;
    std::string path;
  };
  [[gnu::cold, gnu::noinline]] void keep(const Frame& frame, const Check& overlap, std::uint64_t at,
                                         std::uint64_t size, const std::byte* stated_at,
                                         const PlacedBy& by) {
    std::string path = path_of(frame);
    append_path(path, overlap.field);
    overlap_ = overlap;
    overlap_.field = {};
    contents_.push_back({at, size, stated_at, by, std::move(path)});
  }

  void set_uncertain(Context& context) {
    certain_ = false;
    context.set_uncertain();
  }

  bool check_gap(Context& context, const Frame& root, const ExtentChecks& checks,
                 std::uint64_t from, std::uint64_t to, bool is_last = true) {
    if (checks.gap == nullptr || !context.makes(*checks.gap) || from >= to) return true;
    const std::byte* begin = context.space().data() + from;
    const std::byte* end = context.space().data() + to;
    const std::byte* found = find_not(begin, end);
    if (found == end) [[likely]]
      return true;
    // A payload that comes later may lie there; who only reads would stop here, and looks again.
    if (!is_last && !context.checks_rules()) {
      set_uncertain(context);
      return true;
    }
    // A payload that could not be placed leaves a hole, which is not at fault.
    if (!certain_ || context.has_errors()) return true;
    return context.note(*checks.gap, root, found, Facts{std::to_integer<std::uint64_t>(*found)});
  }

  [[gnu::cold, gnu::noinline]] bool claim_kept(Context& context, const Frame& frame,
                                               const ExtentChecks& checks, std::uint64_t at,
                                               std::uint64_t size, const std::byte* stated_at) {
    if (!keeps_) {
      set_uncertain(context);
      return true;
    }
    // At fault is the payload that begins inside another; of two that begin at the same place the
    // second.
    bool goes_on = true;
    const auto next = kept_.lower_bound(at);
    const bool is_same = next != kept_.end() && next->first == at;
    const bool is_inside = next != kept_.begin() && std::prev(next)->second.end > at;
    if (checks.overlap != nullptr && checks.overlap->rule == Rule::overlap) {
      if (is_same || is_inside) {
        const std::uint64_t other_end = is_same ? next->second.end : std::prev(next)->second.end;
        goes_on = context.note(*checks.overlap, frame, stated_at, Facts{at, other_end});
      } else if (next != kept_.end() && next->first < at + size && !next->second.is_noted) {
        next->second.is_noted = true;
        goes_on = note_kept(context, *checks.overlap, next->first, next->second, at + size);
      }
    }
    Kept& kept = kept_[at];
    if (kept.stated_at == nullptr) {
      kept.stated_at = stated_at;
      kept.is_noted = is_inside;
      if (checks.overlap != nullptr) {
        kept.path = path_of(frame);
        append_path(kept.path, checks.overlap->field);
      }
    }
    if (at + size > kept.end) kept.end = at + size;
    return goes_on;
  }

  /// A payload that was claimed before, and what a later one may have to say about it.
  struct Kept {
    std::uint64_t end = 0;
    const std::byte* stated_at = nullptr;
    std::string path;
    bool is_noted = false;
  };

  static bool note_kept(Context& context, Check overlap, std::uint64_t begin, const Kept& kept,
                        std::uint64_t end) {
    overlap.field = {};
    return context.note(overlap, Frame{nullptr, kept.path}, kept.stated_at, Facts{begin, end});
  }

  std::uint64_t begin_;
  std::uint64_t end_;
  std::uint64_t reached_;
  bool certain_ = true;
  bool keeps_ = false;
  bool waits_ = false;  // for the end of what the section holds in line
  const Check* gap_ = nullptr;
  const Frame* root_ = nullptr;
  std::uint64_t empty_at_ = 0;  // the last payload without bytes
  std::uint64_t used_end_ = begin_;
  // Equal while nothing is open. Content that is claimed at once, in turn, need not be counted.
  std::uint64_t opened_ = 0, claimed_ = 0;
  bool is_regular_ = true;
  // Only once payloads are out of order.
  std::map<std::uint64_t, Kept> kept_;  // by begin
  std::vector<Content> contents_;
  Check overlap_;  // of any of them: that of a section is the same, but for its path
};

}  // namespace schemac::impl
