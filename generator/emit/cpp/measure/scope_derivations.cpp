// Of WriteScope: what derived fields are computed by.
#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "plan/facts/derive_order.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {
namespace {

bool is_unscaled(const plan::Source& source) {
  return source.factor == 1 && source.offset == 0 && source.divisor == 1;
}

// Whether the value of a field is asked for, and not only whether it is there.
bool asks_value(const plan::Expr& expr, plan::FieldId id) {
  return (expr.op == plan::Op::field && expr.id == id) ||
         std::ranges::any_of(expr.args, [&](const plan::Expr& arg) { return asks_value(arg, id); });
}

}  // namespace

std::vector<plan::FieldId> WriteScope::needed(const std::vector<plan::FieldId>& wanted) const {
  std::vector<bool> is_needed(record_.fields.size());
  for (const plan::FieldId id : wanted) is_needed[id] = true;
  const auto& order = record_.derive_order;
  for (auto id = order.rbegin(); id != order.rend(); ++id)
    if (is_needed[*id] && field(*id).source.expression)
      for (const plan::FieldId other : fields_read(*field(*id).source.expression))
        is_needed[other] =
            is_needed[other] ||
            (is_enumerator(other) ? asks_value(*field(*id).source.expression, other)
                                  : plan::asks_for_number(*field(*id).source.expression, other));
  std::vector<plan::FieldId> result;
  for (plan::FieldId id = 0; id < is_needed.size(); ++id)
    if (is_needed[id] && is_enumerator(id)) result.push_back(id);
  for (const plan::FieldId id : order)
    if (is_needed[id] && is_derived(id)) result.push_back(id);
  return result;
}

// count * factor + offset.
std::string WriteScope::undivided(plan::FieldId id) const {
  const plan::Source& source = field(id).source;
  const bool is_count = source.kind == plan::SourceKind::count_of;
  // Of a number that isn't just the count, the absent one is stated as it is.
  const std::string absent = is_unscaled(source) ? absent_value(id) : "0";
  const bool is_plain = source.kind == plan::SourceKind::plain_size_of;
  std::string text = is_count   ? length_of(source.field, absent)
                     : is_plain ? plain_size_of(source.field, absent)
                                : size_of_field(source.field, absent);
  if (is_reduced(id)) text = "static_cast<std::int64_t>(" + text + ")";
  if (source.factor != 1) text = in_parentheses(text) + " * " + literal(source.factor);
  if (source.offset == 0) return text;
  if (source.factor == 1) text = in_parentheses(text);
  return text + (source.offset > 0 ? " + " : " - ") +
         literal(source.offset > 0 ? source.offset : -source.offset);
}

// A bit for each field that is there, beside the given ones.
std::string WriteScope::flags(plan::FieldId id) const {
  const auto& scalar = std::get<plan::Scalar>(field(id).body.kind);
  const bool may_miss = field(id).has_member() && field(id).is_optional();
  std::string text = field(id).has_member() ? (may_miss ? "*" : "") + member(id) : "";
  const auto add = [&](plan::FieldId present, std::uint32_t bit) {
    const std::string one =
        "std::uint64_t{" + in_its_versions(present, member(present) + ".has_value()") + "}";
    text += (text.empty() ? "" : " | ") +
            (bit == 0 ? one : "(" + one + " << " + std::to_string(bit) + ")");
  };
  for (const plan::Flag& flag : scalar.flags)
    if (flag.presence_of) add(*flag.presence_of, flag.bit);
  if (scalar.flags.empty()) add(field(id).source.field, 0);
  // Flags that aren't there tell of nothing.
  if (may_miss) return member(id) + " ? " + text + " : 0";
  return text;
}

std::string WriteScope::is_known(plan::FieldId id) const {
  return value_ + ".choices." + field(id).unknown->choice_identifier;
}

std::string WriteScope::derivation(plan::FieldId id) const {
  if (!field(id).has_known_choice()) return stated_derivation(id);
  const std::string type = local_type(id);
  const std::string unknown = literal(field(id).unknown->value);
  std::string stated = "static_cast<" + type + ">(" + stated_derivation(id) + ")";
  if (field(id).is_calculated_late()) {
    const auto& scalar = std::get<plan::Scalar>(field(id).body.kind);
    const char* const is_number = can_fail(*field(id).source.expression) ? "fits" : "true";
    stated = "schemac::impl::told_late<" + stored_type(scalar.dtype) + ", " + type + ">(" + stated +
             ", " + unknown + ", " + is_number + ")";
  }
  return is_known(id) + " ? " + stated + " : " + unknown;
}

