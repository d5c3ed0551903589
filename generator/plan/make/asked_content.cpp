#include "plan/make/asked_content.h"

#include <algorithm>
#include <set>
#include <variant>

#include "plan/facts/item_needs.h"

namespace schemac::plan {
namespace {

// The fields that lie at an offset or in a section.
std::set<FieldId> elsewhere(const Record& record) {
  std::set<FieldId> found;
  for (FieldId id = 0; id < record.fields.size(); ++id)
    if (record.fields[id].jump) found.insert(id);
  for (const Item& item : record.items)
    if (const auto* section = std::get_if<InSection>(&item))
      for (const LoneField& lone : section->fields) found.insert(lone.field);
  return found;
}

bool asks_content(const Record& record, const Expr& expr) {
  switch (expr.op) {
    case Op::field:
    case Op::item:
    case Op::last_item:
    case Op::product:
    case Op::sum:
    case Op::list:
    case Op::text_is:
    case Op::length:
    case Op::size_of:
      return true;
    case Op::offset_of:
      return !record.fields[expr.id].jump;
    case Op::constant:
    case Op::param:
    case Op::element:
    case Op::index:
    case Op::is_last:
    case Op::file_size:
    case Op::is_present:
    case Op::param_list:
    case Op::inside:
    case Op::attribute:
    case Op::has_attribute:
    case Op::digest_size:
    case Op::plain_size:
    case Op::size_of_last:
    case Op::flag:
    case Op::given:
    case Op::tag_of:
    case Op::section_begin:
    case Op::bits:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::bit_and:
    case Op::shift_left:
    case Op::shift_right:
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
      return false;
  }
  return {};
}

// A list of numbers whose number and size are stated both: they may contradict each other.
bool is_stated_twice(const Record& record, FieldId id) {
  const auto* list = std::get_if<List>(&record.fields[id].body.kind);
  return list != nullptr && list->count && record.fields[id].region;
}

bool asks_elements(const Expr& expr) {
  return expr.op == Op::item || expr.op == Op::last_item || expr.op == Op::product ||
         expr.op == Op::sum || expr.op == Op::list;
}

// What a message holds has a size of its own only where it is a text or bytes.
bool asks_size_in_message(const Record& record, const Expr& expr) {
  if (expr.op != Op::size_of || record.message() == nullptr) return false;
  const auto& kind = record.fields[expr.id].body.kind;
  const auto* raw = std::get_if<Raw>(&kind);
  return !std::holds_alternative<Text>(kind) && (raw == nullptr || raw->free);
}

class AskedContent {
 public:
  AskedContent(const Plan& plan, const Record& record)
      : plan_(plan), record_(record), elsewhere_(elsewhere(record)) {
    for (FieldId id = 0; id < record.fields.size(); ++id)
      if (record.fields[id].is_asked_from_outside && is_loose_constant(id))
        loose_constants_.insert(id);
  }

  // The fields whose values expressions of the record ask for.
  std::set<FieldId> find() {
    for (const Field& field : record_.fields)
      for_each_expression(field, [&](const Expr& expr) { add(expr); });
    for (const Item& item : record_.items) {
      if (const auto* require = std::get_if<Require>(&item)) {
        add(require->condition);
        if (require->at && elsewhere_.contains(require->at->field))
          found_.insert(require->at->field);
      }
      if (const auto* elements = std::get_if<CheckElements>(&item))
        for (const EachRule& rule : elements->list.each) add(rule.condition);
    }
    return found_;
  }
  [[nodiscard]] const std::set<FieldId>& stated_twice() const { return stated_twice_; }
  [[nodiscard]] const std::set<FieldId>& sized_in_message() const { return sized_in_message_; }
  [[nodiscard]] const std::set<FieldId>& loose_constants() const { return loose_constants_; }

 private:
  void add(const Expr& expr) {
    if (expr.op == Op::inside || expr.op == Op::param_list) return;  // of another record
    if (asks_content(record_, expr) && elsewhere_.contains(expr.id)) found_.insert(expr.id);
    if (expr.op == Op::field && is_loose_constant(expr.id)) loose_constants_.insert(expr.id);
    if (asks_size_in_message(record_, expr)) sized_in_message_.insert(expr.id);
    if (asks_elements(expr) && is_stated_twice(record_, expr.id)) stated_twice_.insert(expr.id);
    for (const Expr& argument : expr.args) add(argument);
  }

  // A constant that valid files may have otherwise: values don't keep it, so what depends on it
  // would be another number for writers than for readers.
  [[nodiscard]] bool is_loose_constant(FieldId id) const {
    const auto* scalar = std::get_if<Scalar>(&record_.fields[id].body.kind);
    return scalar != nullptr && scalar->constant && scalar->constant_check &&
           plan_.checks[*scalar->constant_check].level > Level::rule;
  }

  const Plan& plan_;
  const Record& record_;
  std::set<FieldId> elsewhere_;
  std::set<FieldId> found_;
  std::set<FieldId> stated_twice_;
  std::set<FieldId> loose_constants_;
  std::set<FieldId> sized_in_message_;
};

}  // namespace

void report_asked_content(const std::vector<RecordScope>& scopes) {
  for (const RecordScope& scope : scopes) {
    AskedContent content(scope.builder.plan, scope.record);
    const std::set<FieldId> asked = content.find();
    for (std::size_t i = 0; i < scope.ids.size(); ++i) {
      if (!scope.ids[i]) continue;
      const model::Field& field = scope.type.fields[i];
      if (content.stated_twice().contains(*scope.ids[i]))
        scope.builder.planned(field.range, "expressions about elements of '" + field.name +
                                               "', which has a count and a size,");
      if (content.loose_constants().contains(*scope.ids[i]))
        scope.builder.planned(field.range, "expressions about the constant '" + field.name +
                                               "', which may be another number,");
      if (content.sized_in_message().contains(*scope.ids[i]))
        scope.builder.planned(
            field.range.has_position() ? field.range : scope.type.range,
            "the size of '" + field.name + "', which is neither a text nor bytes of a message,");
      if (!asked.contains(*scope.ids[i])) continue;
      scope.builder.planned(field.range, "rules and other expressions about '" + field.name +
                                             "', which is elsewhere,");
    }
  }
}

}  // namespace schemac::plan
