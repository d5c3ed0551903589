#include "emit/cpp/spell/view_types.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {
namespace {

// ", schemac::StatedStarts<std::int64_t, true>": what says where the records of a list begin.
std::string starts_argument(const Symbols& symbols, const plan::List& list) {
  return list.stated_starts ? ", " + starts_type(symbols, list) : "";
}

struct ContentType {
  const Symbols& symbols;
  plan::FieldId id;

  std::string operator()(const plan::Scalar& scalar) const {
    return held_type(symbols, id, scalar);
  }
  std::string operator()(const plan::Constant&) const { return "schemac::Bytes"; }
  std::string operator()(const plan::Text&) const { return "std::string_view"; }
  std::string operator()(const plan::Raw& raw) const {
    if (!raw.free) return "schemac::Bytes";
    return raw.free->wire == plan::FreeForm::Wire::object ? "schemac::msgpack::ObjectView"
                                                          : free_view(*raw.free);
  }
  std::string operator()(const plan::Array& array) const {
    return array.dims ? "schemac::NdView" : "schemac::Scalar";
  }
  std::string operator()(const plan::Nested& nested) const {
    return held_view(symbols.plan(), nested);
  }
  std::string operator()(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    if (const plan::Scalar* scalar = scalar_element(list)) {
      const bool is_field = &list == std::get_if<plan::List>(&symbols.field(id).body.kind);
      return is_field ? list_type(symbols.plan(), symbols.field(id))
                      : list_type_of(*scalar, held_type(symbols, id, *scalar));
    }
    const std::string view = element_view(symbols, id, element);
    const bool may_be_empty = element.least_size == 0;
    if (is_loose(list)) {
      const std::string starts = starts_argument(symbols, list);
      const std::string no_starts = may_be_empty && starts.empty() ? ", schemac::NoStarts" : "";
      return "schemac::LooseRange<" + view + starts + no_starts + (may_be_empty ? ", true>" : ">");
    }
    const std::string_view end =
        may_be_empty ? ", schemac::RangeEnd::empty>" : ", schemac::RangeEnd::region>";
    return "schemac::RecordRange<" + view + (list.count || list.head ? ">" : std::string(end));
  }
  std::string operator()(const plan::Switch&) const {
    return plan::switch_of(symbols.field(id))->view;
  }
};

// Views and ranges are made without looking; so are contents of a record that was walked.
bool makes_no_check(const plan::Body& body) {
  if (std::holds_alternative<plan::Switch>(body.kind)) return true;
  return std::holds_alternative<plan::List>(body.kind) && scalar_element(body) == nullptr;
}

}  // namespace

namespace {

// The class that shows an element of a list which isn't one of plain scalars.
struct ElementView {
  const Symbols& symbols;
  plan::FieldId id;

  std::string operator()(const plan::Scalar& scalar) const {
    const std::string type = scalar_type(scalar.dtype);
    return scalar.coding == plan::Coding::numeral
               ? "schemac::NumeralView<" + numeral_form(scalar) + ", " + type + ">"
               : "schemac::msgpack::IntegerView<" + type + ">";
  }
  std::string operator()(const plan::Text& text) const {
    return "schemac::TextView<detail::" + listed_text(symbols, id, text).tag + ">";
  }
  std::string operator()(const plan::Raw& raw) const {
    const bool is_object = raw.free && raw.free->wire == plan::FreeForm::Wire::object;
    return is_object ? "schemac::msgpack::ObjectView" : "schemac::msgpack::BinView";
  }
  std::string operator()(const plan::Nested& nested) const {
    return view_name(symbols.plan().records[nested.record]);
  }
  std::string operator()(const plan::Switch&) const {
    return plan::switch_of(symbols.field(id))->view;
  }
  // No elements.
  std::string operator()(const plan::Constant&) const { return ""; }
  std::string operator()(const plan::Array&) const { return ""; }
  std::string operator()(const plan::List&) const { return ""; }
};

}  // namespace

std::string element_view(const Symbols& symbols, plan::FieldId id, const plan::Body& element) {
  return std::visit(ElementView{symbols, id}, element.kind);
}

