#include "plan/make/fields.h"

#include <algorithm>

#include "model/pieces.h"
#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/versions.h"
#include "plan/facts/item_needs.h"
#include "plan/identifiers.h"
#include "plan/make/bodies.h"
#include "plan/make/codecs.h"
#include "plan/make/places.h"
#include "plan/make/sizes.h"

namespace schemac::plan {
namespace {

bool is_padding(const model::Field& field) {
  return std::holds_alternative<model::Padding>(field.body.kind);
}

bool is_group(const model::Field& field) {
  const auto* scalar = std::get_if<model::Scalar>(&field.body.kind);
  return scalar != nullptr && scalar->is_group;
}

// What a parameter can be: any number of the sign that the model proved, since a broken file holds
// anything.
model::Range widened(const model::Range& range) {
  return range.min < 0 ? model::Range{model::min_i64, model::max_i64}
                       : model::Range{0, model::max_u64};
}

// Features of a field that no part of the plan has a place for.
void report_planned(RecordScope& scope, const model::Field& field) {
  Builder& builder = scope.builder;
  const std::string of = " of '" + field.name + "'";
  if (field.default_expression && !field.default_value)
    builder.planned(field.range, "a 'default' that isn't a number");
  const bool is_list = field.body.repeat.kind != model::RepeatKind::none;
  if (field.constant && is_list) builder.planned(field.range, "a list of constants");
  const auto* scalar = std::get_if<model::Scalar>(&field.body.kind);
  const bool has_any_width = scalar != nullptr && scalar->is_any_width;
  if (has_any_width && field.role.kind == model::RoleKind::derived &&
      field.role.derivation != model::DerivationKind::count_of)
    builder.planned(field.range, "an integer of any width that follows from others" + of);
  const bool is_scaled =
      field.role.factor != 1 || field.role.offset != 0 || field.role.divisor != 1 ||
      std::any_of(field.role.others.begin(), field.role.others.end(),
                  [](const model::OtherDerivation& other) { return other.is_scaled; });
  if (is_scaled && !field.role.others.empty())
    builder.planned(field.range, "a calculation with '" + field.name +
                                     "', which follows from several fields that may be absent,");
  if (field.place.align_by && !field.place.at)
    builder.planned(field.range, "an alignment that a value gives");
}

// What says that a number isn't stated, where the number is one that can do so.
std::optional<Unknown> lower_unknown(RecordScope& scope, const model::Field& field) {
  if (!field.unknown) return std::nullopt;
  const auto* scalar = std::get_if<model::Scalar>(&field.body.kind);
  const bool is_list = field.body.repeat.kind != model::RepeatKind::none;
  const bool is_plain = scalar != nullptr && !scalar->varies() && !scalar->enumeration &&
                        scalar->flags.empty() && scalar->dtype != Dtype::bool8 &&
                        field.body.wire.empty() && !field.tag;
  const bool is_always_there = is_list || (!field.condition && field.versions.are_all());
  if (!is_plain || !is_always_there || !is_inline(field)) {
    scope.builder.planned(field.range, "'unknown' of '" + field.name +
                                           "', which isn't a plain number that is always there,");
    return std::nullopt;
  }
  const bool is_derived = field.role.kind == model::RoleKind::derived;
  if (is_derived && !is_list && field.role.derivation != model::DerivationKind::count_of &&
      field.role.derivation != model::DerivationKind::expression) {
    scope.builder.planned(field.range,
                          "'unknown' of '" + field.name + "', the " + field.role.because + ",");
    return std::nullopt;
  }
  Unknown out;
  out.value = *field.unknown;
  if (!is_derived) return out;
  out.choice = field.name + "_known";
  out.choice_identifier = identifier(out.choice);
  return out;
}

std::optional<Spelling> spelling_of(const model::Field& field) {
  if (!field.keeps_spelling()) return std::nullopt;
  const std::string choice = field.name + "_spelled";
  return Spelling{choice, identifier(choice)};
}

Field lower_field(RecordScope& scope, const model::Field& field, FieldId id) {
  Field out = scope.record.fields[id];
  report_planned(scope, field);
  out.jump = lower_jump(scope, field);
  out.region = lower_region(scope, field);
  BodySite site{field, id,    field.name,   field.name, out.jump ? "" : field.name,
                true,  false, std::nullopt, ""};
  if (out.region) {
    site.has_region = true;
    site.region_by = out.region->stated_by;
  } else {
    site.section = section_name(scope, field);
  }
  out.body = lower_body(scope, field.body, site);
  out.spelling = spelling_of(field);
  if (digest_of(out) != nullptr) scope.builder.plan.has_digests = true;
  if (out.jump) out.jump->places_content = places_content(out.body);
  if (out.jump && out.jump->places_content) scope.builder.plan.has_nested_content = true;
  add_fill(scope, field, out);
  out.unknown = lower_unknown(scope, field);
  if (field.body.codec) out.codec = lower_codec(scope, field, site);
  out.availability = lower_availability(scope, field);
  out.presence = lower_presence(scope, field, out);
  const bool is_number = std::holds_alternative<Scalar>(out.body.kind);
  if (field.tag && !field.tag->is_optional && !field.tag->is_required && is_number)
    out.default_value = 0;
  if (field.tag && field.tag->is_optional)
    out.presence = Presence{make_about_field(Op::is_present, id, {0, 1}), false, {}};
  return out;
}

SourceKind source_kind(model::DerivationKind kind) {
  switch (kind) {
    case model::DerivationKind::none:
      return SourceKind::member;
    case model::DerivationKind::count_of:
      return SourceKind::count_of;
    case model::DerivationKind::size_of:
      return SourceKind::size_of;
    case model::DerivationKind::plain_size_of:
      return SourceKind::plain_size_of;
    case model::DerivationKind::begin_of:
      return SourceKind::begin_of;
    case model::DerivationKind::section_begin:
      return SourceKind::section_begin;
    case model::DerivationKind::tag_of:
      return SourceKind::tag_of;
    case model::DerivationKind::presence_of:
      return SourceKind::flags;
    case model::DerivationKind::bits_of:
    case model::DerivationKind::expression:
      return SourceKind::expression;
  }
  return SourceKind::member;
}

// The number that the bytes of a group are: its fields, each where its bits are.
Expr bits_of_group(RecordScope& scope, FieldId group) {
  Expr all;
  all.op = Op::bits;
  all.range = model::range_of(std::get<Scalar>(scope.record.fields[group].body.kind));
  for (FieldId id = group + 1; id < scope.record.fields.size(); ++id) {
    const auto* scalar = std::get_if<Scalar>(&scope.record.fields[id].body.kind);
    if (scalar == nullptr || !scalar->place || scalar->place->group != group) break;
    Expr bits = make_field(scope.record, id);
    if (bits.range.min < 0) {
      bits = make_operation(Op::flag, {std::move(bits)});
      bits.width = scalar->bit_count();
      bits.range = {0, (model::Int128{1} << bits.width) - 1};
    }
    if (scalar->place->shift != 0)
      bits = make_operation(
          Op::multiply, {std::move(bits), make_constant(model::Int128{1} << scalar->place->shift)});
    all.args.push_back(std::move(bits));
  }
  return all;
}

}  // namespace

Source lower_source(RecordScope& scope, const model::Field& field) {
  const model::Role& role = field.role;
  Source source;
  if (role.kind == model::RoleKind::constant) {
    source.kind = SourceKind::constant;
    return source;
  }
  source.kind = source_kind(role.derivation);
  source.factor = role.factor;
  source.offset = role.offset;
  source.divisor = role.divisor;
  source.section = role.section;
  const bool is_about_field =
      source.kind == SourceKind::count_of || source.kind == SourceKind::size_of ||
      source.kind == SourceKind::plain_size_of || source.kind == SourceKind::begin_of ||
      source.kind == SourceKind::tag_of;
  if (is_about_field) {
    source.field = scope.ids[role.field].value_or(0);
    source.absent = field.absent.value_or(0);
  }
  for (const model::OtherDerivation& other : role.others) {
    Source& out = source.others.emplace_back();
    out.kind = source_kind(other.derivation);
    out.field = scope.ids[other.field].value_or(0);
    out.absent = source.absent;
  }
  if (role.derivation == model::DerivationKind::bits_of) {
    const auto index = static_cast<std::size_t>(&field - scope.type.fields.data());
    source.expression = bits_of_group(scope, *scope.ids[index]);
    return source;
  }
  if (source.kind == SourceKind::expression) {
    const model::ExpressionPtr& expression = role.expression ? role.expression : field.is;
    if (expression == nullptr) return source;  // of the record's own size, which was reported
    source.expression = size_of_last(scope, expression);
    if (!source.expression)
      source.expression = zero_where_absent(scope, lower_expression(scope, expression));
  }
  const auto* scalar = std::get_if<model::Scalar>(&field.body.kind);
  if (source.kind == SourceKind::flags && scalar != nullptr && scalar->flags.empty() &&
      !role.presences.empty()) {
    const FieldId present = scope.ids[role.presences.front().field].value_or(0);
    source.kind = SourceKind::expression;
    source.expression = make_about_field(Op::is_present, present, {0, 1});
  }
  return source;
}

void declare_fields(RecordScope& scope) {
  // A member can't be called like a type that its class names, or like the class itself.
  UniqueNames names(scope.builder.plan.type_names);
  for (const char* own : {"choices", "Choices", "head_type"}) names.take(own);
  std::vector<std::string> wanted;
  for (const model::Field& field : scope.type.fields)
    if (!is_padding(field)) wanted.push_back(is_group(field) ? field.name + " bits" : field.name);
  for (const model::JoinedArray& array : scope.type.arrays) wanted.push_back(array.name);
  const std::vector<std::string> identifiers = names.add_all(wanted);
  for (const model::Field& field : scope.type.fields) {
    if (is_padding(field)) {
      scope.ids.push_back(std::nullopt);
      continue;
    }
    scope.ids.push_back(static_cast<FieldId>(scope.record.fields.size()));
    Field out;
    out.name = field.name;
    out.identifier = identifiers[scope.record.fields.size()];
    scope.record.identifiers.insert(out.identifier);
    out.doc = field.doc;
    out.doc_ref = field.doc_ref;
    out.role = field.role.kind;
    out.role_text = field.role.because;
    out.default_value = field.default_value;
    if (const auto* scalar = std::get_if<model::Scalar>(&field.body.kind)) {
      Scalar declared;
      declared.dtype = scalar->dtype;
      declared.bits = scalar->bits;
      if (field.body.repeat.kind == model::RepeatKind::none) out.body.kind = declared;
    }
    scope.record.fields.push_back(std::move(out));
  }
  for (const model::JoinedArray& array : scope.type.arrays) {
    const std::size_t index = scope.record.fields.size() + scope.record.arrays.size();
    scope.record.arrays.push_back({array, identifiers[index], 0, 0, {}});
  }
  for (const model::Parameter& parameter : scope.type.parameters) {
    const bool is_list = parameter.type.is_list;
    if (is_list && (parameter.type.kind != model::ValueKind::number || parameter.values.min < 0))
      scope.builder.planned(scope.type.range, "the parameter '" + parameter.name +
                                                  "', a list of anything but unsigned numbers,");
    scope.record.params.push_back({parameter.name, widened(parameter.values), is_list});
  }
  for (const OuterValue& value : scope.needs().values) {
    Param param{value.name, widened(value.expression->values)};
    param.is_byte_order = value.expression->type.kind == model::ValueKind::byte_order;
    scope.record.params.push_back(std::move(param));
  }
}

namespace {

FieldId field_named(const Record& record, const std::string& name) {
  const auto found = std::find_if(record.fields.begin(), record.fields.end(),
                                  [&](const Field& field) { return field.name == name; });
  return id_of(record, *found);
}

// Where the pieces of joined arrays are: the model has seen to it that they are there.
void lower_arrays(RecordScope& scope) {
  for (JoinedArray& array : scope.record.arrays) {
    if (scope.is_root)
      array.size_check =
          scope.builder.checks.joined_size(scope.subject(array.form.name, array.form.name));
    const auto& steps = array.form.join.steps;
    array.list = field_named(scope.record, steps.front().member);
    if (model::is_of_one_piece(array.form)) {
      array.piece = array.list;
      continue;
    }
    const model::Field& list = scope.type.fields[array.form.list];
    const auto& held = std::get<model::RecordReference>(list.body.kind);
    const auto element = scope.builder.records[held.type];
    if (element)
      array.piece = field_named(scope.builder.plan.records[*element], steps.back().member);
  }
}

// The member that elements have: the model has made sure that all of them are in one list.
void lower_part_member(RecordScope& scope, const model::StatedParts& form) {
  Builder& builder = scope.builder;
  const model::Type& holder = builder.format.types[form.holder];
  Record& record = builder.plan.records[*builder.records[form.holder]];
  PartMember part;
  part.name = form.member;
  part.identifier = identifier(form.member);
  while (std::ranges::find(record.fields, part.identifier, &Field::identifier) !=
         record.fields.end())
    part.identifier += '_';
  part.whole = scope.type.fields[form.field].name;
  part.first = field_named(record, holder.fields[form.first].name);
  part.last = field_named(record, holder.fields[form.last].name);
  record.part = std::move(part);
  scope.record.fields[*scope.ids[form.field]].is_of_parts = true;
}

// Bytes with parts: of a file alone, since only there all that a path leads to is at hand.
void lower_parts(RecordScope& scope) {
  for (const model::StatedParts& form : scope.type.parts) {
    const model::Field& field = scope.type.fields[form.field];
    if (!scope.is_root || field.condition || !field.versions.are_all() || field.place.at) {
      scope.builder.planned(field.range, "'parts' of bytes that aren't always there in a file");
      continue;
    }
    Checks& checks = scope.builder.checks;
    CheckSubject subject = scope.subject(field.name + "_parts", field.name);
    subject.noun = field.name;
    scope.record.parts.push_back({form, *scope.ids[form.field], checks.part_outside(subject),
                                  checks.part_overlap(subject), checks.part_gap(subject)});
    if (!form.member.empty()) lower_part_member(scope, form);
  }
}

}  // namespace

void lower_fields(RecordScope& scope) {
  if (scope.type.byte_order)
    scope.record.byte_order = lower_expression(scope, scope.type.byte_order);
  for (std::size_t i = 0; i < scope.ids.size(); ++i) {
    const model::Field& field = scope.type.fields[i];
    if (scope.ids[i])
      scope.record.fields[*scope.ids[i]] = lower_field(scope, field, *scope.ids[i]);
    else if (!field.body.planned.empty())
      scope.builder.planned(field.range, field.body.planned);
  }
  // Sources last: one may ask for the base that the jump of a field after it adds.
  for (std::size_t i = 0; i < scope.ids.size(); ++i)
    if (scope.ids[i])
      scope.record.fields[*scope.ids[i]].source = lower_source(scope, scope.type.fields[i]);
  find_given_places(scope);
  lower_arrays(scope);
  lower_parts(scope);
}

}  // namespace schemac::plan
