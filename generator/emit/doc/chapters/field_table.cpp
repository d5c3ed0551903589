#include "emit/doc/chapters/field_table.h"

#include <set>

#include "emit/doc/describe/body_kinds.h"
#include "emit/doc/describe/message_fields.h"
#include "emit/doc/queries/conditions.h"
#include "emit/doc/queries/spelling.h"
#include "emit/doc/queries/standards.h"

namespace schemac::emit::doc {
namespace {

// "2 × (count of x + 1) / 3", mostly without all that.
Text scaled(Text what, const plan::Source& source) {
  if (source.factor != 1) what = text(model::to_text(source.factor), " × ", what);
  if (source.offset > 0) append(what, " + " + model::to_text(source.offset));
  if (source.offset < 0) append(what, " - " + model::to_text(-source.offset));
  if (source.divisor != 1) append(what, ", divided by " + model::to_text(source.divisor));
  return what;
}

class FieldRows {
 public:
  FieldRows(const DocScope& scope, const InlineFields& inline_fields,
            const RequirementList& required)
      : scope_(scope), inline_(inline_fields), required_(required) {}

  std::vector<TableRow> make() {
    for (const InlineField& each : inline_.all()) {
      if (each.field && plan::is_group(scope_.record.fields[*each.field])) {
        done_.insert(*each.field);  // its fields have rows
        continue;
      }
      rows_.push_back(each.field ? field_row(*each.field, text(inline_.offset(each.at)))
                                 : padding_row(each));
    }
    if (const plan::MessageFields* message = scope_.record.message())
      for (const plan::MessageField& field : message->fields) add_message_row(field);
    add_elsewhere();
    return std::move(rows_);
  }

 private:
  void add_message_row(const plan::MessageField& field) {
    const auto& json = scope_.record.json;
    const bool is_named = json && json->shape == model::JsonShape::object;
    rows_.push_back(
        field_row(field.field, !is_named ? text(std::to_string(field.number))
                               : field.field == json->others || field.field == json->entries
                                   ? text("others")
                                   : text(code(json->names[field.field]))));
  }

  TableRow field_row(plan::FieldId id, Text offset) {
    done_.insert(id);
    const plan::Field& field = scope_.record.fields[id];
    const BodyDoc body = describe(site_of(scope_, id), field.body);
    TableRow row;
    row.id = scope_.context.links.field(scope_.id, id);
    row.tone = tone_of(field.role);
    row.cells = {
        {std::move(offset)}, {size_of(field, body)},  {text(code(field.name))},       {body.type},
        role_of(field),      meaning_of(field, body), required_.briefs(scope_.id, id)};
    return row;
  }

  // The name of a member, where it is one.
  [[nodiscard]] std::string number_of(const plan::Field& field, model::Int128 number) const {
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    return scalar == nullptr ? model::to_text(number)
                             : number_text(scope_.context, *scalar, number);
  }

  TableRow padding_row(const InlineField& each) const {
    TableRow row;
    row.tone = Tone::padding;
    const std::string size = each.size ? std::to_string(*each.size)
                                       : "to a multiple of " + std::to_string(each.multiple) +
                                             (each.is_of_record ? "" : " of the file");
    row.cells = {{text(inline_.offset(each.at))},
                 {text(size)},
                 {text(each.name)},
                 {text("zeros")},
                 {text(badge(Tone::padding))},
                 {prose(each.doc)},
                 {}};
    return row;
  }

  Text size_of(const plan::Field& field, const BodyDoc& body) const {
    Text size = body.size;
    if (field.region) size = scope_.expression(field.region->size);
    if (size.empty()) size = text("varies");
    if (field.presence) append(size, ", or 0");
    return size;
  }

  Cell role_of(const plan::Field& field) const {
    Cell cell = {text(badge(tone_of(field.role)))};
    Text origin = origin_of(scope_, field);
    if (!origin.empty()) cell.push_back(std::move(origin));
    return cell;
  }

