#include "model/passes/bind/contradictions.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "model/passes/bind/binder.h"
#include "model/passes/types/since_until.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

using Op = syntax::BinaryOperator;

// What a comparison of the value with constants lets pass.
struct Allowed {
  Op op = Op::in;
  std::vector<Int128> numbers;

  [[nodiscard]] bool has(Int128 value) const {
    const bool is_listed = std::find(numbers.begin(), numbers.end(), value) != numbers.end();
    if (op == Op::in || op == Op::equal) return is_listed;
    if (op == Op::not_in || op == Op::not_equal) return !is_listed;
    if (op == Op::less) return value < numbers.front();
    if (op == Op::less_equal) return value <= numbers.front();
    if (op == Op::greater) return value > numbers.front();
    return value >= numbers.front();
  }
  // "one of 1, 2", "at most 4"
  [[nodiscard]] std::string shown() const {
    std::string text;
    for (const Int128 number : numbers) text += (text.empty() ? "" : ", ") + to_text(number);
    if (op == Op::in) return numbers.size() == 1 ? text : "one of " + text;
    if (op == Op::equal) return text;
    if (op == Op::not_in) return "none of " + text;
    if (op == Op::not_equal) return "anything but " + text;
    if (op == Op::less) return "less than " + text;
    if (op == Op::less_equal) return "at most " + text;
    return (op == Op::greater ? "greater than " : "at least ") + text;
  }
};

// Nothing, where a condition is another one, or nobody insists on it.
std::optional<Allowed> allowed_by(const Condition& condition) {
  const Level level = condition.style.level.value_or(Level::rule);
  if (condition.expression == nullptr || level == Level::warn || level == Level::canonical)
    return std::nullopt;
  const auto* comparison = std::get_if<Binary>(&condition.expression->node);
  const auto* value =
      comparison != nullptr ? std::get_if<Reference>(&comparison->left->node) : nullptr;
  if (value == nullptr || value->base != Base::element) return std::nullopt;
  Allowed allowed{comparison->op, {}};
  const auto add = [&](const ExpressionPtr& item) {
    const auto number = constant_of(item);
    if (number) allowed.numbers.push_back(*number);
    return number.has_value();
  };
  if (const auto* list = std::get_if<List>(&comparison->right->node)) {
    if (!std::ranges::all_of(list->items, add)) return std::nullopt;
  } else if (!add(comparison->right)) {
    return std::nullopt;
  }
  return allowed.numbers.empty() ? std::nullopt : std::optional(std::move(allowed));
}

// The numbers at which an answer can change: those that are named, and what lies beside them.
std::vector<Int128> candidates(const Versions& versions, const std::vector<Allowed>& conditions) {
  std::vector<Int128> numbers = {0, range_of(Dtype::u32).max};
  const auto add = [&](Int128 number) {
    for (const Int128 beside : {number - 1, number, number + 1}) numbers.push_back(beside);
  };
  if (versions.since) add(*versions.since);
  if (versions.until) add(*versions.until);
  for (const Allowed& condition : conditions)
    for (const Int128 number : condition.numbers) add(number);
  return numbers;
}

}  // namespace

void check_default_is_valid(Draft& draft, const Field& field, const syntax::Node& node) {
  const syntax::Node* stated = node.find("default");
  if (stated == nullptr || !field.default_value) return;
  for (const Condition& condition : field.valid) {
    const auto allowed = allowed_by(condition);
    if (!allowed || allowed->has(*field.default_value)) continue;
    draft
        .error(stated->range, "contradiction",
               "'default' of '" + field.name + "' is " + to_text(*field.default_value) +
                   ", but its value must be " + allowed->shown())
        .note(condition.range, "what it must be is stated here")
        .help("write a default that the field may have");
    return;
  }
}

void check_choice_can_be_empty(Draft& draft, const Field& field) {
  const Body& body = field.body;
  if (!field.is_choice || std::holds_alternative<RecordReference>(body.kind)) return;
  const auto demand = [&](const ExpressionPtr& expression, const std::string& what) {
    const auto number = constant_of(expression);
    if (!number || *number == 0) return false;
    draft
        .error(expression->range, "contradiction",
               "'" + field.name + "' is a choice, which has no " + what +
                   " where nobody chooses, but here it always has " + to_text(*number))
        .help("name a field that states the number of " + what +
              ", or remove 'choice': then it is a member like the others");
    return true;
  };
  const bool is_list = body.repeat.kind != RepeatKind::none;
  if (is_list && demand(body.repeat.expression, "elements")) return;
  demand(body.size.expression, "bytes");
}

void check_versions_exist(Draft& draft, const std::string& what, const Versions& versions,
                          const Field& version) {
  std::vector<Allowed> conditions;
  source::SourceRange range = version.name_range;
  std::string demand;
  for (const Condition& condition : version.valid)
    if (auto allowed = allowed_by(condition)) {
      if (conditions.empty()) range = condition.range;
      demand += (demand.empty() ? "" : " and ") + allowed->shown();
      conditions.push_back(std::move(*allowed));
    }
  if (conditions.empty()) return;
  const auto numbers = candidates(versions, conditions);
  const bool exists = std::ranges::any_of(numbers, [&](Int128 number) {
    return number >= 0 && versions.include(number) &&
           std::ranges::all_of(conditions, [&](const Allowed& each) { return each.has(number); });
  });
  if (exists) return;
  draft
      .error(versions.range, "contradiction",
             what + " is there " + shown(versions) + ", but '" + version.name + "' must be " +
                 demand + ": no version has it")
      .note(range, "the possible versions are stated here")
      .help("let '" + version.name + "' allow a version that has it, or remove it");
}

}  // namespace schemac::model
