#include "emit/cpp/view/members.h"

#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {

ViewMember param_member(const Symbols& symbols, plan::ParamId id) {
  const bool is_list = symbols.record().params[id].is_list;
  return {is_list ? "schemac::impl::NumberList" : symbols.param_type(id), symbols.param(id),
          is_list ? "{}" : "0"};
}

std::vector<ViewMember> given_members(const Symbols& symbols) {
  std::vector<ViewMember> members;
  const plan::Record& record = symbols.record();
  for (plan::ParamId i = 0; i < record.params.size(); ++i) {
    members.push_back(param_member(symbols, i));
    members.back().may_be_unused = true;
  }
  for (std::uint32_t i = 0; i < record.section_params.size(); ++i)
    members.push_back({"schemac::impl::Offsets", symbols.section({true, i}), "{}"});
  return members;
}

std::string constructor_parameters(const std::vector<ViewMember>& members, bool has_defaults) {
  std::string out = "const schemac::impl::Origin& origin";
  for (const ViewMember& member : members)
    out += ", " + member.type + " " + member.name + (has_defaults ? " = " + member.initial : "");
  return out;
}

std::string initializers(const std::vector<ViewMember>& members) {
  std::string out = "origin_(origin)";
  for (const ViewMember& member : members) out += ", " + member.name + "_(" + member.name + ")";
  return out;
}

void emit_member(Printer& out, const ViewMember& member) {
  const bool is_number = member.initial == "0" || member.initial == "nullptr";
  out.emit({{"unused", member.may_be_unused ? "[[maybe_unused]] " : ""},
            {"type", member.type},
            {"name", member.name},
            {"initial", is_number ? " = " + member.initial : ""}},
           "$unused$$type$ $name$_$initial$;");
}

}  // namespace schemac::emit::cpp
