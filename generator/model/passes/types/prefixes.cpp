#include "model/passes/types/prefixes.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "model/passes/budget.h"
#include "model/passes/types/bodies.h"
#include "model/passes/types/names.h"

namespace schemac::model {

namespace {

const syntax::Node* count_of(const syntax::Node& node) {
  const syntax::Node* repeat = node.find("repeat");
  return repeat != nullptr && !repeat->has("until") ? repeat->find("prefix") : nullptr;
}

bool is_text(const syntax::Node& node) {
  const syntax::TypeReferencePtr type = node.type_of("type");
  return type != nullptr && (type->name == "str" || type->name == "bytes") && !node.has("codec") &&
         !node.has("inside");
}

// A length that a text, or bytes, has as a part of itself; in a list each of them.
bool belongs_to_text(const syntax::Node& node, const syntax::Node& prefix) {
  return is_text(node) &&
         (node.has("repeat") || (prefix.type != nullptr && builtin_scalar(prefix.type->name)));
}

class Expansion {
 public:
  Expansion(Draft& draft, const syntax::Node& node, TypeIndex record)
      : draft_(draft), source_(draft.sources[record]), record_(record), given_(node) {}

  std::vector<const syntax::Node*> make() {
    if (!is_possible()) return {&given_};
    const Stated length = find_stated([](const syntax::Node& node) { return node.find("prefix"); });
    const Stated count = find_stated(count_of);
    if (!has_length(length) && !has_count(count)) return {&given_};
    node_ = given_;
    for (std::size_t i = 0; i < std::max(length.aliases, count.aliases); ++i) take(*aliases_[i]);
    if (has_length(length)) put_before("length", *length.number, "prefix", "size");
    if (has_count(count)) put_before("count", *count.number, "repeat", "repeat");
    fields_.push_back(&draft_.made.emplace_back(std::move(node_)));
    return std::move(fields_);
  }

 private:
  // A number's type, by the field itself or by a type that stands for its keys.
  struct Stated {
    const syntax::Node* number = nullptr;
    const syntax::Node* by = nullptr;
    std::size_t aliases = 0;  // up to that which states it
  };

  // What is elsewhere has its number with it, and only in bytes there are any.
  [[nodiscard]] bool is_possible() {
    const auto has = [this](std::string_view key) { return given_.has(key); };
    if (!has("name") || std::ranges::any_of(std::array{"at", "in", "const", "wire"}, has) ||
        !wire_of(draft_, record_).empty() || (has("pad") && has("prefix")))
      return false;
    find_aliases();
    return true;
  }
  void find_aliases() {
    TypeIndex in = record_;
    const syntax::Node* node = &given_;
    while (aliases_.size() < budget::alias_depth) {
      const auto alias = alias_of(draft_, *node, draft_.sources[in].schema, in);
      if (!alias) return;
      in = *alias;
      node = draft_.sources[in].node;
      aliases_.push_back(node);
      scopes_.push_back({draft_.sources[in].schema, in});
    }
  }

  // Taken from a type with another name for it only where that name means the same here, and not
  // for a list, each of whose elements has it.
  template <class Find>
  [[nodiscard]] Stated find_stated(const Find& find) const {
    if (const syntax::Node* own = find(given_)) return {own, &given_, 0};
    if (given_.has("repeat")) return {};
    for (std::size_t i = 0; i < aliases_.size(); ++i)
      if (const syntax::Node* number = find(*aliases_[i]))
        return means_the_same(*number, scopes_[i]) ? Stated{number, aliases_[i], i + 1} : Stated{};
    return {};
  }
  [[nodiscard]] bool means_the_same(const syntax::Node& number, const NameScope& there) const {
    return number.type != nullptr && there.schema == source_.schema &&
           find_type(draft_, there, number.type->path) ==
               find_type(draft_, {source_.schema, record_}, number.type->path);
  }

