#include "emit/cpp/walk/checked_elements.h"

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
void emit_checked_elements(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records) {
    if (!record.is_checked_alone) continue;
    out.blank_line();
    out.emit({{"View", view_name(record)}, {"record", record_name(record)}},
             R"cc(
               SCHEMAC_INLINE const std::byte* $View$::check_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
                 return detail::check_$record$(context, frame, this, begin, end);
               }
             )cc");
  }
}

}  // namespace schemac::emit::cpp
