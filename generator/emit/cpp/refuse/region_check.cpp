#include "emit/cpp/refuse/region_check.h"

#include <string>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/measure/stated_size.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"

namespace schemac::emit::cpp {

void emit_region_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Expr* size = region_to_check(scope, id);
  if (size == nullptr) return;
  const std::string needed = text_of(*size, scope.spelling(), true);
  const std::string held = scope.size_of(id, scope.field(id).body, scope.content(id));
  if (can_fail(*size))
    out.emit({{"known", is_number(*size, scope.spelling())},
              {"held", held},
              {"path", quoted(scope.field(id).name)}},
             R"(if (!$known$) return out.reject_unknown_size(frame, $path$, $held$);)");
  const bool has_sign = size->range.min < 0;
  out.emit({{"differs", has_sign ? "std::cmp_not_equal(" + held + ", " + needed + ")"
                                 : held + " != " + needed},
            {"held", held},
            {"needed", needed},
            {"reject", has_sign ? "reject_signed_size" : "reject_size"},
            {"path", quoted(scope.field(id).name)}},
           R"(if ($differs$) return out.$reject$(frame, $path$, $held$, $needed$);)");
}

}  // namespace schemac::emit::cpp
