#include "emit/cpp/spell/element_size.h"

#include <algorithm>

#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/spelling.h"

namespace schemac::emit::cpp {
namespace {

using model::Int128;

}  // namespace

AttributeNumbers numbers_of(const plan::Enum& enumeration, std::size_t attribute) {
  AttributeNumbers numbers;
  for (const plan::EnumMember& member : enumeration.members)
    numbers.push_back(member.attributes[attribute]);
  return numbers;
}

bool has_whole_bytes(const plan::Enum& enumeration, std::uint32_t attribute) {
  const AttributeNumbers dtypes = numbers_of(enumeration, attribute);
  return std::none_of(dtypes.begin(), dtypes.end(), [](const std::optional<Int128>& dtype) {
    return dtype && is_packed(static_cast<Dtype>(*dtype));
  });
}

std::string element_size(const plan::Plan& plan, const plan::Expr& dtype,
                         const Spelling& spelling) {
  if (dtype.op != plan::Op::attribute)
    return "static_cast<schemac::Dtype>(" + text_of(dtype, spelling) + ")";
  const std::string name = attribute_function(plan, dtype.id, dtype.attribute);
  const plan::Expr& number = dtype.args[0];
  const std::string text = text_of(number, spelling);
  const bool has_sign = number.range.min < 0 && number.op != plan::Op::constant;
  const std::string member = has_sign ? "static_cast<std::uint64_t>(" + text + ")" : text;
  if (has_whole_bytes(plan.enums[dtype.id], dtype.attribute))
    return "schemac::impl::ElementSize{detail::bytes_of_" + name + "(" + member + ")}";
  return "detail::element_of_" + name + "(" + member + ")";
}

bool has_known_dtype(const plan::Array& array) { return array.dtype.op != plan::Op::attribute; }

}  // namespace schemac::emit::cpp
