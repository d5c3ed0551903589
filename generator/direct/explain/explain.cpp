#include "direct/explain/explain.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "direct/explain/cover.h"
#include "direct/explain/row_maker.h"
#include "direct/walk/validate.h"
#include "direct/walk/walk.h"

namespace schemac::direct {
namespace {

void set_targets(std::vector<Row>& rows, const RowMaker::Targets& targets) {
  if (targets.empty()) return;
  const std::unordered_map<std::string_view, const Target&> by_path(targets.begin(), targets.end());
  for (Row& row : rows) {
    const auto found = by_path.find(row.path);
    if (found != by_path.end()) row.target = found->second;
  }
}

}  // namespace

Explanation explain(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                    const Folding& folding, const Limits& limits) {
  RowMaker maker(plan, bytes, folding);
  impl::Context context(bytes, limits, impl::Strictness::validate);
  const Certainty certainty = walk(plan, root, context, maker);
  std::vector<Row> rows = maker.take();
  set_targets(rows, maker.targets());
  Explanation explanation;
  explanation.rows =
      with_gaps_joined(covered(std::move(rows), maker.regions(), bytes), maker.regions());
  explanation.report = certainty == Certainty::certain
                           ? context.take_report()
                           : validate(plan, root, bytes, limits);  // payloads out of order
  explanation.is_cut = maker.is_cut();
  explanation.coded = maker.take_coded();
  explanation.arrays = arrays_over_pieces(plan, root, bytes, limits);
  return explanation;
}

}  // namespace schemac::direct
