#include "direct/text/row_text.h"

#include "direct/byte_text.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& value) {
  return printable(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// {"a": true, "b": false, "c": 3} as "a, c = 3".
std::string flags_text(const Json& flags) {
  std::string text;
  for (const auto& [name, value] : flags.items()) {
    if (value == false || value == 0) continue;
    text += (text.empty() ? "" : ", ") + name;
    if (value != true) text += " = " + dumped(value);
  }
  return text.empty() ? "none" : printable(text);
}

bool is_hex(const Json& value) { return value.size() == 1 && value.contains("hex"); }

std::string list_text(const Json& list) {
  std::string text;
  for (const Json& each : list) {
    // Texts stand for numbers that JSON can't say.
    text += (text.empty() ? "" : ", ") + (each.is_string()   ? each.get<std::string>()
                                          : each.is_object() ? "{" + flags_text(each) + "}"
                                                             : dumped(each));
  }
  return "[" + printable(text) + "]";
}

}  // namespace

std::string value_text(const Row& row) {
  switch (row.kind) {
    case RowKind::padding:
      return row.value.is_string() ? row.value.get<std::string>() : "zeros";
    case RowKind::slack:
      return "room kept";
    case RowKind::unknown:
      return "unknown";
    case RowKind::folded:
      return grouped(row.value[1].get<std::uint64_t>() - row.value[0].get<std::uint64_t>() + 1) +
             " elements";
    case RowKind::field:
    case RowKind::payload:
      break;
  }
  const Json& value = row.value;
  if (value.is_null()) return "";
  if (value.is_string()) {
    if (row.kind == RowKind::payload) return value.get<std::string>();  // hex
    const bool is_text = row.type == "str" || row.type == "bytes";
    return is_text ? dumped(value) : printable(value.get<std::string>());
  }
  if (value.is_object()) return is_hex(value) ? dumped(value["hex"]) : flags_text(value);
  if (!value.is_array()) return dumped(value);
  return row.kind == RowKind::payload ? row.type + " " + list_text(value) : list_text(value);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace schemac::direct
