#include "plan/sentences.h"

#include "plan/lower_expression.h"

namespace schemac::plan {
namespace {

bool is_subject(const Expr& expr) { return expr.op == Op::field || expr.op == Op::element; }

// "at least 1", "1", "one of 1, 2": what the first operand must be; empty where it isn't that
// simple.
std::string demand_of(const Expr& condition) {
  if (condition.op == Op::logical_and) {
    const std::string first = demand_of(condition.args[0]);
    const std::string second = demand_of(condition.args[1]);
    return first.empty() || second.empty() ? "" : first + " and " + second;
  }
  if (condition.args.size() < 2 || !is_subject(condition.args[0])) return {};
  std::string numbers;
  for (std::size_t i = 1; i < condition.args.size(); ++i) {
    if (condition.args[i].op != Op::constant) return {};
    numbers += (i > 1 ? ", " : "") + model::to_text(condition.args[i].number);
  }
  if (condition.op == Op::is_one_of) return (condition.args.size() > 2 ? "one of " : "") + numbers;
  if (condition.op == Op::equal) return numbers;
  if (condition.op == Op::not_equal) return "anything but " + numbers;
  if (condition.op == Op::less) return "less than " + numbers;
  if (condition.op == Op::less_equal) return "at most " + numbers;
  if (condition.op == Op::greater) return "greater than " + numbers;
  if (condition.op == Op::greater_equal) return "at least " + numbers;
  return {};
}

}  // namespace

std::string shown(const RecordScope& scope, const Expr& expr) {
  std::vector<std::string> names;
  for (const Field& field : scope.record.fields) names.push_back(field.name);
  return quoted(to_text(expr, names));
}

std::string sentence_of(const RecordScope& scope, const Expr& condition,
                        const std::string& subject) {
  const std::string demand = demand_of(condition);
  if (!subject.empty() && !demand.empty()) return subject + ", it must be " + demand;
  const std::string text = shown(scope, condition);
  return subject.empty() ? text + " does not hold" : subject + ", which breaks: " + text;
}

}  // namespace schemac::plan
