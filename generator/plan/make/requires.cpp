#include "plan/make/requires.h"

#include <algorithm>
#include <optional>

#include "model/range_arithmetic.h"
#include "plan/charset.h"
#include "plan/expression_parts.h"
#include "plan/expressions/field_paths.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/sentences.h"
#include "plan/expressions/static_value.h"
#include "plan/expressions/versions.h"
#include "plan/make/bodies.h"

namespace schemac::plan {
namespace {

bool is_scalar(const Field& field) { return std::holds_alternative<Scalar>(field.body.kind); }

// A count or a size that a body states, and for which tags of a switch it does.
struct Extent {
  Expr value;
  std::optional<Expr> is_chosen;
  Level level = Level::error;  ///< of it being negative
};

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

void collect_extents(const Body& body, std::vector<Extent>& out) {
  if (const auto* text = std::get_if<Text>(&body.kind); text != nullptr && text->size)
    out.push_back({*text->size, {}});
  if (const auto* raw = std::get_if<Raw>(&body.kind); raw != nullptr && raw->size)
    out.push_back({*raw->size, {}});
  if (const auto* list = std::get_if<List>(&body.kind)) {
    if (list->count) out.push_back({*list->count, {}});
    const bool has_choice = std::holds_alternative<Switch>(list->element.front().kind);
    std::vector<Extent> inner;
    collect_extents(list->element.front(), inner);
    for (Extent& extent : inner) {
      // What elements may be is stated for nothing where there are none.
      if (has_choice && list->count)
        extent.is_chosen = make_operation(
            Op::logical_and, {make_operation(Op::greater, {*list->count, make_constant(0)}),
                              std::move(*extent.is_chosen)});
      out.push_back(std::move(extent));
    }
  }
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Alternative& alternative : choice->alternatives) {
      std::vector<Extent> inner;
      collect_extents(alternative.body.front(), inner);
      for (Extent& extent : inner)
        out.push_back({std::move(extent.value), is_chosen_of(*choice, alternative)});
    }
}

std::vector<Extent> extents_of(const Field& field) {
  std::vector<Extent> extents;
  if (field.region) extents.push_back({field.region->size, {}});
  collect_extents(field.body, extents);
  return extents;
}

class RequireLowering {
 public:
  explicit RequireLowering(RecordScope& scope) : scope_(scope), checks_(scope.builder.checks) {}

