// JSON texts, and Python's literals: what is in them, as fields of messages (schemac/json/json.h
// says why).
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// What `style` of a node says.
[[nodiscard]] JsonStyle style_of(Draft& draft, const syntax::Node& node, impl::json::Syntax syntax);

/// Reports what has no form in such a text, and keys that mean nothing there.
void check_member(Draft& draft, const syntax::Node& node, const Body& body);

/// Numbers the members of all types with `wire: json` or `wire: python`, adds fields for what they
/// don't name, and finds the bodies that are texts. All types are made.
void make_json_records(Draft& draft);

}  // namespace schemac::model
