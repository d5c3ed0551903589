#include "emit/cpp/folder/forms.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
namespace {

using model::DirectoryEntry;
using model::FileExpression;
using model::FileName;
using model::FileOp;
using model::FileRule;

// "blocks_directory", in namespace detail.
std::string function_name(const plan::Directory& directory) {
  return snake_case(directory.form.name) + "_directory";
}

// Elements with commas between them.
template <class List, class Text>
std::string joined(const List& list, const Text& text) {
  std::string out;
  for (const auto& each : list) out += (out.empty() ? "" : ", ") + text(each);
  return out;
}

// schemac::impl::file_path(schemac::impl::FileBase::entry, {{"program"}, {"blocks", 0}})
std::string spelled(const FileExpression& from) {
  switch (from.op) {
    case FileOp::number:
    case FileOp::boolean:
      return "schemac::impl::file_number(" + literal(from.number) + ")";
    case FileOp::text:
      return "schemac::impl::file_text(" + text_literal(from.text) + ")";
    case FileOp::path:
      return "schemac::impl::file_path(schemac::impl::FileBase::" + std::string(name(from.base)) +
             ", {" +
             joined(from.steps,
                    [](const model::FileStep& step) {
                      return "{" + quoted(step.member) +
                             (step.index ? ", " + std::to_string(*step.index) : "") + "}";
                    }) +
             "})";
    default:
      return "schemac::impl::file_operation(schemac::impl::FileOp::" + std::string(name(from.op)) +
             ", {" + joined(from.operands, spelled) + "})";
  }
}

std::string spelled(const FileRule& rule) {
  return "{" + quoted(rule.name) + ", " + spelled(rule.condition) + ", " +
         (rule.at ? spelled(*rule.at) : "std::nullopt") + ", " + rule_name(rule.rule) + ", " +
         level_name(rule.level) + ", " + text_literal(rule.message) + "}";
}

void emit_rules(Printer& out, const std::string& into, const std::vector<FileRule>& rules) {
  for (const FileRule& rule : rules)
    out.emit({{"into", into}, {"rule", spelled(rule)}}, "$into$.push_back($rule$);");
}

void emit_entry(Printer& out, const plan::Plan& plan, const plan::Directory& directory,
                std::size_t i) {
  const DirectoryEntry& entry = directory.form.entries[i];
  const auto set = [&](const char* member, const std::string& value) {
    out.emit({{"member", member}, {"value", value}}, "entry.$member$ = $value$;");
  };
  set("name", quoted(entry.name));
  set("names", file_forms(entry.names));
  if (entry.directory)
    set("inner", "&" + form_function(plan, *entry.directory));
  else
    set("check",
        "&schemac::impl::check_file<" + plan.records[directory.contents[i]->record].name + ">");
  if (!entry.arguments.empty())
    set("arguments",
        "{" + joined(entry.arguments, [](const auto& each) { return spelled(each); }) + "}");
  if (!entry.when.empty()) set("when", quoted(entry.when));
  if (entry.is_optional) set("is_optional", "true");
  if (entry.first != 0) set("first", literal(entry.first));
  if (entry.keys) set("keys", std::to_string(*entry.keys));
  if (!entry.elements.empty()) set("elements", quoted(entry.elements));
  if (entry.instead) set("instead", std::to_string(*entry.instead));
  emit_rules(out, "entry.each", entry.each);
}

void emit_form(Printer& out, const plan::Plan& plan, const plan::Directory& directory) {
  const model::Directory& form = directory.form;
  if (!form.parameters.empty())
    out.emit(
        {{"names", joined(form.parameters, [](const auto& each) { return quoted(each.name); })}},
        "form.parameters = {$names$};");
  for (const model::KeyList& keys : form.keys)
    out.emit({{"name", quoted(keys.name)},
              {"list", spelled(keys.list)},
              {"by", quoted(keys.by)},
              {"condition", keys.condition ? spelled(*keys.condition) : "std::nullopt"},
              {"is_sorted", keys.is_sorted ? "true" : "false"}},
             "form.keys.push_back({$name$, $list$, $by$, $condition$, $is_sorted$});");
  if (form.chooser)
    out.emit({{"chooser", spelled(*form.chooser)},
              {"cases", joined(form.cases, [](const auto& each) { return quoted(each); })}},
             R"h(
               form.chooser = $chooser$;
               form.cases = {$cases$};
             )h");
  for (std::size_t i = 0; i < form.entries.size(); ++i)
    out.emit({{"steps", [&] { emit_entry(out, plan, directory, i); }}},
             R"h(
               {
                 schemac::impl::DatasetEntry& entry = form.entries.emplace_back();
                 $steps$;
               }
             )h");
  for (const model::FileLet& let : form.lets)
    out.emit({{"name", quoted(let.name)}, {"value", spelled(let.value)}},
             "form.lets.push_back({$name$, $value$});");
  emit_rules(out, "form.rules", form.rules);
}

// ---- what is asked for ----

void add_names(std::set<std::string>& names, const FileExpression& from) {
  for (const model::FileStep& step : from.steps) names.insert(step.member);
  for (const FileExpression& operand : from.operands) add_names(names, operand);
}
void add_names(std::set<std::string>& names, const std::vector<FileRule>& rules) {
  for (const FileRule& rule : rules) {
    add_names(names, rule.condition);
    if (rule.at) add_names(names, *rule.at);
  }
}
std::set<std::string> names_asked_for(const plan::Plan& plan) {
  std::set<std::string> names;
  for (const plan::Directory& directory : plan.directories) {
    const model::Directory& form = directory.form;
    add_names(names, form.rules);
    for (const model::FileLet& let : form.lets) add_names(names, let.value);
    for (const model::KeyList& keys : form.keys) {
      add_names(names, keys.list);
      names.insert(keys.by);
      if (keys.condition) add_names(names, *keys.condition);
    }
    if (form.chooser) add_names(names, *form.chooser);
    names.insert(form.cases.begin(), form.cases.end());
    for (const DirectoryEntry& entry : form.entries) {
      add_names(names, entry.each);
      if (!entry.elements.empty()) names.insert(entry.elements);
      for (const FileExpression& argument : entry.arguments) add_names(names, argument);
    }
  }
  return names;
}

void emit_asked(Printer& out, const plan::Plan& plan) {
  const std::set<std::string> names = names_asked_for(plan);
  std::set<std::string> texts, defaults;
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields) {
      if (!names.contains(field.name)) continue;
      if (field.codec && field.codec->content) texts.insert(quoted(field.name));
      if (field.default_value.value_or(0) != 0)
        defaults.insert("{&schemac::impl::record_mark<" + record.name + ">, " + quoted(field.name) +
                        ", " + literal(*field.default_value) + "}");
    }
  const auto same = [](const std::string& text) { return text; };
  out.emit({{"names", joined(names, [](const auto& each) { return quoted(each); })},
            {"texts", joined(texts, same)},
            {"defaults", joined(defaults, same)}},
           R"h(
             inline const schemac::impl::AskedMembers& asked_members() {
               static const schemac::impl::AskedMembers asked{{$names$}, {$texts$}, {$defaults$}};
               return asked;
             }
           )h");
}

}  // namespace

