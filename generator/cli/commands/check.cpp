// schemac check: is the schema right, and what does the compiler make of it?
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>

#include "cli/commands/commands.h"
#include "cli/findings.h"
#include "cli/terminal.h"
#include "compile.h"
#include "model/dump.h"
#include "model/print_roles.h"
#include "plan/print/dump.h"
#include "schemac/base/counted.h"
#include "steps/dump.h"
#include "syntax/dump.h"

namespace schemac::cli {
namespace {

Stage last_stage(const CheckOptions& options) {
  if (options.dump == "syntax") return Stage::syntax;
  if (options.dump == "plan" || options.dump == "steps") return Stage::plan;
  if (options.dump == "model") return Stage::model;
  return Stage::values;
}

void print_result(const Compilation& run, const std::string& schema, const CheckOptions& options) {
  if (options.dump == "syntax") {
    for (const auto& document : run.documents) syntax::dump(document, std::cout);
  } else if (options.dump == "model") {
    for (const auto& format : run.formats) model::dump(format, std::cout);
  } else if (options.dump == "plan") {
    for (const auto& plan : run.plans) plan::dump(plan, std::cout);
  } else if (options.dump == "steps") {
    for (const auto& plan : run.plans) steps::dump(plan, std::cout);
  } else if (options.roles) {
    for (const auto& format : run.formats) model::print_roles(format, std::cout);
  } else {
    for (const auto& format : run.formats)
      std::cout << schema << ": " << format.name << " is fine ("
                << impl::counted(format.types.size(), "types") << ", "
                << impl::counted(format.enums.size(), "enumerations") << ")\n";
  }
}

void print_errors(const Compilation& run, const std::string& schema, const CheckOptions& options,
                  std::optional<SarifLog>& log) {
  if (options.format == "text")
    return source::print(run.diagnostics, std::cerr, has_colours(Stream::err));
  for (const Finding& finding : findings_of(run.diagnostics, schema)) {
    if (log)
      log->add(finding.rule, sarif_result(finding));
    else
      write_annotation(finding, std::cout);
  }
}

}  // namespace

int check(const CheckOptions& options) {
  int exit_code = fine;
  std::optional<SarifLog> log;
  if (options.format == "sarif") log.emplace(std::cout);
  for (const std::string& schema : options.schemas) {
    const Compilation run = compile(schema, last_stage(options));
    print_errors(run, schema, options, log);
    if (run.ok()) {
      if (!log) print_result(run, schema, options);
    } else {
      exit_code =
          std::max<int>(exit_code, run.sources->files().empty() ? not_judged : judged_wrong);
    }
  }
  if (log) log->finish(exit_code != not_judged);
  return exit_code;
}

}  // namespace schemac::cli
