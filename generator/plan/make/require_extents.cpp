// Counts and sizes that are stated, and numbers that follow from several fields.
#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "model/overload.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/sentences.h"
#include "plan/identifiers.h"
#include "plan/make/require_lowering.h"

namespace schemac::plan {

namespace {

// That the tag chooses an alternative.
Expr is_chosen_of(const Switch& choice, const Alternative& alternative) {
  std::vector<Expr> args = {choice.tag};
  const bool is_else = alternative.tags.empty();
  for (const Alternative& other : choice.alternatives)
    if (is_else || &other == &alternative)
      for (const model::Int128 tag : other.tags) args.push_back(make_constant(tag));
  Expr is_one = make_operation(Op::is_one_of, std::move(args));
  return is_else ? make_operation(Op::logical_not, {std::move(is_one)}) : is_one;
}

std::vector<Extent> extents_of(const Body& body);

std::vector<Extent> extents_of(const List& list) {
  std::vector<Extent> extents;
  if (list.count) extents.push_back({*list.count, {}});
  const bool has_choice = std::holds_alternative<Switch>(list.element.front().kind);
  for (Extent& extent : extents_of(list.element.front())) {
    // Where there are no elements, what is stated of alternatives has no meaning.
    if (has_choice && list.count)
      extent.is_chosen = make_operation(
          Op::logical_and, {make_operation(Op::greater, {*list.count, make_constant(0)}),
                            std::move(*extent.is_chosen)});
    extents.push_back(std::move(extent));
  }
  return extents;
}

std::vector<Extent> extents_of(const Switch& choice) {
  std::vector<Extent> extents;
  for (const Alternative& alternative : choice.alternatives)
    for (Extent& extent : extents_of(alternative.body.front()))
      extents.push_back({std::move(extent.value), is_chosen_of(choice, alternative)});
  return extents;
}

std::vector<Extent> extents_of(const Body& body) {
  using Extents = std::vector<Extent>;
  const auto stated = [](const std::optional<Expr>& size) {
    return size ? Extents{{*size, {}}} : Extents();
  };
  return std::visit(model::Overload{
                        [](const Scalar&) { return Extents(); },
                        [](const Constant&) { return Extents(); },
                        [&](const Text& text) { return stated(text.size); },
                        [&](const Raw& raw) { return stated(raw.size); },
                        [](const Array&) { return Extents(); },
                        [](const Nested&) { return Extents(); },
                        [](const List& list) { return extents_of(list); },
                        [](const Switch& choice) { return extents_of(choice); },
                    },
                    body.kind);
}

}  // namespace

std::vector<Extent> extents_of(const Field& field) {
  std::vector<Extent> extents = extents_of(field.body);
  if (field.region) extents.insert(extents.begin(), Extent{field.region->size, {}});
  return extents;
}

// Those that each file needs: what is checked of them holds wherever they are used.
void RequireLowering::find_needed_extents(FieldId id) {
  for (const Extent& extent : extents_of(lowered(id)))
    if (is_always_needed(id, extent)) {
      needed_extents_.insert(shown(scope_, extent.value));
      find_quotients(extent.value);
    }
}

void RequireLowering::find_quotients(const Expr& expr) {
  if (expr.op == Op::divide) needed_extents_.insert("whole " + shown(scope_, expr));
  for (const Expr& arg : expr.args) find_quotients(arg);
}

// Whether a number about several fields is below 0 where none of them is there.
bool RequireLowering::is_negative_without(FieldId id) const {
  for (std::size_t i = 0; i < scope_.ids.size(); ++i)
    if (const model::Field& field = scope_.type.fields[i]; scope_.ids[i] == id)
      return field.absent && *field.absent < 0 && !told_by(field, id).empty();
  return false;
}

bool RequireLowering::is_always_needed(FieldId id, const Extent& extent) const {
  return !extent.is_chosen &&
         (is_plain(id, extent) || !lowered(id).presence || scope_.type.is_message());
}

// A number that must have a value of its own where the field isn't there, but no negative one.
bool RequireLowering::is_plain(FieldId id, const Extent& extent) const {
  if (extent.value.op != Op::field) return false;
  const auto& presence = lowered(id).presence;
  if (presence && is_negative_without(extent.value.id)) return false;
  return !presence ||
         std::none_of(presence->zeros.begin(), presence->zeros.end(), [&](const auto& zero) {
           return zero.field == extent.value.id && zero.value < 0;
         });
}

// Whether nothing was said yet of an extent where it is needed; of its being `what`, if that is
// stated.
bool RequireLowering::is_new(FieldId id, const Extent& extent, const std::string& what) {
  std::string text = what + shown(scope_, extent.value);
  if (is_always_needed(id, extent)) return extents_.insert(std::move(text)).second;
  if (needed_extents_.contains(text)) return false;
  if (extent.is_chosen) text += " where " + shown(scope_, *extent.is_chosen);
  if (const auto& presence = lowered(id).presence)
    text += " if " + shown(scope_, presence->condition);
  return extents_.insert(std::move(text)).second;
}

// A count or a size is no number below 0: said at the field whose value it is, else at the one
// that has it.
void RequireLowering::lower_extent(const model::Field& field, FieldId id,
                                   const Extent& stated_extent) {
  const Expr& extent = stated_extent.value;
  const std::optional<FieldId> stated_by = single_field_of(extent);
  if (extent.op == Op::field && lowered(*stated_by).unknown)
    return lower_unknown_extent(id, *stated_by);
  if (extent.range.min >= 0 || !is_new(id, stated_extent)) return;
  if (!stated_by && follows_by_is(extent, id)) return;
  const bool is_said_there = stated_by && lowered_is_scalar(*stated_by) &&
                             (extent.op == Op::field || is_there_with(*stated_by, id));
  const FieldId at_field = is_said_there ? *stated_by : id;
  CheckSubject at = subject_of(at_field, at_field == id ? "negative_size" : "negative", {});
  at.style.level = stated_extent.level;
  const std::string is_negative = shown(scope_, extent) + " of " + quoted(field.name) +
                                  (can_fail(extent) ? " is negative or too large" : " is negative");
  NamedValues values;
  std::string sentence = stated(at) + "; it must not be negative";
  if (at_field == id) {
    values = values_in(scope_, extent, {}, {});
    sentence = told_with(is_negative, values.words);
  } else {
    values.facts = {make_field(scope_.record, at_field)};
    if (extent.op != Op::field) sentence = stated(at) + ", so that " + is_negative;
  }
  const CheckId check = checks_.condition(at, Rule::bad_value, std::move(sentence));
  Expr condition = make_operation(Op::greater_equal, {extent, make_constant(0)});
  condition = unless_needed(id, stated_extent, std::move(condition));
  add_as_it_is(if_present(at_field, std::move(condition)), check, FieldPath{at_field, {}},
               std::move(values.facts));
}

// Whether a number is there wherever the field is that it measures. One that isn't counts as 0,
// from which a calculation may make a size below 0.
bool RequireLowering::is_there_with(FieldId number, FieldId id) const {
  const auto& needed = lowered(number).presence;
  const auto& presence = lowered(id).presence;
  return !needed ||
         (presence && shown(scope_, needed->condition) == shown(scope_, presence->condition));
}

// Whether a number in it is held against how long the field is.
bool RequireLowering::follows_by_is(const Expr& extent, FieldId id) const {
  const std::set<FieldId> stating = fields_of(extent);
  for (std::size_t i = 0; i < scope_.ids.size(); ++i)
    if (scope_.ids[i] && stating.contains(*scope_.ids[i]) && scope_.type.fields[i].is &&
        fields_of(lower_expression(scope_, scope_.type.fields[i].is)).contains(id))
      return true;
  return false;
}

// Holds, too, where another alternative is chosen, or where the field isn't there: but for a plain
// number, which then must have a value of its own.
Expr RequireLowering::unless_needed(FieldId id, const Extent& extent, Expr condition) {
  if (extent.is_chosen)
    condition = make_operation(
        Op::logical_or,
        {make_operation(Op::logical_not, {*extent.is_chosen}), std::move(condition)});
  const auto& presence = lowered(id).presence;
  if (!presence || is_plain(id, extent) || scope_.type.is_message()) return condition;
  return make_operation(Op::logical_or,
                        {make_operation(Op::logical_not, {presence->condition}), condition});
}

// One that may be unknown: then it may be below 0, but only what goes to the end can do without.
void RequireLowering::lower_unknown_extent(FieldId id, FieldId stated_by) {
  const Expr own = make_field(scope_.record, stated_by);
  const Expr unknown = make_constant(lowered(stated_by).unknown->value);
  CheckSubject at = subject_of(stated_by, "negative", {});
  at.style.level = Level::error;
  if (own.range.min < 0 && extents_.insert(lowered(stated_by).name).second) {
    const CheckId check = checks_.condition(
        at, Rule::bad_value,
        stated(at) + "; it must not be negative, unless it is " + model::to_text(unknown.number));
    add(make_operation(Op::logical_or, {make_operation(Op::greater_equal, {own, make_constant(0)}),
                                        make_operation(Op::equal, {own, unknown})}),
        check, stated_by, {own});
  }
  const auto* list = std::get_if<List>(&lowered(id).body.kind);
  if (list != nullptr && list->is_counted) return;
  at.prefix =
      subject_of(stated_by, "unknown", {}).prefix + "_" + snake_identifier(lowered(id).name);
  const CheckId check = checks_.condition(
      at, Rule::bad_value,
      stated(at) + ", which says nothing, but '" + quoted(lowered(id).name) + "' needs it");
  Expr condition = make_operation(Op::not_equal, {own, unknown});
  condition.text = "known";
  if (const auto& presence = lowered(id).presence)
    condition = make_operation(Op::logical_or,
                               {make_operation(Op::logical_not, {presence->condition}), condition});
  add(std::move(condition), check, stated_by, {own});
}

// A quotient has to be whole, or the writer would make another number of it: said where it is
// needed.
void RequireLowering::lower_quotients(FieldId id, const Extent& extent, Rule rule) {
  for (const Expr& arg : extent.value.args)
    lower_quotients(id, {arg, extent.is_chosen, extent.level}, rule);
  const Expr& value = extent.value;
  const bool is_quotient =
      value.op == Op::divide && value.args[1].op == Op::constant && value.args[1].number > 1;
  const std::optional<FieldId> stated_by =
      is_quotient ? single_field_of(value.args[0]) : std::nullopt;
  // What is stated by a list is no number that a writer makes.
  if (!stated_by || !is_scalar(lowered(*stated_by)) || !is_new(id, extent, "whole ")) return;
  CheckSubject at = subject_of(*stated_by, "quotient", {});
  at.style.level = extent.level;
  const std::string dividend =
      value.args[0].op == Op::field ? "" : ", so that " + shown(scope_, value.args[0]);
  const CheckId check =
      checks_.condition(at, rule,
                        stated(at) + dividend + (dividend.empty() ? ", which" : "") +
                            " is not a multiple of " + model::to_text(value.args[1].number));
  Expr condition =
      make_operation(Op::equal, {make_operation(Op::modulo, value.args), make_constant(0)});
  condition = unless_needed(id, extent, std::move(condition));
  add(if_present(*stated_by, std::move(condition)), check, *stated_by,
      {make_field(scope_.record, *stated_by)});
}

// The fields that a number is about, if they are several.
std::vector<FieldId> RequireLowering::told_by(const model::Field& field, FieldId id) const {
  const Source& source = lowered(id).source;
  std::vector<FieldId> told;
  if (!source.others.empty()) told.push_back(source.field);
  for (const Source& other : source.others) told.push_back(other.field);
  if (field.absent && field.role.told.size() > 1 && !scope_.type.is_message())
    for (const model::FieldIndex each : field.role.told) told.push_back(*scope_.ids[each]);
  return told;
}

// A number about several fields has its absent value where none of them is there.
void RequireLowering::lower_absent(const model::Field& field, FieldId id) {
  const std::vector<FieldId> told = told_by(field, id);
  if (told.empty()) return;
  const model::Int128 absent = field.absent.value_or(0);
  const bool may_all_lack = std::all_of(
      told.begin(), told.end(), [&](FieldId each) { return lowered(each).presence.has_value(); });
  if (!may_all_lack) return;
  Expr condition =
      make_operation(Op::equal, {make_field(scope_.record, id), make_constant(absent)});
  std::string names;
  for (const FieldId each : told) {
    condition =
        make_operation(Op::logical_or, {std::move(condition), lowered(each).presence->condition});
    names += (names.empty()         ? "'"
              : each == told.back() ? " nor '"
                                    : ", '") +
             quoted(lowered(each).name) + "'";
  }
  const CheckSubject at = subject_of(id, "absent", {});
  const CheckId check = checks_.condition(
      at, Rule::bad_value,
      stated(at) + "; it must be " + model::to_text(absent) + " where there is neither " + names);
  add_as_it_is(if_present(id, std::move(condition)), check, FieldPath{id, {}},
               {make_field(scope_.record, id)});
}

// Whether a field says where content lies, which it follows from.
bool RequireLowering::is_begin_of(FieldId stated_by, FieldId content) const {
  const Source& source = lowered(stated_by).source;
  return source.kind == SourceKind::begin_of && source.field == content;
}

}  // namespace schemac::plan
