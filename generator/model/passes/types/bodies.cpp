#include "model/passes/types/bodies.h"

#include <algorithm>

#include "model/passes/budget.h"
#include "model/passes/types/body_kinds.h"
#include "model/passes/types/fields.h"
#include "model/passes/types/json.h"
#include "model/passes/types/names.h"
#include "model/passes/types/wire.h"
#include "model/spelling.h"

namespace schemac::model {

namespace {

using Kind = decltype(Body::kind);

Foreign foreign(std::string form) {
  Foreign result;
  result.form = std::move(form);
  return result;
}

// Makes one body; remembers in `body` what it can't execute.
class BodyMaker {
 public:
  BodyMaker(Draft& draft, const syntax::Node& node, const BodySite& site)
      : draft_(draft), node_(node), site_(site) {}

  Body make() {
    body_.range = node_.range;
    make_kind();
    body_.range = node_.range;
    apply_overlay();
    if (is_msgpack()) body_.wire = "msgpack";
    if (is_text_wire(site_.wire)) body_.wire = site_.wire;
    check_wire(draft_, node_, body_);
    return std::move(body_);
  }

 private:
  [[nodiscard]] std::string wire() const { return text_or(node_, "wire", site_.wire); }
  [[nodiscard]] bool is_msgpack() const { return wire() == "msgpack"; }

  void make_kind() {
    const std::string_view key = kind_key(node_);
    if (key == "switch") return make_switch();
    if (key == "fields") {
      BodySite inner = site_;
      inner.wire = wire();
      RecordReference record;
      record.type = add_inline_record(draft_, node_, inner);
      body_.kind = std::move(record);
      return;
    }
    if (key == "digest") return make_digest();
    if (key == "codec") return make_codec();
    if (key == "map") return make_map(*node_.find("map"));
    if (key == "ndarray") return make_array();
    if (const syntax::TypeReferencePtr type = node_.type_of("type")) return make_typed(*type);
    if (node_.has("type")) return poison();  // the type could not be parsed: reported
    if (const syntax::Node* constant = node_.find("const")) return make_constant(*constant);
    if (const syntax::Node* pad = node_.find("pad"); pad != nullptr && !node_.has("name")) {
      body_.kind = Padding{};
      return;
    }
    draft_.error(node_.range, "missing-type", "nothing says what is here")
        .help("add 'type', 'const', 'switch', 'fields' or 'ndarray'");
    poison();
  }

  // Stands for what was reported: any use of it is accepted.
  void poison() { body_.kind = foreign("any"); }

  void make_constant(const syntax::Node& constant) {
    if (number_of(constant)) {
      draft_
          .error(constant.range, "missing-type",
                 "the constant " + constant.text + " has no type, so its size is unknown")
          .help("add a type such as 'type: u32', or write bytes: const: [" + constant.text + "]");
      return poison();
    }
    body_.kind = make_constant_bytes(draft_, constant);
  }

  void make_digest() {
    const syntax::Node& node = *node_.find("digest");
    Digest digest;
    digest.endian = endian_of(node, site_.endian);
    if (const auto own = number_under(node, "own")) {
      if (*own < 0 || *own > 255)
        draft_
            .error(node.find("own")->range, "wrong-value",
                   "'own' is " + to_text(*own) + ", but a byte is 0 to 255")
            .help("write what each byte of the digest counts as, such as 0");
      digest.own = static_cast<std::uint8_t>(*own & 0xff);
    }
    body_.kind = std::move(digest);
    for (const char* key : {"repeat", "size", "pad"})
      if (node_.has(key)) body_.planned = std::string("'") + key + "' of a digest";
  }

