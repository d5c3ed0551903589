#include "diff/value_brief.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/json/value_json.h"
#include "direct/pieces/joined_array.h"
#include "direct/walk/decode.h"
#include "schemac/base/counted.h"
#include "source/text_width.h"

namespace schemac::diff {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_columns = 60;
constexpr std::size_t most_elements = 16;
constexpr std::uint64_t most_bytes = 64;
constexpr std::uint64_t most_characters = 1u << 16;

class BriefJson {
 public:
  static Json make(const direct::Value& value) {
    return std::visit([&](const auto& kind) { return of(kind, value); }, value.kind);
  }

 private:
  static Json of(const direct::RawBytes& raw, const direct::Value& value) {
    if (raw.content.bytes.size() > most_bytes) return {{"nbytes", raw.content.bytes.size()}};
    return direct::to_json(value, direct::Payloads::preview);
  }
  static Json of(const direct::EncodedContent& encoded, const direct::Value&) {
    return {{"nbytes", encoded.coded.size()}};
  }
  static Json of(const direct::Joined& joined, const direct::Value&) {
    return {{"dtype", joined.element.name}, {"dims", joined.dims}, {"nbytes", joined.size}};
  }
  static Json of(const direct::Scalars& list, const direct::Value& value) {
    if (list.count > most_bytes) return {{"dtype", name(list.dtype)}, {"count", list.count}};
    return direct::to_json(value, direct::Payloads::preview);
  }
  static Json of(const direct::Payload& payload, const direct::Value& value) {
    if (!payload.dims) {
      Json json = direct::to_json(value, direct::Payloads::preview);
      json.erase("numpy");
      return json;
    }
    return {{"dtype", name(payload.dtype)},
            {"dims", *payload.dims},
            {"nbytes", payload.content.bytes.size()}};
  }
  static Json of(const direct::Elements& list, const direct::Value&) {
    const std::uint64_t count = list.values.size() + list.left_out;
    if (count > most_elements) return {{"count", count}};
    Json json = Json::array();
    for (const direct::Value& each : list.values) json.push_back(make(each));
    return json;
  }
  static Json of(const direct::Characters& text, const direct::Value& value) {
    if (text.content.bytes.size() > most_characters) return {{"nbytes", text.content.bytes.size()}};
    return direct::to_json(value, direct::Payloads::preview);
  }
  static Json of(const direct::Members& members, const direct::Value&) {
    Json json = Json::object();
    for (const auto& [name, value] : members.given) json[name] = make(value);
    return json;
  }
  static Json of(const direct::Chosen& chosen, const direct::Value&) {
    return {{chosen.alternative, make(chosen.value.front())}};
  }
  template <class Other>
  static Json of(const Other&, const direct::Value& value) {
    return direct::to_json(value, direct::Payloads::preview);
  }
};

std::string dumped(const Json& json) {
  return direct::printable(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

class BriefText {
 public:
  static std::string make(const direct::Value& value) {
    return std::visit([&](const auto& kind) { return of(kind, value); }, value.kind);
  }

 private:
  static std::string of(const direct::Absent&, const direct::Value&) { return "none"; }
  static std::string of(const direct::Number& number, const direct::Value& value) {
    return number.name.empty() ? dumped(brief_json(value)) : number.name;
  }
  static std::string of(const direct::RawBytes& raw, const direct::Value&) {
    const Bytes bytes = raw.content.bytes;
    const bool is_short = !bytes.empty() && bytes.size() <= most_bytes / 4;
    return is_short ? direct::to_hex(bytes) : impl::counted(bytes.size(), "bytes");
  }
  static std::string of(const direct::EncodedContent& encoded, const direct::Value&) {
    return impl::counted(encoded.coded.size(), "bytes");
  }
  static std::string of(const direct::Joined& joined, const direct::Value&) {
    return direct::type_text(joined);
  }
  static std::string of(const direct::Scalars& list, const direct::Value& value) {
    if (list.count <= most_elements) return dumped(brief_json(value));
    return std::string(name(list.dtype)) + '[' + std::to_string(list.count) + ']';
  }
  static std::string of(const direct::Payload& payload, const direct::Value& value) {
    const std::string type =
        direct::type_text(payload.dtype, payload.dims ? &*payload.dims : nullptr);
    return payload.dims ? type : type + ' ' + dumped(brief_json(value)["value"]);
  }
  static std::string of(const direct::Elements& list, const direct::Value&) {
    const std::uint64_t count = list.values.size() + list.left_out;
    if (count == 0) return "[]";
    return impl::counted(count, "elements");
  }
  static std::string of(const direct::Chosen& chosen, const direct::Value&) {
    return chosen.alternative + ": " + make(chosen.value.front());
  }
  // Names of members are those of the schema: they say less than the values.
  static std::string of(const direct::Members& members, const direct::Value&) {
    std::string text;
    for (const auto& [name, value] : members.given) {
      if (value.is_absent()) continue;
      text += (text.empty() ? "" : ", ") + name + ": " + make(value);
    }
    return '{' + text + '}';
  }
  template <class Other>
  static std::string of(const Other&, const direct::Value& value) {
    return dumped(brief_json(value));
  }
};

}  // namespace

Json brief_json(const direct::Value& value) { return BriefJson::make(value); }

std::string brief_text(const direct::Value& value) {
  return source::shortened(BriefText::make(value), most_columns);
}

}  // namespace schemac::diff
