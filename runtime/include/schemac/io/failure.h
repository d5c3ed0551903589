// What the system refused, as a violation: there is one form of error for everything that concerns
// a file.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include "schemac/core/violation.h"

namespace schemac {

/// "cannot open 'a.bin': No such file or directory", of class `missing_file` or `io_error`; `code`
/// is an errno. The name of the file stands in the message, since the path of a violation names a
/// field.
[[nodiscard]] inline Violation io_failure(std::string_view verb, std::string_view path, int code) {
  Violation violation;
  violation.rule = code == ENOENT || code == ENOTDIR ? Rule::missing_file : Rule::io_error;
  violation.message = "cannot " + std::string(verb) + " '" + std::string(path) +
                      "': " + std::generic_category().message(code);
  return violation;
}

}  // namespace schemac