  // Bytes, or the record that the codec makes.
  void make_codec() {
    std::optional<FreeForm> content;
    if (const syntax::TypeReferencePtr inside = node_.type_of("inside")) {
      const auto index = find_type(draft_, {site_.schema, site_.type}, inside->path);
      if (index && declares_record(*draft_.sources[*index].node)) {
        RecordReference record;
        record.type = *index;
        body_.kind = std::move(record);
        if (draft_.sources[*index].node->has("params") || !inside->arguments.empty())
          body_.planned = "'inside' of a type with 'params'";
      } else {
        report_unknown_type(draft_, {site_.schema, site_.type}, *inside);
        return poison();
      }
      if (node_.has("size") || node_.has("type")) body_.planned = "'type' or 'size' with 'inside'";
    } else {
      const syntax::TypeReferencePtr type = node_.type_of("type");
      body_.kind = RawBytes{};
      const bool is_json = type != nullptr && type->name == "json";
      if (is_json) content = FreeForm{"text", style_of(draft_, node_, impl::json::Syntax::json)};
      if (!is_json && (type == nullptr || type->name != "bytes"))
        body_.planned = "a codec of anything but bytes and JSON";
      for (const char* other : {"prefix", "terminator", "const"})
        if (node_.has(other)) body_.planned = std::string("'") + other + "' with a codec";
    }
    body_.codec.emplace();
    body_.codec->content = std::move(content);
    for (const char* other : {"repeat", "pad"})
      if (node_.has(other)) body_.planned = std::string("'") + other + "' with a codec";
    if (is_msgpack()) body_.planned = "a codec inside of MessagePack";
  }

  void make_array() {
    const syntax::Node& node = *node_.find("ndarray");
    NdArray array;
    array.order = text_or(node, "order") == "column" ? ArrayOrder::column : ArrayOrder::row;
    array.endian = endian_of(node, endian_of(node_, site_.endian));
    body_.kind = std::move(array);
    if (node_.has("repeat")) body_.planned = "a list of ndarrays";
    const syntax::TypeReferencePtr type = node_.type_of("type");
    if (type != nullptr && type->name != "bytes" && type->name != "bin")
      body_.planned = "ndarray inside " + type->name;
  }

  // The pairs of a map are records of two fields, whose text is made here.
  void make_map(const syntax::Node& map) {
    RecordReference pairs;
    BodySite inner = site_;
    inner.wire = wire();
    pairs.type = add_inline_record(draft_, draft_.made.emplace_back(fields_of_pairs(map)), inner);
    body_.kind = std::move(pairs);
    body_.repeat.kind = is_text_wire(inner.wire) ? RepeatKind::eos : RepeatKind::head;
    body_.repeat.is_map = true;
    if (is_text_wire(inner.wire)) body_.unique = {"key"};  // of two members of one name one is lost
  }

  void make_switch() {
    Switch result;
    const syntax::Node* cases = node_.find("cases");
    if (cases == nullptr || cases->entries.empty()) {
      draft_.error(node_.find("switch")->range, "missing-cases", "a switch has no cases")
          .help("add 'cases: {TAG: {type: T}}'");
      return poison();
    }
    for (const syntax::Entry& entry : cases->entries) {
      Case made;
      made.is_else = entry.key == "else" && !entry.is_key_quoted;
      made.name = text_or(entry.value, "alternative", made.is_else ? "other" : entry.key);
      made.doc = doc_and_reference_of(entry.value);
      made.range = entry.key_range;
      BodySite inner = site_;
      inner.wire = wire();
      inner.name += camel_case(made.name);
      if (entry.value.is_map())
        made.body = make_body(draft_, entry.value, inner);
      else
        made.body.kind = foreign("any");  // not a body: the key table said so
      result.cases.push_back(std::move(made));
    }
    body_.kind = std::move(result);
  }

