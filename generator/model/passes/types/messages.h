// Messages of other languages as types: `protos:` names .proto files, whose messages and
// enumerations can be used like the schema's own, by their full names. A library reads the files;
// what it says of their mistakes is reported at their lines.
#pragma once

#include "model/passes/draft.h"
#include "source/source.h"

namespace schemac::model {

/// Declares the messages and enumerations of all .proto files that the schemas name, with their
/// fields; then what `attach:` adds to enumerations.
void add_messages(Draft& draft, source::Sources& sources);

/// The fields of a type that is `message: name` under another name, and with rules of its own.
void make_message(Draft& draft, TypeIndex index);

}  // namespace schemac::model
