#include "plan/facts/asked_layout.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "model/overload.h"
#include "model/range_arithmetic.h"
#include "plan/facts/computed.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/measuring.h"

namespace schemac::plan {
namespace {

bool asks_offset(const Expr& expr) {
  return expr.op == Op::offset_of || std::ranges::any_of(expr.args, asks_offset);
}

// Marks parameters that get such a number; whether one was marked.
bool mark_params(Plan& plan, const Record& record, const Nested& nested) {
  bool is_new = false;
  std::vector<Param>& params = plan.records[nested.record].params;
  for (std::size_t i = 0; i < std::min(params.size(), nested.args.size()); ++i) {
    if (params[i].is_known_late || !asks_layout(plan, record, nested.args[i])) continue;
    params[i].is_known_late = is_new = true;
  }
  return is_new;
}

// The same of fields, each after those that it follows from.
bool mark_fields(const Plan& plan, Record& record) {
  bool is_new = false;
  for (const FieldId id : record.derive_order) {
    Field& field = record.fields[id];
    const Source& source = field.source;
    if (field.states_place || source.kind != SourceKind::expression || !source.expression) continue;
    field.states_place = asks_layout(plan, record, *source.expression);
    is_new = is_new || field.states_place;
  }
  return is_new;
}

// Whether it asks for such a number of the element, or of the next one.
bool asks_element(const Plan& plan, const Record& element, const Expr& expr) {
  if (expr.op == Op::inside)
    return expr.id >= the_next && is_known_late(plan, element, expr.args.front());
  return std::ranges::any_of(expr.args,
                             [&](const Expr& arg) { return asks_element(plan, element, arg); });
}

// Whether a number says where content is put, or follows from one that does; or, if that counts,
// depends on the size of the file.
bool says_place(const Plan& plan, const Record& record, const Expr& expr, bool counts_file_size) {
  if (expr.op == Op::file_size) return counts_file_size;
  if (expr.op == Op::inside) {
    const Record* held = held_record(plan, record, expr.id);
    return held != nullptr && says_place(plan, *held, expr.args.front(), counts_file_size);
  }
  if (expr.op == Op::field) {
    const Source& source = record.fields[expr.id].source;
    if (source.kind == SourceKind::begin_of || source.kind == SourceKind::section_begin)
      return true;
    return source.expression && says_place(plan, record, *source.expression, counts_file_size);
  }
  return std::ranges::any_of(
      expr.args, [&](const Expr& arg) { return says_place(plan, record, arg, counts_file_size); });
}

}  // namespace

const Record* held_record(const Plan& plan, const Record& record, FieldId field) {
  if (field >= record.fields.size()) return nullptr;
  const auto* nested = std::get_if<Nested>(&record.fields[field].body.kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

bool is_known_late(const Plan& plan, const Record& record, const Expr& expr) {
  if (expr.op == Op::file_size) return true;
  if (expr.op == Op::field) return record.fields[expr.id].states_place;
  if (expr.op == Op::param)
    return expr.id < record.params.size() && record.params[expr.id].is_known_late;
  if (expr.op == Op::inside) {
    const Record* held = held_record(plan, record, expr.id);
    return held != nullptr && is_known_late(plan, *held, expr.args.front());
  }
  return std::ranges::any_of(expr.args,
                             [&](const Expr& arg) { return is_known_late(plan, record, arg); });
}

bool asks_layout(const Plan& plan, const Record& record, const Expr& expr) {
  return asks_offset(expr) || is_known_late(plan, record, expr);
}

bool depends_on_places(const Plan& plan, const Record& record, const Expr& expr) {
  return says_place(plan, record, expr, true);
}

bool asks_place_inside(const Plan& plan, const Record& record, const Expr& expr) {
  if (expr.op == Op::inside) {
    const Record* held = held_record(plan, record, expr.id);
    return held != nullptr && says_place(plan, *held, expr.args.front(), false);
  }
  return std::ranges::any_of(expr.args,
                             [&](const Expr& arg) { return asks_place_inside(plan, record, arg); });
}

bool asks_place_inside(const Plan& plan, const Record& record, const Dims& dims) {
  return std::ranges::any_of(
      dims.expressions(), [&](const Expr* expr) { return asks_place_inside(plan, record, *expr); });
}

bool asks_layout(const Plan& plan, const Record& record, const Dims& dims) {
  return std::ranges::any_of(dims.expressions(),
                             [&](const Expr* expr) { return asks_layout(plan, record, *expr); });
}

bool has_asked_size(const Plan& plan, const Record& record, const Body& body) {
  const auto asks = [&](const auto& size) { return size && asks_layout(plan, record, *size); };
  const auto asked_inside = [&] {
    return std::ranges::any_of(inner_bodies(body), [&](const Body* inner) {
      return has_asked_size(plan, record, *inner);
    });
  };
  return std::visit(
      model::Overload{
          [](const Scalar&) { return false; },
          [](const Constant&) { return false; },
          [&](const Text& text) { return asks(text.size); },
          [&](const Raw& raw) { return !raw.digest && asks(raw.size); },
          [&](const Array& array) { return asks(array.dims); },
          [](const Nested&) { return false; },
          [&](const List& list) { return !list.starts_of && (asks(list.count) || asked_inside()); },
          [&](const Switch&) { return asked_inside(); },
      },
      body.kind);
}

bool has_asked_size(const Plan& plan, const Record& record, const Field& field) {
  return (field.region && asks_layout(plan, record, field.region->size)) ||
         has_asked_size(plan, record, field.body);
}

bool asks_layout(const Plan& plan, const Record& record, const List& list, const Expr& expr) {
  if (asks_layout(plan, record, expr)) return true;
  const auto* element =
      list.element.empty() ? nullptr : std::get_if<Nested>(&list.element.front().kind);
  return element != nullptr && asks_element(plan, plan.records[element->record], expr);
}

void find_asked_layout(Plan& plan) {
  for (Record& record : plan.records)
    for (Field& field : record.fields)
      field.states_place = field.source.kind == SourceKind::begin_of ||
                           field.source.kind == SourceKind::section_begin;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (Record& record : plan.records) {
      is_new = mark_fields(plan, record) || is_new;
      for (const Field& field : record.fields)
        for (const Nested* nested : nested_in(field.body))
          is_new = mark_params(plan, record, *nested) || is_new;
    }
  }
  for (Record& record : plan.records) {
    record.has_asked_sizes = std::ranges::any_of(
        record.fields, [&](const Field& field) { return has_asked_size(plan, record, field); });
    plan.has_asked_sizes |= record.has_asked_sizes && !record.is_made_by_codec;
  }
  for (const Record& record : plan.records)
    for (const Field& field : record.fields) {
      const auto* scalar = std::get_if<Scalar>(&field.body.kind);
      if (scalar == nullptr || !field.is_calculated_late()) continue;
      const auto& expression = field.source.expression;
      const bool may_be_no_number =
          expression && (can_fail(*expression) || may_not_fit(*expression, *scalar));
      if (bit_count(scalar->dtype) >= 64 && !may_be_no_number) continue;
      for (const CheckId check : field.own_checks)
        plan.checks[check].fits = model::range_of(*scalar);
    }
}

}  // namespace schemac::plan
