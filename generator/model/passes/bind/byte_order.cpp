#include "model/passes/bind/byte_order.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "model/algorithms.h"
#include "model/passes/value_types.h"
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
      error("type-mismatch", "'" + field.name + "' is no enumeration, so it has no attributes")
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
      error("maybe-absent", "of a number that isn't a member of '" + enumeration.name +
                                "' nobody knows in which order bytes are")
          .note(enumeration.range, "it keeps such numbers")
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
    if (scalar.endian.is_of_file && scalar.bit_count() > 8) {
      const Enum& enumeration = draft_.format.enums[*scalar.enumeration];
      error("forward-reference", "the byte order of '" + field.name + "' depends on itself")
          .note(field.name_range, "'" + field.name + "' is declared here")
          .help("add 'endian: le' or 'endian: be' to enumeration '" + enumeration.name +
                "', the order in which its numbers are written there");
      return false;
    }
    for (FieldIndex i = 0; i <= index; ++i) {
      if (is_fixed(holder.fields[i])) continue;
      error("maybe-absent", i == index
                                ? "'" + field.name + "' is not always there"
                                : "'" + field.name + "' is not always at the same place: " +
                                      shown(holder.fields[i]) + " before it may have any size")
          .note(holder.fields[i].name_range, shown(holder.fields[i]) + " is declared here")
          .help("what says the byte order comes after fields of fixed sizes alone");
      return false;
    }
    return true;
  }

  static bool is_fixed(const Field& field) {
    const Body& body = field.body;
    const bool is_plain = field.condition == nullptr && field.versions.are_all() &&
                          is_inline(field) && body.repeat.kind == RepeatKind::none && !body.codec &&
                          !body.pad && body.wire.empty();
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

// Numbers of one byte have no order. Says whether others in that body have the file's.
class Settler {
 public:
  bool settle(Body& body) {
    is_used_ = false;
    of(body);
    return is_used_;
  }

 private:
  void of(Body& body) {
    if (auto* scalar = std::get_if<Scalar>(&body.kind)) {
      if (scalar->bit_count() <= 8 || scalar->varint) scalar->endian.is_of_file = false;
      if (!scalar->endian.is_of_file) return;
      is_used_ = true;
      if (scalar->bits != 0 || bit_count(scalar->dtype) % 8 != 0 || scalar->place)
        refuse(body, "a number of " + std::to_string(scalar->bit_count()) + " bits");
      if (body.begins_of) refuse(body, "places of elements");
    } else if (auto* text = std::get_if<Text>(&body.kind)) {
      if (!text->prefix) return;
      if (bit_count(text->prefix->dtype) <= 8) text->prefix->endian.is_of_file = false;
      if (text->prefix->endian.is_of_file) refuse(body, "the length before a text");
    } else if (const auto* digest = std::get_if<Digest>(&body.kind)) {
      is_used_ = is_used_ || digest->endian.is_of_file;
    } else if (const auto* array = std::get_if<NdArray>(&body.kind)) {
      is_used_ = is_used_ || array->endian.is_of_file;
    } else if (auto* choice = std::get_if<Switch>(&body.kind)) {
      for (Case& each : choice->cases) of(each.body);
    }
    if (body.stream && body.planned.empty())
      body.planned = "a growing file in a byte order of its own";
  }
  void refuse(Body& body, const std::string& what) {
    if (body.planned.empty()) body.planned = what + " in the byte order of the file";
  }

  bool is_used_ = false;
};

ExpressionPtr reach(const Draft& draft, const OrderField& order, TypeIndex type) {
  const Field& field = draft.format.types[order.type].fields[order.field];
  const TypedRange value = value_of_field(draft, order.type, order.field);
  Reference reference;
  reference.base = type == order.type ? Base::self : Base::root;
  reference.index = order.field;
  reference.variable = field.name;
  ExpressionPtr number =
      make_expression(field.name_range, value.type, value.values, std::move(reference));
  const EnumIndex enumeration = *std::get<Scalar>(field.body.kind).enumeration;
  return make_expression(field.name_range, type_of_kind(ValueKind::byte_order), {0, 1},
                         Attribute{std::move(number), enumeration, order.attribute});
}

// What elements are ordered by is looked at from outside of them.
bool is_ordered_by_such(const Format& format, const Body& body) {
  const auto* element = std::get_if<RecordReference>(&body.kind);
  if (body.order_by.empty() || element == nullptr) return false;
  const std::vector<Field>& fields = format.types[element->type].fields;
  const auto key = std::ranges::find(fields, body.order_by, &Field::name);
  const auto* scalar = key == fields.end() ? nullptr : std::get_if<Scalar>(&key->body.kind);
  return scalar != nullptr && scalar->endian.is_of_file && scalar->bit_count() > 8;
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
  format.byte_order = OrderFinder(draft, *draft.schemas.front().root->find("endian")).find();
  for (TypeIndex index = 0; index < format.types.size(); ++index) {
    Type& type = format.types[index];
    if (type.is_message()) continue;
    bool is_used = false;
    for (FieldIndex i = 0; i < type.fields.size(); ++i) {
      Field& field = type.fields[i];
      const bool is_here = Settler().settle(field.body);
      is_used = is_used || is_here;
      const bool is_early = format.byte_order && format.byte_order->type == index &&
                            i < format.byte_order->field && is_inline(field);
      if (is_here && is_early) report_early(draft, field, type.fields[format.byte_order->field]);
      is_used = is_used || is_ordered_by_such(format, field.body);
    }
    if (is_used && format.byte_order) type.byte_order = reach(draft, *format.byte_order, index);
  }
}

}  // namespace schemac::model
