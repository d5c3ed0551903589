#include "formats/comparison.h"

#include <catch2/catch.hpp>

#include "direct/explain/explain.h"
#include "formats/bytes_of_file.h"

namespace schemac::tests {

Subject subject(const FileKind& format, const std::filesystem::path& path) {
  Subject result{&format, path.filename().string(), bytes_of_file(path), {}};
  result.leaves = leaves_of(direct::explain(format.plan, format.root, result.bytes).rows);
  return result;
}

void Comparison::operator()(Bytes bytes, const std::string& what, const std::string& path) {
  ++count;
  const Outcome generated = format->run_generated(bytes);
  const std::string differs = difference(generated, format->run_directly(bytes));
  if (!differs.empty()) {
    INFO(what << " in " << path);
    CHECK(differs == "");
  }
  if (generated.report.ok()) unreported.insert(without_indices(path));
}

}  // namespace schemac::tests
