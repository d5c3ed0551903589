// What a message keeps that it doesn't declare: fields, whole, of which it declares none.
#pragma once

#include <string>

#include "emit/cpp/measure/write_scope.h"

namespace schemac::emit::cpp {

/// The check of that as a condition; empty where a message keeps nothing.
[[nodiscard]] std::string check_of_unknown(const WriteScope& scope);

}  // namespace schemac::emit::cpp
