// How the writer measures and puts the fields of a message: in order of their numbers, then those
// that the message doesn't declare.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Bytes of the fields, one term each: "schemac::impl::number_size<1, ...>(value.data_type)".
[[nodiscard]] std::vector<std::string> message_sizes(const WriteScope& scope,
                                                     const plan::MessageFields& message);
/// The statements that put them.
void emit_message_fields(Printer& out, const WriteScope& scope, const plan::MessageFields& message);

}  // namespace schemac::emit::cpp
