// From a path in a file ("tensors[0].name.length") to the field of the schema that it is about.
#pragma once

#include <optional>
#include <string>

#include "emit/doc/queries/doc_scope.h"

namespace schemac::emit::doc {

struct PathTarget {
  plan::RecordId record = 0;
  std::optional<plan::FieldId> field;  ///< none: nothing of the schema, or a section
  std::string link;                    ///< "#Tensor.name"; empty if nothing was found
};

/// `root` is the root's name; parts of a field that are no fields themselves lead to it.
[[nodiscard]] PathTarget find_path(const Context& context, const std::string& root,
                                   const std::string& path);

}  // namespace schemac::emit::doc
