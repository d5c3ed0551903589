#include "cli/output.h"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "cli/terminal.h"

namespace schemac::cli {

bool Output::fail(const Violation& why) {
  complain(why.message);
  has_failed_ = true;
  return false;
}

bool Output::open(const std::string& path) {
  if (path == "-") {
    std::cout.flush();
    sink_.emplace(STDOUT_FILENO, "stdout");
    return true;
  }
  auto replacement = Replacement::begin(path);
  if (!replacement) return fail(replacement.error());
  replacement_.emplace(std::move(*replacement));
  sink_.emplace(replacement_->descriptor(), path);
  return true;
}

bool Output::write(Bytes bytes) { return sink_->write(bytes) || fail(sink_->failure()); }

bool Output::commit() {
  if (!replacement_) return true;
  const Result<void> done = replacement_->commit();
  return done || fail(done.error());
}

}  // namespace schemac::cli
