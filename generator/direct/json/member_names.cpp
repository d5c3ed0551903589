#include "direct/json/member_names.h"

#include <algorithm>

namespace schemac::direct {

bool is_choice_without_field(const plan::Record& record, const std::string& name) {
  return (record.slack && record.slack->name == name) ||
         std::any_of(record.fields.begin(), record.fields.end(), [&](const plan::Field& field) {
           return (field.has_known_choice() && field.unknown->choice == name) ||
                  (field.spelling && field.spelling->choice == name);
         });
}

bool is_beside_fields(const plan::Record& record, const std::string& name) {
  return (record.part && record.part->name == name) ||
         std::any_of(record.arrays.begin(), record.arrays.end(),
                     [&](const plan::JoinedArray& array) { return array.form.name == name; });
}

bool has_member(const plan::Record& record, const std::string& name) {
  return is_beside_fields(record, name) ||
         std::any_of(record.fields.begin(), record.fields.end(), [&](const plan::Field& field) {
           return field.has_member() && field.name == name;
         });
}

}  // namespace schemac::direct
