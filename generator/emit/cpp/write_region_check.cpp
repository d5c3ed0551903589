#include "emit/cpp/write_region_check.h"

#include <string>

#include "emit/cpp/names.h"
#include "plan/measuring.h"
#include "plan/operators.h"

namespace schemac::emit::cpp {

const plan::Expr* region_to_check(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const bool is_said = field.region && plan::is_static(field.region->size);
  return is_said && !plan::hangs_on_place(scope.plan(), field.body) ? &field.region->size : nullptr;
}

void emit_region_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Expr* size = region_to_check(scope, id);
  if (size == nullptr) return;
  const std::string needed = text_of(*size, scope.spelling(), true);
  const std::string held = scope.size_of(id, scope.field(id).body, scope.content(id));
  out.emit({{"differs", size->range.min < 0 ? "std::cmp_not_equal(" + held + ", " + needed + ")"
                                            : held + " != " + needed},
            {"held", held},
            {"needed", size->range.min < 0 ? "static_cast<std::uint64_t>(" + needed + ")" : needed},
            {"path", quoted(scope.field(id).name)}},
           R"(if ($differs$) return out.reject_size(frame, $path$, $held$, $needed$);)");
}

}  // namespace schemac::emit::cpp
