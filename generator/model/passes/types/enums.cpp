#include "model/passes/types/enums.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/algorithms.h"
#include "model/passes/taken_names.h"
#include "model/passes/types/names.h"
#include "model/passes/types/since_until.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"

namespace schemac::model {

namespace {

std::optional<AttributeKind> attribute_kind(std::string_view word) {
  if (word == "dtype") return AttributeKind::dtype;
  if (word == "digest") return AttributeKind::digest;
  if (word == "codec") return AttributeKind::codec;
  if (word == "endian") return AttributeKind::byte_order;
  if (word == "bool") return AttributeKind::boolean;
  if (word == "str" || word == "text") return AttributeKind::text;
  const auto dtype = dtype_named(word);
  if (dtype && is_whole(*dtype)) return AttributeKind::number;
  return std::nullopt;
}

std::string_view described(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::dtype:
      return "an element type such as f32";
    case AttributeKind::digest:
      return "a digest such as crc32";
    case AttributeKind::codec:
      return "a codec such as zlib";
    case AttributeKind::byte_order:
      return "le or be";
    case AttributeKind::number:
      return "a whole number";
    case AttributeKind::boolean:
      return "true or false";
    case AttributeKind::text:
      return "a text";
  }
  return "";
}

// The value of an attribute; nothing if the text isn't of its kind.
std::optional<AttributeValue> attribute_value(AttributeKind kind, const syntax::Node& node) {
  switch (kind) {
    case AttributeKind::dtype:
      if (const auto dtype = dtype_named(node.text))
        return AttributeValue{static_cast<Int128>(*dtype), node.text};
      return std::nullopt;
    case AttributeKind::digest:
      if (const int code = digest_code(node.text); code >= 0)
        return AttributeValue{code, node.text};
      return std::nullopt;
    case AttributeKind::codec:
      if (const int code = codec_code(node.text); code >= 0) return AttributeValue{code, node.text};
      return std::nullopt;
    case AttributeKind::byte_order:
      if (node.text == "le" || node.text == "be")
        return AttributeValue{static_cast<Int128>(node.text == "be" ? Endian::big : Endian::little),
                              node.text};
      return std::nullopt;
    case AttributeKind::number:
      if (const auto number = number_of(node)) return AttributeValue{*number, node.text};
      return std::nullopt;
    case AttributeKind::boolean:
      if (const auto boolean = node.as_boolean())
        return AttributeValue{*boolean ? 1 : 0, node.text};
      return std::nullopt;
    case AttributeKind::text:
      return AttributeValue{0, node.text};
  }
  return std::nullopt;
}

std::optional<Dtype> number_dtype(AttributeKind kind, std::string_view word) {
  return kind == AttributeKind::number ? dtype_named(word) : std::nullopt;
}

// A number fits the type of the attribute.
void check_attribute(Draft& draft, const EnumAttribute& attribute, const AttributeValue& value,
                     source::SourceRange range) {
  if (!attribute.dtype || range_of(*attribute.dtype).contains(value.number)) return;
  draft
      .error(range, "does-not-fit",
             "attribute '" + attribute.name + "' is " + to_text(value.number) + ", but " +
                 std::string(name(*attribute.dtype)) + " holds " +
                 to_text(range_of(*attribute.dtype)))
      .help("use a wider type for the attribute");
}

void add_attributes(Draft& draft, Enum& enumeration, const syntax::Node& node) {
  const syntax::Node* attributes = node.find("attributes");
  if (attributes == nullptr) return;
  for (const syntax::Entry& entry : attributes->entries) {
    const std::string word = entry.value.type ? entry.value.type->name : entry.value.text;
    const auto kind = attribute_kind(word);
    if (!kind) {
      draft
          .error(
              entry.value.range, "unknown-type",
              "attribute '" + entry.key + "' has type '" + word + "', which attributes can't have")
          .help(
              "attributes are dtype, digest, codec, endian, bool, str or whole numbers such as "
              "u32");
      enumeration.refused_attributes.insert(entry.key);
      continue;
    }
    enumeration.attributes.push_back({entry.key, *kind, number_dtype(*kind, word)});
  }
}

constexpr std::array<std::string_view, 6> member_keys = {"value",   "text",  "doc",
                                                         "doc-ref", "since", "until"};

void add_member_attributes(Draft& draft, const Enum& enumeration, EnumMember& member,
                           const syntax::Node& node) {
  member.attributes.resize(enumeration.attributes.size());
  for (const syntax::Entry& entry : node.entries) {
    if (std::find(member_keys.begin(), member_keys.end(), entry.key) != member_keys.end()) continue;
    const auto attribute =
        std::find_if(enumeration.attributes.begin(), enumeration.attributes.end(),
                     [&](const EnumAttribute& a) { return a.name == entry.key; });
    if (attribute == enumeration.attributes.end()) {
      if (enumeration.refused_attributes.contains(entry.key)) continue;
      std::vector<std::string> names;
      for (const EnumAttribute& a : enumeration.attributes) names.push_back(a.name);
      auto& error = draft.error(
          entry.key_range, "unknown-attribute",
          "enumeration '" + enumeration.name + "' declares no attribute '" + entry.key + "'");
      if (auto help = source::did_you_mean(entry.key, names))
        error.help(*help);
      else
        error.help("declare it in the enumeration's 'attributes'");
      continue;
    }
    auto value = attribute_value(attribute->kind, entry.value);
    if (!value) {
      draft
          .error(entry.value.range, "type-mismatch",
                 "attribute '" + entry.key + "' of '" + member.name + "' is '" + entry.value.text +
                     "', but should be " + std::string(described(attribute->kind)))
          .help("write " + std::string(described(attribute->kind)));
      continue;
    }
    check_attribute(draft, *attribute, *value, entry.value.range);
    member.attributes[static_cast<std::size_t>(attribute - enumeration.attributes.begin())] =
        std::move(*value);
  }
}

// What the members before have.
struct TakenMembers {
  std::map<Int128, std::size_t> values;
  TakenNames names;
};

void check_member(Draft& draft, const Enum& enumeration, TakenMembers& taken,
                  const EnumMember& member, source::SourceRange value_range) {
  const Range range = range_of(enumeration);
  if (!range.contains(member.value))
    draft
        .error(value_range, "does-not-fit",
               "'" + member.name + "' is " + to_text(member.value) + ", but " +
                   type_name(enumeration) + " holds " + to_text(range))
        .help("use a wider type for enumeration '" + enumeration.name + "'");
  const std::size_t index = enumeration.members.size();
  const auto same_name = taken.names.take(member.name, index);
  const auto [same_value, is_new_value] = taken.values.try_emplace(member.value, index);
  if (!is_new_value) {
    const EnumMember& other = enumeration.members[same_value->second];
    draft
        .error(value_range, "duplicate-value",
               "'" + member.name + "' and '" + other.name + "' both have the value " +
                   to_text(member.value))
        .note(other.range, "'" + other.name + "' is here")
        .help("a value needs one name, so that it can be read back");
  } else if (same_name) {
    const EnumMember& other = enumeration.members[*same_name];
    draft
        .error(member.range, "duplicate-name",
               "'" + member.name + "' and '" + other.name + "' become the same C++ name '" +
                   snake_case(member.name) + "'")
        .note(other.range, "'" + other.name + "' is here")
        .help("rename one of them");
  }
}

std::uint32_t bits_of(const Enum& enumeration) {
  return enumeration.bits != 0 ? enumeration.bits : bit_count(enumeration.dtype);
}

// The number whose bytes are the characters; reported if the type has another size.
std::optional<Int128> number_of_characters(Draft& draft, const Enum& enumeration, ByteOrder endian,
                                           const std::string& characters,
                                           source::SourceRange range) {
  if (endian.is_of_file && characters.size() > 1) {
    draft
        .error(range, "missing-order",
               "the file says in which order bytes are, so \"" + characters +
                   "\" could be two numbers")
        .help("add 'endian: be' to the enumeration if its characters are in the order of the text");
    return std::nullopt;
  }
  const std::size_t bits = bits_of(enumeration);
  const std::size_t size = bits / 8;
  if (characters.size() * 8 != bits || range_of(enumeration).min < 0) {
    const std::string least = "u" + std::to_string(8 * characters.size());
    const bool has_type = builtin_scalar(least) && characters.size() != 0;
    draft
        .error(range, "does-not-fit",
               "\"" + characters + "\" has " + byte_count(static_cast<Int128>(characters.size())) +
                   ", but the enumeration's type is " + type_name(enumeration))
        .help(has_type ? "use type " + least : "a text has 1 to 8 bytes, as its type has");
    return std::nullopt;
  }
  Int128 number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t at = endian.fixed == Endian::big ? i : size - 1 - i;
    number = number * 256 + static_cast<unsigned char>(characters[at]);
  }
  return number;
}

