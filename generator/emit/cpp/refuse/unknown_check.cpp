#include "emit/cpp/refuse/unknown_check.h"

#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/message_names.h"

namespace schemac::emit::cpp {

std::string check_of_unknown(const WriteScope& scope) {
  const plan::MessageFields* message = scope.record().message();
  if (message == nullptr || !message->unknown) return {};
  std::string form = message_form(scope.record());
  form.erase(0, form.rfind(':') + 1);  // the writer is in `detail`
  return "schemac::impl::check_unknown_fields(" + form + ", " +
         access(scope.content(*message->unknown), "bytes()") + ", " + scope.use("frame") + ", " +
         quoted(scope.field(*message->unknown).name) + ", out)";
}

}  // namespace schemac::emit::cpp
