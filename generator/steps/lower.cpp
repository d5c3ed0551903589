// Records, their items and fields.
#include "steps/lower.h"

#include <algorithm>

#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "plan/facts/inline_items.h"
#include "plan/facts/number_rules.h"
#include "plan/facts/stored_sizes.h"
#include "steps/lowering.h"
#include "steps/uses.h"

namespace schemac::steps {

Address moved(Address at, std::uint64_t distance) { return {at.anchor, at.distance + distance}; }

Lowering::Lowering(const plan::Plan& plan, const plan::Record& record, Job job)
    : plan_(plan),
      record_(record),
      places_(record.fields.size()),
      starts_(record.fields.size()),
      ends_(record.fields.size()),
      tagged_(record.fields.size()) {
  routine_.job = job;
  routine_.record = &record;
  routine_.addresses.resize(std::max<std::size_t>(1, record.anchor_count));
  routine_.addresses[0] = "begin";
  routine_.frames.emplace_back();
  routine_.limit = address("end");
}

Routine Lowering::lower(std::optional<Kept> kept) {
  if (kept) routine_.kept = std::move(kept);
  if (record_.is_recursive && record_.depth) routine_.steps.push_back({CheckDepth{*record_.depth}});
  if (routine_.job == Job::start)
    routine_.takes_file = plan::has_placing_start(record_);
  else if (!is_view())
    open_file(routine_.steps);
  for (const plan::Item& item : record_.items)
    if (is_wanted(item)) std::visit([&](const auto& kind) { add(kind, routine_.steps); }, item);
  if (is_read() && record_.message() != nullptr) routine_.steps.push_back({StoreMessage{}});
  routine_.end = record_.message() != nullptr ? Address{routine_.limit, 0} : record_.end;
  if (record_.key && routine_.job == Job::check) routine_.key = places_[*record_.key];
  return finish();
}

Routine Lowering::finish() {
  if (is_watch()) {
    for (FieldId id = 0; id < record_.fields.size(); ++id)
      routine_.whereabouts.push_back({starts_[id], places_[id], ends_[id]});
    return std::move(routine_);
  }
  drop_unused(routine_);
  return std::move(routine_);
}

Routine Lowering::lower_element(FieldId list) {
  routine_.asks_view = true;
  const auto& of = std::get<plan::List>(field(list).body.kind);
  BodySite site;
  site.field = list;
  site.limit = routine_.limit;
  site.has_own_frame = true;
  site.is_in_list = true;
  site.end = address("end_of_element");
  site.suffix = "_element";
  add_body(of.element.front(), site, routine_.steps);
  routine_.end = {site.end, 0};
  return finish();
}

Routine Lowering::lower_fields(const plan::InSection& section, std::size_t count) {
  routine_.asks_view = true;
  routine_.addresses[0] = "section.begin";
  routine_.addresses[routine_.limit] = "section.end";
  Address at;
  for (std::size_t i = 0; i < count; ++i) {
    const FieldId id = section.fields[i].field;
    const AddressId end = address("after_" + field(id).identifier);
    places_[id] = starts_[id] = at;
    ends_[id] = Address{end, 0};
    add_field(id, at, routine_.limit, end, routine_.steps);
    at = {end, 0};
  }
  routine_.end = at;
  return finish();
}

// Nothing that a job takes no interest in becomes a step.
bool Lowering::is_wanted(const plan::Item& item) const {
  if (routine_.job == Job::start) return plan::is_before_sections(record_, item);
  if (!is_view()) return true;
  if (const auto* require = std::get_if<plan::Require>(&item)) return is_made(*require);
  if (const auto* place = std::get_if<plan::LoneField>(&item)) return !field(place->field).jump;
  return std::holds_alternative<plan::Run>(item) || std::holds_alternative<plan::Pad>(item);
}

bool Lowering::is_made(const plan::Require& require) const {
  if (!is_view()) return makes(require.check);
  return plan::is_about_count(plan_, record_, require) ||
         (makes(require.check) && plan::is_about_numbers(record_, require));
}

AddressId Lowering::address(const std::string& name) {
  std::string free = name;
  for (std::size_t count = 2; is_taken(free); ++count) free = name + "_" + std::to_string(count);
  routine_.addresses.push_back(free);
  return static_cast<AddressId>(routine_.addresses.size() - 1);
}

FrameId Lowering::frame(FrameId above, const std::string& name, bool is_element, Subject of) {
  routine_.frames.push_back({above, name, is_element, std::move(of)});
  return static_cast<FrameId>(routine_.frames.size() - 1);
}

std::string Lowering::constant_name(FieldId id) const {
  return model::snake_case(record_.name) + "_" + model::snake_case(field(id).identifier);
}

// What is in a record that a field holds, and fields of a message, are found where they are asked
// for.
Address Lowering::place_of(const plan::FieldPath& path) {
  if (path.inner.empty() && record_.message() == nullptr) return places_[path.field];
  std::string name = "place_of_" + field(path.field).identifier;
  const plan::Record* holder = &record_;
  FieldId id = path.field;
  for (const FieldId inner : path.inner) {
    holder = &plan_.records[std::get<plan::Nested>(holder->fields[id].body.kind).record];
    id = inner;
    name += "_" + holder->fields[id].identifier;
  }
  const AddressId made = address(name);
  routine_.inside[made] = path;
  return {made, 0};
}

// What a field holds as an alternative or as an element has a length of its own.
LengthId Lowering::length(const BodySite& site) {
  if (site.suffix.empty()) return site.field;
  routine_.inner.push_back(subject(site));
  return static_cast<LengthId>(record_.fields.size() + routine_.inner.size() - 1);
}

LengthId Lowering::last_length(const BodySite& site) const {
  return site.suffix.empty()
             ? site.field
             : static_cast<LengthId>(record_.fields.size() + routine_.inner.size() - 1);
}

// ---- runs ----

std::string Lowering::name_of(const plan::Run& run) const {
  for (const plan::RunField& each : run.fixed)
    if (each.field) return constant_name(*each.field) + "_run";
  if (run.counted) return constant_name(run.counted->list) + "_run";
  return model::snake_case(record_.name) + "_padding_run_" + std::to_string(run.begin.distance);
}

namespace {

const plan::Scalar* scalar_of(const plan::Record& record, const plan::RunField& each) {
  return each.field ? std::get_if<plan::Scalar>(&record.fields[*each.field].body.kind) : nullptr;
}

std::vector<StretchField> stretch_fields(const plan::Record& record,
                                         const std::vector<plan::RunField>& fields) {
  std::vector<StretchField> out;
  for (const plan::RunField& each : fields) {
    const plan::Scalar* scalar = scalar_of(record, each);
    if (scalar != nullptr && scalar->place) continue;  // its group has the bytes
    const bool is_tagged = scalar != nullptr && scalar->coding != plan::Coding::plain;
    out.push_back({each.name, each.size, StretchField::Kind::single, is_tagged ? scalar : nullptr});
  }
  return out;
}

bool has_tags(const plan::Record& record, const std::vector<plan::RunField>& fields) {
  return std::ranges::any_of(stretch_fields(record, fields),
                             [](const StretchField& each) { return each.tagged != nullptr; });
}

}  // namespace

void Lowering::load_fields(const std::vector<plan::RunField>& fields, Address begin, Block& out) {
  for (const plan::RunField& each : fields) {
    if (!each.field) continue;
    const plan::Scalar* scalar = scalar_of(record_, each);
    starts_[*each.field] = moved(begin, each.distance);
    places_[*each.field] =
        moved(begin, each.distance + (scalar == nullptr ? 0 : tag_size(*scalar)));
    if (scalar != nullptr) out.push_back({Load{*each.field, places_[*each.field]}});
  }
}

void Lowering::check_fields(const std::vector<plan::RunField>& fields, Address begin, Block& out) {
  for (const plan::RunField& each : fields) {
    const Address at = moved(begin, each.distance);
    const Address end = moved(at, each.size);
    if (!each.field) {
      tell({Tell::What::padding, 0, record_frame, {}, each.name, at, end, 0}, out);
      if (makes(each.padding))
        out.push_back({CheckZeros{at, moved(at, each.size), *each.padding, record_frame}});
      continue;
    }
    const plan::Body& body = field(*each.field).body;
    if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) {
      const Address told = scalar->place ? moved(at, scalar->place->bytes) : end;
      tell({Tell::What::number, *each.field, record_frame, scalar, "", at, told, 0}, out);
      check_number(*scalar, *each.field, record_frame, places_[*each.field], out);
    } else if (const auto* constant = std::get_if<plan::Constant>(&body.kind)) {
      tell({Tell::What::constant, *each.field, record_frame, constant, "", at, end, 0}, out);
      if (makes(constant->check))
        out.push_back({CheckBytes{&constant->bytes, {constant->check, record_frame, at}}});
    }
  }
}

