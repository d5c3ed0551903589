// Times the OINF jobs, hand-written beside generated in one run, and prints the ratios at the end.
//
// Times on shared machines are reported, not held: `count_instructions.py` holds instructions. Run
// it with --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true for ratios of
// medians. Files are made in the directory for temporary files; TMPDIR=/dev/shm keeps disks out of
// it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "files.h"
#include "oinf_generated.h"
#include "oinf_handwritten.h"

namespace {

using benchmarks::Bytes;
using benchmarks::HandwrittenJobs;
using Buffer = std::vector<std::byte>;
using Task = std::function<std::uint64_t()>;

constexpr std::uint32_t large_count = 64;
constexpr std::uint64_t large_payload = 8 << 20;

// Files are made when a benchmark first needs them, so that a filter saves their cost.
const Buffer& small_file(std::uint32_t tensor_count) {
  static std::map<std::uint32_t, Buffer> files;
  Buffer& file = files[tensor_count];
  if (file.empty()) file = benchmarks::make_small_file(tensor_count);
  return file;
}

const Buffer& large_file() {
  static const Buffer file = benchmarks::make_large_file(large_count, large_payload);
  return file;
}

// A file on disk that goes with the program.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               ("oinf_benchmark_" + std::to_string(::getpid()) + name))
                  .string()),
        descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {}
  ~TemporaryFile() {
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  // Overwrites what is there, from the start, so that no fresh pages are needed.
  int rewound() const {
    ::lseek(descriptor_, 0, SEEK_SET);
    return descriptor_;
  }
  std::uint64_t put(Bytes bytes) const {
    handwritten::FileSink sink(rewound());
    return sink.write(bytes) ? bytes.size() : 0;
  }

 private:
  std::string path_;
  int descriptor_;
};

const TemporaryFile& file_on_disk(const std::string& name, const Buffer& content) {
  static std::map<std::string, std::unique_ptr<TemporaryFile>> files;
  auto& file = files[name];
  if (!file) {
    file = std::make_unique<TemporaryFile>(name);
    file->put(content);
  }
  return *file;
}

// Times the task that `prepare` makes; `records` (tensors or bytes) are done by each call.
void register_task(const std::string& name, std::uint64_t records,
                   const std::function<Task()>& prepare) {
  const auto run = [records, prepare](benchmark::State& state) {
    const Task task = prepare();
    if (task() == 0) return state.SkipWithError("the job failed");
    for (auto _ : state) benchmark::DoNotOptimize(task());
    state.counters["per record"] =
        benchmark::Counter(static_cast<double>(records) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  };
  benchmark::RegisterBenchmark(name.c_str(), run)->UseRealTime();
}

template <class Jobs>
Task prepare_write(std::uint32_t tensor_count) {
  const Buffer& bytes = small_file(tensor_count);
  const auto file = std::make_shared<typename Jobs::File>(Jobs::read(bytes));
  const auto storage = std::make_shared<Buffer>(bytes.size());
  return [file, storage] { return Jobs::write(*file, std::span(*storage)); };
}

// Names are job/size/implementation: what is compared stands together.
template <class Jobs>
void register_small(std::uint32_t n) {
  const std::string end = "/" + std::to_string(n) + "/" + std::string(Jobs::label);
  register_task("validate" + end, n, [n]() -> Task {
    return [bytes = Bytes(small_file(n))] { return std::uint64_t{Jobs::validate(bytes)}; };
  });
  register_task("lazy" + end, n, [n]() -> Task {
    return [bytes = Bytes(small_file(n))] { return Jobs::lazy_sum(bytes); };
  });
  register_task("owned" + end, n, [n]() -> Task {
    return [bytes = Bytes(small_file(n))] { return Jobs::owned_sum(bytes); };
  });
  register_task("find" + end, n, [n]() -> Task {
    return [bytes = Bytes(small_file(n)), name = benchmarks::last_name(n)] {
      return Jobs::find(bytes, name);
    };
  });
  register_task("write" + end, n, [n] { return prepare_write<Jobs>(n); });
  register_task("open" + end, n, [n]() -> Task {
    const std::string path = file_on_disk(std::to_string(n), small_file(n)).path();
    return [path] { return Jobs::open_sum(path); };
  });
}

template <class Jobs>
void register_large() {
  const std::string end = "/512MiB/" + std::string(Jobs::label);
  register_task("read" + end, large_count, []() -> Task {
    const std::string path = file_on_disk("large", large_file()).path();
    return [path] { return Jobs::payload_sum(path); };
  });
  register_task("write" + end, large_count, []() -> Task {
    const auto file = std::make_shared<typename Jobs::File>(Jobs::read(large_file()));
    const TemporaryFile& target = file_on_disk("written", large_file());
    return [file, &target] { return Jobs::write(*file, target.rewound()); };
  });
}

// What the machine can do with the same bytes when it needn't know what they are.
void register_limits() {
  register_task("read/512MiB/mmap+sum", large_count, []() -> Task {
    const std::string path = file_on_disk("large", large_file()).path();
    return [path] { return benchmarks::sum_words(benchmarks::OpenedFile(path).bytes()); };
  });
  register_task("write/512MiB/write()", large_count, []() -> Task {
    const TemporaryFile& target = file_on_disk("written", large_file());
    return [&target] { return target.put(large_file()); };
  });
}

template <class Jobs>
void register_all() {
  for (std::uint32_t n : {100U, 10'000U, 1'000'000U}) register_small<Jobs>(n);
  register_large<Jobs>();
}

// Prints as usual, and at the end each job's time as a ratio.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const bool is_time = run.run_type == Run::RT_Iteration || run.aggregate_name == "median";
      if (!is_time || run.error_occurred) continue;
      const std::string name = run.run_name.function_name;
      const auto slash = name.rfind('/');
      times_[name.substr(0, slash)][name.substr(slash + 1)].push_back(run.GetAdjustedRealTime());
    }
  }

  void Finalize() override {
    ConsoleReporter::Finalize();
    std::printf("\nmedian times against the limit, or else the hand-written version\n");
    for (auto& [job, implementations] : times_) {
      const double base = median(reference(implementations));
      for (auto& [name, times] : implementations) {
        std::printf("%-20s %-14s %12.0f ns  %6.3f\n", job.c_str(), name.c_str(), median(times),
                    median(times) / base);
      }
    }
  }

 private:
  using Times = std::vector<double>;

  static Times& reference(std::map<std::string, Times>& implementations) {
    for (const char* name : {"mmap+sum", "write()", "handwritten"}) {
      if (const auto found = implementations.find(name); found != implementations.end()) {
        return found->second;
      }
    }
    return implementations.begin()->second;
  }
  static double median(Times& times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
  }

  std::map<std::string, std::map<std::string, Times>> times_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_limits();
  register_all<HandwrittenJobs>();
  register_all<benchmarks::GeneratedJobs>();
  RatioReporter reporter;
  return benchmark::RunSpecifiedBenchmarks(&reporter) == 0 ? 1 : 0;
}
