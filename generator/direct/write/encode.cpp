#include "direct/write/encode.h"

#include <deque>
#include <optional>
#include <utility>

#include "direct/file_order.h"
#include "direct/json/from_json.h"
#include "direct/json/parse_json.h"
#include "direct/pieces/parts.h"
#include "direct/walk/validate.h"
#include "direct/walk/walk.h"
#include "direct/write/tree.h"
#include "schemac/base/counted.h"
#include "schemac/write/writer.h"

namespace schemac::direct {

Document parse_document(std::string_view text) {
  Document document;
  ParsedJson parsed = parse_json(text);
  if (!parsed.problem.empty()) {
    const bool has_schema = parsed.json.is_object() && parsed.json.contains("schema");
    if (has_schema && parsed.path.starts_with("values.")) parsed.path.erase(0, 7);
    document.problems.push_back(
        parsed.byte == 0
            ? Problem{std::move(parsed.path), std::move(parsed.problem), ""}
            : Problem{"", "is not JSON: byte " + std::to_string(parsed.byte), parsed.problem});
    return document;
  }
  document.values = std::move(parsed.json);
  if (!document.values.is_object()) {
    document.problems.push_back(
        {"", "is not a JSON object", R"(such as {"schema": ..., "values": {...}})"});
    return document;
  }
  const auto schema = document.values.find("schema");
  const auto values = document.values.find("values");
  if (values != document.values.end() && document.values.contains("left_out")) {
    document.problems.push_back({"", "holds only some of the values of a file",
                                 "`decode --json --full --most 0` prints all"});
    return document;
  }
  const bool is_whole = document.values.size() == 2 && schema != document.values.end() &&
                        schema->is_string() && values != document.values.end();
  if (!is_whole) return document;
  document.schema = schema->get<std::string>();
  nlohmann::ordered_json inner = std::move(*values);
  document.values = std::move(inner);
  return document;
}

namespace {

Problem problem_of(const Violation& violation) {
  return {violation.path, violation.message, "", violation.rule, violation.level, violation.name};
}

std::vector<Problem> write_tree(const plan::Plan& any, const plan::Root& root, const Value& given,
                                const LendRoom& lend, const Limits& limits) {
  const plan::Plan& plan = in_order_of(any, given);
  std::optional<Value> placed;  // where something has places
  if (has_part_members(plan.records[root.record])) {
    placed = given;
    if (auto problem = place_parts(plan, plan.records[root.record], *placed))
      return {std::move(*problem)};
  }
  const Value& values = placed ? *placed : given;
  std::vector<Problem> problems;
  WriteState state{plan, problems, std::nullopt, JsonTexts(plan)};
  std::deque<Value> defaults;
  const auto tree = build_tree(state, plan.records[root.record], values, defaults);
  if (!problems.empty()) return problems;
  encode_tree(*tree);
  if (!problems.empty()) return problems;
  state.file_size = place_tree(*tree);
  // What has no place is reported once the values are right.
  std::vector<Problem> misplaced = std::exchange(problems, {});
  const bool has_asked_sizes = check_tree(*tree);
  if (problems.empty()) problems = std::move(misplaced);
  if (!problems.empty()) return problems;
  const MutableBytes room = lend(*state.file_size);
  if (room.size() != *state.file_size)
    return {{"", "there is no room for " + impl::counted(*state.file_size, "bytes"), ""}};
  emit_tree(*tree, room);
  if (problems.empty() && has_asked_sizes) check_asked_sizes(*tree);
  if (!problems.empty()) return problems;
  const Report report = validate(plan, root, room, limits);
  if (report.violations().empty()) return problems;
  const auto unfit = impl::unfit_numbers(room, limits, [&](impl::Context& context) {
    Observer unobserved;
    (void)walk(plan, root, context, unobserved);
  });
  for (const Violation& violation : unfit) problems.push_back(problem_of(violation));
  if (!problems.empty()) return problems;
  for (const Violation& violation : report.violations()) {
    if (violation.level > Level::rule) continue;
    problems.push_back(problem_of(violation));
  }
  return problems;
}

// The plan with the byte order that the values state: bytes of arrays in JSON have it. What is
// wrong with the number is reported when all values are read.
const plan::Plan& in_order_of_json(const plan::Plan& plan, const plan::Record& root,
                                   const nlohmann::ordered_json& values) {
  if (!plan.file_order || !values.is_object()) return plan;
  const plan::Field& field = root.fields[plan.file_order->field];
  const auto choices = values.find("choices");
  const bool is_choice = choices != values.end() && choices->contains(field.name);
  const nlohmann::ordered_json& holder = is_choice ? *choices : values;
  Members stated;
  std::vector<Problem> reported_later;
  if (holder.contains(field.name))
    stated.given.push_back(
        {field.name, field_from_json(plan, {root, {}, field.name}, field, holder.at(field.name), {},
                                     reported_later)});
  return in_order_of(plan, Value{std::move(stated)});
}

// Memory of its own for each file.
template <class Write>
Encoded in_memory(Write&& write) {
  Encoded encoded;
  encoded.problems = write([&](std::uint64_t size) {
    encoded.bytes.resize(static_cast<std::size_t>(size));
    return MutableBytes(encoded.bytes);
  });
  if (!encoded.ok()) encoded.bytes.clear();
  return encoded;
}

}  // namespace

std::vector<Problem> encode_into(const plan::Plan& plan, const plan::Root& root,
                                 const nlohmann::ordered_json& values, const LendRoom& lend,
                                 const EncodeOptions& options) {
  std::vector<Problem> problems;
  const plan::Plan& in_order = in_order_of_json(plan, plan.records[root.record], values);
  const Value tree =
      from_json(in_order, in_order.records[root.record], values, options.references, problems);
  return problems.empty() ? write_tree(plan, root, tree, lend, options.limits) : problems;
}

std::vector<Problem> encode_into(const plan::Plan& plan, const plan::Root& root,
                                 const Value& values, const LendRoom& lend, const Limits& limits) {
  return write_tree(plan, root, values, lend, limits);
}

Encoded encode(const plan::Plan& plan, const plan::Root& root, const nlohmann::ordered_json& values,
               const Limits& limits) {
  return in_memory([&](const LendRoom& lend) {
    return encode_into(plan, root, values, lend, {limits, {}});
  });
}

Encoded encode(const plan::Plan& plan, const plan::Root& root, const Value& values,
               const Limits& limits) {
  return in_memory(
      [&](const LendRoom& lend) { return write_tree(plan, root, values, lend, limits); });
}

}  // namespace schemac::direct
