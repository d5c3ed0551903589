#include "emit/cpp/measure/part_places.h"

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {

const plan::Scalar& place_number(const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  return std::get<plan::Scalar>(list == nullptr ? field.body.kind : list->element.front().kind);
}

std::string member_parts(const plan::Record& root, const plan::Field& whole) {
  return "PartsOf" + root.name + camel_case(whole.name);
}

std::string stated_place(const plan::Record& record, plan::FieldId id, const std::string& value) {
  const plan::PartMember& part = *record.part;
  const std::string function = part.is_list() ? "places" : id == part.first ? "first" : "last";
  return "schemac::impl::PartAccess::" + function + "<" +
         scalar_type(place_number(record.fields[id]).dtype) + ">(" + value + "." + part.identifier +
         ")";
}

}  // namespace schemac::emit::cpp
