#include "model/passes/bind/byte_order.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "model/algorithms.h"
#include "model/passes/bind/binder.h"
#include "model/passes/bind/file_field.h"
#include "model/passes/walk.h"
#include "model/print_expression.h"

namespace schemac::model {

namespace {

// ---- what says it ----

struct Named {
  std::string type, field, attribute;
};

// "File.order.endian" as its parts; none are empty.
std::optional<Named> split(const std::string& text) {
  const auto last = text.rfind('.');
  const auto middle = last == std::string::npos ? last : text.rfind('.', last - 1);
  if (middle == std::string::npos || middle == 0) return std::nullopt;
  return Named{text.substr(0, middle), text.substr(middle + 1, last - middle - 1),
               text.substr(last + 1)};
}

class OrderFinder {
 public:
  OrderFinder(Draft& draft, const syntax::Node& node) : draft_(draft), node_(node) {}

  std::optional<OrderField> find() {
    const auto named = split(node_.text);
    if (!named) {
      error("wrong-value",
            "'endian' takes 'le', 'be' or 'Type.field.attribute', not '" + node_.text + "'")
          .help(
              "'be' is big endian, 'le' little endian; an attribute is for files that say "
              "themselves which it is");
      return std::nullopt;
    }
    const auto& types = draft_.schemas.front().types;
    const auto type = types.find(named->type);
    if (type == types.end()) {
      std::vector<std::string> names;
      for (const auto& [name, index] : types) names.push_back(name);
      error("unknown-type", "'" + named->type + "' is not a type of this schema")
          .help(source::did_you_mean(named->type, names)
                    .value_or("write 'Type.field.attribute', beginning with the root"));
      return std::nullopt;
    }
    const std::vector<Field>& fields = draft_.format.types[type->second].fields;
    const auto field = std::ranges::find(fields, named->field, &Field::name);
    if (field == fields.end()) {
      std::vector<std::string> names;
      for (const Field& each : fields) names.push_back(each.name);
      error("unknown-field", "'" + named->type + "' has no field '" + named->field + "'")
          .help(source::did_you_mean(named->field, names)
                    .value_or("name the field that says in which order bytes are"));
      return std::nullopt;
    }
    const auto index = static_cast<FieldIndex>(field - fields.begin());
    const auto attribute = find_attribute(*field, named->attribute);
    if (!attribute || !is_fit(type->second, index)) return std::nullopt;
    return OrderField{type->second, index, *attribute};
  }

 private:
  source::Diagnostic& error(const std::string& code, const std::string& message) {
    return draft_.error(node_.range, code, message);
  }

  std::optional<std::uint32_t> find_attribute(const Field& field, const std::string& name) {
    const auto* scalar = std::get_if<Scalar>(&field.body.kind);
    const bool is_number = scalar != nullptr && field.body.repeat.kind == RepeatKind::none;
    if (!is_number || !scalar->enumeration) {
      error("type-mismatch", "'" + field.name + "' isn't an enumeration, so it has no attributes")
          .note(field.name_range, "'" + field.name + "' is declared here")
          .help("give it an enumeration with 'attributes: {" + name + ": endian}'");
      return std::nullopt;
    }
    const Enum& enumeration = draft_.format.enums[*scalar->enumeration];
    const auto found = std::ranges::find(enumeration.attributes, name, &EnumAttribute::name);
    if (found == enumeration.attributes.end() || found->kind != AttributeKind::byte_order) {
      const bool is_there = found != enumeration.attributes.end();
      if (!is_there && enumeration.refused_attributes.contains(name)) return std::nullopt;
      error(is_there ? "type-mismatch" : "unknown-attribute",
            "enumeration '" + enumeration.name + "' has no attribute '" + name + "' of type endian")
          .note(enumeration.range, "the enumeration is declared here")
          .help("add 'attributes: {" + name + ": endian}' to it, and '" + name +
                ": le' or ': be' to each member");
      return std::nullopt;
    }
    const auto index = static_cast<std::uint32_t>(found - enumeration.attributes.begin());
    for (const EnumMember& member : enumeration.members) {
      if (member.attributes[index]) continue;
      error("maybe-absent", "'" + member.name + "' of enumeration '" + enumeration.name +
                                "' doesn't say in which order bytes are")
          .note(member.range, "the member is declared here")
          .help("add '" + name + ": le' or '" + name + ": be' to it");
      return std::nullopt;
    }
    if (enumeration.keeps_unknown) {
      error("maybe-absent", "a number that isn't a member of '" + enumeration.name +
                                "' says nothing about the order of bytes")
          .note(enumeration.range, "the enumeration keeps such numbers")
          .help("remove 'unknown: keep'");
      return std::nullopt;
    }
    return index;
  }

