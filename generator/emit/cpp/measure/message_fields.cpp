#include "emit/cpp/measure/message_fields.h"

#include <algorithm>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {
namespace {

// "2, schemac::protobuf::Coding::varint": the template arguments of a field's functions.
std::string arguments_of(const plan::MessageField& field) {
  return std::to_string(field.number) + ", " + coding_name(field.coding);
}

// One field of a message, as its value is spelled.
class FieldWriter {
 public:
  FieldWriter(const WriteScope& scope, const plan::MessageField& field)
      : scope_(scope), field_(field), body_(scope.field(field.field).body) {}

  [[nodiscard]] std::string size() const {
    // What follows from other members is computed twice: here there are no locals.
    if (scope_.is_derived(field_.field)) return value_size(body_, derived());
    const std::string x = scope_.content(field_.field);
    if (const auto* list = std::get_if<plan::List>(&body_.kind)) return list_size(*list, x);
    const std::string condition = presence();
    return condition.empty() ? value_size(body_, x)
                             : condition + " ? " + value_size(body_, x) + " : 0";
  }

  void emit(Printer& out) const {
    if (scope_.is_derived(field_.field)) return emit_value(out, body_, scope_.local(field_.field));
    const std::string x = scope_.content(field_.field);
    if (const auto* list = std::get_if<plan::List>(&body_.kind)) return emit_list(out, *list, x);
    const std::string condition = presence();
    if (condition.empty()) return emit_value(out, body_, x);
    out.emit({{"condition", condition}, {"steps", [&] { emit_value(out, body_, x); }}},
             R"cc(
               if ($condition$) {
                 $steps$;
               }
             )cc");
  }

 private:
  // It can be computed: the value was checked.
  [[nodiscard]] std::string derived() const {
    const WriteScope own = scope_.without_locals().in_function();
    std::string text = own.derivation(field_.field);
    if (own.uses("value")) (void)scope_.use("value");
    for (const plan::Param& param : scope_.record().params)
      if (own.uses(param_name(param))) (void)scope_.use(param_name(param));
    return own.uses("fits") ? "[&] { bool fits = true; return " + text + "; }()" : "(" + text + ")";
  }

  // When the field is written; empty: always.
  [[nodiscard]] std::string presence() const {
    const std::string member = scope_.member(field_.field);
    if (scope_.field(field_.field).presence)  // null is none of several kinds
      return is_one_of() && is_free(body_) ? "schemac::impl::json::has_value(" + member + ")"
                                           : member;
    if (!field_.is_implicit) return {};
    const std::string x = scope_.content(field_.field);
    return std::holds_alternative<plan::Scalar>(body_.kind)
               ? "!schemac::impl::is_left_out(" + x + ")"
               : "!" + access(x, "empty()");
  }
  [[nodiscard]] bool is_one_of() const {
    const auto& json = scope_.record().json;
    return json && json->shape == model::JsonShape::one_of;
  }
  [[nodiscard]] std::string number() const { return std::to_string(field_.number); }

