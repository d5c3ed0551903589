// The checks of a record: its numbers, then item by item its fields and rules.
#include <algorithm>
#include <variant>

#include "direct/write/value_checker.h"
#include "model/overload.h"
#include "plan/facts/version_facts.h"
#include "plan/writing/written_facts.h"
#include "schemac/check/refusals.h"
#include "schemac/core/limits.h"
#include "schemac/json/text.h"

namespace schemac::direct {

void ValueChecker::check() {
  if (record_.is_recursive && record_.depth && checking_.depth >= Limits{}.depth)
    return refuse(record_.depth, node_.frame);
  checking_.depth += record_.is_recursive ? 1 : 0;
  if (checking_.is_about_asked) {
    check_members();
  } else {
    check_numbers();
    for (const plan::Item& item : record_.items) check(item);
  }
  checking_.depth -= record_.is_recursive ? 1 : 0;
}

// Sizes that ask where things lie are reported in the order of the members, wherever these lie.
void ValueChecker::check_members() {
  for (plan::FieldId id = 0; id < record_.fields.size(); ++id) check_member(id);
}

// Numbers that follow from others, which all the rest may ask for.
void ValueChecker::check_numbers() {
  for (const plan::FieldId id : record_.derive_order) {
    const plan::Field& field = record_.fields[id];
    if (field.is_checked_first && !check_derived(id)) return;
    // Where only a number of another record is too large that is said there.
    if (!plan::number_refusals(plan(), record_, id).may_overflow) continue;
    const Outcome number = node_.number(id);
    if (number.ok() || number.failure == Failure::unknown) continue;
    misfit(impl::refusals::overflow, {node_.frame, field.name});
  }
}

void ValueChecker::check(const plan::Item& item) {
  std::visit(model::Overload{
                 [&](const plan::Run& run) {
                   for (const plan::FieldId id : run.fields()) check_field(id);
                 },
                 [&](const plan::LoneField& lone) { check_field(lone.field); },
                 [](const plan::Pad&) {},
                 [&](const plan::Require& require) { check_rule(require); },
                 [&](const plan::CheckElements& later) { check_rules(later.field, later.list); },
                 [](const plan::CheckDigest&) {},
                 [](const plan::CheckCodec&) {},
                 [](const plan::FindSections&) {},
                 [&](const plan::InSection& section) {
                   for (const plan::LoneField& lone : section.fields) check_field(lone.field);
                 },
                 [](const plan::FinishSections&) {},
                 [&](const plan::MessageFields& message) {
                   check_kinds();
                   for (const plan::MessageField& field : message.fields) check_field(field.field);
                 },
             },
             item);
}

void ValueChecker::check_field(plan::FieldId id) {
  if (!record_.fields[id].is_checked_first) check_derived(id);
  check_member(id);
  check_flags_of_versions(id);
}

// ---- fields ----

// That the number which a field has to state fits it.
bool ValueChecker::check_derived(plan::FieldId id) {
  const plan::Field& field = record_.fields[id];
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr || field.has_member() || field.states_place) return true;
  if (field.multiple) {
    const Outcome whole = evaluate(field.multiple->whole, plan(), node_);
    if (whole.ok() && whole.value % Int128{field.multiple->divisor} != 0) {
      const plan::Field& counted = record_.fields[field.source.field];
      misfit(impl::refusals::remainder, {node_.frame, counted.name},
             impl::Facts{fact_of(whole.value), field.multiple->divisor});
      return false;
    }
  }
  const Outcome number = node_.number(id);
  if (!number.ok() || scalar->is_group) return true;  // what it consists of is looked at
  const impl::Frame spot{&node_.frame, field.name, impl::Frame::no_index};
  const bool fits = direct::check_number(state_, *scalar, number, spot);
  if (!fits) checking_.is_misfit = true;
  return fits;
}

void ValueChecker::check_member(plan::FieldId id) {
  bool is_of_version = true;
  for (const plan::FieldRefusal& refusal : plan::refusals_of(plan(), record_, id))
    std::visit(
        model::Overload{
            [&](const plan::GivenForAbsent& given) { check_absent_number(id, given.number); },
            [&](const plan::MeansUnknown&) { check_known(id); },
            [&](const plan::OtherVersion&) { is_of_version = check_version(id); },
            [&](const plan::WrongPresence&) {
              if (is_of_version) check_presence(id);
            },
            [&](const plan::Held& held) { check_held(id, held); },
        },
        refusal);
}

void ValueChecker::check_held(plan::FieldId id, const plan::Held& held) {
  const plan::Field& field = record_.fields[id];
  FieldNode& node = node_.fields[id];
  if (!node.is_present) return;
  if (held.region) check_size(node.content.size, *held.region, {node_.frame, field.name});
  const bool is_apart = field.jump && !plan::makes_frame(field.body);
  const impl::Frame apart{&node_.frame, field.name, impl::Frame::no_index};
  check_body(id, node.content,
             is_apart ? CheckSpot{apart, ""} : CheckSpot{node_.frame, field.name});
}

