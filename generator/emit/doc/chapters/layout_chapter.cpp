#include <algorithm>
#include <set>
#include <unordered_map>

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/describe/body_kinds.h"
#include "emit/doc/queries/inline_fields.h"
#include "emit/doc/queries/spelling.h"

namespace schemac::emit::doc {
namespace {

constexpr std::size_t most_lines = 24;  // of a record with more fields only the offsets are drawn

// Draws one root: its own fields, then its sections, and in these what offsets point at.
class LayoutMaker {
 public:
  LayoutMaker(const Context& context, const plan::Root& root)
      : context_(context), scope_(context, root.record) {}

  FileLayout make() {
    layout_.id = "drawing-" + context_.links.record(scope_.id);
    layout_.title = "A " + scope_.record.name + " from start to end";
    section_areas_.resize(scope_.record.sections.size());
    add_inline_fields();
    if (scope_.record.message() != nullptr) add_message();
    for (std::size_t i = 0; i < scope_.record.sections.size(); ++i)
      if (!scope_.record.sections[i].is_whole_file) add_section(i);
    add_targets();
    for (const Pending& each : section_starts_)
      layout_.arrows.push_back({each.area, each.line, *section_areas_[each.section], std::nullopt});
    for (const Pending& each : file_ends_)
      layout_.arrows.push_back({each.area, each.line, layout_.areas.size(), std::nullopt});
    return std::move(layout_);
  }

 private:
  struct Pending {
    std::size_t area = 0, line = 0;
    std::size_t section = 0;
  };
  struct Target {
    std::size_t area = 0, line = 0;  // where the offset is
    std::string name, detail, link;
    std::string section;
  };

  // The fields before the sections: neighbours of fixed size are one area.
  void add_inline_fields() {
    const InlineFields inline_fields(scope_);
    is_crowded_ = inline_fields.all().size() > most_lines;
    bool is_open = false;
    for (const InlineField& each : inline_fields.all()) {
      const bool is_fixed = each.field ? scope_.record.fields[*each.field].body.fixed_size &&
                                             !scope_.record.fields[*each.field].presence
                                       : each.size.has_value();
      const bool begins = !is_open || !is_fixed;
      if (begins) open_area(inline_fields.offset(each.at), is_fixed);
      add_line(each);
      is_open = is_fixed;
    }
    for (FileLayout::Area& area : layout_.areas) close_area(area);
  }
  // Its fields say what they are; none has a place.
  void add_message() {
    open_area("0", false);
    FileLayout::Area& area = layout_.areas.back();
    area.name = "fields";
    area.detail = "in any order";
    area.link = to(context_.links.record(scope_.id));
  }
  void open_area(const std::string& where, bool is_fixed) {
    FileLayout::Area area;
    area.where = where;
    area.is_variable = !is_fixed;
    layout_.areas.push_back(std::move(area));
  }
  void add_line(const InlineField& each) {
    FileLayout::Area& here = layout_.areas.back();
    if (!here.is_variable)
      here.size += each.field ? scope_.record.fields[*each.field].body.fixed_size.value_or(0)
                              : each.size.value_or(0);
    if (!each.field) {
      if (!is_crowded_) here.lines.push_back({"padding", "zeros", "", false});
      return;
    }
    const plan::FieldId id = *each.field;
    const plan::Field& field = scope_.record.fields[id];
    if (plan::is_group(field)) return;  // its fields have lines
    const BodyDoc body = describe(site_of(scope_, id), field.body);
    FileLayout::Line line{field.name, flat(body.type), to(context_.links.field(scope_.id, id)),
                          false};
    const std::size_t at = layout_.areas.size() - 1;
    if (here.is_variable) {
      here.name = line.name;
      here.detail = line.detail;
      here.link = line.link;
      add_offsets(at, field.body, field.name);
      return;
    }
    const auto section = section_begun_by(id);
    const bool ends_file =
        field.source.expression && field.source.expression->op == plan::Op::file_size;
    line.is_offset = section || ends_file || states_offset(id);
    if (is_crowded_ && !line.is_offset) return;
    const std::size_t number = here.lines.size();
    if (section) section_starts_.push_back({at, number, *section});
    if (ends_file) file_ends_.push_back({at, number, 0});
    here.lines.push_back(std::move(line));
    add_own_targets(at, number, scope_, id, "");
    add_offsets(at, field.body, field.name);
  }
  // An area of one field has its name; one of many is the header.
  void close_area(FileLayout::Area& area) const {
    if (!area.name.empty()) return;
    area.name = area.where == "0" ? "header" : "fields";
    area.link = to(context_.links.record(scope_.id));
    if (area.size > 0) area.detail = counted(area.size, "byte");
    if (is_crowded_) area.detail += ", offsets only";
  }
  // The fields of a record that lie where another one says.
  const std::vector<plan::FieldId>& placed_in(const DocScope& scope) const {
    const auto [found, is_new] = placed_.try_emplace(&scope.record);
    if (!is_new) return found->second;
    for (plan::FieldId id = 0; id < scope.record.fields.size(); ++id)
      if (scope.record.fields[id].jump) found->second.push_back(id);
    return found->second;
  }
  [[nodiscard]] bool states_offset(plan::FieldId id) const {
    const auto& placed = placed_in(scope_);
    return std::any_of(placed.begin(), placed.end(), [&](plan::FieldId each) {
      return scope_.record.fields[each].jump->stated_by == id;
    });
  }

