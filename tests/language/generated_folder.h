// A directory of a .case file held against its generated class.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "language/generated_case.h"
#include "schemac/io/dataset.h"

namespace cases {

/// The violations are those expected; of a place that follows from several files it says 0.
template <class Folder>
void check_folder(const ExpectedFolder& expected, const std::string& path) {
  schemac::OpenOptions options;
  options.limits = expected.limits;
  const auto dataset = Folder::open(path, options);
  REQUIRE(dataset.has_value());
  std::vector<std::string> found;
  for (auto [file, violation] : dataset->validate()) {
    const std::string line = to_line(file, violation);
    const std::size_t i = found.size();
    found.push_back(line);
    if (violation.offset != 0 || i >= expected.violations.size()) continue;
    // The same line but for its place.
    const std::string head =
        (file.empty() ? "-" : file) + ": " + (violation.path.empty() ? "-" : violation.path) + " ";
    const std::string& other = expected.violations[i];
    if (other.rfind(head, 0) != 0) continue;
    const std::string rest = other.substr(std::min(other.find(' ', head.size()), other.size()));
    if (line == head + "0" + rest) found.back() = other;
  }
  CHECK(found == expected.violations);
}

}  // namespace cases
