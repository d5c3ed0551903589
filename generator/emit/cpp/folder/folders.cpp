#include "emit/cpp/folder/folders.h"

#include <algorithm>
#include <array>

#include "emit/cpp/folder/arrays.h"
#include "emit/cpp/folder/forms.h"
#include "emit/cpp/folder/telling.h"
#include "emit/cpp/names.h"
#include "emit/printer.h"

namespace schemac::emit::cpp {
namespace {

using model::DirectoryEntry;
using model::FileName;

// What '*' stands for is the same in all names, and found by the first entry that has one.
std::string stem_forms(const impl::DatasetForm& directory) {
  for (const impl::DatasetEntry& entry : directory.entries)
    for (const impl::FileForm& name : entry.names)
      if (name.kind == impl::FileForm::Kind::pattern) return file_forms(entry.names);
  return "{}";
}

// What the tables of the directories have, and the plan that they were made of.
struct Folders {
  const plan::Plan& plan;
  const plan::DirectoryForms& forms;
};

// One entry of a directory, in each part of its class.
class FolderEntryEmitter {
 public:
  FolderEntryEmitter(Printer& out, const Folders& all, std::size_t directory, std::size_t index)
      : out_(out),
        plan_(all.plan),
        form_(plan_.directories[directory].form),
        entry_(form_.entries[index]),
        table_(all.forms.forms[directory]),
        directory_(directory),
        index_(index) {
    const auto& content = plan_.directories[directory].contents[index];
    if (content) record_ = &plan_.records[content->record];
  }

  void declare() const {
    out_.blank_line();
    if (entry_.directory) {
      out_.emit({{"doc", entry_.doc},
                 {"Inner", inner_class()},
                 {"name", name()},
                 {"key", key("")},
                 {"make", "make_" + plain_name()}},
                R"h(
                  /// $doc$
                  [[nodiscard]] schemac::Result<$Inner$> $name$($key$) const;
                  /// Makes it, if it isn't there.
                  [[nodiscard]] schemac::Result<$Inner$> $make$($key$) const;
                )h");
      return;
    }
    if (entry_.is_numbered()) {
      out_.emit({{"doc", entry_.doc},
                 {"Record", record_->name},
                 {"View", view_name(*record_)},
                 {"name", name()}},
                R"h(
                  /// $doc$
                  [[nodiscard]] schemac::NumberedFiles<$Record$, $View$> $name$() const;
                )h");
      return;
    }
    out_.emit({{"doc", entry_.doc},
               {"View", view_name(*record_)},
               {"Record", record_->name},
               {"name", name()},
               {"plain", plain_name()},
               {"key", key("")},
               {"key_and", key(", ")}},
              R"h(
                /// $doc$
                [[nodiscard]] schemac::Result<schemac::Opened<$View$>> $name$($key$) const;
                [[nodiscard]] schemac::Result<$Record$> read_$plain$($key$) const;
                /// Puts it there: others see the old file or the new one.
                [[nodiscard]] schemac::Result<void> save_$plain$($key_and$const $Record$& file) const;
                /// Whether there is a file of its name.
                [[nodiscard]] bool has_$plain$($key$) const;
              )h");
  }

  // The name of a file that may have several; a directory with what is passed to it.
  void declare_private() const {
    if (passes_something())
      out_.emit(
          {{"Inner", inner_class()}, {"plain", plain_name()}, {"and_key", and_key()}},
          "[[nodiscard]] $Inner$ tell_$plain$_(schemac::DatasetFolder inner$and_key$) const;");
    if (entry_.directory || entry_.is_numbered()) return;
    out_.emit({{"plain", plain_name()}, {"key", key("")}},
              "[[nodiscard]] schemac::Result<std::string> file_of_$plain$_($key$) const;");
  }

