#include "model/passes/types/json.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "model/passes/types/bodies.h"
#include "model/passes/types/names.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "schemac/json/json.h"

namespace schemac::model {

namespace {

source::Diagnostic& wire_error(Draft& draft, source::SourceRange range, std::string message) {
  return draft.error(range, "wire-form", std::move(message));
}

bool is_json_number(const Scalar& scalar) {
  if (scalar.dtype == Dtype::f64 || scalar.dtype == Dtype::bool8) return true;
  return is_whole(scalar.dtype) && bit_count(scalar.dtype) >= 8 && scalar.bits == 0;
}

// The name of a wire form, for sentences.
std::string shown_wire(std::string_view wire) {
  return std::string(impl::json::name(syntax_of(wire)));
}

// The fields of one type with `wire: json` or `wire: python`.
class RecordMaker {
 public:
  RecordMaker(Draft& draft, TypeIndex index)
      : draft_(draft), index_(index), type_(draft.format.types[index]) {}

  void make(bool is_pair) {
    const syntax::Node& node = *draft_.sources[index_].node;
    JsonRecord json;
    const std::string shape = text_or(node, "as", "object");
    json.shape = is_pair             ? JsonShape::pair
                 : shape == "list"   ? JsonShape::list
                 : shape == "tuple"  ? JsonShape::tuple
                 : shape == "one-of" ? JsonShape::one_of
                                     : JsonShape::object;
    json.style = style_of(draft_, node, syntax_of(type_.wire));
    type_.json = json;
    refuse_cut(node);
    if (json.shape == JsonShape::tuple && type_.wire != "python") refuse_tuple(node);
    for (FieldIndex i = 0; i < type_.fields.size(); ++i) number_field(i);
    if (json.shape == JsonShape::pair) check_key();
    const std::string unnamed = text_or(node, "unnamed", "keep");
    if (json.shape != JsonShape::object && node.has("unnamed"))
      wire_error(draft_, node.find_entry("unnamed")->key_range,
                 "'unnamed' is about members of an object")
          .help("remove 'unnamed'");
    if (json.shape != JsonShape::object || unnamed == "refuse") return;
    if (unnamed == "keep")
      type_.json->others = add_others();
    else
      type_.json->entries = find_entries(*node.find("unnamed"), unnamed);
  }

 private:
  void refuse_tuple(const syntax::Node& node) {
    wire_error(draft_, node.find("as")->range, "JSON has no tuples").help("write 'as: list'");
  }

  void check_key() {
    if (type_.fields.empty()) return;
    const Body& key = type_.fields.front().body;
    const bool is_text = std::holds_alternative<Text>(key.kind) ||
                         std::holds_alternative<Foreign>(key.kind);  // which was reported
    if (is_text && key.repeat.kind == RepeatKind::none) return;
    wire_error(draft_, key.range, "a name in " + shown_wire(type_.wire) + " is a text")
        .help("write 'key: str'");
  }

  // The field that `unnamed` names.
  std::optional<FieldIndex> find_entries(const syntax::Node& written, const std::string& name) {
    for (FieldIndex i = 0; i < type_.fields.size(); ++i) {
      if (type_.fields[i].name != name) continue;
      if (type_.fields[i].body.repeat.is_map) return i;
      wire_error(draft_, written.range,
                 "'" + name + "' is not a map, so it has no room for members")
          .help("give it 'map: {key: str, value: T}'");
      return std::nullopt;
    }
    wire_error(draft_, written.range, "there is no field '" + name + "' for other members")
        .help("write 'keep', 'refuse' or the name of a field with 'map'");
    return std::nullopt;
  }

  void refuse_cut(const syntax::Node& node) {
    // `size` beside the fields of a field is the text's, and checked with that.
    const bool is_inline = draft_.sources[index_].is_inline;
    for (const std::string_view key : {"sections", "pad", "size", "params"})
      if (node.has(key) && !(is_inline && key == "size"))
        wire_error(draft_, node.find_entry(key)->key_range,
                   "'" + std::string(key) + "' has no meaning in " + shown_wire(type_.wire))
            .help("remove '" + std::string(key) + "'");
  }

