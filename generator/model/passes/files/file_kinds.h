// Whether expressions over files are about values of the kinds that their operations need.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// What an argument or a parameter is, as messages say it.
[[nodiscard]] std::string described(const FileValue& value);

/// What a parameter of such a type is to expressions over files.
[[nodiscard]] FileKind file_kind(ValueKind kind);

/// Whether values of the two may be the same.
[[nodiscard]] bool are_alike(const FileValue& left, const FileValue& right);

/// Reports operations that could never be calculated, which would hold in silence. Needs all
/// directories: others may ask for what they give names.
void check_file_kinds(Draft& draft);

}  // namespace schemac::model
