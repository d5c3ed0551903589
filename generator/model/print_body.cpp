#include "model/print_body.h"

#include "model/print_expression.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"

namespace schemac::model {

namespace {

std::string text_of(const ExpressionPtr& expression, const Format& format) {
  return expression != nullptr ? to_text(*expression, format) : "?";
}

// "in 1 byte", "in n bytes"
std::string bytes_of(const ExpressionPtr& size, const Format& format) {
  const auto* number = size != nullptr ? std::get_if<Constant>(&size->node) : nullptr;
  const bool is_one = number != nullptr && number->value == 1;
  return text_of(size, format) + (is_one ? " byte" : " bytes");
}

struct KindText {
  const Format& format;
  bool is_msgpack = false;  // whose numbers are big-endian by themselves

  std::string operator()(const Scalar& scalar) const {
    std::string text = type_name(scalar);
    if (scalar.dtype_by != nullptr) text = to_text(*scalar.dtype_by, format);
    if (scalar.is_any_width) text = scalar.dtype == Dtype::i64 ? "int" : "uint";
    const bool has_order = scalar.bit_count() > 8 && !is_msgpack && !scalar.numeral;
    if (has_order && scalar.endian.is_of_file)
      text += " in the order of the file";
    else if (has_order && scalar.endian.fixed == Endian::big)
      text += "be";
    if (scalar.numeral) text += " " + to_text(*scalar.numeral);
    if (scalar.enumeration) return format.enums[*scalar.enumeration].name + " (" + text + ")";
    if (scalar.flags.empty()) return text;
    std::string flags;
    for (const FlagBit& flag : scalar.flags) flags += (flags.empty() ? "" : ", ") + flag.name;
    return text + " flags " + flags;
  }
  std::string operator()(const ConstantBytes& constant) const { return to_text(constant); }
  std::string operator()(const Padding& padding) const {
    if (padding.multiple != nullptr)
      return "zeros to a multiple of " + text_of(padding.multiple, format);
    return padding.to_size != nullptr ? "zeros to " + to_text(*padding.to_size, format) + " bytes"
                                      : "zeros";
  }
  std::string operator()(const Text& text) const {
    std::string result = "str";
    if (text.prefix) result += ", length " + std::string(name(text.prefix->dtype));
    if (text.terminator) result += ", ends with " + std::to_string(*text.terminator);
    if (!text.charset.empty()) result += ", of " + text.charset;
    if (!text.encoding.empty()) result += ", " + text.encoding;
    return result;
  }
  std::string operator()(const RawBytes& /*unused*/) const { return "bytes"; }
  std::string operator()(const RecordReference& record) const {
    std::string arguments;
    for (const ExpressionPtr& argument : record.arguments)
      arguments += (arguments.empty() ? "" : ", ") + text_of(argument, format);
    const std::string& name = format.types[record.type].name;
    return arguments.empty() ? name : name + "(" + arguments + ")";
  }
  std::string operator()(const NdArray& array) const {
    return "ndarray of " + text_of(array.dtype, format) + " " + text_of(array.dims, format);
  }
  std::string operator()(const Digest& digest) const {
    return "digest " + (digest.algorithm_name.empty() ? text_of(digest.algorithm, format)
                                                      : digest.algorithm_name);
  }
  std::string operator()(const FreeForm& free) const {
    if (free.wire != "text") return "any";
    return free.style.syntax == impl::json::Syntax::python ? "python" : "json";
  }
  std::string operator()(const Foreign& foreign) const { return foreign.form; }
  std::string operator()(const Switch& choice) const {
    std::string cases;
    for (const Case& each : choice.cases) cases += (cases.empty() ? "" : ", ") + each.name;
    return "one of " + cases;
  }
};

}  // namespace

std::string_view spelling(RoleKind kind) {
  switch (kind) {
    case RoleKind::constant:
      return "constant";
    case RoleKind::derived:
      return "derived";
    case RoleKind::given:
      return "given";
    case RoleKind::choice:
      return "choice";
  }
  return "";
}

std::string to_text(const ConstantBytes& constant) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  bool is_quoted = false;
  for (const std::uint8_t byte : constant.bytes) {
    const bool is_printable = byte > 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
    if (is_quoted && !is_printable) text += '"';
    if (!text.empty() && !(is_quoted && is_printable)) text += ' ';
    if (!is_quoted && is_printable) text += '"';
    is_quoted = is_printable;
    if (is_printable) {
      text += static_cast<char>(byte);
    } else {
      text += digits[byte >> 4U];
      text += digits[byte & 15U];
    }
  }
  return is_quoted ? text + '"' : text;
}

std::string to_text(const Versions& versions) {
  std::string text = versions.since ? "since " + std::to_string(*versions.since) : "";
  if (versions.until)
    text += (text.empty() ? "until " : " until ") + std::to_string(*versions.until);
  return text;
}

std::string to_text(const Body& body, const Format& format) {
  if (body.codec) {
    Body stored = body;
    stored.codec.reset();
    const Codec& codec = *body.codec;
    return to_text(stored, format) + ", encoded by " +
           (codec.algorithm_name.empty() ? text_of(codec.algorithm, format) : codec.algorithm_name);
  }
  std::string text = std::visit(KindText{format, body.wire == "msgpack"}, body.kind);
  switch (body.repeat.kind) {
    case RepeatKind::none:
      break;
    case RepeatKind::count:
      text += ", " + text_of(body.repeat.expression, format) + " times";
      break;
    case RepeatKind::eos:
      text += ", to the end";
      break;
    case RepeatKind::head:
      text += ", counted by its head";
      break;
    case RepeatKind::fields:
      return "[]";
    case RepeatKind::until:
      text += ", until " + text_of(body.repeat.expression, format);
      break;
  }
  switch (body.size.kind) {
    case SizeKind::none:
      break;
    case SizeKind::expression:
      text += ", in " + bytes_of(body.size.expression, format);
      break;
    case SizeKind::eos:
    case SizeKind::rest:
      text += ", all bytes left";
      break;
  }
  if (body.pad) text += ", padded to " + std::to_string(*body.pad);
  return text;
}

}  // namespace schemac::model