void Lowering::add_all(const plan::Run& run, Block& out) {
  const std::uint64_t front = extent_of(run.fixed);
  if (front != 0)
    out.push_back(
        {Need{run.begin,
              routine_.limit,
              front,
              {name_of(run), stretch_fields(record_, run.fixed), {}, has_tags(record_, run.fixed)},
              record_frame}});
  load_fields(run.fixed, run.begin, out);
  const Address list = moved(run.begin, front);
  if (run.counted) {
    const plan::CountedList& counted = *run.counted;
    places_[counted.list] = starts_[counted.list] = list;
    const Address stated_at = counted.counted_by ? place_of(*counted.counted_by) : list;
    Stretch stretch{
        constant_name(counted.list) + "_counted",
        {{field(counted.list).name, counted.stride, StretchField::Kind::indexed, nullptr}},
        counted.cause};
    for (StretchField& each : stretch_fields(record_, run.after))
      stretch.fields.push_back(std::move(each));
    SetLength set;
    set.length = counted.list;
    set.to = value(counted.count);
    set.at = list;
    set.limit = routine_.limit;
    out.push_back({std::move(set)});
    NeedElements need;
    need.length = counted.list;
    need.of = {counted.list, ""};
    need.at = list;
    need.limit = routine_.limit;
    need.stride = counted.stride;
    need.fixed = extent_of(run.after);
    need.stretch = std::move(stretch);
    need.stated_at = stated_at;
    out.push_back({std::move(need)});
    routine_.addresses[counted.after] = "after_" + field(counted.list).identifier;
    ends_[counted.list] = Address{counted.after, 0};
    out.push_back(
        {SetAddress{counted.after, list,
                    SetAddress::After{counted.list, 8 * counted.stride, {counted.list, ""}}}});
    out.push_back({SetList{counted.list, list}});
    load_fields(run.after, {counted.after, 0}, out);
  }
  check_fields(run.fixed, run.begin, out);
  store_numbers(run.fixed, out);
  if (!run.counted) return;
  tell({Tell::What::numbers,
        run.counted->list,
        record_frame,
        &std::get<plan::Scalar>(
            std::get<plan::List>(field(run.counted->list).body.kind).element.front().kind),
        "",
        list,
        {run.counted->after, 0},
        run.counted->list},
       out);
  check_fields(run.after, {run.counted->after, 0}, out);
  const auto* body = std::get_if<plan::List>(&field(run.counted->list).body.kind);
  if (body == nullptr || is_view()) return;
  BodySite site;
  site.field = run.counted->list;
  site.at = list;
  site.limit = routine_.limit;
  take(*body, site, site.field, {}, out);
  each(*body, std::get<plan::Scalar>(body->element.front().kind), site, site.field, out);
}

