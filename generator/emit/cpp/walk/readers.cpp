#include "emit/cpp/walk/readers.h"

#include <algorithm>

#include "emit/cpp/walk/record_functions.h"

namespace schemac::emit::cpp {

void emit_readers(Printer& out, const plan::Plan& plan, Forms& forms) {
  if (std::ranges::none_of(plan.records, &plan::Record::is_read_at_once)) return;
  const auto readers = [&] {
    for (plan::RecordId id = 0; id < plan.records.size(); ++id)
      if (plan.records[id].is_read_at_once) emit_record_reader(out, plan, forms, id);
  };
  out.blank_line();
  out.emit({{"readers", readers}},
           R"cc(
             namespace detail {

             // ---- reading in one pass; null where anything is wrong ----

             $readers$;

             }  // namespace detail
           )cc");
}

}  // namespace schemac::emit::cpp
