// A generated value from a case's JSON, so that generated writers get the values that a case says
// can't be written. The other way round is value_match.h.
//
// What C++ has no value for (a text where a number is due, a member that isn't there) is no matter
// of a generated writer; `failure` says what it was.
#pragma once

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "direct/byte_text.h"
#include "direct/json/free_json.h"
#include "plan/plan.h"
#include "schemac/core/coded.h"
#include "schemac/core/free_value.h"
#include "schemac/core/members.h"
#include "schemac/core/placed_blob.h"
#include "schemac/core/scalar.h"

namespace cases {

class ValueMake {
 public:
  using Json = nlohmann::json;

  explicit ValueMake(const schemac::plan::Plan& plan) : plan_(plan) {}

  [[nodiscard]] const std::string& failure() const { return failure_; }

  template <class T>
  void record(const Json& json, T& value, const schemac::plan::Record& record) {
    if (!json.is_object()) return fail("is no object");
    std::size_t taken = members(json, value, record);
    if (json.contains("choices")) {
      ++taken;
      if constexpr (requires { value.choices; }) {
        if (members(json["choices"], value.choices, record) != json["choices"].size())
          fail("there are no such choices");
      } else {
        fail("there are no choices");
      }
    }
    if (taken != json.size()) fail("there is no such member: " + json.dump());
  }

 private:
  using Body = schemac::plan::Body;

  // How many members of the JSON the value has.
  template <class T>
  std::size_t members(const Json& json, T& value, const schemac::plan::Record& record) {
    std::size_t taken = 0;
    schemac::for_each_member(value, [&](std::string_view name, auto& member) {
      const auto found = json.find(std::string(name));
      if (name == "choices" || found == json.end()) return;
      ++taken;
      if (found->is_null() && requires_nothing(member)) return;
      const schemac::plan::Field* field = nullptr;
      for (const schemac::plan::Field& each : record.fields)
        if (each.name == name) field = &each;
      const Body none;
      body(*found, member, field == nullptr ? none : field->body);
    });
    return taken;
  }
  template <class T>
  static bool requires_nothing(const T&) {
    return !std::is_same_v<T, schemac::Free>;
  }

  void fail(const std::string& why) {
    if (failure_.empty()) failure_ = why;
  }

  template <class T>
  void body(const Json& json, std::optional<T>& value, const Body& body) {
    value.emplace();
    this->body(json, *value, body);
  }
  std::optional<std::vector<std::byte>> bytes(const Json& json) {
    if (!json.is_object() || !json.contains("hex") || !json["hex"].is_string()) {
      fail("has no bytes in hex: " + json.dump());
      return std::nullopt;
    }
    auto made = schemac::direct::from_hex(json["hex"].get<std::string>());
    if (!made) fail("is no hex: " + json.dump());
    return made;
  }
  void body(const Json& json, schemac::Blob& value, const Body&) {
    if (auto made = bytes(json)) value = schemac::Blob::own(std::move(*made));
  }
  void body(const Json& json, schemac::PlacedBlob& value, const Body& body) {
    this->body(json, static_cast<schemac::Blob&>(value), body);
  }
  void body(const Json& json, schemac::Coded& value, const Body&) {
    if (auto made = bytes(json)) value = schemac::Coded(schemac::Blob::own(std::move(*made)));
  }
  void body(const Json& json, schemac::Free& value, const Body& body) {
    const auto* raw = std::get_if<schemac::plan::Raw>(&body.kind);
    if (raw == nullptr || !raw->free) return fail("is of no free form");
    std::vector<schemac::direct::Problem> problems;
    auto made = schemac::direct::free_value(*raw->free, nlohmann::ordered_json(json), "", problems);
    if (!made) return fail(problems.front().message);
    value = schemac::Free(std::move(*made));
  }
  void body(const Json& json, schemac::Scalar& value, const Body&) {
    if (!json.is_object() || !json.contains("dtype") || !json.contains("value"))
      return fail("has no dtype and value: " + json.dump());
    const auto dtype = schemac::dtype_named(json["dtype"].get<std::string>());
    if (!dtype || !json["value"].is_number()) return fail("is no scalar: " + json.dump());
    value = json["value"].is_number_integer()
                ? schemac::Scalar::of(*dtype, json["value"].get<std::int64_t>())
                : schemac::Scalar::nearest(*dtype, json["value"].get<double>());
  }
  void body(const Json& json, std::string& value, const Body&) {
    if (json.is_string()) {
      value = json.get<std::string>();
    } else if (const auto made = bytes(json)) {
      value.assign(reinterpret_cast<const char*>(made->data()), made->size());
    }
  }
  void body(const Json& json, std::vector<bool>& value, const Body&) {
    if (json.is_array()) {
      for (const Json& each : json) value.push_back(each.is_boolean() && each.get<bool>());
    } else if (json.is_string()) {
      for (const char bit : json.get<std::string>()) value.push_back(bit == '1');
    } else {
      fail("is no list of bits: " + json.dump());
    }
  }
  template <class T>
  void body(const Json& json, std::vector<T>& value, const Body& body) {
    const auto* list = std::get_if<schemac::plan::List>(&body.kind);
    if (list == nullptr || !json.is_array()) return fail("is no list: " + json.dump());
    for (const Json& each : json) this->body(each, value.emplace_back(), list->element.front());
  }
  template <class... Ts>
  void body(const Json& json, std::variant<Ts...>& value, const Body& body) {
    const auto* choice = std::get_if<schemac::plan::Switch>(&body.kind);
    if (choice == nullptr || !json.is_object() || json.size() != 1)
      return fail("is no alternative: " + json.dump());
    std::size_t index = 0;
    for (const auto& alternative : choice->alternatives) {
      if (json.begin().key() == alternative.name)
        return alternative_of(json.begin().value(), value, index, alternative.body.front(),
                              std::index_sequence_for<Ts...>());
      ++index;
    }
    fail("there is no alternative " + json.dump());
  }
  template <class Variant, std::size_t... indices>
  void alternative_of(const Json& json, Variant& value, std::size_t index, const Body& body,
                      std::index_sequence<indices...>) {
    const auto make = [&](auto number) {
      if (number == index) this->body(json, value.template emplace<number>(), body);
    };
    (make(std::integral_constant<std::size_t, indices>()), ...);
  }
  template <class T>
  void body(const Json& json, T& value, const Body& body) {
    if constexpr (schemac::RecordValue<T>) {
      if (const auto* nested = std::get_if<schemac::plan::Nested>(&body.kind))
        return record(json, value, plan_.records[nested->record]);
      schemac::for_each_member(value, [&](std::string_view, auto& content) {
        this->body(json, content, body);  // a struct around an alternative
      });
    } else if constexpr (std::is_enum_v<T>) {
      enumerator(json, value, body);
    } else if constexpr (std::is_integral_v<T>) {
      integer(json, value, body);
    } else {
      const double infinity = std::numeric_limits<double>::infinity();
      const double number = json.is_number() ? json.get<double>()
                            : json == "inf"  ? infinity
                            : json == "-inf" ? -infinity
                                             : std::numeric_limits<double>::quiet_NaN();
      if (!json.is_number() && !std::isinf(number) && json != "nan")
        return fail("is no number: " + json.dump());
      if constexpr (requires { T::nearest(0.0); })
        value = T::nearest(number);
      else if constexpr (std::is_floating_point_v<T>)
        value = static_cast<T>(number);
      else
        fail("is a number of no C++ type");
    }
  }

