#include "formats/oinf/executors.h"

#include "oinf.h"

namespace schemac::tests {

const FileKind& oinf_files() {
  static const plan::Plan& plan = plan_of("oinf");
  static const FileKind format{plan, plan.roots.front(),
                               &outcome_of<oinf::validate, oinf::read, oinf::view>};
  return format;
}

}  // namespace schemac::tests