  void define() const {
    out_.blank_line();
    if (entry_.directory) {
      out_.emit({{"Class", folder_class(form_)},
                 {"Inner", inner_class()},
                 {"name", name()},
                 {"make", "make_" + plain_name()},
                 {"key", key("")},
                 {"file", file_name()},
                 {"made", made_inner()}},
                R"h(
                  inline schemac::Result<$Inner$> $Class$::$name$($key$) const {
                    auto inner = folder_.folder($file$);
                    if (!inner) return inner.error();
                    return $made$;
                  }
                  inline schemac::Result<$Inner$> $Class$::$make$($key$) const {
                    auto inner = folder_.make_folder($file$);
                    if (!inner) return inner.error();
                    return $made$;
                  }
                )h");
      if (passes_something()) define_telling();
      return;
    }
    if (entry_.is_numbered()) {
      out_.emit({{"Class", folder_class(form_)},
                 {"Record", record_->name},
                 {"View", view_name(*record_)},
                 {"name", name()},
                 {"before", quoted(entry_.names.front().before)},
                 {"after", quoted(entry_.names.front().after)},
                 {"first", literal(entry_.first)}},
                R"h(
                  inline schemac::NumberedFiles<$Record$, $View$> $Class$::$name$() const {
                    return {folder_, $before$, $after$, $first$};
                  }
                )h");
      return;
    }
    out_.emit({{"Class", folder_class(form_)},
               {"View", view_name(*record_)},
               {"Record", record_->name},
               {"name", name()},
               {"plain", plain_name()},
               {"key", key("")},
               {"key_and", key(", ")},
               {"passed", entry_.is_keyed() ? "key" : ""},
               {"file", file_name()},
               {"found", has_several_names()
                             ? "folder_.find(" + file_forms(table_.entries[index_].names) + ", " +
                                   stem_forms(table_) + ")"
                             : file_name()}},
              R"h(
                inline schemac::Result<std::string> $Class$::file_of_$plain$_($key$) const {
                  return $found$;
                }
                inline schemac::Result<schemac::Opened<$View$>> $Class$::$name$($key$) const {
                  const auto file = file_of_$plain$_($passed$);
                  if (!file) return file.error();
                  return folder_.view<$View$>(*file);
                }
                inline schemac::Result<$Record$> $Class$::read_$plain$($key$) const {
                  const auto file = file_of_$plain$_($passed$);
                  if (!file) return file.error();
                  return folder_.read<$Record$>(*file);
                }
                inline schemac::Result<void> $Class$::save_$plain$($key_and$const $Record$& file) const {
                  const auto found = file_of_$plain$_($passed$);
                  return folder_.save(found ? *found : $file$, file);
                }
                inline bool $Class$::has_$plain$($key$) const {
                  const auto file = file_of_$plain$_($passed$);
                  return file && folder_.kind_of(*file) != schemac::FolderEntry::nothing;
                }
              )h");
  }

 private:
  [[nodiscard]] std::string plain_name() const { return snake_case(entry_.name); }
  [[nodiscard]] std::string name() const { return folder_member(entry_.name); }
  [[nodiscard]] std::string inner_class() const {
    return folder_class(plan_.directories[*entry_.directory].form);
  }
  // The class of a directory that was opened.
  [[nodiscard]] std::string made_inner() const {
    if (!passes_something()) return inner_class() + "(*std::move(inner))";
    return "tell_" + plain_name() + "_(*std::move(inner)" + (entry_.is_keyed() ? ", key)" : ")");
  }
  [[nodiscard]] bool passes_something() const {
    return entry_.directory && is_told(plan_, *entry_.directory);
  }
  void define_telling() const {
    std::string passed;
    for (const auto& parameter : plan_.directories[*entry_.directory].form.parameters)
      passed += ", " + parameter.name + "_passed";
    out_.emit({{"Class", folder_class(form_)},
               {"Inner", inner_class()},
               {"plain", plain_name()},
               {"and_key", and_key()},
               {"telling", [&] { emit_telling(out_, plan_, directory_, index_); }},
               {"passed", passed}},
              R"h(
                inline $Inner$ $Class$::tell_$plain$_(schemac::DatasetFolder inner$and_key$) const {
                  $telling$;
                  return $Inner$(std::move(inner)$passed$);
                }
              )h");
  }
  [[nodiscard]] std::string and_key() const {
    return entry_.is_keyed() ? ", [[maybe_unused]] const std::string& key" : "";
  }
  [[nodiscard]] std::string key(const std::string& after) const {
    return entry_.is_keyed() ? "const std::string& key" + after : "";
  }
  [[nodiscard]] bool has_several_names() const {
    return entry_.names.size() > 1 || entry_.names.front().kind == FileName::Kind::pattern;
  }
  // Of a new one: the first name; '*' stands for the format's.
  [[nodiscard]] std::string file_name() const {
    const FileName& first = entry_.names.front();
    if (!entry_.is_keyed())
      return "std::string(" +
             quoted(first.kind == FileName::Kind::pattern ? first.with(plan_.format)
                                                          : first.before) +
             ")";
    const std::string before = first.before.empty() ? "" : quoted(first.before) + " + ";
    return before + "key" + (first.after.empty() ? "" : " + " + quoted(first.after));
  }

