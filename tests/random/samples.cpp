#include "random/samples.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "compile.h"
#include "direct/byte_text.h"
#include "direct/explain/explain.h"
#include "direct/files/sample.h"
#include "direct/walk/validate.h"
#include "random/laws.h"

namespace net {

namespace direct = schemac::direct;
namespace plan = schemac::plan;

namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// Values of a few fields, as `values` of a sample spells them.
std::string values_of(const std::vector<direct::Row>& rows) {
  std::string out;
  std::map<std::string, int> counts;  // padding may be called as a field is
  for (const direct::Row& row : rows) ++counts[row.path];
  for (const direct::Row& row : rows) {
    const bool is_plain = row.value.is_number_integer() || row.value.is_boolean();
    if (row.path.empty() || counts[row.path] > 1 || !is_plain || out.size() > 200) continue;
    out += (out.empty() ? "" : ", ") + quoted(row.path) + ": " + row.value.dump();
  }
  return out.empty() ? "" : ", values: {" + out + "}";
}

// What all roots say of a file: nothing if one takes it, else what the first one has against it.
std::string class_of(const plan::Plan& plan, const File& file) {
  std::string found;
  for (const plan::Root& root : plan.roots) {
    const auto report = direct::validate(plan, root, file, limits());
    if (report.ok()) return {};
    if (found.empty()) found = id(report.first()->rule);
  }
  return found;
}

}  // namespace

std::vector<std::string> wrong_samples(const std::string& schema, const plan::Root& root,
                                       const std::vector<File>& files) {
  std::ifstream in(schema);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  for (const char* other : {"\n---", "\nsamples:"})
    if (text.find(other) != std::string::npos) return {};
  const auto plain = schemac::compile(schema);
  if (!plain.ok() || plain.plans.size() != 1) return {};
  text += "samples:\n";
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string refused = class_of(plain.plans.front(), files[i]);
    text += "  - {name: n" + std::to_string(i) + ", doc: \"*/ one\", hex: \"" +
            direct::to_hex(files[i]) + "\"";
    if (!refused.empty())
      text += ", refused: " + refused;
    else if (plain.plans.front().roots.size() == 1)
      text += values_of(direct::explain(plain.plans.front(), root, files[i]).rows);
    text += "}\n";
  }
  const auto run = schemac::compile_text(schema, text);
  if (!run.ok())
    return {"a schema with samples is refused: " + run.diagnostics.all().front().message};
  std::vector<std::string> wrong;
  const auto report = direct::run_samples(run.plans.front(), ".", limits());
  for (const auto& outcome : report.outcomes)
    for (const std::string& failure : outcome.failures)
      wrong.push_back(failure + " (" + outcome.sample->hex + ")");
  return wrong;
}

}  // namespace net
