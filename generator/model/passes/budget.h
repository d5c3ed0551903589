// What one schema may ask for. A schema can be as hostile as a file: a few lines of it, each of
// which uses the one before twice, stand for more than any machine has room for.
#pragma once

#include <cstdint>

#include "model/passes/draft.h"

namespace schemac::model {

namespace budget {

/// Operations inside operations. Compilers of C++ follow 256 brackets.
inline constexpr std::uint32_t expression_depth = 200;
/// Operations, names and numbers of one expression, and of all, with what `let`s, parameters and
/// other names of types stand for.
inline constexpr std::uint64_t expression_nodes = 10'000;
inline constexpr std::uint64_t all_nodes = 1'000'000;
/// Records inside records, where none holds itself: `Limits::depth` of the runtime bounds those.
inline constexpr std::size_t record_depth = 1'000;
/// Fields of a record with those of all that it holds, in each place that they have.
inline constexpr std::uint64_t held_fields = 200'000;
/// Types that are other names for types that are other names.
inline constexpr std::size_t alias_depth = 200;

}  // namespace budget

/// Whether no record is too deep or too large to be held. If not, that is reported; passes that
/// follow records from one to the next then have no end in sight.
[[nodiscard]] bool keeps_budget(Draft& draft);

}  // namespace schemac::model
