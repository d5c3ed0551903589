#include "cli/folded_violations.h"

#include <ostream>

#include "direct/byte_text.h"
#include "direct/text/row_text.h"

namespace schemac::cli {
namespace {

// "items[].name" of "items[3].name".
std::string without_indices(const std::string& path) {
  std::string result;
  bool is_inside = false;
  for (const char c : path) {
    if (c == ']') is_inside = false;
    if (!is_inside) result += c;
    if (c == '[') is_inside = true;
  }
  return result;
}

}  // namespace

bool FoldedViolations::shows(const Violation& violation, const std::string& file) {
  const std::string path =
      violation.path.empty() ? "file" : direct::printable(without_indices(violation.path));
  std::string words = (file.empty() ? "" : direct::printable(file) + ": ") + path + " [" +
                      std::string(id(violation.rule)) + "]";
  if (violation.level > Level::rule) words += " (" + std::string(id(violation.level)) + ")";
  const auto [known, is_new] = known_.emplace(words, kinds_.size());
  if (is_new) kinds_.push_back({std::move(words), 0});
  return ++kinds_[known->second].count <= most_ || most_ == 0;
}

void FoldedViolations::print_rest(std::ostream& out) const {
  for (const Kind& kind : kinds_)
    if (most_ != 0 && kind.count > most_)
      out << "  and " << direct::grouped(kind.count - most_) << " more at " << kind.words
          << "; --most 0 shows all\n";
}

}  // namespace schemac::cli
