// What programs share that run one job once, for callgrind to count its instructions.
//
// The job runs inside `measured_job`, a name that `--toggle-collect` can be given; what it needs is
// made before. The job's result and what it asked of operator new are printed.
#pragma once
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "counted_allocations.h"

// The function that callgrind collects in; extern "C" gives it a name without decoration.
extern "C" [[gnu::noinline]] inline std::uint64_t measured_job(
    const std::function<std::uint64_t()>& job) {
  return job();
}

namespace benchmarks {

// The exit status: 1 if the job failed, whose result then is 0.
inline int run(const std::function<std::uint64_t()>& job) {
  const Allocations before = allocations();
  const std::uint64_t result = measured_job(job);
  const Allocations after = allocations();
  std::printf("result %llu allocations %llu bytes %llu\n", static_cast<unsigned long long>(result),
              static_cast<unsigned long long>(after.count - before.count),
              static_cast<unsigned long long>(after.bytes - before.bytes));
  return result == 0 ? 1 : 0;
}

// Writes a file that was made; the exit status.
inline int save(const std::string& path, const std::vector<std::byte>& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  return out.flush() ? 0 : 1;
}

}  // namespace benchmarks
