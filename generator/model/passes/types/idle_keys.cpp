#include "model/passes/types/idle_keys.h"

#include <string>
#include <string_view>

#include "model/passes/types/bodies.h"
#include "model/passes/types/body_kinds.h"
#include "model/passes/types/names.h"

namespace schemac::model {

namespace {

// What a body is, in a sentence.
struct Noun {
  std::string operator()(const Scalar& scalar) const {
    if (scalar.enumeration) return "an enumeration";
    return scalar.dtype == Dtype::bool8 ? "a boolean" : "a number";
  }
  std::string operator()(const ConstantBytes&) const { return "a constant"; }
  std::string operator()(const Padding&) const { return "padding"; }
  std::string operator()(const Text&) const { return "a text"; }
  std::string operator()(const RawBytes&) const { return "bytes"; }
  std::string operator()(const RecordReference&) const { return "a record"; }
  std::string operator()(const NdArray&) const { return "an ndarray"; }
  std::string operator()(const Digest&) const { return "a digest"; }
  std::string operator()(const FreeForm&) const { return "a value of no type"; }
  std::string operator()(const Foreign&) const { return ""; }
  std::string operator()(const Switch&) const { return "a union"; }
};

class IdleKeys {
 public:
  IdleKeys(Draft& draft, const syntax::Node& node, const Body& body)
      : draft_(draft), node_(node), body_(body) {}

  void check() {
    if (std::holds_alternative<Foreign>(body_.kind) || !body_.planned.empty()) return;
    check_kinds();
    check_text_keys();
    check_list_keys();
    check_default();
    check_names_of_numbers();
    check_json_keys();
    if (node_.has("inside") && !body_.codec)
      report("inside", "'inside' is what a codec makes, and nothing is encoded here",
             "add 'codec', or write 'type' instead of 'inside'");
  }

 private:
  template <class Kind>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<Kind>(body_.kind);
  }

  void report(std::string_view key, const std::string& message, const std::string& help) {
    report_idle(draft_, node_, key, message, help);
  }
  void report_of_texts(std::string_view key) {
    const std::string quoted = "'" + std::string(key) + "'";
    report(key, quoted + " is about texts, but this is " + std::visit(Noun{}, body_.kind),
           "remove " + quoted);
  }

  void report_beside(std::string_view key, std::string_view other) {
    report_idle_beside(draft_, node_, key, other);
  }

  // One key says what is here; others that could, too, would say something else.
  void check_kinds() {
    const std::string_view said = kind_key(node_);
    const bool says_type = said == "switch" || said == "fields" || said == "digest";
    for (const std::string_view other : {"fields", "digest", "codec", "map", "ndarray", "type"}) {
      if (said.empty() || said == other || (other == "type" && !says_type)) continue;
      if (said == "fields" && other == "codec")
        report_idle(draft_, node_, other, "'codec' has no meaning beside 'fields'",
                    "give the record a name, and write 'inside' with that name instead of "
                    "'fields'");
      else
        report_beside(other, said);
    }
    const auto* constant = std::get_if<ConstantBytes>(&body_.kind);
    if (constant != nullptr && node_.has("size") &&
        number_under(node_, "size") != Int128{constant->bytes.size()})
      report("size", "'size' has no meaning for a constant, whose size is known", "remove 'size'");
  }

  void check_text_keys() {
    const syntax::TypeReferencePtr type = node_.type_of("type");
    if (body_.codec && type != nullptr && type->name == "bytes")
      for (const std::string_view key : {"encoding", "charset", "pad-right"})
        if (node_.has(key))
          report(key, "'" + std::string(key) + "' is about texts, but what is encoded is bytes",
                 "remove '" + std::string(key) + "'");
    if (body_.codec || is<Padding>()) return;
    const bool is_named = type != nullptr && type->name != "str" && type->name != "bytes";
    if (is<Text>() && is_named) {  // another name for a text
      for (const std::string_view key :
           {"prefix", "terminator", "encoding", "charset", "pad-right"})
        if (node_.has(key))
          report(key, "'" + std::string(key) + "' is stated only by '" + type->name + "'",
                 "remove '" + std::string(key) + "', or write it there");
      return;
    }
    if (is<Text>()) return check_filling();
    for (const std::string_view key : {"encoding", "charset", "pad-right"})
      if (node_.has(key) && !(is<ConstantBytes>() && may_be_of_constant(key))) report_of_texts(key);
    if (is<RawBytes>()) return;
    for (const std::string_view key : {"prefix", "terminator"})
      if (node_.has(key)) report_of_texts(key);
  }

  // Characters of a constant are ASCII, and it may be filled up to a size.
  [[nodiscard]] bool may_be_of_constant(std::string_view key) const {
    return key == "encoding" || (key == "pad-right" && node_.has("size"));
  }

  // Only where a text has a size of its own can something be after its characters.
  void check_filling() {
    if (!node_.has("pad-right")) return;
    for (const std::string_view other : {"prefix", "terminator"})
      if (node_.has(other)) return report_beside("pad-right", other);
    if (node_.has("pad")) report_beside("pad", "pad-right");
    if (body_.size.kind != SizeKind::expression)
      report("pad-right", "'pad-right' fills a text up to its 'size', but nothing states that",
             "add 'size', with a number of bytes, or remove 'pad-right'");
  }

