#include "model/passes/directories.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/passes/fields.h"
#include "model/passes/names.h"

namespace schemac::model {

namespace {

// What a path has led to: a record, or a value at its end.
struct FilePlace {
  std::optional<TypeIndex> record;
  std::optional<EnumIndex> enumeration;
  bool is_list = false;
};

// Expressions over the files of one directory.
class FileBinder {
 public:
  FileBinder(Draft& draft, const Directory& directory) : draft_(draft), directory_(directory) {}

  /// Whether paths are looked up in values, where nothing stands that follows from other fields.
  bool asks_values = true;
  /// What `_`, `_key` and names without a file before them stand for, where they stand for
  /// something.
  std::optional<TypeIndex> element, key, item;

  std::optional<FileExpression> bind(const syntax::ExpressionPtr& from) {
    if (from == nullptr) return std::nullopt;  // reported
    return std::visit([&](const auto& node) { return bind(node, *from); }, from->node);
  }
  /// A path, and where it leads.
  std::optional<FileExpression> bind_path(const syntax::ExpressionPtr& from, FilePlace& place) {
    if (from == nullptr) return std::nullopt;
    FileExpression path;
    path.op = FileOp::path;
    if (!add_steps(*from, path, place)) return std::nullopt;
    return path;
  }

 private:
  using Bound = std::optional<FileExpression>;

  Bound bind(const syntax::IntegerLiteral& node, const syntax::Expression&) {
    FileExpression made;
    made.number = node.value;
    return made;
  }
  Bound bind(const syntax::StringLiteral& node, const syntax::Expression&) {
    FileExpression made;
    made.op = FileOp::text;
    made.text = node.text;
    return made;
  }
  Bound bind(const syntax::BooleanLiteral& node, const syntax::Expression&) {
    FileExpression made;
    made.op = FileOp::boolean;
    made.number = node.value ? 1 : 0;
    return made;
  }
  Bound bind(const syntax::NameReference&, const syntax::Expression& from) {
    return bind_value(from);
  }
  Bound bind(const syntax::MemberAccess&, const syntax::Expression& from) {
    return bind_value(from);
  }
  Bound bind(const syntax::IndexAccess&, const syntax::Expression& from) {
    return bind_value(from);
  }
  Bound bind_value(const syntax::Expression& from) {
    FileExpression path;
    path.op = FileOp::path;
    FilePlace place;
    if (!add_steps(from, path, place)) return std::nullopt;
    if (place.enumeration) enumeration_ = place.enumeration;
    return path;
  }
  Bound bind(const syntax::Call& node, const syntax::Expression& from) {
    if (node.function != "len" || node.arguments.size() != 1) return refuse(from);
    return operation(FileOp::length, {node.arguments.front()});
  }
  Bound bind(const syntax::ListLiteral& node, const syntax::Expression&) {
    FileExpression made;
    made.op = FileOp::list;
    for (const syntax::ExpressionPtr& each : node.items) {
      auto bound = bind_operand(each);
      if (!bound) return std::nullopt;
      made.operands.push_back(std::move(*bound));
    }
    return made;
  }
  Bound bind(const syntax::Unary& node, const syntax::Expression& from) {
    if (node.op == syntax::UnaryOperator::logical_not)
      return operation(FileOp::logical_not, {node.operand});
    auto bound = bind(node.operand);
    if (bound && bound->op != FileOp::number) return refuse(from);
    if (bound) bound->number = -bound->number;
    return bound;
  }
  Bound bind(const syntax::Binary& node, const syntax::Expression& from) {
    using Operator = syntax::BinaryOperator;
    switch (node.op) {
      case Operator::logical_or:
        return operation(FileOp::logical_or, {node.left, node.right});
      case Operator::logical_and:
        return operation(FileOp::logical_and, {node.left, node.right});
      case Operator::equal:
        return operation(FileOp::equal, {node.left, node.right});
      case Operator::not_equal:
        return operation(FileOp::not_equal, {node.left, node.right});
      case Operator::less:
        return operation(FileOp::less, {node.left, node.right});
      case Operator::less_equal:
        return operation(FileOp::less_equal, {node.left, node.right});
      case Operator::greater:
        return operation(FileOp::greater, {node.left, node.right});
      case Operator::greater_equal:
        return operation(FileOp::greater_equal, {node.left, node.right});
      case Operator::in:
        return operation(FileOp::in, {node.left, node.right});
      case Operator::not_in:
        return operation(FileOp::not_in, {node.left, node.right});
      case Operator::add:
        return operation(FileOp::add, {node.left, node.right});
      case Operator::subtract:
        return operation(FileOp::subtract, {node.left, node.right});
      case Operator::multiply:
        return operation(FileOp::multiply, {node.left, node.right});
      case Operator::concatenate:
      case Operator::divide:
      case Operator::modulo:
        break;
    }
    return refuse(from);
  }
  Bound bind(const syntax::Comprehension&, const syntax::Expression& from) { return refuse(from); }
  Bound bind(const syntax::Quantified&, const syntax::Expression& from) { return refuse(from); }
  Bound bind(const syntax::Conditional&, const syntax::Expression& from) { return refuse(from); }

