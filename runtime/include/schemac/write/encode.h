// What the writer of a format with codecs does first: it makes stored bytes of plain content.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/check/rejection.h"
#include "schemac/core/codec.h"
#include "schemac/core/coded.h"
#include "schemac/write/writer.h"

namespace schemac::impl {

/// A level of a value, which may be any number: codecs take what they know that is nearest.
template <class Number>
[[nodiscard]] constexpr int level_of(Number level) {
  if (std::cmp_less(level, -1000)) return -1000;
  return std::cmp_less(level, 1000) ? static_cast<int>(level) : 1000;
}
/// The same of one that may not be computed: then the codec's default. `compute` gets a flag, which
/// it clears.
template <class Compute>
[[nodiscard]] inline std::optional<int> level_if_any(Compute compute) {
  bool is_level = true;
  const auto level = compute(is_level);
  return is_level ? std::optional<int>(level_of(level)) : std::nullopt;
}
/// Bytes of an element; 1 where they can't be computed.
template <class Compute>
[[nodiscard]] inline std::uint64_t element_size_or_one(Compute compute) {
  bool is_size = true;
  const auto size = compute(is_size);
  return is_size ? static_cast<std::uint64_t>(size) : 1;
}

/// Makes the stored bytes of a member, where there are none of that codec.
[[nodiscard]] inline bool encode(Coded& coded, const Codec* codec, const CodecOptions& options,
                                 const Frame& frame, std::string_view field, Rejection& out) {
  switch (coded.encode(codec, options)) {
    case CodecFlaw::none:
      return true;
    case CodecFlaw::too_large:
      return out.reject_at(refusals::too_much, frame, field);
    case CodecFlaw::malformed:
    case CodecFlaw::size:
      break;
  }
  return out.reject_at(codec == nullptr ? refusals::no_codec : refusals::undecoded, frame, field);
}

/// Holds the stored bytes of a member against the record that a reader finds in them:
/// `check(context, frame, begin, end)` walks it, and returns where it ends, or null.
template <class Check>
[[nodiscard]] bool check_stored(const Coded& coded, const Frame& frame, std::string_view field,
                                Rejection& out, const Check& check) {
  Context context(coded.stored().bytes(), Limits{}, Strictness::validate);
  const std::byte* const begin = context.space().data();
  const std::byte* const end = begin + context.space().size();
  const std::byte* const after = check(context, Frame{&frame, field}, begin, end);
  if (after == end && context.report().violations().empty()) [[likely]]
    return true;
  if (auto refused = refusal_of(context.take_report())) return out.reject(*std::move(refused));
  return after == end || out.reject_at(refusals::undecoded, frame, field);
}

}  // namespace schemac::impl
