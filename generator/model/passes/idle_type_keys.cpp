#include "model/passes/idle_type_keys.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "model/passes/bodies.h"

namespace schemac::model {

namespace {

enum class TypeKind : std::uint8_t { record, message, directory, name };

TypeKind kind_of(const syntax::Node& node) {
  if (node.has("message")) return TypeKind::message;
  if (node.has("directory")) return TypeKind::directory;
  return declares_record(node) ? TypeKind::record : TypeKind::name;
}

std::string_view described(TypeKind kind) {
  switch (kind) {
    case TypeKind::record:
      return "a record";
    case TypeKind::message:
      return "a message";
    case TypeKind::directory:
      return "a directory";
    case TypeKind::name:
      break;
  }
  return "a name for something else";
}

std::string_view declared_by(TypeKind kind) {
  switch (kind) {
    case TypeKind::record:
      return "fields";
    case TypeKind::message:
      return "message";
    case TypeKind::directory:
      return "directory";
    case TypeKind::name:
      break;
  }
  return "type";
}

// The kinds that a key is about.
struct KeyOfTypes {
  std::string_view key;
  bool of_records, of_messages, of_directories, of_names;

  [[nodiscard]] bool is_about(TypeKind kind) const {
    switch (kind) {
      case TypeKind::record:
        return of_records;
      case TypeKind::message:
        return of_messages;
      case TypeKind::directory:
        return of_directories;
      case TypeKind::name:
        break;
    }
    return of_names;
  }
};

constexpr std::array keys_of_types = {
    KeyOfTypes{"unknown-fields", false, true, false, false},
    KeyOfTypes{"text-form", true, true, false, false},  // (of records: told on its own)
    KeyOfTypes{"keys", false, false, true, false},
    KeyOfTypes{"commit", false, false, true, false},
    KeyOfTypes{"sections", true, false, false, true},  // (of names: likewise)
    KeyOfTypes{"let", true, false, true, true},
    KeyOfTypes{"types", true, false, true, true},
};

class TypeKeys {
 public:
  TypeKeys(Draft& draft, TypeIndex index)
      : draft_(draft), node_(*draft.sources[index].node), kind_(kind_of(node_)) {}

  void check(bool is_file) {
    check_other_kinds();
    for (const KeyOfTypes& each : keys_of_types)
      if (!each.is_about(kind_)) report_idle(each.key, "remove '" + std::string(each.key) + "'");
    const bool is_whole_file = is_file && kind_ != TypeKind::directory;
    for (const std::string_view key : {"trailing", "extensions"})
      if (!is_whole_file)
        report(key, "'" + std::string(key) + "' is about whole files, which this is none of",
               "write it in the type that 'root' names, or remove it");
    if (kind_ == TypeKind::message && !is_file)
      report("text-form", "'text-form' is about whole files, which this is none of",
             "write it in the type that 'root' names, or remove it");
  }

 private:
  void report(std::string_view key, const std::string& message, const std::string& help) {
    const syntax::Entry* entry = node_.find_entry(key);
    if (entry != nullptr) draft_.error(entry->key_range, "no-meaning", message).help(help);
  }
  void report_idle(std::string_view key, const std::string& help) {
    report(key, "'" + std::string(key) + "' has no meaning of " + std::string(described(kind_)),
           help);
  }

  // One key says what the type is; the others would say something else.
  void check_other_kinds() {
    if (kind_ == TypeKind::name) return;
    const std::string by(declared_by(kind_));
    for (const std::string_view key :
         {"directory", "fields", "type", "switch", "ndarray", "digest"}) {
      if (key == by) continue;
      report(key, "'" + std::string(key) + "' has no meaning beside '" + by + "'",
             "remove '" + std::string(key) + "', or remove '" + by + "'");
    }
  }

  Draft& draft_;
  const syntax::Node& node_;
  TypeKind kind_;
};

}  // namespace

void check_idle_keys_of_types(Draft& draft) {
  std::set<TypeIndex> files;
  for (const Root& root : draft.format.roots) files.insert(root.type);
  for (const Directory& directory : draft.format.directories)
    for (const DirectoryEntry& entry : directory.entries)
      if (!entry.directory) files.insert(entry.type);
  for (TypeIndex index = 0; index < draft.sources.size(); ++index) {
    const TypeSource& source = draft.sources[index];
    const bool is_imported = source.schema != 0;  // its own schema says what a whole file is
    if (source.node != nullptr && !source.is_inline && !source.is_message && !is_imported)
      TypeKeys(draft, index).check(files.contains(index));
  }
}

}  // namespace schemac::model
