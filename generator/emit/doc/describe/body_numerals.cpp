// How numbers are spelled that have a form.
#include <string>
#include <string_view>

#include "emit/doc/describe/body_boxes.h"
#include "model/range_arithmetic.h"
#include "schemac/base/number_form.h"

namespace schemac::emit::doc {
namespace {

std::string_view spelled(impl::numeral::Notation notation) {
  using impl::numeral::Notation;
  switch (notation) {
    case Notation::leb128:
      return "Seven bits in each byte, the lowest first (LEB128)";
    case Notation::zigzag:
      return "Numbered as 0, -1, 1, -2, ... (zigzag); seven bits in each byte, the lowest first";
    case Notation::vlq:
      return "Seven bits in each byte, the highest first (VLQ)";
    case Notation::vlq9:
    case Notation::digits:
      break;
  }
  return "Seven bits in each byte, the highest first; a ninth byte has eight";
}

void add_varint(BodyDoc& out, const Text& subject, const plan::Scalar& scalar) {
  const bool has_sign = scalar.numeral->notation == impl::numeral::Notation::leb128 &&
                        model::range_of(scalar.dtype).min < 0;
  out.form.push_back(text(std::string(spelled(scalar.numeral->notation)) +
                          (has_sign ? ", in two's complement" : "") +
                          ". A set top bit says that another byte follows."));
  require(out.requirements, scalar.unfit,
          text(subject, " is within the range of ", code(std::string(name(scalar.dtype))),
               ", in no more bytes than its longest number."));
  require(out.requirements, scalar.wide, text(subject, " is in as few bytes as possible."));
}

// "the bytes 00 20"
std::string bytes_text(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = bytes.size() == 1 ? "the byte" : "the bytes";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += std::string(" ") + digits[byte >> 4] + digits[byte & 15];
  }
  return out;
}

void add_digits(BodyDoc& out, const Text& subject, const plan::Scalar& scalar) {
  const impl::numeral::Form& form = *scalar.numeral;
  const std::string base(impl::numeral::base_name(form.base));
  std::string how = "ASCII digits, " + base;
  if (form.size != 0)
    how += ", filled up to " + std::to_string(form.size) + " bytes with " +
           (form.fill == '0'   ? "zeros"
            : form.fill == ' ' ? "blanks"
                               : "zero bytes") +
           (form.is_filled_after ? " after them" : " before them");
  if (form.end_size != 0) how += "; " + bytes_text(form.ending()) + " after them";
  out.form.push_back(text(how + "."));
  require(out.requirements, scalar.unfit,
          text(subject, " is a number in ASCII digits, ", base, ", within the range of ",
               code(std::string(name(scalar.dtype))), "."));
  require(out.requirements, scalar.wide,
          text(subject,
               " is filled up as its type says. A reader also takes blanks before the "
               "digits, and blanks and zero bytes after them."));
}

}  // namespace

void describe_numeral(BodyDoc& out, const Text& subject, const plan::Scalar& scalar) {
  if (scalar.numeral->notation == impl::numeral::Notation::digits)
    add_digits(out, subject, scalar);
  else
    add_varint(out, subject, scalar);
}

}  // namespace schemac::emit::doc
