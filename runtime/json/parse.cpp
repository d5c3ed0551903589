// Texts to values: nlohmann-json reads, the tree, its limits and the search for duplicates are
// ours.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "schemac/core/fault.h"
#include "schemac/core/frame.h"
#include "schemac/json/json.h"

namespace schemac::json {
namespace {

constexpr std::size_t few_members = 8;        // are compared one by one
constexpr std::size_t most_duplicates = 100;  // further ones aren't told

// Puts a tree together as the library comes across its parts.
class TreeMaker final : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeMaker(const Limits& limits, Parsed& result) : limits_(limits), result_(result) {}

  bool null() override { return add(FreeValue()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return take(value.size()) && add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }  // not in texts
  bool start_object(std::size_t) override { return open(FreeValue::Map()); }
  bool start_array(std::size_t) override { return open(FreeValue::List()); }
  bool key(std::string& name) override {
    if (!take(sizeof(FreeValue::Entry) + name.size())) return false;
    open_.back()->as<FreeValue::Map>()->push_back({std::move(name), {}});
    return true;
  }
  bool end_object() override {
    find_duplicates(*open_.back()->as<FreeValue::Map>());
    return end_array();
  }
  bool end_array() override {
    open_.pop_back();
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    return stop(Flaw::malformed, "is no JSON: byte " + std::to_string(position) + " can't follow");
  }

 private:
  bool stop(Flaw flaw, std::string sentence) {
    result_.flaws.push_back({flaw, {}, std::move(sentence)});
    return false;
  }
  bool take(std::uint64_t bytes) {
    used_ = detail::saturated_sum(used_, bytes);
    if (used_ <= limits_.decoded) return true;
    return stop(Flaw::large,
                "takes more than " + std::to_string(limits_.decoded) + " bytes of memory");
  }
  FreeValue* place(FreeValue value) {
    if (open_.empty()) return &(result_.value = std::move(value));
    if (auto* list = open_.back()->as<FreeValue::List>())
      return &list->emplace_back(std::move(value));
    return &(open_.back()->as<FreeValue::Map>()->back().value = std::move(value));
  }
  bool add(FreeValue value) {
    if (!take(sizeof(FreeValue))) return false;
    place(std::move(value));
    return true;
  }
  bool open(FreeValue value) {
    if (open_.size() >= limits_.depth)
      return stop(Flaw::deep, "has lists and objects in each other, more than " +
                                  std::to_string(limits_.depth) + " deep");
    if (!take(sizeof(FreeValue))) return false;
    open_.push_back(place(std::move(value)));
    return true;
  }

  void find_duplicates(const FreeValue::Map& map) {
    if (map.size() <= few_members) {
      for (auto entry = map.begin(); entry != map.end(); ++entry)
        if (std::any_of(map.begin(), entry, [&](const auto& e) { return e.key == entry->key; }))
          note_duplicate(*entry->key.as<std::string>());
      return;
    }
    std::unordered_set<std::string_view> names;
    for (const FreeValue::Entry& entry : map) {
      const auto& name = *entry.key.as<std::string>();
      if (!names.insert(name).second) note_duplicate(name);
    }
  }
  void note_duplicate(const std::string& name) {
    if (result_.flaws.size() >= most_duplicates) return;
    std::string path;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      if (const auto* list = open_[i]->as<FreeValue::List>())
        path += "[" + std::to_string(list->size() - 1) + "]";
      else
        append_path(path, *open_[i]->as<FreeValue::Map>()->back().key.as<std::string>());
    }
    append_path(path, name);
    result_.flaws.push_back({Flaw::duplicate, std::move(path), "stands twice in its object"});
  }

  const Limits& limits_;
  Parsed& result_;
  std::vector<FreeValue*> open_;  // the innermost last: nothing grows around it
  std::uint64_t used_ = 0;
};

}  // namespace

bool Parsed::is_whole() const {
  return std::all_of(flaws.begin(), flaws.end(),
                     [](const FlawAt& each) { return each.flaw == Flaw::duplicate; });
}

Parsed parse(Bytes text, const Limits& limits) {
  Parsed parsed;
  TreeMaker maker(limits, parsed);
  const auto* begin = reinterpret_cast<const char*>(text.data());
  nlohmann::json::sax_parse(begin, begin + text.size(), &maker);
  if (!parsed.is_whole()) parsed.value = {};
  return parsed;
}

}  // namespace schemac::json
