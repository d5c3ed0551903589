// The syntax tree as text for people and for tests (`schemac check --dump syntax`): a line a
// node, indented, with the key, the form, the canonical text and line:column.
#pragma once

#include <iosfwd>
#include <string>

#include "syntax/node.h"

namespace schemac::syntax {

void dump(const Document& document, std::ostream& out);
[[nodiscard]] std::string dump(const Document& document);

}  // namespace schemac::syntax
