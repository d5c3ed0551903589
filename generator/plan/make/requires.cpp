#include "plan/make/requires.h"

#include <algorithm>
#include <optional>

#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/field_paths.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/sentences.h"
#include "plan/expressions/versions.h"
#include "plan/make/bodies.h"
#include "plan/make/require_lowering.h"

namespace schemac::plan {

std::vector<PendingRequire> RequireLowering::lower() {
  for (std::size_t i = 0; i < scope_.ids.size(); ++i)
    if (scope_.ids[i]) find_needed_extents(*scope_.ids[i]);
  for (std::size_t i = 0; i < scope_.ids.size(); ++i)
    if (scope_.ids[i]) lower_field(scope_.type.fields[i], *scope_.ids[i]);
  for (const model::Condition& rule : scope_.type.rules) lower_rule(rule);
  return std::move(out_);
}

void RequireLowering::lower_field(const model::Field& field, FieldId id) {
  for (const Extent& extent : extents_of(lowered(id))) {
    lower_extent(field, id, extent);
    lower_quotients(id, extent, Rule::size_mismatch);
  }
  // One that is given is kept as it is, whole or not.
  if (const auto& jump = lowered(id).jump; jump && is_begin_of(jump->stated_by, id))
    lower_quotients(id, {jump->target, {}, Level::rule}, Rule::misaligned);
  // Reading decodes only when it is asked to.
  if (const auto& codec = lowered(id).codec; codec && codec->size) {
    const Extent decoded{*codec->size, {}, Level::rule};
    lower_extent(field, id, decoded);
    lower_quotients(id, decoded, Rule::size_mismatch);
  }
  for (const model::Condition& valid : field.valid) lower_valid(field, id, valid);
  lower_text_length(field, id);
  lower_array_type(field, id);
  lower_absent(field, id);
  if (field.is) lower_is(field, id);
}

// The fields whose values a condition takes for granted: those that are not always there, and
// whose presence it doesn't ask for.
std::set<FieldId> RequireLowering::taken_for_granted(const Expr& condition) const {
  std::set<FieldId> values, asked;
  const auto visit = [&](const auto& self, const Expr& expr) -> void {
    if (expr.op == Op::inside && expr.id >= scope_.record.fields.size()) return;  // an element
    if (is_value_of_optional(expr)) values.insert(expr.id);
    if (expr.op == Op::is_present) asked.insert(expr.id);
    if (expr.op == Op::inside) return;  // the names in it are those of another record
    if (expr.op == Op::choose) return self(self, expr.args.front());
    for (const Expr& arg : expr.args) self(self, arg);
  };
  visit(visit, condition);
  for (const FieldId id : asked) values.erase(id);
  return values;
}

bool RequireLowering::is_value_of_optional(const Expr& expr) const {
  const bool is_value = expr.op == Op::field || expr.op == Op::text_is ||
                        expr.op == Op::offset_of || expr.op == Op::inside;
  return is_value && expr.id < scope_.record.fields.size() && lowered(expr.id).presence;
}

// What has to hold for the values to be there that the branches of `if then else` ask for; none
// if they ask for none. Of fields in `asked` the condition itself says when they are meant.
std::optional<Expr> RequireLowering::needed_by_branches(const Expr& expr, bool is_branch,
                                                        const std::set<FieldId>& asked) const {
  if (expr.op == Op::inside && expr.id >= scope_.record.fields.size()) return std::nullopt;
  if (is_branch && is_value_of_optional(expr) && !asked.contains(expr.id))
    return make_about_field(Op::is_present, expr.id, {0, 1});
  if (expr.op == Op::inside) return std::nullopt;
  if (expr.op == Op::choose) {
    const auto condition = needed_by_branches(expr.args[0], is_branch, asked);
    auto chosen = needed_by_branches(expr.args[1], true, asked);
    auto otherwise = needed_by_branches(expr.args[2], true, asked);
    if (!chosen && !otherwise) return condition;
    return both(condition,
                make_operation(Op::choose, {expr.args[0], chosen.value_or(make_constant(1)),
                                            otherwise.value_or(make_constant(1))}));
  }
  std::optional<Expr> all;
  for (const Expr& arg : expr.args)
    if (auto needed = needed_by_branches(arg, is_branch, asked))
      all = both(all, std::move(*needed));
  return all;
}

// The fields whose presence a condition asks for somewhere.
std::set<FieldId> RequireLowering::asked_for(const Expr& condition) {
  std::set<FieldId> asked;
  const auto visit = [&](const auto& self, const Expr& expr) -> void {
    if (expr.op == Op::inside) return;  // the names in it are those of another record
    if (expr.op == Op::is_present) asked.insert(expr.id);
    for (const Expr& arg : expr.args) self(self, arg);
  };
  visit(visit, condition);
  return asked;
}

void RequireLowering::add(Expr condition, CheckId check, FieldId at, std::vector<Expr> facts) {
  add(std::move(condition), check, FieldPath{at, {}}, std::move(facts));
}

void RequireLowering::add(Expr condition, CheckId check, std::optional<FieldPath> at,
                          std::vector<Expr> facts) {
  const std::set<FieldId> granted = taken_for_granted(condition);
  const auto needed = needed_by_branches(condition, false, asked_for(condition));
  condition = begins_zero_where_absent(scope_, std::move(condition));
  for (Expr& fact : facts) fact = begins_zero_where_absent(scope_, std::move(fact));
  if (needed)
    condition = make_operation(
        Op::logical_or,
        {make_operation(Op::logical_not, {begins_zero_where_absent(scope_, *needed)}),
         std::move(condition)});
  for (const FieldId id : granted) condition = if_present(id, std::move(condition));
  add_as_it_is(std::move(condition), check, std::move(at), std::move(facts));
}

// Whatever is there: numbers that aren't count as 0.
void RequireLowering::add_as_it_is(Expr condition, CheckId check, std::optional<FieldPath> at,
                                   std::vector<Expr> facts) {
  PendingRequire pending;
  pending.needs = fields_of(condition);
  for (const Expr& fact : facts) pending.needs.merge(fields_of(fact));
  if (at) pending.needs.insert(at->field);
  pending.require = {std::move(condition), check, std::move(at), std::move(facts)};
  out_.push_back(std::move(pending));
}

// Holds, too, where the field isn't there.
Expr RequireLowering::if_present(FieldId id, Expr condition) {
  if (!lowered(id).presence) return condition;
  Expr is_present = make_about_field(Op::is_present, id, {0, 1});
  return make_operation(Op::logical_or, {make_operation(Op::logical_not, {std::move(is_present)}),
                                         std::move(condition)});
}

// Holds, too, where the number says nothing.
Expr RequireLowering::or_unknown(FieldId id, Expr condition) const {
  const std::optional<Unknown>& unknown = lowered(id).unknown;
  if (!unknown) return condition;
  Expr is_unknown =
      make_operation(Op::equal, {make_field(scope_.record, id), make_constant(unknown->value)});
  return make_operation(Op::logical_or, {std::move(is_unknown), std::move(condition)});
}

CheckSubject RequireLowering::subject_of(FieldId id, const std::string& kind,
                                         const model::CheckStyle& style) const {
  const std::string& name = lowered(id).name;
  CheckSubject at = scope_.subject(name, name, style);
  at.prefix += "_" + kind;
  if (const auto* scalar = std::get_if<Scalar>(&lowered(id).body.kind))
    at.is_signed = is_signed(scalar->dtype);
  return at;
}

void RequireLowering::lower_valid(const model::Field& field, FieldId id,
                                  const model::Condition& valid) {
  if (field.body.repeat.kind != model::RepeatKind::none)
    return scope_.builder.planned(valid.range, "'valid' of a list");
  const bool has_number = is_scalar(lowered(id));
  Expr condition = lower_expression(scope_, valid.expression, {id, {}});
  const model::CheckStyle style = merged(valid.style, field.style);
  CheckSubject at = subject_of(id, "valid", style);
  std::vector<Expr> told;
  if (has_number && valid.message.empty()) told.push_back(make_field(scope_.record, id));
  NamedValues values = values_in(scope_, condition, std::move(told), {id});
  const std::string sentence =
      valid.message.empty()
          ? sentence_of(scope_, condition, has_number ? stated(at) : "", values.words)
          : told_with(valid.message, values.words);
  condition = true_for_unknown_members(scope_.builder, std::move(condition));
  const FieldPath blamed = blamed_by(style).value_or(FieldPath{id, {}});
  at.path = path_text(scope_, blamed);
  const CheckId check = checks_.condition(at, Rule::bad_value, sentence);
  checks_.document(check, valid.doc);
  add(if_present(id, std::move(condition)), check, blamed, std::move(values.facts));
  out_.back().require.words = valid.message;
}

// `at:` of a check's style: a field of this record, or of one that it holds.
std::optional<FieldPath> RequireLowering::blamed_by(const model::CheckStyle& style) const {
  if (!style.at) return std::nullopt;
  auto path = path_of(scope_, *style.at);
  if (!path)
    scope_.builder.planned(style.at->range,
                           "'at' that isn't a field of the same record or of one inside it");
  return path;
}

void RequireLowering::lower_is(const model::Field& field, FieldId id) {
  if (const auto size = size_of_last(scope_, field.is)) return lower_size_of_none(field, id, *size);
  const Expr stated_value = lower_expression(scope_, field.is);
  const Expr value = zero_where_absent(scope_, stated_value);
  const Expr own = make_field(scope_.record, id);
  if (value.op == Op::file_size) return lower_file_size(field, id, own, value);
  const CheckSubject at = subject_of(id, "is", field.style);
  const bool is_offset = stated_value.op == Op::offset_of;
  std::string sentence = stated(at) + ", but " + shown(scope_, stated_value) +
                         (value.range.min < 0 ? " is {b:i}" : " is {b}");
  const CheckId check = checks_.condition(at, is_offset ? Rule::out_of_bounds : Rule::size_mismatch,
                                          std::move(sentence));
  scope_.builder.plan.checks[check].is_b_signed = value.range.min < 0;
  Expr condition = or_unknown(id, make_operation(Op::equal, {own, value}));
  condition =
      true_for_unknown_members(scope_.builder, std::move(condition), [this](const Expr& use) {
        return scope_.builder.format.enums[use.id].keeps_unknown || lets_unknown_be(use.args[0]);
      });
  add(if_present(id, std::move(condition)), check, id, {own, value});
  scope_.record.fields[id].own_checks = {check};
}

// A size of a field of the last element: elements are held against it where they are; without any
// it is 0. (Where nothing counts them, none take no bytes.)
void RequireLowering::lower_size_of_none(const model::Field& field, FieldId id, const Expr& size) {
  const auto index = std::ranges::find(scope_.ids, std::optional(size.id)) - scope_.ids.begin();
  const model::Field& list = scope_.type.fields[static_cast<std::size_t>(index)];
  const Expr own = make_field(scope_.record, id);
  const Expr none = make_constant(0);
  Expr is_any = make_operation(Op::not_equal,
                               {make_about_field(Op::size_of, size.id, {0, model::max_i64}), none});
  if (list.body.repeat.kind == model::RepeatKind::count) {
    const Expr count = lower_number(scope_, list.body.repeat.expression);
    Expr is_counted = make_operation(Op::not_equal, {count, none});
    const auto* unknown =
        count.op == Op::field && lowered(count.id).unknown ? &*lowered(count.id).unknown : nullptr;
    if (unknown != nullptr) {
      Expr is_stated = make_operation(Op::not_equal, {count, make_constant(unknown->value)});
      is_any = make_operation(Op::logical_or, {std::move(is_stated), std::move(is_any)});
      is_any = make_operation(Op::logical_and, {std::move(is_counted), std::move(is_any)});
    } else {
      is_any = std::move(is_counted);
    }
  }
  const CheckSubject at = subject_of(id, "none", field.style);
  const CheckId check = checks_.condition(at, Rule::size_mismatch,
                                          stated(at) + ", but " + list.name + " has no element");
  Expr holds =
      make_operation(Op::logical_or, {make_operation(Op::equal, {own, none}), std::move(is_any)});
  add(if_present(id, or_unknown(id, std::move(holds))), check, id, {own});
}

// The file as announced: one that is shorter was cut off, one that is longer has something after
// its end.
void RequireLowering::lower_file_size(const model::Field& field, FieldId id, const Expr& own,
                                      const Expr& file) {
  CheckSubject at = subject_of(id, "short_file", field.style);
  const std::string sentence = stated(at) + "; the file has {b} bytes";
  const CheckId cut = checks_.condition(at, Rule::truncated, sentence);
  add(if_present(id, or_unknown(id, make_operation(Op::less_equal, {own, file}))), cut, id,
      {own, file});
  at.prefix = subject_of(id, "long_file", {}).prefix;
  if (refuses_trailing() && !at.style.level) at.style.level = Level::error;
  const CheckId trailing = checks_.condition(at, Rule::trailing_data, sentence);
  add(if_present(id, or_unknown(id, make_operation(Op::greater_equal, {own, file}))), trailing, id,
      {own, file});
  scope_.record.fields[id].own_checks = {cut, trailing};
}

// Whether a file of this root type may have nothing after its end.
bool RequireLowering::refuses_trailing() const {
  const std::vector<model::Root>& roots = scope_.builder.format.roots;
  const auto root = std::find_if(roots.begin(), roots.end(),
                                 [&](const model::Root& r) { return r.type == scope_.index; });
  return (root != roots.end() ? root->trailing : scope_.builder.format.trailing) ==
         model::Trailing::error;
}

// A rule of some versions holds in all others.
Expr RequireLowering::in_versions(const model::Versions& versions, Expr condition) {
  if (versions.are_all()) return condition;
  Expr is_made = is_one_of_versions(scope_, versions);
  return make_operation(Op::logical_or, {make_operation(Op::logical_not, {std::move(is_made)}),
                                         std::move(condition)});
}

void RequireLowering::lower_rule(const model::Condition& rule) {
  Expr condition = lower_expression(scope_, rule.expression);
  const std::optional<FieldPath> blamed = blamed_by(rule.style);
  CheckSubject at = scope_.subject(rule.style.name.empty() ? "rule" : rule.style.name,
                                   blamed ? path_text(scope_, *blamed) : "", rule.style);
  NamedValues values = values_in(scope_, condition, {}, taken_for_granted(condition));
  std::string sentence = rule.message.empty() ? sentence_of(scope_, condition, "", values.words)
                                              : told_with(rule.message, values.words);
  const CheckId check = checks_.condition(at, Rule::bad_value, std::move(sentence));
  checks_.document(check, rule.doc);
  condition = true_for_unknown_members(scope_.builder, std::move(condition));
  add(in_versions(rule.versions, std::move(condition)), check, blamed, std::move(values.facts));
  out_.back().require.words = rule.message;
}

std::vector<PendingRequire> lower_requires(RecordScope& scope) {
  return RequireLowering(scope).lower();
}

}  // namespace schemac::plan
