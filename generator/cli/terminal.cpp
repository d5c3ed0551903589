#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <utility>

#include "direct/byte_text.h"

namespace schemac::cli {
namespace {

thread_local std::string* kept_complaints = nullptr;

}  // namespace

bool is_terminal(Stream stream) {
  return isatty(stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

std::size_t terminal_width() {
  winsize size{};
  const bool is_known = is_terminal(Stream::out) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return is_known ? size.ws_col : 0;
}

bool has_colours(Stream stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && is_terminal(stream);
}

void complain(const std::string& text) {
  const std::string line =
      coloured("schemac:", "1;31", has_colours(Stream::err)) + ' ' + direct::printable(text) + '\n';
  if (kept_complaints != nullptr)
    *kept_complaints += line;
  else
    std::cerr << line;
}

KeptComplaints::KeptComplaints() : before_(std::exchange(kept_complaints, &text_)) {}
KeptComplaints::~KeptComplaints() { kept_complaints = before_; }

std::string coloured(const std::string& text, const char* code, bool is_on) {
  return is_on ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
}

}  // namespace schemac::cli
