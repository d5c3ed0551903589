#include "emit/cpp/measure/held.h"

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/spell/types.h"

namespace schemac::emit::cpp {

void emit_if_there(Printer& out, const WriteScope& scope, plan::FieldId id,
                   const std::function<void()>& steps) {
  if (!scope.field(id).presence) return steps();
  out.emit({{"is_there", scope.is_there(id)}, {"steps", steps}},
           R"cc(
             if ($is_there$) {
               $steps$;
             }
           )cc");
}

void emit_if_held(Printer& out, const WriteScope& scope, plan::FieldId id,
                  const plan::Switch& choice, const std::string& x,
                  const std::function<bool(const plan::Body&)>& is_meant,
                  const std::function<void(const plan::Body&, const std::string&)>& steps) {
  const auto types = alternative_types(scope.plan(), scope.record(), scope.field(id), choice);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const plan::Body& body = choice.alternatives[i].body.front();
    if (!is_meant(body)) continue;
    const auto inner = [&] { steps(body, types[i].is_wrapped ? "held->value" : "*held"); };
    out.emit({{"Type", qualified_type(scope.record(), types[i])}, {"x", x}, {"steps", inner}},
             std::holds_alternative<plan::Constant>(body.kind)  // nothing is held
                 ? R"cc(
                     if (std::holds_alternative<$Type$>($x$)) {
                       $steps$;
                     }
                   )cc"
                 : R"cc(
                     if (const auto* held = std::get_if<$Type$>(&$x$)) {
                       $steps$;
                     }
                   )cc");
  }
}

}  // namespace schemac::emit::cpp
