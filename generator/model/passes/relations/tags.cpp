#include "model/passes/relations/tags.h"

#include <algorithm>
#include <set>

#include "model/passes/walk.h"

namespace schemac::model {

namespace {

// Whether two expressions name the same own field.
bool is_same_field(const Expression& a, const Expression& b) {
  const Reference* first = as_own_field(a);
  const Reference* second = as_own_field(b);
  return first != nullptr && second != nullptr && first->index == second->index;
}

bool has_tag(const Switch& choice, Int128 value) {
  return std::any_of(choice.cases.begin(), choice.cases.end(), [&](const Case& each) {
    return std::find(each.tags.begin(), each.tags.end(), value) != each.tags.end();
  });
}

bool has_dims(const NdArray& array) {
  const auto* list = array.dims == nullptr ? nullptr : std::get_if<List>(&array.dims->node);
  return array.dims != nullptr && (list == nullptr || !list->items.empty());
}

// Whether one member alone is left to `else` that has the attribute, beside some that don't.
// Elements of an array with dimensions are mere bytes in C++: their type says nothing.
bool has_one_left(const Switch& choice, const Enum& enumeration, std::uint32_t attribute) {
  std::size_t with = 0, without = 0;
  for (const EnumMember& member : enumeration.members)
    if (!has_tag(choice, member.value)) ++(member.attributes[attribute] ? with : without);
  return with == 1 && without != 0;
}

// Whether the element type of an array determines the tag among the members that reach this case.
bool follows_from_dtype(const Draft& draft, const Switch& choice, const Case& each) {
  const auto* array = std::get_if<NdArray>(&each.body.kind);
  if (array == nullptr || array->dtype == nullptr) return false;
  const auto* attribute = std::get_if<Attribute>(&array->dtype->node);
  if (attribute == nullptr || !is_same_field(*attribute->object, *choice.tag)) return false;
  const Enum& enumeration = draft.format.enums[attribute->enumeration];
  if (enumeration.keeps_unknown && each.is_else) return false;
  if (has_dims(*array)) return each.is_else && has_one_left(choice, enumeration, attribute->index);
  std::set<Int128> seen;
  for (const EnumMember& member : enumeration.members) {
    const bool reaches = each.is_else ? !has_tag(choice, member.value)
                                      : std::find(each.tags.begin(), each.tags.end(),
                                                  member.value) != each.tags.end();
    const auto& value = member.attributes[attribute->index];
    if (reaches && value && !seen.insert(value->number).second) return false;
  }
  return true;
}

}  // namespace

bool tells_tag(const Draft& draft, const Switch& choice) {
  return std::ranges::all_of(choice.cases, [&](const Case& each) {
    const bool has_one_tag = !each.is_else && each.tags.size() + each.text_tags.size() == 1;
    return has_one_tag || follows_from_dtype(draft, choice, each);
  });
}

}  // namespace schemac::model
