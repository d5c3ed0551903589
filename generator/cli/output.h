// What the command writes piece by piece: a file that replaces another one as a whole, or stdout.
#pragma once

#include <optional>
#include <string>

#include "schemac/core/bytes.h"
#include "schemac/io/file_sink.h"
#include "schemac/io/save.h"

namespace schemac::cli {

class Output {
 public:
  /// "-" is stdout. Complains and returns false if it can't be opened; likewise below.
  [[nodiscard]] bool open(const std::string& path);
  [[nodiscard]] bool write(Bytes bytes);
  /// Puts what was written in its place. Without it a file is as it was.
  [[nodiscard]] bool commit();
  /// Whether bytes couldn't be kept, of which was complained.
  [[nodiscard]] bool has_failed() const { return has_failed_; }

 private:
  bool fail(const Violation& why);

  std::optional<Replacement> replacement_;
  std::optional<FileSink> sink_;
  bool has_failed_ = false;
};

}  // namespace schemac::cli
