// A .case file held against generated code: the same values, the same bytes, the same violations,
// text for text, as those expected of the direct executor.
//
// A value is compared with the case's JSON while the plan is gone through beside it, since C++
// types don't say which flag a bit is or how an alternative is called.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "language/language_case.h"
#include "language/value_make.h"
#include "language/value_match.h"
#include "plan/plan.h"
#include "schemac/core/format.h"

namespace cases {

/// What a case's generated code offers for one root, after types that all cases share.
struct GeneratedRoot {
  std::string name;  ///< "format" or "format:root"
  void (*check)(const ExpectedFile& expected, const schemac::plan::Plan& plan,
                const schemac::plan::Root& root);
  void (*refuse)(const Unwritable& refused, const schemac::plan::Plan& plan,
                 const schemac::plan::Root& root);
};

/// What it offers for a root that is a directory.
struct GeneratedFolder {
  std::string name;
  void (*check)(const ExpectedFolder& expected, const std::string& path);
};

/// Whether `read` refuses it: a violation of level error is expected.
[[nodiscard]] bool has_error(const ExpectedFile& expected);

/// Runs the case of that name with these roots.
void run_generated(const std::string& name, const std::vector<GeneratedRoot>& roots,
                   const std::vector<GeneratedFolder>& folders = {});

template <class File, class View>
void check_generated(const ExpectedFile& expected, const schemac::plan::Plan& plan,
                     const schemac::plan::Root& root) {
  const auto report = schemac::impl::Format<File>::validate(expected.bytes, expected.limits);
  CHECK(to_lines(report) == expected.violations);
  const auto read = schemac::impl::Format<File>::read(expected.bytes, expected.limits);
  CHECK(read.has_value() == !has_error(expected));
  if (!read) {
    CHECK(expected.violations.size() > 0);
    const std::string first = to_line(read.error());
    CHECK(std::find(expected.violations.begin(), expected.violations.end(), first) !=
          expected.violations.end());
    // A view shows what read refuses after its head, but what it says is true.
    const auto view = schemac::impl::Format<View>::view(expected.bytes, expected.limits);
    if (!view) CHECK(to_line(view.error()) == first);
    return;
  }
  CHECK(schemac::impl::Format<View>::view(expected.bytes, expected.limits).has_value());
  if (!expected.values) return;
  ValueMatch match(plan);
  match.record(*expected.values, *read, plan.records[root.record], "");
  CHECK(match.mismatches() == std::vector<std::string>());
  if (!report.ok()) return;

  schemac::MemorySink sink;
  const auto written = schemac::impl::Format<File>::write(*read, sink);
  if (!written) FAIL_CHECK("can't write: " << to_line(written.error()));
  const std::vector<std::byte> bytes = sink.take();
  if (expected.is_canonical) CHECK(show(bytes) == show(expected.bytes));
  const auto again = schemac::impl::Format<File>::read(bytes, expected.limits);
  REQUIRE(again.has_value());
  if (*read == *read) CHECK((*again == *read));  // unless it holds what equals nothing, a NaN
}

/// The generated writer refuses what encode does, with the first of its sentences. What only JSON
/// can get wrong has no value in C++.
template <class File>
void refuse_generated(const Unwritable& refused, const schemac::plan::Plan& plan,
                      const schemac::plan::Root& root) {
  if (std::any_of(refused.problems.begin(), refused.problems.end(), is_of_json)) return;
  File value;
  ValueMake make(plan);
  make.record(refused.values, value, plan.records[root.record]);
  INFO("no value in C++: " << make.failure());
  REQUIRE(make.failure().empty());
  schemac::MemorySink sink;
  const auto written = schemac::impl::Format<File>::write(value, sink);
  REQUIRE(!written.has_value());
  REQUIRE(!refused.problems.empty());
  CHECK(to_problem(written.error()) == refused.problems.front());
}

}  // namespace cases
