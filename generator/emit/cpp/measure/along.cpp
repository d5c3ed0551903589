#include "emit/cpp/measure/along.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/measure/size.h"

namespace schemac::emit::cpp {

void emit_measuring(Printer& out, const WriteScope& scope,
                    const std::vector<plan::FieldId>& locals) {
  if (!scope.record().is_measured) return;
  std::string size = inline_size(scope.without_measured());
  // What was computed for a field that states it isn't computed once more.
  for (const plan::FieldId id : locals) {
    if (!scope.is_derived(id) || scope.states_place(id)) continue;
    const std::string computed = scope.derivation(id);
    const auto at = size.find(computed);
    if (computed.starts_with("size_of(") && at != std::string::npos)
      size.replace(at, computed.size(), scope.local(id));
  }
  if (size != "0") out.emit({{"size", size}}, "out.measure($size$);");
}

}  // namespace schemac::emit::cpp
