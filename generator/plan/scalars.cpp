#include <algorithm>

#include "plan/bodies.h"
#include "plan/lower_expression.h"
#include "plan/versions.h"

namespace schemac::plan {
namespace {

void lower_flags(RecordScope& scope, const model::Scalar& scalar, const BodySite& site,
                 Scalar& out) {
  std::uint64_t named = 0;
  for (std::uint32_t i = 0; i < scalar.flags.size(); ++i) {
    const model::FlagBit& bit = scalar.flags[i];
    Flag flag{bit.name, bit.bit, bit.width, bit.versions, std::nullopt, bit.doc};
    if (site.is_own)
      for (const model::Presence& presence : site.field.role.presences)
        if (presence.flag == i) flag.presence_of = scope.ids[presence.field];
    const std::uint64_t ones =
        bit.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bit.width) - 1;
    named |= ones << bit.bit;
    out.flags.push_back(std::move(flag));
  }
  const std::uint32_t bits = bit_count(scalar.dtype);
  const std::uint64_t all = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const bool are_limited = std::any_of(out.flags.begin(), out.flags.end(),
                                       [](const Flag& flag) { return !flag.versions.are_all(); });
  if (!out.flags.empty() && ((named & all) != all || are_limited))
    out.unknown_flag = scope.builder.checks.unknown_flag(part_site(scope, site), are_limited);
}

}  // namespace

bool is_signed(Dtype dtype) {
  switch (dtype) {
    case Dtype::i8:
    case Dtype::i16:
    case Dtype::i32:
    case Dtype::i64:
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
    case Dtype::t1:
      return true;
    case Dtype::u8:
    case Dtype::u16:
    case Dtype::u32:
    case Dtype::u64:
    case Dtype::f16:
    case Dtype::bf16:
    case Dtype::f32:
    case Dtype::f64:
    case Dtype::f8e5m2:
    case Dtype::bool8:
    case Dtype::c64:
    case Dtype::c128:
    case Dtype::u4:
    case Dtype::u2:
    case Dtype::u1:
      return false;
  }
  return false;
}

Scalar lower_scalar(RecordScope& scope, const model::Scalar& scalar, const BodySite& site) {
  Scalar out;
  out.dtype = scalar.dtype;
  out.endian = scalar.endian;
  CheckSite at = part_site(scope, site);
  at.is_signed = is_signed(scalar.dtype);
  if (scalar.enumeration) {
    out.enumeration = *scalar.enumeration;
    const model::Enum& enumeration = scope.builder.format.enums[*scalar.enumeration];
    if (!enumeration.keeps_unknown)
      out.unknown_member = scope.builder.checks.unknown_member(at, enumeration.name);
  }
  out.versioned = lower_versioned(scope, scalar, at);
  if (scalar.dtype == Dtype::bool8) out.boolean = scope.builder.checks.boolean(at);
  lower_flags(scope, scalar, site, out);
  if (site.is_own && site.field.constant) {
    out.constant = site.field.constant;
    const bool is_first =
        scope.is_root && !scope.type.fields.empty() && &site.field == scope.type.fields.data();
    out.constant_check = scope.builder.checks.constant(at, *out.constant, is_first);
    out.boolean.reset();  // what the constant says already
    out.unknown_member.reset();
    out.versioned.reset();
  }
  return out;
}

}  // namespace schemac::plan
