#include "emit/cpp/pieces/member_path.h"

#include <algorithm>
#include <utility>

#include "emit/cpp/pieces/facts.h"

namespace schemac::emit::cpp {

PathToMember::PathToMember(const plan::Plan& plan, const plan::Record& record,
                           const std::vector<model::FileStep>& steps)
    : fields_(FactPath(plan, record, steps).fields), holder_(&record) {
  for (std::size_t i = 0; i + 1 < fields_.size(); ++i) holder_ = record_in(plan, *fields_[i]);
}

std::string PathToMember::emit(Printer& out, std::string from, const std::string& call,
                               const std::string& failure, const std::string& local_type) const {
  return emit_holder(out, std::move(from), call, failure, local_type) + last().identifier + call;
}

std::string PathToMember::emit_holder(Printer& out, std::string from, const std::string& call,
                                      const std::string& failure,
                                      const std::string& local_type) const {
  std::vector<std::string> locals;
  for (std::size_t i = 0; i + 1 < fields_.size(); ++i) {
    std::string local = fields_[i]->identifier + "_at";
    while (std::ranges::find(locals, local) != locals.end()) local += "_at";
    locals.push_back(local);
    out.emit({{"type", local_type},
              {"local", local},
              {"from", from},
              {"name", fields_[i]->identifier + call},
              {"failure", failure}},
             R"cc(
               $type$ $local$ = $from$$name$;
               if (schemac::impl::held($local$) == nullptr) $failure$;
             )cc");
    from = "schemac::impl::held(" + local + ")->";
  }
  return from;
}

const plan::Record& list_element(const plan::Plan& plan, const plan::Field& field) {
  const auto& list = std::get<plan::List>(field.body.kind);
  return plan.records[std::get<plan::Nested>(list.element.front().kind).record];
}

}  // namespace schemac::emit::cpp
