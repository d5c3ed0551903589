// Names in the JSON of a record that no field has by itself.
#pragma once

#include <string>

#include "plan/plan.h"

namespace schemac::direct {

/// A choice beside the fields: whether a number is stated, how it was spelled, spare bytes.
[[nodiscard]] bool is_choice_without_field(const plan::Record& record, const std::string& name);
/// A member beside the fields: an array over pieces, or a part.
[[nodiscard]] bool is_beside_fields(const plan::Record& record, const std::string& name);
/// A record without choices may have a member that is called as they are.
[[nodiscard]] bool has_member(const plan::Record& record, const std::string& name);

}  // namespace schemac::direct
