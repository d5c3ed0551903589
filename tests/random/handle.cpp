#include "random/handle.h"

namespace net {

std::vector<Handle>& handles() {
  static std::vector<Handle> all;
  return all;
}

}  // namespace net
