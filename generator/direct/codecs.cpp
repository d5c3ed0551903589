#include "direct/codecs.h"

#include <algorithm>

#include "schemac/check/decoding.h"
#include "schemac/codec/blosc.h"
#include "schemac/codec/zlib.h"
#include "schemac/codec/zstd.h"

namespace schemac::direct {

const schemac::Codec* codec_of(const Outcome& code) {
  if (!code.ok()) return nullptr;
  return impl::find_codec({&codec_none, &codec_blosc, &codec_zlib, &codec_zstd},
                          saturated(code.value));
}

CodedBytes coded_bytes(const plan::Codec& codec, const plan::Plan& plan, const Scope& scope,
                       Bytes stored) {
  return coded_bytes(codec.algorithm, codec.size, plan, scope, stored);
}

CodedBytes coded_bytes(const plan::Expr& algorithm, const std::optional<plan::Expr>& size,
                       const plan::Plan& plan, const Scope& scope, Bytes stored) {
  std::optional<std::uint64_t> stated;
  if (size) {
    const Outcome number = evaluate(*size, plan, scope);
    stated = number.ok() ? saturated(number.value) : ~std::uint64_t{0};
  }
  return {codec_of(evaluate(algorithm, plan, scope)), stored, stated};
}

CodecOptions codec_options(const plan::Codec& codec, const plan::Plan& plan, const Scope& scope) {
  CodecOptions options;
  if (codec.level) {
    const Outcome level = evaluate(*codec.level, plan, scope);
    if (level.ok()) options.level = static_cast<int>(std::clamp<Int128>(level.value, -1000, 1000));
  }
  if (codec.element_size) {
    const Outcome size = evaluate(*codec.element_size, plan, scope);
    if (size.ok()) options.element_size = saturated(size.value);
  }
  return options;
}

}  // namespace schemac::direct
