#include "model/passes/types/wire.h"

#include <array>
#include <string>

#include "model/passes/types/idle_keys.h"
#include "model/passes/types/json.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "schemac/json/json.h"

namespace schemac::model {

namespace {

bool has_number_form(const Scalar& scalar) {
  const Dtype dtype = scalar.dtype;
  if (scalar.bits != 0) return false;
  const bool is_real = dtype == Dtype::f32 || dtype == Dtype::f64;
  return is_real || dtype == Dtype::bool8 || (is_whole(dtype) && bit_count(dtype) >= 8);
}

// One body in MessagePack: what it is decides what is said of it.
class ObjectCheck {
 public:
  ObjectCheck(Draft& draft, const syntax::Node& node, Body& body)
      : draft_(draft), node_(node), body_(body) {}

  void check() {
    refuse_keys();
    // What a name of a form stands for was checked where that is declared.
    if (body_.form && !std::holds_alternative<Scalar>(body_.kind)) return;
    std::visit([this](auto& kind) { of(kind); }, body_.kind);
  }

 private:
  source::Diagnostic& error(source::SourceRange range, const std::string& message) {
    return draft_.error(range, "wire-form", message);
  }
  [[nodiscard]] source::SourceRange range_of_key(std::string_view key) const {
    return node_.find_entry(key)->key_range;
  }

  // Everything in MessagePack says how long it is, and one object follows the other.
  void refuse_keys() {
    constexpr std::array<std::string_view, 9> keys = {
        "prefix", "terminator", "pad-right", "size", "pad", "at", "align", "in", "form"};
    for (const std::string_view key : keys)
      if (node_.has(key) && !(key == "pad" && std::holds_alternative<Padding>(body_.kind)))
        error(range_of_key(key), "'" + std::string(key) +
                                     "' has no meaning in MessagePack, whose "
                                     "objects say how long they are")
            .help("remove '" + std::string(key) + "'");
  }

  void of(Scalar& scalar) {
    if (node_.has("endian"))
      error(range_of_key("endian"), "numbers in MessagePack are always big-endian")
          .help("remove 'endian'");
    if (!scalar.dtype_by && !has_number_form(scalar))
      error(node_.range, "MessagePack has no form for " + type_name(scalar))
          .help("use an integer, f32, f64 or bool; an array of any type goes in 'type: bin'");
    scalar.endian = {Endian::big};
  }
  void of(const ConstantBytes&) {
    error(node_.range, "constant bytes are not an object of MessagePack")
        .help("use a number with 'const', such as {type: u32, const: 1}");
  }
  void of(const Padding&) {
    error(node_.range, "padding is not an object of MessagePack").help("remove it");
  }
  void of(const RawBytes&) {
    const syntax::TypeReferencePtr type = node_.type_of("type");
    if (type == nullptr || type->name != "bytes") return;
    error(type->range, "'bytes' is not an object of MessagePack: nothing would say how many")
        .help("use 'type: bin'");
  }
  void of(const NdArray&) {
    const syntax::TypeReferencePtr type = node_.type_of("type");
    if (type != nullptr && type->name == "bin") return;
    error(node_.find("ndarray")->range, "an ndarray is not an object of MessagePack by itself")
        .help("add 'type: bin', which then holds it");
  }
  void of(const Text&) {}
  void of(const RecordReference&) {}
  void of(const Digest&) {
    error(node_.find("digest")->range, "a digest is not an object of MessagePack")
        .help("remove it");
  }
  void of(const FreeForm& free) {
    if (free.wire == "text")
      error(node_.range, "a " + std::string(impl::json::name(free.style.syntax)) +
                             " text is not an object of MessagePack")
          .help("use 'type: any', which is an object of any kind");
  }
  void of(const Foreign&) {}
  void of(const Switch&) {}

