// What the system refused, as a violation: there is one form of error for everything that concerns
// a file.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include "schemac/core/violation.h"

namespace schemac::impl {

/// "cannot read 'a.pipe': nobody writes to it", of class `io_error`: where no errno says it. The
/// name of the file is in the message, since the path of a violation names a field.
[[nodiscard]] inline Violation io_failure(std::string_view verb, std::string_view path,
                                          std::string_view why) {
  Violation violation;
  violation.rule = Rule::io_error;
  violation.message = "cannot ";
  violation.message.append(verb).append(" '").append(path).append("': ").append(why);
  return violation;
}

/// "cannot open 'a.bin': No such file or directory", of class `missing_file` or `io_error`; `code`
/// is an errno.
[[nodiscard]] inline Violation io_failure(std::string_view verb, std::string_view path, int code) {
  Violation violation = io_failure(verb, path, std::generic_category().message(code));
  if (code == ENOENT || code == ENOTDIR) violation.rule = Rule::missing_file;
  return violation;
}

}  // namespace schemac::impl
