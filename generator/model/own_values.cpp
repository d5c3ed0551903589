#include "model/own_values.h"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace schemac::model {
namespace {

// The records that a value of the body has as members, however they are chosen.
void add_members(const Body& body, std::vector<TypeIndex>& members) {
  if (body.repeat.kind != RepeatKind::none) return;
  if (const auto* record = std::get_if<RecordReference>(&body.kind))
    members.push_back(record->type);
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Case& each : choice->cases) add_members(each.body, members);
}

std::vector<TypeIndex> members_of(const Field& field) {
  std::vector<TypeIndex> members;
  add_members(field.body, members);
  return members;
}

// All records that a value of the type holds as members, and they in turn.
void collect(const Format& format, TypeIndex type, std::set<TypeIndex>& held) {
  for (const Field& field : format.types[type].fields)
    for (const TypeIndex member : members_of(field))
      if (held.insert(member).second) collect(format, member, held);
}

}  // namespace

void check_own_values(const Format& format, source::Diagnostics& diagnostics) {
  std::set<TypeIndex> reported;  // one cycle shows at each of its members
  for (TypeIndex type = 0; type < format.types.size(); ++type) {
    for (const Field& field : format.types[type].fields) {
      std::set<TypeIndex> held;
      for (const TypeIndex member : members_of(field)) {
        held.insert(member);
        collect(format, member, held);
      }
      if (!held.contains(type) || reported.contains(type)) continue;
      const Type& record = format.types[type];
      reported.insert(type);
      for (const TypeIndex other : held) {
        std::set<TypeIndex> back;
        collect(format, other, back);
        if (back.contains(type)) reported.insert(other);
      }
      diagnostics
          .error(field.body.range, "endless-value",
                 "a value of '" + record.name + "' would be, through '" + field.name +
                     "', a member of itself, which no C++ type can be")
          .help(record.is_message()
                    ? "declare the field 'repeated' in the .proto file: elements of a list may be"
                    : "make it a list: elements may be ('repeat: n', and 'max: 1' if it is one)");
    }
  }
}

}  // namespace schemac::model
