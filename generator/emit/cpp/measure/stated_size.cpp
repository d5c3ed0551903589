#include "emit/cpp/measure/stated_size.h"

#include <algorithm>

#include "emit/cpp/measure/scope.h"
#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {
namespace {

// Whether a size is said by the schema and by given values alone. What follows from other fields
// is mostly calculated from this very field, and right whatever it is.
bool is_said(const WriteScope& scope, const plan::Expr& size) {
  const auto are_said = [&](const std::vector<plan::Expr>& args) {
    return std::ranges::all_of(args, [&](const plan::Expr& each) { return is_said(scope, each); });
  };
  switch (size.op) {
    case plan::Op::constant:
    case plan::Op::param:
      return true;
    case plan::Op::param_list:
      return are_said(size.args.front().args);
    case plan::Op::field: {
      const plan::Field& field = scope.field(size.id);
      if (field.unknown) return false;
      return !scope.is_derived(size.id) || (field.source.kind == plan::SourceKind::expression &&
                                            is_said(scope, *field.source.expression));
    }
    case plan::Op::item:
    case plan::Op::last_item:
    case plan::Op::product:
    case plan::Op::sum:
      return scope.field(size.id).has_member() && are_said(size.args);
    case plan::Op::inside:
      return false;
    default:
      return !size.args.empty() && are_said(size.args);
  }
}

}  // namespace

const plan::Expr* region_to_check(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const auto& region = field.region;
  if (!region) return nullptr;
  const bool is_array = std::holds_alternative<plan::Array>(field.body.kind);
  if (!region->fill && !is_array) return nullptr;  // the field that states it says just that
  if (scope.follows_from(region->size, id) || scope.asks_layout(region->size) ||
      plan::hangs_on_place(scope.plan(), field.body))
    return nullptr;
  if (region->stated_by) {  // by a number that is calculated from it
    const plan::Source& source = scope.field(*region->stated_by).source;
    if (source.kind == plan::SourceKind::size_of && source.field == id) return nullptr;
  }
  return &region->size;
}

}  // namespace schemac::emit::cpp
