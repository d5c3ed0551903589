#include "emit/doc/chapters/chapters.h"
#include "emit/doc/chapters/field_table.h"
#include "emit/doc/chapters/joined_table.h"
#include "emit/doc/describe/body_kinds.h"
#include "emit/doc/describe/message_fields.h"
#include "emit/doc/queries/conditions.h"
#include "emit/doc/queries/file_expression.h"
#include "emit/doc/queries/inline_fields.h"
#include "emit/doc/queries/spelling.h"
#include "emit/doc/queries/standards.h"

namespace schemac::emit::doc {
namespace {

Text list_of_uses(const Context& context, const std::vector<Use>& uses) {
  std::vector<Text> names;
  for (const Use& use : uses) {
    const plan::Record& record = context.plan.records[use.record];
    names.push_back(text(code(record.name + "." + record.fields[use.field].name,
                              to(context.links.field(use.record, use.field)))));
  }
  return listed(names);
}

std::string drawing_id(const std::string& of) { return "bytes-" + of; }

// Rows of bytes: a box that varies ends a group, and what follows begins another one.
class MapMaker {
 public:
  void add(const std::vector<Box>& boxes, const std::string& base, std::uint64_t distance) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (i == 0 && (map_.groups.empty() || is_closed_ || map_.groups.back().base != base)) {
        map_.groups.push_back({base, distance, {}});
        is_closed_ = false;
      }
      is_closed_ = is_closed_ || boxes[i].varies();
      map_.groups.back().boxes.push_back(boxes[i]);
    }
  }
  ByteMap take(std::string id, std::string title) {
    map_.id = std::move(id);
    map_.title = std::move(title);
    return std::move(map_);
  }
  [[nodiscard]] bool is_empty() const { return map_.groups.empty(); }

 private:
  ByteMap map_;
  bool is_closed_ = false;
};

Box padding_box(const InlineField& each) {
  Box box;
  box.name = each.name;
  box.type = "zeros";
  box.size = each.size;
  if (!each.size) box.extent = "to a multiple of " + std::to_string(each.multiple);
  box.tone = Tone::padding;
  return box;
}

// "if flags.has_note", "since version 2".
std::string presence_words(const DocScope& scope, const plan::Field& field) {
  const std::string versions =
      field.availability ? versions_words(field.availability->versions) : "";
  const plan::Expr* condition = own_condition(field);
  if (condition == nullptr) return versions;
  return (versions.empty() ? "" : versions + ", ") + "if " + scope.plain(*condition);
}

std::vector<Box> field_boxes(const DocScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.record.fields[id];
  std::vector<Box> boxes = describe(site_of(scope, id), field.body).boxes;
  if (!field.presence && !field.region) return boxes;
  for (Box& box : boxes) {
    if (field.region && boxes.size() == 1) {
      box.size.reset();
      const auto fixed = constant_of(field.region->size);
      box.extent = fixed ? counted(*fixed, "byte") : scope.plain(field.region->size) + " bytes";
    }
    if (!field.presence) continue;
    box.is_optional = true;
    box.extent = presence_words(scope, field);
  }
  return boxes;
}

ByteMap byte_map(const DocScope& scope, const InlineFields& inline_fields) {
  MapMaker maker;
  for (const InlineField& each : inline_fields.all())
    maker.add(each.field ? field_boxes(scope, *each.field) : std::vector{padding_box(each)},
              inline_fields.letter(each.at.anchor), each.at.distance);
  return maker.take(drawing_id(scope.context.links.record(scope.id)),
                    "The bytes of " + scope.record.name);
}

void add_doc(Chapter& inner, const std::string& doc) {
  if (!doc.empty()) inner.blocks.emplace_back(Paragraph{prose(doc)});
}

Text parameters_of(const plan::Record& record) {
  std::vector<Text> names;
  for (const plan::Param& param : record.params)
    if (!param.is_byte_order) names.push_back(text(code(param.name)));
  return listed(names);
}

bool is_root(const Context& context, plan::RecordId id) {
  for (const plan::Root& root : context.plan.roots)
    if (root.record == id) return true;
  return false;
}

Text json_words(const plan::JsonRecord& json) {
  const Text standard = text_standard(json.style.syntax);
  switch (json.shape) {
    case model::JsonShape::object:
      return text(standard, ": an object, its members in any order",
                  json.others ? ", those of other names kept" : "");
    case model::JsonShape::pair:
      return text(standard, ": a member of an object, its name and its value");
    case model::JsonShape::list:
      return text(standard, ": a list, its elements in this order");
    case model::JsonShape::tuple:
      return text(standard, ": a tuple, its elements in this order");
    case model::JsonShape::one_of:
      return text(standard, ": one of these values, told apart by their kinds");
  }
  return text(standard);
}

