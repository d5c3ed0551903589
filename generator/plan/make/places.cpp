#include "plan/make/places.h"

#include <algorithm>
#include <numeric>

#include "model/overload.h"
#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/make/bodies.h"
#include "plan/make/restated.h"
#include "plan/make/sections.h"

namespace schemac::plan {
namespace {

std::optional<OuterSection> section_of_field(const RecordScope& scope, const model::Field& field) {
  if (field.place.section && !field.place.section_owner)
    return OuterSection{scope.index, *field.place.section};
  return section_of(field);
}

Expr jump_target(RecordScope& scope, const model::Field& field) {
  return lower_expression(scope, field.place.at);
}

// The scalars of the record that state something of the field: its offset, its size, its length,
// its count, its alternative, its plain size.
std::vector<FieldId> stating_fields(const Field& field) {
  std::vector<FieldId> fields;
  const auto add = [&](std::optional<FieldId> id) {
    if (id && std::find(fields.begin(), fields.end(), *id) == fields.end()) fields.push_back(*id);
  };
  if (field.region) add(field.region->stated_by);
  if (field.jump)
    add(as_field(field.jump->target) ? as_field(field.jump->target)
                                     : std::optional(field.jump->stated_by));
  std::visit(model::Overload{
                 [](const Scalar&) {},
                 [](const Constant&) {},
                 [&](const Text& text) { add(text.stated_by); },
                 [&](const Raw& raw) { add(raw.stated_by); },
                 [](const Array&) {},
                 [](const Nested&) {},
                 [&](const List& list) { add(list.counted_by); },
                 [&](const Switch& choice) { add(choice.tag_field); },
             },
             field.body.kind);
  if (field.codec) add(field.codec->stated_by);
  return fields;
}

// Of checks that blame the field that states the region's size.
CheckSubject subject_of_region(const RecordScope& scope, const model::Field& field,
                               const Region& region) {
  const BodySite site{field, 0, field.name, field.name, field.name, true, false, std::nullopt, ""};
  CheckSubject at = blame(scope, site, region.stated_by);
  at.prefix += "_region";
  return at;
}

}  // namespace

std::string section_name(const RecordScope& scope, const model::Field& field) {
  const auto section = section_of_field(scope, field);
  const model::Section* declared = section ? model_section(scope, *section) : nullptr;
  return declared != nullptr ? declared->name : "";
}

namespace {

// The field that is blamed for a place that it states, perhaps with others: one that says by a
// number that there is nothing, else the last number, else the last record or list.
std::optional<FieldId> stating_field(const RecordScope& scope, const Expr& stated) {
  std::optional<FieldId> best;
  int rank_of_best = 0;
  for (const FieldId id : fields_of(stated)) {
    const auto at = std::find(scope.ids.begin(), scope.ids.end(), std::optional(id));
    const auto index = static_cast<std::size_t>(at - scope.ids.begin());
    const bool is_number = std::holds_alternative<Scalar>(scope.record.fields[id].body.kind);
    const int rank = scope.type.fields[index].absent ? 3 : is_number ? 2 : 1;
    if (rank < rank_of_best) continue;
    best = id;
    rank_of_best = rank;
  }
  return best;
}

}  // namespace

std::optional<Jump> lower_jump(RecordScope& scope, const model::Field& field) {
  if (!field.place.at) return std::nullopt;
  const OuterSection section = *section_of_field(scope, field);
  Jump jump;
  jump.target = jump_target(scope, field);
  jump.section = section_ref(scope, section);
  const Expr stated = lower_expression(scope, field.place.at);
  const std::optional<FieldId> stated_by = stating_field(scope, stated);
  if (!stated_by) {
    scope.builder.planned(field.range, "'at' that no field of the record states");
    return std::nullopt;
  }
  jump.stated_by = *stated_by;
  if (field.place.align_by) scope.builder.planned(field.range, "an alignment that a value gives");
  const model::Section* declared = model_section(scope, section);
  jump.align =
      std::lcm(field.place.align.value_or(1), declared != nullptr ? declared->each_align : 1);
  const std::string& name = scope.record.fields[*stated_by].name;
  CheckSubject at = scope.subject(field.name, name);
  at.noun = name;
  Checks& checks = scope.builder.checks;
  const auto* text = std::get_if<model::Text>(&field.body.kind);
  const bool may_be_empty = field.body.repeat.kind != model::RepeatKind::none ||
                            std::holds_alternative<model::RawBytes>(field.body.kind) ||
                            (text != nullptr && !text->prefix);
  jump.outside =
      checks.outside(at, field.name, declared != nullptr ? declared->name : "", !may_be_empty);
  if (jump.align > 1) jump.misaligned = checks.misaligned(at, jump.align);
  if (declared == nullptr)
    jump.overlap = checks.overlap_in_file(at);
  else if (declared->overlap)
    jump.overlap = checks.overlap(at, *declared->overlap);
  else if (declared->gaps)
    jump.moved = checks.place(at);
  return jump;
}

namespace {

// What a number that isn't given depends on, while a writer looks for places.
enum class Depends : std::uint8_t { on_values, on_file_size, on_sections, on_places };

Depends depends_on(const Record& record, const Expr& expr) {
  Depends result = Depends::on_values;
  if (expr.op == Op::inside) return result;  // what is late there is refused (report_asked_layout)
  if (expr.op == Op::file_size) result = Depends::on_file_size;
  if (expr.op == Op::offset_of) result = Depends::on_places;
  if (expr.op == Op::field) {
    const Source& source = record.fields[expr.id].source;
    if (source.kind == SourceKind::begin_of) result = Depends::on_places;
    if (source.kind == SourceKind::section_begin) result = Depends::on_sections;
    if (source.kind == SourceKind::expression) result = depends_on(record, *source.expression);
  }
  for (const Expr& arg : expr.args) result = std::max(result, depends_on(record, arg));
  return result;
}

}  // namespace

namespace {

// The number that says that there is no content, if content can come to lie where that points.
std::optional<std::int64_t> absent_number(const Record& record, FieldId content, bool is_plain) {
  const Field& field = record.fields[content];
  if (!field.presence) return std::nullopt;
  for (const AbsentScalar& zero : field.presence->zeros)
    if (zero.field == field.jump->stated_by && !(is_plain && zero.value <= 0))  // it begins before
      return static_cast<std::int64_t>(zero.value);
  return std::nullopt;
}

// What `stated_by` can say of where the content lies, which it follows from.
void limit_stated(RecordScope& scope, FieldId content) {
  Jump& jump = *scope.record.fields[content].jump;
  const Field& field = scope.record.fields[jump.stated_by];
  const Source& source = field.source;
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (scalar == nullptr || source.kind != SourceKind::begin_of || source.field != content) return;
  // Where a number counts units, content begins with one.
  const bool is_in_units = source.factor == 1 && source.offset % source.divisor == 0;
  const auto unit = static_cast<std::uint64_t>(source.divisor);
  if (is_in_units) jump.align = std::lcm(jump.align, unit);
  const bool is_plain = source.factor == 1 && source.offset == 0 && source.divisor == 1;
  const model::Range range = model::range_of(*scalar);
  const auto absent = absent_number(scope.record, content, is_plain);
  if (is_plain && bit_count(scalar->dtype) == 64 && !absent) return;
  jump.stated = impl::StatedPlace{
      static_cast<std::int64_t>(source.factor),  static_cast<std::int64_t>(source.offset),
      static_cast<std::int64_t>(source.divisor), static_cast<std::int64_t>(range.min),
      static_cast<std::uint64_t>(range.max),     absent};
}

}  // namespace

void find_given_places(RecordScope& scope) {
  Record& record = scope.record;
  for (FieldId id = 0; id < record.fields.size(); ++id) {
    std::optional<Jump>& jump = record.fields[id].jump;
    if (!jump) continue;
    jump->is_given =
        std::none_of(record.fields.begin(), record.fields.end(), [&](const Field& each) {
          return each.source.kind == SourceKind::begin_of && each.source.field == id;
        });
    if (!jump->is_given) {
      limit_stated(scope, id);
      continue;
    }
    const Depends depends = depends_on(record, jump->target);
    jump->is_late = depends != Depends::on_values;
    if (depends >= Depends::on_sections) {
      const auto at = std::find(scope.ids.begin(), scope.ids.end(), std::optional(id));
      const auto index = static_cast<std::size_t>(at - scope.ids.begin());
      scope.builder
          .not_executed(scope.type.fields[index].range,
                        "the place of '" + record.fields[id].name +
                            "', which follows from where something else is,")
          .help("let a field of its own say where it is");
    }
    const std::string& name = record.fields[jump->stated_by].name;
    CheckSubject at = scope.subject(record.fields[id].name, name);
    at.noun = name;
    at.prefix += "_given";
    jump->too_early = scope.builder.checks.too_early(at);
    jump->too_far =
        jump->is_late ? scope.builder.checks.elsewhere(at) : scope.builder.checks.too_far(at);
  }
}

void find_given_starts(RecordScope& scope) {
  Record& record = scope.record;
  for (std::uint32_t i = 0; i < record.sections.size(); ++i) {
    Section& section = record.sections[i];
    if (!section.begin) continue;
    const Field& states = record.fields[*section.begin];
    if (states.source.kind == SourceKind::section_begin && states.source.section == i) continue;
    Expr target;
    target.op = Op::field;
    target.id = *section.begin;
    if (const auto* scalar = std::get_if<Scalar>(&states.body.kind))
      target.range = model::range_of(*scalar);
    const Depends depends = depends_on(record, target);
    if (depends == Depends::on_places)
      scope.builder
          .not_executed(scope.type.sections[i].range,
                        "the start of section '" + section.name +
                            "', which follows from where something else is,")
          .help("let a field of its own say where it begins");
    CheckSubject at = scope.subject(section.name, states.name);
    at.noun = states.name;
    at.prefix += "_given";
    Checks& checks = scope.builder.checks;
    const bool is_late = depends != Depends::on_values;
    const CheckId too_early = checks.too_early(at);
    section.given = Section::GivenBegin{std::move(target), is_late, too_early,
                                        is_late ? checks.elsewhere(at) : checks.too_far(at)};
  }
}

std::optional<Region> lower_region(RecordScope& scope, const model::Field& field) {
  if (!needs_region(field.body)) return std::nullopt;
  Region region;
  region.size = lower_number(scope, field.body.size.expression);
  region.stated_by = single_field_of(region.size);
  if (region.stated_by)
    region.cause = scope.builder.checks.cause(subject_of_region(scope, field, region),
                                              section_name(scope, field));
  const auto fixed = as_constant(region.size);
  if (!field.place.at && fixed != 0u) region.fixed = fixed;
  return region;
}

void add_fill(RecordScope& scope, const model::Field& field, Field& lowered) {
  if (!lowered.region || std::holds_alternative<Array>(lowered.body.kind) ||
      restates_size(scope, lowered))
    return;
  lowered.region->fill =
      scope.builder.checks.fill(subject_of_region(scope, field, *lowered.region), field.name);
}

namespace {

// Whether a number doesn't state the absence of this field alone: what it must be where none of its
// fields is there is a check of the record.
bool follows_from_another(const RecordScope& scope, const model::Field& number,
                          const model::Field& field) {
  const model::Role& role = number.role;
  if (role.told.size() > 1) return !scope.type.is_message();
  const bool is_about_field = role.derivation == model::DerivationKind::count_of ||
                              role.derivation == model::DerivationKind::size_of ||
                              role.derivation == model::DerivationKind::plain_size_of ||
                              role.derivation == model::DerivationKind::tag_of;
  return is_about_field && (!role.others.empty() || &scope.type.fields[role.field] != &field);
}

}  // namespace

std::optional<Presence> lower_presence(RecordScope& scope, const model::Field& field,
                                       const Field& lowered) {
  const std::vector<FieldId> stating = stating_fields(lowered);
  std::vector<AbsentScalar> zeros;
  std::optional<Expr> implied;
  for (std::size_t i = 0; i < scope.ids.size() && !stating.empty(); ++i) {
    const model::Field& other = scope.type.fields[i];
    if (!scope.ids[i] || !other.absent) continue;
    const FieldId id = *scope.ids[i];
    if (std::find(stating.begin(), stating.end(), id) == stating.end()) continue;
    if (follows_from_another(scope, other, field)) continue;
    CheckSubject at = scope.subject(other.name, other.name, other.style);
    zeros.push_back(
        {id, *other.absent, scope.builder.checks.absent_value(at, *other.absent, field.name)});
    if (lowered.jump && lowered.jump->stated_by == id)
      implied = make_operation(Op::not_equal,
                               {make_field(scope.record, id), make_constant(*other.absent)});
  }
  std::optional<Expr> condition = implied;
  if (field.condition) condition = lower_number(scope, field.condition);
  Presence presence;
  presence.zeros = std::move(zeros);
  presence.is_by_version = !condition;
  if (lowered.availability) {
    const Expr& is_available = lowered.availability->condition;
    condition = condition ? make_operation(Op::logical_and, {is_available, std::move(*condition)})
                          : is_available;
  }
  if (!condition) return std::nullopt;
  presence.condition = std::move(*condition);
  return presence;
}

}  // namespace schemac::plan
