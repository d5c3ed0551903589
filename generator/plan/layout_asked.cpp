#include "plan/layout_asked.h"

#include <algorithm>

namespace schemac::plan {

bool asks_place(const Expr& expr) {
  return expr.op == Op::file_size || expr.op == Op::offset_of ||
         std::any_of(expr.args.begin(), expr.args.end(), asks_place);
}

bool asks_layout(const Record& record, const Expr& expr) {
  if (expr.op == Op::file_size || expr.op == Op::offset_of) return true;
  if (expr.op == Op::inside) return asks_place(expr);  // the names are those of another record
  if (expr.op == Op::field && states_place(record, expr.id)) return true;
  return std::any_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& arg) { return asks_layout(record, arg); });
}

bool states_place(const Record& record, FieldId field) {
  const Source& source = record.fields[field].source;
  if (source.kind == SourceKind::begin_of || source.kind == SourceKind::section_begin) return true;
  return source.kind == SourceKind::expression && asks_layout(record, *source.expression);
}

}  // namespace schemac::plan
