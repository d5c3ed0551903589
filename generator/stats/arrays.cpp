#include "stats/arrays.h"

#include <algorithm>

#include "direct/validate.h"
#include "direct/walk.h"
#include "stats/array_finder.h"

namespace schemac::stats {

std::uint64_t FileArray::count() const {
  const std::uint64_t bits = bit_count(dtype);
  const std::uint64_t room = bits < 8 ? bytes.size() * (8 / bits) : bytes.size() / (bits / 8);
  std::uint64_t count = 1;
  for (const std::uint64_t dim : dims) {
    if (dim == 0) return 0;
    count = count > room / dim ? room : count * dim;  // the walk compared them with the bytes
  }
  return std::min(count, room);
}

Report each_array(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                  const std::function<void(const FileArray&)>& tell, const Limits& limits) {
  ArrayFinder finder(plan, bytes, tell);
  Context context(bytes, limits, Strictness::validate);
  if (direct::walk(plan, root, context, finder) == direct::Certainty::certain)
    return context.take_report();
  return direct::validate(plan, root, bytes, limits);  // payloads out of order: once more
}

}  // namespace schemac::stats
