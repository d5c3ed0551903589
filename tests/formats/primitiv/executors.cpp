#include "formats/primitiv/executors.h"

#include "primitiv.h"

namespace schemac::tests {

const FileKind& primitiv_files() {
  static const plan::Plan& plan = plan_of("primitiv");
  static const FileKind files{plan, plan.roots.front(),
                              &outcome_of<primitiv::validate, primitiv::read, primitiv::view>};
  return files;
}

}  // namespace schemac::tests
