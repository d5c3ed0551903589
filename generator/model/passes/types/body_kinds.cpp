#include "model/passes/types/body_kinds.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "model/passes/types/enums.h"
#include "model/passes/types/names.h"
#include "model/passes/types/number_form.h"
#include "model/passes/types/since_until.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"

namespace schemac::model {

namespace {

std::uint64_t mask_of(const FlagBit& flag) {
  const std::uint64_t ones = flag.width >= 64 ? ~0ULL : (1ULL << flag.width) - 1;
  return flag.bit >= 64 ? 0 : ones << flag.bit;
}

FlagBit make_flag(Draft& draft, const syntax::Entry& entry) {
  FlagBit flag;
  flag.name = entry.key;
  if (const auto bit = number_of(entry.value)) {
    flag.bit = static_cast<std::uint32_t>(*bit);
    return flag;
  }
  flag.doc = text_or(entry.value, "doc");
  flag.versions = versions_under(draft, entry.value);
  if (const auto bit = number_under(entry.value, "bit"))
    flag.bit = static_cast<std::uint32_t>(*bit);
  const syntax::Node* bits = entry.value.find("bits");
  if (bits != nullptr) report_idle_beside(draft, entry.value, "bit", "bits");
  if (bits != nullptr && bits->items.size() == 2) {
    const auto first = number_of(bits->items.front()).value_or(0);
    const auto last = number_of(bits->items.back()).value_or(first);
    flag.bit = static_cast<std::uint32_t>(first);
    flag.width = last >= first ? static_cast<std::uint32_t>(last - first + 1) : 1;
  }
  return flag;
}

void check_flag(Draft& draft, const std::vector<FlagBit>& others, const FlagBit& flag,
                const Scalar& scalar, const syntax::Entry& entry) {
  if (flag.bit >= scalar.bit_count() || flag.width > scalar.bit_count() - flag.bit) {
    draft
        .error(entry.value.range, "does-not-fit",
               "flag '" + flag.name + "' reaches bit " + std::to_string(flag.bit + flag.width - 1) +
                   ", but " + type_name(scalar) + " has bits 0 to " +
                   std::to_string(scalar.bit_count() - 1))
        .help("use a wider type, or a lower bit");
    return;
  }
  for (const FlagBit& other : others)
    if ((mask_of(other) & mask_of(flag)) != 0)
      draft
          .error(entry.value.range, "duplicate-value",
                 "flags '" + other.name + "' and '" + flag.name + "' share bit " +
                     std::to_string(std::max(other.bit, flag.bit)))
          .help("give each flag bits of its own");
}

std::vector<FlagBit> make_flags(Draft& draft, const syntax::Node& node, const Scalar& scalar) {
  std::vector<FlagBit> flags;
  for (const syntax::Entry& entry : node.entries) {
    FlagBit flag = make_flag(draft, entry);
    check_flag(draft, flags, flag, scalar, entry);
    flags.push_back(std::move(flag));
  }
  return flags;
}

// An enumeration's own byte order counts, unless the field has one.
void take_own_order(const Draft& draft, const syntax::Node& field, Scalar& scalar) {
  const std::optional<Endian> own = draft.format.enums[*scalar.enumeration].endian;
  if (own && !field.has("endian")) scalar.endian = {*own};
}

void set_enumeration(Draft& draft, Scalar& scalar, const syntax::Node& node, const BodySite& site) {
  const syntax::Node& enumeration = *node.find("enum");
  if (enumeration.is_map()) {
    scalar.enumeration =
        add_inline_enum(draft, site.name, {scalar.dtype, scalar.bits}, scalar.endian, enumeration);
    return;
  }
  syntax::TypeReference reference;
  reference.range = reference.name_range = enumeration.range;
  reference.name = name_of(enumeration);
  for (std::size_t begin = 0; begin <= reference.name.size();) {
    const auto dot = std::min(reference.name.find('.', begin), reference.name.size());
    reference.path.push_back(reference.name.substr(begin, dot - begin));
    begin = dot + 1;
  }
  scalar.enumeration = find_enum(draft, {site.schema, site.type}, reference.path);
  if (scalar.enumeration) take_own_order(draft, node, scalar);
  if (!scalar.enumeration) report_unknown_type(draft, {site.schema, site.type}, reference);
}

void append_ascii(Draft& draft, std::vector<std::uint8_t>& bytes, const syntax::Node& text) {
  const bool is_ascii = std::all_of(text.text.begin(), text.text.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!is_ascii) {
    draft.error(text.range, "not-ascii", "a constant's text has characters other than ASCII")
        .help("write such bytes as numbers: const: [0x89, ABC]");
    return;
  }
  bytes.insert(bytes.end(), text.text.begin(), text.text.end());
}

}  // namespace

Scalar make_scalar(Draft& draft, const syntax::Node& node, NumberType type, const BodySite& site) {
  const Dtype dtype = type.dtype;
  Scalar scalar;
  scalar.dtype = dtype;
  scalar.bits = type.bits;
  scalar.endian = endian_of(node, site.endian);
  const syntax::Node* flags = node.find("flags");
  const syntax::Node* enumeration = node.find("enum");
  const syntax::Node* extra = flags != nullptr ? flags : enumeration;
  if (extra != nullptr && !is_whole(dtype)) {
    draft
        .error(extra->range, "type-mismatch",
               std::string(flags != nullptr ? "flags need" : "an enumeration needs") +
                   " a whole number, but the type is " + std::string(name(dtype)))
        .help("use u8, u16, u32 or u64");
    return scalar;
  }
  if (flags != nullptr && range_of(dtype).min < 0) {
    draft
        .error(flags->range, "type-mismatch",
               "flags need an unsigned number, but the type is " + type_name(scalar))
        .help("use u" + std::to_string(scalar.bit_count()) + ", which has the same bits");
    return scalar;
  }
  if (flags != nullptr) scalar.flags = make_flags(draft, *flags, scalar);
  if (enumeration != nullptr) set_enumeration(draft, scalar, node, site);
  scalar.numeral = form_under(draft, node, scalar);
  return scalar;
}

Scalar make_enum_scalar(Draft& draft, const syntax::Node& node, EnumIndex enumeration,
                        ByteOrder endian) {
  Scalar scalar;
  scalar.dtype = draft.format.enums[enumeration].dtype;
  scalar.bits = draft.format.enums[enumeration].bits;
  scalar.numeral = form_under(draft, node, scalar);
  scalar.endian = endian;
  scalar.enumeration = enumeration;
  take_own_order(draft, node, scalar);
  return scalar;
}

namespace {

std::string digits_of(std::string_view name) {
  std::string digits;
  std::copy_if(name.begin(), name.end(), std::back_inserter(digits),
               [](char each) { return each >= '0' && each <= '9'; });
  return digits;
}

// What the characters of a text are; "" where nothing is said.
std::string encoding_under(Draft& draft, const syntax::Node& node) {
  std::string encoding = text_or(node, "encoding");
  const std::vector<std::string> known = {"ascii", "utf-8", "latin-1"};
  if (encoding.empty() || std::find(known.begin(), known.end(), encoding) != known.end())
    return encoding;
  auto& error = draft.error(node.find("encoding")->range, "unknown-encoding",
                            "there is no encoding '" + encoding + "'");
  // Whoever writes 'utf16' doesn't mean 'utf-8': its number says so.
  std::vector<std::string> alike;
  std::copy_if(known.begin(), known.end(), std::back_inserter(alike),
               [&](const std::string& each) { return digits_of(each) == digits_of(encoding); });
  if (auto help = source::did_you_mean(encoding, alike))
    error.help(*help);
  else
    error.help("the encodings are ascii, utf-8 and latin-1; without one a text is any bytes");
  return {};
}

// Whether a length has a type that is declared: then it is a field of its own.
bool names_type(const Draft& draft, const syntax::Node& prefix, const BodySite& site) {
  return prefix.type != nullptr && find_type(draft, {site.schema, site.type}, prefix.type->path);
}

}  // namespace

Text make_text(Draft& draft, const syntax::Node& node, const BodySite& site) {
  Text text;
  if (const syntax::Node* prefix = node.find("prefix")) {
    const auto dtype = prefix->type ? dtype_named(prefix->type->name) : std::nullopt;
    text.prefix = Scalar{};  // also where it is wrong, so that the text isn't endless, too
    if (dtype && is_whole(*dtype) && bit_count(*dtype) % 8 == 0) {
      text.prefix->dtype = *dtype;
      text.prefix->endian = endian_of(node, site.endian);
    } else if (!names_type(draft, *prefix, site)) {
      draft
          .error(prefix->range, "type-mismatch",
                 "a length before a text is a whole number of whole bytes, not '" +
                     (prefix->type ? prefix->type->name : prefix->text) + "'")
          .help("use u8, u16, u32 or u64");
    }
  }
  const auto byte_under = [&](std::string_view key) -> std::optional<std::uint8_t> {
    const auto number = number_under(node, key);
    if (!number) return std::nullopt;
    if (!range_of(Dtype::u8).contains(*number))
      draft
          .error(node.find(key)->range, "does-not-fit",
                 "'" + std::string(key) + "' is " + to_text(*number) + ", but a byte is 0 to 255")
          .help("write the value of one byte");
    return static_cast<std::uint8_t>(*number);
  };
  text.terminator = byte_under("terminator");
  text.pad_right = byte_under("pad-right");
  if (!node.has("repeat")) text.max = size_under(draft, node, "max");  // else that of the list
  text.charset = text_or(node, "charset");
  text.encoding = encoding_under(draft, node);
  return text;
}

ConstantBytes make_constant_bytes(Draft& draft, const syntax::Node& constant) {
  ConstantBytes result;
  if (!constant.is_list()) {
    append_ascii(draft, result.bytes, constant);
    return result;
  }
  for (const syntax::Node& item : constant.items) {
    const auto number = number_of(item);
    if (!number) {
      append_ascii(draft, result.bytes, item);
    } else if (range_of(Dtype::u8).contains(*number)) {
      result.bytes.push_back(static_cast<std::uint8_t>(*number));
    } else {
      draft
          .error(item.range, "does-not-fit",
                 to_text(*number) + " is in a list of bytes, but a byte is 0 to 255")
          .help("write each byte by itself, or a number with 'type' and 'const'");
    }
  }
  return result;
}

std::string_view kind_key(const syntax::Node& node) {
  constexpr std::array<std::string_view, 6> keys = {"switch", "fields", "digest",
                                                    "codec",  "map",    "ndarray"};
  for (const std::string_view key : keys)
    if (node.has(key)) return key;
  return {};
}

}  // namespace schemac::model
