#include "plan/facts/offsets.h"

#include <algorithm>

#include "model/range_arithmetic.h"
#include "plan/facts/item_needs.h"
#include "schemac/base/checked.h"

namespace schemac::plan {
namespace {

// The greatest offset up to which the field can say every one that may come up.
std::uint64_t safe_up_to(const impl::StatedPlace& stated, std::uint64_t align) {
  const auto unit = static_cast<std::uint64_t>(stated.divisor);
  const bool is_exact =
      stated.factor == 1 && stated.offset % stated.divisor == 0 && align % unit == 0;
  if (!is_exact || stated.offset < 0) return 0;
  const auto units = static_cast<std::uint64_t>(stated.offset / stated.divisor);
  if (stated.most < units) return 0;
  if (stated.absent) return 0;
  std::uint64_t place = 0;
  return impl::multiply(stated.most - units, unit, place) ? place : ~std::uint64_t{0};
}

// 63 bits are enough for a place in any file.
void find_tables(Plan& plan, Record& record) {
  for (Field& field : record.fields) {
    auto* table = std::get_if<List>(&field.body.kind);
    if (table == nullptr || !table->starts_of) continue;
    const auto& scalar = std::get<Scalar>(table->element.front().kind);
    if (bit_count(scalar.dtype) == 64) continue;
    const auto most = static_cast<std::uint64_t>(model::range_of(scalar).max);
    if (finds_elements(record, *table)) {
      table->finds_up_to = most;
      plan.has_narrow_tables = true;
    } else {
      plan.told_up_to = std::min(plan.told_up_to.value_or(most), most);
    }
  }
}

bool places_ahead(const Record& record) {
  const auto places_own = [](const Field& field) { return field.jump.has_value(); };
  const auto holds_some = [](const Field& field) {
    return !field.jump && field.has_member() && places_content(field.body);
  };
  return std::ranges::any_of(record.fields, places_own) &&
         std::ranges::any_of(record.fields, holds_some);
}

}  // namespace

void find_offsets(Plan& plan) {
  for (Record& record : plan.records) {
    find_tables(plan, record);
    record.places_ahead = places_ahead(record);
  }
  for (Record& record : plan.records)
    for (FieldId id = 0; id < record.fields.size(); ++id) {
      auto& jump = record.fields[id].jump;
      if (!jump) continue;
      plan.has_given_offsets = plan.has_given_offsets || jump->is_given;
      if (!jump->stated) continue;
      const std::uint64_t safe = safe_up_to(*jump->stated, jump->align);
      plan.narrowest_offset = std::min(plan.narrowest_offset.value_or(safe), safe);
    }
}

}  // namespace schemac::plan