  void make_typed(const syntax::TypeReference& type) {
    const NameScope scope{site_.schema, site_.type};
    if (const auto index = find_type(draft_, scope, type.path)) return make_named(*index, type);
    if (const auto index = find_enum(draft_, scope, type.path)) {
      body_.kind = make_enum_scalar(draft_, node_, *index, endian_of(node_, site_.endian));
      return;
    }
    if (const auto number = builtin_scalar(type.name)) {
      body_.kind = make_scalar(draft_, node_, *number, site_);
      if (number->dtype == Dtype::c64 || number->dtype == Dtype::c128)
        body_.planned = "a complex number as a field";
      return make_typed_constant();
    }
    if (type.name == "str") {
      body_.kind = make_text(draft_, node_, site_);
      return make_typed_constant();
    }
    if (type.name == "bytes") return make_bytes();
    if (type.name == "bin") {
      body_.kind = RawBytes{};
      return;
    }
    if (is_text_wire(type.name)) {
      body_.kind = FreeForm{"text", style_of(draft_, node_, syntax_of(type.name))};
      return;
    }
    if (type.name == "any" && (is_msgpack() || is_text_wire(wire()))) {
      FreeForm value{is_msgpack() ? "msgpack" : "member", {}};
      value.style.syntax = syntax_of(wire());
      body_.kind = std::move(value);
      return;
    }
    if (is_msgpack() && (type.name == "int" || type.name == "uint")) {
      body_.kind =
          make_scalar(draft_, node_, {type.name == "int" ? Dtype::i64 : Dtype::u64}, site_);
      std::get<Scalar>(body_.kind).is_any_width = true;
      return;
    }
    if (type.name == "any") {
      draft_.error(type.range, "wire-form", "nothing says where an 'any' ends, or what it is")
          .help(
              "use 'type: json' with a size; in MessagePack ('wire: msgpack') and in a record with "
              "'wire: json' an 'any' says so itself");
      return poison();
    }
    make_dotted(type);
  }

  // `const` beside `type: str`: its bytes, filled up to the size with `pad-right`.
  void make_typed_constant() {
    const syntax::Node* constant = node_.find("const");
    if (constant == nullptr || !std::holds_alternative<Text>(body_.kind)) return;
    const Text text = std::get<Text>(body_.kind);
    ConstantBytes bytes = make_constant_bytes(draft_, *constant);
    const auto size = number_under(node_, "size");
    if (size && *size >= 0 && *size < 65536 && text.pad_right)
      bytes.bytes.resize(std::max(bytes.bytes.size(), static_cast<std::size_t>(*size)),
                         *text.pad_right);
    if (text.prefix || text.terminator) body_.planned = "a constant with a length or end mark";
    body_.kind = std::move(bytes);
  }

  void make_bytes() {
    if (const syntax::Node* constant = node_.find("const")) {
      body_.kind = make_constant_bytes(draft_, *constant);
    } else if (node_.has("prefix") || node_.has("terminator")) {
      body_.kind = make_text(draft_, node_, site_);
    } else {
      body_.kind = RawBytes{};
    }
  }

  void make_named(TypeIndex index, const syntax::TypeReference& type) {
    const TypeSource& source = draft_.sources[index];
    if (source.node != nullptr && source.node->has("directory")) {
      draft_
          .error(type.range, "type-mismatch",
                 "'" + type.name + "' is a directory, not part of a file")
          .help("name the type of one of its files");
      return poison();
    }
    if (source.is_message || declares_record(*source.node)) {
      RecordReference record;
      record.type = index;
      body_.kind = std::move(record);
      return;
    }
    if (std::find(site_.aliases.begin(), site_.aliases.end(), index) != site_.aliases.end()) {
      report_alias_cycle(type);
      return poison();
    }
    if (site_.aliases.size() >= budget::alias_depth) report_alias_chain(type);
    if (draft_.is_over_budget) return poison();
    BodySite inner = site_;
    inner.schema = source.schema;
    inner.type = index;
    inner.endian = source.endian;
    inner.wire = text_or(*source.node, "wire", site_.wire);
    inner.aliases.push_back(index);
    body_ = make_body(draft_, *source.node, inner);
    body_.form = index;
  }

  // A cycle of aliases is met again at each of its members and users; one report is enough.
  void report_alias_cycle(const syntax::TypeReference& type) {
    bool is_new = true;
    for (const TypeIndex alias : site_.aliases)
      if (!draft_.reported_aliases.insert(alias).second) is_new = false;
    if (is_new)
      draft_
          .error(type.range, "cycle",
                 "type '" + type.name + "' stands for itself, and for no bytes")
          .help("make one of the types on the way a record with 'fields'");
  }

  // Other names of it, and those that stand for them, are met with the same: one report is enough.
  void report_alias_chain(const syntax::TypeReference& type) {
    if (draft_.is_over_budget) return;
    draft_.is_over_budget = true;
    draft_
        .error(type.range, "too-large",
               "'" + type.name + "' is a name for a name, and so on more than " +
                   std::to_string(budget::alias_depth) + " times")
        .help("name the type that is meant at once");
  }

