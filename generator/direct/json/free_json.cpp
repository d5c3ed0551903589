#include "direct/json/free_json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/json_texts.h"
#include "schemac/check/frame.h"
#include "source/text_width.h"

namespace schemac::direct {

namespace {

using OrderedJson = nlohmann::ordered_json;

// Names that have a meaning of their own in the JSON of free-form values.
bool is_special(std::string_view name) {
  while (name.starts_with('\\')) name.remove_prefix(1);
  constexpr std::string_view names[] = {"choices", "hex", "ext", "real", "map", "tuple"};
  return std::ranges::find(names, name) != std::end(names);
}

OrderedJson hex_json(const std::vector<std::byte>& bytes) { return to_hex(Bytes(bytes)); }

struct MakeJson {
  OrderedJson operator()(const std::monostate&) const { return nullptr; }
  OrderedJson operator()(bool value) const { return value; }
  OrderedJson operator()(std::uint64_t value) const { return value; }
  OrderedJson operator()(std::int64_t value) const { return value; }
  OrderedJson operator()(double value) const {
    if (std::isfinite(value)) return value;
    return {{"real", real_json(Dtype::f64, std::bit_cast<std::uint64_t>(value))}};
  }
  OrderedJson operator()(const std::string& value) const {
    OrderedJson json = text_json(std::as_bytes(std::span(value)));
    if (!json.is_string()) json["text"] = true;
    return json;
  }
  OrderedJson operator()(const FreeValue::Binary& value) const {
    return {{"hex", hex_json(value)}};
  }
  OrderedJson operator()(const FreeValue::Extension& value) const {
    return {{"ext", value.type}, {"hex", hex_json(value.bytes)}};
  }
  OrderedJson operator()(const FreeValue::List& list) const {
    OrderedJson json = OrderedJson::array();
    for (const FreeValue& each : list) json.push_back(free_json(each));
    return json;
  }
  OrderedJson operator()(const FreeValue::Tuple& tuple) const {
    return {{"tuple", (*this)(tuple.elements)}};
  }
  OrderedJson operator()(const FreeValue::Map& map) const {
    if (!has_plain_names(map)) {
      OrderedJson pairs = OrderedJson::array();
      for (const FreeValue::Entry& entry : map)
        pairs.push_back({free_json(entry.key), free_json(entry.value)});
      OrderedJson json = OrderedJson::object();
      json["map"] = std::move(pairs);
      return json;
    }
    OrderedJson json = OrderedJson::object();
    auto& members =
        static_cast<OrderedJson::object_t::Container&>(json.get_ref<OrderedJson::object_t&>());
    for (const FreeValue::Entry& entry : map) {
      const auto& name = *entry.key.as<std::string>();
      members.emplace_back(is_special(name) ? "\\" + name : name, free_json(entry.value));
    }
    return json;
  }
  // Each a text of UTF-8, and no two the same.
  static bool has_plain_names(const FreeValue::Map& map) {
    std::vector<std::string_view> names;
    for (const FreeValue::Entry& entry : map) {
      const auto* name = entry.key.as<std::string>();
      if (name == nullptr || !text_json(std::as_bytes(std::span(*name))).is_string()) return false;
      names.push_back(*name);
    }
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) == names.end();
  }
};

std::optional<std::vector<std::byte>> bytes_under(const OrderedJson& json) {
  const auto found = json.find("hex");
  if (found == json.end() || !found->is_string()) return std::nullopt;
  return from_hex(found->get_ref<const std::string&>());
}

// Values from JSON. What is wrong is reported with its path, which is only put together then.
class FreeReader {
 public:
  FreeReader(const plan::FreeForm& form, const std::string& path, std::vector<Problem>& problems)
      : form_(form), path_(path), problems_(problems) {}

  std::optional<FreeValue> read(const OrderedJson& json, const impl::Frame& frame) const {
    using Type = OrderedJson::value_t;
    switch (json.type()) {
      case Type::null:
        return FreeValue();
      case Type::boolean:
        return FreeValue(json.get<bool>());
      case Type::number_integer:
        return FreeValue(json.get<std::int64_t>());
      case Type::number_unsigned:
        return FreeValue(json.get<std::uint64_t>());
      case Type::number_float:
        return FreeValue(json.get<double>());
      case Type::string:
        return FreeValue(json.get<std::string>());
      case Type::array:
        return read_list(json, frame);
      case Type::object:
        if (!json.empty() && is_special(json.begin().key()) && !has_backslash(json.begin().key()))
          return read_special(json, frame);
        return read_members(json, frame);
      case Type::binary:
      case Type::discarded:
        break;
    }
    return std::nullopt;
  }

