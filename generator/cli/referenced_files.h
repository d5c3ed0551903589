// Files that values refer to by name: those beneath the folder of the values, and no others.
//
// Values may come from someone else, and what they refer to ends up in the file that is written: so
// a name that is absolute, leads upwards or through a link out of the folder is refused.
#pragma once

#include <map>
#include <string>

#include "direct/json/references.h"
#include "direct/value.h"
#include "schemac/core/result.h"

namespace schemac::cli {

class ReferencedFiles {
 public:
  /// Of the values in the file `path`; "-" is stdin, and the folder then the current one.
  explicit ReferencedFiles(const std::string& path);

  /// The bytes of a file, mapped where it is large; opened once, however often it is asked for.
  [[nodiscard]] Result<direct::Content> open(const std::string& name);
  /// For those who read the values, as long as this lives.
  [[nodiscard]] direct::References references() {
    return {.open_file = [this](const std::string& name) { return open(name); }};
  }

 private:
  std::string folder_;
  std::map<std::string, direct::Content> opened_;
};

}  // namespace schemac::cli
