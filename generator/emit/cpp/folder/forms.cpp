#include "emit/cpp/folder/forms.h"

#include <array>
#include <optional>
#include <set>
#include <vector>

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
namespace {

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
std::string quoted_text(std::string_view text) { return quoted(std::string(text)); }

std::string spelled_path(const impl::FileExpression& path) {
  const auto step = [](const impl::FileExpression::Step& each) {
    return "{" + quoted_text(each.member) + (each.index ? ", " + std::to_string(*each.index) : "") +
           "}";
  };
  return "schemac::impl::file_path(schemac::impl::FileBase::" + std::string(name(path.base)) +
         ", {" + joined(path.steps, step) + "})";
}

// schemac::impl::file_path(schemac::impl::FileBase::entry, {{"program"}, {"blocks", 0}})
std::string spelled(const impl::FileExpression& from) {
  switch (from.op) {
    case impl::FileOp::number:
    case impl::FileOp::boolean:
      return "schemac::impl::file_number(" + literal(from.number) + ")";
    case impl::FileOp::text:
      return "schemac::impl::file_text(" + text_literal(std::string(from.text)) + ")";
    case impl::FileOp::path:
      return spelled_path(from);
    case impl::FileOp::list:
    case impl::FileOp::length:
    case impl::FileOp::logical_not:
    case impl::FileOp::logical_or:
    case impl::FileOp::logical_and:
    case impl::FileOp::equal:
    case impl::FileOp::not_equal:
    case impl::FileOp::less:
    case impl::FileOp::less_equal:
    case impl::FileOp::greater:
    case impl::FileOp::greater_equal:
    case impl::FileOp::in:
    case impl::FileOp::not_in:
    case impl::FileOp::add:
    case impl::FileOp::subtract:
    case impl::FileOp::multiply:
    case impl::FileOp::sum:
    case impl::FileOp::product:
    case impl::FileOp::choose:
    case impl::FileOp::present:
    case impl::FileOp::element_bytes:
    case impl::FileOp::plain_size:
      return "schemac::impl::file_operation(schemac::impl::FileOp::" + std::string(name(from.op)) +
             ", {" + joined(from.operands, spelled) + "})";
  }
  return "";
}
std::string spelled(const std::optional<impl::FileExpression>& from) {
  return from ? spelled(*from) : "std::nullopt";
}

std::string spelled_rule(const impl::FileRule& rule) {
  return "{" + quoted_text(rule.name) + ", " + spelled(rule.condition) + ", " + spelled(rule.at) +
         ", " + rule_name(rule.rule) + ", " + level_name(rule.level) + ", " +
         text_literal(std::string(rule.message)) + "}";
}

void emit_rules(Printer& out, const std::string& into, const std::vector<impl::FileRule>& rules) {
  for (const impl::FileRule& rule : rules)
    out.emit({{"into", into}, {"rule", spelled_rule(rule)}}, "$into$.push_back($rule$);");
}

void emit_entry(Printer& out, const impl::DatasetEntry& entry) {
  const auto set = [&](const char* member, const std::string& value) {
    out.emit({{"member", member}, {"value", value}}, "entry.$member$ = $value$;");
  };
  set("name", quoted_text(entry.name));
  set("names", file_forms(entry.names));
  if (entry.directory)
    set("directory", std::to_string(*entry.directory));
  else
    set("file", std::to_string(entry.file));
  if (!entry.arguments.empty())
    set("arguments",
        "{" + joined(entry.arguments, [](const auto& each) { return spelled(each); }) + "}");
  if (!entry.when.empty()) set("when", quoted_text(entry.when));
  if (entry.is_optional) set("is_optional", "true");
  if (entry.first != 0) set("first", literal(entry.first));
  if (entry.keys) set("keys", std::to_string(*entry.keys));
  if (!entry.elements.empty()) set("elements", quoted_text(entry.elements));
  if (entry.instead) set("instead", std::to_string(*entry.instead));
  emit_rules(out, "entry.each", entry.each);
}

void emit_form(Printer& out, const impl::DatasetForm& form) {
  if (!form.parameters.empty())
    out.emit({{"names", joined(form.parameters, quoted_text)}}, "form.parameters = {$names$};");
  for (const impl::FileKeys& keys : form.keys)
    out.emit({{"name", quoted_text(keys.name)},
              {"list", spelled(keys.list)},
              {"by", quoted_text(keys.by)},
              {"condition", spelled(keys.condition)},
              {"is_sorted", keys.is_sorted ? "true" : "false"}},
             "form.keys.push_back({$name$, $list$, $by$, $condition$, $is_sorted$});");
  if (form.chooser)
    out.emit({{"chooser", spelled(*form.chooser)}, {"cases", joined(form.cases, quoted_text)}},
             R"h(
               form.chooser = $chooser$;
               form.cases = {$cases$};
             )h");
  for (const impl::DatasetEntry& entry : form.entries)
    out.emit({{"steps", [&] { emit_entry(out, entry); }}},
             R"h(
               {
                 schemac::impl::DatasetEntry& entry = form.entries.emplace_back();
                 $steps$;
               }
             )h");
  for (const impl::FileLet& let : form.lets)
    out.emit({{"name", quoted_text(let.name)}, {"value", spelled(let.value)}},
             "form.lets.push_back({$name$, $value$});");
  emit_rules(out, "form.rules", form.rules);
}

// Which members are asked for, and what of them the types of files don't say.
std::string asked_members(const plan::Plan& plan, const std::set<std::string_view>& names) {
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
  return "{{" + joined(names, quoted_text) + "}, {" + joined(texts, same) + "}, {" +
         joined(defaults, same) + "}}";
}

// Prints what makes the table of a directory, and what makes that of all.
void emit_functions(Printer& out, const plan::Plan& plan, const plan::DirectoryForms& directories) {
  std::string forms;
  for (std::size_t i = 0; i < directories.forms.size(); ++i) {
    const std::string function = function_name(plan.directories[i]);
    forms += (forms.empty() ? "" : ", ") + function + "()";
    out.emit({{"name", function}, {"steps", [&] { emit_form(out, directories.forms[i]); }}},
             R"h(
               inline schemac::impl::DatasetForm $name$() {
                 schemac::impl::DatasetForm form;
                 $steps$;
                 return form;
               }
             )h");
    out.blank_line();
  }
  const auto check = [&](const plan::Root* file) {
    return "&schemac::impl::check_file<" + plan.records[file->record].name + ">";
  };
  out.emit({{"forms", forms},
            {"checks", joined(directories.files, check)},
            {"asked", asked_members(plan, directories.asked)}},
           R"h(
             inline const schemac::impl::DatasetTables& dataset_tables() {
               static const schemac::impl::DatasetTables tables{{$forms$}, {$checks$}, $asked$};
               return tables;
             }
           )h");
}

}  // namespace

std::string file_forms(const std::vector<impl::FileForm>& names) {
  constexpr std::array kinds = {"fixed", "pattern", "numbered", "keyed"};
  return "{" +
         joined(names,
                [&](const impl::FileForm& name) {
                  return std::string("schemac::impl::FileForm{schemac::impl::FileForm::Kind::") +
                         kinds[static_cast<std::size_t>(name.kind)] + ", " +
                         quoted_text(name.before) + ", " + quoted_text(name.after) + "}";
                }) +
         "}";
}

void emit_dataset_tables(Printer& out, const plan::Plan& plan,
                         const plan::DirectoryForms& directories) {
  out.emit({{"functions", [&] { emit_functions(out, plan, directories); }}},
           R"h(
             namespace detail {

             $functions$;

             }  // namespace detail
           )h");
}

}  // namespace schemac::emit::cpp
