#include "random/emit_driver.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/view_types.h"

namespace net {

namespace plan = schemac::plan;
namespace cpp = schemac::emit::cpp;

namespace {

std::string literal(const std::string& text) { return cpp::quoted(text); }

// What a view shows, as far as a value holds it: bits that follow from what is there aren't a
// value's, nor are those without a name.
std::string content_of(const plan::Body& body, const std::string& content) {
  const auto* list = std::get_if<plan::List>(&body.kind);
  const plan::Body& single = list != nullptr ? list->element.front() : body;
  const auto* scalar = std::get_if<plan::Scalar>(&single.kind);
  if (scalar == nullptr || scalar->flags.empty()) return content;
  return "net::kept_bits(" + content + ", " + std::to_string(scalar->given_bits()) + "U)";
}

void emit_union(std::string& out, const std::string& view, const plan::Switch& choice) {
  out += "template <> struct net::Alternatives<" + view + "> {\n";
  out += "  static void visit(const " + view + "& view, const auto& f) {\n";
  for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
    const std::string& name = choice.alternatives[i].identifier;
    const std::string index = std::to_string(i) + "U";
    out += "    if (view.kind() == " + view + "::Kind::" + name + ") ";
    if (std::holds_alternative<plan::Constant>(choice.alternatives[i].body.front().kind))
      out += "net::visit_constant(view." + name + "(), " + index + ", f);\n";
    else
      out += "f(" + index + ", " +
             content_of(choice.alternatives[i].body.front(), "view." + name + "()") + ");\n";
  }
  out += "  }\n};\n";
}

// What only some views have.
void emit_accessor(std::string& out, const std::string& identifier, const std::string& name) {
  out += "    if constexpr (requires { view." + identifier + "(); })\n";
  out += "      f(" + literal(name) + ", view." + identifier + "());\n";
}

void emit_record(std::string& out, const std::string& space, const plan::Record& record) {
  const std::string view = space + "::" + cpp::view_name(record);
  if (!record.is_made_by_codec)
    out += "template <> inline constexpr bool net::is_record<" + space + "::" + record.name +
           "> = true;\n";
  out += "template <> struct net::Accessors<" + view + "> {\n";
  out +=
      "  static void visit([[maybe_unused]] const auto& view, [[maybe_unused]] const auto& f) {\n";
  for (const plan::Field& field : record.fields) {
    const std::string& name = field.identifier;
    if (name.empty() || !(field.has_member() || record.is_made_by_codec)) continue;
    out += "    if constexpr (requires { view." + name + "(); }) {\n";
    const std::string is_there = "view." + cpp::presence_query(record, field) + "()";
    out += "      if constexpr (requires { { " + is_there + " } -> std::same_as<bool>; }) {\n";
    const std::string shown =
        "f(" + literal(field.name) + ", " + content_of(field.body, "view." + name + "()") + ");\n";
    out += "        if (" + is_there + ") " + shown;
    if (field.is_optional())  // else the value has the default
      out += "        else f(" + literal(field.name) + ", std::optional<bool>());\n";
    out += "      } else {\n        " + shown + "      }\n    }\n";
    if (field.codec) emit_accessor(out, name + "_stored", field.name + " as stored");
  }
  for (const plan::JoinedArray& array : record.arrays)
    emit_accessor(out, array.identifier, array.form.name);
  out += "  }\n};\n";
}

}  // namespace

std::string emit_driver(const plan::Plan& plan) {
  const std::string space = "::" + cpp::namespace_name(plan);
  std::string out;
  for (const plan::Record& record : plan.records) {
    for (const plan::Field& field : record.fields)
      if (const auto* choice = plan::switch_of(field))
        emit_union(out, space + "::" + choice->view, *choice);
    emit_record(out, space, record);
  }
  for (const plan::Root& root : plan.roots) {
    const plan::Record& record = plan.records[root.record];
    const std::string name = plan.format + (root.name.empty() ? "" : ":" + root.name);
    out += "static const net::Registration<" + space + "::" + record.name + ", " + space +
           "::" + cpp::view_name(record) + "> net_root_" + plan.format + "_" + root.name + "(" +
           literal(name) + ");\n";
  }
  return plan.roots.empty() ? std::string() : out;
}

}  // namespace net
