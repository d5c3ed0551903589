// Files that the command reads and writes. Failures are texts for a person: what could not be done,
// and why.
#pragma once

#include <string>
#include <string_view>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/io/source.h"

namespace schemac::cli {

/// A file's bytes, mapped or read; valid as long as this lives.
class Input {
 public:
  /// Returns whether `path` could be read; if not, it was complained about. "-" is stdin, which is
  /// read to its end.
  [[nodiscard]] bool open(const std::string& path);
  [[nodiscard]] Bytes bytes() const {
    return is_typed_ ? Bytes(impl::bytes_of(std::string_view(typed_)), typed_.size())
                     : source_.bytes();
  }
  /// Nobody looks at these bytes soon: of a mapped file they needn't stay in memory.
  void release(Bytes bytes) const;
  [[nodiscard]] std::string_view text() const {
    return impl::text_at(bytes().data(), bytes().size());
  }

 private:
  Source source_;
  bool is_typed_ = false;
  std::string typed_;
};

/// Replaces `path` by `content` as a whole (temporary file, rename), unless it holds just that
/// already; "-" is stdout. Returns success.
[[nodiscard]] bool write_file(const std::string& path, std::string_view content);

}  // namespace schemac::cli