  Bound operation(FileOp op, const std::vector<syntax::ExpressionPtr>& operands) {
    FileExpression made;
    made.op = op;
    const auto outer = std::exchange(enumeration_, std::nullopt);
    for (const syntax::ExpressionPtr& operand : operands) {
      auto bound = bind_operand(operand);
      if (!bound) return std::nullopt;
      made.operands.push_back(std::move(*bound));
    }
    enumeration_ = outer;
    return made;
  }
  // A name beside a value of an enumeration may be one of its members.
  Bound bind_operand(const syntax::ExpressionPtr& operand) {
    if (operand == nullptr) return std::nullopt;
    const auto* name = std::get_if<syntax::NameReference>(&operand->node);
    if (name != nullptr && enumeration_) {
      for (const EnumMember& member : draft_.format.enums[*enumeration_].members) {
        if (member.name != name->name) continue;
        FileExpression made;
        made.number = member.value;
        made.text = member.name;
        return made;
      }
    }
    return bind(operand);
  }
  Bound refuse(const syntax::Expression& from) {
    draft_.error(from.range, "planned", "'" + syntax::to_text(from) + "' is planned for files")
        .help("expressions over files have members, 'len', comparisons and +, -, *");
    return std::nullopt;
  }

  // The steps of a path, from the outermost object on.
  bool add_steps(const syntax::Expression& from, FileExpression& path, FilePlace& place) {
    if (const auto* name = std::get_if<syntax::NameReference>(&from.node))
      return begin(*name, from, path, place);
    if (const auto* member = std::get_if<syntax::MemberAccess>(&from.node))
      return add_steps(*member->object, path, place) &&
             add_member(member->member, member->member_range, path, place);
    const auto* index = std::get_if<syntax::IndexAccess>(&from.node);
    if (index == nullptr) return refuse(from).has_value();
    if (!add_steps(*index->object, path, place)) return false;
    const auto* number = std::get_if<syntax::IntegerLiteral>(&index->index->node);
    if (number == nullptr || !place.is_list || path.steps.empty() || path.steps.back().index)
      return refuse(from).has_value();
    path.steps.back().index = number->value;
    place.is_list = false;
    return true;
  }

  bool begin(const syntax::NameReference& name, const syntax::Expression& from,
             FileExpression& path, FilePlace& place) {
    if (name.name == "_" && element) {
      path.base = FileBase::element;
      place.record = element;
      return true;
    }
    if (name.name == "_key" && key) {
      path.base = FileBase::key;
      place.record = key;
      return true;
    }
    if (item) {
      path.base = FileBase::item;
      place.record = item;
      return add_member(name.name, from.range, path, place);
    }
    for (const DirectoryEntry& entry : directory_.entries) {
      if (entry.name != name.name || entry.directory) continue;
      path.steps.push_back({entry.name, std::nullopt});
      place = {entry.type, std::nullopt, entry.is_list()};
      return true;
    }
    std::vector<std::string> names;
    for (const DirectoryEntry& entry : directory_.entries) names.push_back(entry.name);
    draft_.error(from.range, "unknown-name", "'" + name.name + "' is no file declared before")
        .help(source::did_you_mean(name.name, names).value_or("begin with the name of an entry"));
    return false;
  }

