#include "emit/cpp/steps/own_functions.h"

#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/steps/walk.h"

namespace schemac::emit::cpp {

bool is_list_of_unions(const plan::Field& field) {
  return plan::switch_of(field) != nullptr && std::holds_alternative<plan::List>(field.body.kind);
}

bool has_function(const plan::Field& field, Mode mode) {
  if (field.jump) return mode == Mode::check;
  const bool is_list =
      std::holds_alternative<plan::List>(field.body.kind) && scalar_element(field.body) == nullptr;
  return field.presence || field.region || is_list;
}

}  // namespace schemac::emit::cpp
