#include "plan/facts/json_members.h"

#include <algorithm>
#include <set>
#include <variant>

#include "model/overload.h"
#include "model/range_arithmetic.h"

namespace schemac::plan {
namespace {

impl::json::Kind kind_of(const Scalar& scalar) {
  if (scalar.enumeration) return impl::json::Kind::name;
  if (scalar.dtype == Dtype::bool8) return impl::json::Kind::boolean;
  return scalar.dtype == Dtype::f64 ? impl::json::Kind::real : impl::json::Kind::whole;
}
impl::json::Kind kind_of(const Body& body) {
  return std::visit(model::Overload{
                        [](const Scalar& scalar) { return kind_of(scalar); },
                        [](const Constant&) { return impl::json::Kind::any; },
                        [](const Text&) { return impl::json::Kind::text; },
                        [](const Raw&) { return impl::json::Kind::any; },
                        [](const Array&) { return impl::json::Kind::any; },
                        [](const Nested&) { return impl::json::Kind::record; },
                        [](const List&) { return impl::json::Kind::any; },
                        [](const Switch&) { return impl::json::Kind::any; },
                    },
                    body.kind);
}

void add_values_taken(const Plan& plan, const Record& record, FieldId field,
                      std::vector<std::vector<FieldId>>& values) {
  const auto has_names = [](const Field& each) {
    const auto* scalar = std::get_if<Scalar>(&each.body.kind);
    return scalar != nullptr && scalar->enumeration;
  };
  const bool is_after_names =
      std::any_of(record.fields.begin(), record.fields.begin() + field, has_names);
  std::set<RecordId> seen;
  std::vector<FieldId> path;
  const auto add = [&](const auto& self, const Record& holder, FieldId id) -> void {
    path.push_back(id);
    const Body& body = holder.fields[id].body;
    const auto* raw = std::get_if<Raw>(&body.kind);
    const auto* nested = std::get_if<Nested>(&body.kind);
    if (std::holds_alternative<Text>(body.kind) ? is_after_names : raw != nullptr && raw->free)
      values.push_back(path);
    if (nested != nullptr && seen.insert(nested->record).second) {
      const Record& inner = plan.records[nested->record];
      if (inner.json && inner.json->shape == model::JsonShape::one_of)
        for (FieldId name = 0; name < inner.fields.size(); ++name)
          if (name != inner.json->stored) self(self, inner, name);
    }
    path.pop_back();
  };
  add(add, record, field);
}

}  // namespace

std::vector<impl::json::Member> json_members(const Record& record) {
  std::vector<impl::json::Member> members;
  for (FieldId id = 0; id < record.fields.size(); ++id) {
    if (id == record.json->others || id == record.json->stored) continue;
    const Field& field = record.fields[id];
    const auto* list = std::get_if<List>(&field.body.kind);
    const Body& body = list != nullptr ? list->element.front() : field.body;
    impl::json::Member member;
    member.name = record.json->names[id];
    if (member.name != field.name) member.field = field.name;
    member.number = id + 1;
    member.kind = kind_of(body);
    member.is_list = list != nullptr;
    member.is_tuple = std::ranges::find(record.json->tuples, id) != record.json->tuples.end();
    member.is_optional = field.presence.has_value() || is_left_out(record, id);
    if (member.kind == impl::json::Kind::whole) {
      const model::Range range = model::range_of(std::get<Scalar>(body.kind));
      member.min = static_cast<std::int64_t>(range.min);
      member.max = static_cast<std::uint64_t>(range.max);
    }
    if (const auto* nested = std::get_if<Nested>(&body.kind)) member.record = nested->record;
    members.push_back(member);
  }
  return members;
}

bool is_left_out(const Record& record, FieldId field) {
  return record.json &&
         std::ranges::find(record.json->left_out, field) != record.json->left_out.end();
}

std::vector<std::string> taken_names(const Record& record, FieldId map) {
  std::vector<std::string> names;
  if (!record.json || record.json->entries != map) return names;
  for (FieldId id = 0; id < record.fields.size(); ++id)
    if (id != map && id != record.json->stored) names.push_back(record.json->names[id]);
  return names;
}

void number_json_records(Plan& plan) {
  std::size_t index = 0;
  for (Record& record : plan.records)
    if (record.json) record.json->index = index++;
}

void find_what_may_be_taken(Plan& plan) {
  for (Record& record : plan.records) {
    if (!record.json || record.json->shape != model::JsonShape::one_of) continue;
    for (FieldId id = 1; id < record.fields.size(); ++id)
      if (id != record.json->stored) add_values_taken(plan, record, id, record.json->may_be_taken);
  }
}

std::optional<EnumId> names_of(const Record& record, const impl::json::Member& member) {
  if (member.kind != impl::json::Kind::name) return std::nullopt;
  const Body& body = record.fields[member.number - 1].body;
  const auto* list = std::get_if<List>(&body.kind);
  return std::get<Scalar>((list != nullptr ? list->element.front() : body).kind).enumeration;
}

std::vector<impl::json::Name> json_names(const Enum& enumeration) {
  std::vector<impl::json::Name> names;
  for (const EnumMember& member : enumeration.members)
    names.push_back({member.text, static_cast<std::uint64_t>(member.value)});
  return names;
}

impl::json::Style style_of(const model::JsonStyle& style) {
  return {style.item,   style.key,      style.ascii, style.indent,      style.pad,
          style.syntax, style.trailing, style.end,   style.is_from_file};
}

impl::json::Shape shape_of(model::JsonShape shape) {
  switch (shape) {
    case model::JsonShape::object:
      return impl::json::Shape::members;
    case model::JsonShape::list:
      return impl::json::Shape::positions;
    case model::JsonShape::tuple:
      return impl::json::Shape::tuple;
    case model::JsonShape::one_of:
      return impl::json::Shape::kinds;
    case model::JsonShape::pair:
      return impl::json::Shape::pair;
  }
  return impl::json::Shape::members;
}

}  // namespace schemac::plan