void Lowering::add(const plan::Run& run, Block& out) {
  if (!run.condition) return add_all(run, out);
  routine_.addresses[run.end] = "after_" + field(*run.fixed.back().field).identifier;
  If limited;
  limited.condition = value(*run.condition);
  for (const plan::RunField& each : run.fixed) {
    tell_presence(Tell::What::present, *each.field, limited.then.steps);
    tell_presence(Tell::What::absent, *each.field, limited.otherwise.steps);
  }
  add_all(run, limited.then.steps);
  limited.then.end = moved(run.begin, extent_of(run.fixed));
  limited.otherwise.end = run.begin;
  limited.end = run.end;
  out.push_back({std::move(limited)});
}

// ---- other items ----

bool Lowering::is_taken(const std::string& name) const {
  return std::ranges::find(routine_.addresses, name) != routine_.addresses.end();
}

void Lowering::name_padding(const plan::Pad& pad) {
  std::string name = "after_padding";
  const auto is_field = [&](const plan::Field& each) { return "after_" + each.identifier == name; };
  for (std::size_t count = 2; is_taken(name) || std::ranges::any_of(record_.fields, is_field);
       ++count)
    name = "after_padding_" + std::to_string(count);
  routine_.addresses[pad.end] = name;
}

void Lowering::add(const plan::Pad& pad, Block& out) {
  const std::string record = model::snake_case(record_.name);
  name_padding(pad);
  Pad step;
  step.begin = pad.begin;
  if (pad.of_record) step.from = Address{};
  step.limit = routine_.limit;
  step.multiple = pad.multiple;
  step.stretch = {
      record + "_padding_stretch", {{"padding", 1, StretchField::Kind::counted, nullptr}}, {}};
  step.end = pad.end;
  out.push_back({std::move(step)});
  if (makes(pad.padding))
    out.push_back({CheckZeros{pad.begin, {pad.end, 0}, *pad.padding, record_frame}});
}

