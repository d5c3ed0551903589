#include <algorithm>

#include "plan/bodies.h"
#include "plan/lower_expression.h"

namespace schemac::plan {
namespace {

// Whether an element can be a bool8, whose byte then has to be 0 or 1.
bool can_be_boolean(const RecordScope& scope, const Expr& dtype) {
  const auto code = static_cast<model::Int128>(Dtype::bool8);
  if (dtype.op == Op::constant) return dtype.number == code;
  if (dtype.op != Op::attribute) return true;
  const std::vector<model::EnumMember>& members = scope.builder.format.enums[dtype.id].members;
  return std::any_of(members.begin(), members.end(), [&](const model::EnumMember& member) {
    return dtype.attribute < member.attributes.size() && member.attributes[dtype.attribute] &&
           member.attributes[dtype.attribute]->number == code;
  });
}

// The list of scalars that holds the dims; nothing for no dims, which is also what a mistake gives.
std::optional<FieldId> find_dims(const RecordScope& scope, const model::NdArray& array,
                                 const model::Body& body) {
  if (!array.dims) return std::nullopt;
  if (const auto* list = std::get_if<model::List>(&array.dims->node)) {
    if (!list->items.empty())
      scope.builder.planned(body.range, "an ndarray whose dims are not one field");
    return std::nullopt;
  }
  const auto* reference = std::get_if<model::Reference>(&array.dims->node);
  const bool is_own =
      reference != nullptr && reference->base == model::Base::self && reference->up == 0;
  if (is_own && reference->index < scope.ids.size() && scope.ids[reference->index]) {
    const model::Body& dims = scope.type.fields[reference->index].body;
    if (dims.repeat.kind != model::RepeatKind::none &&
        std::holds_alternative<model::Scalar>(dims.kind))
      return scope.ids[reference->index];
  }
  scope.builder.planned(body.range, "an ndarray whose dims are not a list of the same record");
  return std::nullopt;
}

// "dims and dtype need", "value_type needs"
std::string needing(const RecordScope& scope, const Array& array) {
  const auto name = [&](FieldId id) { return scope.record.fields[id].name; };
  const std::optional<FieldId> type = single_field_of(array.dtype);
  if (!array.dims) return (type ? name(*type) : "its type") + " needs";
  return name(*array.dims) + (type ? " and " + name(*type) : "") + " need";
}

}  // namespace

Array lower_array(RecordScope& scope, const model::NdArray& array, const model::Body& body,
                  const BodySite& site) {
  Array out;
  out.dtype = lower_expression(scope, array.dtype);
  out.dims = find_dims(scope, array, body);
  out.is_column_major = array.order == model::ArrayOrder::column;
  out.endian = array.endian;
  Checks& checks = scope.builder.checks;
  if (out.dims) {
    const std::string dims = scope.record.fields[*out.dims].name;
    CheckSite at = scope.site(site.name, dims + "[0]");
    out.overflow = checks.array_overflow(at, dims);
  } else if (can_be_boolean(scope, out.dtype)) {
    out.boolean = checks.boolean(part_site(scope, site));
  }
  if (site.has_region)
    out.size_check = checks.array_size(blame(scope, site, site.region_by), needing(scope, out));
  return out;
}

}  // namespace schemac::plan
