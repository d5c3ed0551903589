#include "emit/cpp/measure/writers.h"

#include <algorithm>

#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {

std::string writer_type(const plan::Plan& plan) {
  const std::string type =
      plan.has_digests ? "schemac::impl::DigestWriter" : "schemac::impl::Writer";
  return plan.notes_misfits() ? "schemac::impl::HoldingWriter<" + type + ">" : type;
}

bool is_written_in_room(const plan::Plan& plan, const plan::Record& root) {
  return !plan.has_digests && root.sections.empty() && !plan.notes_misfits();
}

}  // namespace schemac::emit::cpp
