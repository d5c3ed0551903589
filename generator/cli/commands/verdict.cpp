#include "cli/commands/verdict.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "cli/commands/directories.h"
#include "cli/commands/selected_parts.h"
#include "cli/files.h"
#include "cli/findings.h"
#include "cli/folded_violations.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "direct/files/file_form.h"
#include "direct/text/row_text.h"
#include "direct/walk/validate.h"

namespace schemac::cli {
namespace {

void print_heading(bool is_ok, const std::string& file, const std::string& schema,
                   std::ostream& out) {
  out << direct::printable(file) << ": "
      << coloured(is_ok ? "valid" : "not valid", is_ok ? "32" : "1;31", has_colours(Stream::out))
      << " (" << schema << ")\n";
}

void print_line(const Violation& violation, std::ostream& out) {
  const bool colours = has_colours(Stream::out);
  const bool counts = violation.level <= Level::rule;
  out << "  byte " << violation.offset << "  "
      << coloured(violation.path.empty() ? "file" : direct::printable(violation.path), "1", colours)
      << ": " << direct::printable(violation.message) << ' '
      << coloured("[" + std::string(id(violation.rule)) + "]", counts ? "31" : "33", colours);
  if (!counts) out << " (" << id(violation.level) << ')';
  out << '\n';
}

void print_line(const FileViolation& each, std::ostream& out) {
  out << "  " << (each.file.empty() ? "" : direct::printable(each.file) + ": ")
      << to_string(each.violation) << '\n';
}

// Whoever asks for all of them gets all. Where they are counted by kind, more than the first
// thousand are kept: later ones may be of other kinds.
Limits limits_of(const ValidateOptions& options) {
  constexpr std::uint32_t most_counted = 10'000;
  const bool counts = options.format == "text" || options.format == "github";
  Limits limits;
  if (options.most == 0) limits.violations = std::numeric_limits<std::uint32_t>::max();
  if (options.most != 0 && counts) limits.violations = most_counted;
  return limits;
}

// What is wrong with a part, or with what holds it.
Report asked_of(Report report, const direct::Selection& asked) {
  if (asked.is_everything()) return report;
  Report kept;
  for (const Violation& violation : report.violations())
    if (asked.meets(violation.path)) kept.add(violation);
  kept.take_dropped(report);
  return kept;
}

// Violations in the form that was asked for, one after the other.
class Teller {
 public:
  Teller(const ValidateOptions& options, Verdict& verdict)
      : options_(options), verdict_(verdict), folded_(options.most) {}

  /// `each` is how a text shows it, `file` where it is.
  template <class Each>
  void tell(const Each& each, const Violation& violation, const std::string& file,
            const std::string& inner_file = {}) {
    if (options_.format == "sarif") {
      const Finding finding = finding_of(violation, file);
      verdict_.results.emplace_back(finding.rule, sarif_result(finding));
    } else if (folded_.shows(violation, inner_file)) {
      if (options_.format == "github")
        write_annotation(finding_of(violation, file), out_);
      else
        print_line(each, out_);
    }
  }
  void finish(std::uint64_t dropped) {
    verdict_.dropped = dropped;
    folded_.print_rest(out_);
    if (dropped != 0 && options_.format != "sarif")
      out_ << "  and " << direct::grouped(dropped) << " more after these\n";
    verdict_.text = out_.str();
  }
  [[nodiscard]] std::ostream& out() { return out_; }

 private:
  const ValidateOptions& options_;
  Verdict& verdict_;
  FoldedViolations folded_;
  std::ostringstream out_;
};

int judge_directory(const ValidateOptions& options, const KnownFormats& known,
                    const std::string& path, Verdict& verdict) {
  auto opened = open_directory(known, path);
  if (!opened) complain(path + ": with -r, the files in it are validated one by one");
  if (!opened || !keep_asked(options.path, path, *opened)) return not_judged;
  const std::string schema = direct::name_of(opened->format);
  const bool is_ok = opened->decoded.ok();
  if (options.format == "json") {
    verdict.text = direct::to_json(opened->decoded, path, schema).dump() + '\n';
    return is_ok ? fine : judged_wrong;
  }
  Teller teller(options, verdict);
  if (options.format != "sarif") print_heading(is_ok, path, schema, teller.out());
  for (const FileViolation& each : opened->decoded.violations)
    teller.tell(each, each.violation, each.file.empty() ? path : path + '/' + each.file, each.file);
  teller.finish(0);
  return is_ok ? fine : judged_wrong;
}

int judge_file(const ValidateOptions& options, const KnownFormats& known, const std::string& path,
               Verdict& verdict) {
  Input input;
  const auto format = input.open(path) ? known.choose(input.bytes(), path) : std::nullopt;
  if (!format) return not_judged;
  const direct::FileForm form(*format->plan, *format->root, input.bytes(), limits_of(options));
  const auto asked = selected_parts(options.path, form, path);
  if (!asked) return not_judged;
  const Report report = asked_of(direct::validate(form), *asked);
  const std::string schema = direct::name_of(*format);
  const int exit_code = report.ok() ? fine : judged_wrong;
  if (options.format == "json") {
    verdict.text = direct::to_json(report, path, schema).dump() + '\n';
    return exit_code;
  }
  Teller teller(options, verdict);
  if (options.format != "sarif") print_heading(report.ok(), path, schema, teller.out());
  for (const Violation& violation : report.violations()) teller.tell(violation, violation, path);
  teller.finish(report.dropped());
  return exit_code;
}

}  // namespace

Verdict judge(const ValidateOptions& options, const KnownFormats& known, const std::string& path) {
  Verdict verdict;
  const KeptComplaints complaints;
  verdict.exit_code = is_directory(path) ? judge_directory(options, known, path, verdict)
                                         : judge_file(options, known, path, verdict);
  verdict.complaints = complaints.text();
  return verdict;
}

}  // namespace schemac::cli
