#include "emit/cpp/spell/records.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "model/overload.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/element_rules.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/item_needs.h"

namespace schemac::emit::cpp {
namespace {

void visit_body(const plan::Body& body, const std::function<void(const plan::Body&)>& visit) {
  visit(body);
  for (const plan::Body* inner : plan::inner_bodies(body)) visit_body(*inner, visit);
}

}  // namespace

void for_each_body(const plan::Plan& plan, const std::function<void(const plan::Body&)>& visit) {
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields) for_each_body(field, visit);
}

void for_each_body(const plan::Field& field, const std::function<void(const plan::Body&)>& visit) {
  visit_body(field.body, visit);
}

const plan::Record& held_record(const plan::Plan& plan, const plan::Field& field) {
  return plan.records[std::get<plan::Nested>(field.body.kind).record];
}

std::string root_name(const plan::Record& record) { return "RootOf" + record.name; }
std::string access_name(const plan::Record& record) { return "AccessTo" + record.name; }

std::string record_name(const plan::Record& record) { return snake_case(record.name); }

const plan::Scalar* scalar_element(const plan::Body& body) {
  const auto* list = std::get_if<plan::List>(&body.kind);
  return list != nullptr ? scalar_element(*list) : nullptr;
}

const plan::Scalar* scalar_element(const plan::List& list) { return plan::packed_element(list); }

bool is_loose(const plan::List& list) {
  return scalar_element(list) == nullptr && (list.is_counted || list.stated_starts);
}

bool has_head(const plan::Body& body) {
  return std::visit(model::Overload{
                        [](const plan::Scalar&) { return false; },
                        [](const plan::Constant&) { return false; },
                        [](const plan::Text& text) { return text.head.has_value(); },
                        [](const plan::Raw& raw) { return raw.head.has_value(); },
                        [](const plan::Array& array) { return array.head.has_value(); },
                        [](const plan::Nested&) { return false; },
                        [](const plan::List& list) { return list.head.has_value(); },
                        [](const plan::Switch&) { return false; },
                    },
                    body.kind);
}

const plan::FreeForm* object_of(const plan::Body& body) {
  const auto* raw = std::get_if<plan::Raw>(&body.kind);
  const bool is_object =
      raw != nullptr && raw->free && raw->free->wire == plan::FreeForm::Wire::object;
  return is_object ? &*raw->free : nullptr;
}

bool has_kept_size(const plan::Body& body) {
  const bool is_list = std::holds_alternative<plan::List>(body.kind);
  return has_head(body) && (!is_list || scalar_element(body) != nullptr);
}

bool is_hidden_number(const plan::Record& record, plan::FieldId id) {
  const plan::Field& field = record.fields[id];
  return field.is_asked_from_outside && field.role == model::RoleKind::constant &&
         record.message() == nullptr && std::holds_alternative<plan::Scalar>(field.body.kind);
}

bool has_product(const plan::Field& field) {
  const plan::Scalar* scalar = scalar_element(field.body);
  return field.is_multiplied && scalar != nullptr && scalar->coding == plan::Coding::tagged &&
         has_kept_size(field.body) && !field.presence && !field.region && !field.jump;
}

bool is_packed(Dtype dtype) { return bit_count(dtype) < 8; }

std::optional<plan::FieldId> key_of(const plan::Plan& plan, plan::RecordId record) {
  const plan::Record& element = plan.records[record];
  return element.message() != nullptr ? std::nullopt : element.key;  // texts check keys themselves
}

// Of a record that is held once a copy costs nothing; of a small one little, and then what its
// holder looks at needs no memory.
bool is_inlined(const plan::Plan& plan, plan::RecordId id) {
  constexpr std::size_t most_copied = 16;  // fields
  const plan::Record& record = plan.records[id];
  if (record.is_recursive) return false;
  const std::size_t uses = record.holders.count;
  return uses == 1 || uses * record.weight <= most_copied;
}

bool is_root(const plan::Plan& plan, const plan::Record& record) {
  return std::ranges::any_of(
      plan.roots, [&](const plan::Root& root) { return &plan.records[root.record] == &record; });
}

std::string inlining(const plan::Plan& plan, const plan::Record& record) {
  const auto id = plan::id_of(plan, record);
  return is_inlined(plan, id) ? "SCHEMAC_INLINE" : "inline";
}

}  // namespace schemac::emit::cpp
