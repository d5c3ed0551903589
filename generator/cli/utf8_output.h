// A stream that is UTF-8, whatever is written to it: bytes of files, of schemas or of file names
// that aren't are escaped as "\xe9".
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace schemac::cli {

/// As long as this lives, what goes to `stream` goes through it.
class Utf8Output final : private std::streambuf {
 public:
  explicit Utf8Output(std::ostream& stream) : stream_(stream), to_(stream.rdbuf(this)) {}
  Utf8Output(const Utf8Output&) = delete;
  Utf8Output& operator=(const Utf8Output&) = delete;
  ~Utf8Output() override;

 private:
  int_type overflow(int_type ch) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;
  bool put(std::string_view text);

  std::ostream& stream_;
  std::streambuf* to_;
  std::string begun_;  // the first bytes of a character
};

}  // namespace schemac::cli
