#include "emit/doc/plan_words.h"

#include "model/spelling.h"

namespace query {

using namespace schemac;

std::string coding_of(protobuf::Coding coding) {
  switch (coding) {
    case protobuf::Coding::varint:
      return "varint";
    case protobuf::Coding::zigzag:
      return "zigzag";
    case protobuf::Coding::fixed32:
      return "fixed32";
    case protobuf::Coding::fixed64:
      return "fixed64";
    case protobuf::Coding::length:
      return "length";
  }
  return "";
}

std::string coding_of(plan::HeadForm form) {
  switch (form) {
    case plan::HeadForm::text:
      return "str";
    case plan::HeadForm::bytes:
      return "bin";
    case plan::HeadForm::list:
      return "array";
    case plan::HeadForm::map:
      return "map";
  }
  return "";
}

std::string coding_of(const plan::Scalar& scalar) {
  switch (scalar.coding) {
    case plan::Coding::plain:
      return "plain";
    case plan::Coding::tagged:
      return "tag " + hex({scalar.tag});
    case plan::Coding::token:
      return "token";
    case plan::Coding::integer:
      return "integer";
    case plan::Coding::numeral:
      return model::to_text(*scalar.numeral);
  }
  return "";
}

std::string hex(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  for (const std::uint8_t byte : bytes) {
    constexpr const char* digits = "0123456789abcdef";
    if (!out.empty()) out += ' ';
    out += digits[byte / 16];
    out += digits[byte % 16];
  }
  return out;
}

}  // namespace query
