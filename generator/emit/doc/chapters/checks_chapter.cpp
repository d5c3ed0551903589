#include <set>

#include "emit/doc/chapters/chapters.h"

namespace schemac::emit::doc {
namespace {

Tone tone_of_level(Level level) {
  switch (level) {
    case Level::error:
      return Tone::error;
    case Level::rule:
      return Tone::rule;
    case Level::canonical:
      return Tone::canonical;
    case Level::warn:
      return Tone::warn;
  }
  return Tone::none;
}

std::string_view words_of_level(Level level) {
  switch (level) {
    case Level::error:
      return "safe reading needs it: every reader refuses a file that breaks it";
    case Level::rule:
      return "the format demands it: a validator refuses the file, a reader may go on";
    case Level::canonical:
      return "what writers produce: files that differ are valid";
    case Level::warn:
      return "worth a remark";
  }
  return "";
}

Cell report_of(const plan::Check& check) {
  Text where = check.field.empty() || check.field == "." ? Text() : text("at ", code(check.field));
  const std::string sentence = sentence_pattern(check);
  if (!where.empty() && !sentence.empty()) append(where, ": ");
  append(where, sentence);
  return {std::move(where)};
}

Cell class_of(const plan::Check& check) {
  Cell cell = {text(code(std::string(id(check.rule))))};
  if (!check.name.empty()) cell.push_back(text("rule ", code(check.name)));
  return cell;
}

Table table_of(const Context& context, const RequirementGroup& group) {
  Table table;
  table.caption = group.link.empty() ? "What else holds" : "What holds for every " + group.title;
  table.columns = {{"Requirement", false}, {"Level", false}, {"Class", false}, {"Reported", false}};
  table.has_sentences = true;
  for (const Requirement& each : group.requirements) {
    if (each.is_limit) continue;
    const plan::Check& check = context.plan.checks[each.checks.front()];
    TableRow row;
    row.id = context.links.check(each.checks.front());
    row.tone = tone_of_level(check.level);
    row.cells = {{each.holds}, {text(badge(row.tone))}, class_of(check), report_of(check)};
    table.rows.push_back(std::move(row));
  }
  return table;
}

Facts levels_of(const Context& context, const RequirementList& required) {
  std::set<Level> levels;
  for (const RequirementGroup& group : required.groups())
    for (const Requirement& each : group.requirements)
      if (!each.is_limit) levels.insert(context.plan.checks[each.checks.front()].level);
  Facts facts;
  for (const Level level : levels)
    facts.facts.push_back(
        {std::string(id(level)), text(words_of_level(level)), tone_of_level(level)});
  return facts;
}

Chapter limits_chapter(const RequirementList& required) {
  Chapter inner;
  inner.id = Links::below(std::string(checks_id), "limits");
  inner.title = "Limits of a reader";
  Items items;
  for (const RequirementGroup& group : required.groups())
    for (const Requirement& each : group.requirements)
      if (each.is_limit) items.items.push_back(each.holds);
  if (items.items.empty()) return inner;
  inner.blocks.emplace_back(
      Paragraph{text("The format sets no limits on these; a reader guards itself against a small "
                     "file that announces much, and reports ",
                     code("resource-limit"), " or ", code("nesting-limit"), ".")});
  inner.blocks.emplace_back(std::move(items));
  return inner;
}

}  // namespace

Chapter checks_chapter(const Context& context, const RequirementList& required) {
  Chapter chapter;
  chapter.id = checks_id;
  chapter.title = "Validation checklist";
  if (required.groups().empty()) return chapter;
  chapter.blocks.emplace_back(Paragraph{text(
      "All of this holds for a valid file. The level says who insists on it, the class is what "
      "a report calls the violation; reports name the field and the byte.")});
  chapter.blocks.emplace_back(levels_of(context, required));
  for (const RequirementGroup& group : required.groups()) {
    Table table = table_of(context, group);
    if (table.rows.empty()) continue;
    Chapter inner;
    inner.id = Links::below(std::string(checks_id), group.title);
    inner.title = group.title;
    inner.is_name = !group.link.empty();
    inner.blocks.emplace_back(std::move(table));
    chapter.chapters.push_back(std::move(inner));
  }
  Chapter limits = limits_chapter(required);
  if (!limits.blocks.empty()) chapter.chapters.push_back(std::move(limits));
  return chapter;
}

}  // namespace schemac::emit::doc
