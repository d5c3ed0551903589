// Fields: whether one is there, and the region that it is in.
#include <algorithm>

#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "steps/lowering.h"

namespace schemac::steps {

void Lowering::add_zeros(const plan::Presence& presence, Block& out) {
  if (is_view()) return;
  for (const plan::AbsentScalar& zero : presence.zeros) {
    const plan::Field& stating = field(zero.field);
    const auto* scalar = std::get_if<plan::Scalar>(&stating.body.kind);
    Expr number, absent, holds;
    number.op = plan::Op::field;
    number.id = zero.field;
    number.range = scalar != nullptr ? model::range_of(*scalar) : model::Range{0, model::max_u64};
    absent.number = zero.value;
    absent.range = {zero.value, zero.value};
    holds.op = plan::Op::equal;
    holds.range = {0, 1};
    holds.args = {number, absent};
    Block* block = &out;
    If there;
    if (stating.presence) {
      there.condition = value(stating.presence->condition);
      block = &there.then.steps;
    }
    block->push_back({Require{holds, {zero.check, record_frame, place_of(zero.field)}, {number}}});
    if (stating.presence) out.push_back({std::move(there)});
  }
}

void Lowering::add_field(FieldId id, Address at, AddressId limit, AddressId end, Block& out) {
  const plan::Field& field = record_.fields[id];
  if (!field.presence) return add_present(id, at, limit, end, out);
  If made;
  made.condition = value(field.presence->condition);
  const AddressId after = address("end_of_" + field.identifier);
  tell_presence(Tell::What::present, id, made.then.steps);
  tell_presence(Tell::What::absent, id, made.otherwise.steps);
  add_present(id, at, limit, after, made.then.steps);
  made.then.end = {after, 0};
  if (tagged_[id]) {  // one that isn't there has no tag either
    made.also = If::Also{*tagged_[id], places_[id], at};
    places_[id] = {*tagged_[id], 0};
  }
  add_zeros(*field.presence, made.otherwise.steps);
  made.otherwise.end = at;
  made.end = end;
  out.push_back({std::move(made)});
}

void Lowering::add_present(FieldId id, Address at, AddressId limit, AddressId end, Block& out) {
  BodySite site;
  site.field = id;
  site.at = at;
  site.limit = limit;
  site.end = end;
  Watched watched{id, at, {}, {end, 0}};
  Block& steps = is_watch() ? watched.steps : out;
  if (field(id).region)
    add_region(site, steps);
  else
    add_body(field(id).body, site, steps);
  if (is_watch()) out.push_back({std::move(watched)});
}

void Lowering::tell(Tell told, Block& out) {
  if (is_watch()) out.push_back({std::move(told)});
}

void Lowering::tell_presence(Tell::What what, FieldId id, Block& out) {
  tell({what, id, record_frame, {}, "", {}, {}, 0}, out);
}

namespace {

// What of a field in a region, or elsewhere, has a frame of its own.
bool is_framed(const plan::Field& field) {
  return field.jump || !(std::holds_alternative<plan::Text>(field.body.kind) ||
                         std::holds_alternative<plan::Array>(field.body.kind));
}

}  // namespace

void Lowering::add_region(BodySite site, Block& out) {
  const plan::Field& of = field(site.field);
  const plan::Region& region = *of.region;
  Region made;
  made.field = site.field;
  made.form = &region;
  made.at = site.at;
  made.limit = site.limit;
  made.stated_at = region.stated_by ? place_of(*region.stated_by) : site.at;
  made.begin = address(of.identifier + "_begin");
  made.inner_limit = address(of.identifier + "_limit");
  made.is_array = std::holds_alternative<plan::Array>(of.body.kind);
  made.is_asked_for_whole = std::ranges::any_of(record_.items, [&](const plan::Item& item) {
    const auto* later = std::get_if<plan::CheckElements>(&item);
    return later != nullptr && later->field == site.field;
  });
  made.ends_record = of.is_looked_into && !of.jump;
  made.end = site.end;
  if (region.fixed)
    made.whole = Stretch{constant_name(site.field) + "_whole",
                         {{of.name, *region.fixed, StretchField::Kind::single, nullptr}},
                         {}};
  BodySite inner = site;
  inner.at = {made.begin, 0};
  inner.limit = made.inner_limit;
  inner.end = address(of.identifier + "_end");
  inner.may_skip = true;
  made.size = value(region.size);
  inner.stated = made.size;
  inner.stated_at = region.stated_by ? place_of(*region.stated_by) : inner.at;
  if (!site.has_own_frame && is_framed(of)) {
    inner.has_own_frame = true;
    inner.frame = own_frame(site);
  }
  made.skips = site.may_skip;
  if (is_view() && !of.is_looked_into) {
    made.is_passed_over = true;
    return out.push_back({std::move(made)});
  }
  add_body(of.body, inner, made.content.steps);
  made.content.end = {inner.end, 0};
  out.push_back({std::move(made)});
}

}  // namespace schemac::steps
