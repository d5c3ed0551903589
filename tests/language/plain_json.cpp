#include "language/plain_json.h"

#include <string>

#include "direct/byte_text.h"

namespace cases {
namespace {

template <class Json>
bool is_array(const Json& json) {
  return json.is_object() && json.contains("dtype") && json.contains("dims");
}

}  // namespace

nlohmann::json plain(const nlohmann::ordered_json& values) {
  nlohmann::json result;
  if (is_array(values) && values.contains("data")) {
    result["dtype"] = values["dtype"];
    result["dims"] = values["dims"];
    const auto bytes = schemac::direct::from_base64(values["data"].get<std::string>());
    result["hex"] = bytes ? schemac::direct::to_hex(*bytes) : "not base64";
    return result;
  }
  if (values.is_array()) {
    result = nlohmann::json::array();
    for (const auto& item : values) result.push_back(plain(item));
    return result;
  }
  if (!values.is_object()) return values;
  result = nlohmann::json::object();
  for (const auto& [key, value] : values.items())
    if (!value.is_null()) result[key] = plain(value);
  return result;
}

nlohmann::ordered_json with_payloads(const nlohmann::json& values) {
  nlohmann::ordered_json result;
  if (is_array(values) && values.contains("hex")) {
    result["dtype"] = values["dtype"];
    result["dims"] = values["dims"];
    const auto bytes = schemac::direct::from_hex(values["hex"].get<std::string>());
    result["data"] = bytes ? schemac::direct::to_base64(*bytes) : "not hex";
    return result;
  }
  if (values.is_array()) {
    result = nlohmann::ordered_json::array();
    for (const auto& item : values) result.push_back(with_payloads(item));
    return result;
  }
  if (!values.is_object()) return values;
  result = nlohmann::ordered_json::object();
  for (const auto& [key, value] : values.items()) result[key] = with_payloads(value);
  return result;
}

}  // namespace cases
