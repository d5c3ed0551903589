#include "model/passes/types/number_form.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "model/passes/types/body_kinds.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "schemac/base/digits.h"

namespace schemac::model {
namespace {

using impl::numeral::Form;
using impl::numeral::Notation;

bool may_have_form(const Scalar& scalar) {
  return is_whole(scalar.dtype) && bit_count(scalar.dtype) >= 8 && scalar.bits == 0;
}

std::optional<Form> varint_under(Draft& draft, const syntax::Node& form, const Scalar& scalar) {
  const auto named = impl::numeral::varint_named(form.text);
  if (!named) return std::nullopt;
  const auto refuse = [&](const std::string& message, const std::string& help) {
    draft.error(form.range, "type-mismatch", message).help(help);
    return std::nullopt;
  };
  const std::string type = type_name(scalar), bits = std::to_string(bit_count(scalar.dtype));
  const bool is_signed = range_of(scalar.dtype).min < 0;
  const Notation notation = named->notation;
  if (notation == Notation::zigzag && !is_signed)
    return refuse("'zigzag' is for numbers with a sign, but the type is " + type,
                  "use i" + bits + ", or 'form: leb128'");
  const bool has_no_sign =
      notation == Notation::vlq || (notation == Notation::vlq9 && bit_count(scalar.dtype) != 64);
  if (is_signed && has_no_sign)
    return refuse("'" + form.text + "' has no sign, but the type is " + type,
                  "use u" + bits + ", or 'form: leb128'");
  return named;
}

// Makes the form of digits, and says what is wrong with it.
class Digits {
 public:
  Digits(Draft& draft, const syntax::Node& node) : draft_(draft), node_(node) {
    form_.notation = Notation::digits;
  }

  std::optional<Form> made(const Scalar& scalar) {
    if (range_of(scalar.dtype).min < 0)
      return refused(node_, "digits have no sign, but the type is " + type_name(scalar),
                     "use u" + std::to_string(bit_count(scalar.dtype)));
    const bool is_whole = take_base() && take_size() && take_ending() && take_filling();
    return is_whole && holds_names(scalar) ? std::optional(form_) : std::nullopt;
  }

 private:
  std::nullopt_t refused(const syntax::Node& at, const std::string& message,
                         const std::string& help) {
    draft_.error(at.range, "type-mismatch", message).help(help);
    return std::nullopt;
  }
  bool refuse(const syntax::Node& at, const std::string& message, const std::string& help) {
    draft_.error(at.range, "does-not-fit", message).help(help);
    return false;
  }

  bool take_base() {
    const auto base = number_under(node_, "base");
    if (!base) return false;
    constexpr std::array<int, 4> bases = {2, 8, 10, 16};
    if (std::ranges::find(bases, *base) == bases.end())
      return refuse(*node_.find("base"), "'base' is " + to_text(*base) + ", which isn't supported",
                    "use 2, 8, 10 or 16");
    form_.base = static_cast<std::uint8_t>(*base);
    return true;
  }

  bool take_size() {
    const syntax::Node* size = node_.find("size");
    if (size == nullptr) return true;
    const Int128 number = number_under(node_, "size").value_or(0);
    if (number < 1 || number > Form::most_size)
      return refuse(*size,
                    "'size' is " + to_text(number) + ", but a number in digits has 1 to " +
                        std::to_string(Form::most_size) + " bytes",
                    "use one of these sizes");
    form_.size = static_cast<std::uint8_t>(number);
    return true;
  }

