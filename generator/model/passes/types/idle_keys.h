// Keys that have no meaning next to the others of their mapping.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports keys of a body that only have a meaning for other bodies: 'charset' of a number. The
/// body is no member of a text in JSON or Python, for which check_member does the same.
void check_idle_keys(Draft& draft, const syntax::Node& node, const Body& body);
/// The same of 'rules' of a body without fields of its own.
void check_rules_of_body(Draft& draft, const syntax::Node& node);
/// The same of a type with fields, and of a name for something else.
void check_idle_keys_of_record(Draft& draft, const syntax::Node& node, const Type& type);
void check_idle_keys_of_alias(Draft& draft, const syntax::Node& node, const Body& body);

}  // namespace schemac::model
