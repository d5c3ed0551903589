// Decoding as readers and checks need it: to a stated size, in parts, with what is wrong as a
// violation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/codec.h"
#include "schemac/core/limits.h"
#include "schemac/core/violation.h"

namespace schemac::impl {

[[nodiscard]] constexpr std::optional<CodecAlgorithm> codec_named(std::string_view name) {
  for (std::size_t i = 0; i < detail::codec_names.size(); ++i)
    if (detail::codec_names[i] == name) return static_cast<CodecAlgorithm>(i);
  return std::nullopt;
}

/// The one of `codecs` with that number; null if none has it.
[[nodiscard]] inline const Codec* find_codec(std::initializer_list<const Codec*> codecs,
                                             std::uint64_t code) {
  for (const Codec* const codec : codecs)
    if (static_cast<std::uint64_t>(codec->algorithm) == code) return codec;
  return nullptr;
}

/// What `size(x)` of encoded bytes is: 0 if they are malformed, and no more than an offset can be.
[[nodiscard]] inline std::uint64_t plain_size(const CodedBytes& coded) {
  constexpr std::uint64_t most = ~std::uint64_t{0} >> 1;
  return std::min(coded.size().value_or(0), most);
}

/// What is wrong with encoded bytes, found out by decoding them; `size` is what is stated.
[[nodiscard]] inline CodecFlaw find_flaw(const CodedBytes& coded, const Limits& limits,
                                         std::uint64_t& size) {
  const CodecFlaw flaw = coded.look(size, limits);
  if (flaw != CodecFlaw::none) return flaw;
  if (coded.codec()->algorithm == CodecAlgorithm::none)
    return size == coded.stored().size() ? CodecFlaw::none : CodecFlaw::size;
  return coded.decode_into(detail::OwnedRoom(size).bytes);
}

/// The plain content, which has to have the size that was stated of it.
[[nodiscard]] inline CodecFlaw decode_as_stated(const CodedBytes& coded, std::uint64_t size,
                                                Blob& plain, const Limits& limits) {
  const CodecFlaw flaw = coded.decode(plain, limits);
  return flaw == CodecFlaw::none && plain.size() != size ? CodecFlaw::size : flaw;
}
/// Fills `out` with plain content from byte `from` on, which lies inside the `size` bytes that were
/// stated of it; decodes no more than that part, where the codec can.
[[nodiscard]] inline CodecFlaw read_range(const CodedBytes& coded, std::uint64_t size,
                                          std::uint64_t from, MutableBytes out,
                                          const Limits& limits) {
  if (out.size() == size) {
    std::uint64_t found = 0;
    const CodecFlaw flaw = coded.look(found, limits);
    if (flaw != CodecFlaw::none) return flaw;
    return found == size ? coded.decode_into(out) : CodecFlaw::size;
  }
  if (coded.decode_part(from, out, limits)) return CodecFlaw::none;
  Blob plain;
  const CodecFlaw flaw = decode_as_stated(coded, size, plain, limits);
  if (flaw == CodecFlaw::none && !out.empty())
    std::memcpy(out.data(), plain.bytes().data() + from, out.size());
  return flaw;
}

/// The violation that a flaw is, of content at an unknown place.
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation violation_of(CodecFlaw flaw) {
  const bool is_large = flaw == CodecFlaw::too_large;
  const bool is_size = flaw == CodecFlaw::size;
  return {"",
          0,
          is_large  ? Rule::resource_limit
          : is_size ? Rule::size_mismatch
                    : Rule::bad_value,
          Level::error,
          "",
          is_large  ? "decodes to more bytes than allowed"
          : is_size ? "decodes to another size than is stated"
                    : "can't be decoded"};
}

}  // namespace schemac::impl
