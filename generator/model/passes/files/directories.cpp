#include "model/passes/files/directories.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/passes/files/directory_entries.h"
#include "model/passes/files/file_binder.h"
#include "model/passes/files/file_kinds.h"
#include "model/passes/types/fields.h"
#include "model/passes/types/names.h"
#include "model/unsupported.h"

namespace schemac::model {

namespace {

class DirectoryMaker {
 public:
  DirectoryMaker(Draft& draft, Directory& directory)
      : draft_(draft),
        directory_(directory),
        source_(draft.sources[directory.type]),
        node_(*source_.node) {}

  // Names of entries, parameters and values, so that other directories can ask for them.
  void declare() {
    const Type& type = draft_.format.types[directory_.type];
    directory_.name = type.name;
    directory_.doc = type.doc;
    directory_.doc_ref = type.doc_ref;
    for (const Parameter& from : type.parameters) declare_parameter(from);
    const syntax::Node* form = node_.find("directory");
    if (const syntax::Node* cases = form->find("cases"))
      for (const syntax::Entry& each : cases->entries) {
        directory_.cases.push_back(each.key);
        for (const syntax::Node& entry : each.value.items) declare(entry, each.key);
      }
    for (const syntax::Node& entry : form->items) declare(entry, "");
    if (const syntax::Node* lets = node_.find("let"))
      for (const syntax::Entry& each : lets->entries) directory_.lets.push_back({each.key, {}});
  }

  // What these are about; all directories are declared.
  void relate() {
    if (const syntax::Node* keys = node_.find("keys"))
      for (const syntax::Entry& each : keys->entries) add_keys(each);
    if (!directory_.cases.empty()) add_chooser(*node_.find("directory"));
    for (std::size_t i = 0; i < directory_.entries.size(); ++i)
      relate(directory_.entries[i], *entry_nodes_[i]);
    check_entries(draft_, directory_, entry_nodes_);
    if (const syntax::Node* lets = node_.find("let"))
      for (std::size_t i = 0; i < lets->entries.size(); ++i) add_let(i, lets->entries[i].value);
    if (const syntax::Node* rules = node_.find("rules")) {
      FileBinder binder(draft_, &directory_);
      directory_.rules = rules_of(*rules, binder);
    }
    if (const syntax::Node* commit = node_.find("commit"))
      for (const syntax::Node& each : commit->items) add_to_commit(each);
    if (directory_.root && !directory_.parameters.empty())
      draft_
          .error(node_.find("params")->range, "root-has-parameters",
                 "root '" + directory_.name + "' has parameters, which nobody passes")
          .help("make another directory the root, with this one in it");
  }

 private:
  void declare_parameter(const Parameter& from) {
    DirectoryParameter parameter;
    parameter.name = from.name;
    parameter.is_list = from.type.is_list;
    if (from.type.kind == ValueKind::record) parameter.record = from.type.type;
    parameter.value = {file_kind(from.type.kind), std::uint8_t{from.type.is_list}, {}};
    directory_.parameters.push_back(std::move(parameter));
  }

  void add_chooser(const syntax::Node& form) {
    FileBinder binder(draft_, &directory_);
    PathTarget target;
    const syntax::ExpressionPtr tag = form.expression_of("switch");
    directory_.chooser = binder.bind_path(tag, target);
    if (!directory_.chooser) return;
    if (directory_.chooser->base != FileBase::parameter) {
      report_unsupported_alone(draft_.diagnostics, tag->range,
                               "cases that a file of the same directory states")
          .help("pass the value as a parameter, from the directory around this one");
      return;
    }
    if (!target.record || target.is_list) {
      draft_.error(tag->range, "type-mismatch", "cases are chosen by the member that a record has")
          .help("name a value of a type with 'as: one-of'");
      return;
    }
    const Type& type = draft_.format.types[*target.record];
    for (const syntax::Entry& each : form.find("cases")->entries) {
      std::vector<std::string> names;
      for (const Field& field : type.fields) names.push_back(field.name);
      if (std::find(names.begin(), names.end(), each.key) != names.end()) continue;
      draft_
          .error(each.key_range, "unknown-name",
                 "'" + type.name + "' has no field '" + each.key + "'")
          .help(source::did_you_mean(each.key, names).value_or("name one of its fields"));
    }
  }

