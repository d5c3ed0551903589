// Content at offsets: always whole unless the walk has to end, since it is a restart point.
#include "direct/walk/walker.h"

namespace schemac::direct {

Ending Walker::run(Activation& record, const steps::Jump& step) {
  if (is_quiet_) return Ending::whole;
  const plan::Jump& form = *step.form;
  const Spot where = spot(record, step.field, steps::record_frame);
  OpenSection* const section = record.section(form.section);
  if (section == nullptr) {
    observer_->missing(where);
    return Ending::whole;
  }
  const std::uint64_t at = offset_or_most(value(record, step.target));
  bool is_inside = false;
  if (!check_target(record, step, *section, at, is_inside)) {
    observer_->missing(where);
    return Ending::fault;
  }
  if (!is_inside) {
    observer_->missing(where);
    return Ending::whole;
  }
  record.addresses[step.begin] = space_.data() + at;
  record.addresses[step.limit] = space_.data() + section->end;
  impl::PlacedBy by{impl::PlacedBy::at_once, form.align, form.is_given};
  if (form.places_content)
    by.turn = section->file ? section->file->open() : section->extents->open();
  observer_->begin_placed(where, *section->plan, at);
  const Ending ending = run(record, step.content.steps);
  observer_->end_placed();
  if (ending != Ending::whole) {
    context_->forget_fault_end();
    observer_->missing(where);
    return ended();
  }
  const auto size =
      static_cast<std::uint64_t>(record.at(step.content.end) - record.addresses[step.begin]);
  return ended(claim(record, step, *section, at, size, by));
}

// Returns whether the walk goes on.
bool Walker::check_target(Activation& record, const steps::Jump& step, const OpenSection& section,
                          std::uint64_t at, bool& is_inside) {
  const plan::Jump& form = *step.form;
  const impl::Frame& frame = record.frame();
  const std::byte* const stated_at = record.at(step.stated_at);
  known_ = nullptr;
  KnownArray* const array = step.array ? find_array(record, *step.array) : nullptr;
  const bool is_sized = array != nullptr && array->size.fits;
  known_ = is_sized ? step.array->form : nullptr;
  known_of_ = &record;
  const std::uint64_t least = is_sized ? array->size.needed : step.least;
  if (form.misaligned && !verify(at % form.align == 0, *form.misaligned, frame, stated_at,
                                 [&] { return impl::Facts{at}; }))
    return false;
  const std::uint64_t begin = section.file ? section.file->begin() : section.extents->begin();
  is_inside = impl::lies_inside(at, least, begin, section.end);
  if (!verify(is_inside, form.outside, frame, stated_at, [&] {
        return impl::Facts{at, begin, section.end, {}, least};
      }))
    return false;
  if (is_inside || array == nullptr || !step.claimed_end || !step.array->stated) return true;
  // Whether its dims fit the size stated needs none of its bytes.
  array->size.stated = size(record, *step.array->stated);
  array->size.stated_at = record.at(*step.array->stated_at);
  tell_size(*step.array->form, array->size, true);
  return impl::note_array_size(*context_, frame, form_of(*step.array, true), array->size);
}

bool Walker::claim(const Activation& record, const steps::Jump& step, OpenSection& section,
                   std::uint64_t at, std::uint64_t size, const impl::PlacedBy& by) {
  const std::optional<plan::CheckId> says = step.form->claimed();
  const std::byte* const stated_at = record.at(step.stated_at);
  const std::uint64_t noted = context_->report().count();
  const bool goes_on = section.file
                           ? section.file->claim(*context_, record.frame(), check_or_none(says), at,
                                                 size, stated_at, by)
                           : section.extents->claim(*context_, record.frame(), check_or_none(says),
                                                    at, size, stated_at, by);
  tell(says, context_->report().count() == noted);
  return goes_on;
}

}  // namespace schemac::direct
