// The quick walk of a view: as if all of a record were there.
#include <algorithm>

#include "plan/facts/number_rules.h"
#include "plan/facts/stored_sizes.h"
#include "schemac/base/checked.h"
#include "schemac/core/dtype.h"
#include "steps/lowering.h"
#include "steps/uses.h"

namespace schemac::steps {
namespace {

// The bytes that a text has at least.
std::uint64_t least_size(const plan::Text& text) {
  const std::uint64_t prefix = text.prefix ? bit_count(text.prefix->dtype) / 8 : 0;
  return impl::padded_size(prefix, text.pad);
}

// The bytes of an item that it has in each file of each version.
std::uint64_t fixed_size(const plan::Record& record, const plan::Item& item) {
  if (const auto* run = std::get_if<plan::Run>(&item))
    return run->condition ? 0 : extent_of(run->fixed) + extent_of(run->after);
  const auto* lone = std::get_if<plan::LoneField>(&item);
  const bool is_fixed = lone != nullptr && !lone->end && !record.fields[lone->field].jump;
  return is_fixed ? *record.fields[lone->field].body.fixed_size : 0;
}

// Tells each field of variable size how much of the room the next one needs.
void leave_room(Block& steps) {
  Fit* before = nullptr;
  for (Step& step : steps) {
    auto* fit = std::get_if<Fit>(&step.kind);
    if (fit == nullptr) continue;
    if (before != nullptr) before->next = fit->least;
    before = fit;
  }
}

}  // namespace

Routine Lowering::lower_quick(std::optional<Kept> kept) {
  if (kept) routine_.kept = std::move(kept);
  for (const plan::Item& item : record_.items)
    std::visit([&](const auto& kind) { add_quickly(kind, routine_.steps); }, item);
  leave_room(routine_.steps);
  routine_.steps.insert(routine_.steps.begin(), {room()});
  routine_.end = record_.end;
  return finish();
}

MeasureRoom Lowering::room() const {
  MeasureRoom room;
  room.limit = routine_.limit;
  for (const plan::Item& item : record_.items) {
    room.least += fixed_size(record_, item);
    const auto* run = std::get_if<plan::Run>(&item);
    if (run != nullptr && run->condition) room.limited.push_back(run->end);
  }
  for (const Step& step : routine_.steps)
    if (const auto* fit = std::get_if<Fit>(&step.kind)) {
      room.least += fit->least;
      if (!room.first) room.first = fit->least;
    }
  return room;
}

void Lowering::add_quickly(const plan::Run& run, Block& out) {
  load_fields(run.fixed, run.begin, out);
  if (run.condition) {
    routine_.addresses[run.end] = "after_" + field(*run.fixed.back().field).identifier;
    return out.push_back({PassStretch{run.begin, run.end}});
  }
  if (!run.counted) return;
  const plan::CountedList& counted = *run.counted;
  Fit fit;
  fit.of = Fit::Elements{counted.stride};
  fit.length = counted.list;
  fit.size = value(counted.count);
  fit.at = moved(run.begin, extent_of(run.fixed));
  fit.end = counted.after;
  places_[counted.list] = starts_[counted.list] = fit.at;
  ends_[counted.list] = Address{fit.end, 0};
  routine_.addresses[fit.end] = "after_" + field(counted.list).identifier;
  out.push_back({std::move(fit)});
  load_fields(run.after, {counted.after, 0}, out);
}

void Lowering::add_quickly(const plan::LoneField& lone, Block& out) {
  const plan::Field& of = field(lone.field);
  if (of.jump) return;
  places_[lone.field] = starts_[lone.field] = lone.begin;
  const auto* text = std::get_if<plan::Text>(&of.body.kind);
  const std::optional<Expr> size =
      value(text != nullptr ? text->size : std::get<plan::Raw>(of.body.kind).size);
  if (!lone.end) {
    SetLength set;
    set.length = lone.field;
    set.to = size;
    set.at = lone.begin;
    set.limit = routine_.limit;
    return out.push_back({std::move(set)});
  }
  Fit fit;
  if (text != nullptr) fit.of = Fit::Text{text, constant_name(lone.field) + "_text", of.name};
  fit.length = lone.field;
  fit.size = size;
  fit.at = lone.begin;
  fit.end = *lone.end;
  fit.least = text == nullptr ? 0 : least_size(*text);
  ends_[lone.field] = Address{fit.end, 0};
  routine_.addresses[fit.end] = "after_" + of.identifier;
  out.push_back({std::move(fit)});
}

void Lowering::add_quickly(const plan::Pad& pad, Block& out) {
  name_padding(pad);
  Fit fit;
  fit.of = Fit::Padding{pad.of_record ? std::optional(Address{}) : std::nullopt, pad.multiple};
  fit.at = pad.begin;
  fit.end = pad.end;
  out.push_back({std::move(fit)});
}

void Lowering::add_quickly(const plan::Require& require, Block& out) {
  if (plan::is_about_count(plan_, record_, require))
    out.push_back({Expect{value(require.condition)}});
}

}  // namespace schemac::steps
