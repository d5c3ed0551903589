#include "emit/doc/chapters/chapters.h"
#include "emit/doc/chapters/joined_table.h"
#include "emit/doc/queries/file_expression.h"
#include "emit/doc/queries/standards.h"
#include "schemac/core/violation.h"

namespace schemac::emit::doc {
namespace {

using model::DirectoryEntry;

Text content_of(const Context& context, const plan::Directory& directory, std::size_t index) {
  const DirectoryEntry& entry = directory.form.entries[index];
  Text holds;
  if (directory.contents[index])
    holds = text(record_link(context, directory.contents[index]->record));
  else if (entry.directory)
    holds = text("a directory, ",
                 code(context.plan.directories[*entry.directory].form.name,
                      to(Links::below(std::string(directories_id),
                                      context.plan.directories[*entry.directory].form.name))));
  for (std::size_t i = 0; i < entry.arguments.size(); ++i)
    append(holds, text(i == 0 ? " of " : ", ", code(expression_text(entry.arguments[i]))));
  if (entry.keys && !entry.elements.empty())
    append(holds, text(", an element of ", code(entry.elements), " for each of ",
                       code(directory.form.keys[*entry.keys].name)));
  return holds;
}

Text presence_of(const model::Directory& form, const DirectoryEntry& entry) {
  if (!entry.when.empty()) {
    Text there = text("where ", code(expression_text(*form.chooser)), " has ", code(entry.when));
    if (entry.is_numbered() || entry.is_keyed()) {
      DirectoryEntry of_case = entry;
      of_case.when.clear();
      append(there, text(": ", presence_of(form, of_case)));
    }
    return there;
  }
  if (entry.instead) return text("where there is no ", code(form.entries[*entry.instead].name));
  if (entry.is_keyed()) return text("one for each of ", code(form.keys[*entry.keys].name));
  if (entry.is_numbered())
    return text("numbered from " + std::to_string(entry.first) + " on, without a gap",
                entry.is_optional ? "; maybe none" : "");
  return text(entry.is_optional ? "optional" : "always");
}

Table files_of(const Context& context, const plan::Directory& directory) {
  Table table;
  table.caption = "Files of " + directory.form.name;
  table.columns = {
      {"Name", false}, {"Called", false}, {"Holds", false}, {"There", false}, {"Meaning", false}};
  for (std::size_t i = 0; i < directory.form.entries.size(); ++i) {
    const DirectoryEntry& entry = directory.form.entries[i];
    std::vector<Text> names;
    for (const model::FileName& name : entry.names) names.push_back(text(code(name.text())));
    TableRow row;
    row.cells = {{text(code(entry.name))},
                 {listed(names, "or")},
                 {content_of(context, directory, i)},
                 {presence_of(directory.form, entry)},
                 {prose(entry.doc)}};
    table.rows.push_back(std::move(row));
  }
  return table;
}

Facts keys_of(const model::Directory& form) {
  Facts facts;
  for (const model::KeyList& keys : form.keys) {
    Text words = text(code(keys.by), " of each element of ", code(expression_text(keys.list)));
    if (keys.condition) append(words, text(" for which ", code(expression_text(*keys.condition))));
    if (keys.is_sorted) append(words, ", in ascending order of their bytes");
    add_fact(facts, keys.name, std::move(words));
  }
  for (const model::FileLet& let : form.lets)
    add_fact(facts, let.name, text(code(expression_text(let.value))));
  return facts;
}

// In which order a dataset that grows is written.
Text order_of_writing(const model::Directory& form) {
  if (form.commit.empty()) return {};
  std::vector<Text> names;
  for (const std::uint32_t entry : form.commit)
    names.push_back(text(code(form.entries[entry].name)));
  Text words = text("A dataset that grows is written in the order ", listed(names, "then"));
  if (names.size() == 1) return words;
  append(words, text(": ", names.back(),
                     " says how much of the others counts. One that shrinks is written in the "
                     "opposite order."));
  return words;
}

void add_rules(Table& table, const std::vector<model::FileRule>& rules, const std::string& about) {
  for (const model::FileRule& rule : rules) {
    TableRow row;
    Text holds = about.empty() ? Text() : text("For each of ", code(about), ": ");
    append(holds, text(code(expression_text(rule.condition)), "."));
    Cell kind = {text(code(std::string(id(rule.rule))))};
    if (!rule.name.empty()) kind.push_back(text("rule ", code(rule.name)));
    const Tone tone = rule.level == Level::error ? Tone::error : Tone::rule;
    if (!rule.doc.empty()) append(holds, text(" ", prose(rule.doc)));
    row.cells = {{std::move(holds)}, {text(badge(tone))}, std::move(kind), {prose(rule.message)}};
    table.rows.push_back(std::move(row));
  }
}

Table rules_of(const model::Directory& form) {
  Table table;
  table.caption = "What holds across the files of " + form.name;
  table.columns = {{"Requirement", false}, {"Level", false}, {"Class", false}, {"Reported", false}};
  table.has_sentences = true;
  for (const DirectoryEntry& entry : form.entries) add_rules(table, entry.each, entry.name);
  add_rules(table, form.rules, "");
  return table;
}

}  // namespace

Chapter directories_chapter(const Context& context) {
  Chapter chapter;
  chapter.id = directories_id;
  chapter.title = "Directories";
  for (const plan::Directory& directory : context.plan.directories) {
    const model::Directory& form = directory.form;
    Chapter inner;
    inner.id = Links::below(std::string(directories_id), form.name);
    inner.title = form.name;
    inner.is_name = true;
    if (!form.doc.empty()) inner.blocks.emplace_back(Paragraph{prose(form.doc)});
    if (!form.doc_ref.empty())
      inner.blocks.emplace_back(Paragraph{text("See ", reference(form.doc_ref), ".")});
    inner.blocks.emplace_back(files_of(context, directory));
    if (Text order = order_of_writing(form); !order.empty())
      inner.blocks.emplace_back(Paragraph{std::move(order)});
    if (Facts keys = keys_of(form); !keys.facts.empty()) inner.blocks.emplace_back(std::move(keys));
    if (!directory.arrays.empty())
      inner.blocks.emplace_back(joined_table(form.name, directory.arrays));
    if (Table rules = rules_of(form); !rules.rows.empty())
      inner.blocks.emplace_back(std::move(rules));
    chapter.chapters.push_back(std::move(inner));
  }
  return chapter;
}

}  // namespace schemac::emit::doc
