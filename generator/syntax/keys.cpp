// Looking keys up, and which ones a map can't do without. The rows are in key_table.cpp.
#include "syntax/keys.h"

#include <map>
#include <utility>

namespace schemac::syntax {
namespace {

using enum Context;

using KeyInContext = std::pair<Context, std::string_view>;

std::map<KeyInContext, const Key*> make_index() {
  std::map<KeyInContext, const Key*> index;
  for (const Key& key : keys()) {
    for (const Context context : key.contexts) index.emplace(KeyInContext{context, key.name}, &key);
  }
  return index;
}

}  // namespace

const Key* find_key(Context context, std::string_view name) {
  static const std::map<KeyInContext, const Key*> index = make_index();
  const auto found = index.find({context, name});
  return found == index.end() ? nullptr : found->second;
}

const std::vector<std::vector<std::string_view>>& required_keys(Context context) {
  using Groups = std::vector<std::vector<std::string_view>>;
  static const std::map<Context, Groups> required = {
      {schema, {{"schema"}}},
      {enumeration, {{"type"}, {"members"}}},
      {attach, {{"members"}}},
      {field, {{"name", "pad"}}},
      {section, {{"name"}}},
      {rule, {{"name"}, {"expr"}}},
      {repetition, {{"until", "prefix"}}},
      {order, {{"by"}}},
      {pad, {{"to-size"}}},
      {slack, {{"name"}}},
      {parts, {{"of"}, {"begin"}, {"end"}}},
      {ndarray, {{"dtype"}, {"dims"}}},
      {codec, {{"by"}}},
      {digest, {{"by"}, {"over"}}},
      {number_form, {{"base"}}},
      {span, {{"from"}, {"to"}}},
      {bit, {{"bit", "bits"}}},
      {map, {{"key"}, {"value"}}},
      {array, {{"name"}, {"join"}}},
      {array_form, {{"dtype"}}},
      {directory_entry, {{"name"}, {"file", "dir"}}},
      {directory_switch, {{"switch"}, {"cases"}}},
      {key_list, {{"list"}, {"by"}}},
      {sample, {{"file", "hex"}}},
  };
  static const Groups nothing;
  const auto found = required.find(context);
  return found == required.end() ? nothing : found->second;
}

bool has_attributes(Context context) { return context == member || context == attach_member; }

}  // namespace schemac::syntax
