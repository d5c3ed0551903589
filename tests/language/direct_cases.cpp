// Each .case file through the direct executor: bytes give the values, values give the bytes,
// violations are those expected, every byte is explained once.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compile.h"
#include "direct/byte_text.h"
#include "direct/explain/explain.h"
#include "direct/files/directory.h"
#include "direct/files/sample.h"
#include "direct/files/select.h"
#include "direct/json/value_json.h"
#include "direct/walk/decode.h"
#include "direct/walk/validate.h"
#include "direct/write/encode.h"
#include "language/case_registry.h"
#include "language/language_case.h"
#include "language/plain_json.h"
#include "scratch_folder.h"
#include "steps/dump.h"

namespace {

namespace fs = std::filesystem;
using cases::Json;
using schemac::direct::Candidate;

Candidate find_root(const schemac::Compilation& run, const std::string& name) {
  for (const auto& plan : run.plans)
    for (const auto& candidate : schemac::direct::candidates_of(plan)) {
      const std::string full = schemac::direct::name_of(candidate);
      const bool is_it = name.empty() || full == name || full == run.plans.front().format + name;
      if (is_it) return candidate;
    }
  FAIL("there is no root '" << name << "'");
  return {};
}

std::vector<std::byte> encoded(const Candidate& root, const Json& values) {
  const auto result = schemac::direct::encode(*root.plan, *root.root, cases::with_payloads(values));
  for (const auto& problem : result.problems) UNSCOPED_INFO("can't write: " << to_string(problem));
  CHECK(result.ok());
  return result.bytes;
}

Json decoded(const Candidate& root, const std::vector<std::byte>& bytes,
             const schemac::Limits& limits) {
  const auto result = schemac::direct::decode(*root.plan, *root.root, bytes,
                                              schemac::direct::Reading::strict, limits);
  for (const auto& violation : result.report.violations())
    UNSCOPED_INFO("not read: " << cases::to_line(violation));
  CHECK(result.report.violations().empty());
  return cases::plain(schemac::direct::to_json(result.values, schemac::direct::Payloads::full));
}

// Only in a file that our writer wouldn't make, bytes may be unknown or belong to two payloads.
void check_explained(const Candidate& root, const std::vector<std::byte>& bytes,
                     bool is_canonical) {
  std::uint64_t at = 0;
  for (const auto& row : schemac::direct::explain(*root.plan, *root.root, bytes).rows) {
    INFO("row " << row.path << " at " << row.offset);
    CHECK((row.offset == at || (!is_canonical && row.offset < at)));
    CHECK((row.kind != schemac::direct::RowKind::unknown || !is_canonical));
    at = std::max(at, row.offset + row.size);
  }
  CHECK(at == bytes.size());
}

void check_file(const schemac::Compilation& run, const cases::ExpectedFile& expected) {
  INFO("bytes of line " << expected.line << ": " << cases::show(expected.bytes));
  const Candidate root = find_root(run, expected.root);
  const auto report =
      schemac::direct::validate(*root.plan, *root.root, expected.bytes, expected.limits);
  CHECK(cases::to_lines(report) == expected.violations);
  if (expected.violations.empty()) check_explained(root, expected.bytes, expected.is_canonical);

  if (!expected.values) {
    const auto read = schemac::direct::decode(*root.plan, *root.root, expected.bytes,
                                              schemac::direct::Reading::strict, expected.limits);
    const bool is_refused = !read.report.violations().empty();
    const auto has_error = [](const schemac::Violation& v) {
      return v.level == schemac::Level::error;
    };
    CHECK(is_refused ==
          std::any_of(report.violations().begin(), report.violations().end(), has_error));
    return;
  }
  CHECK(decoded(root, expected.bytes, expected.limits) == *expected.values);
  if (!report.ok()) return;
  const std::vector<std::byte> written = encoded(root, *expected.values);
  CHECK(decoded(root, written, expected.limits) == *expected.values);
  if (!expected.is_canonical) return;
  CHECK(cases::show(written) == cases::show(expected.bytes));
  for (const Json& values : expected.also_written)
    CHECK(cases::show(encoded(root, values)) == cases::show(expected.bytes));
}

schemac::direct::DirectoryCandidate find_directory(const schemac::Compilation& run,
                                                   const std::string& name) {
  for (const auto& plan : run.plans)
    for (const auto& candidate : schemac::direct::directories_of(plan)) {
      const std::string full = schemac::direct::name_of(candidate);
      if (full == name || full == run.plans.front().format + name) return candidate;
    }
  FAIL("there is no directory '" << name << "'");
  return {};
}

// The values give the same files again.
void check_folder_written(const schemac::direct::DirectoryCandidate& format,
                          const cases::ExpectedFolder& expected) {
  std::vector<std::string> files, written;
  for (const auto& [name, bytes] : expected.files)
    if (name.back() != '/') files.push_back(name + " " + cases::show(bytes));
  const auto take = [&](const std::string& name, schemac::Bytes content) {
    if (name.back() != '/')
      written.push_back(name + " " + cases::show({content.begin(), content.end()}));
    return true;
  };
  const auto problems =
      schemac::direct::encode_directory(format, cases::with_payloads(*expected.values), take);
  for (const auto& problem : problems) UNSCOPED_INFO("can't write: " << to_string(problem));
  CHECK(problems.empty());
  std::sort(files.begin(), files.end());
  std::sort(written.begin(), written.end());
  CHECK(written == files);
}

void check_folder(const schemac::Compilation& run, const cases::ExpectedFolder& expected) {
  INFO("folder of line " << expected.line);
  const schemac::tests::ScratchFolder folder;
  cases::put_files(expected, folder.path().string());
  const auto format = find_directory(run, expected.root);
  schemac::OpenOptions options;
  options.limits = expected.limits;
  const auto opened = schemac::DatasetFolder::open(folder.path().string(), options);
  REQUIRE(opened.has_value());
  const auto decoded = schemac::direct::decode_directory(format, *opened);
  std::vector<std::string> found;
  for (const auto& [file, violation] : decoded.violations)
    found.push_back(cases::to_line(file, violation));
  CHECK(found == expected.violations);
  if (!expected.values) return;
  CHECK(cases::plain(schemac::direct::to_json(decoded.values, schemac::direct::Payloads::full)) ==
        *expected.values);
  if (expected.is_canonical) check_folder_written(format, expected);
}

// What a directory can't be made of.
std::vector<schemac::direct::Problem> problems_of(const schemac::Compilation& run,
                                                  const cases::Unwritable& refused) {
  const Json values = cases::with_payloads(refused.values);
  for (const auto& plan : run.plans)
    for (const auto& candidate : schemac::direct::directories_of(plan))
      if (schemac::direct::name_of(candidate) == run.plans.front().format + refused.root)
        return schemac::direct::encode_directory(
            candidate, values, [](const std::string&, schemac::Bytes) { return true; });
  const Candidate root = find_root(run, refused.root);
  return schemac::direct::encode(*root.plan, *root.root, values).problems;
}

void check_unwritable(const schemac::Compilation& run, const cases::Unwritable& refused) {
  INFO("values of line " << refused.line << ": " << refused.values.dump());
  std::vector<std::string> lines;
  for (const auto& problem : problems_of(run, refused)) {
    const std::string path = problem.path.empty() ? "-" : problem.path;
    lines.push_back(problem.rule ? cases::to_problem({problem.path, 0, *problem.rule, problem.level,
                                                      problem.name, problem.message})
                                 : path + " - " + problem.message);
    UNSCOPED_INFO(lines.back());
  }
  CHECK(lines == refused.problems);
}

// A schema with its imports in a folder of its own, so that they find each other.
std::string unpack(const cases::CaseFile& file) {
  const fs::path folder = fs::temp_directory_path() / ("schemac_case_" + file.name);
  fs::create_directories(folder);
  for (const auto& section : file.sections) {
    if (section.kind == "schema") std::ofstream(folder / (file.name + ".yaml")) << section.text;
    if (section.kind == "file") std::ofstream(folder / section.arguments.front()) << section.text;
  }
  return (folder / (file.name + ".yaml")).string();
}

void run_case(const std::string& path) {
  const auto example = cases::read_language_case(path);
  const std::string schema = unpack(example.file);
  const auto run = schemac::compile(schema);
  INFO(to_text(run.diagnostics));
  REQUIRE(run.ok());
  CHECK(run.diagnostics.empty());
  REQUIRE(!run.plans.empty());
  CHECK(run.plans.front().format == example.file.name);
  for (const auto& file : example.files) check_file(run, file);
  for (const auto& folder : example.folders) check_folder(run, folder);
  for (const auto& refused : example.unwritable) check_unwritable(run, refused);
  for (const auto& plan : run.plans) {
    std::ostringstream steps;
    schemac::steps::dump(plan, steps);
    CHECK(!steps.str().empty());
    if (plan.samples.empty()) continue;
    const auto samples = schemac::direct::run_samples(plan, fs::path(schema).parent_path());
    for (const auto& outcome : samples.outcomes)
      for (const auto& failure : outcome.failures) UNSCOPED_INFO(failure);
    CHECK(samples.ok());
  }
  fs::remove_all(fs::path(schema).parent_path());
}

const bool is_registered = cases::register_cases("language", run_case);

}  // namespace
