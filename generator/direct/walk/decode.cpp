#include "direct/walk/decode.h"

#include <algorithm>

#include "direct/pieces/parts.h"
#include "direct/walk/value_builder.h"
#include "direct/walk/walk.h"

namespace schemac::direct {
namespace {

// Values that a tree may have: more than any file needs whose elements take bytes.
std::uint64_t most_values(Bytes bytes, const Limits& limits) {
  return limits.memory / 16 + bytes.size();
}

}  // namespace

Decoded decode(const plan::Plan& plan, const plan::Root& root, Bytes bytes, Reading reading,
               const Limits& limits, const Extent& extent) {
  const impl::Strictness strictness =
      reading == Reading::strict ? impl::Strictness::read : impl::Strictness::validate;
  const std::uint64_t most = most_values(bytes, limits);
  Extent bounded = extent;
  bounded.values = std::min(extent.values, most);
  ValueBuilder builder(plan, bounded);
  impl::Context context(bytes, limits, strictness);
  const Certainty certainty = walk(plan, root, context, builder);
  Decoded decoded{builder.take(), context.take_report(), builder.left_out(), builder.text_bytes()};
  if (certainty == Certainty::uncertain &&
      (reading == Reading::keep_going || plan.uses.refused_extents)) {
    impl::Context again(bytes, limits, strictness);
    walk(plan, root, again, PayloadOrder::any);
    decoded.report = again.take_report();
  }
  take_parts(plan, plan.records[root.record], decoded.values);
  if (extent.values > most && builder.left_out() != 0) {
    decoded.report.add(
        {"", 0, Rule::resource_limit, Level::error, "", "more values than memory is allowed for"});
  }
  return decoded;
}

Report check(const plan::Plan& plan, const plan::Root& root, Bytes bytes, const Limits& limits) {
  impl::Context context(bytes, limits, impl::Strictness::read);
  const Certainty certainty = walk(plan, root, context);
  if (certainty == Certainty::certain || !plan.uses.refused_extents) return context.take_report();
  impl::Context again(bytes, limits, impl::Strictness::read);
  walk(plan, root, again, PayloadOrder::any);
  return again.take_report();
}

}  // namespace schemac::direct
