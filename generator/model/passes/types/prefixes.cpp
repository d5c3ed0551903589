#include "model/passes/types/prefixes.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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
      : draft_(draft), source_(draft.sources[record]), record_(record), node_(node) {}

  std::vector<const syntax::Node*> make() {
    take_aliases();
    const syntax::Node* const length = node_.find("prefix");
    const syntax::Node* const count = count_of(node_);
    const bool has_length = length != nullptr && length->type != nullptr &&
                            !belongs_to_text(node_, *length) && !node_.has("size") &&
                            !has_no_length(node_);
    const bool has_count = count != nullptr && count->type != nullptr;
    if (!is_possible() || (!has_length && !has_count)) return {};
    if (has_length) put_before("length", syntax::Node(*length), "prefix", "size");
    if (has_count) put_before("count", syntax::Node(*count_of(node_)), "repeat", "repeat");
    fields_.push_back(&draft_.made.emplace_back(node_));
    return std::move(fields_);
  }

 private:
  // What is elsewhere has its number with it, and only in bytes there are any.
  [[nodiscard]] bool is_possible() const {
    const bool is_in_bytes = wire_of(draft_, record_).empty() && !node_.has("wire");
    const auto has = [this](std::string_view key) { return node_.has(key); };
    return is_in_bytes && node_.has("name") && std::ranges::none_of(std::array{"at", "in"}, has) &&
           !(node_.has("pad") && node_.has("prefix")) && !node_.has("const");
  }
  // A single number has no length, texts in a list have one each, and another name for a text may
  // stand for one that says itself where it ends.
  [[nodiscard]] bool has_no_length(const syntax::Node& node, std::size_t depth = 0) const {
    const syntax::TypeReferencePtr type = node.type_of("type");
    if (type == nullptr || node.has("codec")) return false;
    const bool is_list = node_.has("repeat");
    if (depth != 0 && is_text(node))
      return is_list || node.has("prefix") || node.has("terminator") || node.has("size");
    if (!is_list && builtin_scalar(type->name)) return true;
    const auto alias = alias_of(draft_, node, source_.schema, record_);
    return alias && depth < most_aliases && has_no_length(*draft_.sources[*alias].node, depth + 1);
  }

  // `Name: {type: str, prefix: Count}` stands for its keys, wherever these mean the same.
  void take_aliases() {
    for (std::size_t i = 0; i < most_aliases; ++i) {
      const auto alias = alias_of(draft_, node_, source_.schema, record_);
      if (!alias) return;
      const TypeSource& stated = draft_.sources[*alias];
      const syntax::Node* const prefix = stated.node->find("prefix");
      const syntax::Node* const number = prefix != nullptr ? prefix : count_of(*stated.node);
      const bool is_expanded = number != nullptr && number->type != nullptr &&
                               (number != prefix || !belongs_to_text(*stated.node, *prefix));
      if (!is_expanded || !means_the_same(*alias, *number) || node_.has("repeat")) return;
      take(*stated.node);
    }
  }
  [[nodiscard]] bool means_the_same(TypeIndex alias, const syntax::Node& number) const {
    const TypeSource& stated = draft_.sources[alias];
    return stated.schema == source_.schema &&
           find_type(draft_, {stated.schema, alias}, number.type->path) ==
               find_type(draft_, {source_.schema, record_}, number.type->path);
  }
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

  static constexpr std::size_t most_aliases = 20;

  Draft& draft_;
  const TypeSource& source_;
  TypeIndex record_;
  syntax::Node node_;  // what is left of it
  std::vector<const syntax::Node*> fields_;
};

}  // namespace

std::vector<const syntax::Node*> expand_prefix(Draft& draft, const syntax::Node& node,
                                               TypeIndex record) {
  std::vector<const syntax::Node*> fields = Expansion(draft, node, record).make();
  if (fields.empty()) fields.push_back(&node);
  return fields;
}

}  // namespace schemac::model
