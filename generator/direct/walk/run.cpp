// Runs: neighbouring fields of fixed size under one bounds check.
#include <algorithm>

#include "direct/scalar_of.h"
#include "direct/walk/walker.h"

namespace schemac::direct {
// With the tags of those that have some: a fault may be about them, too.
Walker::RunParts Walker::parts_of(const RecordScope& scope,
                                  const std::vector<plan::RunPart>& parts) const {
  RunParts out;
  for (const plan::RunPart& part : parts) {
    const plan::Scalar* scalar = part_scalar(scope, part);
    if (scalar == nullptr || scalar->coding == plan::Coding::plain) {
      out.parts.push_back({part.name, part.size});
    } else {
      out.parts.push_back(part_of(*scalar, part.name, out.forms.emplace_back(form_of(*scalar))));
    }
  }
  return out;
}

const plan::Scalar* Walker::part_scalar(const RecordScope& scope, const plan::RunPart& part) {
  return part.field ? std::get_if<plan::Scalar>(&scope.record->fields[*part.field].body.kind)
                    : nullptr;
}

bool Walker::have_forms(const RecordScope& scope, const std::vector<plan::RunPart>& parts,
                        const std::byte* begin) const {
  return std::all_of(parts.begin(), parts.end(), [&](const plan::RunPart& part) {
    const plan::Scalar* scalar = part_scalar(scope, part);
    const bool holds = scalar == nullptr || has_form(*scalar, begin + part.distance);
    if (scalar != nullptr && scalar->form && holds) observer_->checked(*scalar->form, true);
    return holds;
  });
}

// All bounds come first, then the checks: a number is only loaded from bytes that are there, and
// the count may stand among the parts before its list.
Ending Walker::walk_run(RecordScope& scope, const plan::Run& run) {
  const std::byte* begin = std::min(scope.at(run.begin), scope.end);
  if (run.condition) {
    const Outcome condition = evaluated(*run.condition, scope);
    scope.anchors[run.end] = begin;
    if (!condition.ok() || condition.value == 0) return walk_absent(scope, run, begin);
    scope.anchors[run.end] = begin + plan::extent_of(run.parts);
    for (const plan::RunPart& part : run.parts)
      observer_->present(
          Spot{scope.frame, part.name, impl::Frame::no_index, &scope.record->fields[*part.field]});
  }
  const std::uint64_t front = plan::extent_of(run.parts);
  const bool is_whole = front <= static_cast<std::uint64_t>(scope.end - begin);
  if (!is_whole || !have_forms(scope, run.parts, begin))
    return fault(*scope.frame, parts_of(scope, run.parts).parts, begin, scope.end);
  for (const plan::RunPart& part : run.parts) load_part(scope, part, begin + part.distance);
  const std::byte* list_at = begin + front;
  const std::byte* after = list_at;
  if (run.counted) {
    const std::uint64_t count = size_by(run.counted->count, scope);
    std::uint64_t list_size = 0;
    std::uint64_t size = 0;
    const bool fits = impl::multiply(count, run.counted->stride, list_size) &&
                      impl::add(list_size, plan::extent_of(run.behind), size) &&
                      size <= static_cast<std::uint64_t>(scope.end - list_at);
    after = list_at + (fits ? list_size : 0);
    if (!fits || !have_forms(scope, run.behind, after))
      return counted_fault(scope, run, list_at, count);
    scope.fields[run.counted->list] = {FieldStatus::read, list_at, list_size, count, list_at};
    scope.fields[run.counted->list].first = list_at;
    scope.anchors[run.counted->after] = after;
    observer_->checked(run.counted->cause, true);
  }
  for (const plan::RunPart& part : run.parts) {
    if (!walk_part(scope, part, begin + part.distance)) return Ending::fault;
  }
  if (!run.counted) return Ending::whole;
  const FieldState& list = scope.fields[run.counted->list];
  const plan::Field& field = scope.record->fields[run.counted->list];
  observer_->scalars(Spot{scope.frame, field.name, impl::Frame::no_index, &field},
                     *scalar_of(field.body), list.length, Bytes(list.begin, list.size));
  for (const plan::RunPart& part : run.behind) {
    if (!walk_part(scope, part, after + part.distance)) return Ending::fault;
  }
  return walk_counted(scope, *run.counted, list.begin, list.length) ? Ending::whole : Ending::fault;
}

Ending Walker::walk_absent(RecordScope& scope, const plan::Run& run, const std::byte* begin) {
  for (const plan::RunPart& part : run.parts)
    if (walk_absent(scope, *part.field, begin + part.distance) == Ending::fault)
      return Ending::fault;
  return Ending::whole;
}

void Walker::load_part(RecordScope& scope, const plan::RunPart& part, const std::byte* at) {
  if (!part.field) return;
  FieldState& state = scope.fields[*part.field];
  state = {FieldStatus::read, at, part.size};
  state.first = at;
  const plan::Scalar* scalar = part_scalar(scope, part);
  if (scalar == nullptr) return;
  const Bytes bytes(at, part.size);
  state.number = load_scalar(*scalar, bytes);
  state.begin = content_of(*scalar, bytes).data();
}

Ending Walker::counted_fault(RecordScope& scope, const plan::Run& run, const std::byte* begin,
                             std::uint64_t count) {
  const plan::CountedPart& counted = *run.counted;
  RunParts behind = parts_of(scope, run.behind);
  std::vector<impl::Part> parts = {
      {scope.record->fields[counted.list].name, counted.stride, true, true}};
  parts.insert(parts.end(), behind.parts.begin(), behind.parts.end());
  const std::byte* at = counted.counted_by ? scope.fields[*counted.counted_by].begin : begin;
  return fault(*scope.frame, parts, begin, scope.end, {counted.cause, at, count});
}

bool Walker::walk_part(RecordScope& scope, const plan::RunPart& part, const std::byte* at) {
  if (!part.field) {
    observer_->padding(Spot{scope.frame, part.name, impl::Frame::no_index, nullptr},
                       Bytes(at, part.size));
    return check_padding(part.padding, *scope.frame, at, at + part.size);
  }
  const plan::Field& field = scope.record->fields[*part.field];
  FieldState& state = scope.fields[*part.field];
  load_part(scope, part, at);
  Site site(scope, Spot{scope.frame, part.name, impl::Frame::no_index, &field}, at, at + part.size);
  site.state = &state;
  std::uint64_t size = 0;
  return walk_body(field.body, site, size) == Ending::whole && !context_->stopped();
}

bool Walker::walk_counted(RecordScope& scope, const plan::CountedPart& counted, const std::byte* at,
                          std::uint64_t count) {
  const plan::Field& field = scope.record->fields[counted.list];
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  const plan::Scalar* scalar = scalar_of(field.body);
  if (list == nullptr || scalar == nullptr) return true;
  Site site(scope, Spot{scope.frame, field.name, impl::Frame::no_index, &field}, at, scope.end);
  return check_count(*list, site, count) && check_each(*list, site, *scalar, count);
}

}  // namespace schemac::direct
