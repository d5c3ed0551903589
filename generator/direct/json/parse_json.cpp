#include "direct/json/parse_json.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "direct/byte_text.h"
#include "schemac/check/frame.h"
#include "source/text_width.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t few_members = 16;  // members that are looked through
constexpr std::size_t longest_problem = 300;

class TreeMaker final : public nlohmann::json_sax<Json> {
 public:
  TreeMaker(ParsedJson& result, std::uint64_t most_values)
      : result_(result), most_(most_values), left_(most_values) {}

  bool null() override { return add(nullptr) != nullptr; }
  bool boolean(bool value) override { return add(value) != nullptr; }
  bool number_integer(std::int64_t value) override { return add(value) != nullptr; }
  bool number_unsigned(std::uint64_t value) override { return add(value) != nullptr; }
  bool number_float(double value, const std::string&) override { return add(value) != nullptr; }
  bool string(std::string& value) override { return add(std::move(value)) != nullptr; }
  bool binary(Json::binary_t&) override { return false; }  // not in texts
  bool start_object(std::size_t) override { return open(add(Json::object())); }
  bool start_array(std::size_t) override { return open(add(Json::array())); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    Open& open = open_.back();
    Members& members = open.json->get_ref<Json::object_t&>();
    if (!is_new(open, members, name)) {
      result_.path = source::shortened(path_of_member(name), longest_problem);
      result_.problem = "occurs twice in its object";
      return false;
    }
    members.emplace_back(std::move(name), nullptr);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    constexpr int out_of_range = 406;
    if (error.id == out_of_range) {
      result_.problem =
          "has a number beyond 64-bit floating point, up to byte " + std::to_string(position);
      return false;
    }
    result_.byte = position;
    std::string_view words = error.what();  // "[name.of.the.error] parse error at line 1, ..."
    words.remove_prefix(words.find("] ") == words.npos ? 0 : words.find("] ") + 2);
    result_.problem = source::shortened(printable(words), longest_problem);
    return false;
  }

 private:
  using Members = Json::object_t::Container;
  struct Open {
    Json* json = nullptr;
    std::unordered_set<std::string> names;  // of members, where there are many
  };

  // Whether no member before it has that name.
  static bool is_new(Open& open, const Members& members, const std::string& name) {
    if (members.size() < few_members)
      return std::none_of(members.begin(), members.end(),
                          [&](const auto& member) { return member.first == name; });
    for (std::size_t i = open.names.size(); i < members.size() && i < few_members; ++i)
      open.names.insert(members[i].first);
    return open.names.insert(name).second;
  }
  // Of the object that is read.
  [[nodiscard]] std::string path_of_member(const std::string& name) const {
    std::string path;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Json& json = *open_[i].json;
      if (json.is_array())
        path += "[" + std::to_string(json.size() - 1) + "]";
      else
        impl::append_path(path, printable(json.get_ref<const Json::object_t&>().back().first));
    }
    impl::append_path(path, printable(name));
    return path;
  }

  Json* add(Json value) {
    if (left_ == 0) {
      result_.problem = "has more than " + std::to_string(most_) +
                        " values; lists can be files, as {\"file\": \"name\"}";
      return nullptr;
    }
    --left_;
    if (open_.empty()) return &(result_.json = std::move(value));
    Json& parent = *open_.back().json;
    if (!parent.is_array())
      return &(parent.get_ref<Json::object_t&>().back().second = std::move(value));
    auto& list = parent.get_ref<Json::array_t&>();
    list.push_back(std::move(value));
    return &list.back();
  }
  bool open(Json* json) {
    if (json == nullptr) return false;
    if (open_.size() == most_json_depth) {
      result_.problem = "nests lists and objects more than " + std::to_string(most_json_depth) +
                        " deep [nesting-limit]";
      return false;
    }
    open_.push_back({json, {}});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  ParsedJson& result_;
  std::uint64_t most_, left_;
  std::vector<Open> open_;  // the innermost last
};

}  // namespace

ParsedJson parse_json(std::string_view text, std::uint64_t most_values) {
  ParsedJson result;
  TreeMaker maker(result, most_values);
  // The library takes a zero byte for the end.
  const std::string_view before = text.substr(0, text.find('\0'));
  const bool is_done = Json::sax_parse(before, &maker);
  if (is_done && before.size() != text.size()) {
    result.byte = before.size() + 1;
    result.problem = "a zero byte";
  }
  if (!is_done && result.problem.empty()) result.problem = "can't be read";
  return result;
}

}  // namespace schemac::direct
