#include "emit/cpp/spell/scalars.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/records.h"
#include "plan/bit_positions.h"

namespace schemac::emit::cpp {

std::string viewed_type(const plan::Plan& plan, const plan::Scalar& scalar) {
  return scalar.enumeration ? plan.enums[*scalar.enumeration].name : scalar_type(scalar.dtype);
}

bool is_signed(Dtype dtype) { return name(dtype).starts_with('i') || name(dtype).starts_with('t'); }

std::string number_type(const plan::Scalar& scalar) {
  return is_signed(scalar.dtype) ? "std::int64_t" : "std::uint64_t";
}

bool may_be_any_byte(const plan::Scalar& scalar) {
  return scalar.dtype == Dtype::bool8 && scalar.coding == plan::Coding::plain;
}

namespace {

std::string bits_at(const plan::Scalar& scalar, const std::string& type, const std::string& at) {
  const plan::StoredBits bits = *plan::stored_bits(scalar);
  const bool is_big = scalar.endian == Endian::big && bits.bytes > 1;
  return "schemac::impl::load_bits<" + type + ", " + std::to_string(bits.bytes) + ", " +
         std::to_string(bits.shift) + ", " + std::to_string(bits.width) +
         (is_big ? ", schemac::Endian::big" : "") + ">(" + at + ")";
}

std::string stated_order(const plan::Record& record, const Spelling& spelling) {
  return "static_cast<schemac::Endian>(" + text_of(*record.byte_order, spelling) + ")";
}

}  // namespace

std::string narrow_arguments(const plan::Scalar& scalar) {
  if (scalar.bits == 0 || scalar.place) return "";
  return std::to_string(scalar.bits / 8) + endian_argument(scalar);
}

std::string order_argument(const plan::Scalar& scalar, const plan::Record& record,
                           const Spelling& spelling) {
  return scalar.is_of_file ? ", " + stated_order(record, spelling) : "";
}

std::string order_of(const plan::Array& array, const plan::Record& record,
                     const Spelling& spelling) {
  return array.is_of_file ? stated_order(record, spelling) : endian_name(array.endian);
}

std::string order_of(const plan::Digest& digest, const plan::Record& record,
                     const Spelling& spelling) {
  return digest.is_of_file ? stated_order(record, spelling) : endian_name(digest.endian);
}

std::string load_as(const plan::Scalar& scalar, const std::string& type, const std::string& at,
                    const std::string& order) {
  if (scalar.bits != 0) return bits_at(scalar, type, at);
  const bool is_plain = scalar.enumeration || type == stored_type(scalar.dtype);
  return std::string(is_plain ? "schemac::impl::load<" : "schemac::impl::detail::load_element<") +
         type + endian_argument(scalar) + ">(" + at + order + ")";
}

std::string load_of(const plan::Scalar& scalar, const std::string& at, const std::string& order) {
  if (scalar.coding == plan::Coding::token) return "schemac::impl::msgpack::load_token(" + at + ")";
  if (scalar.bits != 0) return bits_at(scalar, stored_type(scalar.dtype), at);
  return "schemac::impl::load<" + stored_type(scalar.dtype) + endian_argument(scalar) + ">(" + at +
         order + ")";
}

std::string load_between(const plan::Scalar& scalar, const std::string& at, const std::string& end,
                         const std::string& order) {
  if (!scalar.varies()) return load_of(scalar, at, order);
  return integer_function(scalar, "integer_between", true) + "(" + at + ", " + end + ")";
}

std::string integer_function(const plan::Scalar& scalar, const std::string& function,
                             bool is_typed) {
  const std::string type = scalar_type(scalar.dtype);
  if (scalar.coding == plan::Coding::numeral)
    return "schemac::impl::numeral::" + function + "<" + numeral_form(scalar) + ", " + type + ">";
  return "schemac::impl::msgpack::" + function + (is_typed ? "<" + type + ">" : "");
}

std::string numeral_form(const plan::Scalar& scalar) {
  const impl::numeral::Form& form = *scalar.numeral;
  const std::string space = "schemac::impl::numeral::";
  if (form.notation != impl::numeral::Notation::digits)
    return space + std::string(impl::numeral::name(form.notation));
  return space + (form.is_filled_after ? "in_filled_digits(" : "in_digits(") +
         std::to_string(form.base) + ", " + std::to_string(form.size) + ", " +
         (form.fill == '\0' ? "'\\0'" : std::string("'") + form.fill + "'") + ", " +
         quoted(form.ending()) + ")";
}

std::string list_type(const plan::Plan& plan, const plan::Scalar& scalar) {
  return list_type_of(scalar, scalar.enumeration ? plan.enums[*scalar.enumeration].name
                                                 : scalar_type(scalar.dtype));
}

std::string list_type_of(const plan::Scalar& scalar, const std::string& type) {
  if (is_packed(scalar.dtype))
    return scalar.dtype == Dtype::u1 ? "schemac::BitList"
                                     : "schemac::PackedList<" + dtype_name(scalar.dtype) + ">";
  if (scalar.coding != plan::Coding::plain) return "schemac::msgpack::TaggedList<" + type + ">";
  if (scalar.is_of_file) return "schemac::OrderedList<" + type + ">";
  return "schemac::ScalarList<" + type + endian_argument(scalar) + ">";
}

std::string walked_list_type(const plan::Plan& plan, const plan::Scalar& scalar) {
  return may_be_any_byte(scalar) ? "schemac::ScalarList<std::uint8_t>" : list_type(plan, scalar);
}

std::string list_type(const plan::Plan& plan, const plan::Field& field) {
  const std::string type = list_type(plan, *scalar_element(field.body));
  return has_product(field) ? "schemac::WithProduct<" + type + ">" : type;
}

std::string wrong_tag(const plan::Scalar& scalar, const std::string& at) {
  const std::string type =
      scalar.coding == plan::Coding::token ? "bool" : stored_type(scalar.dtype);
  return "!schemac::impl::msgpack::has_tag<" + type + ">(" + at + ")";
}

}  // namespace schemac::emit::cpp
