#include "plan/expressions/sentences.h"

#include <algorithm>
#include <utility>

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

// The leaves of a condition that have a value to show, in the order in which it is worth most:
// fields, what is counted or looked up, and at last members of enumerations, which are bare
// numbers.
class ValueFinder {
 public:
  ValueFinder(const RecordScope& scope, const std::set<FieldId>& granted)
      : scope_(scope), granted_(granted) {}

  void find(const Expr& expr) {
    switch (expr.op) {
      case Op::field:
        return find_field(expr);
      case Op::text_is:
        if (text_.empty() && is_there(expr.id)) text_.push_back(expr);
        return;
      case Op::inside:
        if (can_look_into(expr)) others_.push_back(expr);
        return;
      case Op::param_list:
        if (is_number_of_list(expr.args.front())) others_.push_back(expr);
        return;
      case Op::element:
      case Op::param:
      case Op::file_size:
      case Op::length:
      case Op::size_of:
      case Op::plain_size:
        others_.push_back(expr);
        return;
      case Op::offset_of:
        if (is_there(expr.id)) others_.push_back(expr);
        return;
      case Op::item:
      case Op::last_item:
      case Op::product:
      case Op::sum:
        others_.push_back(expr);
        break;
      case Op::is_present:
      case Op::list:
      case Op::size_of_last:
      case Op::given:
      case Op::tag_of:
      case Op::section_begin:
        return;
      case Op::constant:
      case Op::index:
      case Op::is_last:
      case Op::attribute:
      case Op::has_attribute:
      case Op::digest_size:
      case Op::flag:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::negate:
      case Op::align_up:
      case Op::ceil_div:
      case Op::minimum:
      case Op::maximum:
      case Op::bits:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::bit_and:
      case Op::shift_left:
      case Op::shift_right:
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_not:
      case Op::is_one_of:
      case Op::choose:
      case Op::argument:
        break;
    }
    for (const Expr& arg : expr.args) find(arg);
  }

  [[nodiscard]] std::vector<Expr> all() {
    std::vector<Expr> out;
    const auto by_id = [](const Expr& a, const Expr& b) { return a.id < b.id; };
    std::stable_sort(fields_.begin(), fields_.end(), by_id);
    std::stable_sort(enumerated_.begin(), enumerated_.end(), by_id);
    for (std::vector<Expr>* each : {&fields_, &others_, &enumerated_, &text_})
      out.insert(out.end(), each->begin(), each->end());
    return out;
  }

 private:
  [[nodiscard]] bool is_there(FieldId id) const {
    return !scope_.record.fields[id].presence || granted_.contains(id);
  }
  void find_field(const Expr& expr) {
    const auto* scalar = std::get_if<Scalar>(&scope_.record.fields[expr.id].body.kind);
    if (scalar == nullptr || !is_there(expr.id)) return;
    (scalar->enumeration ? enumerated_ : fields_).push_back(expr);
  }
  static bool is_number_of_list(const Expr& leaf) {
    return leaf.op == Op::length || leaf.op == Op::item || leaf.op == Op::last_item ||
           leaf.op == Op::product || leaf.op == Op::sum;
  }
  [[nodiscard]] bool can_look_into(const Expr& expr) const {
    const Expr& leaf = leaf_of(expr);
    const bool is_of_element = expr.id >= scope_.record.fields.size();
    return (is_of_element || is_there(expr.id)) &&
           (leaf.op == Op::field || leaf.op == Op::plain_size || leaf.op == Op::size_of ||
            is_number_of_list(leaf));
  }

  const RecordScope& scope_;
  const std::set<FieldId>& granted_;
  std::vector<Expr> fields_, others_, enumerated_, text_;
};

// Whether a number may not be there: an element, or what doesn't fit 64 bits.
bool may_fail(const Expr& expr) {
  if (expr.op == Op::inside) return expr.id == the_next || may_fail(expr.args.front());
  if (expr.op == Op::param_list) return may_fail(expr.args.front());
  return expr.op == Op::item || expr.op == Op::last_item || expr.op == Op::product ||
         expr.op == Op::sum;
}

}  // namespace

NamedValues values_in(const RecordScope& scope, const Expr& condition, std::vector<Expr> told,
                      const std::set<FieldId>& granted) {
  constexpr std::size_t most = 4;  // numbers of schemac::impl::Facts
  NamedValues out{{}, std::move(told)};
  std::set<std::string> names;
  const auto name_of = [&](const Expr& value) {
    if (value.op == Op::text_is) return quoted(scope.record.fields[value.id].name);
    return value.op == Op::element ? std::string("the element") : shown(scope, value);
  };
  for (const Expr& fact : out.facts) names.insert(name_of(fact));
  std::size_t count = out.facts.size();
  ValueFinder finder(scope, granted);
  finder.find(condition);
  for (Expr& value : finder.all()) {
    const bool is_text = value.op == Op::text_is;
    const bool is_signed_failure = value.range.min < 0 && may_fail(value);
    if (is_signed_failure || (!is_text && count == most)) continue;
    const std::string name = name_of(value);
    if (!names.insert(name).second) continue;
    std::string placeholder = "text";
    if (!is_text) {
      placeholder = std::string(1, static_cast<char>('a' + count++));
      placeholder += value.range.min < 0 ? ":i" : may_fail(value) ? ":n" : "";
    }
    out.words += (out.words.empty() ? "" : ", ") + name + " is {" + placeholder + "}";
    out.facts.push_back(std::move(value));
  }
  return out;
}

std::string shown(const RecordScope& scope, const Expr& expr) {
  std::vector<std::string> names;
  for (const Field& field : scope.record.fields) names.push_back(field.name);
  return quoted(to_text(expr, names));
}

std::string sentence_of(const RecordScope& scope, const Expr& condition, const std::string& subject,
                        const std::string& values) {
  const std::string demand = demand_of(condition);
  if (!subject.empty() && !demand.empty()) return subject + "; it must be " + demand;
  const std::string text = shown(scope, condition);
  if (!subject.empty())
    return subject + (values.empty() ? "" : ", " + values) + ", so this does not hold: " + text;
  return text + " does not hold" + (values.empty() ? "" : ": " + values);
}

std::string told_with(const std::string& message, const std::string& values) {
  return quoted(message) + (values.empty() ? "" : " (" + values + ")");
}

}  // namespace schemac::plan
