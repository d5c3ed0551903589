// The formats that a call may be about, compiled when they are needed and kept for the next call.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "direct/files/directory.h"
#include "direct/files/select.h"
#include "known/formats.h"

namespace schemac::python {

namespace nb = nanobind;

class Formats final : private known::Listener {
 public:
  /// `schema` is a file, or the name of a known format; empty: files are recognised. Raises
  /// SchemaError or UnknownFormat.
  Formats(const std::string& schema, std::vector<std::string> folders, const std::string& own);

  /// The format of a file. Raises UnknownFormat.
  [[nodiscard]] direct::Candidate choose(Bytes bytes, const std::string& file) const;
  /// That of a directory. Raises UnknownFormat.
  [[nodiscard]] direct::DirectoryCandidate choose(const DatasetFolder& folder) const;
  /// The format that was named. Raises UnknownFormat.
  [[nodiscard]] direct::Candidate named() const;
  /// "log", "log:daily"
  [[nodiscard]] std::vector<std::string> names() const;

  /// Python's classes of its records, by their place in the plan.
  [[nodiscard]] const nb::dict& classes() const { return classes_; }
  /// The one of records inside of others; none yet if nobody has set it.
  [[nodiscard]] nb::object& class_of(const plan::Record* record) { return inner_classes_[record]; }

 private:
  void complain(const std::string& text) override;
  void complain(const source::Diagnostics& diagnostics) override;
  [[nodiscard]] std::string_view schema_option() const override { return "schema=..."; }
  [[noreturn]] void raise_complaints() const;

  std::string complaints_;
  bool is_of_schema_ = false;  // they are about the schema that was named
  std::string schema_;
  known::Formats known_;
  nb::dict classes_;
  std::unordered_map<const plan::Record*, nb::object> inner_classes_;
};

}  // namespace schemac::python