  bool add_member(const std::string& name, source::SourceRange range, FileExpression& path,
                  FilePlace& place) {
    const std::optional<TypeIndex> place_before = place.record;
    if (place.record && !place.is_list) {
      const Type& type = draft_.format.types[*place.record];
      std::vector<std::string> names;
      for (const Field& field : type.fields) {
        names.push_back(field.name);
        if (field.name != name) continue;
        path.steps.push_back({name, std::nullopt});
        place = place_of(field);
        const auto index = static_cast<FieldIndex>(&field - type.fields.data());
        if (asks_values) draft_.asked_members.push_back({*place_before, index, range});
        return true;
      }
      draft_.error(range, "unknown-name", "'" + type.name + "' has no field '" + name + "'")
          .help(source::did_you_mean(name, names).value_or("name one of its fields"));
      return false;
    }
    draft_
        .error(range, "type-mismatch",
               "'" + name + "' is asked of " + (place.is_list ? "a list" : "a single value"))
        .help(place.is_list ? "say which element, such as [0]" : "leave it out");
    return false;
  }
  static FilePlace place_of(const Field& field) {
    FilePlace place;
    place.is_list = field.body.repeat.kind != RepeatKind::none;
    if (const auto* record = std::get_if<RecordReference>(&field.body.kind))
      place.record = record->type;
    if (const auto* scalar = std::get_if<Scalar>(&field.body.kind))
      place.enumeration = scalar->enumeration;
    return place;
  }

  Draft& draft_;
  const Directory& directory_;
  std::optional<EnumIndex> enumeration_;  // of the value beside which a name stands
};

class DirectoryMaker {
 public:
  DirectoryMaker(Draft& draft, Directory& directory)
      : draft_(draft),
        directory_(directory),
        source_(draft.sources[directory.type]),
        node_(*source_.node) {}

  void make() {
    const Type& type = draft_.format.types[directory_.type];
    directory_.name = type.name;
    directory_.doc = type.doc;
    directory_.doc_ref = type.doc_ref;
    const syntax::Node* entries = node_.find("directory");
    for (const syntax::Node& entry : entries->items) declare(entry);
    if (const syntax::Node* keys = node_.find("keys"))
      for (const syntax::Entry& each : keys->entries) add_keys(each);
    for (std::size_t i = 0; i < directory_.entries.size(); ++i)
      relate(directory_.entries[i], entries->items[i]);
    if (const syntax::Node* rules = node_.find("rules")) {
      FileBinder binder(draft_, directory_);
      directory_.rules = rules_of(*rules, binder);
    }
  }

 private:
  // What an entry says by itself; one for each node, so that both lists go together.
  void declare(const syntax::Node& node) {
    DirectoryEntry entry;
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
      draft_.error(names->range, "type-mismatch", "files of a list have one form of names")
          .help("leave the others out");
    if (is_folder && entry.names.front().kind != FileName::Kind::fixed)
      draft_.error(names->range, "planned", "directories with names of that form are planned")
          .help("write its name");
    find_content(node, is_folder, entry);
    if (const auto first = size_under(draft_, node, "first")) entry.first = *first;
    directory_.entries.push_back(std::move(entry));
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
      draft_.error(node.range, "bad-name", "'" + node.text + "' is no name of a file in a folder")
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
    if (!reference->arguments.empty())
      draft_.error(reference->range, "planned", "files with arguments are planned")
          .help("leave the arguments out");
    if (!type.is_record || type.is_directory != is_folder) {
      draft_
          .error(reference->range, "type-mismatch",
                 "'" + type.name + "' is " + (type.is_directory ? "a directory" : "no directory") +
                     ", but '" + entry.name + "' is a " + (is_folder ? "directory" : "file"))
          .help(is_folder ? "write 'file' for a file"
                          : "name a record; write 'dir' for a directory");
      return;
    }
    if (!is_folder) return;
    for (std::size_t i = 0; i < draft_.format.directories.size(); ++i)
      if (draft_.format.directories[i].type == *found)
        entry.directory = static_cast<DirectoryIndex>(i);
  }

