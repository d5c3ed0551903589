#include <bit>
#include <string>
#include <string_view>

#include "plan/expressions/versions.h"
#include "plan/make/bodies.h"
#include "schemac/base/numeral_sentence.h"

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
    named |= flag.mask();
    out.flags.push_back(std::move(flag));
  }
  const std::uint32_t bits = scalar.bit_count();
  const std::uint64_t all = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::string limited;
  for (const Flag& flag : out.flags)
    if (!flag.versions.are_all())
      limited += (limited.empty() ? "" : ", ") + flag.name + " (bit " + std::to_string(flag.bit) +
                 ") " + in_words(flag.versions);
  if (!out.flags.empty() && ((named & all) != all || !limited.empty()))
    out.unknown_flag = scope.builder.checks.unknown_flag(subject_of(scope, site), limited);
}

std::string hex(std::uint8_t byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string("0x") + digits[byte >> 4] + digits[byte & 15];
}

// The head byte that MessagePack has for numbers of just this width.
std::uint8_t tag_of(Dtype dtype) {
  const auto exponent = static_cast<unsigned>(std::countr_zero(bit_count(dtype) / 8));
  if (dtype == Dtype::f32) return 0xca;
  if (dtype == Dtype::f64) return 0xcb;
  return static_cast<std::uint8_t>((is_signed(dtype) ? 0xd0 : 0xcc) + exponent);
}

void lower_form(RecordScope& scope, const model::Scalar& scalar, const BodySite& site,
                Scalar& out) {
  out.coding = scalar.is_any_width            ? Coding::integer
               : scalar.dtype == Dtype::bool8 ? Coding::token
                                              : Coding::tagged;
  CheckSubject at = subject_of(scope, site, out.coding == Coding::token ? "" : "tag");
  at.style = {};
  Checks& checks = scope.builder.checks;
  switch (out.coding) {
    case Coding::plain:
    case Coding::numeral:
      return;
    case Coding::tagged:
      out.tag = tag_of(scalar.dtype);
      out.form =
          checks.form(at, "; " + std::string(name(scalar.dtype)) + " begins with " + hex(out.tag));
      return;
    case Coding::token:
      out.form = checks.form(at, "; a boolean is 0xc2 or 0xc3");
      return;
    case Coding::integer: {
      out.form = checks.form(at, ", which doesn't begin an integer");
      CheckSubject content = subject_of(scope, site);
      content.style = {};
      content.is_signed = !is_signed(scalar.dtype);  // what doesn't fit has the other sign
      out.unfit = checks.unfit(content, is_signed(scalar.dtype) ? "int" : "uint");
      return;
    }
  }
}

std::optional<BitPosition> lower_place(const RecordScope& scope, const model::Scalar& scalar) {
  if (!scalar.place) return std::nullopt;
  const model::Body& group = scope.type.fields[scalar.place->group].body;
  BitPosition out;
  out.group = *scope.ids[scalar.place->group];
  out.shift = scalar.place->shift;
  out.bytes = static_cast<std::uint8_t>(std::get<model::Scalar>(group.kind).bit_count() / 8);
  return out;
}

void lower_numeral(RecordScope& scope, const model::Scalar& scalar, const BodySite& site,
                   Scalar& out) {
  out.coding = Coding::numeral;
  out.numeral = scalar.numeral;
  CheckSubject at = subject_of(scope, site);
  at.style = {};
  const std::string_view type = name(scalar.dtype);
  out.unfit = scope.builder.checks.unfit_byte(
      at, impl::numeral::unfit_sentence(*scalar.numeral, type).view());
  if (scalar.numeral->notation == impl::numeral::Notation::digits)
    out.wide = scope.builder.checks.respelled(at);
  else
    out.wide = scope.builder.checks.wide(at);
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

Scalar lower_scalar(RecordScope& scope, const model::Scalar& scalar, const BodySite& site,
                    const std::string& wire) {
  Scalar out;
  out.dtype = scalar.dtype;
  out.bits = scalar.bits;
  out.is_group = scalar.is_group;
  out.place = lower_place(scope, scalar);
  out.endian = scalar.endian.fixed;
  out.is_of_file = scalar.endian.is_of_file;
  CheckSubject at = subject_of(scope, site);
  at.is_signed = is_signed(scalar.dtype);
  if (scalar.enumeration) {
    out.enumeration = *scalar.enumeration;
    const model::Enum& enumeration = scope.builder.format.enums[*scalar.enumeration];
    if (!enumeration.keeps_unknown)
      out.unknown_member = scope.builder.checks.unknown_member(at, enumeration.name);
  }
  out.versioned = lower_versioned(scope, scalar, at);
  if (wire == "msgpack") lower_form(scope, scalar, site, out);
  if (scalar.numeral) lower_numeral(scope, scalar, site, out);
  if (scalar.dtype == Dtype::bool8 && out.coding == Coding::plain)
    out.boolean = scope.builder.checks.boolean(at);
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

Head lower_head(RecordScope& scope, HeadForm form, const BodySite& site) {
  CheckSubject at = subject_of(scope, site, "head");
  at.style = {};
  at.prefix += "_head";
  const auto expected = [&] {
    switch (form) {
      case HeadForm::text:
        return ", which doesn't begin a str";
      case HeadForm::bytes:
        return ", which doesn't begin a bin";
      case HeadForm::list:
        return ", which doesn't begin an array";
      case HeadForm::map:
        break;
    }
    return ", which doesn't begin a map";
  };
  return {form, scope.builder.checks.form(at, expected())};
}

}  // namespace schemac::plan
