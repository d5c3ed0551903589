#include "formats/blaze/executors.h"

#include "blaze.h"

namespace schemac::tests {

const FileKind& blaze_files() {
  static const plan::Plan& plan = plan_of("blaze");
  static const FileKind files{plan, plan.roots.at(0),
                              &outcome_of<blaze::validate, blaze::read, blaze::view>};
  return files;
}

}  // namespace schemac::tests
