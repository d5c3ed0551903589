#include "cli/commands/examples.h"

#include <nlohmann/json.hpp>
#include <string>

#include "direct/explain/explain.h"
#include "direct/explain/select_rows.h"
#include "direct/files/sample.h"
#include "direct/text/row_text.h"
#include "direct/walk/validate.h"

namespace schemac::cli {
namespace {

using emit::doc::Example;
using emit::doc::ExampleKind;
using emit::doc::ExampleRow;

constexpr std::size_t most_characters = 60;  // of a value

ExampleKind kind_of(direct::RowKind kind) {
  switch (kind) {
    case direct::RowKind::field:
      return ExampleKind::field;
    case direct::RowKind::payload:
    case direct::RowKind::folded:
      return ExampleKind::payload;
    case direct::RowKind::padding:
      return ExampleKind::padding;
    case direct::RowKind::slack:
      return ExampleKind::slack;
    case direct::RowKind::unknown:
      return ExampleKind::unknown;
  }
  return ExampleKind::unknown;
}

// Flags and lists of fields as in the terminal, all else as JSON.
std::string shown_value(const direct::Row& row) {
  const nlohmann::ordered_json& value = row.value;
  if (value.is_null()) return {};
  const bool has_members = row.kind == direct::RowKind::field && value.is_structured();
  std::string text =
      has_members ? direct::value_text(row)
                  : value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  if (text.size() > most_characters) text = text.substr(0, most_characters - 3) + "...";
  return text;
}

ExampleRow row_of(const direct::Row& row) {
  // Names of enumerators are no texts of the file.
  const bool is_word = row.value.is_string() && row.type != "str" && row.type != "bytes";
  return {row.path, row.offset,
          row.size, kind_of(row.kind),
          row.type, is_word ? row.value.get<std::string>() : shown_value(row),
          row.doc};
}

// The root that accepts the bytes, or the first one.
const plan::Root& root_for(const plan::Plan& plan, Bytes bytes) {
  for (const plan::Root& root : plan.roots)
    if (direct::validate(plan, root, bytes).ok()) return root;
  return plan.roots.front();
}

}  // namespace

std::vector<Example> examples_of(const plan::Plan& plan, const std::filesystem::path& folder) {
  std::vector<Example> examples;
  if (plan.roots.empty()) return examples;
  for (const model::Sample& sample : plan.samples) {
    const auto bytes = direct::bytes_of(sample, folder);
    if (!bytes) continue;
    const plan::Root& root = root_for(plan, *bytes);
    Example& example = examples.emplace_back();
    example.name = sample.name.empty() ? sample.file : sample.name;
    example.doc = sample.doc;
    example.root = root.name;
    example.is_valid = sample.is_valid;
    example.refused_as = sample.rule;
    for (const std::byte byte : *bytes)
      example.bytes.push_back(std::to_integer<std::uint8_t>(byte));
    direct::Explanation explanation = direct::explain(plan, root, *bytes);
    for (const direct::Row& row : direct::innermost_rows(std::move(explanation.rows)))
      example.rows.push_back(row_of(row));
    example.violations = explanation.report.violations();
  }
  return examples;
}

}  // namespace schemac::cli
