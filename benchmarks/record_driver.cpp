// Runs one job of one implementation once on a file of small records, so that callgrind can count
// its instructions.
//
//   paddle_driver make FILE N                 a file of N records
//   paddle_driver IMPLEMENTATION JOB FILE     JOB is validate, lazy, owned or write
//
// Status 2 if that implementation doesn't do the job.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "driver.h"
#include "implementation.h"

namespace {

using benchmarks::Bytes;
using benchmarks::Implementation;
using benchmarks::run;

int run_sum(std::uint64_t (*job)(Bytes), Bytes bytes) {
  return job == nullptr ? 2 : run([&] { return job(bytes); });
}

int run_write(const Implementation& implementation, Bytes bytes) {
  if (implementation.writer == nullptr) return 2;
  const benchmarks::Write write = implementation.writer(bytes);
  std::vector<std::byte> out(bytes.size());
  const int status = run([&] { return write(out); });
  if (std::equal(out.begin(), out.end(), bytes.begin(), bytes.end())) return status;
  std::fprintf(stderr, "the file written differs from the file read\n");
  return 1;
}

int run_job(const Implementation& implementation, const std::string& job, Bytes bytes) {
  if (job == "validate") return run_sum(implementation.validate, bytes);
  if (job == "lazy") return run_sum(implementation.lazy, bytes);
  if (job == "owned") return run_sum(implementation.owned, bytes);
  return job == "write" ? run_write(implementation, bytes) : 2;
}

std::vector<std::byte> bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

int run_command(const std::string& what, const std::string& x, const std::string& y) {
  if (what == "make")
    return benchmarks::save(
        x,
        benchmarks::make_records(static_cast<std::uint32_t>(std::strtoul(y.c_str(), nullptr, 10))));
  const std::vector<std::byte> bytes = bytes_of(y);
  for (const Implementation& each : benchmarks::implementations())
    if (each.name == what) return run_job(each, x, bytes);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const int status = argc == 4 ? run_command(argv[1], argv[2], argv[3]) : 2;
  if (status == 2) std::fprintf(stderr, "usage: %s make|IMPLEMENTATION JOB FILE\n", argv[0]);
  return status;
}