  [[nodiscard]] std::optional<std::size_t> section_begun_by(plan::FieldId field) const {
    for (std::size_t i = 0; i < scope_.record.sections.size(); ++i)
      if (scope_.record.sections[i].begin == field) return i;
    return std::nullopt;
  }

  void add_section(std::size_t index) {
    const plan::Section& section = scope_.record.sections[index];
    FileLayout::Area area;
    area.name = section.name;
    area.link = to(context_.links.section(scope_.id, index));
    area.where = section.begin ? "at " + scope_.record.fields[*section.begin].name : "after it";
    area.is_variable = true;
    const std::size_t number = layout_.areas.size();
    section_areas_[index] = number;
    layout_.areas.push_back(std::move(area));
    for (const plan::Item& item : scope_.record.items) {
      const auto* in = std::get_if<plan::InSection>(&item);
      if (in == nullptr || in->section != index) continue;
      for (const plan::LoneField& lone : in->fields) {
        const plan::Field& field = scope_.record.fields[lone.field];
        const BodyDoc body = describe(site_of(scope_, lone.field), field.body);
        FileLayout::Area& here = layout_.areas[number];
        here.lines.push_back(
            {field.name, flat(body.type), to(context_.links.field(scope_.id, lone.field)), false});
        add_offsets(number, field.body, field.name);
      }
    }
  }

  // Offsets inside of what a field holds: "tensors[i].data_offset".
  void add_offsets(std::size_t area, const plan::Body& body, const std::string& path,
                   int depth = 0) {
    if (depth > 3) return;
    if (const auto* nested = std::get_if<plan::Nested>(&body.kind)) {
      const DocScope inner(context_, nested->record);
      for (plan::FieldId id = 0; id < inner.record.fields.size(); ++id) {
        add_own_targets(area, ~std::size_t{0}, inner, id, path);
        add_offsets(area, inner.record.fields[id].body, path + "." + inner.record.fields[id].name,
                    depth + 1);
      }
    }
    if (const auto* list = std::get_if<plan::List>(&body.kind))
      add_offsets(area, list->element.front(), path + "[i]", depth);
  }
  // What field `id` of `scope` points at; `line` is its own, or a new one is made.
  void add_own_targets(std::size_t area, std::size_t line, const DocScope& scope, plan::FieldId id,
                       const std::string& path) {
    for (const plan::FieldId other : placed_in(scope)) {
      const plan::Field& field = scope.record.fields[other];
      if (field.jump->stated_by != id) continue;
      const std::string before = path.empty() ? "" : path + ".";
      std::vector<FileLayout::Line>& lines = layout_.areas[area].lines;
      if (line == ~std::size_t{0}) {
        line = lines.size();
        lines.push_back({before + scope.record.fields[id].name,
                         flat(describe(site_of(scope, id), scope.record.fields[id].body).type),
                         to(context_.links.field(scope.id, id)), true});
      }
      lines[line].is_offset = true;
      Target target;
      target.area = area;
      target.line = line;
      target.name = before + field.name;
      target.detail = flat(describe(site_of(scope, other), field.body).type);
      target.link = to(context_.links.field(scope.id, other));
      const plan::SectionRef& section = field.jump->section;
      if (section.is_param)
        target.section = scope.record.section_params[section.index];
      else if (!scope.record.sections[section.index].is_whole_file)
        target.section = scope.record.sections[section.index].name;
      targets_.push_back(std::move(target));
    }
  }

