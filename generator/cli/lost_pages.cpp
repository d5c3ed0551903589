#include "cli/lost_pages.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "cli/options.h"

namespace schemac::cli {
namespace {

// Only what is safe in a signal handler: calls of the system, and memory that is there.
class MapLines {
 public:
  MapLines() : file_(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
  ~MapLines() {
    if (file_ >= 0) ::close(file_);
  }
  MapLines(const MapLines&) = delete;
  MapLines& operator=(const MapLines&) = delete;

  // The next line, as far as there is room for it; false after the last one.
  bool next(std::string_view& line) {
    std::size_t size = 0;
    for (char character = 0; file_ >= 0 && ::read(file_, &character, 1) == 1;) {
      if (character == '\n') {
        line = {line_, size};
        return true;
      }
      if (size < sizeof line_) line_[size++] = character;
    }
    return false;
  }

 private:
  int file_;
  char line_[4096 + 128];
};

std::uintptr_t hexadecimal(std::string_view& text) {
  std::uintptr_t number = 0;
  while (!text.empty()) {
    const char digit = text.front();
    const bool is_letter = digit >= 'a' && digit <= 'f';
    if (!is_letter && (digit < '0' || digit > '9')) break;
    number = number * 16 + static_cast<std::uintptr_t>(is_letter ? digit - 'a' + 10 : digit - '0');
    text.remove_prefix(1);
  }
  return number;
}

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// "7f00-7f80 r--p 00000000 fe:00 1234    /path of the file"
void print_name_at(std::uintptr_t address) {
  MapLines lines;
  for (std::string_view line; lines.next(line);) {
    const std::uintptr_t begin = hexadecimal(line);
    if (!line.empty()) line.remove_prefix(1);
    const std::uintptr_t end = hexadecimal(line);
    const std::size_t name = line.find('/');
    if (address < begin || address >= end || name == std::string_view::npos) continue;
    print("'");
    print(line.substr(name));
    print("'");
    return;
  }
  print("a file");
}

void report(int, siginfo_t* info, void*) {
  print("schemac: cannot read ");
  print_name_at(reinterpret_cast<std::uintptr_t>(info->si_addr));
  print(
      ": it became shorter while it was read, or its disk fails; nothing that was found out about "
      "it counts\n");
  ::_exit(not_judged);
}

}  // namespace

void report_lost_pages() {
  struct sigaction action = {};
  action.sa_sigaction = report;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_RESETHAND);
  static_cast<void>(::sigaction(SIGBUS, &action, nullptr));
}

}  // namespace schemac::cli