std::string held_type(const Symbols& symbols, plan::FieldId id, const plan::Scalar& scalar) {
  const std::string type = viewed_type(symbols.plan(), scalar);
  const bool is_hidden = type == "Kind" && plan::switch_of(symbols.field(id)) != nullptr;
  return (is_hidden ? "::" + namespace_name(symbols.plan()) + "::" : "") + type;
}

std::string content_type(const Symbols& symbols, plan::FieldId id, const plan::Body& body) {
  return std::visit(ContentType{symbols, id}, body.kind);
}

std::string content_type(const Symbols& symbols, plan::FieldId id, const plan::List& list) {
  return ContentType{symbols, id}(list);
}

bool fills_region(const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  const plan::Scalar* scalar = scalar_element(field.body);
  return field.region && scalar != nullptr && list->goes_to_limit() && !is_packed(scalar->dtype);
}
bool is_walked(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  if (field.is_kept) return true;
  if (!symbols.position(id) || field.presence || symbols.is_late_rest(id)) return false;
  if (fills_region(field)) return true;
  if (field.region) return false;
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  return nested == nullptr && !std::holds_alternative<plan::Array>(field.body.kind);
}

std::string presence_query(const plan::Record& record, const plan::Field& field) {
  const auto is_taken = [&](const std::string& name) { return record.identifiers.contains(name); };
  std::string name = "has_" + field.identifier;
  if (is_taken(name)) name = field.identifier + "_is_there";
  while (is_taken(name)) name += '_';
  return name;
}

Returns returns_of(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  if (symbols.record().message() != nullptr)
    return std::holds_alternative<plan::Nested>(field.body.kind) ? Returns::result
                                                                 : Returns::content;
  if (std::holds_alternative<plan::Constant>(field.body.kind) ||
      field.role == model::RoleKind::constant || plan::is_group(field))
    return Returns::nothing;
  const auto section = symbols.in_section(id);
  if (!section && !field.jump && !symbols.position(id)) return Returns::nothing;
  if (field.unknown && std::holds_alternative<plan::Scalar>(field.body.kind))
    return Returns::optional;
  if (field.is_kept) return Returns::reference;
  const bool is_bare = !field.presence && !field.region;
  const bool is_plain = is_walked(symbols, id) ||
                        (section && section->index == 0 && is_bare && makes_no_check(field.body));
  return is_plain ? Returns::content : Returns::result;
}

std::optional<std::string> accessor_type(const Symbols& symbols, plan::FieldId id) {
  if (symbols.record().message() != nullptr) return message_accessor_type(symbols, id);
  const auto type = [&] { return content_type(symbols, id, symbols.field(id).body); };
  switch (returns_of(symbols, id)) {
    case Returns::nothing:
      return std::nullopt;
    case Returns::content:
      return type();
    case Returns::reference:
      return "const " + type() + "&";
    case Returns::optional:
      return "std::optional<" + type() + ">";
    case Returns::result:
      return "schemac::Result<" + type() + ">";
  }
  return std::nullopt;
}

bool has_result(const plan::Plan& plan, const plan::Record& record, plan::FieldId id) {
  return returns_of(Symbols(plan, record), id) == Returns::result;
}

std::string alternative_type(const Symbols& symbols, plan::FieldId id, const plan::Body& body) {
  return "schemac::Result<" + content_type(symbols, id, body) + ">";
}

std::string held_view(const plan::Plan& plan, const plan::Nested& nested) {
  const std::string view = view_name(plan.records[nested.record]);
  return nested.json ? "schemac::json::TextView<" + view + ">" : view;
}
std::string held_view(const plan::Plan& plan, const plan::Field& field) {
  return held_view(plan, std::get<plan::Nested>(field.body.kind));
}

std::string free_view(const plan::FreeForm& free) {
  return free.style.syntax == impl::json::Syntax::python ? "schemac::json::PythonView"
                                                         : "schemac::json::FreeView";
}

}  // namespace schemac::emit::cpp
