#include "direct/files/sample.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

#include "direct/byte_text.h"
#include "direct/explain/explain.h"
#include "direct/files/coverage.h"
#include "direct/files/select.h"
#include "direct/walk/validate.h"
#include "direct/walk/walk.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

bool breaks(const Report& report, const std::string& rule) {
  return std::any_of(
      report.violations().begin(), report.violations().end(), [&](const Violation& violation) {
        return violation.level <= Level::rule &&
               (rule.empty() || id(violation.rule) == rule || violation.name == rule);
      });
}

// Flags and elements of lists have paths of their own, whether or not they have rows.
void add_value(const std::string& path, const Json& value, std::map<std::string, Json>& out) {
  out.emplace(path, value);
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) out.emplace(path + "." + name, member);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      out.emplace(path + "[" + std::to_string(i) + "]", value[i]);
    }
  }
}

void add_values(const std::vector<Row>& rows, std::map<std::string, Json>& out) {
  for (const Row& row : rows) {
    add_value(row.path, row.value, out);
    add_values(row.children, out);
  }
}

// What a schema writes beside a path is text: "3", "F32", "true".
bool is_meant(const Json& value, const std::string& expected) {
  if (value.is_string() && value.get_ref<const std::string&>() == expected) return true;
  const Json parsed = Json::parse(expected, nullptr, false);
  return !parsed.is_discarded() && parsed == value;
}

class Runner {
 public:
  Runner(const plan::Plan& plan, const Limits& limits) : plan_(plan), limits_(limits) {}

  SampleOutcome run(const model::Sample& sample, const std::filesystem::path& folder) {
    SampleOutcome outcome{&sample, true, {}};
    const auto bytes = bytes_of(sample, folder);
    if (!bytes) {
      outcome.is_read = false;
      outcome.failures.push_back(sample.file.empty() ? "its hex can't be read" : "can't be opened");
      return outcome;
    }
    const plan::Root* accepting = nullptr;
    std::vector<Report> reports;
    for (const plan::Root& root : plan_.roots) {
      if (sample.root && &root != &plan_.roots[*sample.root]) continue;
      reports.push_back(validate(plan_, root, *bytes, limits_));
      if (reports.back().ok() && accepting == nullptr) accepting = &root;
      impl::Context context(*bytes, limits_, impl::Strictness::validate);
      if (walk(plan_, root, context, coverage_) == Certainty::uncertain) {
        impl::Context again(*bytes, limits_, impl::Strictness::validate);
        walk(plan_, root, again, coverage_, PayloadOrder::any);
      }
    }
    judge(sample, accepting != nullptr, reports, outcome);
    if (accepting != nullptr) check_values(sample, *accepting, *bytes, outcome);
    return outcome;
  }

  [[nodiscard]] std::vector<std::string> unreached() const { return coverage_.unreached(plan_); }

 private:
  static void judge(const model::Sample& sample, bool is_accepted,
                    const std::vector<Report>& reports, SampleOutcome& outcome) {
    if (sample.is_valid && !is_accepted) {
      for (const Report& report : reports) {
        if (const Violation* first = report.first())
          outcome.failures.push_back("is refused: " + to_string(*first));
      }
    }
    if (sample.is_valid) return;
    if (is_accepted) {
      outcome.failures.push_back("is accepted" +
                                 (sample.rule.empty() ? "" : ", not refused with " + sample.rule));
      return;
    }
    const bool is_named = std::any_of(reports.begin(), reports.end(), [&](const Report& report) {
      return breaks(report, sample.rule);
    });
    if (is_named) return;
    const Violation* first = reports.front().first();
    outcome.failures.push_back("isn't refused with " + sample.rule + ", but: " +
                               (first == nullptr ? std::string("nothing") : to_string(*first)));
  }

  void check_values(const model::Sample& sample, const plan::Root& root, Bytes bytes,
                    SampleOutcome& outcome) const {
    if (sample.values.empty()) return;
    std::map<std::string, Json> values;
    add_values(explain(plan_, root, bytes, {}, limits_).rows, values);
    for (const auto& [path, expected] : sample.values) {
      const auto found = values.find(path);
      if (found == values.end()) {
        outcome.failures.push_back("has nothing at '" + path + "'");
      } else if (!is_meant(found->second, expected)) {
        outcome.failures.push_back(path + " is " + found->second.dump() + ", not " + expected);
      }
    }
  }

  const plan::Plan& plan_;
  const Limits& limits_;
  Coverage coverage_;
};

}  // namespace

std::optional<std::vector<std::byte>> bytes_of(const model::Sample& sample,
                                               const std::filesystem::path& folder) {
  if (sample.file.empty()) return from_hex(sample.hex);
  std::error_code error;
  if (!std::filesystem::is_regular_file(folder / sample.file, error)) return std::nullopt;
  std::ifstream in(folder / sample.file, std::ios::binary);
  if (!in) return std::nullopt;
  const std::vector<char> text((std::istreambuf_iterator<char>(in)),
                               std::istreambuf_iterator<char>());
  const auto bytes = std::as_bytes(std::span(text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

bool SampleReport::ok() const {
  return std::all_of(outcomes.begin(), outcomes.end(),
                     [](const SampleOutcome& outcome) { return outcome.ok(); });
}

SampleReport run_samples(const plan::Plan& plan, const std::filesystem::path& folder,
                         const Limits& limits) {
  Runner runner(plan, limits);
  SampleReport report;
  for (const model::Sample& sample : plan.samples)
    report.outcomes.push_back(runner.run(sample, folder));
  report.unreached = runner.unreached();
  return report;
}

std::string name_of(const model::Sample& sample) {
  if (!sample.file.empty()) return sample.file;
  constexpr std::size_t shown = 24;
  return sample.hex.size() <= shown ? sample.hex : sample.hex.substr(0, shown) + "...";
}

}  // namespace schemac::direct
