// What is wrong, as the exceptions of the package (schemac/_errors.py).
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <vector>

#include "direct/problem.h"
#include "schemac/core/report.h"
#include "schemac/core/violation.h"
#include "schemac/io/dataset.h"

namespace schemac::python {

namespace nb = nanobind;

/// A str; bytes that aren't UTF-8 are lone surrogates in it, as in Python's names of files.
[[nodiscard]] nb::object text_object(std::string_view text);
/// A schemac.Violation.
[[nodiscard]] nb::object to_python(const Violation& violation);
/// A list of them.
[[nodiscard]] nb::object to_python(const Report& report);

/// Those of a directory.
[[nodiscard]] nb::object to_python(const std::vector<FileViolation>& violations);

/// schemac.InvalidFile: all that is wrong with a file.
[[noreturn]] void raise_invalid_file(const std::string& file, const Report& report);
[[noreturn]] void raise_invalid_file(const std::string& file, const Violation& violation);
[[noreturn]] void raise_invalid_file(const std::string& file,
                                     const std::vector<FileViolation>& violations);
/// schemac.InvalidValues: why values can't be written.
[[noreturn]] void raise_invalid_values(const std::vector<direct::Problem>& problems);
/// schemac.UnknownFormat, schemac.SchemaError: in those words.
[[noreturn]] void raise_unknown_format(const std::string& text);
[[noreturn]] void raise_schema_error(const std::string& text);
/// OSError: what the system refused.
[[noreturn]] void raise_system_error(const std::string& text);

}  // namespace schemac::python
