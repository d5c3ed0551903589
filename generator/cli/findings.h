// What is wrong with a schema or a file, for programs that show it: code scanners, reviews.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "schemac/core/violation.h"
#include "source/diagnostics.h"

namespace schemac::cli {

/// A stretch of a text, from its first character to the one after its last; all begin at 1.
struct TextRegion {
  std::uint32_t line = 1, column = 1, end_line = 1, end_column = 1;
};

struct FindingSpot {
  std::string file;
  std::optional<TextRegion> region;     ///< of a text
  std::optional<std::uint64_t> offset;  ///< of other files
  std::string message;                  ///< of a place beside: what is there
};

struct Finding {
  enum class Severity { error, warning, note };

  Severity severity = Severity::error;
  std::string rule;     ///< "bad-checksum"
  std::string message;  ///< with what helps, if that is known
  std::string field;    ///< "items[3].sum", in files
  FindingSpot place;
  std::vector<FindingSpot> beside;
};

/// In the order of their places.
[[nodiscard]] std::vector<Finding> findings_of(const source::Diagnostics& diagnostics,
                                               const std::string& schema);
[[nodiscard]] Finding finding_of(const Violation& violation, const std::string& file);

/// A line that GitHub shows at the place in question: "::error file=log.yaml,line=3::...".
/// Source: "Workflow commands for GitHub Actions", docs.github.com.
void write_annotation(const Finding& finding, std::ostream& out);

/// One result of SARIF 2.1.0 (OASIS), as JSON in one line.
[[nodiscard]] std::string sarif_result(const Finding& finding);

/// A SARIF log, of which results are written as they come.
class SarifLog {
 public:
  explicit SarifLog(std::ostream& out);
  /// What `sarif_result` made; `rule` is its rule.
  void add(const std::string& rule, const std::string& result);
  /// What has no place among the results, such as that there are more of them.
  void remark(const std::string& text) { remarks_.push_back(text); }
  /// `is_whole`: whether everything could be judged.
  void finish(bool is_whole);

 private:
  std::ostream& out_;
  std::set<std::string> rules_;
  std::vector<std::string> remarks_;
  std::size_t count_ = 0;
};

}  // namespace schemac::cli
