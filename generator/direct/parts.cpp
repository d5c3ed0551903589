#include "direct/parts.h"

#include <utility>

#include "direct/file_values.h"
#include "model/range_arithmetic.h"

namespace schemac::direct {
namespace {

FileScope scope_of(const plan::Plan& plan, const plan::Record* record, const Value& value) {
  FileScope scope;
  scope.plan = &plan;
  scope.item.emplace();
  scope.item->value = &value;
  scope.item->record = record;
  return scope;
}

std::optional<std::uint64_t> bound_of(const FileScope& scope, model::FileExpression path) {
  const auto index = std::exchange(path.steps.back().index, std::nullopt);
  std::optional<Int128> number;
  if (!index) {
    number = number_in(scope, path);
  } else if (const auto numbers = numbers_in(scope, path); numbers && *index < numbers->size()) {
    number = (*numbers)[static_cast<std::size_t>(*index)];
  }
  if (!number || *number < 0 || *number > model::max_u64) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

Parts find_parts(const plan::Plan& plan, const plan::Record& record, const Value& value,
                 const model::StatedParts& form) {
  Parts parts;
  const auto list = find_value(scope_of(plan, &record, value), form.list);
  const auto* elements = list ? std::get_if<Elements>(&list->value->kind) : nullptr;
  if (elements == nullptr) return parts;
  for (const Value& element : elements->values) {
    const FileScope scope = scope_of(plan, list->record, element);
    parts.add(bound_of(scope, form.begin), bound_of(scope, form.end));
  }
  return parts;
}

}  // namespace schemac::direct
