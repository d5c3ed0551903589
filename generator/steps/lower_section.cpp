// Content at offsets, and the sections that it is in.
#include "model/range_arithmetic.h"
#include "steps/lowering.h"

namespace schemac::steps {
namespace {

// An array whose size is stated, too: its check is one comparison where all is well.
bool is_stated_array(const plan::Field& field) {
  const auto* array = std::get_if<plan::Array>(&field.body.kind);
  return array != nullptr && array->dims && field.region;
}

}  // namespace

void Lowering::add_jump(FieldId id, Block& out) {
  const plan::Field& of = field(id);
  if (!of.presence) return add_content(id, out);
  If made;
  made.condition = value(of.presence->condition);
  tell_presence(Tell::What::present, id, made.then.steps);
  tell_presence(Tell::What::absent, id, made.otherwise.steps);
  add_content(id, made.then.steps);
  add_zeros(*of.presence, made.otherwise.steps);
  out.push_back({std::move(made)});
}

void Lowering::add_content(FieldId id, Block& out) {
  const plan::Field& of = field(id);
  const plan::Jump& jump = *of.jump;
  Jump made;
  made.field = id;
  made.form = &jump;
  made.target = value(jump.target);
  made.stated_at = place_of(jump.stated_by);
  made.least = of.body.least_size;
  made.begin = address(of.identifier + "_at");
  made.limit = address(of.identifier + "_section_end");
  places_[id] = made.stated_at;
  BodySite site;
  site.field = id;
  site.at = {made.begin, 0};
  site.limit = made.limit;
  site.has_own_frame = true;
  site.frame = frame(record_frame, of.name, false, {id, ""});
  site.may_skip = true;
  if (const auto* array = std::get_if<plan::Array>(&of.body.kind); array && array->dims) {
    Block known;
    BodySite nowhere = site;
    nowhere.stated_at = made.stated_at;
    if (of.region) {
      nowhere.stated = value(of.region->size);
      if (of.region->stated_by) nowhere.stated_at = place_of(*of.region->stated_by);
    }
    add_kind(*array, nowhere, known);
    if (known.empty()) return;
    made.array = std::get<Array>(known.front().kind);
    made.least = array->least_size;
  }
  if (is_stated_array(of) && !is_watch()) {
    const plan::Region& region = *of.region;
    made.stated =
        Jump::Stated{value(region.size),
                     region.stated_by ? place_of(*region.stated_by) : made.stated_at, region.cause};
  } else if (of.region) {
    site.end = address(of.identifier + "_claimed");
    made.claimed_end = site.end;
    made.has_fill = of.region->fill || std::holds_alternative<plan::Array>(of.body.kind);
    add_region(site, made.content.steps);
    made.content.end = {site.end, 0};
  } else {
    site.end = address(of.identifier + "_end");
    add_body(of.body, site, made.content.steps);
    made.content.end = {site.end, 0};
  }
  out.push_back({std::move(made)});
}

// ---- sections ----

FindSections::Found Lowering::found(std::uint32_t index) {
  const plan::Section& section = record_.sections[index];
  FindSections::Found made;
  made.section = index;
  if (!section.begin) return made;
  Expr begin;
  begin.op = plan::Op::field;
  begin.id = *section.begin;
  if (const auto* scalar = std::get_if<plan::Scalar>(&field(*section.begin).body.kind))
    begin.range = model::range_of(*scalar);
  made.begin = std::move(begin);
  made.stated_at = place_of(*section.begin);
  return made;
}

void Lowering::open_file(Block& out) {
  for (std::uint32_t i = 0; i < record_.sections.size(); ++i)
    if (record_.sections[i].is_whole_file) out.push_back({OpenFile{i}});
}

void Lowering::add(const plan::FindSections& find, Block& out) {
  FindSections made;
  made.inline_end = find.inline_end;
  for (std::uint32_t i = 0; i < record_.sections.size(); ++i)
    if (!record_.sections[i].is_whole_file) made.sections.push_back(found(i));
  routine_.has_sections = true;
  out.push_back({std::move(made)});
}

void Lowering::add(const plan::InSection& item, Block& out) {
  const std::string& name = record_.sections[item.section].name;
  InSection made;
  made.section = item.section;
  made.begin = address(name + "_section_begin");
  made.limit = address(name + "_section_limit");
  Address at{made.begin, 0};
  for (const plan::LoneField& lone : item.fields) {
    const AddressId end = address("after_" + field(lone.field).identifier);
    places_[lone.field] = starts_[lone.field] = at;
    ends_[lone.field] = Address{end, 0};
    add_field(lone.field, at, made.limit, end, made.content.steps);
    at = {end, 0};
  }
  made.content.end = at;
  out.push_back({std::move(made)});
}

void Lowering::add(const plan::FinishSections&, Block& out) {
  FinishSections made;
  made.inline_end = record_.end;
  for (std::uint32_t i = 0; i < record_.sections.size(); ++i) {
    if (record_.sections[i].is_whole_file)
      made.file = i;
    else
      made.sections.push_back(found(i));
  }
  out.push_back({std::move(made)});
}

}  // namespace schemac::steps
