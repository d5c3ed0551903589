// All codecs, and what a plan says of a field that one of them encodes.
#pragma once

#include <optional>

#include "direct/evaluate.h"
#include "plan/plan.h"
#include "schemac/core/codec.h"

namespace schemac::direct {

/// The codec with that number; null if there is none, or it isn't known.
[[nodiscard]] const schemac::Codec* codec_of(const Outcome& code);

/// The stored bytes of a field of the record that `scope` is.
[[nodiscard]] CodedBytes coded_bytes(const plan::Codec& codec, const plan::Plan& plan,
                                     const Scope& scope, Bytes stored);
/// The same of what names the codec, and states how many bytes it decodes to.
[[nodiscard]] CodedBytes coded_bytes(const plan::Expr& algorithm,
                                     const std::optional<plan::Expr>& size, const plan::Plan& plan,
                                     const Scope& scope, Bytes stored);

/// How the writer encodes such a field.
[[nodiscard]] CodecOptions codec_options(const plan::Codec& codec, const plan::Plan& plan,
                                         const Scope& scope);

}  // namespace schemac::direct
