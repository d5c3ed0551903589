#include "plan/writing/written_facts.h"

#include <algorithm>
#include <variant>

#include "model/overload.h"
#include "plan/facts/inner_bodies.h"
#include "plan/operators.h"
#include "plan/writing/late_sizes.h"
#include "plan/writing/section_sizes.h"
#include "plan/writing/verified.h"

namespace schemac::plan {
namespace {

bool knows_presence(const Field& field) { return field.has_member() && field.is_optional(); }

bool names_param(const Expr& expr) {
  return expr.op == Op::param || expr.op == Op::param_list ||
         std::ranges::any_of(expr.args, names_param);
}

// Finds the facts of a record; those of records in it were found before.
class Finder {
 public:
  Finder(const Plan& plan, const Record& record) : plan_(plan), record_(record) {}

  WrittenFacts find() const {
    WrittenFacts facts;
    facts.depends_on_params = depends_on_params();
    facts.states_layout = states_layout();
    facts.has_inline_payload = has_inline_payload(facts);
    facts.joined_section = joined_section(plan_, record_);
    facts.checks_starts = std::ranges::any_of(record_.sections, [](const Section& section) {
      return section.given || section.greatest_start;
    });
    facts.may_go_back =
        plan_.has_given_offsets && std::ranges::any_of(record_.sections, &Section::has_payloads);
    facts.late_sizes = late_sizes(plan_, record_);
    return facts;
  }

 private:
  [[nodiscard]] bool any_nested(const Field& field, const auto& is_meant) const {
    return std::ranges::any_of(nested_in(field.body), [&](const Nested* nested) {
      return is_meant(*nested, plan_.records[nested->record]);
    });
  }

  // Also through a number that follows from one, which is computed where it is asked for.
  [[nodiscard]] bool follows_from_param(const Expr& expr) const {
    return names_param(expr) || std::ranges::any_of(fields_read(expr), [&](FieldId id) {
             const Field& field = record_.fields[id];
             return field.source.expression && !field.has_member() &&
                    follows_from_param(*field.source.expression);
           });
  }

  // Whether a parameter decides if a field is there, or how large it is.
  [[nodiscard]] bool is_measured_by_params(const Field& field) const {
    if (field.presence && !knows_presence(field) && follows_from_param(field.presence->condition))
      return true;
    if (field.presence && field.availability && names_param(field.availability->condition))
      return true;
    const Digest* digest = digest_of(field);
    if (digest != nullptr && names_param(digest->algorithm)) return true;
    if (is_filled_by_params(field.body)) return true;
    return any_nested(field, [&](const Nested& nested, const Record& inner) {
      return inner.written.depends_on_params &&
             std::ranges::any_of(nested.args,
                                 [&](const Expr& arg) { return follows_from_param(arg); });
    });
  }

  // A text that is filled has the size asked for, whatever the value.
  [[nodiscard]] bool is_filled_by_params(const Body& body) const {
    const auto* text = std::get_if<Text>(&body.kind);
    if (text != nullptr && text->filler && text->size && follows_from_param(*text->size))
      return true;
    return std::ranges::any_of(inner_bodies(body),
                               [&](const Body* inner) { return is_filled_by_params(*inner); });
  }

  [[nodiscard]] bool depends_on_params() const {
    if (record_.params.empty()) return false;
    if (record_.is_recursive) return true;
    if (record_.message() != nullptr)
      return std::ranges::any_of(record_.fields, [&](const Field& field) {
        const auto& expression = field.source.expression;
        return (expression && names_param(*expression)) || is_measured_by_params(field);
      });
    return std::ranges::any_of(record_.items, [&](const Item& item) {
      if (const auto* run = std::get_if<Run>(&item); run != nullptr && run->condition)
        return follows_from_param(*run->condition) &&
               std::ranges::none_of(run->fixed, [&](const RunField& each) {
                 return knows_presence(record_.fields[*each.field]);
               });
      const auto* lone = std::get_if<LoneField>(&item);
      return lone != nullptr && !record_.fields[lone->field].jump &&
             is_measured_by_params(record_.fields[lone->field]);
    });
  }

  [[nodiscard]] bool states_layout() const {
    if (record_.has_asked_sizes) return true;
    return std::ranges::any_of(record_.fields, [&](const Field& field) {
      if (field.source.expression && asks_place(*field.source.expression)) return true;
      return any_nested(field, [&](const Nested& nested, const Record& inner) {
        return std::ranges::any_of(nested.args, asks_place) ||
               (!record_.is_recursive && inner.written.states_layout);
      });
    });
  }

  [[nodiscard]] bool has_inline_payload(const WrittenFacts& facts) const {
    if (record_.slack) return true;
    // What is aligned in the file has to know where it lies, which a part of the file doesn't.
    if (record_.is_recursive || record_.depends_on_place || facts.states_layout) return true;
    return std::ranges::any_of(record_.fields, [&](const Field& field) {
      if (field.jump) return false;
      const auto* list = std::get_if<List>(&field.body.kind);
      if (list != nullptr && list->starts_of) return true;  // it states places in the file
      if (is_payload(field.body) || std::holds_alternative<Switch>(field.body.kind)) return true;
      return any_nested(field, [](const Nested&, const Record& inner) {
        return inner.written.has_inline_payload;
      });
    });
  }

  const Plan& plan_;
  const Record& record_;
};

}  // namespace

bool asks_place(const Expr& expr) {
  return expr.op == Op::file_size || expr.op == Op::offset_of ||
         std::ranges::any_of(expr.args, asks_place);
}

bool is_payload(const Body& body) {
  const auto* array = std::get_if<Array>(&body.kind);
  return std::holds_alternative<Raw>(body.kind) || (array != nullptr && array->dims);
}

bool depends_on_params(const Plan& plan, const Body& body) {
  return std::ranges::any_of(nested_in(body), [&](const Nested* nested) {
    return plan.records[nested->record].written.depends_on_params;
  });
}

void find_written_facts(Plan& plan) {
  for (Record& record : plan.records) record.written = Finder(plan, record).find();
  plan.is_verified = may_break_late_rules(plan);
}

bool makes_frame(const Body& body) {
  return std::visit(model::Overload{
                        [](const Scalar&) { return false; },
                        [](const Constant&) { return false; },
                        [](const Text&) { return false; },
                        [](const Raw&) { return false; },
                        [](const Array&) { return true; },
                        [](const Nested&) { return true; },
                        [](const List&) { return true; },
                        [](const Switch&) { return true; },
                    },
                    body.kind);
}

}  // namespace schemac::plan
