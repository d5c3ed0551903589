// Whether a generated value is what a case's JSON says, member for member.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "direct/byte_text.h"
#include "direct/json/free_json.h"
#include "plan/plan.h"
#include "schemac/core/coded.h"
#include "schemac/core/free_value.h"
#include "schemac/core/members.h"
#include "schemac/core/placed_blob.h"

namespace cases {

class ValueMatch {
 public:
  using Json = nlohmann::json;

  explicit ValueMatch(const schemac::plan::Plan& plan) : plan_(plan) {}

  [[nodiscard]] const std::vector<std::string>& mismatches() const { return mismatches_; }

  template <class T>
  void record(const Json& json, const T& value, const schemac::plan::Record& record,
              const std::string& path) {
    std::size_t present = 0;
    bool has_spellings = false;  // of values of no type, among the choices
    const Json spellings = json.contains("choices") ? json["choices"] : Json::object();
    schemac::for_each_member(value, [&](std::string_view name, const auto& member) {
      const schemac::plan::Field* field = find(record, name);
      const std::string inner = path + "." + std::string(name);
      if constexpr (requires { value.choices; }) {
        if (name == "choices") {
          present += json.contains("choices") ? 1 : 0;
          return choices(json.contains("choices") ? json["choices"] : Json::object(), value.choices,
                         record, inner);
        }
      }
      if constexpr (std::is_same_v<std::decay_t<decltype(member)>, schemac::PlacedBlob>) {
        const bool is_stated = json.contains(std::string(name));
        present += is_stated ? 1 : 0;
        expect(is_stated && json[std::string(name)] == Json{{"hex", hex(member.bytes())}}, inner,
               "is " + hex(member.bytes()));
        return;
      }
      if (field == nullptr) return expect(false, inner, "is no field of the schema");
      const auto found = json.find(std::string(name));
      const Json stated = found == json.end() ? Json(nullptr) : *found;
      present += found != json.end() ? 1 : 0;
      if constexpr (!requires { value.choices; })
        if (spellings.contains(std::string(name)))
          has_spellings = spelled(spellings.at(std::string(name)), member, inner);
      this->member(stated, member, field->body, inner);
    });
    if (has_spellings) ++present;
    for (const auto& array : record.arrays) present += json.contains(array.form.name) ? 1 : 0;
    expect(present == json.size(), path, "has other members than " + json.dump());
  }

 private:
  static const schemac::plan::Field* find(const schemac::plan::Record& record,
                                          std::string_view name) {
    for (const schemac::plan::Field& field : record.fields)
      if (field.name == name) return &field;
    return nullptr;
  }

  void expect(bool holds, const std::string& path, const std::string& what) {
    if (!holds) mismatches_.push_back(path + " " + what);
  }

  // Values of no type as they were spelled: a text, or bytes, each a list where they are one; null
  // is spelled as a writer does.
  bool spelled(const Json& spelling, const schemac::Free& value, const std::string& path) {
    const auto bytes = value.stored.bytes();
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (spelling.is_object()) {
      expect(spelling == Json{{"hex", hex(bytes)}}, path, "is spelled " + hex(bytes));
    } else if (!spelling.is_null()) {
      expect(spelling == text, path, "is spelled " + text);
    }
    return true;
  }
  template <class T>
  bool spelled(const Json& spelling, const std::optional<T>& value, const std::string& path) {
    expect(value.has_value(), path, "is there, or isn't");
    return value && spelled(spelling, *value, path);
  }
  template <class T>
  bool spelled(const Json& spelling, const std::vector<T>& list, const std::string& path) {
    expect(spelling.size() == list.size(), path, "has as many spellings");
    bool is_any = false;
    for (std::size_t i = 0; i < list.size() && i < spelling.size(); ++i)
      is_any = spelled(spelling[i], list[i], path + "[" + std::to_string(i) + "]") || is_any;
    return is_any;
  }
  template <class... Ts>
  bool spelled(const Json& spelling, const std::variant<Ts...>& value, const std::string& path) {
    return std::visit([&](const auto& held) { return spelled(spelling, held, path); }, value);
  }
  template <class T>
  bool spelled(const Json& spelling, const T& value, const std::string& path) {
    if constexpr (
        requires { value.value.size(); } || requires { value.value.stored; })
      return spelled(spelling, value.value, path);
    else
      return false;
  }

