// The first stage: text of a schema to syntax trees. Built on yaml-cpp's events, since only they
// show places, anchors and tags; aliases and tags are refused, because a schema means what it
// says where it says it. Parsing goes on after a mistake, so that one run shows them all: the
// trees hold what was understood, and the caller stops if the diagnostics have errors.
#pragma once

#include <vector>

#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/node.h"

namespace schemac::syntax {

/// Nesting of YAML and of expressions; deeper input is refused, not followed.
inline constexpr int max_depth = 100;

/// YAML, then the check of every node against the key table, which parses expressions and types.
[[nodiscard]] std::vector<Document> parse(const source::SourceFile& file,
                                          source::Diagnostics& diagnostics);

/// YAML alone, without the key table: every form is `unchecked`. For tests and for `parse`.
[[nodiscard]] std::vector<Document> parse_yaml(const source::SourceFile& file,
                                               source::Diagnostics& diagnostics);

}  // namespace schemac::syntax
