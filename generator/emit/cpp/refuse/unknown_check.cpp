#include "emit/cpp/refuse/unknown_check.h"

#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/message_names.h"

namespace schemac::emit::cpp {

void emit_unknown_check(Printer& out, const WriteScope& scope, const plan::MessageFields& message) {
  if (!message.unknown) return;
  std::string form = message_form(scope.record());
  form.erase(0, form.rfind(':') + 1);  // the writer stands in detail
  out.emit({{"form", form},
            {"bytes", access(scope.content(*message.unknown), "bytes()")},
            {"frame", scope.use("frame")},
            {"path", quoted(scope.field(*message.unknown).name)}},
           R"cc(
             if (!schemac::impl::check_unknown_fields($form$, $bytes$, $frame$, $path$, out)) return false;
           )cc");
}

}  // namespace schemac::emit::cpp
