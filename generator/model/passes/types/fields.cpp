#include "model/passes/types/fields.h"

#include <algorithm>

#include "model/passes/taken_names.h"
#include "model/passes/types/bit_fields.h"
#include "model/passes/types/bodies.h"
#include "model/passes/types/prefixes.h"
#include "model/passes/types/since_until.h"
#include "model/spelling.h"

namespace schemac::model {

namespace {

// Reports a name that a neighbour has already, or that becomes the same name in C++.
template <class Named>
void check_name(Draft& draft, TakenNames& taken, const std::vector<Named>& others,
                const std::string& name, source::SourceRange range, const std::string& what) {
  if (name.empty()) return;
  const auto first = taken.take(name, others.size());
  if (!first) return;
  const Named& other = others[*first];
  const std::string message = other.name == name
                                  ? what + " '" + name + "' is declared already"
                                  : what + "s '" + other.name + "' and '" + name +
                                        "' become the same C++ name '" + snake_case(name) + "'";
  source::SourceRange there = other.range;
  if constexpr (requires { other.name_range; }) there = other.name_range;
  draft.error(range, "duplicate-name", message)
      .note(there, "'" + other.name + "' is here")
      .help("rename one of them");
}

// A choice has a value where nobody chooses; lists and bytes have none of it.
void check_default(Draft& draft, const syntax::Node& node, const Field& field) {
  const Body& body = field.body;
  const bool is_list = body.repeat.kind != RepeatKind::none;
  const bool is_number = std::holds_alternative<Scalar>(body.kind);
  const bool can_be_empty = is_list ? is_number
                                    : std::holds_alternative<RawBytes>(body.kind) ||
                                          std::holds_alternative<Text>(body.kind);
  if (can_be_empty || !body.planned.empty() || (is_number && node.has("default"))) return;
  auto& error =
      draft.error(node.find("choice")->range, "missing-default",
                  "'" + field.name + "' is a choice, and nothing says what it is by default");
  if (is_number && !is_list)
    error.help("add 'default: 0', or the value that a writer takes where nobody chooses");
  else
    error.help("choices are numbers with a default, bytes, texts, and lists of numbers");
}

Field make_field(Draft& draft, const syntax::Node& node, TypeIndex index) {
  const TypeSource& source = draft.sources[index];
  Field field;
  field.name = text_or(node, "name");
  field.doc = text_or(node, "doc");
  field.doc_ref = doc_ref_of(node);
  field.versions = versions_under(draft, node);
  field.is_given = is_true(node, "given");
  field.is_choice = is_true(node, "choice");
  field.style = make_style(node);
  field.style.name.clear();  // 'name' is the field's
  field.range = node.range;
  const syntax::Node* name = node.find("name");
  field.name_range = name != nullptr ? name->range : node.range;
  BodySite there;
  there.schema = source.schema;
  there.type = index;
  there.name = camel_case(draft.format.types[index].name) + camel_case(field.name);
  there.endian = source.endian;
  there.wire = draft.format.types[index].wire;
  field.body = make_body(draft, node, there);
  if (field.is_choice) check_default(draft, node, field);
  return field;
}

// A fixed size beside a scalar says twice how large it is.
void check_scalar_size(Draft& draft, const syntax::Node& node, const Field& field) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (scalar == nullptr || field.body.repeat.kind != RepeatKind::none || scalar->dtype_by ||
      !field.body.planned.empty())
    return;
  const syntax::Node* size = node.find("size");
  if (size == nullptr) return;
  const Int128 bits = scalar->bit_count();
  const auto number = number_of(*size);
  if (number && *number * 8 == bits) return;
  const std::string type = type_name(*scalar);
  const std::string stated =
      number ? to_text(*number) : "'" + (size->text.empty() ? "?" : size->text) + "'";
  auto& error = draft.error(size->range, "size-mismatch",
                            "field '" + field.name + "' has size " + stated + ", but " + type +
                                " takes " + byte_count((bits + 7) / 8));
  if (const syntax::Node* written = node.find("type"))
    error.note(written->range, "'" + field.name + "' gets its type here");
  error.help("remove 'size', or use 'type: bytes'");
}

std::uint64_t alignment_under(Draft& draft, const syntax::Node& node, std::string_view key) {
  const syntax::Node* value = node.find(key);
  if (value == nullptr || !number_of(*value))
    return 1;  // what is calculated is for the plan to say
  const auto number = size_under(draft, node, key);
  if (!number) return 1;
  if (*number == 0 || *number > 65536) {
    draft
        .error(node.find(key)->range, "does-not-fit",
               "'" + std::string(key) + "' is " + std::to_string(*number) +
                   ", but should be 1 to 65536")
        .help("write the multiple that positions or sizes have");
    return 1;
  }
  return *number;
}

}  // namespace

