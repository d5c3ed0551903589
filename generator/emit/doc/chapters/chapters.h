// The chapters of a specification, in their order. Each says all of one subject; a chapter that has
// nothing to say is empty and left out.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emit/doc/describe/requirements.h"
#include "emit/doc/document.h"
#include "emit/doc/example.h"
#include "emit/doc/queries/doc_scope.h"
#include "emit/doc/queries/uses.h"

namespace schemac::emit::doc {

/// What everyone wants to know first.
[[nodiscard]] Chapter overview_chapter(const Context& context);
/// Files from start to end, and their sections.
[[nodiscard]] Chapter layout_chapter(const Context& context);
/// Each record and each named form: bytes, fields, alternatives, bits.
[[nodiscard]] Chapter types_chapter(const Context& context, const Uses& uses,
                                    const RequirementList& required);
/// Datasets of several files: which there are, and what holds across them.
[[nodiscard]] Chapter directories_chapter(const Context& context);
[[nodiscard]] Chapter enums_chapter(const Context& context, const Uses& uses);
/// Everything that a validator looks at.
[[nodiscard]] Chapter checks_chapter(const Context& context, const RequirementList& required);
/// Samples of the schema, byte by byte.
[[nodiscard]] Chapter examples_chapter(const Context& context,
                                       const std::vector<Example>& examples);
/// How to read the others: numbers, roles, diagrams, and the words of their expressions.
[[nodiscard]] Chapter conventions_chapter(const Context& context,
                                          const std::set<std::string>& words);
/// Documents that this one refers to.
[[nodiscard]] Chapter references_chapter(const Context& context);

/// Every name that one may look for.
[[nodiscard]] std::vector<IndexEntry> make_index(const Context& context, const Uses& uses);

}  // namespace schemac::emit::doc
