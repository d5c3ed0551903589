// The stages of the compiler in order: the file to read first.
//
//   text --parse--> syntax trees --resolve--> models --make--> plans --emit--> outputs
//
// Each stage takes the result of the one before as const, returns a new one, and reports into the
// same diagnostics. A stage runs only if those before it found no error.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/model.h"
#include "plan/plan.h"
#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/node.h"

namespace schemac {

/// How far to go.
enum class Stage {
  syntax,
  model,
  plan,
  values,  ///< also whether types can be made of all values
};

/// What became of schemas, as far as the stages went.
struct Compilation {
  std::unique_ptr<source::Sources> sources = std::make_unique<source::Sources>();
  source::Diagnostics diagnostics;
  std::vector<syntax::Document> documents;
  std::vector<model::Format> formats;
  std::vector<plan::Plan> plans;

  [[nodiscard]] bool ok() const { return !diagnostics.has_errors(); }
};

/// Compiles one schema file (several formats if it holds several documents).
[[nodiscard]] Compilation compile(const std::string& path, Stage last = Stage::plan);

/// The same for a text that is in memory, under a name to show.
[[nodiscard]] Compilation compile_text(const std::string& path, std::string text,
                                       Stage last = Stage::plan);

}  // namespace schemac