  // It is at the same place in every file, in an order of its own: nothing has to be read first.
  bool is_fit(TypeIndex type, FieldIndex index) {
    const Type& holder = draft_.format.types[type];
    const Field& field = holder.fields[index];
    const auto& roots = draft_.format.roots;
    if (roots.size() != 1 || roots.front().type != type) {
      error("missing-order", "'" + holder.name + "' is not the one type of a whole file")
          .note(field.name_range, "'" + field.name + "' is declared here")
          .help("declare what says the byte order in the root");
      return false;
    }
    const auto& scalar = std::get<Scalar>(field.body.kind);
    if (scalar.endian.is_of_file) {
      const Enum& enumeration = draft_.format.enums[*scalar.enumeration];
      error("forward-reference", "the byte order of '" + field.name + "' depends on itself")
          .note(field.name_range, "'" + field.name + "' is declared here")
          .help("add 'endian: le' or 'endian: be' to enumeration '" + enumeration.name +
                "', the order in which its numbers are written there");
      return false;
    }
    for (FieldIndex i = 0; i <= index; ++i) {
      if (is_fixed(holder.fields[i])) continue;
      error("maybe-absent", "'" + field.name + "' must lie at the same place in each file, but " +
                                shown(holder.fields[i]) +
                                " is optional, aligned or of no fixed size")
          .note(holder.fields[i].name_range, shown(holder.fields[i]) + " is declared here")
          .help("put the field that says the byte order after fields of fixed sizes only");
      return false;
    }
    return true;
  }

  static bool is_fixed(const Field& field) {
    const Body& body = field.body;
    const bool is_plain = field.condition == nullptr && field.versions.are_all() &&
                          is_inline(field) && !field.place.align &&
                          field.place.align_by == nullptr && body.repeat.kind == RepeatKind::none &&
                          !body.codec && !body.pad && body.wire.empty();
    if (!is_plain) return false;
    if (const auto* scalar = std::get_if<Scalar>(&body.kind))
      return !scalar->varies() && !scalar->place;
    if (std::holds_alternative<ConstantBytes>(body.kind)) return true;
    const bool has_size =
        body.size.kind == SizeKind::expression && constant_of(body.size.expression);
    const auto* text = std::get_if<Text>(&body.kind);
    return has_size && (std::holds_alternative<RawBytes>(body.kind) ||
                        (text != nullptr && !text->prefix && !text->terminator));
  }

