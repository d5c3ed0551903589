#include "plan/facts/directory_forms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/array.h"

namespace schemac::plan {
namespace {

using Names = std::set<std::string_view>;

std::vector<impl::FileExpression> file_expressions(const std::vector<model::FileExpression>& list) {
  std::vector<impl::FileExpression> made;
  for (const model::FileExpression& each : list) made.push_back(file_expression(each));
  return made;
}
std::optional<impl::FileExpression> optional_expression(
    const std::optional<model::FileExpression>& expression) {
  return expression ? std::optional(file_expression(*expression)) : std::nullopt;
}

std::vector<impl::FileRule> rules_of(const std::vector<model::FileRule>& rules) {
  std::vector<impl::FileRule> made;
  for (const model::FileRule& rule : rules)
    made.push_back({rule.name, file_expression(rule.condition), optional_expression(rule.at),
                    rule.rule, rule.level, rule.message});
  return made;
}

impl::FileForm form_of(const model::FileName& name) {
  using Kind = impl::FileForm::Kind;
  constexpr std::array kinds = {Kind::fixed, Kind::pattern, Kind::numbered, Kind::keyed};
  return {kinds[static_cast<std::size_t>(name.kind)], name.before, name.after};
}

// Each kind of file has its place among those that are known.
std::uint32_t kind_of_file(const Root& content, std::vector<const Root*>& files) {
  const auto known = std::find_if(files.begin(), files.end(),
                                  [&](const Root* each) { return each->record == content.record; });
  const auto index = static_cast<std::uint32_t>(known - files.begin());
  if (known == files.end()) files.push_back(&content);
  return index;
}

impl::DatasetEntry entry_of(const model::DirectoryEntry& from) {
  impl::DatasetEntry entry;
  entry.name = from.name;
  for (const model::FileName& name : from.names) entry.names.push_back(form_of(name));
  entry.directory = from.directory;
  entry.arguments = file_expressions(from.arguments);
  entry.when = from.when;
  entry.is_optional = from.is_optional;
  entry.first = from.first;
  entry.keys = from.keys;
  entry.elements = from.elements;
  entry.instead = from.instead;
  entry.each = rules_of(from.each);
  return entry;
}

impl::DatasetForm form_of(const Directory& directory, std::vector<const Root*>& files) {
  const model::Directory& from = directory.form;
  impl::DatasetForm form;
  for (const model::DirectoryParameter& parameter : from.parameters)
    form.parameters.push_back(parameter.name);
  for (const model::KeyList& keys : from.keys)
    form.keys.push_back({keys.name, file_expression(keys.list), keys.by,
                         optional_expression(keys.condition), keys.is_sorted});
  form.chooser = optional_expression(from.chooser);
  form.cases.assign(from.cases.begin(), from.cases.end());
  for (std::size_t i = 0; i < from.entries.size(); ++i) {
    form.entries.push_back(entry_of(from.entries[i]));
    if (const auto& content = directory.contents[i])
      form.entries.back().file = kind_of_file(*content, files);
  }
  for (const model::FileLet& let : from.lets)
    form.lets.push_back({let.name, file_expression(let.value)});
  form.rules = rules_of(from.rules);
  return form;
}

// ---- what is asked for ----

void ask(Names& names, const impl::FileExpression& from) {
  for (const impl::FileExpression::Step& step : from.steps) names.insert(step.member);
  for (const impl::FileExpression& operand : from.operands) ask(names, operand);
}
void ask(Names& names, const std::optional<impl::FileExpression>& from) {
  if (from) ask(names, *from);
}
void ask(Names& names, const std::vector<impl::FileRule>& rules) {
  for (const impl::FileRule& rule : rules) {
    ask(names, rule.condition);
    ask(names, rule.at);
  }
}
void ask(Names& names, const impl::DatasetForm& form) {
  ask(names, form.rules);
  for (const impl::FileLet& let : form.lets) ask(names, let.value);
  for (const impl::FileKeys& keys : form.keys) {
    ask(names, keys.list);
    ask(names, keys.condition);
    names.insert(keys.by);
  }
  ask(names, form.chooser);
  names.insert(form.cases.begin(), form.cases.end());
  for (const impl::DatasetEntry& entry : form.entries) {
    ask(names, entry.each);
    if (!entry.elements.empty()) names.insert(entry.elements);
    for (const impl::FileExpression& argument : entry.arguments) ask(names, argument);
  }
}

}  // namespace

impl::FileExpression file_expression(const model::FileExpression& expression) {
  impl::FileExpression made;
  made.op = expression.op;
  made.number = expression.number;
  if (expression.op == model::FileOp::text) made.text = expression.text;
  made.base = expression.base;
  for (const model::FileStep& step : expression.steps)
    made.steps.push_back({step.member, step.index});
  made.operands = file_expressions(expression.operands);
  return made;
}

DirectoryForms forms_of_directories(const Plan& plan) {
  DirectoryForms made;
  for (const Directory& directory : plan.directories)
    made.forms.push_back(form_of(directory, made.files));
  for (const impl::DatasetForm& form : made.forms) ask(made.asked, form);
  return made;
}

std::set<std::string_view> asked_names(const model::JoinedArray& array) {
  Names names;
  for (const model::JoinedForm& form : array.forms)
    for (const auto* expression : {&form.condition, &form.dtype_text, &form.dims})
      ask(names, optional_expression(*expression));
  ask(names, optional_expression(array.split));
  return names;
}

Plan with_files_of_directories(const Plan& plan) {
  Plan all = plan;
  if (plan.directories.empty()) return all;
  if (all.roots.size() == 1) all.roots.front().name.clear();  // nothing else to tell it from
  for (const Directory& directory : plan.directories)
    for (const auto& content : directory.contents) {
      if (!content) continue;
      const bool is_known = std::any_of(all.roots.begin(), all.roots.end(), [&](const Root& root) {
        return root.record == content->record;
      });
      if (is_known) continue;
      all.roots.push_back(*content);
      all.roots.back().name = plan.records[content->record].name;
    }
  return all;
}

}  // namespace schemac::plan
