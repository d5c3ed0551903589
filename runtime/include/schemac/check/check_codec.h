// What validation asks of encoded content: whether it can be decoded, to the size that is stated.
#pragma once

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/decoding.h"
#include "schemac/check/frame.h"
#include "schemac/core/codec.h"

namespace schemac::impl {

/// The checks of one encoded field.
struct CodecChecks {
  const Check* malformed;
  const Check* too_large;
  const Check* size;
};

/// Decodes the content at `at`, all of whose stored bytes are there; `stated_at` is where its size
/// is stated. Returns whether the walk goes on.
inline bool check_codec(Context& context, const Frame& frame, const CodecChecks& checks,
                        const CodedBytes& coded, const std::byte* at, const std::byte* stated_at) {
  if (coded.codec() == nullptr || !context.makes(*checks.malformed)) return true;
  std::uint64_t size = 0;
  const CodecFlaw flaw = find_flaw(coded, context.limits(), size);
  switch (flaw) {
    case CodecFlaw::none:
      return true;
    case CodecFlaw::malformed:
      return context.note(*checks.malformed, frame, at);
    case CodecFlaw::too_large:
      return context.note(*checks.too_large, frame, at, {size, context.limits().decoded});
    case CodecFlaw::size:
      return context.note(*checks.size, frame, stated_at, {size});
  }
  return true;
}

}  // namespace schemac::impl
