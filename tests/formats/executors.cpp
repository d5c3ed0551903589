#include "formats/executors.h"

#include <map>
#include <stdexcept>

#include "compile.h"
#include "direct/walk/decode.h"
#include "direct/walk/validate.h"
#include "direct/write/encode.h"

namespace schemac::tests {
namespace {

std::string text_of(const Report& report) {
  std::string text;
  for (const Violation& violation : report.violations())
    text += "  " + to_string(violation) + " (" + std::string(id(violation.level)) + ", " +
            violation.name + ")\n";
  return text.empty() ? "  nothing\n" : text;
}

std::string text_of(const std::optional<Violation>& violation) {
  return violation ? to_string(*violation) : "reads it";
}

}  // namespace

const plan::Plan& plan_of(const std::string& schema) {
  static std::map<std::string, Compilation> compiled;
  auto known = compiled.find(schema);
  if (known == compiled.end())
    known =
        compiled.emplace(schema, compile(SCHEMAC_SOURCE_DIR "/schemas/" + schema + ".yaml")).first;
  if (known->second.plans.empty()) throw std::runtime_error(schema + " doesn't compile");
  return known->second.plans.front();
}

Outcome FileKind::run_directly(Bytes bytes, const Limits& limits) const {
  Outcome outcome{direct::validate(plan, root, bytes, limits), {}, {}, {}};
  const auto decoded = direct::decode(plan, root, bytes, direct::Reading::strict, limits);
  if (const Violation* error = decoded.report.first()) {
    outcome.read_error = *error;
    return outcome;
  }
  auto encoded = direct::encode(plan, root, decoded.values, limits);
  if (encoded.ok()) outcome.written = std::move(encoded.bytes);
  return outcome;
}

std::string difference(const Outcome& generated, const Outcome& direct) {
  if (generated.report.violations() != direct.report.violations())
    return "generated validate says\n" + text_of(generated.report) + "the direct executor says\n" +
           text_of(direct.report);
  if (generated.read_error != direct.read_error)
    return "generated read: " + text_of(generated.read_error) +
           "\ndirect read: " + text_of(direct.read_error);
  const bool is_in_parts =  // what only a copy shows as one
      generated.view_error && generated.view_error->message.ends_with("which a view doesn't join");
  if (generated.view_error && !is_in_parts && generated.view_error != generated.read_error)
    return "view: " + text_of(generated.view_error) + "\nread: " + text_of(generated.read_error);
  if (generated.written.has_value() != direct.written.has_value())
    return std::string("only the ") + (generated.written ? "generated" : "direct") +
           " writer takes its values";
  if (generated.written != direct.written)
    return "the values read differ: written again they give different bytes";
  return {};
}

}  // namespace schemac::tests