  void number_field(FieldIndex i) {
    Field& field = type_.fields[i];
    const syntax::Node* node = draft_.sources[index_].fields[i];
    field.json_name = node == nullptr ? field.name : text_or(*node, "key", field.name);
    const bool is_list = field.body.repeat.kind != RepeatKind::none;
    const bool is_one_of = type_.json->shape == JsonShape::one_of;
    const bool is_optional = (node != nullptr && is_true(*node, "optional")) || is_one_of;
    MessageTag tag;
    tag.number = i + 1;
    auto* scalar = std::get_if<Scalar>(&field.body.kind);
    if (scalar != nullptr) scalar->endian = {};  // of what the text is decoded to
    tag.coding = scalar == nullptr             ? protobuf::Coding::length
                 : scalar->dtype == Dtype::f64 ? protobuf::Coding::fixed64
                                               : protobuf::Coding::varint;
    tag.is_packed = is_list && scalar != nullptr;
    tag.is_required = !is_list && !is_optional;
    tag.is_optional = !is_list && is_optional;
    tag.is_left_out = is_list && is_optional && !is_one_of;
    field.tag = tag;
    if (auto* text = std::get_if<Text>(&field.body.kind)) text->encoding = "utf-8";
    if (is_list) field.body.repeat.kind = RepeatKind::fields;
    if (node != nullptr && text_or(*node, "as") == "tuple" && !node->has("fields"))
      make_tuple(field, *node);
  }
  void make_tuple(Field& field, const syntax::Node& node) {
    if (type_.wire != "python") return refuse_tuple(node);
    field.body.repeat.is_tuple = true;
    if (field.body.repeat.kind != RepeatKind::none && !field.body.repeat.is_map) return;
    wire_error(draft_, node.find("as")->range,
               "'" + field.name + "' isn't a list, so it can't be a tuple")
        .help("add 'repeat: eos'; or write 'as: tuple' in the type that it is of");
  }

  // A field that the schema doesn't write.
  FieldIndex add(Field field) {
    const auto i = static_cast<FieldIndex>(type_.fields.size());
    const auto taken = std::find_if(type_.fields.begin(), type_.fields.end(),
                                    [&](const Field& other) { return other.name == field.name; });
    if (taken != type_.fields.end())
      draft_
          .error(
              taken->name_range, "duplicate-name",
              "'" + field.name + "' is what " +
                  (field.is_choice ? "the spelling of the text" : "other members of the object") +
                  (field.is_choice ? " is called" : " are called"))
          .help("call the field something else, and write 'key: " + field.name + "' beside it");
    field.body.range = field.range = field.name_range = type_.range;
    MessageTag tag;
    tag.number = i + 1;
    tag.coding = protobuf::Coding::length;
    tag.is_optional = true;
    field.tag = tag;
    type_.fields.push_back(std::move(field));
    draft_.sources[index_].fields.push_back(nullptr);
    return i;
  }
  FieldIndex add_others() {
    Field field;
    field.name = "unnamed";
    field.doc = "Members that no field names.";
    FreeForm value{"member", {}};
    value.style.syntax = syntax_of(type_.wire);
    field.body.kind = std::move(value);
    return add(std::move(field));
  }

 public:
  // Of a type that is a whole text somewhere.
  void keep_text() {
    if (type_.json->stored) return;
    Field field;
    field.name = "spelling";
    field.doc = "The text as it was, if it is spelled in another way than a new one.";
    field.body.kind = Text{};
    field.is_choice = true;
    type_.json->stored = add(std::move(field));
  }

