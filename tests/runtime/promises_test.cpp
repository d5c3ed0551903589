// What fuzzers hold a header to: broken promises end the program, kept ones don't.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <string_view>

#include "schemac/testing/fuzz.h"

namespace promising {

enum class Fault { none, forgets, invents, refuses };

// A format of one byte, below 100, whose functions can be made to fail.
template <Fault fault>
struct File {
  std::byte value = {};
};

}  // namespace promising

template <promising::Fault fault>
struct schemac::impl::Format<promising::File<fault>> {
  using File = promising::File<fault>;
  static Report validate(Bytes bytes, const Limits&) {
    Report report;
    if (bytes.size() != 1 || bytes[0] >= std::byte{100}) report.add(violation());
    return report;
  }
  static Result<File> read(Bytes bytes, const Limits&) {
    if (bytes.size() != 1 || fault == promising::Fault::refuses) return violation();
    return File{bytes[0]};
  }
  static Result<std::uint64_t> write(const File& file, Sink& sink) {
    const auto more = fault == promising::Fault::invents ? 1u : 0u;
    const std::array<std::byte, 2> bytes = {
        fault == promising::Fault::forgets ? std::byte{200} : file.value, std::byte{}};
    if (!sink.write(Bytes(bytes).first(1 + more))) return violation();
    return 1 + more;
  }
  static Violation violation() {
    Violation violation;
    violation.rule = Rule::bad_value;
    violation.level = Level::error;
    return violation;
  }
};

namespace {

// Whether trying these bytes ends the program.
template <promising::Fault fault>
bool aborts(std::uint8_t byte) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::signal(SIGABRT, SIG_DFL);  // the test's own handler would report it
    ::close(STDERR_FILENO);
    const std::byte input{byte};
    schemac::hold_to_promises<promising::File<fault>>({&input, 1});
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

TEST_CASE("promises that are kept end nothing") {
  CHECK_FALSE(aborts<promising::Fault::none>(5));
  CHECK_FALSE(aborts<promising::Fault::refuses>(105));
}

TEST_CASE("promises that are broken end the program") {
  CHECK(aborts<promising::Fault::none>(105));  // writes what isn't valid
  CHECK(aborts<promising::Fault::refuses>(5));
  CHECK(aborts<promising::Fault::forgets>(5));
  CHECK(aborts<promising::Fault::invents>(5));
}

}  // namespace
