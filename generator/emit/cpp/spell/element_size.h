// How large the elements of an array are, whose dtype may be a number of the file: then a look-up
// in the attributes of an enumeration.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/cpp/spell/spelling.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Of the members of an enumeration; nothing where a member states none.
using AttributeNumbers = std::vector<std::optional<model::Int128>>;

/// What `schemac::impl::array_size` wants to know of an array's elements: a
/// schemac::impl::ElementSize where that is a look-up away, else their dtype. Without a dtype (an
/// unknown member) no size fits.
[[nodiscard]] std::string element_size(const plan::Plan& plan, const plan::Expr& dtype,
                                       const Spelling& spelling);

/// Whether the schema says the dtype, not a value of the file.
[[nodiscard]] bool has_known_dtype(const plan::Array& array);

/// Whether an attribute names only dtypes whose elements are whole bytes.
[[nodiscard]] bool has_whole_bytes(const plan::Enum& enumeration, std::uint32_t attribute);

/// The number that an attribute has for each member.
[[nodiscard]] AttributeNumbers numbers_of(const plan::Enum& enumeration, std::size_t attribute);

}  // namespace schemac::emit::cpp