  Cell meaning_of(const plan::Field& field, const BodyDoc& body) const {
    Cell cell;
    if (!field.doc.empty()) cell.push_back(prose(field.doc));
    if (field.availability)
      cell.push_back(text("There ", versions_words(field.availability->versions), "."));
    if (const plan::Expr* condition = own_condition(field))
      cell.push_back(text("There only if ", scope_.expression(*condition), "."));
    for (const Text& sentence : body.form) cell.push_back(sentence);
    if (field.default_value)
      cell.push_back(text("By default ", code(number_of(field, *field.default_value)), "."));
    if (field.unknown)
      cell.push_back(
          text(code(model::to_text(field.unknown->value)), " says that it is not known."));
    if (!field.doc_ref.empty()) cell.push_back(text("See ", reference(field.doc_ref), "."));
    return cell;
  }

  Span section_name(std::uint32_t index) const {
    return code(scope_.record.sections[index].name,
                to(scope_.context.links.section(scope_.id, index)));
  }
  // What an offset points at, and what lies in sections.
  void add_elsewhere() {
    for (const plan::Item& item : scope_.record.items)
      if (const auto* in = std::get_if<plan::InSection>(&item))
        for (const plan::LoneField& lone : in->fields) {
          start_group("In its sections", is_section_open_);
          rows_.push_back(field_row(lone.field, text("in ", section_name(in->section))));
        }
    for (plan::FieldId id = 0; id < scope_.record.fields.size(); ++id) {
      const plan::Field& field = scope_.record.fields[id];
      if (done_.contains(id)) continue;
      start_group(
          scope_.record.message() != nullptr ? "Fields of other numbers" : "Elsewhere in the file",
          is_elsewhere_open_);
      rows_.push_back(
          field_row(id, field.jump ? text("at ", scope_.expression(field.jump->target)) : Text()));
    }
  }
  void start_group(std::string_view words, bool& is_open) {
    if (is_open) return;
    is_open = true;
    TableRow row;
    row.is_group = true;
    row.cells = {{text(words)}};
    rows_.push_back(std::move(row));
  }