std::optional<Level> level_under(const syntax::Node& node, std::string_view key) {
  const std::string name = text_or(node, key);
  const auto* const found = std::find(level_ids.begin(), level_ids.end(), name);
  if (found == level_ids.end()) return std::nullopt;
  return static_cast<Level>(found - level_ids.begin());
}

CheckStyle make_style(const syntax::Node& node) {
  CheckStyle style;
  const std::string rule = text_or(node, "class");
  for (std::size_t i = 0; i < rule_ids.size(); ++i)
    if (rule_ids[i] == rule) style.rule = static_cast<Rule>(i);
  style.level = level_under(node, "level");
  style.name = text_or(node, "name");
  return style;
}

namespace {

void add_field(Draft& draft, TypeIndex index, const syntax::Node& node, TakenNames& taken) {
  Field field = make_field(draft, node, index);
  const std::size_t reported = draft.diagnostics.all().size();
  check_name(draft, taken, draft.format.types[index].fields, field.name, field.name_range, "field");
  if (draft.diagnostics.all().size() != reported) draft.misnamed_types.insert(index);
  for (const Parameter& parameter : draft.format.types[index].parameters)
    if (parameter.name == field.name)
      draft
          .error(field.name_range, "duplicate-name",
                 "field '" + field.name + "' has the name of a parameter of its type")
          .help("rename one of them");
  check_scalar_size(draft, node, field);
  draft.format.types[index].fields.push_back(std::move(field));
  draft.sources[index].fields.push_back(&node);
}

}  // namespace

void make_fields(Draft& draft, TypeIndex index) {
  const syntax::Node* fields = draft.sources[index].node->find("fields");
  if (fields == nullptr) return;
  TakenNames taken;
  for (const syntax::Node& node : fields->items) {
    if (!node.is_map()) continue;  // the key table said so
    for (const syntax::Node* each : expand_prefix(draft, node, index))
      add_field(draft, index, *each, taken);
  }
  group_bits(draft, index);
}

void make_sections(Draft& draft, TypeIndex index) {
  const syntax::Node* sections = draft.sources[index].node->find("sections");
  if (sections == nullptr) return;
  std::vector<Section> made;
  TakenNames taken;
  for (const syntax::Node& node : sections->items) {
    if (!node.is_map()) continue;
    Section section;
    section.name = text_or(node, "name");
    section.doc = doc_and_reference_of(node);
    section.range = node.range;
    section.align = alignment_under(draft, node, "align");
    section.pad = alignment_under(draft, node, "pad");
    if (const syntax::Node* each = node.find("each"))
      section.each_align = alignment_under(draft, *each, "align");
    if (node.has("overlap")) section.overlap = level_under(node, "overlap");
    if (text_or(node, "gaps", "zero-fill") != "zero-fill") section.gaps = level_under(node, "gaps");
    if (text_or(node, "order", "visit") == "any")
      draft.format.types[index].planned.emplace_back("'order: any' of a section");
    const syntax::Node* name = node.find("name");
    check_name(draft, taken, made, section.name, name != nullptr ? name->range : node.range,
               "section");
    for (const char* key : {"since", "until"})
      if (node.has(key))
        draft.format.types[index].planned.push_back("'" + std::string(key) + "' of section '" +
                                                    section.name + "'");
    made.push_back(std::move(section));
  }
  draft.format.types[index].sections = std::move(made);
}

}  // namespace schemac::model