  // "value_type.dtype": the type that an attribute gives; or a message of another language.
  void make_dotted(const syntax::TypeReference& type) {
    const NameScope scope{site_.schema, site_.type};
    const bool is_import = is_import_name(type.path.front());
    if (type.path.size() > 1 && !is_import && !names_package(type.path.front())) {
      Scalar scalar;
      scalar.endian = endian_of(node_, site_.endian);
      body_.kind = std::move(scalar);  // its dtype_by comes with the expressions
      body_.planned = "a type given by an attribute";
    } else {
      if (!is_import || !draft_.schemas[site_.schema].has_broken_imports)
        report_unknown_type(draft_, scope, type);
      poison();
    }
  }

  // Whether it begins like the name of a message.
  bool names_package(const std::string& name) const {
    const auto& messages = draft_.schemas[site_.schema].messages;
    return std::any_of(messages.begin(), messages.end(),
                       [&](const auto& each) { return each.first.starts_with(name + "."); });
  }

  // Also of an import that failed: then what it should have brought isn't reported as well.
  bool is_import_name(const std::string& name) const {
    const syntax::Node* imports = draft_.schemas[site_.schema].root->find("imports");
    if (imports == nullptr) return false;
    return std::any_of(imports->items.begin(), imports->items.end(), [&](const syntax::Node& item) {
      return item.text == name || item.text.ends_with("/" + name) ||
             item.text.ends_with("/" + name + ".yaml") || item.text == name + ".yaml";
    });
  }

  // What a node adds to its own kind, or to the alias that it names.
  void apply_overlay() {
    apply_repeat();
    apply_size();
    apply_prefix();
    if (const syntax::Node* pad = node_.find("pad"); pad != nullptr) apply_pad(*pad);
    const bool is_changed = node_.has("size") || node_.has("pad");
    if (is_changed && !node_.has("repeat")) body_.form.reset();
    if (node_.has("repeat") || body_.repeat.is_map) {
      if (const auto min = size_under(draft_, node_, "min")) body_.min_count = min;
      if (const auto max = size_under(draft_, node_, "max")) body_.max_count = max;
    }
    if (const syntax::Node* unique = node_.find("unique"); unique != nullptr && unique->is_scalar())
      body_.unique = {name_of(*unique)};
    if (const syntax::Node* order = node_.find("order"); order != nullptr) {
      body_.order_by = text_or(*order, "by");
      body_.order_level = level_under(*order, "level").value_or(Level::canonical);
    }
    if (const syntax::Node* stream = node_.find("stream"); stream != nullptr)
      body_.stream = stream->range;
    if (const syntax::Node* slack = node_.find("slack"); slack != nullptr) apply_slack(*slack);
  }

  void apply_slack(const syntax::Node& slack) {
    body_.slack = Slack{slack.is_map() ? text_or(slack, "name") : name_of(slack),
                        slack.is_map() ? text_or(slack, "doc") : "", nullptr, slack.range};
    if (body_.repeat.kind == RepeatKind::none)
      draft_.error(slack.range, "not-a-list", "'slack' is about elements, but nothing repeats here")
          .help("add 'repeat', or remove 'slack'");
  }

  void apply_repeat() {
    const syntax::Node* repeat = node_.find("repeat");
    if (repeat == nullptr) return;
    if (body_.repeat.kind != RepeatKind::none) body_.planned = "a repetition of repetitions";
    if (repeat->is_word("eos"))
      body_.repeat.kind = RepeatKind::eos;
    else if (repeat->is_word("head"))
      body_.repeat.kind = RepeatKind::head;
    else if (repeat->is_map())
      apply_repetition(*repeat);
    else
      body_.repeat.kind = RepeatKind::count;
  }

  void apply_repetition(const syntax::Node& repeat) {
    body_.repeat.kind = RepeatKind::until;
    if (!repeat.has("prefix")) return;
    if (repeat.has("until"))
      report_idle_beside(draft_, repeat, "until", "prefix");
    else
      body_.planned = "a count before a list that is no plain field of a record";
  }

