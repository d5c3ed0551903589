// Enumerations with the spellings that C++ gets.
#pragma once

#include "plan/expressions/builder.h"

namespace schemac::plan {

/// Plan::enums, under the numbers that they have in the model.
void lower_enums(Builder& builder);

}  // namespace schemac::plan
