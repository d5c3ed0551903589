#include "compile.h"

#include <utility>

#include "model/own_values.h"
#include "model/resolve.h"
#include "plan/make_plan.h"
#include "syntax/parse.h"

namespace schemac {
namespace {

void run_stages(Compilation& run, const source::SourceFile& file, Stage last) {
  // YAML with places; every key is known, every expression and type reference is parsed.
  run.documents = syntax::parse(file, run.diagnostics);
  if (last == Stage::syntax || !run.ok()) return;

  // Names are bound, types checked, relations inverted; every field has its role.
  run.formats = model::resolve(run.documents, *run.sources, run.diagnostics);
  if (last == Stage::model || !run.ok()) return;

  // Tools look at bytes; generated code has types, too.
  if (last == Stage::values)
    for (const model::Format& format : run.formats)
      model::check_own_values(format, run.diagnostics);

  // Nothing is left to decide: one ordered list of items a record. Beyond this point nothing is
  // reported.
  for (const model::Format& format : run.formats)
    if (auto plan = plan::make(format, run.diagnostics)) run.plans.push_back(std::move(*plan));
}

}  // namespace

Compilation compile(const std::string& path, Stage last) {
  Compilation run;
  std::string failure;
  const source::SourceFile* file = run.sources->load(path, failure);
  if (file == nullptr) {
    run.diagnostics.error({}, "unreadable", "can't read the schema '" + path + "': " + failure);
    return run;
  }
  run_stages(run, *file, last);
  return run;
}

Compilation compile_text(const std::string& path, std::string text, Stage last) {
  Compilation run;
  const source::SourceFile& file = run.sources->add(path, std::move(text));
  run_stages(run, file, last);
  return run;
}

}  // namespace schemac