  [[nodiscard]] bool has_length(const Stated& length) const {
    return length.number != nullptr && length.number->type != nullptr &&
           (!belongs_to_text(*length.by, *length.number) || is_of_file(length)) &&
           !given_.has("size") && can_have_length(length);
  }
  // A text's own length has a fixed byte order.
  [[nodiscard]] bool is_of_file(const Stated& length) const {
    const auto number = builtin_scalar(length.number->type->name);
    return length.aliases == 0 && !given_.has("repeat") && !given_.has("terminator") && number &&
           bit_count(number->dtype) > 8 && endian_of(given_, source_.endian).is_of_file;
  }
  [[nodiscard]] static bool has_count(const Stated& count) {
    return count.number != nullptr && count.number->type != nullptr;
  }
  // A single number has no length, texts in a list have one each, and another name for a text may
  // stand for one that says itself where it ends.
  [[nodiscard]] bool can_have_length(const Stated& length) const {
    const auto any_has = [this](std::string_view key) {
      return given_.has(key) || std::ranges::any_of(aliases_, [&](const syntax::Node* each) {
               return each->has(key);
             });
    };
    if (any_has("codec")) return true;
    const bool is_list = any_has("repeat");
    const syntax::Node& kind = aliases_.empty() ? given_ : *aliases_.back();
    const syntax::TypeReferencePtr type = kind.type_of("type");
    if (!is_list && type != nullptr && builtin_scalar(type->name)) return false;
    if (length.aliases != 0 || aliases_.empty() || !is_text(kind)) return true;
    return !is_list && !any_has("terminator") && !any_has("size") &&
           std::ranges::none_of(aliases_, [](const auto* each) { return each->has("prefix"); });
  }

  // `Name: {type: str, prefix: Count}` stands for its keys.
  void take(const syntax::Node& alias) {
    std::erase_if(node_.entries, [](const syntax::Entry& each) { return each.key == "type"; });
    for (const syntax::Entry& each : alias.entries)
      if (!node_.has(each.key) && each.key != "doc") node_.entries.push_back(each);
  }

  // The number, and in place of the key that states it one that names the number.
  void put_before(const std::string& what, const syntax::Node& type, std::string_view stated,
                  const std::string& naming) {
    const std::string name = node_.find("name")->text + "." + what;
    syntax::Node number;
    number.kind = syntax::NodeKind::map;
    number.form = syntax::Form::record;
    number.context = node_.context;
    number.range = type.range;
    syntax::Entry entry = *node_.find_entry("name");
    entry.value.text = name;
    number.entries.push_back(entry);
    entry.key = "type";
    entry.value = type;
    number.entries.push_back(entry);
    for (const std::string_view key : {"if", "since", "until", "endian", "align"})
      if (const syntax::Entry* each = node_.find_entry(key)) number.entries.push_back(*each);
    fields_.push_back(&draft_.made.emplace_back(std::move(number)));

    std::erase_if(node_.entries, [&](const syntax::Entry& each) {
      return each.key == stated || each.key == "align";
    });
    syntax::Entry named;
    named.key = naming;
    named.key_range = type.range;
    named.value.kind = syntax::NodeKind::scalar;
    named.value.form = syntax::Form::expression;
    named.value.range = type.range;
    named.value.text = name;
    named.value.expression = std::make_shared<const syntax::Expression>(
        syntax::Expression{type.range, syntax::NameReference{name}});
    node_.entries.push_back(std::move(named));
  }

  Draft& draft_;
  const TypeSource& source_;
  TypeIndex record_;
  const syntax::Node& given_;
  std::vector<const syntax::Node*> aliases_;  // that it stands for, the nearest first
  std::vector<NameScope> scopes_;             // of each of them
  syntax::Node node_;                         // what is left of it
  std::vector<const syntax::Node*> fields_;
};

}  // namespace

std::vector<const syntax::Node*> expand_prefix(Draft& draft, const syntax::Node& node,
                                               TypeIndex record) {
  return Expansion(draft, node, record).make();
}

}  // namespace schemac::model
