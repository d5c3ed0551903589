#include "emit/doc/queries/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/overload.h"
#include "model/spelling.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::emit::doc {
namespace {

bool is_printable(std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

void append_hex(std::string& out, std::uint8_t byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += digits[byte >> 4U];
  out += digits[byte & 15U];
}

// Whether numbers lie in it in MessagePack's own byte order.
bool has_tagged_numbers(const plan::Body& body) {
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind))
    return scalar->coding == plan::Coding::tagged || scalar->coding == plan::Coding::integer;
  const auto inner = inner_bodies(body);
  return std::any_of(inner.begin(), inner.end(),
                     [](const plan::Body* each) { return has_tagged_numbers(*each); });
}

// The byte orders of numbers and elements that have one.
std::set<Endian> orders_in(const plan::Body& body) {
  std::set<Endian> orders;
  const auto add = [&](const plan::Scalar& scalar) {
    if (bit_count(scalar.dtype) > 8 && !scalar.is_of_file) orders.insert(scalar.endian);
  };
  std::visit(model::Overload{
                 [&](const plan::Scalar& scalar) {
                   if (scalar.coding == plan::Coding::plain) add(scalar);
                 },
                 [](const plan::Constant&) {},
                 [&](const plan::Text& what) {
                   if (what.prefix) add(*what.prefix);
                 },
                 [](const plan::Raw&) {},
                 [&](const plan::Array& array) {
                   if (!array.is_of_file) orders.insert(array.endian);
                 },
                 [](const plan::Nested&) {},
                 [](const plan::List&) {},
                 [](const plan::Switch&) {},
             },
             body.kind);
  for (const plan::Body* inner : inner_bodies(body)) orders.merge(orders_in(*inner));
  return orders;
}

}  // namespace

std::string hex_of(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  for (const std::uint8_t byte : bytes) {
    if (!out.empty()) out += ' ';
    append_hex(out, byte);
  }
  return out;
}

std::string characters_of(const std::vector<std::uint8_t>& bytes) {
  const auto printable = std::count_if(bytes.begin(), bytes.end(), is_printable);
  if (printable < 2 || 2 * static_cast<std::size_t>(printable) < bytes.size()) return {};
  std::string out = "\"";
  for (const std::uint8_t byte : bytes) {
    if (byte == 0) {
      out += "\\0";
    } else if (!is_printable(byte)) {
      out += "\\x";
      append_hex(out, byte);
    } else {
      if (byte == '"' || byte == '\\') out += '\\';
      out += static_cast<char>(byte);
    }
  }
  return out + "\"";
}

std::string_view word(Endian endian) {
  return endian == Endian::little ? "little-endian" : "big-endian";
}

std::string_view word(model::ByteOrder order) {
  return order.is_of_file ? "in the byte order of the file" : word(order.fixed);
}

Text byte_order_of(const Context& context) {
  std::set<Endian> orders;
  bool is_tagged = false;
  for (const plan::Record& record : context.plan.records) {
    if (record.message() != nullptr) continue;
    for (const plan::Field& field : record.fields) {
      orders.merge(orders_in(field.body));
      is_tagged = is_tagged || has_tagged_numbers(field.body);
    }
  }
  if (is_tagged) {
    if (orders.empty()) return text(word(Endian::big));
    if (orders.size() == 1 && *orders.begin() == Endian::little)
      return text("big-endian in numbers of MessagePack, little-endian elsewhere");
    orders.insert(Endian::big);
  }
  if (const auto& stated = context.plan.file_order) {
    const plan::Record& root = context.plan.records[context.plan.roots.front().record];
    Text out = text("in the order that ", code(root.fields[stated->field].name), " states");
    if (!orders.empty()) append(out, ", where nothing else is said");
    return out;
  }
  if (orders.empty()) return {};
  if (orders.size() == 1) return text(word(*orders.begin()));
  return text(word(context.format.endian.fixed), ", where nothing else is said");
}

std::string dtype_id(Dtype dtype) { return "number-" + std::string(name(dtype)); }

Text dtype_text(const Context& context, Dtype dtype, model::ByteOrder endian) {
  Text out = text(code(std::string(name(dtype)), to(dtype_id(dtype))));
  if (bit_count(dtype) > 8 && endian != context.format.endian)
    append(out, " " + std::string(word(endian)));
  return out;
}

Text narrow_text(const Context& context, const plan::Scalar& scalar) {
  Text out = text(code(model::type_name(scalar)));
  if (!scalar.place && order_of(scalar) != context.format.endian)
    append(out, " " + std::string(word(scalar.endian)));
  return out;
}

std::string number_text(const Context& context, const plan::Scalar& scalar, model::Int128 number) {
  if (scalar.enumeration)
    for (const plan::EnumMember& member : context.plan.enums[*scalar.enumeration].members)
      if (member.value == number) return member.name;
  return model::to_text(number);
}

std::string member_value(const plan::Enum& enumeration, model::Int128 value) {
  for (const plan::EnumMember& member : enumeration.members)
    if (member.value == value && !member.characters.empty()) return '"' + member.characters + '"';
  bool is_round = true, is_large = false;
  for (const plan::EnumMember& member : enumeration.members) {
    is_round = is_round && member.value >= 0 && member.value % 16 == 0;
    is_large = is_large || member.value > 0xff;
  }
  const bool fits = value >= 0 && value <= model::max_u64;
  return is_round && is_large && fits ? fmt::format("0x{:x}", static_cast<std::uint64_t>(value))
                                      : model::to_text(value);
}

std::string versions_words(const model::Versions& versions) {
  const std::string since =
      versions.since ? "since version " + std::to_string(*versions.since) : "";
  const std::string until =
      versions.until ? "before version " + std::to_string(*versions.until) : "";
  return since + (since.empty() || until.empty() ? "" : ", ") + until;
}

std::string size_words(std::uint64_t least, std::optional<std::uint64_t> fixed) {
  if (fixed) return counted(*fixed, "byte");
  return least == 0 ? "any number of bytes" : "at least " + counted(least, "byte");
}

}  // namespace schemac::emit::doc