  template <class T>
  void enumerator(const Json& json, T& value, const Body& body) {
    std::underlying_type_t<T> number{};
    const auto* scalar = std::get_if<schemac::plan::Scalar>(&body.kind);
    if (json.is_string() && scalar != nullptr && scalar->enumeration) {
      for (const auto& member : plan_.enums[*scalar->enumeration].members)
        if (member.name == json.get<std::string>()) {
          value = static_cast<T>(static_cast<std::underlying_type_t<T>>(member.value));
          return;
        }
      return fail("is no member: " + json.dump());
    }
    integer(json, number, body);
    value = static_cast<T>(number);
  }
  template <class T>
  void integer(const Json& json, T& value, const Body& body) {
    if (json.is_object()) return flags(json, value, body);
    if (json.is_boolean() && std::is_same_v<T, bool>) {
      value = json.get<bool>();
    } else if (json.is_number_unsigned()) {
      value = static_cast<T>(json.get<std::uint64_t>());
      if (!std::in_range<std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>>(
              json.get<std::uint64_t>()))
        fail("doesn't fit: " + json.dump());
    } else if (json.is_number_integer()) {
      value = static_cast<T>(json.get<std::int64_t>());
      if (!std::in_range<std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>>(
              json.get<std::int64_t>()))
        fail("doesn't fit: " + json.dump());
    } else {
      fail("is no whole number: " + json.dump());
    }
  }
  template <class T>
  void flags(const Json& json, T& value, const Body& body) {
    const auto* scalar = std::get_if<schemac::plan::Scalar>(&body.kind);
    std::uint64_t word = 0;
    std::size_t taken = 0;
    if (scalar != nullptr)
      for (const auto& flag : scalar->flags) {
        if (!json.contains(flag.name) || flag.presence_of) continue;
        ++taken;
        const Json& bits = json[flag.name];
        if (!bits.is_boolean() && !bits.is_number_unsigned()) return fail("is no flag");
        word |= (bits.is_boolean() ? std::uint64_t{bits.get<bool>()} : bits.get<std::uint64_t>())
                << flag.bit;
      }
    if (taken != json.size()) fail("there is no such flag: " + json.dump());
    value = static_cast<T>(word);
  }

  const schemac::plan::Plan& plan_;
  std::string failure_;
};

}  // namespace cases