void check_text(Draft& draft, const Enum& enumeration, const EnumMember& member) {
  for (const EnumMember& other : enumeration.members)
    if (other.text == member.text)
      draft
          .error(
              member.range, "duplicate-value",
              "'" + member.name + "' and '" + other.name + "' both stand for '" + member.text + "'")
          .note(other.range, "'" + other.name + "' is here")
          .help("a text needs one name, so that it can be read back");
}

void add_members(Draft& draft, Enum& enumeration, ByteOrder endian, const syntax::Node& members) {
  TakenMembers taken;
  bool has_number = false;  // where texts are: reported once
  for (const syntax::Entry& entry : members.entries) {
    EnumMember member;
    member.name = entry.key;
    member.range = entry.key_range;
    const syntax::Node* value = &entry.value;
    if (entry.value.is_map()) {
      value = entry.value.find("value");
      member.doc = text_or(entry.value, "doc");
      member.versions = versions_under(draft, entry.value);
      add_member_attributes(draft, enumeration, member, entry.value);
    } else {
      member.attributes.resize(enumeration.attributes.size());
    }
    if (enumeration.is_text && value == nullptr) {
      member.text = entry.value.is_map() ? text_or(entry.value, "text", entry.key) : entry.key;
      member.value = static_cast<Int128>(enumeration.members.size());
      check_text(draft, enumeration, member);
      check_member(draft, enumeration, taken, member, entry.key_range);
      enumeration.members.push_back(std::move(member));
      continue;
    }
    if (enumeration.is_text) {
      const std::string text =
          value->is_quoted ? std::string(value->range.text()) : "\"" + entry.key + "\"";
      if (!std::exchange(has_number, true))
        draft
            .error(value->range, "type-mismatch",
                   value->is_quoted ? "the text of a member goes under 'text'"
                                    : "members of an enumeration of texts have no numbers")
            .help("write what is known of the member: {text: " + text + "}");
      continue;
    }
    if (const syntax::Entry* text = entry.value.find_entry("text"))
      draft
          .error(text->key_range, "no-meaning",
                 "'text' is for members of an enumeration of texts, and '" + enumeration.name +
                     "' is one of numbers")
          .help("remove 'text'");
    if (value == nullptr) {
      draft.error(entry.key_range, "missing-value", "'" + entry.key + "' has no value")
          .help("add 'value: N'");
      continue;
    }
    std::optional<Int128> number = number_of(*value);
    if (!number && value->is_quoted) {
      member.characters = value->text;
      number = number_of_characters(draft, enumeration, endian, member.characters, value->range);
    }
    if (!number) continue;  // reported, here or by the key table
    member.value = *number;
    check_member(draft, enumeration, taken, member, value->range);
    enumeration.members.push_back(std::move(member));
  }
}