 private:
  Draft& draft_;
  TypeIndex index_;
  Type& type_;
};

// Whether a text is that mark, with blanks around it.
bool is_between(const std::string& text, char mark) {
  std::string rest = text;
  std::erase_if(rest, [](char c) { return c == ' ' || c == '\n' || c == '\t'; });
  return rest == std::string(1, mark);
}

// Each body of a type, the alternatives of switches included.
void for_each_body_of(Type& type, const std::function<void(Body&)>& visit) {
  const std::function<void(Body&)> into = [&](Body& body) {
    visit(body);
    if (auto* choice = std::get_if<Switch>(&body.kind))
      for (Case& each : choice->cases) into(each.body);
  };
  for (Field& field : type.fields) into(field.body);
}

// A writer knows the place of a text in the file if the text is among the fields of a whole file;
// `from: file` is refused for others.
void check_places(Draft& draft) {
  auto& types = draft.format.types;
  const auto is_root = [&](TypeIndex type) {
    return std::ranges::any_of(draft.format.roots,
                               [&](const Root& root) { return root.type == type; });
  };
  const auto is_from_file = [&](const Body& body) {
    if (const auto* free = std::get_if<FreeForm>(&body.kind)) return free->style.is_from_file;
    const auto* record = std::get_if<RecordReference>(&body.kind);
    return body.is_json_text && types[record->type].json->style.is_from_file;
  };
  for (TypeIndex i = 0; i < types.size(); ++i) {
    if (!types[i].is_record || types[i].is_message()) continue;
    for_each_body_of(types[i], [&](Body& body) {
      if (is_from_file(body)) body.planned = "'from: file' of a text that is part of something";
    });
    if (!is_root(i)) continue;
    for (Field& field : types[i].fields) {
      const bool is_inline = field.place.at == nullptr && !field.place.section;
      const bool is_record = std::holds_alternative<RecordReference>(field.body.kind);
      if (is_record && is_inline && field.body.repeat.kind == RepeatKind::none &&
          is_from_file(field.body))
        field.body.planned.clear();
    }
  }
}

}  // namespace

JsonStyle style_of(Draft& draft, const syntax::Node& node, impl::json::Syntax syntax) {
  JsonStyle style;
  style.syntax = syntax;
  const syntax::Node* written = node.find("style");
  if (written == nullptr) return style;
  style.ascii = is_true(*written, "ascii");
  if (const auto indent = size_under(draft, *written, "indent")) {
    if (*indent > 16)
      draft.error(written->find("indent")->range, "does-not-fit", "'indent' is more than 16 blanks")
          .help("write the blanks of one level");
    style.indent = static_cast<std::uint8_t>(std::min<std::uint64_t>(*indent, 16));
  }
  if (const auto pad = size_under(draft, *written, "pad")) {
    if (*pad < 1 || *pad > 65535)
      draft
          .error(written->find("pad")->range, "does-not-fit",
                 "'pad' is " + std::to_string(*pad) + ", but should be 1 to 65535")
          .help("write the multiple to which the text is filled up with blanks");
    else
      style.pad = static_cast<std::uint16_t>(*pad);
  }
  style.is_from_file = text_or(*written, "from") == "file";
  style.trailing = text_or(*written, "trailing");
  style.end = text_or(*written, "end");
  if (!style.trailing.empty() && syntax == impl::json::Syntax::json)
    draft
        .error(written->find("trailing")->range, "bad-style",
               "only blanks may follow the last member of an object in JSON")
        .help("remove 'trailing'");
  else if (!style.trailing.empty() && !is_between(style.trailing, ','))
    draft
        .error(written->find("trailing")->range, "bad-style",
               "'trailing' is the comma after the last member")
        .help("write it with the blanks that it should have: \", \"");
  if (style.end.find_first_not_of(" \n\t\r") != std::string::npos)
    draft.error(written->find("end")->range, "bad-style", "'end' ends a text, so it must be blanks")
        .help("write a new line, \"\\n\"");
  const syntax::Node* separators = written->find("separators");
  if (separators == nullptr) return style;
  const auto& items = separators->items;
  if (items.size() != 2 || !is_between(items[0].text, ',') || !is_between(items[1].text, ':')) {
    draft
        .error(separators->range, "bad-style",
               "'separators' are what comes between items, and between a name and its value")
        .help("write two texts, with the blanks that they should have: [\", \", \": \"]");
    return style;
  }
  style.item = items[0].text;
  style.key = items[1].text;
  return style;
}

void check_member(Draft& draft, const syntax::Node& node, const Body& body) {
  constexpr std::array<std::string_view, 14> keys = {
      "prefix", "terminator", "pad-right", "size", "pad",   "at",    "align",
      "in",     "endian",     "encoding",  "if",   "since", "until", "form"};
  for (const std::string_view key : keys)
    if (node.has(key))
      wire_error(draft, node.find_entry(key)->key_range,
                 "'" + std::string(key) + "' has no meaning in " + shown_wire(body.wire))
          .help(key == "if" ? "write 'optional: true' for a member that may be missing"
                            : "remove '" + std::string(key) + "'");
  const syntax::Node* repeat = node.find("repeat");
  if (repeat != nullptr && !repeat->is_word("eos") && !repeat->has("until"))
    wire_error(draft, repeat->range, "a list in " + shown_wire(body.wire) + " says how long it is")
        .help("write 'repeat: eos', and a rule about its length if there is one");
  struct Refuse {
    Draft& draft;
    const syntax::Node& node;
    const Body& body;
    void refuse(const std::string& what, const std::string& help) const {
      wire_error(draft, node.range, shown_wire(body.wire) + " has no form for " + what).help(help);
    }
    [[nodiscard]] std::string add_wire() const { return "'wire: " + body.wire + "'"; }
    void operator()(const Scalar& scalar) const {
      if (!scalar.flags.empty()) return refuse("flags", "use a number");
      if (scalar.enumeration && draft.format.enums[*scalar.enumeration].is_text) return;
      if (scalar.enumeration)
        return refuse(
            "an enumeration of numbers",
            "use a number and 'valid: {any-of: [...]}', or an enumeration of 'type: str'");
      if (!is_json_number(scalar))
        refuse(std::string(name(scalar.dtype)), "use a whole number's type, f64 or bool");
    }
    void operator()(const Text&) const {}
    void operator()(const RecordReference& record) const {
      if (draft.sources[record.type].is_message)
        return refuse("a message", "use a type with " + add_wire());
      const std::string& known = draft.format.types[record.type].wire;
      const std::string own = known.empty() ? wire_of(draft, record.type) : known;
      if (own == "protobuf") return refuse("a message", "use a type with " + add_wire());
      if (own != body.wire)
        refuse(is_text_wire(own) ? "a text of another wire form" : "a record of bytes",
               "add " + add_wire() + " to it");
    }
    void operator()(const FreeForm& free) const {
      if (free.wire == "text") refuse("a text inside of a text", "use 'type: any'");
    }
    void operator()(const Foreign&) const {}
    void operator()(const ConstantBytes&) const { refuse("constant bytes", "use a text"); }
    void operator()(const Padding&) const { refuse("padding", "remove it"); }
    void operator()(const RawBytes&) const { refuse("bytes", "use a text"); }
    void operator()(const NdArray&) const { refuse("an ndarray", "use a list of numbers"); }
    void operator()(const Digest&) const { refuse("a digest", "use a text"); }
    void operator()(const Switch&) const {
      refuse("a switch",
             "use a type with 'as: one-of', whose fields are told apart by their kinds");
    }
  };
  std::visit(Refuse{draft, node, body}, body.kind);
}

void make_json_records(Draft& draft) {
  auto& types = draft.format.types;
  std::set<TypeIndex> pairs;
  for (const Type& type : types)
    for (const Field& field : type.fields)
      if (const auto* record = std::get_if<RecordReference>(&field.body.kind);
          record != nullptr && field.body.repeat.is_map)
        pairs.insert(record->type);
  for (TypeIndex i = 0; i < types.size(); ++i)
    if (types[i].is_record && is_text_wire(types[i].wire))
      RecordMaker(draft, i).make(pairs.contains(i));
  for (TypeIndex i = 0; i < types.size(); ++i) {
    if (!types[i].is_record || is_text_wire(types[i].wire)) continue;
    std::set<TypeIndex> texts;
    for_each_body_of(types[i], [&](Body& body) {
      const auto* record = std::get_if<RecordReference>(&body.kind);
      if (record == nullptr || !types[record->type].json) return;
      body.is_json_text = true;
      texts.insert(record->type);
    });
    for (const TypeIndex text : texts) RecordMaker(draft, text).keep_text();
  }
  check_places(draft);
  for (const Root& root : draft.format.roots)
    if (types[root.type].json)
      draft
          .error(types[root.type].range, "wire-form",
                 "a whole file is '" + types[root.type].name + "', whose members are in " +
                     shown_wire(types[root.type].wire))
          .help("add a type with one field, {name: value, type: " + types[root.type].name +
                ", size: eos}, as the root");
}

}  // namespace schemac::model