void Lowering::add(const plan::Require& require, Block& out) {
  if (!is_made(require)) return;
  const Address at = require.at ? place_of(*require.at) : Address{};
  out.push_back({Require{
      value(require.condition), {require.check, record_frame, at}, values(require.facts)}});
}

void Lowering::add(const plan::CheckDigest& item, Block& out) {
  const plan::Field& of = field(item.field);
  const plan::Digest& digest = *plan::digest_of(of);
  CheckDigest made;
  made.form = &digest;
  made.algorithm = value(digest.algorithm);
  made.at = place_of(item.field);
  for (const auto& [first, last] : digest.over) {
    const bool has_own = first <= item.field && item.field <= last && digest.own;
    if (!has_own) {
      made.over.push_back({begin_of(first), after(last)});
      continue;
    }
    const Address end = after(item.field);
    if (first != item.field) made.over.push_back({begin_of(first), made.at});
    made.over.push_back({made.at, end, true});
    if (last != item.field) made.over.push_back({end, after(last)});
  }
  if (!of.presence) return out.push_back({std::move(made)});
  If there;
  there.condition = value(of.presence->condition);
  there.then.steps.push_back({std::move(made)});
  out.push_back({std::move(there)});
}

void Lowering::add(const plan::CheckCodec& item, Block& out) {
  const plan::Field& of = field(item.field);
  const plan::Codec& codec = *of.codec;
  CheckCodec made;
  made.form = &codec;
  made.algorithm = value(codec.algorithm);
  made.size = value(codec.size);
  made.from = place_of(item.field);
  made.to = after(item.field);
  made.at = made.from;
  made.stated_at = codec.stated_by ? place_of(*codec.stated_by) : made.at;
  if (!of.presence) return out.push_back({std::move(made)});
  If there;
  there.condition = value(of.presence->condition);
  there.then.steps.push_back({std::move(made)});
  out.push_back({std::move(there)});
}

Address Lowering::after(FieldId id) {
  id = plan::holder_of_bytes(record_, id);
  if (ends_[id]) return *ends_[id];
  return moved(begin_of(id), field(id).body.fixed_size.value_or(0));
}

void Lowering::add(const plan::LoneField& place, Block& out) {
  const plan::Field& placed = field(place.field);
  if (placed.jump) return add_jump(place.field, out);
  AddressId end = 0;
  if (place.end) {
    end = *place.end;
    routine_.addresses[end] = "after_" + placed.identifier;
  } else {
    end = address("end_of_" + placed.identifier);
  }
  places_[place.field] = starts_[place.field] = place.begin;
  ends_[place.field] = Address{end, 0};
  const bool is_late =
      record_.late && (record_.late->list == place.field || record_.late->rest == place.field);
  if (is_view() && is_late) return out.push_back({SetAddress{end, {routine_.limit, 0}, {}}});
  add_field(place.field, place.begin, routine_.limit, end, out);
}

bool Lowering::makes(CheckId check) const {
  switch (routine_.job) {
    case Job::check:
    case Job::start:
    case Job::watch:
      return true;
    case Job::read:
    case Job::open:
      return plan_.checks[check].level == Level::error;
    case Job::view:
    case Job::look:
    case Job::quick:
      break;
  }
  return false;
}

std::optional<Target> Lowering::target(const BodySite& site) const {
  if (!is_read()) return std::nullopt;
  if (site.target) return site.target;
  if (!field(site.field).has_member()) return std::nullopt;
  return Target{Target::Kind::member, site.field, 0};
}

void Lowering::store_numbers(const std::vector<plan::RunField>& fields, Block& out) {
  if (!is_read()) return;
  for (const plan::RunField& each : fields)
    if (each.field && field(*each.field).has_member() && scalar_of(record_, each) != nullptr)
      out.push_back({StoreNumber{*each.field, places_[*each.field]}});
}

Routine lower(const plan::Plan& plan, const plan::Record& record, Job job,
              std::optional<Kept> kept) {
  return Lowering(plan, record, job).lower(std::move(kept));
}

Routine lower_quick(const plan::Plan& plan, const plan::Record& record, std::optional<Kept> kept) {
  return Lowering(plan, record, Job::quick).lower_quick(std::move(kept));
}

Routine lower_element(const plan::Plan& plan, const plan::Record& record, FieldId list) {
  return Lowering(plan, record, Job::view).lower_element(list);
}

Routine lower_fields(const plan::Plan& plan, const plan::Record& record,
                     const plan::InSection& section, std::size_t count) {
  return Lowering(plan, record, Job::view).lower_fields(section, count);
}

}  // namespace schemac::steps
