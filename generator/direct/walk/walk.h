// Goes through the steps of a file's record: finds every field, makes every check, reports to an
// observer.
#pragma once

#include "direct/evaluate.h"
#include "direct/walk/observer.h"
#include "plan/plan.h"
#include "schemac/check/context.h"
#include "schemac/core/bytes.h"

namespace schemac::direct {

enum class PayloadOrder : std::uint8_t {
  expected,  ///< payloads are held against a running end, without storage
  any,       ///< all of them are kept: the second walk, after one that was uncertain
};

/// What a walk found out about itself.
enum class Certainty : std::uint8_t {
  certain,
  uncertain,  ///< payloads came out of order: overlaps and gaps need a walk with PayloadOrder::any
};

/// Walks `context.space()`. Violations are in the context.
Certainty walk(const plan::Plan& plan, const plan::Root& root, impl::Context& context,
               Observer& observer, PayloadOrder order = PayloadOrder::expected);

/// The same for nothing but its checks.
Certainty walk(const plan::Plan& plan, const plan::Root& root, impl::Context& context,
               PayloadOrder order = PayloadOrder::expected);

/// The same of a record by itself, at `frame`, that is to take all of `context.space()`; `holder`
/// says what the record is given. Returns whether it does.
bool walk_alone(const plan::Plan& plan, const plan::Nested& nested, const Scope& holder,
                const impl::Frame& frame, impl::Context& context);

}  // namespace schemac::direct