NumberType type_of(Draft& draft, const syntax::Node& node, const std::string& name) {
  const syntax::TypeReferencePtr type = node.type_of("type");
  if (type == nullptr || type->name == "str") return {};
  const auto number = builtin_scalar(type->name);
  if (number && is_whole(number->dtype)) return *number;
  draft
      .error(type->range, "type-mismatch",
             "enumeration '" + name + "' has type '" + type->name +
                 "', but its values are whole numbers")
      .help("use u8, u16, u32, u64 or a signed one");
  return {};
}

// `reported` is how many mistakes were known before this enumeration.
EnumIndex add_enum(Draft& draft, Enum enumeration, std::size_t reported) {
  const auto index = static_cast<EnumIndex>(draft.format.enums.size());
  draft.format.enums.push_back(std::move(enumeration));
  if (draft.diagnostics.all().size() != reported) draft.reported_enums.insert(index);
  return index;
}

}  // namespace

void declare_enums(Draft& draft, const syntax::Node& enums, const Schema& schema,
                   std::map<std::string, EnumIndex>& table) {
  for (const syntax::Entry& entry : enums.entries) {
    const std::size_t reported = draft.diagnostics.all().size();
    Enum enumeration;
    enumeration.name = schema.prefix + entry.key;
    enumeration.doc = text_or(entry.value, "doc");
    enumeration.doc_ref = doc_ref_of(entry.value);
    enumeration.range = entry.key_range;
    const NumberType number = type_of(draft, entry.value, entry.key);
    enumeration.dtype = number.dtype;
    enumeration.bits = number.bits;
    const syntax::TypeReferencePtr type = entry.value.type_of("type");
    enumeration.is_text = type != nullptr && type->name == "str";
    enumeration.keeps_unknown = text_or(entry.value, "unknown") == "keep";
    if (enumeration.is_text && enumeration.keeps_unknown) {
      draft
          .error(entry.value.find("unknown")->range, "wire-form",
                 "a text that isn't a member has no number to keep")
          .help("use a type with 'as: one-of': this enumeration, then a 'str'");
      enumeration.keeps_unknown = false;
    }
    add_attributes(draft, enumeration, entry.value);
    const ByteOrder endian = endian_of(entry.value, schema.endian);
    if (entry.value.has("endian")) {
      enumeration.endian = endian.fixed;
      if (enumeration.is_text || bits_of(enumeration) <= 8)
        report_idle(draft, entry.value, "endian",
                    enumeration.is_text ? "'endian' has no meaning for texts"
                                        : "'endian' has no meaning for numbers of one byte",
                    "remove 'endian'");
    }
    if (const syntax::Node* members = entry.value.find("members"))
      add_members(draft, enumeration, endian, *members);
    table[entry.key] = static_cast<EnumIndex>(draft.format.enums.size());
    add_enum(draft, std::move(enumeration), reported);
  }
}

