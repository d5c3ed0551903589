// What is understood but can't be done yet: one sentence for all of it, and the nearest way that
// works.
#pragma once

#include <string>
#include <string_view>

#include "source/diagnostics.h"

namespace schemac::model {

/// Reports a feature ("a text in an expression"). Where this page knows a way around it, that is
/// the help.
source::Diagnostic& report_unsupported(source::Diagnostics& diagnostics, source::SourceRange range,
                                       std::string_view feature);
/// The same without a help: the caller has a better one.
source::Diagnostic& report_unsupported_alone(source::Diagnostics& diagnostics,
                                             source::SourceRange range, std::string_view feature);

}  // namespace schemac::model
