#include "random/changed_values.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "direct/byte_text.h"

namespace net {

using Json = nlohmann::ordered_json;

namespace {

struct Node {
  Json* value = nullptr;
  Json* owner = nullptr;  ///< the object that it is a member of
  std::string name;
};

void collect(Json& values, std::vector<Node>& out) {
  for (auto each = values.begin(); each != values.end(); ++each) {
    if (values.is_object())
      out.push_back({&*each, &values, each.key()});
    else
      out.push_back({&*each, nullptr, {}});
    if (each->is_structured()) collect(*each, out);
  }
}

Json other_number(const Json& number, Dice& dice) {
  constexpr std::array<std::int64_t, 9> telling = {0, 1, 2, 7, 255, 256, 65536, -1, 1LL << 40};
  if (number.is_number_float()) return static_cast<double>(dice.below(64)) / 4 - 3;
  const std::int64_t value = number.is_number_unsigned() && number.get<std::uint64_t>() > 1U << 31
                                 ? 0
                                 : number.get<std::int64_t>();
  switch (dice.below(3)) {
    case 0:
      return value == std::numeric_limits<std::int64_t>::max() ? value : value + 1;
    case 1:
      return value == std::numeric_limits<std::int64_t>::min() ? value : value - 1;
    default:
      return telling[dice.below(telling.size())];
  }
}

std::string other_text(std::string text, Dice& dice) {
  switch (dice.below(text.empty() ? 1 : 4)) {
    case 0:
      return text + static_cast<char>('a' + dice.below(26));
    case 1:
      text.pop_back();
      return text;
    case 2:
      return text + text;
    default:
      text[dice.below(text.size())] = static_cast<char>('0' + dice.below(75));
      return text;
  }
}

// Other bytes, about which nothing else is said any more.
void change_payload(Json& owner, Dice& dice) {
  auto bytes = schemac::direct::from_base64(owner["data"].get<std::string>());
  if (!bytes) return;
  const std::uint64_t size = bytes->size();
  if (size == 0 || dice.one_in(3))
    bytes->resize(dice.one_in(2) ? size + 1 + dice.below(8) : dice.below(size + 1));
  else
    (*bytes)[dice.below(size)] = static_cast<std::byte>(dice.below(256));
  owner["data"] = schemac::direct::to_base64(*bytes);
  for (const char* name : {"stored", "value", "nbytes", "sha256", "preview"}) owner.erase(name);
}

void change_list(Json& list, Dice& dice) {
  if (list.empty()) return;
  const std::uint64_t index = dice.below(list.size());
  if (dice.one_in(3))
    list.erase(index);
  else if (dice.one_in(2))
    list.push_back(Json(list[index]));
  else
    std::swap(list[index], list[dice.below(list.size())]);
}

}  // namespace

void change_values(Json& values, Dice& dice) {
  std::vector<Node> nodes;
  collect(values, nodes);
  if (nodes.empty()) return;
  const Node node = dice.pick(nodes);
  Json& value = *node.value;
  if (node.owner != nullptr && node.owner->contains("data") && (*node.owner)["data"].is_string())
    change_payload(*node.owner, dice);
  else if (node.owner != nullptr && dice.one_in(6))
    node.owner->erase(node.name);
  else if (value.is_boolean())
    value = !value.get<bool>();
  else if (value.is_number())
    value = other_number(value, dice);
  else if (value.is_string())
    value = other_text(value.get<std::string>(), dice);
  else if (value.is_array())
    change_list(value, dice);
}

}  // namespace net