  // What isn't stated has its default: true, no bytes, the number of the schema.
  template <class T>
  void choices(const Json& json, const T& value, const schemac::plan::Record& record,
               const std::string& path) {
    std::size_t present = 0;
    schemac::for_each_member(value, [&](std::string_view name, const auto& member) {
      const std::string inner = path + "." + std::string(name);
      const auto found = json.find(std::string(name));
      present += found != json.end() ? 1 : 0;
      const schemac::plan::Field* field = find(record, name);
      if constexpr (requires { member.has_value(); }) {
        expect(member.has_value() == (found != json.end()), inner, "is there, or isn't");
        if (member && found != json.end()) body(*found, *member, field->body, inner);
      } else if constexpr (requires { member.bytes(); }) {
        const std::string stated =
            found == json.end() ? "" : found->at("hex").template get<std::string>();
        expect(hex(member.bytes()) == stated, inner, "is " + hex(member.bytes()));
      } else if constexpr (requires { member.empty(); }) {
        if (found == json.end())
          expect(member.empty(), inner, "isn't empty");
        else
          body(*found, member, field->body, inner);
      } else if (field != nullptr && found == json.end()) {
        const auto number = static_cast<std::int64_t>(field->default_value.value_or(0));
        expect(static_cast<std::int64_t>(member) == number, inner, "isn't the default");
      } else if (field != nullptr) {
        body(*found, member, field->body, inner);
      } else if constexpr (std::is_same_v<std::decay_t<decltype(member)>, bool>) {
        expect(member == (found == json.end() || found->template get<bool>()), inner, "differs");
      }
    });
    expect(present == json.size(), path, "has other members than " + json.dump());
  }

  template <class T>
  void member(const Json& json, const T& value, const schemac::plan::Body& body,
              const std::string& path) {
    this->body(json, value, body, path);
  }
  template <class T>
  void member(const Json& json, const std::optional<T>& value, const schemac::plan::Body& body,
              const std::string& path) {
    bool is_nil = false;  // a value that is there
    if constexpr (std::is_same_v<T, schemac::Free>) is_nil = value && value->value.is_null();
    expect(value.has_value() == (is_nil || !json.is_null()), path,
           "is there, or isn't: " + json.dump());
    if (value && !json.is_null()) this->body(json, *value, body, path);
  }

