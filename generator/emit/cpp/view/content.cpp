#include "emit/cpp/view/content.h"

#include <optional>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/view/content_needs.h"
#include "emit/cpp/wire/forms.h"
#include "emit/cpp/wire/json.h"
#include "emit/cpp/wire/objects.h"
#include "plan/expression_nodes.h"
#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {
namespace {

// The bytes of a region that may be a list in braces.
std::string size_of_region(const std::string& region) {
  return (region.starts_with('{') ? "schemac::impl::Region" : "") + region + ".size()";
}

// What lies in `region`, as an expression; `origin` is that of the field.
struct ContentIn {
  const Symbols& symbols;
  Forms& forms;
  ReadScope& scope;
  plan::FieldId id;
  std::string spot;         ///< "{origin_, "value"}": where it is, for violations
  std::string origin;       ///< the same for a view inside
  std::string list_origin;  ///< and for the elements of a list
  std::string region, suffix;

  [[nodiscard]] std::string name(std::string_view kind) const {
    return record_name(symbols.record()) + "_" + snake_case(symbols.field(id).identifier) + suffix +
           "_" + std::string(kind);
  }
  [[nodiscard]] std::string call(const std::string& function, const std::string& rest = "") const {
    return "schemac::impl::" + function + "(" + spot + ", " + region + rest + ")";
  }

  // The path of reports below the record; "" for an alternative of an element, as in walks.
  [[nodiscard]] std::string path_in_record() const {
    const bool is_in_element = !suffix.empty() && plan::switch_of(symbols.field(id)) != nullptr &&
                               std::holds_alternative<plan::List>(symbols.field(id).body.kind);
    return is_in_element ? "" : symbols.field(id).name;
  }

  [[nodiscard]] std::string order(const plan::Scalar& scalar) const {
    return order_argument(scalar, symbols.record(), scope.spelling());
  }
  [[nodiscard]] std::string order(const plan::Array& array) const {
    return order_of(array, symbols.record(), scope.spelling());
  }

