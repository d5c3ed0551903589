#include "model/passes/value_types.h"

#include <algorithm>

#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

TypedRange value_of_scalar(const Draft& draft, const Scalar& scalar, TypeIndex type,
                           FieldIndex field) {
  TypedRange result{{}, range_of(scalar)};
  if (scalar.dtype == Dtype::bool8) {
    result.type.kind = ValueKind::boolean;
  } else if (!is_whole(scalar.dtype)) {
    result.type.kind = ValueKind::real;
  }
  if (!scalar.flags.empty()) {
    result.type.type = type;
    result.type.field = field;
  }
  if (scalar.enumeration) {
    const Enum& enumeration = draft.format.enums[*scalar.enumeration];
    result.type.enumeration = scalar.enumeration;
    if (!enumeration.keeps_unknown && !enumeration.members.empty()) {
      const auto [least, most] = std::minmax_element(
          enumeration.members.begin(), enumeration.members.end(),
          [](const EnumMember& a, const EnumMember& b) { return a.value < b.value; });
      result.values = narrow(result.values, {least->value, most->value});
    }
  }
  return result;
}

TypedRange of_kind(ValueKind kind) {
  TypedRange result{{}, any_number};
  result.type.kind = kind;
  return result;
}

struct KindOf {
  const Draft& draft;
  TypeIndex type;
  FieldIndex field;

  TypedRange operator()(const Scalar& scalar) const {
    return value_of_scalar(draft, scalar, type, field);
  }
  TypedRange operator()(const ConstantBytes&) const { return of_kind(ValueKind::text); }
  TypedRange operator()(const Padding&) const { return of_kind(ValueKind::text); }
  TypedRange operator()(const Text&) const { return of_kind(ValueKind::text); }
  TypedRange operator()(const RawBytes&) const { return of_kind(ValueKind::text); }
  TypedRange operator()(const RecordReference& record) const {
    TypedRange result = of_kind(ValueKind::record);
    result.type.type = record.type;
    return result;
  }
  TypedRange operator()(const NdArray&) const { return of_kind(ValueKind::array); }
  TypedRange operator()(const Digest&) const { return of_kind(ValueKind::text); }
  TypedRange operator()(const FreeForm&) const { return of_kind(ValueKind::open); }
  TypedRange operator()(const Foreign&) const { return of_kind(ValueKind::free); }
  TypedRange operator()(const Switch&) const {
    TypedRange result = of_kind(ValueKind::choice);
    result.type.type = type;
    result.type.field = field;
    return result;
  }
};

// What `valid` leaves of a range, where its level is error: then nothing else gets past the reader.
Range narrowed(Range values, const syntax::Node& node) {
  const syntax::Node* valid = node.find("valid");
  if (valid == nullptr || text_or(*valid, "level") != "error") return values;
  if (const auto min = number_under(*valid, "min")) values = narrow(values, {*min, values.max});
  if (const auto max = number_under(*valid, "max")) values = narrow(values, {values.min, *max});
  const syntax::Node* any_of = valid->find("any-of");
  if (any_of == nullptr || any_of->expression == nullptr) return values;
  const auto* list = std::get_if<syntax::ListLiteral>(&any_of->expression->node);
  if (list == nullptr || list->items.empty()) return values;
  std::optional<Range> allowed;
  for (const syntax::ExpressionPtr& item : list->items) {
    const auto* literal =
        item != nullptr ? std::get_if<syntax::IntegerLiteral>(&item->node) : nullptr;
    if (literal == nullptr) return values;
    const Range one = constant(static_cast<Int128>(literal->value));
    allowed = allowed ? hull(*allowed, one) : one;
  }
  return narrow(values, *allowed);
}

void add_records(const Body& body, std::vector<TypeIndex>& types) {
  if (const auto* record = std::get_if<RecordReference>(&body.kind)) types.push_back(record->type);
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Case& each : choice->cases) add_records(each.body, types);
}

bool reaches(const Format& format, TypeIndex from, TypeIndex to, std::vector<bool>& seen) {
  if (from == to) return true;
  if (seen[from]) return false;
  seen[from] = true;
  for (const Field& field : format.types[from].fields)
    for (const TypeIndex inner : records_in(field.body))
      if (reaches(format, inner, to, seen)) return true;
  return false;
}

}  // namespace

TypedRange value_of_body(const Draft& draft, const Body& body, TypeIndex type, FieldIndex field) {
  if (draft.reported_fields.contains({type, field})) return of_kind(ValueKind::free);
  TypedRange result = std::visit(KindOf{draft, type, field}, body.kind);
  if (body.codec && body.codec->content) result.type.kind = ValueKind::open;
  result.type.is_list = body.repeat.kind != RepeatKind::none;
  return result;
}

TypedRange value_of_field(const Draft& draft, TypeIndex type, FieldIndex field) {
  const Field& declared = draft.format.types[type].fields[field];
  TypedRange result = value_of_body(draft, declared.body, type, field);
  if (declared.constant) result.values = constant(*declared.constant);
  const syntax::Node* node = draft.sources[type].fields[field];
  if (node != nullptr && result.type.kind == ValueKind::number && !result.type.is_list)
    result.values = narrowed(result.values, *node);
  return result;
}

TypedRange element_of(TypedRange list) {
  list.type.is_list = false;
  return list;
}

std::vector<TypeIndex> records_in(const Body& body) {
  std::vector<TypeIndex> types;
  add_records(body, types);
  return types;
}

std::vector<std::vector<TypeIndex>> holders(const Format& format) {
  std::vector<std::vector<TypeIndex>> result(format.types.size());
  for (TypeIndex outer = 0; outer < format.types.size(); ++outer)
    for (const Field& field : format.types[outer].fields)
      for (const TypeIndex inner : records_in(field.body))
        if (std::find(result[inner].begin(), result[inner].end(), outer) == result[inner].end())
          result[inner].push_back(outer);
  return result;
}

bool holds(const Format& format, TypeIndex outer, TypeIndex inner) {
  std::vector<bool> seen(format.types.size());
  return reaches(format, outer, inner, seen);
}

}  // namespace schemac::model
