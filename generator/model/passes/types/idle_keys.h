// Keys that say nothing of what they stand beside.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports keys of a body that only mean something of other bodies: 'charset' of a number. It is no
/// member of a text in JSON or Python, of which check_member says the same.
void check_idle_keys(Draft& draft, const syntax::Node& node, const Body& body);
/// The same of 'rules' of a body without fields of its own.
void check_rules_of_body(Draft& draft, const syntax::Node& node);
/// The same of a type with fields, and of a name for something else.
void check_idle_keys_of_record(Draft& draft, const syntax::Node& node, const Type& type);
void check_idle_keys_of_alias(Draft& draft, const syntax::Node& node, const Body& body);

}  // namespace schemac::model