  std::string operator()(const plan::Scalar& scalar) const {
    if (scalar.varies()) {
      const bool is_numeral = scalar.coding == plan::Coding::numeral;
      const std::string path = suffix.empty() ? symbols.field(id).name : "";
      const std::string type = held_type(symbols, id, scalar), number = scalar_type(scalar.dtype);
      const std::string types = type == number ? type : type + ", " + number;
      const std::string checks =
          (is_numeral ? "" : forms.check(*scalar.form) + ", ") + forms.check(*scalar.unfit);
      return call(is_numeral ? "numeral::integer_in<" + numeral_form(scalar) + ", " + types + ">"
                             : "msgpack::integer_in<" + types + ">",
                  ", " + quoted(path) + ", " + checks);
    }
    if (scalar.coding != plan::Coding::plain) {
      const std::string path = suffix.empty() ? symbols.field(id).name : "";
      const std::string part = forms.stretch(name("part"), {scalar_field(scalar, path)}, {});
      return call("msgpack::tagged_in<" + held_type(symbols, id, scalar) + ">", ", " + part);
    }
    const std::string type = held_type(symbols, id, scalar);
    if (scalar.bits != 0) return call("narrow_in<" + type + ", " + narrow_arguments(scalar) + ">");
    return call("scalar_in<" + type + endian_argument(scalar) + ">", order(scalar));
  }
  std::string operator()(const plan::Constant& constant) const {
    return call("bytes_in", ", " + std::to_string(constant.bytes.size()));
  }
  std::string operator()(const plan::Text& text) const {
    // Its parts are called as its check calls them: below the record, if it is inline.
    const bool is_inline = suffix.empty() && !symbols.field(id).jump;
    const std::string form =
        forms.text(name("text"), text, is_inline ? symbols.field(id).name : "");
    return "schemac::impl::text_in<" + form + ">(" + (is_inline ? "{origin_}" : spot) + ", " +
           region + (text.size ? ", " + scope.size(*text.size) : "") + ")";
  }
  [[nodiscard]] std::string bin_form(const plan::Head& head,
                                     std::optional<plan::CheckId> cause) const {
    const bool is_apart = !suffix.empty() || symbols.field(id).jump;
    return forms.bin(name("bin"), head, cause, is_apart ? "" : symbols.field(id).name);
  }
  std::string operator()(const plan::Raw& raw) const {
    if (raw.head) return call("msgpack::bin_in<" + bin_form(*raw.head, raw.cause) + ">");
    if (raw.free && raw.free->wire == plan::FreeForm::Wire::object) {
      const bool is_apart = !suffix.empty() || symbols.field(id).jump;
      return call("msgpack::object_in<" + object_checks(symbols.plan(), *raw.free) + ">",
                  ", " + quoted(is_apart ? "" : symbols.field(id).name));
    }
    const std::string bytes =
        call("bytes_in", ", " + (raw.size ? scope.size(*raw.size) : size_of_region(region)));
    if (!raw.free) return bytes;
    const bool is_json = raw.free->style.syntax == impl::json::Syntax::json;
    return "schemac::impl::json::free_in" + (is_json ? "" : "<" + free_view(*raw.free) + ">") +
           "(" + bytes + ")";
  }
  std::string operator()(const plan::Array& array) const {
    const std::string dtype = "static_cast<schemac::Dtype>(" + scope.number(array.dtype) + ")";
    if (array.head && !suffix.empty()) return array_in_bin(array, dtype);
    if (!array.dims)
      return "schemac::impl::element_in(" + spot + ", " + dtype + ", " + order(array) + ", " +
             region + ")";
    const std::string form =
        forms.array(name("array"), array, path_in_record(), symbols.field(id).region || array.head);
    const auto& stated = symbols.field(id).region;
    const bool is_stated = suffix.empty() && (stated || array.head) && array.size_check;
    std::string at;
    if (array.head)
      at = ", " + scope.at(symbols.begin_of(id));
    else if (is_stated)
      at = ", " + (stated->stated_by ? scope.at(*stated->stated_by) : std::string("begin_"));
    return std::string("schemac::impl::") + (is_stated ? "stated_array_in(" : "array_in(") + spot +
           ", " + form + ", " + dtype + ", " + scope.dims(*array.dims) + ", " + order(array) +
           ", schemac::ArrayOrder::" + (array.is_column_major ? "column_major" : "row_major") +
           ", " + region + at + ")";
  }
  // An array whose head wasn't looked at yet.
  [[nodiscard]] std::string array_in_bin(const plan::Array& array, const std::string& dtype) const {
    const std::string form = forms.array(name("array"), array, path_in_record(), true);
    const std::string dims = array.dims ? scope.dims(*array.dims) : "schemac::impl::no_dims";
    return "schemac::impl::msgpack::" + std::string(array.dims ? "array_in<" : "element_in<") +
           bin_form(*array.head, array.cause) + ">(" + spot + ", " + form + ", " + dtype + ", " +
           dims + ", " + order(array) +
           ", schemac::ArrayOrder::" + (array.is_column_major ? "column_major" : "row_major") +
           ", " + region + ")";
  }
  std::string operator()(const plan::Nested& nested) const {
    const std::string view = held_view(symbols.plan(), nested);
    if (nested.json)
      return "schemac::impl::json::text_in<" + text_arguments(symbols.plan(), nested) + ">(" +
             view + "(" + origin + "), " + origin + ", " + region + ")";
    return "schemac::impl::record_in(" + view + "(" + origin + passed_on(scope, nested) + "), " +
           spot + ", " + region + ")";
  }
  std::string operator()(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    const std::string count = list.count ? scope.size(*list.count) : "";
    if (list.head) return headed(list);
    if (const plan::Scalar* scalar = scalar_element(list)) {
      const std::uint64_t bits = bit_count(scalar->dtype) + 8 * tag_size(*scalar);
      const std::string all = size_of_region(region) + " * 8 / " + std::to_string(bits);
      return call(
          "list_in<" + list_type_of(*scalar, held_type(symbols, id, *scalar)) + ">",
          ", " + counted_or(scope, list, all) + ", " + std::to_string(bits) + order(*scalar));
    }
    std::string args;
    if (const auto* nested = std::get_if<plan::Nested>(&element.kind))
      args = passed_on(scope, *nested);
    if (std::holds_alternative<plan::Switch>(element.kind)) args = captured() + ", {}";
    const std::string view = element_view(symbols, id, element);
    if (is_loose(list))
      return content_type(symbols, id, list) + "(" + view + "(" + list_origin + args + "), " +
             list_origin + ", " + region + ", " +
             counted_or(scope, list, "schemac::impl::no_count") +
             (list.stated_starts ? ", " + stated_starts(scope, list, "origin_.file.data()")
                                 : std::string()) +
             ")";
    return content_type(symbols, id, list) + "(" + view + "(" + list_origin + args + "), " +
           list_origin + ", " + region + (list.count ? ", " + count : "") + ")";
  }
  // A list whose head is read here: again, where it was walked before.
  [[nodiscard]] std::string headed(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    const std::string rule = forms.head(name("head"), *list.head, path_in_record());
    if (const plan::Scalar* scalar = scalar_element(list))
      return call("msgpack::list_in<" + rule + ", " +
                      list_type_of(*scalar, held_type(symbols, id, *scalar)) + ">",
                  ", " + forms.stretch(
                             name("list"),
                             {scalar_field(*scalar, path_in_record(), StretchField::Kind::indexed)},
                             list.cause));
    std::string args;
    if (const auto* nested = std::get_if<plan::Nested>(&element.kind))
      args = passed_on(scope, *nested);
    if (std::holds_alternative<plan::Switch>(element.kind)) args = captured() + ", {}";
    return "schemac::impl::msgpack::range_in<" + head_form(list.head->form) + ">(" +
           element_view(symbols, id, element) + "(" + list_origin + args + "), " + list_origin +
           ", " + region + ")";
  }