std::vector<model::JoinedArray> forms_of(const std::vector<plan::JoinedArray>& arrays) {
  std::vector<model::JoinedArray> forms;
  for (const plan::JoinedArray& array : arrays) forms.push_back(array.form);
  return forms;
}

Chapter record_chapter(const Context& context, const Uses& uses, const RequirementList& required,
                       plan::RecordId id) {
  const DocScope scope(context, id);
  const plan::Record& record = scope.record;
  Chapter inner;
  inner.id = context.links.record(id);
  inner.title = record.name;
  inner.is_name = true;
  add_doc(inner, record.doc);
  Facts facts;
  const bool has_sections = !record.sections.empty() && !record.sections.front().is_whole_file;
  const plan::MessageFields* message = record.message();
  if (record.json)
    add_fact(facts, "Encoding", json_words(*record.json));
  else if (message != nullptr)
    add_fact(facts, "Encoding",
             text(standard_link("protobuf"), ": fields in any order, those of other numbers kept"));
  if (!record.json)
    add_fact(facts, "Size",
             text(size_words(record.least_size, record.fixed_size),
                  has_sections ? ", and what is in its sections" : ""));
  if (is_root(context, id)) add_fact(facts, "Describes", text("a whole file"));
  add_fact(facts, "Used by", list_of_uses(context, uses.of_record(id)));
  add_fact(facts, "Parameters", parameters_of(record));
  add_fact(facts, "Specified in", reference(record.doc_ref));
  if (record.is_recursive) add_fact(facts, "Nesting", text("it may hold others of its kind"));
  inner.blocks.emplace_back(std::move(facts));
  const InlineFields inline_fields(scope);
  if (message != nullptr && !message->fields.empty() && !record.json)
    inner.blocks.emplace_back(message_map(scope, *message, drawing_id(inner.id)));
  if (!inline_fields.all().empty()) inner.blocks.emplace_back(byte_map(scope, inline_fields));
  if (!inline_fields.meanings().empty())
    inner.blocks.emplace_back(
        Paragraph{text("Offsets count from the start of the record, or from a place in it: ",
                       listed(inline_fields.meanings()), ".")});
  inner.blocks.emplace_back(field_table(scope, inline_fields, required));
  for (Table& table : tables_of_fields(scope)) inner.blocks.emplace_back(std::move(table));
  if (!record.arrays.empty())
    inner.blocks.emplace_back(joined_table(record.name, forms_of(record.arrays)));
  return inner;
}

Chapter form_chapter(const Context& context, const Uses& uses, const RequirementList& required,
                     plan::FormId id) {
  const plan::Form& form = context.plan.forms[id];
  const DocScope scope(context, uses.of_form(id).front().record);
  const std::string link = to(context.links.form(id));
  const BodySite site{scope, "",          text(code(form.name, link)),
                      link,  Tone::given, text("what holds it")};
  const plan::Body& body = uses.example_of(id);
  const BodyDoc what = describe(site, body, true);
  Chapter inner;
  inner.id = context.links.form(id);
  inner.title = form.name;
  inner.is_name = true;
  add_doc(inner, form.doc);
  Facts facts;
  add_fact(facts, "Is a", what.type);
  add_fact(facts, "Size", text(size_words(body.least_size, body.fixed_size)));
  add_fact(facts, "Used by", list_of_uses(context, uses.of_form(id)));
  add_fact(facts, "Specified in", reference(form.doc_ref));
  inner.blocks.emplace_back(std::move(facts));
  MapMaker maker;
  std::vector<Box> boxes = what.boxes;
  for (Box& box : boxes)
    if (box.name.empty()) box.name = form.name;
  maker.add(boxes, "", 0);
  if (!maker.is_empty())
    inner.blocks.emplace_back(maker.take(drawing_id(inner.id), "The bytes of " + form.name));
  Items items{what.form};
  for (const RequirementGroup& group : required.groups())
    if (group.link == link)
      for (const Requirement& each : group.requirements)
        if (!each.brief.empty() && !each.is_limit) items.items.push_back(each.holds);
  if (!items.items.empty()) inner.blocks.emplace_back(std::move(items));
  return inner;
}

}  // namespace

Chapter types_chapter(const Context& context, const Uses& uses, const RequirementList& required) {
  Chapter chapter;
  chapter.id = types_id;
  chapter.title = "Types";
  for (const TypeReference& type : uses.order())
    chapter.chapters.push_back(type.is_form ? form_chapter(context, uses, required, type.id)
                                            : record_chapter(context, uses, required, type.id));
  return chapter;
}

}  // namespace schemac::emit::doc
