#include "direct/msgpack.h"

#include <cstring>

#include "direct/numeral.h"
#include "direct/scalar_of.h"
#include "schemac/base/load.h"

namespace schemac::direct {
namespace {

using impl::msgpack::HeadForm;

std::uint64_t number_size(const plan::Scalar& scalar) { return bit_count(scalar.dtype) / 8; }

// Calls `visit` with the form as a constant.
template <class Visit>
auto with_form(HeadForm form, Visit&& visit) {
  switch (form) {
    case HeadForm::text:
      return visit(std::integral_constant<HeadForm, HeadForm::text>());
    case HeadForm::bytes:
      return visit(std::integral_constant<HeadForm, HeadForm::bytes>());
    case HeadForm::list:
      return visit(std::integral_constant<HeadForm, HeadForm::list>());
    case HeadForm::map:
      break;
  }
  return visit(std::integral_constant<HeadForm, HeadForm::map>());
}

}  // namespace

bool has_form(const plan::Scalar& scalar, const std::byte* at) {
  const auto byte = std::to_integer<std::uint8_t>(*at);
  switch (scalar.coding) {
    case plan::Coding::plain:
    case plan::Coding::numeral:
      return true;
    case plan::Coding::tagged:
      return byte == scalar.tag;
    case plan::Coding::token:
      return (byte & 0xfe) == 0xc2;
    case plan::Coding::integer:
      break;
  }
  return impl::msgpack::is_integer(byte);
}

Bytes content_of(const plan::Scalar& scalar, Bytes bytes) {
  const bool has_tag = scalar.coding == plan::Coding::tagged ||
                       (scalar.coding == plan::Coding::integer && bytes.size() > 1);
  return has_tag ? bytes.subspan(1) : bytes;
}

Int128 load_scalar(const plan::Scalar& scalar, Bytes bytes) {
  switch (scalar.coding) {
    case plan::Coding::plain:
      if (const auto bits = bits_of(scalar)) {
        const std::uint64_t number = load_bits(*bits, bytes.data());
        return bits->is_signed ? Int128{static_cast<std::int64_t>(number)} : Int128{number};
      }
      return load_number(scalar.dtype, scalar.endian, bytes.data());
    case plan::Coding::tagged:
      return load_number(scalar.dtype, scalar.endian, content_of(scalar, bytes).data());
    case plan::Coding::token:
      return std::to_integer<unsigned>(bytes[0]) & 1;
    case plan::Coding::numeral: {
      impl::numeral::IntegerAt numeral;
      const bool is_whole =
          find_numeral(scalar, bytes.data(), bytes.data() + bytes.size(), numeral);
      return is_whole ? number_in(scalar, numeral.bits) : Int128{0};
    }
    case plan::Coding::integer:
      break;
  }
  impl::msgpack::IntegerAt integer;
  if (!impl::msgpack::find_integer(bytes.data(), bytes.data() + bytes.size(), integer)) return 0;
  return integer.is_negative ? Int128{static_cast<std::int64_t>(integer.bits)}
                             : Int128{integer.bits};
}

std::vector<std::byte> without_tags(const plan::Scalar& scalar, std::uint64_t count, Bytes bytes) {
  const std::uint64_t size = scalar.coding == plan::Coding::token ? 1 : number_size(scalar);
  const std::uint64_t stride = stored_size(scalar);
  std::vector<std::byte> out(static_cast<std::size_t>(count * size));
  for (std::uint64_t i = 0; i < count; ++i) {
    const Bytes element =
        bytes.subspan(static_cast<std::size_t>(i * stride), static_cast<std::size_t>(stride));
    if (scalar.coding == plan::Coding::token) {
      out[i] = element[0] & std::byte{1};
    } else {
      std::memcpy(out.data() + i * size, content_of(scalar, element).data(), size);
    }
  }
  return out;
}

impl::StretchField field_in_stretch(const plan::Scalar& scalar, std::string_view name,
                                    const schemac::impl::Check& form) {
  impl::StretchField part{name, stored_size(scalar)};
  if (scalar.coding == plan::Coding::plain) return part;
  part.form = &form;
  part.tag = scalar.coding == plan::Coding::token ? 0xc2 : scalar.tag;
  part.last_tag = scalar.coding == plan::Coding::token ? 0xc3 : scalar.tag;
  return part;
}

std::uint64_t written_size(const plan::Scalar& scalar, Int128 value) {
  if (!scalar.varies()) return stored_size(scalar);
  if (scalar.coding == plan::Coding::numeral) return numeral_size(scalar, value);
  return value < 0 ? impl::msgpack::integer_size(static_cast<std::int64_t>(value))
                   : impl::msgpack::integer_size(static_cast<std::uint64_t>(value));
}

void store_scalar(const plan::Scalar& scalar, Int128 value, std::byte* at) {
  switch (scalar.coding) {
    case plan::Coding::plain:
      return store_number(static_cast<std::size_t>(stored_size(scalar)), scalar.endian, value, at);
    case plan::Coding::tagged:
      impl::store(at, scalar.tag);
      return store_number(scalar.dtype, scalar.endian, value, at + 1);
    case plan::Coding::token:
      return impl::store(at, static_cast<std::uint8_t>(value != 0 ? 0xc3 : 0xc2));
    case plan::Coding::numeral:
      return store_numeral(scalar, value, at);
    case plan::Coding::integer:
      break;
  }
  if (value < 0) {
    impl::msgpack::store_integer(at, static_cast<std::int64_t>(value));
  } else {
    impl::msgpack::store_integer(at, static_cast<std::uint64_t>(value));
  }
}

bool find_head(HeadForm form, const std::byte* begin, const std::byte* end,
               impl::msgpack::HeadAt& out) {
  return with_form(form,
                   [&](auto known) { return impl::msgpack::find_head<known>(begin, end, out); });
}

std::uint64_t head_size(HeadForm form, std::uint64_t number) {
  return with_form(form, [&](auto known) { return impl::msgpack::head_size<known>(number); });
}

void store_head(HeadForm form, std::uint64_t number, std::byte* at) {
  with_form(form, [&](auto known) {
    impl::msgpack::store_head<known>(at, number, impl::msgpack::head_size<known>(number));
  });
}

}  // namespace schemac::direct
