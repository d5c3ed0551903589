// Changes of values by their paths, in a tree that was decoded as a whole.
//
// A tree borrows the bytes of its file, so a change costs what it changes, however large the file
// is. What follows from other values isn't in the tree: counts, sizes, offsets and digests are
// computed when it is written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "direct/json/references.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

struct Edit {
  enum class Kind : std::uint8_t {
    replace,  ///< a member, or elements; also a member that isn't there
    add,      ///< an element: after the last one, or where an index says
    remove,   ///< elements, or a member that may be absent
    rename,   ///< elements: their key gets the value
  };

  Kind kind = Kind::replace;
  std::string path;  ///< a pattern (direct/path/pattern.h); it may ask for several parts
  /// JSON as `encode` takes it, "@name" for the content of a file, or else a text as it is.
  std::string value = {};
};

/// Makes a change in the values of a file, or says what is wrong with it; the tree is then of no
/// use.
[[nodiscard]] std::vector<Problem> apply(const plan::Plan& plan, const plan::Root& root,
                                         const Edit& edit, const References& references,
                                         Value& values);

}  // namespace schemac::direct
