#include "model/passes/draft.h"

#include "model/range_arithmetic.h"
#include "model/unsupported.h"

namespace schemac::model {

source::Diagnostic& Draft::not_yet(source::SourceRange range, const std::string& what) {
  return report_unsupported(diagnostics, range, what);
}

std::string shown(const Field& field) {
  return field.name.empty() ? "the padding" : "'" + field.name + "'";
}

std::string text_or(const syntax::Node& node, std::string_view key, std::string_view otherwise) {
  const syntax::Node* value = node.find(key);
  return value != nullptr && value->is_scalar() ? value->text : std::string(otherwise);
}

std::set<TypeIndex> types_of_files(const Format& format) {
  std::set<TypeIndex> files;
  for (const Root& root : format.roots) files.insert(root.type);
  for (const Directory& directory : format.directories)
    for (const DirectoryEntry& entry : directory.entries)
      if (!entry.directory) files.insert(entry.type);
  return files;
}

void report_idle(Draft& draft, const syntax::Node& node, std::string_view key,
                 const std::string& message, const std::string& help) {
  if (const syntax::Entry* entry = node.find_entry(key))
    draft.error(entry->key_range, "no-meaning", message).help(help);
}

void report_idle_beside(Draft& draft, const syntax::Node& node, std::string_view key,
                        std::string_view other) {
  const std::string quoted = "'" + std::string(key) + "'";
  report_idle(draft, node, key, quoted + " has no meaning beside '" + std::string(other) + "'",
              "remove " + quoted);
}

std::string doc_ref_of(const syntax::Node& node) {
  const syntax::Node* value = node.find("doc-ref");
  if (value == nullptr) return {};
  std::string result = value->text;
  for (const syntax::Node& item : value->items) result += (result.empty() ? "" : "; ") + item.text;
  return result;
}

std::string doc_and_reference_of(const syntax::Node& node) {
  const std::string doc = text_or(node, "doc");
  const std::string reference = doc_ref_of(node);
  if (reference.empty()) return doc;
  return doc + (doc.empty() ? "" : "\n\n") + "See " + reference + ".";
}

Int128 to_number(const syntax::Integer& integer) {
  const auto magnitude = static_cast<Int128>(integer.magnitude);
  return integer.is_negative ? -magnitude : magnitude;
}

std::optional<Int128> number_of(const syntax::Node& node) {
  if (const auto integer = node.as_integer()) return to_number(*integer);
  if (node.expression == nullptr) return std::nullopt;
  if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&node.expression->node))
    return static_cast<Int128>(literal->value);
  if (const auto* unary = std::get_if<syntax::Unary>(&node.expression->node);
      unary != nullptr && unary->op == syntax::UnaryOperator::negate)
    if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&unary->operand->node))
      return -static_cast<Int128>(literal->value);
  return std::nullopt;
}

std::optional<Int128> number_under(const syntax::Node& node, std::string_view key) {
  const syntax::Node* value = node.find(key);
  return value != nullptr ? number_of(*value) : std::nullopt;
}

std::optional<std::uint64_t> size_under(Draft& draft, const syntax::Node& node,
                                        std::string_view key) {
  const syntax::Node* value = node.find(key);
  if (value == nullptr) return std::nullopt;
  const auto number = number_of(*value);
  if (!number) {
    report_unsupported(draft.diagnostics, value->range, "a calculated '" + std::string(key) + "'");
    return std::nullopt;
  }
  if (*number < 0 || *number > max_u64) {
    draft
        .error(value->range, "does-not-fit",
               "'" + std::string(key) + "' is " + to_text(*number) +
                   ", but a size is 0 to 18446744073709551615")
        .help("write a number that is not negative");
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*number);
}

bool is_true(const syntax::Node& node, std::string_view key) {
  const syntax::Node* value = node.find(key);
  return value != nullptr && value->as_boolean().value_or(false);
}

std::string name_of(const syntax::Node& node) {
  if (node.expression != nullptr)
    if (const auto* name = std::get_if<syntax::NameReference>(&node.expression->node))
      return name->name;
  return node.text;
}

std::string byte_count(Int128 bytes) { return to_text(bytes) + (bytes == 1 ? " byte" : " bytes"); }

}  // namespace schemac::model