std::string file_form(const FileName& name) {
  constexpr std::array<const char*, 4> kinds = {"fixed", "pattern", "numbered", "keyed"};
  return std::string("schemac::impl::FileForm{schemac::impl::FileForm::Kind::") +
         kinds[static_cast<std::size_t>(name.kind)] + ", " + quoted(name.before) + ", " +
         quoted(name.after) + "}";
}
std::string file_forms(const std::vector<FileName>& names) {
  return "{" + joined(names, file_form) + "}";
}

std::string form_function(const plan::Plan& plan, std::size_t directory) {
  return "detail::" + function_name(plan.directories[directory]);
}

void emit_folder_forms(Printer& out, const plan::Plan& plan) {
  const auto functions = [&] {
    emit_asked(out, plan);
    for (const plan::Directory& directory : plan.directories)
      out.emit({{"name", function_name(directory)}},
               "inline const schemac::impl::DatasetForm& $name$();");
    for (const plan::Directory& directory : plan.directories) {
      out.blank_line();
      out.emit(
          {{"name", function_name(directory)}, {"steps", [&] { emit_form(out, plan, directory); }}},
          R"h(
                 inline const schemac::impl::DatasetForm& $name$() {
                   static const schemac::impl::DatasetForm made = [] {
                     schemac::impl::DatasetForm form;
                     $steps$;
                     return form;
                   }();
                   return made;
                 }
               )h");
    }
  };
  out.emit({{"functions", functions}},
           R"h(
             namespace detail {

             $functions$;

             }  // namespace detail
           )h");
}

}  // namespace schemac::emit::cpp
