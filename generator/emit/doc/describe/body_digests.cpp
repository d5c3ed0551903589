#include <optional>

#include "emit/doc/describe/body_boxes.h"
#include "emit/doc/queries/conditions.h"
#include "emit/doc/queries/spelling.h"
#include "schemac/base/digest_algorithm.h"

namespace schemac::emit::doc {
namespace {

Text form_of(const plan::Digest& digest, const std::optional<std::uint64_t>& code) {
  if (!code) return text("; numbers are ", word(order_of(digest)), ", others rows of bytes");
  const auto kind = static_cast<impl::DigestAlgorithm>(*code);
  if (!is_number(kind)) return text(kind == impl::DigestAlgorithm::none ? "" : ": a row of bytes");
  const bool has_order = impl::digest_size(kind) > 1;
  return has_order ? text(": a number, ", word(order_of(digest))) : text(": a number");
}

}  // namespace

BodyDoc describe_digest(const BodySite& site, const plan::Body& body, const plan::Digest& digest) {
  BodyDoc out;
  const auto kind = constant_of(digest.algorithm);
  const Text algorithm = kind ? text(std::string(name(static_cast<impl::DigestAlgorithm>(*kind))))
                              : text("of kind ", site.scope.expression(digest.algorithm));
  out.type = text("digest");
  const auto size = body.fixed_size;
  Box bytes = box(site, site.name, "digest", size);
  if (!size) {
    out.size = text("as its kind asks for");
    bytes.extent = "as its kind asks for";
  }
  out.boxes.push_back(std::move(bytes));
  std::vector<Text> covered;
  for (const auto& [first, last] : digest.over)
    covered.push_back(first == last ? text(site.scope.field(first))
                                    : text("everything from ", site.scope.field(first), " to ",
                                           site.scope.field(last)));
  const Text bytes_covered = listed(covered, "and");
  out.form.push_back(text("A checksum ", kind ? text("(", algorithm, ")") : algorithm, " of ",
                          bytes_covered, ", as stored", form_of(digest, kind), "."));
  if (digest.own)
    out.form.push_back(
        text("Each of its own bytes counts as ", code("0x" + hex_of({*digest.own})), " there."));
  require(out.requirements, digest.check,
          text(site.subject, " is the digest of ", bytes_covered, "."),
          text("digest of ", bytes_covered));
  return out;
}

}  // namespace schemac::emit::doc