 private:
  static bool has_backslash(std::string_view name) { return name.starts_with('\\'); }

  std::optional<FreeValue> read_list(const OrderedJson& json, const impl::Frame& frame) const {
    FreeValue::List list;
    for (const OrderedJson& each : json) {
      auto value = read(each, {&frame, {}, list.size()});
      if (!value) return std::nullopt;
      list.push_back(std::move(*value));
    }
    return FreeValue(std::move(list));
  }
  std::optional<FreeValue> read_members(const OrderedJson& json, const impl::Frame& frame) const {
    FreeValue::Map map;
    for (const auto& [name, value] : json.items()) {
      auto made = read(value, {&frame, name});
      if (!made) return std::nullopt;
      const bool is_escaped = has_backslash(name) && is_special(name);
      map.push_back({is_escaped ? name.substr(1) : name, std::move(*made)});
    }
    return FreeValue(std::move(map));
  }
  std::optional<FreeValue> read_pairs(const OrderedJson& json, const impl::Frame& frame) const {
    FreeValue::Map map;
    for (const OrderedJson& pair : json) {
      const impl::Frame own{&frame, {}, map.size()};
      if (!pair.is_array() || pair.size() != 2) return problem(own, "is not a pair, [key, value]");
      auto key = read(pair[0], {&own, "key"}), value = read(pair[1], {&own, "value"});
      if (!key || !value) return std::nullopt;
      map.push_back({std::move(*key), std::move(*value)});
    }
    return FreeValue(std::move(map));
  }

  // An object whose first member says what it is.
  std::optional<FreeValue> read_special(const OrderedJson& json, const impl::Frame& frame) const {
    const std::string& name = json.begin().key();
    if (name == "hex" && json.size() == 1) {
      auto bytes = bytes_under(json);
      if (bytes) return FreeValue(std::move(*bytes));
    }
    if (name == "hex" && json.size() == 2 && json.contains("text") && json["text"] == true) {
      const auto bytes = bytes_under(json);
      if (bytes) return FreeValue(impl::text_at(bytes->data(), bytes->size()));
    }
    if (name == "ext" && json.size() == 2 && json["ext"].is_number_integer()) {
      auto bytes = bytes_under(json);
      const auto type = json["ext"].get<std::int64_t>();
      if (bytes && type >= -128 && type <= 127)
        return FreeValue(FreeValue::Extension{static_cast<std::int8_t>(type), std::move(*bytes)});
    }
    if (name == "real" && json.size() == 1) {
      const auto bits = real_bits(Dtype::f64, json["real"]);
      if (bits) return FreeValue(std::bit_cast<double>(*bits));
    }
    if (name == "tuple" && json.size() == 1 && json["tuple"].is_array()) {
      if (is_object(form_)) return problem(frame, "is a tuple, which MessagePack has no form for");
      auto list = read_list(json["tuple"], frame);
      if (!list) return std::nullopt;
      return FreeValue(FreeValue::Tuple{std::move(*list->as<FreeValue::List>())});
    }
    if (name == "map" && json.size() == 1 && json["map"].is_array())
      return read_pairs(json["map"], frame);
    return problem(
        frame, source::shortened(json.dump(), most_shown) + " says no value",
        "write " + std::string(way_of(name)) + R"("\)" + name + "\" for a member of that name");
  }
  static std::string_view way_of(std::string_view name) {
    if (name == "hex") return R"({"hex": "00ff"} for bytes, with "text": true for a text, or )";
    if (name == "ext") return R"({"ext": 5, "hex": "00ff"} with a type from -128 to 127, or )";
    if (name == "real") return R"({"real": "nan"}, "inf", "-inf" or "nan:7ff8000000000001", or )";
    if (name == "tuple") return R"({"tuple": [...]}, or )";
    return name == "map" ? R"({"map": [[key, value], ...]}, or )" : "";
  }

  std::nullopt_t problem(const impl::Frame& frame, std::string message,
                         std::string help = {}) const {
    std::string path = path_;
    impl::append_path(path, printable(path_of(frame)));
    problems_.push_back({std::move(path), std::move(message), std::move(help)});
    return std::nullopt;
  }

  static constexpr std::size_t most_shown = 60;

  const plan::FreeForm& form_;
  const std::string& path_;
  std::vector<Problem>& problems_;
};

}  // namespace

nlohmann::ordered_json free_json(const FreeValue& value) {
  return std::visit(MakeJson{}, value.kind());
}

std::optional<FreeValue> free_value(const plan::FreeForm& form, const nlohmann::ordered_json& json,
                                    const std::string& path, std::vector<Problem>& problems) {
  return FreeReader(form, path, problems).read(json, {});
}

}  // namespace schemac::direct
