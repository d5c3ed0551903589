#include "emit/cpp/wire/digests.h"

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
namespace {

bool is_fixed(const plan::Digest& digest) { return digest.algorithm.op == plan::Op::constant; }

std::string kind_name(impl::DigestAlgorithm algorithm) {
  return "schemac::impl::digest_" + std::string(name(algorithm));
}

}  // namespace

std::string_view header_of(impl::DigestAlgorithm algorithm) {
  const std::string_view kind = name(algorithm);
  if (kind == "none") return "";
  if (kind == "adler32" || kind == "crc32") return "digest/deflate";
  if (kind == "md5" || kind.starts_with("sha")) return "digest/openssl";
  if (kind.starts_with("crc")) return "digest/crc";
  return kind.starts_with("xxh") ? "digest/xxh" : "digest/sums";
}

void emit_digest_table(Printer& out, const plan::Plan& plan) {
  if (!plan.uses.digests_of_file) return;
  std::string kinds;
  for (const impl::DigestAlgorithm digest : plan.uses.digests_by_number)
    kinds += (kinds.empty() ? "&" : ", &") + kind_name(digest);
  out.blank_line();
  out.emit({{"kinds", kinds}},
           R"cc(
             inline const schemac::impl::DigestKind& digest_of(std::uint64_t code) {
               return schemac::impl::find_digest({$kinds$}, code);
             }
           )cc");
}

std::string digester_arguments(const plan::Digest& digest, const std::string& code,
                               const std::string& order) {
  const std::string kind =
      is_fixed(digest) ? kind_name(static_cast<impl::DigestAlgorithm>(digest.algorithm.number))
                       : "detail::digest_of(" + code + ")";
  return kind + (order == endian_name(Endian::little) ? "" : ", " + order);
}

}  // namespace schemac::emit::cpp
