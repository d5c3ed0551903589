#include "plan/offsets.h"

#include <algorithm>

#include "model/range_arithmetic.h"

namespace schemac::plan {
namespace {

// The greatest number of the field that states just where the content lies.
std::optional<std::uint64_t> most_of(const Record& record, FieldId content) {
  const Jump& jump = *record.fields[content].jump;
  if (jump.is_given) return std::nullopt;
  const Field& stated_by = record.fields[jump.stated_by];
  const Source& source = stated_by.source;
  const auto* scalar = std::get_if<Scalar>(&stated_by.body.kind);
  const bool is_plain = source.kind == SourceKind::begin_of && source.field == content &&
                        source.factor == 1 && source.offset == 0 && source.divisor == 1;
  if (!is_plain || scalar == nullptr || bit_count(scalar->dtype) == 64) return std::nullopt;
  return static_cast<std::uint64_t>(model::range_of(scalar->dtype).max);
}

}  // namespace

void find_offsets(Plan& plan) {
  for (Record& record : plan.records)
    for (FieldId id = 0; id < record.fields.size(); ++id) {
      auto& jump = record.fields[id].jump;
      if (!jump) continue;
      plan.has_given_offsets = plan.has_given_offsets || jump->is_given;
      jump->most = most_of(record, id);
      if (jump->most)
        plan.narrowest_offset = std::min(plan.narrowest_offset.value_or(*jump->most), *jump->most);
    }
}

}  // namespace schemac::plan
