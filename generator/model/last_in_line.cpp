#include "model/last_in_line.h"

#include <algorithm>
#include <set>
#include <variant>

namespace schemac::model {
namespace {

bool holds(const Body& body, const Type& type, const Format& format) {
  if (const auto* record = std::get_if<RecordReference>(&body.kind))
    return &format.types[record->type] == &type;
  const auto* choice = std::get_if<Switch>(&body.kind);
  return choice != nullptr && std::ranges::any_of(choice->cases, [&](const Case& each) {
           return each.body.size.kind == SizeKind::none && holds(each.body, type, format);
         });
}

class LastInLine {
 public:
  explicit LastInLine(const Format& format) : format_(format) {}

  bool is_last(const Type& type, const Field& field) {
    if (field.body.size.kind != SizeKind::none || field.body.codec || type.is_message())
      return true;
    if (field.place.at != nullptr || field.body.pad.value_or(1) != 1) return false;
    const auto next = std::find_if(type.fields.begin() + (&field - type.fields.data()) + 1,
                                   type.fields.end(), [&](const Field& other) {
                                     return other.place.at == nullptr &&
                                            other.place.section == field.place.section;
                                   });
    if (next != type.fields.end()) return false;
    return field.place.section || is_last(type);
  }

 private:
  // Wherever a record of the type lies.
  bool is_last(const Type& type) {
    if (type.size != nullptr) return true;
    if (type.pad.value_or(1) != 1) return false;
    if (!seen_.insert(&type).second) return true;
    return std::ranges::all_of(format_.types, [&](const Type& holder) {
      return std::ranges::all_of(holder.fields, [&](const Field& field) {
        return !holds(field.body, type, format_) || is_last(holder, field);
      });
    });
  }

  const Format& format_;
  std::set<const Type*> seen_;
};

}  // namespace

bool is_last_in_line(const Format& format, const Type& type, const Field& field) {
  return LastInLine(format).is_last(type, field);
}

}  // namespace schemac::model
