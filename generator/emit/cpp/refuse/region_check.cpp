#include "emit/cpp/refuse/region_check.h"

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/measure/stated_size.h"
#include "emit/cpp/refuse/body_place.h"

namespace schemac::emit::cpp {

void emit_region_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Expr* size = region_to_check(scope, id);
  if (size == nullptr) return;
  emit_size_check(out, scope, *size, scope.size_of_content(id), scope.use("frame"),
                  scope.field(id).name);
}

}  // namespace schemac::emit::cpp