  bool take_ending() {
    const syntax::Node* ending = node_.find("terminator");
    if (ending == nullptr) {
      if (form_.size != 0) return true;
      return refuse(node_, "nothing says where the digits end",
                    "add 'size' with the bytes of the number, or 'terminator' with what ends it");
    }
    const std::vector<std::uint8_t> bytes = bytes_of(*ending);
    if (bytes.empty() || bytes.size() > Form::most_end)
      return refuse(*ending, "what ends a number has " + std::to_string(bytes.size()) + " bytes",
                    "use 1 to " + std::to_string(Form::most_end) + " bytes");
    if (form_.size != 0 && bytes.size() >= form_.size)
      return refuse(*ending, "there is no room for digits",
                    "use a 'size' above " + std::to_string(bytes.size()));
    for (const std::uint8_t byte : bytes)
      if (is_digit(byte))
        return refuse(*ending, "what ends a number is a digit", "use other bytes");
    form_.end_size = static_cast<std::uint8_t>(bytes.size());
    std::ranges::transform(bytes, form_.end.begin(),
                           [](std::uint8_t byte) { return static_cast<char>(byte); });
    return true;
  }

  bool take_filling() {
    const syntax::Node* left = node_.find("pad-left");
    const syntax::Node* right = node_.find("pad-right");
    if (left == nullptr && right == nullptr) return true;
    const syntax::Node& pad = left != nullptr ? *left : *right;
    if (form_.size == 0)
      return refuse(pad, "there is nothing to fill up without a 'size'", "add a 'size'");
    if (left != nullptr && right != nullptr)
      return refuse(*right, "a number is filled up at one side",
                    "remove 'pad-left' or 'pad-right'");
    const auto byte = number_of(pad);
    const bool is_blank = byte && *byte == ' ';
    if (left != nullptr && !is_blank && !(byte && *byte == '0'))
      return refuse(pad, "digits come after zeros or blanks", "use 0x30 or 0x20");
    if (right != nullptr && !is_blank && !(byte && *byte == 0))
      return refuse(pad, "digits come before blanks or zero bytes", "use 0x20 or 0");
    form_.fill = static_cast<char>(*byte);
    form_.is_filled_after = right != nullptr;
    return true;
  }

  // Whether there is room for each number, and for all bits together, that the schema names.
  bool holds_names(const Scalar& scalar) {
    const Int128 most{form_.most()};
    Int128 bits = 0;
    for (const FlagBit& flag : scalar.flags) bits += ((Int128{1} << flag.width) - 1) << flag.bit;
    if (bits > most)
      return refuse(
          node_,
          "all flags together are " + to_text(bits) + ", but the digits end at " + to_text(most),
          "use a larger 'size', or fewer flags");
    if (!scalar.enumeration) return true;
    for (const EnumMember& member : draft_.format.enums[*scalar.enumeration].members)
      if (member.value > most)
        return refuse(node_,
                      "'" + member.name + "' is " + to_text(member.value) +
                          ", but the digits end at " + to_text(most),
                      "use a larger 'size'");
    return true;
  }

  [[nodiscard]] std::vector<std::uint8_t> bytes_of(const syntax::Node& node) const {
    if (const auto number = number_of(node); number && range_of(Dtype::u8).contains(*number))
      return {static_cast<std::uint8_t>(*number)};
    return make_constant_bytes(draft_, node).bytes;
  }
  [[nodiscard]] bool is_digit(std::uint8_t byte) const {
    return impl::numeral::digit_of(static_cast<std::byte>(byte)) < form_.base;
  }

  Draft& draft_;
  const syntax::Node& node_;
  Form form_;
};

}  // namespace

std::optional<Form> form_under(Draft& draft, const syntax::Node& node, const Scalar& scalar) {
  const syntax::Node* form = node.find("form");
  if (form == nullptr) return std::nullopt;
  if (!may_have_form(scalar)) {
    draft
        .error(form->range, "type-mismatch",
               "'form' is about whole numbers of 8, 16, 32 or 64 bits, but the type is " +
                   type_name(scalar))
        .help("use u8 to u64 or i8 to i64, or remove 'form'");
    return std::nullopt;
  }
  const auto made =
      form->is_map() ? Digits(draft, *form).made(scalar) : varint_under(draft, *form, scalar);
  if (made && node.has("endian"))
    report_idle(draft, node, "endian",
                "'endian' has no meaning beside 'form', which says in which order bytes come",
                "remove 'endian'");
  return made;
}

}  // namespace schemac::model