  Draft& draft_;
  const syntax::Node& node_;
  Body& body_;
};

// The same for all other bytes.
void check_plain(Draft& draft, const syntax::Node& node) {
  const auto report = [&](source::SourceRange range, const std::string& what) {
    draft.error(range, "wire-form", what + " is for MessagePack, which this is not")
        .help("add 'wire: msgpack' to the type or to the schema");
  };
  const syntax::TypeReferencePtr type = node.type_of("type");
  if (type != nullptr && type->name == "bin") report(type->range, "'bin'");
  if (node.has("map"))
    draft
        .error(node.find_entry("map")->key_range, "wire-form",
               "a map is for MessagePack, JSON or Python, and this is none of them")
        .help("add 'wire: msgpack' or 'wire: json' to the type");
  const syntax::Node* repeat = node.find("repeat");
  if (repeat != nullptr && repeat->is_word("head")) report(repeat->range, "'repeat: head'");
}

}  // namespace

void check_wire(Draft& draft, const syntax::Node& node, Body& body) {
  const auto* scalar = std::get_if<Scalar>(&body.kind);
  if (scalar != nullptr && scalar->enumeration && !is_text_wire(body.wire) &&
      draft.format.enums[*scalar->enumeration].is_text &&
      !draft.reported_enums.contains(*scalar->enumeration))
    draft.error(node.range, "wire-form", "an enumeration of texts is for JSON, which this is not")
        .help("use 'type: str' with rules about it");
  check_rules_of_body(draft, node);
  if (!is_text_wire(body.wire)) check_idle_keys(draft, node, body);
  if (body.wire == "msgpack") {
    ObjectCheck(draft, node, body).check();
  } else if (is_text_wire(body.wire)) {
    check_member(draft, node, body);
  } else {
    check_plain(draft, node);
  }
}

void check_wire_of_records(Draft& draft) {
  const auto check = [&](const Body& body, const Type& holder) {
    const auto* record = std::get_if<RecordReference>(&body.kind);
    if (record == nullptr || body.wire != "msgpack") return;
    const Type& held = draft.format.types[record->type];
    if (held.wire == "msgpack") return;
    draft
        .error(body.range, "wire-form",
               "'" + held.name + "' is not in MessagePack, but '" + holder.name + "' is")
        .note(held.range, "'" + held.name + "' is declared here")
        .help(held.wire == "protobuf" ? "use a type with 'wire: msgpack'"
                                      : "add 'wire: msgpack' to '" + held.name + "'");
  };
  for (const Type& type : draft.format.types) {
    if (!type.is_record || type.wire != "msgpack") continue;
    for (const Field& field : type.fields) {
      check(field.body, type);
      if (const auto* choice = std::get_if<Switch>(&field.body.kind))
        for (const Case& each : choice->cases) check(each.body, type);
    }
  }
}

syntax::Node fields_of_pairs(const syntax::Node& map) {
  using syntax::NodeKind;
  const auto field = [&](const char* name) {
    const syntax::Entry* entry = map.find_entry(name);
    syntax::Node node;
    node.kind = NodeKind::map;
    node.form = syntax::Form::record;
    node.range = entry != nullptr ? entry->value.range : map.range;
    syntax::Entry called;
    called.key = "name";
    called.key_range = node.range;
    called.value.kind = NodeKind::scalar;
    called.value.form = syntax::Form::name;
    called.value.range = node.range;
    called.value.text = name;
    node.entries.push_back(std::move(called));
    if (entry == nullptr) return node;
    if (entry->value.is_map()) {
      node.entries.insert(node.entries.end(), entry->value.entries.begin(),
                          entry->value.entries.end());
      return node;
    }
    syntax::Entry type;
    type.key = "type";
    type.key_range = entry->key_range;
    type.value = entry->value;
    node.entries.push_back(std::move(type));
    return node;
  };
  syntax::Node list;
  list.kind = NodeKind::list;
  list.range = map.range;
  list.items = {field("key"), field("value")};
  syntax::Node node;
  node.kind = NodeKind::map;
  node.range = map.range;
  syntax::Entry fields;
  fields.key = "fields";
  fields.key_range = map.range;
  fields.value = std::move(list);
  node.entries.push_back(std::move(fields));
  return node;
}

}  // namespace schemac::model
