// Fields that aren't part of a run: whether they are there, where, and in how many bytes.
#include <algorithm>

#include "direct/codecs.h"
#include "direct/walk/walker.h"

namespace schemac::direct {

Ending Walker::walk_field(RecordScope& scope, plan::FieldId id, const std::byte* begin,
                          const std::byte* limit, const std::byte*& behind) {
  const plan::Field& field = scope.record->fields[id];
  behind = begin;
  if (field.presence) {
    const Outcome condition = evaluated(field.presence->condition, scope);
    if (condition.failure == Failure::unknown) return Ending::whole;
    if (!condition.ok() || condition.value == 0)
      return walk_absent(scope, id, field.jump ? scope.begin : std::min(begin, limit));
    observer_->present(Spot{scope.frame, field.name, impl::Frame::no_index, &field});
  }
  if (field.jump) return only_keys_ ? Ending::whole : walk_jump(scope, id);

  FieldState& state = scope.fields[id];
  Site site(scope, Spot{scope.frame, field.name, impl::Frame::no_index, &field},
            std::min(begin, limit), limit);
  site.state = &state;
  state.first = state.begin = site.begin;
  std::uint64_t size = 0;
  if (field.codec) observer_->begin_coded(site.spot);
  const Ending ending = walk_extent(field, site, size);
  if (field.codec) tell_coded(scope, field, site, ending, size);
  // Where bytes are missing, `size` is what there should be.
  behind = site.begin + std::min(size, static_cast<std::uint64_t>(limit - site.begin));
  state.size = size;
  state.status = ending == Ending::whole ? FieldStatus::read : FieldStatus::broken;
  if (ending != Ending::whole) observer_->missing(site.spot);
  if (field.is_looked_into && scope.inside(id) == nullptr) return Ending::fault;
  return ended(ending);
}

void Walker::tell_coded(const RecordScope& scope, const plan::Field& field, const Site& site,
                        Ending ending, std::uint64_t size) {
  if (ending != Ending::whole) return observer_->end_coded(site.spot, nullptr);
  const Bytes stored(site.state->begin, static_cast<std::size_t>(size));
  const CodedBytes coded = coded_bytes(*field.codec, plan_, scope, stored);
  observer_->end_coded(site.spot, &coded);
}

// `at` is where it would be: what it says to others, which is 0, is blamed there.
Ending Walker::walk_absent(RecordScope& scope, plan::FieldId id, const std::byte* at) {
  const plan::Field& field = scope.record->fields[id];
  scope.fields[id].status = FieldStatus::absent;
  scope.fields[id].first = scope.fields[id].begin = at;
  observer_->absent(Spot{scope.frame, field.name, impl::Frame::no_index, &field});
  for (const plan::AbsentScalar& zero : field.presence->zeros) {
    const FieldState& state = scope.fields[zero.field];
    if (state.status != FieldStatus::read) continue;
    if (!verify(state.number == zero.value, zero.check, *scope.frame, state.begin,
                impl::Facts{fact_of(state.number)})) {
      return Ending::fault;
    }
  }
  return Ending::whole;
}

// Always `whole` unless the walk has to end: a placed field is a restart point.
Ending Walker::walk_jump(RecordScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.record->fields[id];
  const plan::Jump& jump = *field.jump;
  FieldState& state = scope.fields[id];
  state.status = FieldStatus::broken;
  SectionState* section = scope.section(jump.section);
  const Outcome target = evaluated(jump.target, scope);
  const Spot spot{scope.frame, field.name, impl::Frame::no_index, &field};
  if (section == nullptr || target.failure == Failure::unknown) {
    observer_->missing(spot);
    return Ending::whole;
  }
  const std::byte* stated_at = scope.fields[jump.stated_by].begin;
  const std::uint64_t at =
      target.ok() && target.value >= 0 ? saturated(target.value) : ~std::uint64_t{0};
  verify(at % jump.align == 0, jump.misaligned, *scope.frame, stated_at, impl::Facts{at});
  const std::uint64_t least = least_size(scope, field.body);
  // What stands in line comes first.
  const std::uint64_t first =
      section->section->is_whole_file ? section->begin : section->inline_end;
  const bool is_inside = target.ok() && impl::lies_inside(at, least, first, section->end);
  verify(is_inside, jump.outside, *scope.frame, stated_at,
         impl::Facts{at, first, section->end, {}, least});
  if (!is_inside || context_->stopped()) {
    check_size_only(scope, field);
    observer_->missing(spot);
    return ended(Ending::whole);
  }

  Site site(scope, spot, space_.data() + at, space_.data() + section->end);
  site.has_own_frame = true;
  site.state = &state;
  state.first = state.begin = site.begin;
  std::uint64_t size = 0;
  impl::PlacedBy by{impl::PlacedBy::at_once, jump.align, jump.is_given};
  if (jump.places_content)
    by.turn = section->file ? section->file->extents.open() : section->extents.open();
  observer_->begin_placed(spot, *section->section, at);
  const Ending ending = walk_extent(field, site, size);
  observer_->end_placed();
  has_fault_end_ = false;  // what is read next stands elsewhere
  if (ending != Ending::whole) observer_->missing(spot);
  if (context_->stopped()) return Ending::fault;
  state.size = size;
  state.status = ending == Ending::whole ? FieldStatus::read : FieldStatus::broken;
  const bool is_size_known =
      ending == Ending::whole || (ending == Ending::fault && field.region.has_value());
  if (is_size_known && section->file)
    claim_in_file(scope, jump, section->file->extents, at, size, by);
  else if (is_size_known)
    claim(scope, field, *section, at, size, by);
  return ended(Ending::whole);
}

// An array that points outside: whether its dims fit the size stated needs none of its bytes.
void Walker::check_size_only(RecordScope& scope, const plan::Field& field) {
  const auto* array = std::get_if<plan::Array>(&field.body.kind);
  if (array == nullptr || !field.region || context_->stopped()) return;
  const auto needed = size_of(*array, scope);
  if (!needed) return;
  const std::uint64_t stated = size_by(field.region->size, scope);
  const std::byte* dims_at = array->dims ? scope.begin_of(array->dims->first) : scope.begin;
  const std::byte* stated_at =
      field.region->stated_by ? scope.fields[*field.region->stated_by].begin : scope.begin;
  verify(needed->bytes.has_value(), array->overflow, *scope.frame, dims_at);
  if (!needed->bytes) return;
  verify(stated == *needed->bytes, array->size_check, *scope.frame, stated_at,
         impl::Facts{stated, *needed->bytes});
}

void Walker::claim(RecordScope& scope, const plan::Field& field, SectionState& section,
                   std::uint64_t at, std::uint64_t size, const impl::PlacedBy& by) {
  const plan::Jump& jump = *field.jump;
  schemac::impl::Check overlap, gap;
  impl::ExtentChecks checks;
  const std::optional<plan::CheckId> says = jump.claimed();
  if (says && makes(*says)) {
    overlap = plan::view_of(plan_.checks[*says]);
    checks.overlap = &overlap;
  }
  if (section.section->gap && makes(*section.section->gap)) {
    gap = plan::view_of(plan_.checks[*section.section->gap]);
    checks.gap = &gap;
  }
  const std::uint64_t noted = context_->report().count();
  section.extents.claim(*context_, *scope.frame, *section.owner, checks, at, size,
                        scope.fields[jump.stated_by].begin, by);
  if (checks.overlap != nullptr) {
    observer_->checked(*says, context_->report().count() == noted);
  }
  if (!section.extents.is_certain()) certainty_ = Certainty::uncertain;
}

void Walker::claim_in_file(const RecordScope& scope, const plan::Jump& jump,
                           impl::FileExtents& extents, std::uint64_t at, std::uint64_t size,
                           const impl::PlacedBy& by) {
  const schemac::impl::Check overlap = plan::view_of(plan_.checks[*jump.overlap]);
  const std::byte* const stated_at = scope.fields[jump.stated_by].begin;
  extents.claim(*context_, *scope.frame, &overlap, at, size, stated_at, by);
  if (makes(*jump.overlap)) observer_->checked(*jump.overlap, true);
}

std::uint64_t Walker::least_size(const RecordScope& scope, const plan::Body& body) const {
  const auto* array = std::get_if<plan::Array>(&body.kind);
  if (array == nullptr) return body.least_size;
  const auto size = size_of(*array, scope);
  return size && size->bytes ? *size->bytes : array->least_size;
}

Ending Walker::walk_extent(const plan::Field& field, Site& site, std::uint64_t& size) {
  return field.region ? walk_region(field, site, size) : walk_body(field.body, site, size);
}

Ending Walker::walk_region(const plan::Field& field, Site& site, std::uint64_t& size) {
  const plan::Region& region = *field.region;
  const impl::Frame& frame = *site.spot.frame;
  const auto left = static_cast<std::uint64_t>(site.end - site.begin);
  const std::uint64_t stated = size_by(region.size, site.scope);
  const std::byte* stated_at =
      region.stated_by ? site.scope.fields[*region.stated_by].begin : site.begin;
  const bool is_clipped = stated > left;
  if (region.fixed && is_clipped) {
    const impl::Part whole{field.name, stated};
    return fault(frame, {&whole, 1}, site.begin, site.end);
  }
  if (region.cause) {
    observer_->checked(*region.cause, !is_clipped);
    const bool goes_on =
        !is_clipped || context_->note_cause(plan::view_of(plan_.checks[*region.cause]), frame,
                                            stated_at, stated, stated, site.begin, site.end);
    if (!goes_on) return Ending::fault;
  }
  size = std::min(stated, left);
  site.end = site.begin + size;
  site.stated = stated;
  site.stated_at = stated_at;

  has_fault_end_ = false;
  std::uint64_t used = 0;
  const Ending ending = walk_body(field.body, site, used);
  if (context_->stopped() || ending == Ending::skipped) return ended(ending);
  if (ending == Ending::whole) {
    if (!site.is_size_checked)
      verify(used == stated, region.fill, frame, stated_at, impl::Facts{stated, used});
  } else if (has_fault_end_ && !is_clipped && !site.is_size_checked) {
    const std::uint64_t needed = context_->bytes_to_fault_end(site.begin);
    verify(false, region.fill, frame, stated_at, impl::Facts{stated, needed});
  }
  has_fault_end_ = false;  // what follows stands after the region, wherever the fault ended
  if (ending == Ending::fault) observer_->missing(site.spot);
  return ended(Ending::whole);
}

}  // namespace schemac::direct
