#include "emit/cpp/wire/objects.h"

#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {
namespace {

std::string constant_name(const plan::Plan& plan, const plan::FreeForm& free) {
  return plan.checks[free.object.form].identifier + "_checks";
}

}  // namespace

void emit_object_checks(Printer& out, const plan::Plan& plan) {
  for_each_body(plan, [&](const plan::Body& body) {
    const plan::FreeForm* free = object_of(body);
    if (free == nullptr) return;
    const auto name = [&](plan::CheckId id) { return plan.checks[id].constant; };
    out.emit({{"name", constant_name(plan, *free)},
              {"form", name(free->object.form)},
              {"cause", name(free->object.cause)},
              {"elements", name(free->object.elements)},
              {"depth", name(free->object.depth)},
              {"duplicate", name(free->object.duplicate)}},
             R"cc(
               inline constexpr schemac::impl::msgpack::ObjectChecks $name${
                   .form = &$form$,
                   .cause = &$cause$,
                   .elements = &$elements$,
                   .depth = &$depth$,
                   .duplicate = &$duplicate$,
               };
             )cc");
  });
}

std::string object_checks(const plan::Plan& plan, const plan::FreeForm& free) {
  return "detail::" + constant_name(plan, free);
}

}  // namespace schemac::emit::cpp
