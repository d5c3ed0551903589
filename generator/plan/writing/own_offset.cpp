#include "plan/writing/own_offset.h"

namespace schemac::plan {

bool is_own_offset(const Record& record, FieldId field, const Expr& condition) {
  if (record.fields[field].availability && condition.op == Op::logical_and)
    return is_own_offset(record, field, condition.args.back());  // the version is checked apart
  if (condition.op != Op::not_equal || condition.args.front().op != Op::field ||
      condition.args.back().op != Op::constant)
    return false;
  const Source& source = record.fields[condition.args.front().id].source;
  return source.kind == SourceKind::begin_of && source.field == field &&
         condition.args.back().number == source.absent;
}

}  // namespace schemac::plan
