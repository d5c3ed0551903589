// Texts to values: nlohmann-json reads JSON, LiteralReader Python's literals; the tree, its limits
// and the search for duplicates are one for both.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "schemac/base/text.h"
#include "schemac/check/fault.h"
#include "schemac/check/frame.h"
#include "schemac/json/json.h"
#include "schemac/wire/free_tree.h"
#include "schemac/wire/python_literal.h"

namespace schemac::impl::json {
namespace {

constexpr std::size_t few_members = 8;        // are compared one by one
constexpr std::size_t most_duplicates = 100;  // further ones aren't reported

constexpr const char* duplicate_sentence = "occurs twice in its object";

std::string name_of(const FreeValue& key) {
  const auto* name = key.as<std::string>();
  return name != nullptr ? *name : text_of(key, python_style);
}

// Calls `visit(key)` for each member of a name that occurred before.
template <class Visit>
void for_each_duplicate(const FreeValue::Map& map, const Visit& visit) {
  if (map.size() <= few_members) {
    for (auto entry = map.begin(); entry != map.end(); ++entry)
      if (std::any_of(map.begin(), entry, [&](const auto& e) { return e.key == entry->key; }))
        visit(entry->key);
    return;
  }
  std::unordered_set<std::string_view> names;
  std::unordered_set<std::string> others;  // keys that are no texts, as they are written
  for (const FreeValue::Entry& entry : map) {
    const auto* name = entry.key.as<std::string>();
    const bool is_new = name != nullptr ? names.insert(*name).second
                                        : others.insert(text_of(entry.key, python_style)).second;
    if (!is_new) visit(entry.key);
  }
}

// Puts a tree together as a reader comes across its parts.
class TreeMaker {
 public:
  TreeMaker(const Limits& limits, Parsed& result) : limits_(limits), result_(result) {}

  bool add(FreeValue value) {
    if (!take(detail::saturated_sum(sizeof(FreeValue), bytes_beside(value)))) return false;
    tree_.add(std::move(value));
    return true;
  }
  bool add_key(FreeValue key) {
    if (!take(detail::saturated_sum(sizeof(FreeValue::Entry), bytes_beside(key)))) return false;
    tree_.add_key(std::move(key));
    return true;
  }
  bool open(FreeValue container) {
    if (tree_.open_values().size() >= limits_.depth)
      return stop(Flaw::deep,
                  "nests lists and objects more than " + std::to_string(limits_.depth) + " deep");
    if (!take(sizeof(FreeValue))) return false;
    tree_.open(std::move(container));
    return true;
  }
  bool close() {
    if (const auto* map = tree_.open_values().back()->as<FreeValue::Map>())
      for_each_duplicate(*map, [this](const FreeValue& key) { note_duplicate(key); });
    tree_.close();
    return true;
  }
  bool unwrap() {
    tree_.unwrap();
    return true;
  }
  bool stop(Flaw flaw, std::string sentence) {
    result_.flaws.push_back({flaw, {}, std::move(sentence)});
    return false;
  }
  void finish() { result_.value = std::move(tree_).take(); }

 private:
  static std::uint64_t bytes_beside(const FreeValue& value) {
    if (const auto* text = value.as<std::string>()) return text->size();
    const auto* bytes = value.as<FreeValue::Binary>();
    return bytes == nullptr ? 0 : bytes->size();
  }
  bool take(std::uint64_t bytes) {
    used_ = detail::saturated_sum(used_, bytes);
    if (used_ <= limits_.decoded) return true;
    return stop(Flaw::large,
                "takes more than " + std::to_string(limits_.decoded) + " bytes of memory");
  }

  void note_duplicate(const FreeValue& key) {
    if (result_.flaws.size() >= most_duplicates) return;
    const std::vector<FreeValue*>& open = tree_.open_values();
    std::string path;
    for (std::size_t i = 0; i + 1 < open.size(); ++i) {
      if (const FreeValue::List* list = open[i]->elements())
        path += "[" + std::to_string(list->size() - 1) + "]";
      else
        append_path(path, name_of(open[i]->as<FreeValue::Map>()->back().key));
    }
    append_path(path, name_of(key));
    result_.flaws.push_back({Flaw::duplicate, std::move(path), duplicate_sentence});
  }

