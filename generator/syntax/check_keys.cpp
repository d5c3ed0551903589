// The pass over the tree that holds every node against the key table. It reports and goes on; a
// node in which something was reported is marked, and nothing else is said about it.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "schemac/check/decoding.h"
#include "schemac/core/codec.h"
#include "syntax/keys.h"
#include "syntax/names.h"
#include "syntax/unknown_keys.h"

namespace schemac::syntax {
namespace {

using source::Diagnostics;
using source::SourceRange;

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

class Checker {
 public:
  Checker(bool is_partial, Diagnostics& diagnostics)
      : is_partial_(is_partial), diagnostics_(diagnostics) {}

  void check_root(Node& root) {
    if (root.is_reported && !root.is_map()) return;
    if (!root.is_map()) {
      diagnostics_
          .error(root.range, "wrong-value", "a schema is a map of keys, not " + kind_text(root))
          .help("begin with 'schema: its_name'");
      return;
    }
    check_record(root, Context::schema, "schema");
  }

 private:
  static std::string kind_text(const Node& node) {
    switch (node.kind) {
      case NodeKind::empty:
        return "nothing";
      case NodeKind::scalar:
        return node.text.size() > 40 || node.text.empty() ? "a text" : in_quotes(node.text);
      case NodeKind::list:
        return "a list";
      case NodeKind::map:
        return "a map";
    }
    return "";
  }

  // --- maps
  // ---------------------------------------------------------------------------------------

  // Reports and removes entries whose key was there already.
  void check_repeated(Node& map, std::string_view code) {
    std::map<std::string, SourceRange, std::less<>> seen;
    std::vector<Entry> kept;
    kept.reserve(map.entries.size());
    for (Entry& entry : map.entries) {
      const auto [first, is_new] = seen.emplace(entry.key, entry.key_range);
      if (is_new) {
        kept.push_back(std::move(entry));
        continue;
      }
      if (is_partial_) continue;  // most likely another map's, whose first line was left out
      diagnostics_
          .error(entry.key_range, std::string(code), in_quotes(entry.key) + " is here twice")
          .note(first->second, in_quotes(entry.key) + " is here already")
          .help("YAML would silently keep one of them; remove or rename one");
    }
    map.entries = std::move(kept);
  }

  void check_record(Node& map, Context context, std::string_view label) {
    map.form = Form::record;
    map.context = context;
    check_repeated(map, "duplicate-key");
    bool has_unknown = false;
    for (Entry& entry : map.entries) {
      if (report_missing_colon(entry)) {
        has_unknown = true;
      } else if (const Key* key = find_key(context, entry.key)) {
        check_value(entry.value, key->forms, entry.key, entry.key_range);
      } else if (has_attributes(context)) {
        check_attribute(entry);
      } else {
        has_unknown = true;
        entry.value.is_reported = true;
        report_unknown_key(entry, context, diagnostics_);
      }
    }
    // An unknown key is most likely the missing one, misspelt.
    if (!has_unknown && !map.is_reported && !is_partial_) check_required(map, context, label);
  }

  void check_required(const Node& map, Context context, std::string_view label) {
    for (const auto& group : required_keys(context)) {
      const bool is_there = std::any_of(group.begin(), group.end(),
                                        [&](std::string_view key) { return map.has(key); });
      if (is_there) continue;
      std::string wanted;
      for (const std::string_view key : group) {
        wanted += (wanted.empty() ? "" : " or ") + in_quotes(key);
      }
      diagnostics_
          .error(range_of(map), "missing-key", std::string(describe(context)) + " needs " + wanted)
          .help("add it to the keys of " + in_quotes(label));
    }
    check_switch(map);
  }

  // `switch` and `cases` are two halves.
  void check_switch(const Node& map) {
    const Entry* tag = map.find_entry("switch");
    const Entry* cases = map.find_entry("cases");
    if (tag != nullptr && cases == nullptr) {
      diagnostics_.error(tag->key_range, "missing-key", "'switch' needs 'cases' beside it")
          .help("write what is there for each value: 'cases: {1: {type: u8}}'");
    }
    if (cases != nullptr && tag == nullptr) {
      diagnostics_.error(cases->key_range, "missing-key", "'cases' needs 'switch' beside it")
          .help("'switch: tag' names the field that chooses");
    }
  }

