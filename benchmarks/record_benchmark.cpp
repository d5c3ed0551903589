// Times the jobs of all implementations of a format of records in one run, and prints the ratios
// at the end.
//
// Run it with --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true for ratios of
// medians. Times on shared machines are reported, not held.
#include <map>
#include <memory>

#include "implementation.h"
#include "ratio_reporter.h"

namespace {

using benchmarks::Bytes;
using benchmarks::Implementation;
using Buffer = std::vector<std::byte>;
using Task = std::function<std::uint64_t()>;

// Made when a benchmark first needs it, so that a filter saves its cost.
const Buffer& file_of(std::uint32_t count) {
  static std::map<std::uint32_t, Buffer> files;
  Buffer& file = files[count];
  if (file.empty()) file = benchmarks::make_records(count);
  return file;
}

void register_sum(const std::string& job, std::uint32_t count, const Implementation& implementation,
                  std::uint64_t (*sum)(Bytes)) {
  if (sum == nullptr) return;
  const std::string name =
      job + "/" + std::to_string(count) + "/" + std::string(implementation.name);
  benchmarks::register_task(name, count, [count, sum]() -> Task {
    return [sum, bytes = Bytes(file_of(count))] { return sum(bytes); };
  });
}

void register_jobs(std::uint32_t count, const Implementation& implementation) {
  register_sum("validate", count, implementation, implementation.validate);
  register_sum("lazy", count, implementation, implementation.lazy);
  register_sum("owned", count, implementation, implementation.owned);
  if (implementation.writer == nullptr) return;
  const std::string name =
      "write/" + std::to_string(count) + "/" + std::string(implementation.name);
  benchmarks::register_task(name, count, [count, writer = implementation.writer]() -> Task {
    const auto storage = std::make_shared<Buffer>(file_of(count).size());
    return [storage, write = writer(file_of(count))] { return write(std::span(*storage)); };
  });
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const std::uint32_t count : {100U, 10'000U, 1'000'000U})
    for (const Implementation& implementation : benchmarks::implementations())
      register_jobs(count, implementation);
  benchmarks::RatioReporter reporter({"handwritten"});
  return benchmark::RunSpecifiedBenchmarks(&reporter) == 0 ? 1 : 0;
}
