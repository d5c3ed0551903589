// Times the OINF jobs, hand-written beside generated in one run, and prints the ratios at the end.
//
// Times on shared machines are reported, not held: `count_instructions.py` holds instructions. Run
// it with --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true for ratios of
// medians. Files are made in the directory for temporary files; TMPDIR=/dev/shm keeps disks out of
// it.
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "files.h"
#include "oinf_generated.h"
#include "oinf_handwritten.h"
#include "ratio_reporter.h"

namespace {

using benchmarks::Bytes;
using benchmarks::HandwrittenJobs;
using benchmarks::register_task;
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

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_limits();
  register_all<HandwrittenJobs>();
  register_all<benchmarks::GeneratedJobs>();
  benchmarks::RatioReporter reporter({"mmap+sum", "write()", "handwritten"});
  return benchmark::RunSpecifiedBenchmarks(&reporter) == 0 ? 1 : 0;
}
