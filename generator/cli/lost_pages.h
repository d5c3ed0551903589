// Large files are mapped. If such a file becomes shorter while it is read, or its disk fails, the
// system ends the program (SIGBUS); here it ends with an error that says so.
#pragma once

namespace schemac::cli {

/// From now on, reading what a mapped file no longer has prints the name of the file and ends the
/// program with `not_judged`. Nothing of what it has begun to write is in place then.
void report_lost_pages();

}  // namespace schemac::cli
