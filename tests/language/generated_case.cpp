#include "language/generated_case.h"

#include <algorithm>
#include <sstream>

#include "compile.h"
#include "scratch_folder.h"

namespace cases {
namespace {

// The plan and its root of that name: "format", "format:root".
std::pair<const schemac::plan::Plan*, const schemac::plan::Root*> find_root(
    const schemac::Compilation& run, const std::string& name) {
  for (const auto& plan : run.plans)
    for (const auto& root : plan.roots)
      if (plan.format + (root.name.empty() ? "" : ":" + root.name) == name) return {&plan, &root};
  FAIL("the schema has no root '" << name << "'");
  return {};
}

}  // namespace

bool has_error(const ExpectedFile& expected) {
  return std::any_of(expected.violations.begin(), expected.violations.end(),
                     [](const std::string& line) {
                       std::istringstream words(line);
                       std::string path, offset, rule, level;
                       words >> path >> offset >> rule >> level;
                       return level == "error";
                     });
}

void run_generated(const std::string& name, const std::vector<GeneratedRoot>& roots,
                   const std::vector<GeneratedFolder>& folders) {
  const auto example =
      read_language_case(std::string(SCHEMAC_SOURCE_DIR "/tests/language/") + name + ".case");
  const auto run =
      schemac::compile(std::string(SCHEMAC_CASE_SCHEMAS "/") + name + "/" + name + ".yaml");
  REQUIRE(run.ok());
  const auto named = [&](const auto& list, const std::string& wanted) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& each) {
      return each.name == wanted || each.name == name + wanted;
    });
    REQUIRE(found != list.end());
    return found;
  };
  for (const ExpectedFile& expected : example.files) {
    INFO("bytes of line " << expected.line << ": " << show(expected.bytes));
    const auto root = named(roots, expected.root);
    const auto [plan, plan_root] = find_root(run, root->name);
    root->check(expected, *plan, *plan_root);
  }
  for (const ExpectedFolder& expected : example.folders) {
    INFO("folder of line " << expected.line);
    const schemac::tests::ScratchFolder folder;
    put_files(expected, folder.path().string());
    named(folders, expected.root)->check(expected, folder.path().string());
  }
  for (const Unwritable& refused : example.unwritable) {
    if (std::any_of(refused.problems.begin(), refused.problems.end(), is_of_json)) continue;
    INFO("values of line " << refused.line << ": " << refused.values.dump());
    const auto root = named(roots, refused.root);
    const auto [plan, plan_root] = find_root(run, root->name);
    root->refuse(refused, *plan, *plan_root);
  }
}

}  // namespace cases