  void add_targets() {
    std::optional<std::size_t> anywhere;
    for (const Target& target : targets_) {
      std::optional<std::size_t> area;
      for (std::size_t i = 0; i < scope_.record.sections.size(); ++i)
        if (scope_.record.sections[i].name == target.section && !target.section.empty())
          area = section_areas_[i];
      if (!area) {
        if (!anywhere) {
          anywhere = layout_.areas.size();
          FileLayout::Area rest;
          rest.name = "anywhere";
          rest.is_variable = true;
          layout_.areas.push_back(std::move(rest));
        }
        area = anywhere;
      }
      std::vector<FileLayout::Line>& lines = layout_.areas[*area].lines;
      layout_.arrows.push_back({target.area, target.line, *area, lines.size()});
      lines.push_back({target.name, target.detail, target.link, false});
    }
  }

  const Context& context_;
  const DocScope scope_;
  FileLayout layout_;
  std::vector<std::optional<std::size_t>> section_areas_;  // none: not an area of its own
  std::vector<Pending> section_starts_, file_ends_;
  std::vector<Target> targets_;
  mutable std::unordered_map<const plan::Record*, std::vector<plan::FieldId>> placed_;
  bool is_crowded_ = false;
};

Cell rules_of(const plan::Section& section) {
  Cell rules;
  if (section.each_align > 1)
    rules.push_back(
        text("Each payload begins at a multiple of " + std::to_string(section.each_align) + "."));
  if (section.pad > 1)
    rules.push_back(text("Filled up to a multiple of " + counted(section.pad, "byte") + "."));
  if (section.gap) rules.push_back(text("Bytes that no field covers are zero."));
  return rules;
}

Table section_table(const Context& context, const DocScope& scope) {
  Table table;
  table.caption = "Sections, in the order of the file";
  table.columns = {{"Section", false}, {"Begins at", false}, {"Multiple of", true},
                   {"Holds", false},   {"Rules", false},     {"Meaning", false}};
  for (std::size_t i = 0; i < scope.record.sections.size(); ++i) {
    const plan::Section& section = scope.record.sections[i];
    if (section.is_whole_file) continue;
    Cell holds;
    for (const plan::Item& item : scope.record.items)
      if (const auto* in = std::get_if<plan::InSection>(&item); in != nullptr && in->section == i)
        for (const plan::LoneField& lone : in->fields)
          holds.push_back(text(
              scope.field(lone.field), ": ",
              describe(site_of(scope, lone.field), scope.record.fields[lone.field].body).type));
    if (section.is_tracked) holds.push_back(text("what offsets point at"));
    TableRow row;
    row.id = context.links.section(scope.id, i);
    row.cells = {
        {text(code(section.name))},
        {section.begin ? text(scope.field(*section.begin)) : text("where what is before it ends")},
        {text(std::to_string(section.align))},
        std::move(holds),
        rules_of(section),
        {prose(section.doc)}};
    table.rows.push_back(std::move(row));
  }
  return table;
}

bool lets_trailing_be(const Context& context, const plan::Root& root) {
  const auto index = static_cast<std::size_t>(&root - context.plan.roots.data());
  const model::Trailing trailing = context.format.roots[index].trailing;
  return trailing == model::Trailing::ignore;
}

std::vector<Block> blocks_of(const Context& context, const plan::Root& root) {
  std::vector<Block> blocks;
  const DocScope scope(context, root.record);
  Text words = text("A file is one ", record_link(context, root.record), ".");
  const bool has_sections =
      std::any_of(scope.record.sections.begin(), scope.record.sections.end(),
                  [](const plan::Section& section) { return !section.is_whole_file; });
  if (has_sections)
    append(
        words,
        " Its own fields come first, then its sections: each ends where the next one begins, the "
        "last one with the file.");
  else if (root.trailing)
    append(words, " Nothing follows it.");
  else if (lets_trailing_be(context, root))
    append(words, " What follows it is ignored.");
  blocks.emplace_back(Paragraph{std::move(words)});
  blocks.emplace_back(LayoutMaker(context, root).make());
  if (has_sections) blocks.emplace_back(section_table(context, scope));
  return blocks;
}

}  // namespace

Chapter layout_chapter(const Context& context) {
  Chapter chapter;
  chapter.id = layout_id;
  chapter.title = "Layout of a file";
  const auto& roots = context.plan.roots;
  if (roots.size() == 1) chapter.blocks = blocks_of(context, roots.front());
  if (roots.size() < 2) return chapter;
  std::set<plan::RecordId> seen;
  for (const plan::Root& root : roots) {
    Chapter section;
    section.id = Links::below(std::string(layout_id), root.name);
    section.title = root.name;
    section.is_name = true;
    if (seen.insert(root.record).second)
      section.blocks = blocks_of(context, root);
    else
      section.blocks.emplace_back(
          Paragraph{text("A file is one ", record_link(context, root.record), ", as above.")});
    chapter.chapters.push_back(std::move(section));
  }
  return chapter;
}

}  // namespace schemac::emit::doc