  std::string operator()(const plan::Switch&) const {
    return plan::switch_of(symbols.field(id))->view + "(" + origin + captured() + ", " + region +
           ")";
  }

  // What the view of a switch keeps of the record.
  [[nodiscard]] std::string captured() const {
    std::string out;
    const Spelled uses = content_needs(symbols, id);
    for (const plan::ParamId param : uses.params) out += ", " + scope.param(param);
    for (const plan::FieldId field : uses.numbers) out += ", " + scope.number(field);
    for (const plan::FieldId field : uses.lists) out += ", " + scope.list(field);
    for (const plan::FieldId field : uses.lengths) out += ", " + scope.length(field);
    for (const plan::FieldId field : uses.texts) out += ", " + scope.text(field);
    for (const plan::FieldId field : uses.views) out += ", " + scope.view(field);
    for (const std::string& section : uses.sections)
      out += ", " + section_offsets(symbols, section);
    for (const plan::AnchorId anchor : uses.places)
      out += ", " + scope.at(plan::Position{anchor, 0});
    return out;
  }
};

}  // namespace

std::string content_in(const Symbols& symbols, Forms& forms, ReadScope& scope, plan::FieldId id,
                       const plan::Body& body, const std::string& region,
                       const std::string& suffix) {
  const std::string name = quoted(symbols.field(id).name);
  const bool is_alternative = !suffix.empty();
  return std::visit(
      ContentIn{symbols, forms, scope, id, is_alternative ? "{origin_}" : "{origin_, " + name + "}",
                is_alternative ? "origin_" : "origin_.of(" + name + ")",
                is_alternative ? "origin_.list()" : "origin_.list(" + name + ")", region, suffix},
      body.kind);
}

void emit_unknown_dtype(Printer& out, ReadScope& scope, const plan::Body& body,
                        const std::string& name, const std::string& at) {
  const auto* array = std::get_if<plan::Array>(&body.kind);
  if (array == nullptr || has_known_dtype(*array)) return;
  out.emit({{"known", scope.condition(plan::states_attribute(array->dtype), true)},
            {"name", quoted(name)},
            {"at", at}},
           "if (!$known$) return schemac::impl::absent_at(origin_, $name$, $at$);");
}

std::string passed_on(ReadScope& scope, const plan::Nested& nested) {
  std::string out;
  for (const plan::Expr& arg : nested.args) out += ", " + scope.argument(arg);
  for (const plan::SectionRef& section : nested.sections)
    out += ", " + section_offsets(scope.symbols(), section);
  return out;
}

}  // namespace schemac::emit::cpp
