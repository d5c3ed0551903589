// From bytes to values.
#pragma once

#include <cstdint>

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"

namespace schemac::direct {

enum class Reading : std::uint8_t {
  strict,      ///< as generated `read`: checks of level `error`, ends at the first
  keep_going,  ///< whatever can be read; what can't is absent, and the report says why
};

struct Decoded {
  Value values;   ///< Members of the root record; borrows the bytes read
  Report report;  ///< of `strict`: the error, or nothing; of `keep_going`: every violation
  std::uint64_t left_out = 0;    ///< elements of lists beyond the extent that was asked for
  std::uint64_t text_bytes = 0;  ///< of all texts, which values borrow but JSON spells out
};

/// Reads the values of `bytes`, which must outlive the result. Without an extent more values than
/// `limits` have memory for are an error.
[[nodiscard]] Decoded decode(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                             Reading reading, const Limits& limits = {}, const Extent& extent = {});

/// What a strict `decode` reports, without making values.
[[nodiscard]] Report check(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                           const Limits& limits = {});

}  // namespace schemac::direct