  // Where to point for a whole map: its first key, or its bracket.
  static SourceRange range_of(const Node& map) {
    const bool is_flow = map.range.text().starts_with('{');
    if (is_flow && map.range.file->line_of(map.range.begin) ==
                       map.range.file->line_of(std::max(map.range.begin + 1, map.range.end) - 1)) {
      return map.range;
    }
    if (is_flow || map.entries.empty()) {
      return {map.range.file, map.range.begin, map.range.begin + 1};
    }
    return map.entries.front().key_range;
  }

  // `{value 20, dtype: i8}`: for YAML 'value 20' is a key without a value.
  bool report_missing_colon(Entry& entry) {
    const std::size_t blank = entry.key.find(' ');
    const bool has_value = entry.value.kind != NodeKind::empty || !entry.value.text.empty();
    if (entry.value.is_reported || has_value || entry.is_key_quoted) return false;
    if (blank == std::string::npos || !is_identifier(entry.key.substr(0, blank))) return false;
    diagnostics_
        .error(entry.key_range, "missing-colon", "there is no ':' in " + in_quotes(entry.key))
        .help("write '" + entry.key.substr(0, blank) + ":" + entry.key.substr(blank) + "'");
    entry.value.is_reported = true;
    return true;
  }

  void check_attribute(Entry& entry) {
    check_name_key(entry, NameKind::identifier);
    static const std::vector<ValueForm> literals = {
        {.form = Form::integer}, {.form = Form::boolean}, {.form = Form::text}};
    check_value(entry.value, literals, entry.key, entry.key_range);
  }

  void check_names(Node& map, const ValueForm& form) {
    map.form = Form::names;
    check_repeated(map, "duplicate-name");
    for (Entry& entry : map.entries) {
      if (report_missing_colon(entry)) continue;
      check_name_key(entry, form.name_kind);
      check_value(entry.value, form.values, entry.key, entry.key_range);
    }
  }

  // `enum: {members: {a: 1}, unknown: keep}`: that is how it is written under 'enums'.
  bool report_whole_enumeration(Node& map) {
    const Entry* members = map.find_entry("members");
    if (members == nullptr || !members->value.is_map() || members->value.has("value")) return false;
    map.is_reported = true;
    diagnostics_
        .error(members->key_range, "wrong-value",
               "'enum' beside a field takes the members themselves, not 'members'")
        .help(
            "write enum: {a: 1, b: 2}; or declare the enumeration under 'enums' of the schema, "
            "with 'type' and 'members', and write enum: Name");
    return true;
  }

  void check_name_key(Entry& entry, NameKind kind) {
    if (entry.value.is_reported && entry.key == "?") return;
    check_name(entry.key, entry.key_range, entry.is_key_quoted, kind, diagnostics_);
  }

  // --- values
  // -------------------------------------------------------------------------------------

  void check_value(Node& node, const std::vector<ValueForm>& forms, std::string_view label,
                   const SourceRange& label_range) {
    if (node.is_reported && !node.is_map() && !node.is_list()) return;
    const bool takes_anything = forms.front().form == Form::unchecked;
    if (takes_anything) return;
    if (node.kind == NodeKind::empty) return report_empty(node, label, label_range);
    const ValueForm* form = choose(node, forms);
    if (form == nullptr) return report_wrong(node, forms, label);
    node.form = form->form;
    switch (form->form) {
      case Form::record:
        return check_record(node, form->context, label);
      case Form::names:
        if (label == "enum" && report_whole_enumeration(node)) return;
        return check_names(node, *form);
      case Form::list:
        for (Node& item : node.items) check_item(item, *form, label);
        return;
      case Form::expression:
        return check_expression(node, label);
      case Form::type:
        node.type = parse_type(node.text, origin_of(node), diagnostics_);
        node.is_reported = node.type == nullptr;
        return;
      case Form::name:
        node.is_reported =
            !check_name(node.text, node.range, node.is_quoted, form->name_kind, diagnostics_);
        return;
      case Form::text:
      case Form::quoted:
        return check_text(node, label);
      case Form::unchecked:
      case Form::word:
      case Form::integer:
      case Form::boolean:
        return;
    }
  }