  void body(const Json& json, const schemac::Blob& value, const schemac::plan::Body&,
            const std::string& path) {
    expect(json.contains("hex") && json["hex"] == hex(value.bytes()), path,
           "is " + hex(value.bytes()) + ", not " + json.dump());
  }
  void body(const Json& json, const schemac::PlacedBlob& value, const schemac::plan::Body& body,
            const std::string& path) {
    this->body(json, static_cast<const schemac::Blob&>(value), body, path);
  }
  void body(const Json& json, const schemac::Coded& value, const schemac::plan::Body&,
            const std::string& path) {
    const auto plain = value.plain();
    const std::string held = plain ? hex(plain->bytes()) : plain.error().message;
    if (plain && json.contains("data")) {  // of a text, beside its value
      const auto data = schemac::direct::from_base64(json["data"].get<std::string>());
      return expect(data && hex(*data) == held, path, "is " + held + ", not " + json.dump());
    }
    expect(json.contains("hex") && json["hex"] == held, path,
           "is " + held + ", not " + json.dump());
  }
  void body(const Json& json, const schemac::Free& value, const schemac::plan::Body&,
            const std::string& path) {
    const Json held = schemac::direct::free_json(value.value);
    expect(held == json, path, "is " + held.dump() + ", not " + json.dump());
  }
  void body(const Json& json, const schemac::Scalar& value, const schemac::plan::Body&,
            const std::string& path) {
    const bool has_dtype = json.contains("dtype") && json["dtype"] == schemac::name(value.dtype());
    expect(has_dtype && is_number(json["value"], value.get<double>()), path,
           "is " + to_string(value) + ", not " + json.dump());
  }
  void body(const Json& json, const std::string& value, const schemac::plan::Body&,
            const std::string& path) {
    const Json raw = {{"hex", hex(std::as_bytes(std::span(value)))}};
    expect(json == value || json == raw, path, "is '" + value + "', not " + json.dump());
  }
  void body(const Json& json, const std::vector<bool>& value, const schemac::plan::Body&,
            const std::string& path) {
    if (json.is_array()) {  // booleans, not bits
      expect(json == Json(value), path, "is " + Json(value).dump() + ", not " + json.dump());
      return;
    }
    std::string bits;
    for (const bool bit : value) bits += bit ? '1' : '0';
    if (json.is_array()) return expect(json == Json(value), path, "isn't " + json.dump());
    expect(json == bits, path, "is " + bits + ", not " + json.dump());
  }
  template <class T>
  void body(const Json& json, const std::vector<T>& value, const schemac::plan::Body& body,
            const std::string& path) {
    const auto* list = std::get_if<schemac::plan::List>(&body.kind);
    const bool fits = list != nullptr && json.is_array() && json.size() == value.size();
    expect(fits, path, "has " + std::to_string(value.size()) + " elements, not " + json.dump());
    for (std::size_t i = 0; fits && i < value.size(); ++i)
      this->body(json[i], value[i], list->element.front(), path + "[" + std::to_string(i) + "]");
  }
  template <class... Ts>
  void body(const Json& json, const std::variant<Ts...>& value, const schemac::plan::Body& body,
            const std::string& path) {
    const auto* choice = std::get_if<schemac::plan::Switch>(&body.kind);
    if (choice == nullptr) return expect(false, path, "is no switch in the plan");
    const schemac::plan::Alternative& held = choice->alternatives[value.index()];
    if (!json.contains(held.name))
      return expect(false, path, "holds " + held.name + ", not " + json.dump());
    std::visit(
        [&](const auto& content) { this->body(json[held.name], content, held.body.front(), path); },
        value);
  }
  template <class T>
  void body(const Json& json, const T& value, const schemac::plan::Body& body,
            const std::string& path) {
    if constexpr (schemac::RecordValue<T>) {
      if (const auto* nested = std::get_if<schemac::plan::Nested>(&body.kind))
        return record(json, value, plan_.records[nested->record], path);
      // A struct around an alternative.
      schemac::for_each_member(value, [&](std::string_view, const auto& content) {
        this->member(json, content, body, path);
      });
    } else if constexpr (std::is_same_v<T, bool>) {
      expect(json == value, path, value ? "is true" : "is false");
    } else if constexpr (std::is_enum_v<T>) {
      const std::string_view name = name_of(value);
      const auto number = static_cast<std::underlying_type_t<T>>(value);
      expect(json == name || (name.empty() && json == number), path,
             "is " + std::to_string(number) + ", not " + json.dump());
    } else if constexpr (std::is_integral_v<T>) {
      expect(json.is_object() ? flags_of(json, body) == static_cast<std::uint64_t>(value)
                              : json == value,
             path, "is " + std::to_string(value) + ", not " + json.dump());
    } else {
      const auto number = static_cast<double>(
          static_cast<std::conditional_t<std::is_same_v<T, double>, double, float>>(value));
      expect(is_number(json, number), path,
             "is " + std::to_string(number) + ", not " + json.dump());
    }
  }

  static std::uint64_t flags_of(const Json& json, const schemac::plan::Body& body) {
    std::uint64_t word = 0;
    for (const auto& flag : std::get<schemac::plan::Scalar>(body.kind).flags) {
      if (!json.contains(flag.name)) continue;
      const Json& bits = json[flag.name];
      word |= (bits.is_boolean() ? std::uint64_t{bits.get<bool>()} : bits.get<std::uint64_t>())
              << flag.bit;
    }
    return word;
  }

  static bool is_number(const Json& json, double value) {
    if (json.is_boolean()) return (json.get<bool>() ? 1.0 : 0.0) == value;
    if (json.is_number()) return json.get<double>() == value;
    if (json == "inf") return std::isinf(value) && value > 0;
    if (json == "-inf") return std::isinf(value) && value < 0;
    return json.is_string() && json.get<std::string>().rfind("nan", 0) == 0 && std::isnan(value);
  }

  static std::string hex(schemac::Bytes bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
      text += "0123456789abcdef"[std::to_integer<unsigned>(byte) / 16];
      text += "0123456789abcdef"[std::to_integer<unsigned>(byte) % 16];
    }
    return text;
  }

  const schemac::plan::Plan& plan_;
  std::vector<std::string> mismatches_;
};

}  // namespace cases