  // Of a plain field a number that isn't a part of a text was made a field of its own.
  void apply_prefix() {
    const syntax::Node* prefix = node_.find("prefix");
    if (prefix == nullptr || prefix->type == nullptr || !body_.planned.empty()) return;
    const bool is_list = body_.repeat.kind != RepeatKind::none;
    const bool is_idle = std::holds_alternative<ConstantBytes>(body_.kind) ||
                         std::holds_alternative<Padding>(body_.kind) ||
                         std::holds_alternative<Foreign>(body_.kind) ||
                         (std::holds_alternative<Scalar>(body_.kind) && !is_list);
    const bool is_of_text = std::holds_alternative<Text>(body_.kind) && !is_declared(*prefix);
    if (!is_idle && !is_of_text)
      body_.planned = "such a length before what is no plain field of a record";
  }
  // Whether a length before a text has a type that is declared.
  [[nodiscard]] bool is_declared(const syntax::Node& prefix) const {
    return !builtin_scalar(prefix.type->name);
  }

  void apply_size() {
    const syntax::Node* size = node_.find("size");
    if (size == nullptr || std::holds_alternative<ConstantBytes>(body_.kind)) return;
    body_.size.range = size->range;
    if (size->is_word("eos"))
      body_.size.kind = SizeKind::eos;
    else if (size->is_word("rest"))
      body_.size.kind = SizeKind::rest;
    else
      body_.size.kind = SizeKind::expression;
  }

  void apply_pad(const syntax::Node& pad) {
    if (std::holds_alternative<Padding>(body_.kind)) return;
    const auto number = number_of(pad);
    if (!number) {
      body_.planned = "a calculated 'pad'";
    } else if (*number < 1 || *number > 65536) {
      draft_
          .error(pad.range, "does-not-fit",
                 "'pad' is " + to_text(*number) + ", but should be 1 to 65536")
          .help("write the multiple to which the bytes are filled up");
    } else if (is_told_by_size()) {
      draft_
          .error(
              pad.range, "stated-twice",
              "a text whose size is stated can't have 'pad': nothing distinguishes its characters "
              "from zeros")
          .help("leave out 'pad' here, and write '- {pad: " + to_text(*number) +
                "}' as an item after the field");
    } else {
      body_.pad = static_cast<std::uint64_t>(*number);
    }
  }

  // A text that is as long as its size says, which depends on the file.
  [[nodiscard]] bool is_told_by_size() const {
    const auto* text = std::get_if<Text>(&body_.kind);
    return text != nullptr && !text->prefix && !text->terminator && !number_under(node_, "size");
  }

  Draft& draft_;
  const syntax::Node& node_;
  const BodySite& site_;
  Body body_;
};

}  // namespace

Body make_body(Draft& draft, const syntax::Node& node, const BodySite& site) {
  return BodyMaker(draft, node, site).make();
}

std::optional<TypeIndex> alias_of(const Draft& draft, const syntax::Node& node, SchemaIndex schema,
                                  TypeIndex type) {
  if (!kind_key(node).empty()) return std::nullopt;
  const syntax::TypeReferencePtr reference = node.type_of("type");
  if (reference == nullptr) return std::nullopt;
  const auto index = find_type(draft, {schema, type}, reference->path);
  if (!index || draft.sources[*index].is_message || declares_record(*draft.sources[*index].node))
    return std::nullopt;
  if (draft.reported_aliases.contains(*index)) return std::nullopt;
  return index;
}

std::string wire_of(const Draft& draft, TypeIndex type) {
  const TypeSource& source = draft.sources[type];
  if (source.node->has("wire")) return text_or(*source.node, "wire");
  if (source.outer) return wire_of(draft, *source.outer);
  return text_or(*draft.schemas[source.schema].root, "wire");
}

bool declares_record(const syntax::Node& node) {
  return node.has("fields") || node.has("directory") || node.has("sections") || node.has("message");
}

ByteOrder endian_of(const syntax::Node& node, ByteOrder around) {
  const syntax::Node* endian = node.find("endian");
  if (endian == nullptr || !endian->is_scalar()) return around;
  return {endian->text == "be" ? Endian::big : Endian::little};
}

}  // namespace schemac::model
