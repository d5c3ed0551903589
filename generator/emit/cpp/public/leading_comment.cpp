#include "emit/cpp/public/leading_comment.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/format/penalties.h"
#include "model/print_body.h"
#include "model/spelling.h"
#include "plan/bit_positions.h"

namespace schemac::emit::cpp {
namespace {

struct Row {
  std::string offset, size, field, text;
};

// "u32", "text", "Item[n_items]".
struct TypeText {
  const plan::Plan& plan;
  const plan::Record& record;

  [[nodiscard]] std::string of(const plan::Body& body) const {
    return std::visit(*this, body.kind);
  }
  std::string operator()(const plan::Scalar& scalar) const {
    return scalar.enumeration ? plan.enums[*scalar.enumeration].name : model::type_name(scalar);
  }
  std::string operator()(const plan::Constant& constant) const {
    return quoted({reinterpret_cast<const char*>(constant.bytes.data()), constant.bytes.size()});
  }
  std::string operator()(const plan::Text&) const { return "text"; }
  std::string operator()(const plan::Raw& raw) const { return raw.digest ? "digest" : "bytes"; }
  std::string operator()(const plan::Array&) const { return "array"; }
  std::string operator()(const plan::Nested& nested) const {
    return plan.records[nested.record].name;
  }
  std::string operator()(const plan::List& list) const {
    std::vector<std::string> names;
    for (const plan::Field& field : record.fields) names.push_back(field.name);
    return of(list.element.front()) + "[" + (list.count ? plan::to_text(*list.count, names) : "") +
           "]";
  }
  std::string operator()(const plan::Switch&) const { return "one of several"; }
};

// Of fields that share bytes, the first one has them all.
std::string size_of(const plan::Record& record, plan::FieldId id) {
  const plan::Field& field = record.fields[id];
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar != nullptr && scalar->place)
    return scalar->place->group + 1 == id ? std::to_string(scalar->place->bytes) : "";
  return field.body.fixed_size && !field.jump ? std::to_string(*field.body.fixed_size) : "-";
}

std::vector<Row> rows_of(const plan::Plan& plan, const plan::Record& record) {
  const Symbols symbols(plan, record);
  std::vector<Row> rows;
  for (plan::FieldId id = 0; id < record.fields.size(); ++id) {
    const plan::Field& field = record.fields[id];
    if (plan::is_group(field)) continue;
    const auto position = symbols.position(id);
    const bool is_fixed = position && position->anchor == 0;
    std::string text = TypeText{plan, record}.of(field.body);
    if (plan::is_in_group(field))
      text += ", " + plan::bits_text(std::get<plan::Scalar>(field.body.kind));
    if (!field.role_text.empty()) text += ", " + field.role_text;
    if (field.availability) text += ", " + model::to_text(field.availability->versions);
    rows.push_back({is_fixed ? std::to_string(position->distance) : "-", size_of(record, id),
                    field.name, text});
  }
  return rows;
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}
std::string left(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

void emit_field_table(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const std::vector<Row> rows = rows_of(plan, record);
  std::size_t width = 5;
  for (const Row& row : rows) width = std::max(width, row.field.size());
  out.emit("//   offset  size  field");
  for (const Row& row : rows) {
    std::string text = row.text;
    if (text.size() + width + 20 > 100) text = text.substr(0, 75 - width) + "...";
    out.emit({{"offset", right(row.offset, 6)},
              {"size", right(row.size, 4)},
              {"field", left(row.field, width)},
              {"text", text}},
             "//   $offset$  $size$  $field$  $text$");
  }
}

// The first list of records of a root: what four lines of use are about.
const plan::Field* first_list(const plan::Record& record) {
  for (const plan::Field& field : record.fields) {
    const auto* list = std::get_if<plan::List>(&field.body.kind);
    if (list != nullptr && !field.presence && !field.jump &&
        std::holds_alternative<plan::Nested>(list->element.front().kind))
      return &field;
  }
  return nullptr;
}

void emit_use(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  const std::string extension = root.extensions.empty() ? plan.format : root.extensions.front();
  const std::string opened =
      "//   auto file = schemac::open<" + namespace_name(plan) + "::" + view_name(record) + ">(";
  const std::string path = quoted("my." + extension) + ");";
  if (opened.size() + path.size() <= format::column_limit) {
    out.emit({{"line", opened + path}}, "$line$");
  } else {
    out.emit({{"line", opened}}, "$line$");
    out.emit({{"path", path}}, "//       $path$");
  }
  out.emit("//   if (!file) return fail(file.error());");
  if (const plan::Field* list = first_list(record)) {
    out.emit({{"list", list->identifier}},
             R"cc(
               //   auto $list$ = file->view.$list$();
               //   for (const auto& element : $list$) show(element);
               //   if ($list$.violation()) return fail(*$list$.violation());
             )cc");
  }
}

}  // namespace

void emit_leading_comment(Printer& out, const plan::Plan& plan) {
  out.emit({{"title", plan.title.empty() ? plan.format : plan.title},
            {"doc", plan.doc},
            {"path", plan.source_path}},
           R"cc(
             // $title$.
             // $doc$
             // Generated by schemac from $path$; edit that, and generate again.
             //
           )cc");
  for (const plan::Root& root : plan.roots) {
    emit_field_table(out, plan, plan.records[root.record]);
    out.emit("//");
    emit_use(out, plan, root);
  }
}

}  // namespace schemac::emit::cpp
