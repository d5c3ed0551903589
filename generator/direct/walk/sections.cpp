// Sections: where they are, the fields in them, what is between them; and the whole file.
#include "schemac/walk/sections.h"

#include <algorithm>
#include <deque>

#include "direct/walk/walker.h"
#include "schemac/base/checked.h"

namespace schemac::direct {

void Walker::add_sections(Activation& record) {
  const auto& declared = record.record().sections;
  if (declared.empty()) return;
  record.sections.reserve(declared.size());
  for (const plan::Section& section : declared) record.sections.emplace_back().plan = &section;
}

Ending Walker::run(Activation& record, const steps::OpenFile& step) {
  OpenSection& section = record.sections[step.section];
  const plan::Section& form = *section.plan;
  section.end = space_.size();
  section.file.emplace(*context_,
                       impl::FileChecks{check_or_none(form.gap), check_or_none(form.unclaimed),
                                        check_or_none(form.trailing), check_or_none(form.place)},
                       record.frame());
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::FindSections& step) {
  const impl::Frame& frame = record.frame();
  const std::byte* const inline_at = std::min(record.at(step.inline_end), record.end());
  const std::uint64_t file_size = space_.size();
  const std::uint64_t inline_end = context_->offset_of(inline_at);
  std::uint64_t before = inline_end;   // where the section before begins, as stated
  std::uint64_t clipped = inline_end;  // the same, inside the file
  bool is_in_order = true;
  OpenSection* previous = nullptr;
  for (const steps::FindSections::Found& each : step.sections) {
    OpenSection& section = record.sections[each.section];
    const plan::Section& form = *section.plan;
    const std::byte* const at = record.at(each.stated_at);
    const std::uint64_t begin = each.begin ? size(record, *each.begin)
                                           : inline_end + impl::padding_to(inline_end, form.align);
    verify(begin % form.align == 0, form.misaligned, frame, at, impl::Facts{begin});
    verify(begin >= before, form.order, frame, at, impl::Facts{begin, before});
    verify(begin <= file_size, form.bounds, frame, at, impl::Facts{begin, file_size});
    if (context_->stopped()) return Ending::fault;
    is_in_order = is_in_order && begin >= before;
    before = begin;
    clipped = std::clamp(begin, clipped, std::max(clipped, file_size));
    section.begin = section.used_end = clipped;
    section.end = file_size;
    if (previous != nullptr) previous->end = clipped;
    previous = &section;
  }
  if (!is_in_order) return Ending::fault;
  for (const steps::FindSections::Found& each : step.sections) {
    OpenSection& section = record.sections[each.section];
    observer_->section(Spot{&frame, section.plan->name, impl::Frame::no_index, nullptr},
                       *section.plan, section.begin, section.end);
    const schemac::impl::Check* const gap = check_or_none(section.plan->gap);
    const bool waits = std::ranges::any_of(record.record().items, [&](const plan::Item& item) {
      const auto* in = std::get_if<plan::InSection>(&item);
      return in != nullptr && in->section == each.section;
    });
    section.extents.emplace(*context_, section.begin, section.end, gap, frame);
    if (waits) section.extents->wait();
  }
  if (step.sections.empty()) return Ending::whole;
  const OpenSection& first = record.sections[step.sections.front().section];
  return ended(check_gap(record, *first.plan, inline_at, space_.data() + first.begin));
}

// A restart point: what follows is found without it.
Ending Walker::run(Activation& record, const steps::InSection& step) {
  OpenSection& section = record.sections[step.section];
  const plan::Section& form = *section.plan;
  record.addresses[step.begin] = space_.data() + section.begin;
  record.addresses[step.limit] = space_.data() + section.end;
  if (run(record, step.content.steps) != Ending::whole) return ended();
  const std::byte* const at = record.at(step.content.end);
  section.used_end = context_->offset_of(at);
  if (form.is_tracked) return ended(section.extents->begin_at(*context_, section.used_end));
  const std::byte* const rest =
      form.is_followed
          ? space_.data() + impl::padding_end(*context_, section.begin, section.used_end, form.pad)
          : record.addresses[step.limit];
  return ended(check_gap(record, form, at, rest));
}

Ending Walker::run(Activation& record, const steps::FinishSections& step) {
  if (is_quiet_) return Ending::whole;
  for (const steps::FindSections::Found& each : step.sections)
    if (!finish_section(record, record.sections[each.section])) return Ending::fault;
  if (step.file && !finish_file(record, record.sections[*step.file])) return Ending::fault;
  return ended(check_places(record, step));
}

bool Walker::finish_section(Activation& record, OpenSection& section) {
  const plan::Section& form = *section.plan;
  if (!form.is_tracked) return true;
  const std::uint64_t noted = context_->report().count();
  const bool goes_on = section.extents->finish(*context_, form.is_followed);
  tell(form.gap, context_->report().count() == noted);
  if (!goes_on) return false;
  section.used_end = section.extents->used_end();
  return !form.is_followed ||
         check_gap(record, form, space_.data() + section.used_end,
                   space_.data() +
                       impl::padding_end(*context_, section.begin, section.used_end, form.pad));
}

bool Walker::finish_file(Activation& record, OpenSection& file) {
  // Where what is at offsets of the file begins, if a writer puts it after all else.
  std::uint64_t rest = context_->offset_of(std::min(record.at(record.record().end), record.end()));
  for (const OpenSection& section : record.sections) {
    if (section.plan->is_whole_file) continue;
    rest = 0;  // what is there is theirs to say
    if (section.plan->is_followed)
      rest = section.begin + impl::padded_size(section.used_end - section.begin, section.plan->pad);
  }
  const plan::Section& form = *file.plan;
  const std::uint64_t noted = context_->report().count();
  const bool goes_on = file.file->finish(*context_, rest);
  if (record.sections.size() == 1)
    observer_->section(Spot{&record.frame(), "", impl::Frame::no_index, nullptr}, form, rest,
                       space_.size());
  for (const auto& check : {form.gap, form.unclaimed, form.trailing, form.place})
    tell(check, context_->report().count() == noted);
  return goes_on && !context_->stopped();
}

// What a writer would lay out otherwise.
bool Walker::check_places(Activation& record, const steps::FinishSections& step) {
  if (step.sections.empty()) return true;
  std::deque<impl::SectionForm> forms;
  std::vector<impl::FilledSection> filled;
  for (const steps::FindSections::Found& each : step.sections) {
    OpenSection& section = record.sections[each.section];
    const plan::Section& plan = *section.plan;
    impl::SectionForm& form = forms.emplace_back();
    form.align = plan.align;
    form.pad = plan.pad;
    form.place = check_or_none(plan.place);
    form.begin_place = check_or_none(plan.begin_place);
    form.end = check_or_none(plan.end);
    form.is_followed = plan.is_followed;
    filled.push_back({&form, section.begin, each.begin ? record.at(each.stated_at) : record.begin(),
                      section.used_end, plan.is_tracked ? &*section.extents : nullptr});
  }
  const std::uint64_t noted = context_->report().count();
  const std::byte* const inline_end = std::min(record.at(step.inline_end), record.end());
  const bool goes_on =
      impl::check_places(*context_, record.frame(), context_->offset_of(inline_end), filled);
  for (const steps::FindSections::Found& each : step.sections) {
    const plan::Section& plan = *record.sections[each.section].plan;
    for (const auto& check : {plan.place, plan.begin_place, plan.end})
      tell(check, context_->report().count() == noted);
  }
  return goes_on && !context_->stopped();
}

bool Walker::check_gap(const Activation& record, const plan::Section& section,
                       const std::byte* begin, const std::byte* end) {
  if (begin >= end) return true;
  const std::string name = section.name + ".padding";
  observer_->padding(Spot{&record.frame(), name, impl::Frame::no_index, nullptr},
                     Bytes(begin, static_cast<std::size_t>(end - begin)));
  return check_zeros(section.gap, record.frame(), begin, end);
}

}  // namespace schemac::direct