  std::vector<PendingRequire> lower() {
    for (std::size_t i = 0; i < scope_.ids.size(); ++i)
      if (scope_.ids[i]) find_needed_extents(*scope_.ids[i]);
    for (std::size_t i = 0; i < scope_.ids.size(); ++i)
      if (scope_.ids[i]) lower_field(scope_.type.fields[i], *scope_.ids[i]);
    for (const model::Condition& rule : scope_.type.rules) lower_rule(rule);
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Field& lowered(FieldId id) const { return scope_.record.fields[id]; }

  void lower_field(const model::Field& field, FieldId id) {
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
  [[nodiscard]] std::set<FieldId> taken_for_granted(const Expr& condition) const {
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

  [[nodiscard]] bool is_value_of_optional(const Expr& expr) const {
    const bool is_value = expr.op == Op::field || expr.op == Op::text_is ||
                          expr.op == Op::offset_of || expr.op == Op::inside;
    return is_value && expr.id < scope_.record.fields.size() && lowered(expr.id).presence;
  }
  // What has to hold for the values to be there that the branches of `if then else` ask for; none
  // if they ask for none. Of fields in `asked` the condition itself says when they are meant.
  [[nodiscard]] std::optional<Expr> needed_by_branches(const Expr& expr, bool is_branch,
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
  static std::set<FieldId> asked_for(const Expr& condition) {
    std::set<FieldId> asked;
    const auto visit = [&](const auto& self, const Expr& expr) -> void {
      if (expr.op == Op::inside) return;  // the names in it are those of another record
      if (expr.op == Op::is_present) asked.insert(expr.id);
      for (const Expr& arg : expr.args) self(self, arg);
    };
    visit(visit, condition);
    return asked;
  }
  static Expr both(const std::optional<Expr>& x, Expr y) {
    return x ? make_operation(Op::logical_and, {*x, std::move(y)}) : y;
  }

  void add(Expr condition, CheckId check, FieldId at, std::vector<Expr> facts) {
    add(std::move(condition), check, FieldPath{at, {}}, std::move(facts));
  }
  void add(Expr condition, CheckId check, std::optional<FieldPath> at, std::vector<Expr> facts) {
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
  void add_as_it_is(Expr condition, CheckId check, std::optional<FieldPath> at,
                    std::vector<Expr> facts) {
    PendingRequire pending;
    pending.needs = fields_of(condition);
    for (const Expr& fact : facts) pending.needs.merge(fields_of(fact));
    if (at) pending.needs.insert(at->field);
    pending.require = {std::move(condition), check, std::move(at), std::move(facts)};
    out_.push_back(std::move(pending));
  }

  // Holds, too, where the field isn't there.
  Expr if_present(FieldId id, Expr condition) {
    if (!lowered(id).presence) return condition;
    Expr is_present = make_about_field(Op::is_present, id, {0, 1});
    return make_operation(Op::logical_or, {make_operation(Op::logical_not, {std::move(is_present)}),
                                           std::move(condition)});
  }

  // Holds, too, where the number says nothing.
  Expr or_unknown(FieldId id, Expr condition) const {
    const std::optional<Unknown>& unknown = lowered(id).unknown;
    if (!unknown) return condition;
    Expr is_unknown =
        make_operation(Op::equal, {make_field(scope_.record, id), make_constant(unknown->value)});
    return make_operation(Op::logical_or, {std::move(is_unknown), std::move(condition)});
  }

  CheckSite site_of(FieldId id, const std::string& kind, const model::CheckStyle& style) const {
    const std::string& name = lowered(id).name;
    CheckSite at = scope_.site(name, name, style);
    at.scope += "_" + kind;
    if (const auto* scalar = std::get_if<Scalar>(&lowered(id).body.kind))
      at.is_signed = is_signed(scalar->dtype);
    return at;
  }
  static std::string stated(const CheckSite& at) {
    return at.noun + (at.is_signed ? " is {a:i}" : " is {a}");
  }

  // Those that each file needs: what is said of them holds wherever they stand.
  void find_needed_extents(FieldId id) {
    for (const Extent& extent : extents_of(lowered(id)))
      if (is_always_needed(id, extent)) {
        needed_extents_.insert(shown(scope_, extent.value));
        find_quotients(extent.value);
      }
  }
  void find_quotients(const Expr& expr) {
    if (expr.op == Op::divide) needed_extents_.insert("whole " + shown(scope_, expr));
    for (const Expr& arg : expr.args) find_quotients(arg);
  }
  // Whether a number that tells of several fields is below 0 where none of them is there.
  [[nodiscard]] bool is_negative_without(FieldId id) const {
    for (std::size_t i = 0; i < scope_.ids.size(); ++i)
      if (const model::Field& field = scope_.type.fields[i]; scope_.ids[i] == id)
        return field.absent && *field.absent < 0 && !told_by(field, id).empty();
    return false;
  }
  [[nodiscard]] bool is_always_needed(FieldId id, const Extent& extent) const {
    return !extent.is_chosen &&
           (is_plain(id, extent) || !lowered(id).presence || scope_.type.is_message());
  }
  // A number that has another value to be of where the field isn't there, but no negative one.
  [[nodiscard]] bool is_plain(FieldId id, const Extent& extent) const {
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
  bool is_new(FieldId id, const Extent& extent, const std::string& what = "") {
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
  void lower_extent(const model::Field& field, FieldId id, const Extent& stated_extent) {
    const Expr& extent = stated_extent.value;
    const std::optional<FieldId> stated_by = single_field_of(extent);
    if (extent.op == Op::field && lowered(*stated_by).unknown)
      return lower_unknown_extent(id, *stated_by);
    if (extent.range.min >= 0 || !is_new(id, stated_extent)) return;
    if (!stated_by && follows_by_is(extent, id)) return;
    const bool is_said_there = stated_by && lowered_is_scalar(*stated_by) &&
                               (extent.op == Op::field || is_there_with(*stated_by, id));
    const FieldId at_field = is_said_there ? *stated_by : id;
    CheckSite at = site_of(at_field, at_field == id ? "negative_size" : "negative", {});
    at.style.level = stated_extent.level;
    const std::string is_negative =
        shown(scope_, extent) + " of " + quoted(field.name) +
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
  // of which a calculation may make a size below 0.
  [[nodiscard]] bool is_there_with(FieldId number, FieldId id) const {
    const auto& needed = lowered(number).presence;
    const auto& presence = lowered(id).presence;
    return !needed ||
           (presence && shown(scope_, needed->condition) == shown(scope_, presence->condition));
  }
  // Whether a number in it is held against how long the field is.
  [[nodiscard]] bool follows_by_is(const Expr& extent, FieldId id) const {
    const std::set<FieldId> stating = fields_of(extent);
    for (std::size_t i = 0; i < scope_.ids.size(); ++i)
      if (scope_.ids[i] && stating.contains(*scope_.ids[i]) && scope_.type.fields[i].is &&
          fields_of(lower_expression(scope_, scope_.type.fields[i].is)).contains(id))
        return true;
    return false;
  }
  [[nodiscard]] bool lowered_is_scalar(FieldId id) const { return is_scalar(lowered(id)); }

  // Holds, too, where another alternative is chosen, or where the field isn't there: but for a
  // plain number, which then has another value to be of.
  Expr unless_needed(FieldId id, const Extent& extent, Expr condition) {
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
  void lower_unknown_extent(FieldId id, FieldId stated_by) {
    const Expr own = make_field(scope_.record, stated_by);
    const Expr unknown = make_constant(lowered(stated_by).unknown->value);
    CheckSite at = site_of(stated_by, "negative", {});
    at.style.level = Level::error;
    if (own.range.min < 0 && extents_.insert(lowered(stated_by).name).second) {
      const CheckId check = checks_.condition(
          at, Rule::bad_value,
          stated(at) + "; it must not be negative, unless it is " + model::to_text(unknown.number));
      add(make_operation(Op::logical_or,
                         {make_operation(Op::greater_equal, {own, make_constant(0)}),
                          make_operation(Op::equal, {own, unknown})}),
          check, stated_by, {own});
    }
    const auto* list = std::get_if<List>(&lowered(id).body.kind);
    if (list != nullptr && list->is_counted) return;
    at.scope = site_of(stated_by, "unknown", {}).scope + "_" + snake_identifier(lowered(id).name);
    const CheckId check = checks_.condition(
        at, Rule::bad_value,
        stated(at) + ", which says nothing, but '" + quoted(lowered(id).name) + "' needs it");
    Expr condition = make_operation(Op::not_equal, {own, unknown});
    condition.text = "known";
    if (const auto& presence = lowered(id).presence)
      condition = make_operation(
          Op::logical_or, {make_operation(Op::logical_not, {presence->condition}), condition});
    add(std::move(condition), check, stated_by, {own});
  }

  // A quotient has to be whole, or the writer would make another number of it: said where it is
  // needed.
  void lower_quotients(FieldId id, const Extent& extent, Rule rule) {
    for (const Expr& arg : extent.value.args)
      lower_quotients(id, {arg, extent.is_chosen, extent.level}, rule);
    const Expr& value = extent.value;
    const bool is_quotient =
        value.op == Op::divide && value.args[1].op == Op::constant && value.args[1].number > 1;
    const std::optional<FieldId> stated_by =
        is_quotient ? single_field_of(value.args[0]) : std::nullopt;
    // What is stated by a list is no number that a writer makes.
    if (!stated_by || !is_scalar(lowered(*stated_by)) || !is_new(id, extent, "whole ")) return;
    CheckSite at = site_of(*stated_by, "quotient", {});
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
  // The fields of which a number tells, if they are several.
  [[nodiscard]] std::vector<FieldId> told_by(const model::Field& field, FieldId id) const {
    const Source& source = lowered(id).source;
    std::vector<FieldId> told;
    if (!source.others.empty()) told.push_back(source.field);
    for (const Source& other : source.others) told.push_back(other.field);
    if (field.absent && field.role.told.size() > 1 && !scope_.type.is_message())
      for (const model::FieldIndex each : field.role.told) told.push_back(*scope_.ids[each]);
    return told;
  }
  // A number that tells of several fields: it has its absent value where none of them is there.
  void lower_absent(const model::Field& field, FieldId id) {
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
    const CheckSite at = site_of(id, "absent", {});
    const CheckId check = checks_.condition(
        at, Rule::bad_value,
        stated(at) + "; it must be " + model::to_text(absent) + " where there is neither " + names);
    add_as_it_is(if_present(id, std::move(condition)), check, FieldPath{id, {}},
                 {make_field(scope_.record, id)});
  }

  // Whether a field says where content lies, which it follows from.
  [[nodiscard]] bool is_begin_of(FieldId stated_by, FieldId content) const {
    const Source& source = lowered(stated_by).source;
    return source.kind == SourceKind::begin_of && source.field == content;
  }

  void lower_valid(const model::Field& field, FieldId id, const model::Condition& valid) {
    if (field.body.repeat.kind != model::RepeatKind::none)
      return scope_.builder.planned(valid.range, "'valid' of a list");
    const bool has_number = is_scalar(lowered(id));
    Expr condition = lower_expression(scope_, valid.expression, {id, {}});
    const model::CheckStyle style = merged(valid.style, field.style);
    CheckSite at = site_of(id, "valid", style);
    std::vector<Expr> told;
    if (has_number && valid.message.empty()) told.push_back(make_field(scope_.record, id));
    NamedValues values = values_in(scope_, condition, std::move(told), {id});
    const std::string sentence =
        valid.message.empty()
            ? sentence_of(scope_, condition, has_number ? stated(at) : "", values.words)
            : told_with(valid.message, values.words);
    condition = true_for_unknown_members(scope_.builder, std::move(condition));
    const FieldPath place = place_of(style).value_or(FieldPath{id, {}});
    at.path = path_text(scope_, place);
    const CheckId check = checks_.condition(at, Rule::bad_value, sentence);
    checks_.document(check, valid.doc);
    add(if_present(id, std::move(condition)), check, place, std::move(values.facts));
  }

  // `at:` of a check's style: a field of this record, or of one that it holds.
  std::optional<FieldPath> place_of(const model::CheckStyle& style) const {
    if (!style.at) return std::nullopt;
    auto path = path_of(scope_, *style.at);
    if (!path)
      scope_.builder.planned(style.at->range,
                             "'at' that isn't a field of the same record or of one inside it");
    return path;
  }

  // What a class of characters or `max` says of a text's length, beyond that it isn't empty.
  void lower_text_length(const model::Field& field, FieldId id) {
    const auto* text = std::get_if<model::Text>(&field.body.kind);
    if (text == nullptr) return;
    std::string problem;
    Charset limits;
    if (!text->charset.empty()) limits = parse_charset(text->charset, problem).value_or(Charset{});
    if (text->max) limits.most = std::min(limits.most.value_or(*text->max), *text->max);
    if (limits.least <= 1 && !limits.most) return;
    if (field.body.repeat.kind != model::RepeatKind::none)
      return;  // reported where the element is made
    const Expr length = make_about_field(Op::length, id, {0, model::max_i64});
    const Expr least = make_constant(limits.least);
    const Expr most =
        make_constant(limits.most.value_or(static_cast<std::uint64_t>(model::max_i64)));
    Expr condition = make_operation(Op::less_equal, {length, most});
    if (limits.least > 0)
      condition = make_operation(Op::logical_and,
                                 {make_operation(Op::greater_equal, {length, least}), condition});
    const CheckSite at = site_of(id, "length", field.style);
    std::string sentence = field.name + " has {a} characters; it must have";
    if (limits.least > 0) sentence += " at least " + std::to_string(limits.least);
    if (limits.least > 0 && limits.most) sentence += " and";
    if (limits.most) sentence += " at most " + std::to_string(*limits.most);
    const CheckId check = checks_.condition(at, Rule::bad_value, std::move(sentence));
    add(if_present(id, std::move(condition)), check, id, {length});
  }

  // An array whose element type is an attribute that some members don't state has no size with
  // those: unless `valid` refuses them already, they are refused here.
  void lower_array_type(const model::Field&, FieldId id) {
    const auto* array = std::get_if<Array>(&lowered(id).body.kind);
    if (array == nullptr || array->dtype.op != Op::attribute) return;
    const Expr& stated_by = array->dtype.args[0];
    if (stated_by.op == Op::inside) return lower_inner_array_type(id, array->dtype);
    const std::optional<FieldId> tag = as_field(stated_by);
    if (!tag || (!lets_unknown_be(stated_by) && !can_lack(array->dtype, *tag))) return;
    const CheckSite at = site_of(*tag, "element_type", {});
    const CheckId check =
        checks_.condition(at, Rule::bad_type, stated(at) + ", which is not a type of elements");
    add(if_present(id, states_or_unknown(array->dtype)), check, *tag,
        {make_field(scope_.record, *tag)});
  }
  // Whether rules of a record that is laid out already let no tag of that value pass.
  [[nodiscard]] bool refuses(const Record& record, FieldId tag, model::Int128 value) const {
    return std::any_of(record.items.begin(), record.items.end(), [&](const Item& item) {
      const auto* require = std::get_if<Require>(&item);
      return require != nullptr &&
             scope_.builder.plan.checks[require->check].level == Level::error &&
             static_value(scope_.builder, require->condition, tag, value) == model::Int128{0};
    });
  }
  // The same where a record inside this one holds the tag.
  void lower_inner_array_type(FieldId id, const Expr& dtype) {
    const Record* holder = &scope_.record;
    FieldPath path{dtype.args[0].id, {}};
    for (const Expr* on_the_way = &dtype.args[0]; on_the_way->op == Op::inside;) {
      const auto& held = std::get<Nested>(holder->fields[on_the_way->id].body.kind);
      holder = &scope_.builder.plan.records[held.record];
      on_the_way = &on_the_way->args.front();
      path.inner.push_back(on_the_way->id);
    }
    const auto& members = scope_.builder.format.enums[dtype.id].members;
    const bool all_state_it = std::all_of(members.begin(), members.end(), [&](const auto& member) {
      const bool states_it =
          dtype.attribute < member.attributes.size() && member.attributes[dtype.attribute];
      return states_it || refuses(*holder, path.inner.back(), member.value);
    });
    if (all_state_it && !lets_unknown_be(dtype.args[0])) return;
    CheckSite at = scope_.site(lowered(id).name, path_text(scope_, path));
    at.scope += "_element_type";
    const CheckId check =
        checks_.condition(at, Rule::bad_type,
                          quoted(dtype.args[0].text) + " is {a}, which is not a type of elements");
    add(if_present(id, states_or_unknown(dtype)), check, std::move(path), {dtype.args[0]});
  }
  // Whether a number without a member gets past its own checks: it is kept, or only noted. (In
  // messages it is no value of the field, in texts no number.)
  [[nodiscard]] bool lets_unknown_be(const Expr& word) const {
    const Record* holder = &scope_.record;
    const Expr* asked = &word;
    for (; asked->op == Op::inside; asked = &asked->args.front()) {
      const auto* held = asked->id < holder->fields.size()
                             ? std::get_if<Nested>(&holder->fields[asked->id].body.kind)
                             : nullptr;
      if (held == nullptr) return false;
      holder = &scope_.builder.plan.records[held->record];
    }
    if (asked->op != Op::field || holder->json || holder->message() != nullptr) return false;
    const auto* scalar = std::get_if<Scalar>(&holder->fields[asked->id].body.kind);
    if (scalar == nullptr || !scalar->enumeration) return false;
    return !scalar->unknown_member ||
           scope_.builder.plan.checks[*scalar->unknown_member].level != Level::error;
  }
  // Whether the member states the attribute; unknown members were reported already, if they are
  // errors.
  [[nodiscard]] Expr states_or_unknown(const Expr& attribute) const {
    Expr states_it = attribute;
    states_it.op = Op::has_attribute;
    states_it.range = {0, 1};
    if (lets_unknown_be(attribute.args[0])) return states_it;
    std::vector<Expr> members = {attribute.args[0]};
    for (const model::EnumMember& member : scope_.builder.format.enums[attribute.id].members)
      members.push_back(make_constant(member.value));
    Expr is_unknown =
        make_operation(Op::logical_not, {make_operation(Op::is_one_of, std::move(members))});
    return make_operation(Op::logical_or, {std::move(is_unknown), std::move(states_it)});
  }

  // Whether a member that gets past the checks of level error on `tag` states no such attribute.
  bool can_lack(const Expr& attribute, FieldId tag) const {
    for (const model::EnumMember& member : scope_.builder.format.enums[attribute.id].members) {
      const bool states_it = attribute.attribute < member.attributes.size() &&
                             member.attributes[attribute.attribute].has_value();
      const bool is_refused =
          std::any_of(out_.begin(), out_.end(), [&](const PendingRequire& pending) {
            if (scope_.builder.plan.checks[pending.require.check].level != Level::error)
              return false;
            return static_value(scope_.builder, pending.require.condition, tag, member.value) ==
                   model::Int128{0};
          });
      if (!states_it && !is_refused) return true;
    }
    return false;
  }

  void lower_is(const model::Field& field, FieldId id) {
    if (const auto size = size_of_last(scope_, field.is))
      return lower_size_of_none(field, id, *size);
    const Expr stated_value = lower_expression(scope_, field.is);
    const Expr value = zero_where_absent(scope_, stated_value);
    const Expr own = make_field(scope_.record, id);
    if (value.op == Op::file_size) return lower_file_size(field, id, own, value);
    const CheckSite at = site_of(id, "is", field.style);
    const bool is_offset = stated_value.op == Op::offset_of;
    std::string sentence = stated(at) + ", but " + shown(scope_, stated_value) +
                           (value.range.min < 0 ? " is {b:i}" : " is {b}");
    const CheckId check = checks_.condition(
        at, is_offset ? Rule::out_of_bounds : Rule::size_mismatch, std::move(sentence));
    scope_.builder.plan.checks[check].is_b_signed = value.range.min < 0;
    Expr condition = or_unknown(id, make_operation(Op::equal, {own, value}));
    condition =
        true_for_unknown_members(scope_.builder, std::move(condition), [this](const Expr& use) {
          return scope_.builder.format.enums[use.id].keeps_unknown || lets_unknown_be(use.args[0]);
        });
    add(if_present(id, std::move(condition)), check, id, {own, value});
    scope_.record.fields[id].own_checks = {check};
  }

  // A size of a part of the last element: elements are held against it where they are; without any
  // it is 0. (Where nothing counts them, none take no bytes.)
  void lower_size_of_none(const model::Field& field, FieldId id, const Expr& size) {
    const auto index = std::ranges::find(scope_.ids, std::optional(size.id)) - scope_.ids.begin();
    const model::Field& list = scope_.type.fields[static_cast<std::size_t>(index)];
    const Expr own = make_field(scope_.record, id);
    const Expr none = make_constant(0);
    Expr is_any = make_operation(
        Op::not_equal, {make_about_field(Op::size_of, size.id, {0, model::max_i64}), none});
    if (list.body.repeat.kind == model::RepeatKind::count) {
      const Expr count = lower_number(scope_, list.body.repeat.expression);
      Expr is_counted = make_operation(Op::not_equal, {count, none});
      const auto* unknown = count.op == Op::field && lowered(count.id).unknown
                                ? &*lowered(count.id).unknown
                                : nullptr;
      if (unknown != nullptr) {
        Expr is_stated = make_operation(Op::not_equal, {count, make_constant(unknown->value)});
        is_any = make_operation(Op::logical_or, {std::move(is_stated), std::move(is_any)});
        is_any = make_operation(Op::logical_and, {std::move(is_counted), std::move(is_any)});
      } else {
        is_any = std::move(is_counted);
      }
    }
    const CheckSite at = site_of(id, "none", field.style);
    const CheckId check = checks_.condition(at, Rule::size_mismatch,
                                            stated(at) + ", but " + list.name + " has no element");
    Expr holds =
        make_operation(Op::logical_or, {make_operation(Op::equal, {own, none}), std::move(is_any)});
    add(if_present(id, or_unknown(id, std::move(holds))), check, id, {own});
  }

  // The file as announced: one that is shorter was cut off, one that is longer has something after
  // its end.
  void lower_file_size(const model::Field& field, FieldId id, const Expr& own, const Expr& file) {
    CheckSite at = site_of(id, "short_file", field.style);
    const std::string sentence = stated(at) + "; the file has {b} bytes";
    const CheckId cut = checks_.condition(at, Rule::truncated, sentence);
    add(if_present(id, or_unknown(id, make_operation(Op::less_equal, {own, file}))), cut, id,
        {own, file});
    at.scope = site_of(id, "long_file", {}).scope;
    if (refuses_trailing() && !at.style.level) at.style.level = Level::error;
    const CheckId trailing = checks_.condition(at, Rule::trailing_data, sentence);
    add(if_present(id, or_unknown(id, make_operation(Op::greater_equal, {own, file}))), trailing,
        id, {own, file});
    scope_.record.fields[id].own_checks = {cut, trailing};
  }

  // Whether a file of this root type may have nothing after its end.
  [[nodiscard]] bool refuses_trailing() const {
    const std::vector<model::Root>& roots = scope_.builder.format.roots;
    const auto root = std::find_if(roots.begin(), roots.end(),
                                   [&](const model::Root& r) { return r.type == scope_.index; });
    return (root != roots.end() ? root->trailing : scope_.builder.format.trailing) ==
           model::Trailing::error;
  }

  // A rule of some versions holds in all others.
  Expr in_versions(const model::Versions& versions, Expr condition) {
    if (versions.are_all()) return condition;
    Expr is_made = is_one_of_versions(scope_, versions);
    return make_operation(Op::logical_or, {make_operation(Op::logical_not, {std::move(is_made)}),
                                           std::move(condition)});
  }

  void lower_rule(const model::Condition& rule) {
    Expr condition = lower_expression(scope_, rule.expression);
    const std::optional<FieldPath> place = place_of(rule.style);
    CheckSite at = scope_.site(rule.style.name.empty() ? "rule" : rule.style.name,
                               place ? path_text(scope_, *place) : "", rule.style);
    NamedValues values = values_in(scope_, condition, {}, taken_for_granted(condition));
    std::string sentence = rule.message.empty() ? sentence_of(scope_, condition, "", values.words)
                                                : told_with(rule.message, values.words);
    const CheckId check = checks_.condition(at, Rule::bad_value, std::move(sentence));
    checks_.document(check, rule.doc);
    condition = true_for_unknown_members(scope_.builder, std::move(condition));
    add(in_versions(rule.versions, std::move(condition)), check, place, std::move(values.facts));
  }

  RecordScope& scope_;
  Checks& checks_;
  std::vector<PendingRequire> out_;
  std::set<std::string> extents_;         // those that were looked at
  std::set<std::string> needed_extents_;  // those that each file needs
};

}  // namespace

std::vector<PendingRequire> lower_requires(RecordScope& scope) {
  return RequireLowering(scope).lower();
}

}  // namespace schemac::plan