  Printer& out_;
  const plan::Plan& plan_;
  const model::Directory& form_;
  const DirectoryEntry& entry_;
  const impl::DatasetForm& table_;  // of the directory
  std::size_t directory_, index_;   // of the directory in the plan, of the entry in it
  const plan::Record* record_ = nullptr;
};

template <class Visit>
void for_each_entry(Printer& out, const Folders& all, std::size_t directory, Visit visit) {
  for (std::size_t i = 0; i < all.plan.directories[directory].form.entries.size(); ++i)
    visit(FolderEntryEmitter(out, all, directory, i));
}

// "data, meta"; or as parameters, or addresses of them, the last one first.
std::string commit_list(const model::Directory& form, const std::string& before, bool is_reversed) {
  std::vector<std::string> names;
  for (const std::uint32_t index : form.commit)
    names.push_back(before + escaped(snake_case(form.entries[index].name)));
  if (is_reversed) std::reverse(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// A constructor that gets something passed may be long: it is defined among the insides.
void declare_constructor(Printer& out, const plan::Plan& plan, std::size_t index) {
  out.emit({{"Class", folder_class(plan.directories[index].form)},
            {"told", told_parameters(plan, index, DefaultTold::written)},
            {"body", is_told(plan, index) ? ";" : " : folder_(std::move(folder)) {}"}},
           "explicit $Class$(schemac::DatasetFolder folder$told$)$body$");
}
void define_constructor(Printer& out, const plan::Plan& plan, std::size_t index) {
  if (!is_told(plan, index)) return;
  out.emit({{"Class", folder_class(plan.directories[index].form)},
            {"told", told_parameters(plan, index, DefaultTold::left_out)},
            {"keeps", told_initialisers(plan, index)}},
           R"h(
             inline $Class$::$Class$(schemac::DatasetFolder folder$told$)
                 : folder_(std::move(folder))$keeps$ {}
           )h");
}

// Prints the class of a directory, for instance
//
//   class DatasetFolder {
//    public:
//     static schemac::Result<DatasetFolder> open(const std::string& path, ...);
//     schemac::Result<schemac::Opened<HeadView>> head() const;
//     ...
//   };
void emit_folder_class(Printer& out, const Folders& all, std::size_t index) {
  const plan::Plan& plan = all.plan;
  const model::Directory& form = plan.directories[index].form;
  const auto entries = [&] {
    for_each_entry(out, all, index, [](const auto& entry) { entry.declare(); });
  };
  const auto arrays = [&] { emit_folder_array_declarations(out, plan, index); };
  const auto names = [&] {
    for_each_entry(out, all, index, [](const auto& entry) { entry.declare_private(); });
  };
  const auto told = [&] { emit_told_members(out, plan, index); };
  const auto commit = [&] {
    if (form.commit.empty()) return;
    out.blank_line();
    out.emit({{"order", commit_list(form, "", false)},
              {"steps", commit_list(form, "const schemac::ChangeStep& ", false)}},
             R"h(
               /// Runs what makes the dataset longer in the order in which readers that come between see the
               /// old one or the new one, whole: $order$. The last one says how much of the others counts.
               [[nodiscard]] static schemac::Result<void> grow($steps$);
               /// Runs what makes it shorter, the other way round.
               [[nodiscard]] static schemac::Result<void> shrink($steps$);
             )h");
  };
  out.blank_line();
  out.emit({{"doc", form.doc},
            {"Class", folder_class(form)},
            {"entries", entries},
            {"arrays", arrays},
            {"commit", commit},
            {"names", names},
            {"members", told},
            {"constructor", [&] { declare_constructor(out, plan, index); }}},
           R"h(
             /// $doc$
             class $Class$ {
              public:
               /// Opens the directory; its files are opened when they are asked for.
               [[nodiscard]] static schemac::Result<$Class$> open(const std::string& path, const schemac::OpenOptions& options = {});

               $entries$;
               $arrays$;
               $commit$;

               /// Violations of its files, also of those that keys name, and of what is said across
               /// them; beyond Limits::violations a last one says how many more there are.
               [[nodiscard]] std::vector<schemac::FileViolation> validate() const;
               /// Whether a file or folder below such a directory may be a part of it, by its name: for
               /// schemac::FolderReplacement, which replaces a whole dataset.
               [[nodiscard]] static bool may_be_part(std::string_view path, schemac::FolderEntry kind);

               [[nodiscard]] const schemac::DatasetFolder& folder() const { return folder_; }
               $constructor$;

              private:
               $names$;
               schemac::DatasetFolder folder_;
               $members$;
             };
           )h");
}

void emit_folder_bodies(Printer& out, const Folders& all, std::size_t index) {
  const plan::Plan& plan = all.plan;
  const model::Directory& form = plan.directories[index].form;
  const auto entries = [&] {
    for_each_entry(out, all, index, [](const auto& entry) { entry.define(); });
  };
  const auto arrays = [&] { emit_folder_array_bodies(out, plan, index); };
  out.blank_line();
  out.emit({{"Class", folder_class(form)},
            {"constructor", [&] { define_constructor(out, plan, index); }},
            {"entries", entries},
            {"arrays", arrays},
            {"tables", dataset_tables},
            {"index", std::to_string(index)}},
           R"h(
             $constructor$;
             inline schemac::Result<$Class$> $Class$::open(const std::string& path, const schemac::OpenOptions& options) {
               auto folder = schemac::DatasetFolder::open(path, options);
               if (!folder) return folder.error();
               return $Class$(*std::move(folder));
             }

             $entries$;
             $arrays$;

             inline std::vector<schemac::FileViolation> $Class$::validate() const {
               return schemac::impl::validate_dataset(folder_, $tables$, $index$);
             }
             inline bool $Class$::may_be_part(std::string_view path, schemac::FolderEntry kind) {
               return schemac::impl::may_be_part($tables$.forms, $index$, path, kind);
             }
           )h");
  if (form.commit.empty()) return;
  out.emit({{"Class", folder_class(form)},
            {"steps", commit_list(form, "const schemac::ChangeStep& ", false)},
            {"forth", commit_list(form, "&", false)},
            {"back", commit_list(form, "&", true)}},
           R"h(
             inline schemac::Result<void> $Class$::grow($steps$) {
               return schemac::impl::run_in_order({$forth$});
             }
             inline schemac::Result<void> $Class$::shrink($steps$) {
               return schemac::impl::run_in_order({$back$});
             }
           )h");
}

}  // namespace

std::string emit_folders(const plan::Plan& plan, const std::string& stem) {
  Printer out;
  const plan::DirectoryForms forms = plan::forms_of_directories(plan);
  const Folders all{plan, forms};
  const auto names = [&] {
    for (const plan::Directory& directory : plan.directories)
      out.emit({{"Class", folder_class(directory.form)}}, "class $Class$;");
  };
  const auto includes = [&] {
    out.emit("#include \"schemac/io/dataset.h\"");
    if (has_folder_arrays(plan)) out.emit("#include \"schemac/io/dataset_array.h\"");
    out.emit("#include \"schemac/io/dataset_names.h\"");
    out.emit("#include \"schemac/io/dataset_validation.h\"");
    if (has_folder_arrays(plan)) out.emit("#include \"schemac/read/value_facts.h\"");
  };
  const auto classes = [&] {
    for (std::size_t i = 0; i < plan.directories.size(); ++i) emit_folder_class(out, all, i);
  };
  const auto bodies = [&] {
    for (std::size_t i = 0; i < plan.directories.size(); ++i) emit_folder_bodies(out, all, i);
  };
  out.emit({{"title", plan.title.empty() ? plan.format : plan.title},
            {"path", plan.source_path},
            {"header", quoted(stem + ".h")},
            {"format", namespace_name(plan)},
            {"includes", includes},
            {"names", names},
            {"classes", classes},
            {"forms", [&] { emit_dataset_tables(out, plan, forms); }},
            {"bodies", bodies}},
           R"h(
             // $title$: its directories.
             // Generated by schemac from $path$; edit that, and generate again.
             #pragma once

             #include <string>
             #include <string_view>
             #include <utility>
             #include <vector>

             #include $header$
             $includes$;

             namespace $format$ {

             $names$;

             $classes$;

             // ---- insides ----

             $forms$;

             $bodies$;

             }  // namespace $format$
           )h");
  return out.take();
}

}  // namespace schemac::emit::cpp