  void check_list_keys() {
    if (body_.repeat.kind != RepeatKind::none) return;
    const auto check = [&](std::string_view key) {
      const std::string quoted = "'" + std::string(key) + "'";
      if (node_.has(key))
        report(key, quoted + " is about elements, but nothing repeats here",
               "add 'repeat', or remove " + quoted);
    };
    check("order");
    check("each");
    if (!is<Scalar>()) check("min");
    if (!is<Scalar>() && !is<Text>()) check("max");
  }

  // What a writer always knows needs no other value.
  void check_default() {
    for (const std::string_view known : {"const", "is", "digest"}) {
      if (!node_.has(known)) continue;
      if (known != "digest") report_beside("default", known);  // of a digest: reported elsewhere
      report_beside("given", known);
    }
  }

  void check_names_of_numbers() {
    const auto* scalar = std::get_if<Scalar>(&body_.kind);
    const auto check = [&](std::string_view key, std::string_view what) {
      if (node_.has(key))
        report(key,
               "'" + std::string(key) + "' " + std::string(what) + ", but this is " +
                   std::visit(Noun{}, body_.kind),
               "remove '" + std::string(key) + "'");
    };
    if (scalar == nullptr || scalar->enumeration) check("flags", "names bits of a number");
    const syntax::TypeReferencePtr type = node_.type_of("type");
    const bool is_number = type == nullptr || builtin_scalar(type->name) || type->name == "int" ||
                           type->name == "uint";
    if (scalar != nullptr && scalar->enumeration && !is_number && node_.has("enum"))
      report("enum", "'" + type->name + "' has the names of its values already", "remove 'enum'");
    if (scalar != nullptr) return;
    check("enum", "names values of a number");
    check("form", "says how a number is spelled");
    check("absent", "is the value of a number");
  }

  // Of texts in JSON and Python, and of their members.
  void check_json_keys() {
    if (node_.has("map")) return;
    const auto* record = std::get_if<RecordReference>(&body_.kind);
    const bool is_text = record != nullptr && is_text_wire(wire_of(draft_, record->type));
    for (const std::string_view key : {"key", "optional", "as", "unnamed"})
      if (node_.has(key) && !(is_text && node_.has("fields")))
        report(key,
               "'" + std::string(key) +
                   "' is about members of JSON or Python's literals, and this isn't one",
               "remove '" + std::string(key) + "'");
    const bool is_free = is<FreeForm>() || (body_.codec && body_.codec->content);
    if (node_.has("style") && !is_text && !is_free)
      report("style", "'style' says how JSON or a Python literal is spelled, and this is neither",
             "remove 'style'");
    const syntax::Node* wire = node_.find("wire");
    if (wire == nullptr || !wire->is_scalar() || !is_text_wire(wire->text) || is_text) return;
    report("wire", "'wire: " + wire->text + "' is for a type with fields",
           record != nullptr ? "add 'wire: " + wire->text + "' to '" +
                                   draft_.format.types[record->type].name + "'"
                             : "write 'type: " + wire->text + "' instead, or remove 'wire'");
  }

  Draft& draft_;
  const syntax::Node& node_;
  const Body& body_;
};

}  // namespace

void check_idle_keys(Draft& draft, const syntax::Node& node, const Body& body) {
  IdleKeys(draft, node, body).check();
}

void check_rules_of_body(Draft& draft, const syntax::Node& node) {
  if (node.has("fields") || node.has("message") || node.has("directory")) return;
  report_idle(draft, node, "rules",
              "'rules' are about the fields of a record, and none are declared here",
              "write 'valid', or give the rules to the type that has the fields");
}

void check_idle_keys_of_record(Draft& draft, const syntax::Node& node, const Type& type) {
  const auto report = [&](std::string_view key, const std::string& help) {
    report_idle(draft, node, key, "'" + std::string(key) + "' has no meaning for a record as such",
                help);
  };
  report("valid", "write 'rules', which are about the fields");
  for (const std::string_view key :
       {"codec", "const", "repeat", "min", "max", "unique", "order", "slack", "stream"})
    report(key, "write '" + std::string(key) + "' beside a field of this type");
  for (const std::string_view key : {"prefix", "terminator", "encoding", "charset", "pad-right",
                                     "flags", "enum", "form", "inside", "map"})
    report(key, "remove '" + std::string(key) + "', or remove 'fields'");
  if (is_text_wire(type.wire)) return;
  for (const std::string_view key : {"as", "unnamed", "style"})
    report(key, "remove '" + std::string(key) + "', or add 'wire: json'");
}

void check_idle_keys_of_alias(Draft& draft, const syntax::Node& node, const Body& body) {
  if (!std::holds_alternative<Scalar>(body.kind) || !body.planned.empty() || node.has("repeat"))
    return;
  const auto report = [&](std::string_view key, const std::string& help) {
    report_idle(draft, node, key,
                "'" + std::string(key) + "' has no meaning in a name for a number", help);
  };
  if (node.has("type")) report("const", "write 'const' beside a field of this type");
  report("size", "remove 'size'");
  for (const std::string_view key : {"min", "max"})
    report(key, "write 'valid: {" + std::string(key) + ": ...}'");
}

}  // namespace schemac::model
