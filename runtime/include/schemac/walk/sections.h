// Sections of a file: where they begin is stated, each ends where the next begins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/walk/extents.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

struct SectionForm {
  std::uint64_t align = 1;
  // Null: not checked.
  const Check* misaligned = nullptr;
  const Check* order = nullptr;
  const Check* bounds = nullptr;
  const Check* gap = nullptr;
  std::uint64_t pad = 1;
  // What a writer would lay out otherwise: content at offsets, the start, the end of the file.
  const Check* place = nullptr;
  const Check* begin_place = nullptr;
  const Check* end = nullptr;
  // Of the last one: what lies in no section may come after it.
  bool is_followed = false;
};

/// A section as the file states it; `find_sections` fills in where it is.
struct StatedSection {
  const SectionForm* form = nullptr;
  std::uint64_t begin = 0;
  const std::byte* stated_at = nullptr;
  Region region = {};
};

/// A section that was walked.
struct FilledSection {
  const SectionForm* form = nullptr;
  std::uint64_t begin = 0;
  const std::byte* stated_at = nullptr;
  std::uint64_t used_end = 0;  ///< after all that it holds
  Extents* extents = nullptr;  ///< of its payloads; null: it has none

  /// Where it ends if a writer puts nothing after it.
  [[nodiscard]] std::uint64_t end() const {
    return begin + padded_size(used_end - begin, form->pad);
  }
};

/// Of a file that is as it has to be: notes the first thing that a writer would lay out otherwise.
/// `reached` is the end of what lies in line. Returns whether the walk goes on.
[[nodiscard]] inline bool check_places(Context& context, const Frame& frame, std::uint64_t reached,
                                       std::span<const FilledSection> sections) {
  if (!context.checks_rules() || !context.report().ok()) return true;
  const Bytes file = context.space();
  for (const FilledSection& each : sections) {
    const SectionForm& form = *each.form;
    const std::uint64_t chosen = padded_size(reached, form.align);
    if (form.begin_place != nullptr && each.begin != chosen)
      return context.note(*form.begin_place, frame, each.stated_at, Facts{each.begin, chosen});
    if (form.place != nullptr && each.extents->note_place(context, *form.place))
      return !context.stopped();
    // A file may end before a section whose start it doesn't state, if nothing lies there.
    const bool is_cut_off = form.begin_place == nullptr && each.begin == file.size();
    reached = is_cut_off ? std::max(chosen, each.end()) : each.end();
  }
  const FilledSection& last = sections.back();
  const bool ends_there = last.form->is_followed ? reached <= file.size() : reached == file.size();
  if (last.form->end == nullptr || ends_there) return true;
  return context.note(*last.form->end, frame, file.data() + last.used_end,
                      Facts{file.size(), reached});
}

/// Checks that [begin, end) is zero. Returns whether the walk goes on.
[[nodiscard]] inline bool check_zeros(Context& context, const Frame& frame, const Check* check,
                                      const std::byte* begin, const std::byte* end) {
  if (check == nullptr || begin >= end || !context.makes(*check)) return true;
  const std::byte* const found = find_not(begin, end);
  return found == end || context.note_byte(*check, frame, found);
}

/// Where the padding ends of a section that something else follows: `used` bytes of the file are
/// before it, `begin` before the section.
[[nodiscard]] inline std::uint64_t padding_end(const Context& context, std::uint64_t begin,
                                               std::uint64_t used, std::uint64_t pad) {
  const std::uint64_t size = context.space().size();
  return used > size ? used : std::min(begin + padded_size(used - begin, pad), size);
}

/// Finds the sections after `inline_end`, in file order. What a truncated file doesn't have is
/// clipped to its end. False if no section can be entered, or the walk ends.
[[nodiscard]] inline bool find_sections(Context& context, const Frame& frame,
                                        std::span<StatedSection> sections,
                                        const std::byte* inline_end) {
  const std::byte* const file = context.space().data();
  const std::uint64_t file_size = context.space().size();
  const auto verify = [&](bool holds, const Check* check, const StatedSection& section,
                          std::uint64_t b) {
    if (!holds && check != nullptr)
      context.note(*check, frame, section.stated_at, Facts{section.begin, b});
  };
  std::uint64_t before = context.offset_of(inline_end);
  std::uint64_t clipped = before;
  bool is_in_order = true;
  Region* previous = nullptr;
  for (StatedSection& section : sections) {
    verify(section.begin % section.form->align == 0, section.form->misaligned, section, 0);
    verify(section.begin >= before, section.form->order, section, before);
    verify(section.begin <= file_size, section.form->bounds, section, file_size);
    if (context.stopped()) return false;
    is_in_order = is_in_order && section.begin >= before;
    before = section.begin;
    clipped = std::clamp(section.begin, clipped, std::max(clipped, file_size));
    section.region = {file + clipped, file + file_size};
    if (previous != nullptr) previous->end = section.region.begin;
    previous = &section.region;
  }
  if (!is_in_order) return false;
  return sections.empty() || check_zeros(context, frame, sections.front().form->gap, inline_end,
                                         sections.front().region.begin);
}

}  // namespace schemac::impl