  void add_to_commit(const syntax::Node& node) {
    const std::string name = name_of(node);
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < directory_.entries.size(); ++i) {
      names.push_back(directory_.entries[i].name);
      if (names.back() != name) continue;
      const auto& before = directory_.commit;
      if (std::find(before.begin(), before.end(), i) != before.end())
        draft_.error(node.range, "duplicate-name", "'" + name + "' is written twice")
            .help("name each entry once");
      directory_.commit.push_back(i);
      return;
    }
    draft_.error(node.range, "unknown-name", "no entry is called '" + name + "'")
        .help(source::did_you_mean(name, names).value_or("name an entry of the directory"));
  }

  void add_let(std::size_t i, const syntax::Node& node) {
    FileBinder binder(draft_, &directory_);
    binder.own_lets = i;  // those before it; of directories below all
    auto value = binder.bind(node.expression);
    if (value) directory_.lets[i].value = std::move(*value);
  }

  // What an entry says by itself; one for each node, so that both lists go together.
  void declare(const syntax::Node& node, const std::string& when) {
    DirectoryEntry entry;
    entry.when = when;
    entry.name = text_or(node, "name");
    entry.doc = text_or(node, "doc");
    for (const DirectoryEntry& other : directory_.entries)
      if (other.name == entry.name)
        draft_.error(node.range, "duplicate-name", "two entries are called '" + entry.name + "'")
            .help("give each a name of its own");
    entry.is_optional = is_true(node, "optional");
    const syntax::Node* names = node.find("file");
    const bool is_folder = names == nullptr;
    if (is_folder) names = node.find("dir");
    if (names->is_scalar()) add_name(*names, entry);
    for (const syntax::Node& name : names->items) add_name(name, entry);
    if (entry.names.empty()) entry.names.emplace_back();
    if (entry.is_list() && entry.names.size() > 1)
      draft_.error(names->range, "type-mismatch", "the files of a list have names of one form")
          .help("leave the others out");
    const FileName::Kind kind = entry.names.front().kind;
    if (is_folder && kind != FileName::Kind::fixed && kind != FileName::Kind::keyed)
      report_unsupported_alone(draft_.diagnostics, names->range,
                               "directories with names of that form")
          .help("write its name, or one with '{_key}'");
    find_content(node, is_folder, entry);
    if (const auto first = size_under(draft_, node, "first")) entry.first = *first;
    directory_.entries.push_back(std::move(entry));
    entry_nodes_.push_back(&node);
  }

  void add_name(const syntax::Node& node, DirectoryEntry& entry) {
    FileName name;
    name.before = node.text;
    constexpr std::pair<std::string_view, FileName::Kind> placeholders[] = {
        {"*", FileName::Kind::pattern},
        {"{_index}", FileName::Kind::numbered},
        {"{_key}", FileName::Kind::keyed}};
    for (const auto& [text, kind] : placeholders) {
      const auto at = node.text.find(text);
      if (at == std::string::npos) continue;
      name.kind = kind;
      name.before = node.text.substr(0, at);
      name.after = node.text.substr(at + text.size());
      break;
    }
    const std::string rest = name.before + name.after;
    const bool is_path =
        rest.find_first_of("/*{}") != std::string::npos ||
        (name.kind == FileName::Kind::fixed && (rest.empty() || rest == "." || rest == ".."));
    if (is_path)
      draft_
          .error(node.range, "bad-name", "'" + node.text + "' is not a name of a file in a folder")
          .help(
              "a name has no '/', and one '*', '{_index}' or '{_key}' at most; folders have "
              "entries of their own, with 'dir'");
    entry.names.push_back(std::move(name));
  }

  void find_content(const syntax::Node& node, bool is_folder, DirectoryEntry& entry) {
    const syntax::TypeReferencePtr reference = node.type_of("type");
    if (reference == nullptr) {
      draft_.error(node.range, "missing-key", "entry '" + entry.name + "' needs 'type'")
          .help("name the type of what is in it");
      return;
    }
    const NameScope scope{source_.schema, directory_.type};
    const auto found = find_type(draft_, scope, reference->path);
    if (!found) return report_unknown_type(draft_, scope, *reference);
    entry.type = *found;
    const Type& type = draft_.format.types[*found];
    if (!reference->arguments.empty() && !is_folder)
      report_unsupported_alone(draft_.diagnostics, reference->range, "files with arguments")
          .help("leave the arguments out");
    if (!type.is_record || type.is_directory != is_folder) {
      draft_
          .error(reference->range, "type-mismatch",
                 "'" + type.name + "' is " +
                     (type.is_directory ? "a directory" : "not a directory") + ", but '" +
                     entry.name + "' is a " + (is_folder ? "directory" : "file"))
          .help(is_folder ? "write 'file' for a file"
                          : "name a record; write 'dir' for a directory");
      return;
    }
    if (!is_folder) {
      if (!type.parameters.empty() && reference->arguments.empty())
        report_unsupported_alone(draft_.diagnostics, reference->range,
                                 "files of a type that has parameters")
            .help("give the file a type without 'params', whose fields pass them");
      return;
    }
    for (std::size_t i = 0; i < draft_.format.directories.size(); ++i)
      if (draft_.format.directories[i].type == *found)
        entry.directory = static_cast<DirectoryIndex>(i);
  }

