// Checksums of stretches of bytes: what the headers of formats with digests include. Links with
// schemac::digests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/digest/digest_writer.h"
#include "schemac/digest/digester.h"

namespace schemac::impl {

/// What a digest covers: bytes from `begin` to `end` in a file.
struct Covered {
  const std::byte* begin;
  const std::byte* end;
};

/// Compares the digest at `at`, of which all bytes are there, with what it covers; returns whether
/// the walk goes on.
inline bool check_digest(Context& context, const Frame& frame, const Check& check,
                         Digester digester, std::initializer_list<Covered> covered,
                         const std::byte* at) {
  if (digester.size() == 0 || !context.makes(check)) return true;
  for (const auto& [begin, end] : covered) digester.add(Bytes(begin, end));
  if (std::ranges::equal(digester.finish(), Bytes(at, digester.size()))) return true;
  return context.note(check, frame, at);
}

}  // namespace schemac::impl