  static bool is_free(const plan::Body& body) {
    const auto* raw = std::get_if<plan::Raw>(&body.kind);
    return raw != nullptr && raw->free;
  }
  [[nodiscard]] std::string content_size(const plan::Body& body, const std::string& x) const {
    if (is_free(body))
      return "schemac::impl::json::text_of(" + access(x, "value") +
             inner_style(*std::get<plan::Raw>(body.kind).free) + ").size()";
    const auto* nested = std::get_if<plan::Nested>(&body.kind);
    return nested != nullptr ? "size_of(" + x + measuring_arguments(scope_, *nested) + ")"
                             : access(x, "size()");
  }
  [[nodiscard]] std::string value_size(const plan::Body& body, const std::string& x) const {
    if (std::holds_alternative<plan::Scalar>(body.kind))
      return "schemac::impl::number_size<" + arguments_of(field_) + most_of(body) + ">(" + x + ")";
    return "schemac::impl::delimited_size<" + number() + ">(" + content_size(body, x) + ")";
  }
  [[nodiscard]] std::string list_size(const plan::List& list, const std::string& x) const {
    const plan::Body& element = list.element.front();
    if (std::holds_alternative<plan::Scalar>(element.kind))
      return "schemac::impl::numbers_size<" + arguments_of(field_) + packing() + ">(" + x + ")";
    return "schemac::impl::total_size(" + x + ", [](const auto& element) { return " +
           value_size(element, "element") + "; })";
  }
  // ", 24": the greatest number of an enumeration all of whose values are checked to be members, if
  // it is a byte.
  [[nodiscard]] std::string most_of(const plan::Body& body) const {
    const auto& scalar = std::get<plan::Scalar>(body.kind);
    if (!scalar.enumeration || scalar.versioned ||
        !is_refused(scope_.plan(), scalar.unknown_member))
      return {};
    model::Int128 most = 0;
    for (const plan::EnumMember& each : scope_.plan().enums[*scalar.enumeration].members) {
      if (each.value < 0) return {};
      most = std::max(most, each.value);
    }
    return most < 0x80 ? ", " + literal(most) : "";
  }
  [[nodiscard]] std::string packing() const { return field_.is_packed ? ", true" : ", false"; }

  void emit_value(Printer& out, const plan::Body& body, const std::string& x) const {
    if (std::holds_alternative<plan::Scalar>(body.kind))
      out.emit({{"arguments", arguments_of(field_) + most_of(body)}, {"x", x}},
               "schemac::impl::put_number<$arguments$>(out, $x$);");
    else if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
      out.emit({{"number", field_.number},
                {"x", x},
                {"arguments", measuring_arguments(scope_, *nested)}},
               R"cc(
                 schemac::impl::put_length<$number$>(out, size_of($x$$arguments$));
                 emit($x$$arguments$, out);
               )cc");
    else if (is_free(body))
      out.emit({{"number", field_.number},
                {"x", access(x, "value") + inner_style(*std::get<plan::Raw>(body.kind).free)}},
               "schemac::impl::put_delimited<$number$>(out, "
               "std::string_view(schemac::impl::json::text_of($x$)));");
    else
      out.emit({{"number", field_.number},
                {"x", std::holds_alternative<plan::Raw>(body.kind) ? access(x, "bytes()") : x}},
               "schemac::impl::put_delimited<$number$>(out, $x$);");
  }
  void emit_list(Printer& out, const plan::List& list, const std::string& x) const {
    const plan::Body& element = list.element.front();
    if (std::holds_alternative<plan::Scalar>(element.kind))
      return out.emit({{"arguments", arguments_of(field_) + packing()}, {"x", x}},
                      "schemac::impl::put_numbers<$arguments$>(out, $x$);");
    out.emit({{"x", x}, {"steps", [&] { emit_value(out, element, "element"); }}},
             R"cc(
               for (const auto& element : $x$) {
                 $steps$;
               }
             )cc");
  }

  const WriteScope& scope_;
  const plan::MessageField& field_;
  const plan::Body& body_;
};

}  // namespace

std::vector<std::string> message_sizes(const WriteScope& scope,
                                       const plan::MessageFields& message) {
  std::vector<std::string> sizes;
  for (const plan::MessageField& field : message.fields)
    sizes.push_back(FieldWriter(scope, field).size());
  if (message.unknown) sizes.push_back(access(scope.content(*message.unknown), "size()"));
  return sizes;
}

void emit_message_fields(Printer& out, const WriteScope& scope,
                         const plan::MessageFields& message) {
  for (const plan::MessageField& field : message.fields) FieldWriter(scope, field).emit(out);
  if (message.unknown)
    out.emit({{"bytes", access(scope.content(*message.unknown), "bytes()")}}, "out.put($bytes$);");
}

}  // namespace schemac::emit::cpp
