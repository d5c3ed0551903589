#include "emit/cpp/wire/digests.h"

#include <functional>
#include <variant>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {
namespace {

bool is_fixed(const plan::Digest& digest) { return digest.algorithm.op == plan::Op::constant; }

void for_each_digest(const plan::Plan& plan,
                     const std::function<void(const plan::Digest&)>& visit) {
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* raw = std::get_if<plan::Raw>(&body.kind);
    if (raw != nullptr && raw->digest) visit(*raw->digest);
  });
}

bool any_digest_is_chosen(const plan::Plan& plan) {
  bool found = false;
  for_each_digest(plan, [&](const plan::Digest& digest) { found |= !is_fixed(digest); });
  return found;
}

// Those that attributes of enumerations name.
std::set<impl::DigestAlgorithm> chosen_digests(const plan::Plan& plan) {
  std::set<impl::DigestAlgorithm> digests;
  for (const plan::Enum& enumeration : plan.enums)
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i) {
      if (enumeration.attributes[i].kind != model::AttributeKind::digest) continue;
      for (const plan::EnumMember& member : enumeration.members)
        if (i < member.attributes.size() && member.attributes[i])
          digests.insert(static_cast<impl::DigestAlgorithm>(*member.attributes[i]));
    }
  digests.erase(impl::DigestAlgorithm::none);  // which needs no function
  return digests;
}

std::string kind_name(impl::DigestAlgorithm algorithm) {
  return "schemac::impl::digest_" + std::string(name(algorithm));
}

}  // namespace

std::set<impl::DigestAlgorithm> digests_of(const plan::Plan& plan) {
  std::set<impl::DigestAlgorithm> digests;
  if (any_digest_is_chosen(plan)) digests = chosen_digests(plan);
  for_each_digest(plan, [&](const plan::Digest& digest) {
    if (is_fixed(digest))
      digests.insert(static_cast<impl::DigestAlgorithm>(digest.algorithm.number));
  });
  return digests;
}

std::string_view header_of(impl::DigestAlgorithm algorithm) {
  const std::string_view kind = name(algorithm);
  if (kind == "none") return "";
  if (kind == "adler32" || kind == "crc32") return "digest/deflate";
  if (kind == "md5" || kind.starts_with("sha")) return "digest/openssl";
  if (kind.starts_with("crc")) return "digest/crc";
  return kind.starts_with("xxh") ? "digest/xxh" : "digest/sums";
}

void emit_digest_table(Printer& out, const plan::Plan& plan) {
  if (!any_digest_is_chosen(plan)) return;
  std::string kinds;
  for (const impl::DigestAlgorithm digest : chosen_digests(plan))
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
