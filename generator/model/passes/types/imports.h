// Imports: finds and parses the schemas that a schema names, in its own folder or below, or beside
// it in the same file. A chain of imports that comes back to where it began is refused, since then
// neither schema could be resolved first.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "model/passes/draft.h"
#include "source/source.h"

namespace schemac::model {

/// Loads files for all documents of a run, each file once.
class ImportLoader {
 public:
  ImportLoader(const std::vector<syntax::Document>& documents, source::Sources& sources,
               source::Diagnostics& diagnostics)
      : documents_(documents), sources_(sources), diagnostics_(diagnostics) {}

  /// The documents that `name` stands for in `importer`; none after a mistake, which is reported.
  [[nodiscard]] std::vector<const syntax::Document*> load(const syntax::Node& name,
                                                          const syntax::Document& importer);
  /// The path under which `name` is looked for.
  [[nodiscard]] static std::string path_of(const std::string& name,
                                           const syntax::Document& importer);

 private:
  const std::vector<syntax::Document>& documents_;
  source::Sources& sources_;
  source::Diagnostics& diagnostics_;
  std::map<std::string, std::vector<syntax::Document>> files_;
};

/// Fills Draft::schemas: the document itself first, then all that it imports.
void add_schemas(Draft& draft, const syntax::Document& document, ImportLoader& loader);

}  // namespace schemac::model
