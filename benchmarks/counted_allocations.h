// Counts what a program asks of operator new. Linking the source file beside this replaces the
// operators of the whole program; in a file of its own, so that no compiler sees through them.
#pragma once
#include <cstdint>

namespace benchmarks {

struct Allocations {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};
// All of the program so far.
Allocations allocations();

}  // namespace benchmarks