  // The '-' of an empty item: YAML puts the item itself where the next thing begins.
  static SourceRange dash_before(const SourceRange& item) {
    const std::size_t dash = item.file->text().substr(0, item.begin).rfind('-');
    if (dash == std::string_view::npos) return item;
    const auto begin = static_cast<std::uint32_t>(dash);
    return {item.file, begin, begin + 1};
  }

  void check_item(Node& item, const ValueForm& list, std::string_view label) {
    if (item.is_reported && item.kind == NodeKind::empty) return;
    if (item.kind == NodeKind::empty && item.text.empty()) {
      if (is_partial_) return;
      diagnostics_
          .error(dash_before(item.range), "missing-value",
                 "an item of " + in_quotes(label) + " is empty")
          .help("give it a value, or remove it");
      return;
    }
    check_value(item, list.values, label, item.range);
  }

  // The first form that the value can be read as; nullptr if none.
  static const ValueForm* choose(const Node& node, const std::vector<ValueForm>& forms) {
    const auto found = std::find_if(forms.begin(), forms.end(),
                                    [&](const ValueForm& form) { return fits(node, form); });
    if (found != forms.end() || !node.is_map()) return found == forms.end() ? nullptr : &*found;
    // A map none of whose keys are known is still best judged as a record, not as wrong.
    const auto record = std::find_if(forms.begin(), forms.end(), [](const ValueForm& form) {
      return form.form == Form::record;
    });
    return record == forms.end() ? nullptr : &*record;
  }

  static bool fits(const Node& node, const ValueForm& form) {
    switch (form.form) {
      case Form::unchecked:
        return true;
      case Form::name:
      case Form::text:
      case Form::type:
        return node.is_scalar();
      case Form::quoted:
        return node.is_quoted;
      case Form::word:
        return node.is_scalar() &&
               std::find(form.words.begin(), form.words.end(), node.text) != form.words.end();
      case Form::integer:
        return node.as_integer().has_value();
      case Form::boolean:
        return node.as_boolean().has_value();
      case Form::expression:
        return node.is_scalar() || (form.takes_list && node.is_list());
      case Form::list:
        return node.is_list();
      case Form::names:
        // Names that a record could have, too, are tried as its keys first.
        return node.is_map();
      case Form::record:
        return node.is_map() &&
               (node.entries.empty() ||
                std::any_of(node.entries.begin(), node.entries.end(), [&](const Entry& entry) {
                  return find_key(form.context, entry.key) != nullptr;
                }));
    }
    return false;
  }

  void check_expression(Node& node, std::string_view label) {
    if (node.is_scalar()) {
      node.expression = parse_expression(node.text, origin_of(node), diagnostics_);
      node.is_reported = node.expression == nullptr;
      return;
    }
    ListLiteral list;
    for (Node& item : node.items) {
      item.form = Form::expression;
      if (item.is_reported) {
        node.is_reported = true;
      } else if (item.is_scalar() || item.is_list()) {
        check_expression(item, label);
      } else {
        report_wrong(item, {ValueForm{.form = Form::expression}}, label);
      }
      node.is_reported = node.is_reported || item.expression == nullptr;
      list.items.push_back(item.expression);
    }
    if (node.is_reported) return;
    node.expression = std::make_shared<const Expression>(Expression{node.range, std::move(list)});
  }

  // Offsets inside an expression to offsets in the file, where YAML left the text as it is.
  static TextOrigin origin_of(const Node& node) {
    TextOrigin origin{node.range, node.range.begin, false};
    std::string_view spelt = node.range.text();
    if (node.is_quoted && spelt.size() >= 2) {
      spelt = spelt.substr(1, spelt.size() - 2);
      origin.text_begin += 1;
    }
    origin.is_verbatim = spelt == node.text;
    return origin;
  }

