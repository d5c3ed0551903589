#include <algorithm>

#include "model/last_in_line.h"
#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/field_paths.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/sentences.h"
#include "plan/facts/element_rules.h"
#include "plan/make/bodies.h"
#include "plan/make/sizes.h"

namespace schemac::plan {
namespace {

// What one element is: the body without what belongs to the list as a whole.
model::Body element_of(const model::Body& body) {
  model::Body element = body;
  element.repeat = {};
  element.size = {};
  element.each.clear();
  element.unique.clear();
  element.min_count.reset();
  element.max_count.reset();
  element.order_by.clear();
  element.starts_of.reset();
  element.slack.reset();
  return element;
}

class ListLowering {
 public:
  ListLowering(RecordScope& scope, const model::Body& body, const BodySite& site)
      : scope_(scope), body_(body), site_(site), checks_(scope.builder.checks) {}

  List lower() {
    lower_count();
    lower_element();
    lower_each();
    lower_unique();
    lower_order();
    note_key();
    lower_starts();
    lower_slack();
    return std::move(out_);
  }

 private:
  void lower_count() {
    switch (body_.repeat.kind) {
      case model::RepeatKind::none:
      case model::RepeatKind::eos:
      case model::RepeatKind::fields:
      case model::RepeatKind::until:
        break;
      case model::RepeatKind::head:
        return lower_head_count();
      case model::RepeatKind::count:
        out_.count = lower_number(scope_, body_.repeat.expression);
        out_.counted_by = single_field_of(*out_.count);
        lower_is_counted();
        break;
    }
    CheckSubject at =
        blame(scope_, site_, out_.counted_by, out_.counted_by ? &*out_.count : nullptr);
    at.is_list = !out_.counted_by;
    if (out_.counted_by) out_.cause = checks_.cause(at, site_.section);
    lower_limits(at);
  }
  // The list whose count a number states goes to the end where the number is unknown; others that
  // it counts need it, and so does a list that something inline may follow.
  void lower_is_counted() {
    if (out_.count->op != Op::field || !site_.is_own) return;
    const auto index = std::find(scope_.ids.begin(), scope_.ids.end(), out_.count->id);
    const model::Field& count =
        scope_.type.fields[static_cast<std::size_t>(index - scope_.ids.begin())];
    if (!count.unknown || !model::is_last_in_line(scope_.builder.format, scope_.type, site_.field))
      return;
    const bool is_counted_by_other = count.role.kind == model::RoleKind::derived &&
                                     (count.role.derivation != model::DerivationKind::count_of ||
                                      &scope_.type.fields[count.role.field] != &site_.field);
    if (is_counted_by_other || body_.starts_of) return;
    out_.is_counted = make_operation(Op::not_equal, {*out_.count, make_constant(*count.unknown)});
  }
  // A head is checked below the frame of the record, as all counts are.
  void lower_head_count() {
    BodySite own = site_;
    own.path = site_.is_element ? "" : site_.field.name;
    const HeadForm form = body_.repeat.is_map ? HeadForm::map : HeadForm::list;
    out_.head = lower_head(scope_, form, own);
    CheckSubject at = subject_of(scope_, own, "head");
    at.style = {};
    at.noun = site_.field.name;
    at.is_list = true;
    out_.cause = checks_.cause(at, site_.section);
    lower_limits(at);
  }
  void lower_limits(const CheckSubject& at) {
    out_.minimum = body_.min_count;
    out_.maximum = body_.max_count;
    if (out_.minimum && *out_.minimum > 0)
      out_.minimum_check = checks_.minimum_count(at, *out_.minimum);
    if (out_.maximum) out_.maximum_check = checks_.maximum_count(at, *out_.maximum);
    if (!is_bounded_by_bytes()) out_.elements_check = checks_.elements(at);
  }
  // Elements that are read to an end have bytes of their own, each of them.
  [[nodiscard]] bool is_bounded_by_bytes() const {
    using model::RepeatKind;
    const bool is_to_an_end =
        body_.repeat.kind == RepeatKind::eos || body_.repeat.kind == RepeatKind::until;
    return is_to_an_end && !std::holds_alternative<model::Scalar>(body_.kind);
  }

