#include "model/print_roles.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "model/print_body.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

using Row = std::array<std::string, 3>;  // field, role, what it follows from

std::string value_text(const Field& field, const Format& format) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (!field.constant || scalar == nullptr) return to_text(field.body, format);
  if (scalar->enumeration)
    for (const EnumMember& member : format.enums[*scalar->enumeration].members)
      if (member.value == *field.constant) return member.name;
  return to_text(*field.constant);
}

std::string because(const Field& field, const Format& format) {
  switch (field.role.kind) {
    case RoleKind::constant:
      return value_text(field, format);
    case RoleKind::derived:
      return field.role.because;
    case RoleKind::given:
    case RoleKind::choice:
      break;
  }
  std::string text = to_text(field.body, format);
  if (!field.role.because.empty()) text += "; " + field.role.because;
  if (field.default_value) text += ", default " + to_text(*field.default_value);
  if (field.default_expression != nullptr)
    text += ", default " + to_text(*field.default_expression, format);
  if (field.unknown) text += ", or " + to_text(*field.unknown) + ": not stated";
  if (field.condition != nullptr) text += ", if " + to_text(*field.condition, format);
  return text;
}

void add_field(std::vector<Row>& rows, const Field& field, const Format& format) {
  std::string text = because(field, format);
  if (!field.versions.are_all()) text += ", " + to_text(field.versions);
  rows.push_back({field.name.empty() ? "(padding)" : field.name,
                  std::string(spelling(field.role.kind)), std::move(text)});
  for (const std::string& check : field.role.checks)
    rows.push_back({"", "", "also checked: " + check});
  if (!field.body.planned.empty())
    rows.push_back({"", "", "not executed in this version: " + field.body.planned});
  const auto* choice = std::get_if<Switch>(&field.body.kind);
  if (choice == nullptr) return;
  for (const Case& each : choice->cases)
    rows.push_back({"  " + each.name, "", to_text(each.body, format)});
}

Row section_row(const Type& type, const Section& section, const Format& format) {
  std::string text =
      section.begin ? "begins at " + type.fields[*section.begin].name : "follows what is before it";
  const auto add = [&](const char* what, const ExpressionPtr& by, std::uint64_t fixed) {
    if (by != nullptr)
      text += what + to_text(*by, format);
    else if (fixed > 1)
      text += what + std::to_string(fixed);
  };
  add(", aligned to ", section.align_by, section.align);
  add(", each aligned to ", section.each_align_by, section.each_align);
  add(", padded to ", section.pad_by, section.pad);
  return {section.name, "section", text};
}

void print_rows(const std::vector<Row>& rows, std::ostream& out) {
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row[0].size());
  constexpr std::size_t role_width = 8;  // of "constant"
  for (const Row& row : rows) {
    std::string line = "  " + row[0] + std::string(width - row[0].size() + 2, ' ') + row[1] +
                       std::string(role_width - row[1].size() + 2, ' ') + row[2];
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

std::string heading(const Type& type, const Format& format) {
  std::string text = type.name;
  std::string parameters;
  for (const Parameter& each : type.parameters)
    parameters += (parameters.empty() ? "" : ", ") + each.name;
  if (!parameters.empty()) text += "(" + parameters + ")";
  for (const Root& root : format.roots)
    if (&format.types[root.type] == &type)
      text += root.name.empty() ? ", a whole file" : ", a whole file: " + root.name;
  return text;
}

}  // namespace

void print_roles(const Format& format, std::ostream& out) {
  out << format.name;
  if (!format.title.empty()) out << ": " << format.title;
  out << '\n';
  for (const Type& type : format.types) {
    if (!type.is_record) continue;
    out << '\n' << heading(type, format) << '\n';
    std::vector<Row> rows;
    for (const Field& field : type.fields) add_field(rows, field, format);
    if (type.pad)
      rows.push_back(
          {"(padding)", "constant", "zeros to a multiple of " + std::to_string(*type.pad)});
    for (const Section& section : type.sections) rows.push_back(section_row(type, section, format));
    for (const std::string& planned : type.planned)
      rows.push_back({"", "", "not executed in this version: " + planned});
    print_rows(rows, out);
  }
}

}  // namespace schemac::model