// What a field that is there says of the number which tells of it.
std::string WriteScope::told_by(const plan::Source& source, const std::string& type) const {
  const plan::FieldId told = source.field;
  if (source.kind == plan::SourceKind::tag_of)
    return "*" + function("tag_of", told) + "(" + content(told) + ")";
  const bool is_count = source.kind == plan::SourceKind::count_of;
  const bool is_size = source.kind == plan::SourceKind::size_of;
  return "static_cast<" + type + ">(" +
         (is_count  ? present_length_of(told)
          : is_size ? present_size_of(told)
                    : present_plain_size_of(told)) +
         ")";
}

// Of the first of several fields that is there:
//
//   (value.names ? value.names->size() : value.vals ? value.vals->size() : 0)
std::string WriteScope::derivation_of_several(plan::FieldId id) const {
  const plan::Source& first = field(id).source;
  const std::string type = local_type(id);
  std::string text = "static_cast<" + type + ">(" + absent_value(id) + ")";
  const auto add = [&](const plan::Source& source) {
    const std::string told = told_by(source, type);
    const bool may_lack = field(source.field).presence.has_value();
    text = may_lack ? in_parentheses(is_there(source.field)) + " ? " + told + " : " + text : told;
  };
  for (auto other = first.others.rbegin(); other != first.others.rend(); ++other) add(*other);
  add(first);
  return "(" + text + ")";
}

std::string WriteScope::stated_derivation(plan::FieldId id) const {
  const plan::Source& source = field(id).source;
  if (is_enumerator(id)) return "static_cast<std::uint64_t>(" + scalar(id) + ")";
  if (!source.others.empty()) return derivation_of_several(id);
  switch (source.kind) {
    case plan::SourceKind::count_of:
    case plan::SourceKind::size_of:
    case plan::SourceKind::plain_size_of: {
      const std::string text =
          source.divisor == 1 ? undivided(id)
                              : in_parentheses(undivided(id)) + " / " + literal(source.divisor);
      // Where nothing is counted, a number that isn't just the count is 0 all the same.
      if (is_unscaled(source) || !field(source.field).presence) return text;
      const std::string absent = absent_value(id);
      return "(" + in_parentheses(is_there(source.field)) + " ? " + beside(absent, text) + " : " +
             absent + ")";
    }
    case plan::SourceKind::tag_of: {
      const std::string tag =
          "*" + function("tag_of", source.field) + "(" + content(source.field) + ")";
      if (!field(source.field).presence) return tag;
      return "(" + in_parentheses(is_there(source.field)) + " ? " + tag + " : static_cast<" +
             local_type(id) + ">(" + absent_value(id) + "))";
    }
    case plan::SourceKind::flags:
      return flags(id);
    case plan::SourceKind::expression:
      return text_of(*source.expression, spelling());
    case plan::SourceKind::member:
    case plan::SourceKind::constant:
    case plan::SourceKind::begin_of:
    case plan::SourceKind::section_begin:
      break;
  }
  return scalar(id);
}

bool WriteScope::follows_from(const plan::Expr& stated, plan::FieldId id) const {
  if (stated.op == plan::Op::field && is_derived(stated.id)) {
    const plan::Source& source = field(stated.id).source;
    return source.kind != plan::SourceKind::expression && source.field == id &&
           source.factor == 1 && source.offset == 0 && source.divisor == 1 &&
           !may_lack(stated.id, id);
  }
  return false;
}

bool WriteScope::tag_follows_from(const plan::Switch& choice, plan::FieldId id) const {
  if (!choice.tag_field) return false;
  const plan::Source& source = field(*choice.tag_field).source;
  return source.kind == plan::SourceKind::tag_of && source.field == id;
}

bool WriteScope::tag_may_follow_from(const plan::Switch& choice, plan::FieldId id) const {
  if (!choice.tag_field) return false;
  const plan::Source& source = field(*choice.tag_field).source;
  return tag_follows_from(choice, id) ||
         std::ranges::any_of(source.others,
                             [&](const plan::Source& other) { return other.field == id; });
}

// Whether a derived number may be absent while a field that it tells of is there.
bool WriteScope::may_lack(plan::FieldId number, plan::FieldId told) const {
  if (!field(number).presence || record_.message() != nullptr) return false;
  if (!field(told).presence) return true;
  std::vector<std::string> names;
  for (const plan::Field& each : record_.fields) names.push_back(each.name);
  return plan::to_text(field(number).presence->condition, names) !=
         plan::to_text(field(told).presence->condition, names);
}

}  // namespace schemac::emit::cpp