  void lower_element() {
    const model::Body element = element_of(body_);
    BodySite site = site_;
    site.path.clear();
    site.noun = "the element";
    site.is_own = false;
    site.is_element = true;
    site.has_region = false;
    site.region_by.reset();
    if (const auto* scalar = std::get_if<model::Scalar>(&element.kind)) {
      if (element.pad && *element.pad != 1)
        scope_.builder.planned(body_.range, "'pad' of a list of numbers");
      if (scalar->bits != 0)
        scope_.builder
            .not_executed(body_.range,
                          "a list of numbers of " + std::to_string(scalar->bits) + " bits")
            .help("repeat a record that holds the number");
      Body body;  // packed numbers are fine here
      body.kind = lower_scalar(scope_, *scalar, site, body_.wire);
      if (element.form) body.form = scope_.builder.forms[*element.form];
      if (scalar->dtype_by) scope_.builder.planned(body_.range, "a type given by a field");
      out_.element.push_back(std::move(body));
      return;
    }
    if (std::holds_alternative<model::ConstantBytes>(element.kind))
      scope_.builder.planned(body_.range, "a list of constants");
    const bool has_no_end = [&] {
      const auto* text = std::get_if<model::Text>(&element.kind);
      if (!body_.wire.empty()) return false;
      return std::holds_alternative<model::RawBytes>(element.kind) ||
             (text != nullptr && !text->prefix && !text->terminator);
    }();
    if (has_no_end && body_.repeat.kind != model::RepeatKind::fields)
      scope_.builder.planned(body_.range, "a list of elements whose size nothing states");
    out_.element.push_back(lower_body(scope_, element, site));
  }

  void lower_each() {
    const Scalar* scalar = std::get_if<Scalar>(&out_.element.front().kind);
    Underscore underscore;
    if (scalar != nullptr) underscore.range = model::range_of(*scalar);
    if (const auto* held = std::get_if<model::RecordReference>(&body_.kind))
      underscore.record = &scope_.builder.format.types[held->type];
    // A rule is reported at its element, whose view knows where that is.
    const auto* nested = std::get_if<Nested>(&out_.element.front().kind);
    const bool is_in_message = body_.repeat.kind == model::RepeatKind::fields;
    if (is_in_message && nested != nullptr && !body_.each.empty())
      return scope_.builder.planned(body_.range, "'each' of records in a message or in JSON");
    if (nested != nullptr && !body_.each.empty())
      scope_.builder.plan.records[nested->record].is_looked_into = true;
    for (const model::Condition& condition : body_.each) {
      if (condition.ends_list) {
        lower_until(condition, underscore);
        continue;
      }
      EachRule rule;
      const Expr stated = begins_zero_where_absent(
          scope_, lower_expression(scope_, condition.expression, underscore));
      rule.condition = true_for_unknown_members(scope_.builder, stated);
      CheckSubject at =
          scope_.subject(site_.name + "_each", "", merged(condition.style, site_.field.style));
      if (condition.style.at && underscore.record != nullptr)
        lower_blamed(condition, *underscore.record, rule, at);
      std::string subject;
      std::vector<Expr> told;
      if (scalar != nullptr && condition.message.empty()) {
        told.push_back(make_about_field(Op::element, 0, underscore.range));
        subject = is_signed(scalar->dtype) ? "the element is {a:i}" : "the element is {a}";
      }
      NamedValues values = values_in(scope_, stated, std::move(told), {});
      rule.check = checks_.condition(at, Rule::bad_value,
                                     condition.message.empty()
                                         ? sentence_of(scope_, stated, subject, values.words)
                                         : told_with(condition.message, values.words));
      rule.facts = std::move(values.facts);
      checks_.document(rule.check, condition.doc);
      out_.each.push_back(std::move(rule));
    }
    stated_rules_ = out_.each.size();
    for (std::size_t i = 0; site_.is_own && nested != nullptr && i < scope_.ids.size(); ++i)
      if (scope_.ids[i] && scope_.type.fields[i].is != nullptr) lower_last(*nested, i);
  }