void attach_attributes(Draft& draft, const syntax::Node& attach, const Schema& schema) {
  for (const syntax::Entry& entry : attach.entries) {
    const auto found = schema.message_enums.find(entry.key);
    if (found == schema.message_enums.end()) {
      if (schema.has_broken_imports) continue;
      std::vector<std::string> names;
      for (const auto& [name, index] : schema.message_enums) names.push_back(name);
      draft
          .error(entry.key_range, "unknown-name",
                 "'" + entry.key + "' is not an enumeration of the files under 'protos'")
          .help(source::did_you_mean(entry.key, names)
                    .value_or("write the enumeration's full name, package included"));
      continue;
    }
    Enum& enumeration = draft.format.enums[found->second];
    add_attributes(draft, enumeration, entry.value);
    for (EnumMember& member : enumeration.members)
      member.attributes.resize(enumeration.attributes.size());
    const syntax::Node* members = entry.value.find("members");
    if (members == nullptr) continue;
    for (const syntax::Entry& stated : members->entries) {
      const auto member =
          std::find_if(enumeration.members.begin(), enumeration.members.end(),
                       [&](const EnumMember& each) { return each.name == stated.key; });
      if (member != enumeration.members.end()) {
        add_member_attributes(draft, enumeration, *member, stated.value);
        continue;
      }
      std::vector<std::string> names;
      for (const EnumMember& each : enumeration.members) names.push_back(each.name);
      draft
          .error(stated.key_range, "unknown-enumerator",
                 "enumeration '" + enumeration.name + "' has no member '" + stated.key + "'")
          .help(source::did_you_mean(stated.key, names).value_or("use a name of the .proto file"));
    }
  }
}

EnumIndex add_inline_enum(Draft& draft, std::string name, NumberType type, ByteOrder endian,
                          const syntax::Node& members) {
  const std::size_t reported = draft.diagnostics.all().size();
  Enum enumeration;
  enumeration.name = std::move(name);
  enumeration.dtype = type.dtype;
  enumeration.bits = type.bits;
  enumeration.range = members.range;
  add_members(draft, enumeration, endian, members);
  return add_enum(draft, std::move(enumeration), reported);
}

}  // namespace schemac::model
