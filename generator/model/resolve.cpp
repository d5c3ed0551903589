#include "model/resolve.h"

#include <algorithm>

#include "model/passes/bind/bind_expressions.h"
#include "model/passes/bind/byte_order.h"
#include "model/passes/bind/versions.h"
#include "model/passes/budget.h"
#include "model/passes/check/idle_type_keys.h"
#include "model/passes/check/json_kinds.h"
#include "model/passes/check/open_totals.h"
#include "model/passes/check/reading_order.h"
#include "model/passes/check/sizes.h"
#include "model/passes/check/streams.h"
#include "model/passes/draft.h"
#include "model/passes/files/arrays.h"
#include "model/passes/files/directories.h"
#include "model/passes/files/parts.h"
#include "model/passes/relations/cycles.h"
#include "model/passes/relations/placement.h"
#include "model/passes/relations/roles.h"
#include "model/passes/types/imports.h"
#include "model/passes/types/json.h"
#include "model/passes/types/messages.h"
#include "model/passes/types/types.h"
#include "model/passes/types/wire.h"

namespace schemac::model {

namespace {

std::ptrdiff_t error_count(const source::Diagnostics& diagnostics) {
  return std::count_if(diagnostics.all().begin(), diagnostics.all().end(),
                       [](const auto& each) { return each.severity == source::Severity::error; });
}

bool lacks_import(const source::Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics.all(),
                             [](const auto& each) { return each.code == "import-missing"; });
}

// One document. Each pass builds on those before it. What was reported has no meaning any more: an
// expression is null, a body takes any use; so that the later passes report only what is new.
Format resolve_one(const syntax::Document& document, ImportLoader& loader, source::Sources& sources,
                   source::Diagnostics& diagnostics) {
  Draft draft(diagnostics);
  const auto errors_before = error_count(diagnostics);

  // The document and all that it imports, with their messages; beyond this point no file is read.
  add_schemas(draft, document, loader);
  add_messages(draft, sources);
  if (lacks_import(diagnostics)) return std::move(draft.format);  // names of its types
  // Enumerations, and the names of all types, so that each can refer to any.
  declare_names(draft);
  // Fields, sections and their bodies, as far as they name no field; aliases are replaced.
  make_types(draft);
  // Beyond this point records can be followed to their ends.
  if (!keeps_budget(draft)) return std::move(draft.format);
  // What the document says of whole files.
  make_format(draft);
  make_directories(draft);
  check_idle_keys_of_types(draft);
  make_arrays(draft);
  make_parts(draft);
  make_json_records(draft);
  check_kinds(draft);
  check_wire_of_records(draft);

  // Expressions: names to references, with types and ranges; tags of cases, constants, conditions.
  bind_expressions(draft);
  // Sections that fields lie in, and the field that holds the version.
  place_fields(draft);
  find_version(draft);
  find_byte_order(draft);

  // Whether a reader can find its way.
  check_reading_order(draft);
  find_sizes(draft);

  // What the writer fills in; beyond this point every field has its role.
  find_roles(draft);
  check_aligned_places(draft);
  check_open_totals(draft);
  check_streams(draft);
  check_directories(draft);
  if (error_count(diagnostics) > errors_before) return std::move(draft.format);

  // Whether a writer can find all values; an expression that is missing would hide a cycle.
  check_cycles(draft);
  return std::move(draft.format);
}

}  // namespace

std::vector<Format> resolve(const std::vector<syntax::Document>& documents,
                            source::Sources& sources, source::Diagnostics& diagnostics) {
  ImportLoader loader(documents, sources, diagnostics);
  std::vector<Format> formats;
  for (const syntax::Document& document : documents)
    formats.push_back(resolve_one(document, loader, sources, diagnostics));
  return formats;
}

}  // namespace schemac::model
