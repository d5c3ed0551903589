#include "formats/bloscpack/executors.h"

#include "bloscpack.h"

namespace schemac::tests {

const FileKind& bloscpack_files() {
  static const plan::Plan& plan = plan_of("bloscpack");
  static const FileKind files{plan, plan.roots.at(0),
                              &outcome_of<bloscpack::validate, bloscpack::read, bloscpack::view>};
  return files;
}

}  // namespace schemac::tests
