// Sections: where they lie, the fields that stand in them, what lies between.
#include <algorithm>

#include "direct/walk/walker.h"
#include "schemac/base/checked.h"
#include "schemac/walk/sections.h"

namespace schemac::direct {
namespace {

const std::byte* stated_at(const RecordScope& scope, const plan::Section& section) {
  return section.begin ? scope.fields[*section.begin].begin : scope.begin;
}

}  // namespace

Ending Walker::find_sections(RecordScope& scope, const plan::FindSections& item) {
  const std::uint64_t file_size = space_.size();
  const std::uint64_t inline_end =
      context_->offset_of(std::min(scope.at(item.inline_end), scope.end));
  std::uint64_t before = inline_end;   // where the section before begins, as stated
  std::uint64_t clipped = inline_end;  // the same, inside the file
  bool is_in_order = true;
  SectionState* previous = nullptr;
  const SectionState* first = nullptr;
  for (SectionState& state : scope.sections) {
    const plan::Section& section = *state.section;
    if (section.is_whole_file) continue;
    const std::byte* at = stated_at(scope, section);
    const std::uint64_t begin = section.begin
                                    ? saturated(scope.fields[*section.begin].number)
                                    : inline_end + impl::padding_to(inline_end, section.align);
    verify(begin % section.align == 0, section.misaligned, *scope.frame, at, impl::Facts{begin});
    verify(begin >= before, section.order, *scope.frame, at, impl::Facts{begin, before});
    verify(begin <= file_size, section.bounds, *scope.frame, at, impl::Facts{begin, file_size});
    if (context_->stopped()) return Ending::fault;
    is_in_order = is_in_order && begin >= before;
    before = begin;
    clipped = std::clamp(begin, clipped, std::max(clipped, file_size));
    state.begin = state.inline_end = clipped;
    state.end = file_size;
    if (previous != nullptr) previous->end = clipped;
    if (first == nullptr) first = &state;
    previous = &state;
  }
  if (!is_in_order) return Ending::fault;
  for (SectionState& state : scope.sections) {
    if (state.section->is_whole_file) continue;
    observer_->section(Spot{scope.frame, state.section->name, impl::Frame::no_index, nullptr},
                       *state.section, state.begin, state.end);
    state.extents = impl::Extents(state.begin, state.end);
    if (order_ == PayloadOrder::any) state.extents.keep_all();
  }
  for (const plan::Item& held : scope.record->items)
    if (const auto* in = std::get_if<plan::InSection>(&held))
      scope.sections[in->section].extents.wait();
  if (first == nullptr || first->begin <= inline_end) return Ending::whole;
  const bool goes_on =
      check_gap(scope, *first->section, space_.data() + inline_end, space_.data() + first->begin);
  return goes_on ? Ending::whole : Ending::fault;
}

Ending Walker::in_section(RecordScope& scope, const plan::InSection& item) {
  SectionState& state = scope.sections[item.section];
  const std::byte* at = space_.data() + state.begin;
  const std::byte* end = space_.data() + state.end;
  for (const plan::Place& place : item.places) {
    const std::byte* behind = at;
    const Ending ending = walk_field(scope, place.field, at, end, behind);
    if (context_->stopped()) return Ending::fault;
    if (place.end) scope.anchors[*place.end] = behind;
    if (ending != Ending::whole)
      return Ending::whole;  // a restart point: what follows is found without it
    at = behind;
  }
  state.inline_end = context_->offset_of(at);
  if (state.section->is_tracked)
    return state.extents.begin_at(*context_, state.inline_end) ? Ending::whole : Ending::fault;
  const std::byte* const rest =
      state.section->is_followed ? space_.data() + padding_end(state, state.inline_end) : end;
  return check_gap(scope, *state.section, at, rest) ? Ending::whole : Ending::fault;
}

// Where ends the padding after what a section holds, if something else follows it.
std::uint64_t Walker::padding_end(const SectionState& state, std::uint64_t used_end) const {
  return schemac::impl::padding_end(*context_, state.begin, used_end, state.section->pad);
}

Ending Walker::finish_sections(RecordScope& scope) {
  if (only_keys_) return Ending::whole;
  for (SectionState& state : scope.sections) {
    if (!state.section->is_whole_file) finish_section(scope, state);
    if (context_->stopped()) return Ending::fault;
  }
  for (SectionState& state : scope.sections)
    if (state.file && finish_file(scope, state) != Ending::whole) return Ending::fault;
  return check_places(scope);
}

void Walker::finish_section(RecordScope& scope, SectionState& state) {
  state.used_end = state.inline_end;
  if (!state.section->is_tracked) return;
  schemac::impl::Check gap;
  impl::ExtentChecks checks;
  if (state.section->gap && makes(*state.section->gap)) {
    gap = plan::view_of(plan_.checks[*state.section->gap]);
    checks.gap = &gap;
  }
  const std::uint64_t noted = context_->report().count();
  state.extents.finish(*context_, *scope.frame, checks, state.section->is_followed);
  if (checks.gap != nullptr)
    observer_->checked(*state.section->gap, context_->report().count() == noted);
  state.used_end = state.extents.used_end();
  if (state.section->is_followed)
    (void)check_gap(scope, *state.section, space_.data() + state.used_end,
                    space_.data() + padding_end(state, state.used_end));
}

// Where what lies at offsets of the file begins, if a writer puts it after all else.
std::uint64_t Walker::end_of_rest(const RecordScope& scope) {
  std::uint64_t end = context_->offset_of(std::min(scope.at(scope.record->end), scope.end));
  for (const SectionState& state : scope.sections) {
    if (state.section->is_whole_file) continue;
    end = 0;  // what lies there is theirs to say
    if (state.section->is_followed)
      end = state.begin + impl::padded_size(state.used_end - state.begin, state.section->pad);
  }
  return end;
}

Ending Walker::finish_file(RecordScope& scope, SectionState& state) {
  const plan::Section& section = *state.section;
  const std::uint64_t rest_end = end_of_rest(scope);
  const std::uint64_t noted = context_->report().count();
  state.file->extents.finish(*context_, rest_end);
  if (!state.file->extents.is_certain()) certainty_ = Certainty::uncertain;
  if (scope.sections.size() == 1)
    observer_->section(Spot{scope.frame, "", impl::Frame::no_index, nullptr}, section, rest_end,
                       space_.size());
  for (const auto& check : {section.gap, section.unclaimed, section.trailing, section.place})
    if (check && makes(*check)) observer_->checked(*check, context_->report().count() == noted);
  return context_->stopped() ? Ending::fault : Ending::whole;
}

// What a writer would lay out otherwise.
Ending Walker::check_places(RecordScope& scope) {
  struct Form {
    schemac::impl::Check place, begin_place, end;
    impl::SectionForm form;
  };
  std::deque<Form> forms;
  std::vector<impl::FilledSection> filled;
  std::vector<plan::CheckId> made;
  const auto take = [&](std::optional<plan::CheckId> id, schemac::impl::Check& check) {
    if (!id || !makes(*id)) return static_cast<const schemac::impl::Check*>(nullptr);
    check = plan::view_of(plan_.checks[*id]);
    made.push_back(*id);
    return static_cast<const schemac::impl::Check*>(&check);
  };
  for (SectionState& state : scope.sections) {
    const plan::Section& section = *state.section;
    if (section.is_whole_file) continue;
    Form& made_of = forms.emplace_back();
    made_of.form.align = section.align;
    made_of.form.pad = section.pad;
    made_of.form.place = take(section.place, made_of.place);
    made_of.form.begin_place = take(section.begin_place, made_of.begin_place);
    made_of.form.end = take(section.end, made_of.end);
    made_of.form.is_followed = section.is_followed;
    filled.push_back({&made_of.form, state.begin, stated_at(scope, section), state.used_end,
                      section.is_tracked ? &state.extents : nullptr});
  }
  if (filled.empty()) return Ending::whole;
  const std::uint64_t noted = context_->report().count();
  const std::byte* const head_end = std::min(scope.at(scope.record->end), scope.end);
  const bool goes_on =
      schemac::impl::check_places(*context_, *scope.frame, context_->offset_of(head_end), filled);
  for (const SectionState& state : scope.sections)
    if (!state.extents.is_certain()) certainty_ = Certainty::uncertain;
  for (const plan::CheckId id : made) observer_->checked(id, context_->report().count() == noted);
  return goes_on && !context_->stopped() ? Ending::whole : Ending::fault;
}

bool Walker::check_gap(RecordScope& scope, const plan::Section& section, const std::byte* begin,
                       const std::byte* end) {
  if (begin >= end) return true;
  const std::string name = section.name + ".padding";
  observer_->padding(Spot{scope.frame, name, impl::Frame::no_index, nullptr},
                     Bytes(begin, static_cast<std::size_t>(end - begin)));
  return check_padding(section.gap, *scope.frame, begin, end);
}

}  // namespace schemac::direct
