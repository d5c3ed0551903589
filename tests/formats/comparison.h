// Both executors on single faults of files: the same verdict, values and violations, text for text.
// Under sanitizers this is also the proof that neither reads a byte too many.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "formats/executors.h"
#include "formats/mutations.h"

namespace schemac::tests {

/// A valid file, and the parts that it consists of.
struct Subject {
  const FileKind* format = nullptr;
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<direct::Row> leaves;
};

[[nodiscard]] Subject subject(const FileKind& format, const std::filesystem::path& path);

/// Compares the executors on every mutation; notes which fields can change without any report.
struct Comparison {
  explicit Comparison(const FileKind& of) : format(&of) {}

  const FileKind* format;
  std::uint64_t count = 0;
  std::set<std::string> unreported;  ///< paths without indices

  void operator()(Bytes bytes, const std::string& what, const std::string& path);
};

}  // namespace schemac::tests
