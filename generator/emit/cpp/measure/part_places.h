// Parts of a file's bytes that elements of a list name: what a value says of their places.
#pragma once

#include <string>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "PartsOfFileData": what visits the parts that `whole` of a file consists of.
[[nodiscard]] std::string member_parts(const plan::Record& root, const plan::Field& whole);

/// How the writer spells a field that says where the part of `value` lies.
[[nodiscard]] std::string stated_place(const plan::Record& record, plan::FieldId id,
                                       const std::string& value);

/// The number in which a field says where a part lies.
[[nodiscard]] const plan::Scalar& place_number(const plan::Field& field);

}  // namespace schemac::emit::cpp
