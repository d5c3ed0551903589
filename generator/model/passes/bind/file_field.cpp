#include "model/passes/bind/file_field.h"

#include <utility>

#include "model/passes/bind/binder.h"
#include "model/passes/value_types.h"

namespace schemac::model {

ExpressionPtr field_of_file(const Draft& draft, TypeIndex holder, FieldIndex field,
                            TypeIndex seen_from) {
  const Field& named = draft.format.types[holder].fields[field];
  const TypedRange value = value_of_field(draft, holder, field);
  Reference reference;
  reference.base = seen_from == holder ? Base::self : Base::root;
  reference.index = field;
  reference.variable = named.name;
  return make_expression(named.name_range, value.type, value.values, std::move(reference));
}

}  // namespace schemac::model