  // It holds of the last element alone. A reader ends there, so only values can break that; but in
  // a message something else says where the list ends.
  void lower_until(const model::Condition& condition, const Underscore& underscore) {
    const auto* scalar = std::get_if<Scalar>(&out_.element.front().kind);
    if (scalar != nullptr && bit_count(scalar->dtype) < 8)
      scope_.builder.planned(condition.range, "'until' of elements of less than a byte");
    const Expr stated = begins_zero_where_absent(
        scope_, lower_expression(scope_, condition.expression, underscore));
    EachRule rule;
    rule.condition = make_operation(Op::equal, {stated, make_about_field(Op::is_last, 0, {0, 1})});
    if (body_.repeat.kind == model::RepeatKind::until) {
      out_.until = stated;
      rule.is_for_writers = !can_fail(stated);
    }
    CheckSubject at = scope_.subject(site_.name + "_until", "", site_.field.style);
    at.style.level = Level::error;
    rule.check = checks_.condition(
        at, Rule::bad_value,
        quoted(shown(scope_, stated) + " has to hold for the last element, and for no other"));
    out_.each.push_back(std::move(rule));
  }

  // A field that is the size of a field of the last element: held against it where that is.
  void lower_last(const Nested& nested, std::size_t index) {
    const model::Field& field = scope_.type.fields[index];
    const auto size = size_of_last(scope_, field.is);
    if (!size || size->id != site_.id) return;
    Record& element = scope_.builder.plan.records[nested.record];
    element.is_looked_into = true;
    const model::Type& type =
        scope_.builder.format.types[std::get<model::RecordReference>(body_.kind).type];
    const auto asked =
        std::find_if(type.fields.begin(), type.fields.end(),
                     [&](const model::Field& each) { return each.name == size->text; });
    Expr found;
    found.op = Op::inside;
    found.id = the_element;
    found.text = "size(_." + size->text + ")";
    found.args = {make_about_field(asked->body.codec ? Op::plain_size : Op::size_of,
                                   size->attribute, size->range)};
    found.range = size->range;
    const Expr own = make_field(scope_.record, *scope_.ids[index]);
    const Expr is_last = make_about_field(Op::is_last, 0, {0, 1});
    Expr holds = make_operation(Op::equal, {own, std::move(found)});
    if (field.unknown) {
      Expr is_unknown = make_operation(Op::equal, {own, make_constant(*field.unknown)});
      holds = make_operation(Op::logical_or, {std::move(is_unknown), std::move(holds)});
    }
    EachRule rule;
    rule.condition = make_operation(Op::logical_or,
                                    {make_operation(Op::logical_not, {is_last}), std::move(holds)});
    CheckSubject at = scope_.subject(field.name + "_is", size->text, field.style);
    at.noun = size->text;
    rule.at = FieldPath{size->attribute, {}};
    rule.check = checks_.condition(
        at, Rule::size_mismatch,
        quoted("the last " + size->text + " has another size than " + field.name + " says"));
    out_.each.push_back(std::move(rule));
  }

  // `at: "_.offsets[0]"`: a field of the element, or an element of a list in it.
  void lower_blamed(const model::Condition& condition, const model::Type& element, EachRule& rule,
                    CheckSubject& at) {
    const model::Expression* blamed = condition.style.at.get();
    if (const auto* item = std::get_if<model::Element>(&blamed->node)) {
      const auto* index = std::get_if<model::Constant>(&item->index->node);
      rule.item = index != nullptr ? static_cast<std::int64_t>(index->value) : 0;
      blamed = item->list.get();
    } else if (const auto* call = std::get_if<model::Call>(&blamed->node)) {
      rule.item = call->function == model::Function::last ? -1 : 0;
      if (!call->arguments.empty()) blamed = call->arguments.front().get();
    }
    auto found = find_field(scope_, *blamed, &element);
    if (!found || found->path.field != the_element || found->field == nullptr)
      return scope_.builder.planned(blamed->range, "'at' that isn't a field of the element");
    (void)look_into(scope_, *found, Expr{}, "");
    at.path = found->field->name;
    if (rule.item && *rule.item >= 0) at.path += "[" + std::to_string(*rule.item) + "]";
    rule.at = FieldPath{found->path.inner.front(),
                        {found->path.inner.begin() + 1, found->path.inner.end()}};
  }

