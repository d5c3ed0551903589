#include "emit/cpp/measure/writers.h"

#include <algorithm>

#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {

bool notes_misfits(const plan::Plan& plan) {
  return plan.has_asked_sizes || plan.has_narrow_tables;
}

std::string writer_type(const plan::Plan& plan) {
  const std::string type =
      plan.has_digests ? "schemac::impl::DigestWriter" : "schemac::impl::Writer";
  return notes_misfits(plan) ? "schemac::impl::HoldingWriter<" + type + ">" : type;
}

bool is_written_in_room(const plan::Plan& plan, const plan::Record& root) {
  return !plan.has_digests && root.sections.empty() && !notes_misfits(plan);
}

}  // namespace schemac::emit::cpp