  const Limits& limits_;
  Parsed& result_;
  FreeTree tree_;
  std::uint64_t used_ = 0;
};

class JsonEvents final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonEvents(TreeMaker& maker) : maker_(maker) {}

  bool null() override { return maker_.add(FreeValue()); }
  bool boolean(bool value) override { return maker_.add(value); }
  bool number_integer(std::int64_t value) override { return maker_.add(value); }
  bool number_unsigned(std::uint64_t value) override { return maker_.add(value); }
  bool number_float(double value, const std::string&) override { return maker_.add(value); }
  bool string(std::string& value) override { return maker_.add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }  // not in texts
  bool start_object(std::size_t) override { return maker_.open(FreeValue::Map()); }
  bool start_array(std::size_t) override { return maker_.open(FreeValue::List()); }
  bool key(std::string& name) override { return maker_.add_key(std::move(name)); }
  bool end_object() override { return maker_.close(); }
  bool end_array() override { return maker_.close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    constexpr int out_of_range = 406;
    const std::string byte = std::to_string(position);
    if (error.id == out_of_range)
      return maker_.stop(Flaw::malformed,
                         "has a number beyond 64-bit floating point, up to byte " + byte);
    if (std::string_view(error.what()).find("surrogate") != std::string_view::npos)
      return maker_.stop(Flaw::malformed,
                         "has half of a surrogate pair in a text, at byte " + byte);
    return stop_at(position);
  }
  bool stop_at(std::size_t position) {
    return maker_.stop(Flaw::malformed,
                       "is not JSON: byte " + std::to_string(position) + " can't follow");
  }

 private:
  TreeMaker& maker_;
};

void read_json(Bytes text, TreeMaker& maker) {
  JsonEvents events(maker);
  // The library takes a zero byte for the end.
  const auto zero = std::find(text.begin(), text.end(), std::byte{0});
  const auto size = static_cast<std::size_t>(zero - text.begin());
  const auto* begin = reinterpret_cast<const char*>(text.data());
  const bool is_done = nlohmann::json::sax_parse(begin, begin + size, &events);
  if (is_done && size != text.size()) events.stop_at(size + 1);
}

void read_python(Bytes text, TreeMaker& maker) {
  const std::byte* const wrong = find_not_utf8(text.data(), text.data() + text.size());
  std::size_t position = static_cast<std::size_t>(wrong - text.data());
  if (position == text.size()) {
    const auto* begin = reinterpret_cast<const char*>(text.data());
    python::LiteralReader reader({begin, text.size()}, maker);
    if (reader.read() || reader.is_stopped()) return;
    position = reader.position();
  }
  maker.stop(Flaw::malformed,
             "is not a literal of Python: byte " + std::to_string(position + 1) + " can't follow");
}

}  // namespace

bool Parsed::is_whole() const {
  return std::all_of(flaws.begin(), flaws.end(),
                     [](const FlawAt& each) { return each.flaw == Flaw::duplicate; });
}

Parsed parse(Bytes text, const Limits& limits, Syntax syntax) {
  Parsed parsed;
  TreeMaker maker(limits, parsed);
  if (syntax == Syntax::python) {
    read_python(text, maker);
  } else {
    read_json(text, maker);
  }
  if (parsed.is_whole()) maker.finish();
  return parsed;
}

std::optional<FlawAt> find_duplicate(const FreeValue& value) {
  const auto in_inner = [](std::string path, const FreeValue& inner) {
    std::optional<FlawAt> found = find_duplicate(inner);
    if (!found) return found;
    append_path(path, found->path);
    found->path = std::move(path);
    return found;
  };
  std::optional<FlawAt> found;
  if (const FreeValue::List* elements = value.elements()) {
    for (std::size_t i = 0; i < elements->size() && !found; ++i)
      found = in_inner("[" + std::to_string(i) + "]", (*elements)[i]);
  } else if (const auto* map = value.as<FreeValue::Map>()) {
    for (auto entry = map->begin(); entry != map->end() && !found; ++entry)
      found = in_inner(name_of(entry->key), entry->value);
    if (found) return found;
    for_each_duplicate(*map, [&](const FreeValue& key) {
      if (!found) found = FlawAt{Flaw::duplicate, name_of(key), duplicate_sentence};
    });
  }
  return found;
}

}  // namespace schemac::impl::json