  void add_keys(const syntax::Entry& from) {
    KeyList keys;
    keys.name = from.key;
    FileBinder binder(draft_, directory_);
    FilePlace place;
    const syntax::ExpressionPtr list = from.value.expression_of("list");
    auto path = binder.bind_path(list, place);
    if (!path) return;
    if (!place.record || !place.is_list) {
      draft_.error(list->range, "type-mismatch", "keys are taken from a list of records")
          .help("name a list of a file that is declared here");
      return;
    }
    keys.list = std::move(*path);
    keys.by = text_or(from.value, "by");
    keys.is_sorted = text_or(from.value, "order") == "ascending";
    const Type& record = draft_.format.types[*place.record];
    const bool has_text =
        std::any_of(record.fields.begin(), record.fields.end(), [&](const Field& field) {
          return field.name == keys.by && std::holds_alternative<Text>(field.body.kind) &&
                 field.body.repeat.kind == RepeatKind::none;
        });
    if (!has_text)
      draft_
          .error(from.value.find("by")->range, "type-mismatch",
                 "'" + keys.by + "' is no text of '" + record.name + "'")
          .help("name the field that is the key");
    binder.item = *place.record;
    if (from.value.has("if")) keys.condition = binder.bind(from.value.expression_of("if"));
    key_types_.push_back(*place.record);
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
    for (const char* key : {"if", "repeat", "json"})
      if (const syntax::Entry* found = node.find_entry(key))
        draft_.not_yet(found->key_range, "'" + std::string(key) + "' of a directory's entry");
    const std::optional<TypeIndex> element = element_of(entry, node);
    if (const syntax::Node* instead = node.find("instead-of")) {
      const std::string name = name_of(*instead);
      for (std::size_t i = 0; directory_.entries[i].name != entry.name; ++i)
        if (directory_.entries[i].name == name) entry.instead = static_cast<std::uint32_t>(i);
      if (!entry.instead)
        draft_.error(instead->range, "unknown-name", "no entry before is called '" + name + "'")
            .help("name an optional entry that stands before this one");
    }
    if (const syntax::Node* rules = node.find("each")) {
      FileBinder binder(draft_, directory_);
      binder.element = element;
      if (entry.keys) binder.key = key_types_[*entry.keys];
      entry.each = rules_of(*rules, binder);
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
               "'" + entry.elements + "' is no list of records in '" +
                   draft_.format.types[entry.type].name + "'")
        .help("name the list that has an element for each key");
    return std::nullopt;
  }

  std::vector<FileRule> rules_of(const syntax::Node& rules, FileBinder& binder) {
    std::vector<FileRule> made;
    for (const syntax::Node& node : rules.items) {
      const CheckStyle style = make_style(node);
      FileRule rule;
      rule.name = style.name;
      rule.rule = style.rule.value_or(Rule::bad_value);
      rule.level = style.level.value_or(Level::rule);
      rule.message = text_or(node, "message");
      const syntax::ExpressionPtr expression = node.expression_of("expr");
      auto condition = binder.bind(expression);
      if (!condition) continue;
      rule.condition = std::move(*condition);
      if (rule.message.empty()) rule.message = syntax::to_text(*expression) + " doesn't hold";
      FilePlace place;
      binder.asks_values = false;
      if (node.has("at")) rule.at = binder.bind_path(node.expression_of("at"), place);
      binder.asks_values = true;
      made.push_back(std::move(rule));
    }
    return made;
  }

  Draft& draft_;
  Directory& directory_;
  const TypeSource& source_;
  const syntax::Node& node_;
  std::vector<TypeIndex> key_types_;  // beside Directory::keys
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
  for (Directory& directory : format.directories) {
    const syntax::Node& node = *draft.sources[directory.type].node;
    if (node.find("directory")->has("switch"))
      format.types[directory.type].planned.emplace_back("directory of several kinds");
    else
      DirectoryMaker(draft, directory).make();
  }
}

void check_directories(Draft& draft) {
  for (const AskedMember& asked : draft.asked_members) {
    const Field& field = draft.format.types[asked.type].fields[asked.field];
    if (field.role.kind == RoleKind::given || field.role.kind == RoleKind::choice) continue;
    draft
        .error(asked.range, "type-mismatch",
               shown(field) + " is no member of values: " +
                   (field.role.because.empty() ? "it is always the same"
                                               : "it is " + field.role.because))
        .help("ask for what it follows from, such as the length of a list");
  }
}

}  // namespace schemac::model
