// Gives every type, field and case its expressions. The second walk over the syntax of fields: all
// of them are known now, so that an expression may name any.
#pragma once

#include "model/passes/bind/binder.h"
#include "model/passes/draft.h"

namespace schemac::model {

void bind_expressions(Draft& draft);

/// The expressions of one body: its kind's, then what `node` adds to it.
void bind_body(Draft& draft, Body& body, const syntax::Node& node, const BindScope& scope,
               FieldIndex field);

}  // namespace schemac::model
