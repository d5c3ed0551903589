// What a person sees: colours where stdout or stderr is a terminal that wants them, complaints in
// one form.
#pragma once

#include <cstddef>
#include <string>

namespace schemac::cli {

enum class Stream { out, err };

[[nodiscard]] bool is_terminal(Stream stream);

/// Columns of the terminal that stdout is; 0 if it is none.
[[nodiscard]] std::size_t terminal_width();

/// True on a terminal, unless NO_COLOR is set.
[[nodiscard]] bool has_colours(Stream stream);

/// Prints "schemac: text" to stderr.
void complain(const std::string& text);

/// As long as this lives, what this thread complains of is kept instead.
class KeptComplaints {
 public:
  KeptComplaints();
  KeptComplaints(const KeptComplaints&) = delete;
  KeptComplaints& operator=(const KeptComplaints&) = delete;
  ~KeptComplaints();

  /// As they are printed.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::string* before_;
};

/// `text` in the colour of an SGR code ("1;31"), if `is_on`.
[[nodiscard]] std::string coloured(const std::string& text, const char* code, bool is_on);

}  // namespace schemac::cli
