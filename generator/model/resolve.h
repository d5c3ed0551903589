// The second stage: syntax trees to models. Names become references, types and roles are found,
// relations inverted, and whatever can be wrong with a schema beyond its spelling is reported here,
// so that the later stages need no diagnostics of their own.
//
// The passes are in model/passes/, a file each; resolve.cpp calls them in their order. A pass
// reports and goes on; what follows from an error that was reported already is not.
#pragma once

#include <vector>

#include "model/model.h"
#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/node.h"

namespace schemac::model {

/// One format for each document. Imported schemas are loaded through `sources`, relative to the
/// importing file, and their types are copied in as `schema.Name`; only they need no root. The
/// result is meaningful only if `diagnostics` has no errors afterwards; it refers to `sources`, not
/// to `documents`.
[[nodiscard]] std::vector<Format> resolve(const std::vector<syntax::Document>& documents,
                                          source::Sources& sources,
                                          source::Diagnostics& diagnostics);

}  // namespace schemac::model
