// Sizes that follow from the parameters of a view: computed when it is made, not at each record.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {

/// Whether the size of a field, which its view keeps, follows from the view's parameters alone.
[[nodiscard]] bool has_given_size(const Symbols& symbols, plan::FieldId id);

struct GivenSize {
  std::string member;  ///< "digest_size_"
  std::string value;   ///< over the parameters of the view
};
[[nodiscard]] std::vector<GivenSize> given_sizes(const Symbols& symbols);

}  // namespace schemac::emit::cpp
