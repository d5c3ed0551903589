#include "model/passes/check/idle_type_keys.h"

#include <array>
#include <set>
#include <string>
#include <string_view>

#include "model/passes/types/bodies.h"

namespace schemac::model {

namespace {

// A kind of type: the key that declares it, and what it is in a sentence.
struct TypeKind {
  std::string_view key, noun;
};
constexpr TypeKind a_record = {"fields", "a record"};
constexpr TypeKind a_message = {"message", "a message"};
constexpr TypeKind a_directory = {"directory", "a directory"};
constexpr TypeKind a_name = {"type", "a name for something else"};

const TypeKind& kind_of(const syntax::Node& node) {
  if (node.has("message")) return a_message;
  if (node.has("directory")) return a_directory;
  return declares_record(node) ? a_record : a_name;
}

// A key that is about types of one kind only.
struct KeyOfKind {
  std::string_view key;
  const TypeKind* kind;
};
constexpr std::array keys_of_one_kind = {
    KeyOfKind{"unknown-fields", &a_message},
    KeyOfKind{"keys", &a_directory},
    KeyOfKind{"commit", &a_directory},
};

class TypeKeys {
 public:
  TypeKeys(Draft& draft, TypeIndex index)
      : draft_(draft), node_(*draft.sources[index].node), kind_(kind_of(node_)) {}

  void check(bool is_file) {
    check_other_kinds();
    for (const KeyOfKind& each : keys_of_one_kind)
      if (each.kind != &kind_) report_no_meaning(each.key);
    if (&kind_ == &a_message)
      for (const std::string_view key : {"sections", "let", "types"}) report_no_meaning(key);
    if (&kind_ == &a_directory) report_no_meaning("sections");
    // ('text-form' of records is reported with their wire form.)
    if (&kind_ == &a_directory || &kind_ == &a_name) report_no_meaning("text-form");
    if (!is_file || &kind_ == &a_directory)
      for (const std::string_view key : {"trailing", "extensions"}) report_of_files(key);
    if (!is_file && &kind_ == &a_message) report_of_files("text-form");
  }

 private:
  void report_no_meaning(std::string_view key) {
    const std::string quoted = "'" + std::string(key) + "'";
    report_idle(draft_, node_, key, quoted + " has no meaning in " + std::string(kind_.noun),
                "remove " + quoted);
  }
  void report_of_files(std::string_view key) {
    report_idle(draft_, node_, key,
                "'" + std::string(key) + "' is about whole files, and this isn't one",
                "write it in the type that 'root' names, or remove it");
  }

  // One key says what the type is; the others would say something else.
  void check_other_kinds() {
    if (&kind_ == &a_name) return;
    for (const std::string_view key :
         {"directory", "fields", "type", "switch", "ndarray", "digest"})
      if (key != kind_.key) report_idle_beside(draft_, node_, key, kind_.key);
  }

  Draft& draft_;
  const syntax::Node& node_;
  const TypeKind& kind_;
};

}  // namespace

void check_idle_keys_of_types(Draft& draft) {
  const std::set<TypeIndex> files = types_of_files(draft.format);
  for (TypeIndex index = 0; index < draft.sources.size(); ++index) {
    const TypeSource& source = draft.sources[index];
    const bool is_imported = source.schema != 0;  // its own schema says what a whole file is
    if (source.node != nullptr && !source.is_inline && !source.is_message && !is_imported)
      TypeKeys(draft, index).check(files.contains(index));
  }
}

}  // namespace schemac::model