  Draft& draft_;
  const syntax::Node& node_;
};

// ---- what is in it ----

// Numbers of one byte have no order.
void settle(Body& body) {
  if (auto* scalar = std::get_if<Scalar>(&body.kind)) {
    if (scalar->bit_count() <= 8 || scalar->numeral) scalar->endian.is_of_file = false;
  } else if (auto* text = std::get_if<Text>(&body.kind)) {
    if (text->prefix && bit_count(text->prefix->dtype) <= 8)
      text->prefix->endian.is_of_file = false;
  } else if (auto* choice = std::get_if<Switch>(&body.kind)) {
    for (Case& each : choice->cases) settle(each.body);
  }
}

// Whether numbers in a body have the file's order.
bool is_of_file(const Body& body) {
  if (const auto* scalar = std::get_if<Scalar>(&body.kind)) return scalar->endian.is_of_file;
  if (const auto* digest = std::get_if<Digest>(&body.kind)) return digest->endian.is_of_file;
  if (const auto* array = std::get_if<NdArray>(&body.kind)) return array->endian.is_of_file;
  const auto* choice = std::get_if<Switch>(&body.kind);
  return choice != nullptr &&
         std::ranges::any_of(choice->cases, [](const Case& each) { return is_of_file(each.body); });
}

// What can't have it yet.
void refuse(Body& body) {
  const auto plan = [&](const std::string& what) {
    if (body.planned.empty()) body.planned = what + " in the byte order of the file";
  };
  if (body.stream) plan("a growing list");
  const auto* scalar = std::get_if<Scalar>(&body.kind);
  if (scalar != nullptr && scalar->endian.is_of_file && scalar->bits != 0)
    plan("a number of " + std::to_string(scalar->bits) + " bits");
  if (scalar != nullptr && scalar->endian.is_of_file && body.starts_of)
    plan("a list of places of elements");
  const auto* text = std::get_if<Text>(&body.kind);
  if (text != nullptr && text->prefix && text->prefix->endian.is_of_file)
    plan("the length before a text");
  if (auto* choice = std::get_if<Switch>(&body.kind))
    for (Case& each : choice->cases) refuse(each.body);
}

ExpressionPtr reach(const Draft& draft, const OrderField& order, TypeIndex type) {
  const Field& field = draft.format.types[order.type].fields[order.field];
  const EnumIndex enumeration = *std::get<Scalar>(field.body.kind).enumeration;
  ExpressionPtr number = field_of_file(draft, order.type, order.field, type);
  return make_expression(field.name_range, type_of_kind(ValueKind::byte_order), {0, 1},
                         Attribute{std::move(number), enumeration, order.attribute});
}

// What elements are ordered by is looked at from outside of them.
bool is_ordered_by_such(const Format& format, const Body& body) {
  const auto* element = std::get_if<RecordReference>(&body.kind);
  if (body.order_by.empty() || element == nullptr) return false;
  const std::vector<Field>& fields = format.types[element->type].fields;
  const auto key = std::ranges::find(fields, body.order_by, &Field::name);
  return key != fields.end() && is_of_file(key->body);
}

void report_early(Draft& draft, const Field& field, const Field& source) {
  draft
      .error(field.name_range, "forward-reference",
             "the byte order of " + shown(field) + " depends on '" + source.name +
                 "', which is read after it")
      .note(source.name_range, "'" + source.name + "' is declared here")
      .help("write 'endian: le' or 'endian: be' beside " + shown(field) +
            " if its order is always the same");
}

}  // namespace

void find_byte_order(Draft& draft) {
  Format& format = draft.format;
  for (SchemaIndex i = 1; i < draft.schemas.size(); ++i)
    if (draft.schemas[i].endian.is_of_file)
      draft.not_yet(draft.schemas[i].root->find("endian")->range,
                    "an imported schema whose files say their byte order");
  if (!draft.schemas.front().endian.is_of_file) return;
  for (Type& type : format.types)
    for (Field& field : type.fields) {
      settle(field.body);
      if (!type.is_message()) refuse(field.body);
    }
  format.byte_order = OrderFinder(draft, *draft.schemas.front().root->find("endian")).find();
  if (!format.byte_order) return;
  for (TypeIndex index = 0; index < format.types.size(); ++index) {
    Type& type = format.types[index];
    if (type.is_message()) continue;
    const bool is_used = std::ranges::any_of(type.fields, [&](const Field& field) {
      return is_of_file(field.body) || is_ordered_by_such(format, field.body);
    });
    if (is_used) type.byte_order = reach(draft, *format.byte_order, index);
  }
  const auto& [type, stating, attribute] = *format.byte_order;
  const std::vector<Field>& fields = format.types[type].fields;
  for (FieldIndex i = 0; i < stating; ++i)
    if (is_of_file(fields[i].body)) report_early(draft, fields[i], fields[stating]);
}

}  // namespace schemac::model
