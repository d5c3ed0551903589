#include "emit/cpp/measure/stated_layout.h"

#include <algorithm>

#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {

bool asks_place(const plan::Expr& expr) {
  return expr.op == plan::Op::file_size || expr.op == plan::Op::offset_of ||
         std::ranges::any_of(expr.args, asks_place);
}

bool states_layout(const plan::Plan& plan, const plan::Record& record) {
  if (record.has_asked_sizes) return true;
  return std::ranges::any_of(record.fields, [&](const plan::Field& field) {
    if (field.source.expression && asks_place(*field.source.expression)) return true;
    return std::ranges::any_of(plan::nested_in(field.body), [&](const plan::Nested* nested) {
      return std::ranges::any_of(nested->args, asks_place) ||
             (!record.is_recursive && states_layout(plan, plan.records[nested->record]));
    });
  });
}

}  // namespace schemac::emit::cpp