  void add_keys(const syntax::Entry& from) {
    KeyList keys;
    keys.name = from.key;
    FileBinder binder(draft_, &directory_);
    PathTarget target;
    const syntax::ExpressionPtr list = from.value.expression_of("list");
    auto path = binder.bind_path(list, target);
    if (!path) return;
    if (!target.record || !target.is_list) {
      draft_.error(list->range, "type-mismatch", "keys are taken from a list of records")
          .help("name a list of a file that is declared here");
      return;
    }
    keys.list = std::move(*path);
    keys.by = text_or(from.value, "by");
    keys.is_sorted = text_or(from.value, "order") == "ascending";
    const Type& record = draft_.format.types[*target.record];
    const bool has_text =
        std::any_of(record.fields.begin(), record.fields.end(), [&](const Field& field) {
          return field.name == keys.by && std::holds_alternative<Text>(field.body.kind) &&
                 field.body.repeat.kind == RepeatKind::none;
        });
    if (!has_text)
      draft_
          .error(from.value.find("by")->range, "type-mismatch",
                 "'" + keys.by + "' is not a text of '" + record.name + "'")
          .help("name the field that is the key");
    binder.item = *target.record;
    if (from.value.has("if")) keys.condition = binder.bind(from.value.expression_of("if"));
    key_types_.push_back(*target.record);
    directory_.keys.push_back(std::move(keys));
  }

  // What an entry says about others.
  void relate(DirectoryEntry& entry, const syntax::Node& node) {
    if (const syntax::Node* keyed = node.find("keyed")) {
      const std::string name = name_of(*keyed);
      for (std::size_t i = 0; i < directory_.keys.size(); ++i)
        if (directory_.keys[i].name == name) entry.keys = static_cast<std::uint32_t>(i);
      if (!entry.keys)
        draft_.error(keyed->range, "unknown-name", "there are no 'keys' called '" + name + "'")
            .help("declare them under 'keys' of the directory");
    }
    if (entry.is_keyed() && !node.has("keyed"))
      draft_.error(node.range, "missing-key", "'{_key}' needs 'keyed'")
          .help("name the keys that stand for it");
    if (entry.directory && node.has("elements"))
      draft_.not_yet(node.find_entry("elements")->key_range, "'elements' of a directory");
    if (entry.directory && node.has("each"))
      draft_.not_yet(node.find_entry("each")->key_range, "'each' of a directory");
    const std::optional<TypeIndex> element =
        entry.directory ? std::nullopt : element_of(entry, node);
    if (entry.directory) add_arguments(entry, node);
    if (const syntax::Node* instead = node.find("instead-of")) {
      const std::string name = name_of(*instead);
      for (std::size_t i = 0; directory_.entries[i].name != entry.name; ++i)
        if (directory_.entries[i].name == name) entry.instead = static_cast<std::uint32_t>(i);
      if (!entry.instead)
        draft_.error(instead->range, "unknown-name", "no earlier entry is called '" + name + "'")
            .help("name an optional entry before this one");
    }
    if (const syntax::Node* rules = node.find("each"); rules != nullptr && !entry.directory) {
      FileBinder binder(draft_, &directory_);
      binder.element = element;
      if (entry.keys) binder.key = key_types_[*entry.keys];
      entry.each = rules_of(*rules, binder);
    }
  }