  void lower_unique() {
    if (body_.unique.empty()) return;
    if (body_.repeat.kind == model::RepeatKind::fields && !body_.repeat.is_map)
      return scope_.builder.planned(body_.range, "'unique' in a message or in JSON");
    const std::string& key = body_.unique.front();
    const auto* nested = std::get_if<Nested>(&out_.element.front().kind);
    if (std::holds_alternative<Text>(out_.element.front().kind)) {
      out_.unique = ~FieldId{0};
    } else if (nested != nullptr) {
      out_.unique = key_field(key);
      if (out_.unique && is_among_bits(key)) out_.unique.reset();  // it has no bytes of its own
    }
    if (!out_.unique) return scope_.builder.planned(body_.range, "'unique: " + key + "' here");
    CheckSubject at = scope_.subject(site_.name, nested != nullptr ? key : "");
    out_.duplicate = checks_.duplicate(at);
  }
  // The view and the check of a record give only one key for it.
  void note_key() {
    const auto* nested = std::get_if<Nested>(&out_.element.front().kind);
    const std::optional<FieldId> key = out_.unique ? out_.unique : out_.order_by;
    if (nested == nullptr || !key) return;
    std::optional<FieldId>& known = scope_.builder.plan.records[nested->record].key;
    if (!known) known = key;
    if (known == key) return;
    scope_.builder.planned(body_.range,
                           "'unique' and 'order' of lists of the same record by "
                           "different members");
  }
  void lower_order() {
    if (body_.order_by.empty()) return;
    if (body_.repeat.kind == model::RepeatKind::fields)
      return scope_.builder.planned(body_.range, "'order' of a list in a message or in JSON");
    const auto* nested = std::get_if<Nested>(&out_.element.front().kind);
    if (nested != nullptr) out_.order_by = key_field(body_.order_by);
    if (out_.order_by && has_real_key(body_.order_by)) out_.order_by.reset();
    if (out_.order_by && !nested->sections.empty())
      return scope_.builder.planned(body_.range,
                                    "'order' of records that place payloads elsewhere");
    if (out_.order_by && out_.unique && *out_.order_by != *out_.unique)
      return scope_.builder.planned(body_.range, "'order' by a member other than that of 'unique'");
    if (!out_.order_by)
      return scope_.builder.planned(body_.range, "'order' by '" + body_.order_by + "' here");
    out_.order = checks_.order(scope_.subject(site_.name, body_.order_by), body_.order_level);
    check_rules_of_order();
  }
  // A file in another order than the writer's may be valid: its rules may not hold in that one.
  void check_rules_of_order() {
    if (body_.order_level <= Level::rule) return;
    List stated;
    stated.order_by = out_.order_by;
    for (std::size_t i = 0; i < stated_rules_; ++i)
      if (scope_.builder.plan.checks[out_.each[i].check].level <= Level::rule)
        stated.each.push_back(out_.each[i]);
    if (has_rules_of_order(stated))
      scope_.builder.planned(body_.range,
                             "rules about places in a list whose 'order' is only noted");
  }
  bool has_real_key(const std::string& name) const {
    const model::Scalar* key = scalar_called(name);
    return key != nullptr && !model::is_whole(key->dtype);
  }
  bool is_among_bits(const std::string& name) const {
    const model::Scalar* key = scalar_called(name);
    return key != nullptr && key->place;
  }
  const model::Scalar* scalar_called(const std::string& name) const {
    const auto& reference = std::get<model::RecordReference>(body_.kind);
    for (const model::Field& field : scope_.builder.format.types[reference.type].fields)
      if (field.name == name) return std::get_if<model::Scalar>(&field.body.kind);
    return nullptr;
  }
  // Whether a value holds the field as its only member.
  static bool is_plain_member(const model::Field& field) {
    return field.role.kind == model::RoleKind::given && !field.unknown;
  }
  // A number that isn't bits, each with a name of its own.
  static bool is_number(const model::Scalar& scalar) {
    return !scalar.varies() && scalar.flags.empty() && model::is_whole(scalar.dtype);
  }

