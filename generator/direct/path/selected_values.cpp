#include "direct/path/selected_values.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "direct/json/element_json.h"
#include "model/overload.h"
#include "schemac/check/frame.h"

namespace schemac::direct {
namespace {

// One element of a list of scalars as a value of its own.
Value value_at(const Scalars& list, std::uint64_t index) {
  const Json json = element_json(list, index);
  if (json.is_boolean()) return {Boolean{json.get<bool>()}};
  if (const auto number = whole_number(json)) return {Number{*number, {}}};
  if (const auto bits = real_bits(list.dtype, json); bits && list.enumeration == nullptr)
    return {Real{list.dtype, *bits}};
  const std::string text = json.is_string() ? json.get<std::string>() : json.dump();
  std::vector<std::byte> bytes(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) bytes[i] = static_cast<std::byte>(text[i]);
  return {Characters{own(std::move(bytes))}};
}

class Selector {
 public:
  explicit Selector(const Selection& asked) : asked_(asked) {}

  void take(Value& value, const std::string& path) {
    const Match match = asked_.match(path);
    if (match == Match::holds && !value.is_absent()) {
      found_.given.push_back({path, std::move(value)});
    } else if (match == Match::leads) {
      look_into(value, path);
    }
  }
  Members take_found() { return std::move(found_); }

 private:
  static std::string element(const std::string& path, std::uint64_t index) {
    return path + '[' + std::to_string(index) + ']';
  }
  void look_into(Value& value, const std::string& path) {
    std::visit(model::Overload{
                   [&](Elements& list) {
                     for (std::size_t i = 0; i < list.values.size(); ++i)
                       take(list.values[i], element(path, i));
                   },
                   [&](Scalars& list) {
                     for (std::uint64_t i = 0; i < list.count; ++i)
                       if (asked_.holds(element(path, i)))
                         found_.given.push_back({element(path, i), value_at(list, i)});
                   },
                   [&](Chosen& chosen) { look_into(chosen.value.front(), path); },
                   [&](Members& members) {
                     for (auto& [name, member] : members.given) {
                       std::string below = path;
                       impl::append_path(below, name);
                       take(member, below);
                     }
                   },
                   [](const auto&) {},
               },
               value.kind);
  }

  const Selection& asked_;
  Members found_;
};

}  // namespace

Members selected_values(Value values, const Selection& asked) {
  Selector selector(asked);
  selector.take(values, "");
  return selector.take_found();
}

}  // namespace schemac::direct
