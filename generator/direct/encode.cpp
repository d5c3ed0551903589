#include "direct/encode.h"

#include <deque>

#include "direct/from_json.h"
#include "direct/validate.h"
#include "direct/write_tree.h"

namespace schemac::direct {

std::string to_string(const Problem& problem) {
  std::string text = problem.path.empty() ? problem.message : problem.path + ": " + problem.message;
  if (!problem.help.empty()) text += "; " + problem.help;
  return text;
}

Document parse_document(std::string_view text) {
  Document document;
  try {
    document.values = nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::ordered_json::parse_error& error) {
    document.problems.push_back(
        {"", "is no JSON: byte " + std::to_string(error.byte), error.what()});
    return document;
  }
  if (!document.values.is_object()) {
    document.problems.push_back(
        {"", "is no JSON object", R"(such as {"schema": ..., "values": {...}})"});
    return document;
  }
  const auto schema = document.values.find("schema");
  const auto values = document.values.find("values");
  const bool is_whole = document.values.size() == 2 && schema != document.values.end() &&
                        schema->is_string() && values != document.values.end();
  if (!is_whole) return document;
  document.schema = schema->get<std::string>();
  nlohmann::ordered_json inner = std::move(*values);
  document.values = std::move(inner);
  return document;
}

Encoded encode(const plan::Plan& plan, const plan::Root& root, const nlohmann::ordered_json& values,
               const Limits& limits) {
  Encoded encoded;
  const Value tree = from_json(plan, plan.records[root.record], values, encoded.problems);
  return encoded.ok() ? encode(plan, root, tree, limits) : encoded;
}

Encoded encode(const plan::Plan& plan, const plan::Root& root, const Value& values,
               const Limits& limits) {
  Encoded encoded;
  WriteState state{plan, encoded.problems, std::nullopt};
  std::deque<Value> defaults;
  const auto tree = build_tree(state, plan.records[root.record], values, defaults);
  if (!encoded.ok()) return encoded;
  state.file_size = place_tree(*tree);
  check_tree(*tree);
  if (!encoded.ok()) return encoded;
  encoded.bytes = emit_tree(*tree);
  if (encoded.ok()) {
    const Report report = validate(plan, root, encoded.bytes, limits);
    for (const Violation& violation : report.violations()) {
      if (violation.level > Level::rule) continue;
      encoded.problems.push_back(
          {violation.path, violation.message + " [" + std::string(id(violation.rule)) + "]", ""});
    }
  }
  if (!encoded.ok()) encoded.bytes.clear();
  return encoded;
}

}  // namespace schemac::direct
