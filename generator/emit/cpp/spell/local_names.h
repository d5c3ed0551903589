// Names of locals and private members of generated code. What they are called after (fields,
// sections, parameters) has names that a schema chose; everything else in the same functions has
// names that the generator chose. This file is where both are kept apart.
#pragma once

#include <string>
#include <string_view>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The local of a field, by its C++ name: that name, unless a function of generated code means
/// something else by it, or it is made of the name of another field of the record ("after_items",
/// "items_keys") or begins like the constants of a record. Then it is "field_after_items".
[[nodiscard]] std::string local_name(const plan::Plan& plan, const plan::Record& record,
                                     std::string_view identifier);

/// What a record needs from outside: "given_n".
[[nodiscard]] std::string param_name(const plan::Param& param);

/// The local that holds how long a field is: "items_size", unless a field has that name.
[[nodiscard]] std::string length_name(const plan::Record& record, const std::string& identifier);

/// What a writer's functions get for a parameter of a record.
[[nodiscard]] std::string param_type(const plan::Param& param);

/// ", std::uint64_t, std::int64_t": those of all parameters, for a declaration.
[[nodiscard]] std::string param_types(const plan::Record& record);

}  // namespace schemac::emit::cpp
