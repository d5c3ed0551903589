// System calls of this program that fail, break off or are written down, as a test wants it.
//
// `system_calls.cpp` defines the functions of the C library that work on files, so that those of
// the runtime, inlined or not, are caught.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace schemac::tests {

enum class Fault : std::uint8_t {
  none,
  killed,         ///< the program dies before the call
  killed_within,  ///< it dies after half of what it writes
  io_error,       ///< EIO, once
  broken,         ///< EIO, of every call that changes something from then on
  no_space,       ///< ENOSPC, of calls that need space, once
  full,           ///< the same from then on
  interrupted,    ///< EINTR, once, of calls that may be interrupted
  short_count,    ///< half of what is read or written
};

/// What a call did, if it changed something; files are numbered as they are opened first.
struct SystemCall {
  enum class Kind : std::uint8_t {
    write,
    cut,
    synchronise,
    create,
    name,
    unname,
    rename,
    exchange
  };
  Kind kind = Kind::write;
  std::uint64_t file = 0;  ///< whose content it is about
  std::uint64_t at = 0;    ///< or the size that is left
  std::vector<std::byte> bytes = {};
  std::string path = {}, other_path = {};
};

/// Counts from zero; the call of that number gets the fault.
void arm(Fault fault, std::uint64_t number);
/// Whether a call has got the fault since.
bool has_struck();
void disarm();

/// Writes down what changes something.
void start_trace();
std::vector<SystemCall> take_trace();

}  // namespace schemac::tests