// The bit of a field that is there may have no meaning in the file's version.
void ValueChecker::check_flags_of_versions(plan::FieldId id) {
  const plan::Field& field = record_.fields[id];
  const auto flags = plan::flags_beyond_versions(record_, field);
  if (flags.empty() || !node_.fields[id].is_present) return;
  const auto& scalar = std::get<plan::Scalar>(field.body.kind);
  const Outcome version = evaluate(scalar.versioned->version, plan(), node_);
  const Outcome number = node_.number(id);
  if (!version.ok() || !number.ok()) return;
  const auto word = static_cast<std::uint64_t>(number.value);
  std::uint64_t unknown = 0;
  for (const plan::Flag* flag : flags) {
    if (flag->versions.include(version.value)) continue;
    // A field that this version doesn't have is reported by itself.
    const auto& availability = record_.fields[*flag->presence_of].availability;
    if (!availability || evaluate(availability->condition, plan(), node_).value != 0)
      unknown |= word & flag->mask();
  }
  if (unknown != 0)
    refuse_at(scalar.unknown_flag, {node_.frame, field.name},
              impl::Facts{word, unknown, fact_of(version.value)});
}

// A JSON value that is recognised by its kind holds one of them, or is an empty list.
void ValueChecker::check_kinds() {
  if (!record_.json || record_.json->shape != model::JsonShape::one_of) return;
  std::size_t held = 0;
  bool has_list = false;
  for (plan::FieldId id = 0; id < node_.fields.size(); ++id) {
    const FieldNode& field = node_.fields[id];
    const plan::Field& kind = record_.fields[id];
    const bool is_spelling = kind.role == model::RoleKind::choice;
    if (!kind.has_member() || is_spelling) continue;
    const bool is_list = std::holds_alternative<plan::List>(kind.body.kind);
    has_list = has_list || is_list;
    if (field.is_present && (!is_list || length_of(field.content) != 0)) ++held;
  }
  if (held != 1 && !(held == 0 && has_list))
    return misfit(impl::refusals::kinds, {node_.frame, ""}, impl::Facts{held});
  for (const auto& path : record_.json->may_be_taken) check_kind(path);
}

