#include "emit/cpp/measure/along.h"

#include <string>
#include <vector>

#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"

namespace schemac::emit::cpp {

void emit_measuring(Printer& out, const WriteScope& scope) {
  if (!scope.record().is_measured) return;
  const std::string size = inline_size(scope.without_measured().with_known_sizes());
  if (size != "0") out.emit({{"size", size}}, "out.measure($size$);");
}

}  // namespace schemac::emit::cpp