  // "\x89ABC" doesn't hold the byte 0x89: YAML makes it a character, and that two bytes.
  void check_text(Node& node, std::string_view label) {
    if (label != "const" || !node.range.text().starts_with('"')) return;
    const auto escaped = find_byte_escape(node.range.text());
    if (!escaped) return;
    diagnostics_
        .error(node.range, "byte-escape",
               "for YAML '" + escaped->spelling + "' is a character, which takes two bytes")
        .help("write the bytes as a list: " + escaped->as_list);
    node.is_reported = true;
  }

  // --- what is wrong
  // ------------------------------------------------------------------------------

  void report_empty(Node& node, std::string_view label, const SourceRange& label_range) {
    node.is_reported = true;
    if (!node.text.empty()) {
      diagnostics_
          .error(node.range, "yaml-word", in_quotes(node.text) + " means 'no value' in YAML")
          .help("if it is a name, quote it: \"" + node.text + "\"");
      return;
    }
    if (is_partial_) return;  // most likely its lines were left out
    diagnostics_.error(label_range, "missing-value", in_quotes(label) + " has no value")
        .help("write one after the ':', or indent the lines that belong to it");
  }

  void report_wrong(Node& node, const std::vector<ValueForm>& forms, std::string_view label) {
    node.is_reported = true;
    const bool is_one_line = node.is_scalar();
    const SourceRange range =
        is_one_line ? node.range
                    : SourceRange{node.range.file, node.range.begin, node.range.begin + 1};
    auto& error = diagnostics_.error(
        range, "wrong-value",
        in_quotes(label) + " takes " + describe(forms) + ", not " + kind_text(node));
    if (node.is_map() && label == "type") {
      error.help("'switch:' and 'cases:' go beside 'name:', not inside 'type:'");
    }
    if (node.is_list() && label == "repeat") {
      error.help("write the count: 'repeat: " + product_of(node) +
                 "'; or repeat a record that holds the inner list");
    }
    if (!node.is_scalar()) return;
    help_with_scalar(node, forms, label, error);
  }

  // "2 * n", for the list [2, n].
  static std::string product_of(const Node& list) {
    std::string product;
    for (const Node& item : list.items) {
      if (!item.is_scalar()) return "2 * 3";
      const bool is_one = parse_integer(item.text) || is_identifier(item.text);
      product += (product.empty() ? "" : " * ") + (is_one ? item.text : "(" + item.text + ")");
    }
    return product.empty() ? "2 * 3" : product;
  }

  static void help_with_scalar(const Node& node, const std::vector<ValueForm>& forms,
                               std::string_view label, source::Diagnostic& error) {
    std::vector<std::string> words;
    for (const ValueForm& form : forms) {
      words.insert(words.end(), form.words.begin(), form.words.end());
      if (form.form == Form::record && form.context == Context::codec) {
        error.help(codec_help(node.text));
        return;
      }
      if (form.form == Form::boolean && is_yaml_boolean(node.text)) {
        error.help("true and false are the only spellings");
        return;
      }
      if (form.form == Form::record && form.context == Context::case_body) {
        error.help("write {type: " + node.text + "}");
        return;
      }
      if (form.form == Form::record && form.context == Context::type) {
        error.help("write " + std::string(label) + ": {type: " + node.text + "}");
        return;
      }
      if (form.form == Form::integer && node.is_quoted && parse_integer(node.text)) {
        error.help("write it without quotes");
        return;
      }
    }
    if (const auto help = source::did_you_mean(node.text, words))
      error.help(*help);
    else if (label == "endian")
      error.help("'be' is big endian, 'le' little endian");
    else if (label == "wire" && node.text == "protobuf")
      error.help("write 'message' with the name of a message of a .proto file");
    else if (forms.size() == 1 && !forms.front().described.empty())
      error.help("the classes are " + source::listed(words));
  }
  static std::string codec_help(const std::string& text) {
    if (impl::codec_named(text)) return "write codec: {by: " + text + "}";
    std::string names;
    for (const std::string_view name : schemac::impl::detail::codec_names)
      names += (names.empty() ? "" : ", ") + std::string(name);
    return "write codec: {by: NAME}; the names are " + names;
  }

  bool is_partial_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_keys(Document& document, source::Diagnostics& diagnostics) {
  Checker(document.is_partial, diagnostics).check_root(document.root);
}

}  // namespace schemac::syntax