std::string_view characters_in(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A value that a field before this one takes would be read as that one's.
void ValueChecker::check_kind(const std::vector<plan::FieldId>& path) {
  const RecordNode* holder = &node_;
  std::string name;
  const FieldNode* field = nullptr;
  for (const plan::FieldId id : path) {
    if (field != nullptr) holder = field->content.record.get();
    if (holder == nullptr) return;
    field = &holder->fields[id];
    if (!field->is_present) return;
    name += (name.empty() ? "" : ".") + holder->record.fields[id].name;
  }
  const Value* value = field->content.value;
  if (value == nullptr) return;
  const auto* open = std::get_if<OpenValue>(&value->kind);
  const Content* text = content_of(value);
  if (open == nullptr && text == nullptr) return;
  impl::Rejection rejection;
  if (!impl::json::check_kind(
          state_.texts.records(), plan::id_of(plan(), record_), path.front() + 1,
          open != nullptr ? *open->value : FreeValue(characters_in(text->bytes)), node_.frame, name,
          rejection))
    misfit(rejection);
}

// No value says of a constant whether it is there: its condition does.
bool ValueChecker::is_there(plan::FieldId id) const {
  const plan::Field& field = record_.fields[id];
  if (!field.presence || (field.has_member() && field.is_optional()))
    return node_.fields[id].is_present;
  return evaluate(field.presence->condition, plan(), node_).value != 0;
}

// What people give for content that isn't there is the number that says so.
void ValueChecker::check_absent_number(plan::FieldId id, const plan::AbsentScalar& zero) {
  if (is_there(id) || !is_there(zero.field)) return;
  const Outcome given = node_.number(zero.field);
  if (given.ok() && given.value != zero.value)
    refuse_at(zero.check, {node_.frame, record_.fields[zero.field].name},
              impl::Facts{fact_of(given.value)});
}

// A value that is the number which says nothing would be read as none.
void ValueChecker::check_known(plan::FieldId id) {
  const plan::Field& field = record_.fields[id];
  if (node_.fields[id].content.value == nullptr) return;
  if (node_.number(id).value == field.unknown->value)
    misfit(impl::refusals::unknown, {node_.frame, field.name});
}

void ValueChecker::check_presence(plan::FieldId id) {
  const plan::Field& field = record_.fields[id];
  const Outcome condition = evaluate(field.presence->condition, plan(), node_);
  if (condition.failure == Failure::unknown) return;
  const bool is_wanted = condition.ok() && condition.value != 0;
  if (is_wanted == node_.fields[id].is_present) return;
  if (!is_wanted || !field.availability)
    return misfit(is_wanted ? impl::refusals::absent : impl::refusals::present,
                  {node_.frame, field.name});
  const Outcome version = evaluate(field.availability->version, plan(), node_);
  schemac::impl::Check check = plan::view_of(plan().checks[*field.availability->check]);
  const std::string sentence = "is missing: " + std::string(check.sentence);
  check.sentence = sentence;
  tell(check, node_.frame, impl::Facts{fact_of(version.value)});
  checking_.is_misfit = true;
}

// Of a field of other versions there may be no value, or none but the default.
bool ValueChecker::check_version(plan::FieldId id) {
  const plan::Field& field = record_.fields[id];
  const Outcome is_available = evaluate(field.availability->condition, plan(), node_);
  if (!is_available.ok() || is_available.value != 0) return true;
  const Outcome number = field.is_optional() ? Outcome{0} : node_.number(id);
  const bool is_there = field.is_optional() ? node_.fields[id].is_present
                                            : number.ok() && number.value != *field.default_value;
  if (!is_there) return true;
  const Outcome version = evaluate(field.availability->version, plan(), node_);
  tell(plan::view_of(plan().checks[*field.availability->check]), node_.frame,
       impl::Facts{fact_of(version.value)});
  checking_.is_misfit = true;
  return false;
}

// ---- rules ----

// Where it asks for places, the validator will say it of what was written.
void ValueChecker::check_rule(const plan::Require& require) {
  if (checking_.is_misfit || !plan::is_refused(plan(), record_, require)) return;
  const Outcome outcome = evaluate(require.condition, plan(), node_);
  if (outcome.failure == Failure::unknown || (outcome.ok() && outcome.value != 0)) return;
  refuse(require.check, node_.frame, facts_of(require.facts, plan(), node_));
}

void ValueChecker::check_rules(plan::FieldId id, const plan::List& list) {
  if (node_.fields[id].is_present)
    check_rules(node_.fields[id].content, plan::rules_of(plan(), record_, list),
                {node_.frame, record_.fields[id].name});
}

// Rules about elements alone: in the order that these have in the file. They are reported by their
// indices in the values.
void ValueChecker::check_rules(BodyNode& node, const std::vector<plan::BrokenRule>& rules,
                               const CheckSpot& spot) {
  const auto* held = node.value == nullptr ? nullptr : std::get_if<Elements>(&node.value->kind);
  if (held == nullptr) return;
  for (std::size_t i = 0; i < node.inner.size(); ++i) {
    const BodyNode& element = node.inner[i];
    const RecordNode* next = i + 1 < node.inner.size() ? node.inner[i + 1].record.get() : nullptr;
    const auto index = static_cast<std::uint64_t>(element.value - held->values.data());
    for (const plan::BrokenRule& broken : rules)
      check_rule(*broken.rule, element_frame(spot, index),
                 {{}, i, next == nullptr, element.record.get(), next});
  }
}

void ValueChecker::check_rule(const plan::EachRule& rule, const impl::Frame& frame,
                              const Element& element) {
  if (checking_.is_misfit) return;
  const Outcome outcome = evaluate(rule.condition, plan(), node_, element);
  if (outcome.failure == Failure::unknown || (outcome.ok() && outcome.value != 0)) return;
  refuse(rule.check, frame, facts_of(rule.facts, plan(), node_, element));
}

// ---- what is reported ----

bool ValueChecker::is_refused(std::optional<plan::CheckId> check) const {
  return plan::is_refused(plan(), check);
}

void ValueChecker::refuse(std::optional<plan::CheckId> check, const impl::Frame& frame,
                          const impl::Facts& facts) {
  if (is_refused(check)) tell(plan::view_of(plan().checks[*check]), frame, facts);
}

void ValueChecker::refuse_at(std::optional<plan::CheckId> check, const CheckSpot& spot,
                             const impl::Facts& facts) {
  if (!is_refused(check)) return;
  schemac::impl::Check told = plan::view_of(plan().checks[*check]);
  told.field = spot.path;
  tell(told, spot.frame, facts);
}

void ValueChecker::tell(const schemac::impl::Check& check, const impl::Frame& frame,
                        const impl::Facts& facts) {
  checking_.is_misfit |= check.level == Level::error;
  state_.refuse(frame, check, facts);
}

void ValueChecker::misfit(const schemac::impl::Check& check, const CheckSpot& spot,
                          const impl::Facts& facts) {
  schemac::impl::Check told = check;
  told.field = spot.path;
  tell(told, spot.frame, facts);
  checking_.is_misfit = true;
}

// What a check of the runtime found.
void ValueChecker::misfit(impl::Rejection& rejection) {
  checking_.is_misfit = true;
  Violation found = rejection.take();
  state_.problems.push_back({std::move(found.path), std::move(found.message), "", found.rule,
                             found.level, std::move(found.name)});
}

bool check_tree(RecordNode& root) {
  Checking checking{root.state};
  ValueChecker(checking, root).check();
  return checking.has_asked;
}

void check_asked_sizes(RecordNode& root) {
  Checking checking{root.state};
  checking.is_about_asked = true;
  ValueChecker(checking, root).check();
}

}  // namespace schemac::direct
