#include "plan/writing/written_plan.h"

#include <utility>

#include "plan/facts/holders.h"
#include "plan/writing/written_facts.h"

namespace schemac::plan {

Plan written_plan(const Plan& plan) {
  Plan written = plan;
  for (Record& record : written.records)
    for (FieldId id = 0; id < record.fields.size(); ++id) {
      Field& field = record.fields[id];
      if (record.holds(id) && !field.has_member()) field.role = model::RoleKind::given;
      if (!field.codec || !std::holds_alternative<Nested>(field.body.kind)) continue;
      Raw raw;
      raw.to_end = true;
      field.body.kind = std::move(raw);
      field.body.fixed_size.reset();
    }
  find_holders(written);
  find_written_facts(written);
  return written;
}

}  // namespace schemac::plan