  // The field `name` of the element record, if it is a text, a whole number of fixed width or a
  // list of texts that is inline in the record, and that values give.
  std::optional<FieldId> key_field(const std::string& name) const {
    const auto& reference = std::get<model::RecordReference>(body_.kind);
    const model::Type& type = scope_.builder.format.types[reference.type];
    FieldId id = 0;
    for (const model::Field& field : type.fields) {
      if (std::holds_alternative<model::Padding>(field.body.kind)) continue;
      const auto* scalar = std::get_if<model::Scalar>(&field.body.kind);
      const bool is_key = std::holds_alternative<model::Text>(field.body.kind) ||
                          (scalar != nullptr && is_number(*scalar));
      const bool is_single = field.body.repeat.kind == model::RepeatKind::none ||
                             (field.body.repeat.kind == model::RepeatKind::head &&
                              std::holds_alternative<model::Text>(field.body.kind));
      const bool is_inline =
          !field.place.at && !field.condition && field.versions.are_all() && is_single;
      if (!is_plain_member(field) && field.name == name) return std::nullopt;
      if (field.name == name) return is_key && is_inline ? std::optional(id) : std::nullopt;
      ++id;
    }
    return std::nullopt;
  }

  // Both sides of a table of offsets: the one that states them, and the elements.
  void lower_starts() {
    if (body_.starts_of) {
      const model::Field& target = scope_.type.fields[*body_.starts_of];
      const auto* number = std::get_if<Scalar>(&out_.element.front().kind);
      const bool are_numbers = number != nullptr && number->coding == Coding::plain;
      const bool is_before = &site_.field < &target;
      const bool are_as_many =
          target.body.repeat.kind == model::RepeatKind::count && body_.repeat.expression &&
          key_of(*target.body.repeat.expression) == key_of(*body_.repeat.expression);
      if (!are_numbers || !is_before || !are_as_many || !is_inline(target) ||
          !is_inline(site_.field) || target.condition ||
          std::holds_alternative<model::Scalar>(target.body.kind))
        return scope_.builder.planned(body_.range,
                                      "starts of elements other than those of a list of the same "
                                      "length that always follows,");
      out_.starts_of = scope_.ids[*body_.starts_of];
    }
    for (const model::Field& field : scope_.type.fields) {
      if (!site_.is_own || !field.body.starts_of ||
          &scope_.type.fields[*field.body.starts_of] != &site_.field)
        continue;
      const auto index = static_cast<std::size_t>(&field - scope_.type.fields.data());
      CheckSubject at =
          scope_.subject(field.name + "_each", "", merged(field.body.starts_style, field.style));
      const auto* scalar = std::get_if<model::Scalar>(&field.body.kind);
      at.is_signed = scalar != nullptr && is_signed(scalar->dtype);
      out_.stated_starts = StatedStarts{*scope_.ids[index], checks_.begin(at, site_.field.name)};
    }
  }

  void lower_slack() {
    const bool has_many_passes = out_.unique || out_.order_by;
    if ((out_.is_counted || body_.slack) && has_many_passes)
      return scope_.builder.planned(body_.range,
                                    "'unique' or 'order' of a list with 'slack', or whose count "
                                    "may be unknown,");
    if (!body_.slack) return;
    auto* nested = std::get_if<Nested>(&out_.element.front().kind);
    if (nested != nullptr && out_.stated_starts) out_.has_slack = nested->has_slack = true;
  }

  RecordScope& scope_;
  const model::Body& body_;
  const BodySite& site_;
  Checks& checks_;
  List out_;
  std::size_t stated_rules_ = 0;  // of out_.each, which come first
};

}  // namespace

List lower_list(RecordScope& scope, const model::Body& body, const BodySite& site) {
  return ListLowering(scope, body, site).lower();
}

}  // namespace schemac::plan
