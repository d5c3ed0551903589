// Finds, before the YAML parser runs, what people write that YAML takes for something else: commas
// and brackets in unquoted expressions, `a ? b : c`, brackets that aren't closed, tabs. YAML would
// misread some of these in silence and stop at the others. Each is reported with its remedy and
// then repaired at the same length: the value becomes a run of 'x', so that all offsets stay
// right, the parser goes on, and the tree gets the text that was meant back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "source/diagnostics.h"
#include "source/source.h"

namespace schemac::syntax {

struct Repair {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  /// True if the text stands for the value that was meant, and can be looked at further.
  bool has_meaning = false;
};

struct Repaired {
  std::string text;             ///< as long as the file's, character by character
  std::vector<Repair> repairs;  ///< in order of their starts
  bool is_partial = false;      ///< something that could not be repaired was left out
  bool is_parsable = true;      ///< false: indentation is unknown (tabs)
};

[[nodiscard]] Repaired repair_traps(const source::SourceFile& file,
                                    source::Diagnostics& diagnostics);

}  // namespace schemac::syntax
