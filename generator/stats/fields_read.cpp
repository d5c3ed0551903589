#include "stats/fields_read.h"

#include <algorithm>
#include <functional>

#include "direct/msgpack.h"
#include "direct/number.h"

namespace schemac::stats {

using direct::Failure;
using direct::Outcome;

void FieldsRead::note_number(const plan::Field* field, direct::Int128 value) {
  if (owns(field)) read_.push_back({field, value, nullptr, 0, {}});
}

void FieldsRead::note_list(const plan::Field* field, const plan::Scalar& element,
                           std::uint64_t count, Bytes bytes) {
  if (owns(field)) read_.push_back({field, 0, &element, count, bytes});
}

Outcome FieldsRead::number(plan::FieldId field) const {
  const FieldRead* found = find(field);
  return found != nullptr && found->element == nullptr ? Outcome{found->number} : unknown();
}

Outcome FieldsRead::length(plan::FieldId field) const {
  const FieldRead* found = find(field);
  return found != nullptr && found->element != nullptr ? Outcome{direct::Int128{found->count}}
                                                       : unknown();
}

Outcome FieldsRead::item(plan::FieldId list, std::uint64_t index) const {
  const FieldRead* found = find(list);
  if (found == nullptr || found->element == nullptr) return unknown();
  if (index >= found->count) return Outcome::failed(Failure::no_element);
  const plan::Scalar& element = *found->element;
  if (direct::is_packed(element.dtype))
    return {direct::load_packed(element.dtype, found->bytes.data(), index)};
  const std::uint64_t stride = direct::stored_size(element);
  return {direct::load_scalar(element, found->bytes.subspan(index * stride, stride))};
}

const FieldsRead::FieldRead* FieldsRead::find(plan::FieldId field) const {
  const plan::Field* wanted = &record_.fields[field];
  const auto found = std::find_if(read_.begin(), read_.end(),
                                  [&](const FieldRead& each) { return each.field == wanted; });
  return found == read_.end() ? nullptr : &*found;
}

bool FieldsRead::owns(const plan::Field* field) const {
  const plan::Field* begin = record_.fields.data();
  return std::less_equal<>()(begin, field) && std::less<>()(field, begin + record_.fields.size());
}

}  // namespace schemac::stats
