// What the tests of this folder share: one text in, one text out.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/dump.h"
#include "syntax/keys.h"
#include "syntax/parse.h"

namespace schemac::testing {

/// A schema's text, parsed, with all that was said about it.
struct Parsed {
  explicit Parsed(std::string text)
      : documents(syntax::parse(sources.add("t.yaml", std::move(text)), diagnostics)) {}

  [[nodiscard]] std::string said() const { return source::to_text(diagnostics); }
  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> result;
    for (const auto& diagnostic : diagnostics.all()) result.push_back(diagnostic.code);
    return result;
  }

  source::Sources sources;
  source::Diagnostics diagnostics;
  std::vector<syntax::Document> documents;
};

/// A schema with these lines as the fields of its one type.
inline std::string with_fields(const std::string& fields) {
  return "schema: t\ntypes:\n  T:\n    fields:\n" + fields;
}

}  // namespace schemac::testing