  // What is passed to the directory, in the order of its parameters.
  void add_arguments(DirectoryEntry& entry, const syntax::Node& node) {
    const syntax::TypeReferencePtr reference = node.type_of("type");
    const auto& parameters = draft_.format.directories[*entry.directory].parameters;
    if (reference->arguments.size() != parameters.size()) {
      draft_
          .error(reference->range, "type-mismatch",
                 "'" + reference->name + "' takes " + std::to_string(parameters.size()) +
                     (parameters.size() == 1 ? " argument, not " : " arguments, not ") +
                     std::to_string(reference->arguments.size()))
          .help("pass a value for each of its 'params'");
      return;
    }
    FileBinder binder(draft_, &directory_);
    if (entry.keys) binder.key = key_types_[*entry.keys];
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      PathTarget target;
      auto argument = binder.bind_path(reference->arguments[i], target);
      if (!argument) return;
      const bool is_kind = are_alike(target.value, parameters[i].value);
      const bool fits = is_kind && target.is_list == parameters[i].is_list && !target.directory &&
                        target.record == parameters[i].record;
      if (!fits)
        draft_
            .error(reference->arguments[i]->range, "type-mismatch",
                   is_kind ? "this is a different kind of value from '" + parameters[i].name + "'"
                           : "parameter '" + parameters[i].name + "' is " +
                                 described(parameters[i].value) + ", but gets " +
                                 described(target.value))
            .help("pass a value of the type under 'params'");
      entry.arguments.push_back(std::move(*argument));
    }
  }

  // What a rule of an entry is about: a file, or an element of one.
  std::optional<TypeIndex> element_of(DirectoryEntry& entry, const syntax::Node& node) {
    const syntax::Node* elements = node.find("elements");
    if (elements == nullptr) return entry.type;
    entry.elements = name_of(*elements);
    for (const Field& field : draft_.format.types[entry.type].fields) {
      const auto* record = std::get_if<RecordReference>(&field.body.kind);
      if (field.name == entry.elements && record != nullptr &&
          field.body.repeat.kind != RepeatKind::none)
        return record->type;
    }
    draft_
        .error(elements->range, "unknown-name",
               "'" + entry.elements + "' is not a list of records in '" +
                   draft_.format.types[entry.type].name + "'")
        .help("name the list that has an element for each key");
    return std::nullopt;
  }

  std::vector<FileRule> rules_of(const syntax::Node& rules, FileBinder& binder) {
    std::vector<FileRule> made;
    for (const syntax::Node& node : rules.items) {
      const CheckStyle style = make_style(node);
      for (const std::string_view key : {"since", "until"})
        if (const syntax::Entry* entry = node.find_entry(key))
          draft_.not_yet(entry->key_range, "versions of a rule of files");
      FileRule rule;
      rule.name = style.name;
      rule.rule = style.rule.value_or(Rule::bad_value);
      rule.level = style.level.value_or(Level::rule);
      rule.message = text_or(node, "message");
      rule.doc = doc_and_reference_of(node);
      const syntax::ExpressionPtr expression = node.expression_of("expr");
      auto condition = binder.bind(expression);
      if (!condition) continue;
      rule.condition = std::move(*condition);
      if (rule.message.empty()) rule.message = syntax::to_text(*expression) + " doesn't hold";
      PathTarget target;
      binder.asks_values = false;
      if (node.has("at")) rule.at = binder.bind_path(node.expression_of("at"), target);
      binder.asks_values = true;
      made.push_back(std::move(rule));
    }
    return made;
  }

  Draft& draft_;
  Directory& directory_;
  const TypeSource& source_;
  const syntax::Node& node_;
  std::vector<TypeIndex> key_types_;              // beside Directory::keys
  std::vector<const syntax::Node*> entry_nodes_;  // beside Directory::entries
};

}  // namespace

void make_directories(Draft& draft) {
  Format& format = draft.format;
  for (TypeIndex i = 0; i < format.types.size(); ++i) {
    if (!format.types[i].is_directory) continue;
    Directory directory;
    directory.type = i;
    for (const Root& root : format.roots)
      if (root.type == i) directory.root = root.name;
    std::erase_if(format.roots, [i](const Root& root) { return root.type == i; });
    format.directories.push_back(std::move(directory));
  }
  std::vector<DirectoryMaker> makers;
  makers.reserve(format.directories.size());
  for (Directory& directory : format.directories) makers.emplace_back(draft, directory);
  for (DirectoryMaker& maker : makers) maker.declare();
  for (DirectoryMaker& maker : makers) maker.relate();
}

void check_directories(Draft& draft) {
  check_file_kinds(draft);
  for (const AskedMember& asked : draft.asked_members) {
    const Field& field = draft.format.types[asked.type].fields[asked.field];
    if (field.role.kind == RoleKind::given || field.role.kind == RoleKind::choice) continue;
    draft
        .error(asked.range, "type-mismatch",
               shown(field) + " is not a member of values: " +
                   (field.role.because.empty() ? "it is always the same"
                                               : "it is " + field.role.because))
        .help("ask for what it follows from, such as the length of a list");
  }
}

}  // namespace schemac::model