  const DocScope& scope_;
  const InlineFields& inline_;
  const RequirementList& required_;
  std::vector<TableRow> rows_;
  std::set<plan::FieldId> done_;
  bool is_section_open_ = false, is_elsewhere_open_ = false;
};

// "14 STRING".
Text tag_text(const DocScope& scope, const plan::Switch& choice, model::Int128 tag) {
  if (!choice.tag_enum) return text(code(model::to_text(tag)));
  const std::string number = member_value(scope.plan().enums[*choice.tag_enum], tag);
  const auto& members = scope.plan().enums[*choice.tag_enum].members;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (members[i].value == tag)
      return text(code(members[i].name, to(scope.context.links.member(*choice.tag_enum, i))), " (",
                  number, ")");
  return text(code(number));
}

Table alternatives_table(const DocScope& scope, plan::FieldId id, const plan::Switch& choice) {
  Table table;
  table.caption = "Forms of " + scope.record.fields[id].name + ", by " + scope.plain(choice.tag);
  table.columns = {{flat(scope.expression(choice.tag)), false},
                   {"Form", false},
                   {"Type", false},
                   {"Size", true},
                   {"Meaning", false}};
  table.name_column = 1;
  for (const plan::Alternative& alternative : choice.alternatives) {
    BodySite site = site_of(scope, id);
    const plan::Body& body = alternative.body.front();
    const BodyDoc what = describe(site, body);
    Cell tags, meaning;
    for (const model::Int128 tag : alternative.tags) tags.push_back(tag_text(scope, choice, tag));
    if (tags.empty()) tags.push_back(text("any other"));
    if (!alternative.doc.empty()) meaning.push_back(prose(alternative.doc));
    meaning.insert(meaning.end(), what.form.begin(), what.form.end());
    TableRow row;
    row.id = Links::below(scope.context.links.field(scope.id, id), alternative.name);
    row.cells = {
        std::move(tags),
        {text(code(alternative.name))},
        {what.type},
        {what.size.empty()
             ? text(body.least_size > 0 ? "≥ " + std::to_string(body.least_size) : "varies")
             : what.size},
        std::move(meaning)};
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table bits_table(const DocScope& scope, plan::FieldId id, const plan::Scalar& scalar) {
  Table table;
  table.caption = "Bits of " + scope.record.fields[id].name + ", the lowest one is bit 0";
  table.columns = {{"Bits", true}, {"Name", false}, {"Role", false}, {"Meaning", false}};
  table.name_column = 1;
  for (const plan::Flag& flag : scalar.flags) {
    std::string bits = std::to_string(flag.bit);
    if (flag.width > 1) bits += " to " + std::to_string(flag.bit + flag.width - 1);
    Cell role = {text(badge(flag.presence_of ? Tone::derived : Tone::given))};
    if (flag.presence_of)
      role.push_back(text("set exactly if ", scope.field(*flag.presence_of), " is there"));
    TableRow row;
    row.id = Links::below(scope.context.links.field(scope.id, id), flag.name);
    Cell meaning = {prose(flag.doc)};
    if (!flag.versions.are_all())
      meaning.push_back(text("There ", versions_words(flag.versions), "."));
    row.cells = {{text(bits)}, {text(code(flag.name))}, std::move(role), std::move(meaning)};
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Text origin_of(const DocScope& scope, const plan::Field& field) {
  const plan::Source& source = field.source;
  switch (source.kind) {
    case plan::SourceKind::member:
    case plan::SourceKind::constant:
      return {};
    case plan::SourceKind::flags:
      return text("bit by bit, see below");
    case plan::SourceKind::count_of:
      return scaled(text("count of ", scope.field(source.field)), source);
    case plan::SourceKind::size_of:
      return scaled(text("bytes of ", scope.field(source.field)), source);
    case plan::SourceKind::plain_size_of:
      return scaled(text("bytes of ", scope.field(source.field), " when decoded"), source);
    case plan::SourceKind::begin_of:
      return scaled(source.expression ? text("where ", scope.field(source.field), " begins, less ",
                                             scope.expression(*source.expression))
                                      : text("where ", scope.field(source.field), " begins"),
                    source);
    case plan::SourceKind::section_begin:
      return text("where ", scope.section({false, source.section}), " begins");
    case plan::SourceKind::tag_of:
      return text("the form of ", scope.field(source.field));
    case plan::SourceKind::expression:
      if (source.expression && source.expression->op == plan::Op::file_size)
        return text("bytes of the file");
      return source.expression ? text("= ", scope.expression(*source.expression)) : Text();
  }
  return {};
}

Table field_table(const DocScope& scope, const InlineFields& inline_fields,
                  const RequirementList& required) {
  Table table;
  table.caption = "Fields of " + scope.record.name;
  const bool is_message = scope.record.message() != nullptr;
  const bool is_object = scope.record.json && scope.record.json->shape == model::JsonShape::object;
  table.columns = {{is_object    ? "Member"
                    : is_message ? "Number"
                                 : "Offset",
                    !is_object},
                   {"Size", true},
                   {"Name", false},
                   {"Type", false},
                   {"Role", false},
                   {"Meaning", false},
                   {"Rule", false}};
  table.name_column = 2;
  table.rows = FieldRows(scope, inline_fields, required).make();
  return table;
}

std::vector<Table> tables_of_fields(const DocScope& scope) {
  std::vector<Table> tables;
  for (plan::FieldId id = 0; id < scope.record.fields.size(); ++id) {
    const plan::Body& body = scope.record.fields[id].body;
    if (const auto* choice = std::get_if<plan::Switch>(&body.kind))
      tables.push_back(alternatives_table(scope, id, *choice));
    if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
        scalar != nullptr && !scalar->flags.empty())
      tables.push_back(bits_table(scope, id, *scalar));
  }
  return tables;
}

}  // namespace schemac::emit::doc
