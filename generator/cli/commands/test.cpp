// schemac test: the samples that a schema brings along, and what none of them reached.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>

#include "cli/commands/commands.h"
#include "cli/terminal.h"
#include "compile.h"
#include "direct/files/sample.h"

namespace schemac::cli {
namespace {

/// Prints the outcomes; returns the number of samples that failed.
std::size_t report(const direct::SampleReport& samples) {
  const bool colours = has_colours(Stream::out);
  std::size_t failed = 0;
  for (const direct::SampleOutcome& outcome : samples.outcomes) {
    const char* mark = outcome.ok() ? "ok    " : "failed";
    std::cout << "  " << coloured(mark, outcome.ok() ? "32" : "1;31", colours) << ' '
              << direct::name_of(*outcome.sample) << '\n';
    for (const std::string& failure : outcome.failures)
      std::cout << "           " << failure << '\n';
    failed += outcome.ok() ? 0 : 1;
  }
  if (!samples.unreached.empty()) std::cout << "  no sample reaches:\n";
  for (const std::string& name : samples.unreached) std::cout << "    " << name << '\n';
  return failed;
}

}  // namespace

int test(const TestOptions& options) {
  int exit_code = fine;
  for (const std::string& schema : options.schemas) {
    const Compilation run = compile(schema);
    source::print(run.diagnostics, std::cerr, has_colours(Stream::err));
    if (!run.ok()) {
      exit_code =
          std::max<int>(exit_code, run.sources->files().empty() ? not_judged : judged_wrong);
      continue;
    }
    for (const plan::Plan& plan : run.plans) {
      const auto folder = std::filesystem::path(schema).parent_path();
      const direct::SampleReport samples = direct::run_samples(plan, folder);
      std::cout << plan.format << '\n';
      const std::size_t failed = report(samples);
      std::cout << samples.outcomes.size() - failed << " passed, " << failed << " failed\n";
      if (failed != 0) exit_code = std::max<int>(exit_code, judged_wrong);
    }
  }
  return exit_code;
}

}  // namespace schemac::cli
