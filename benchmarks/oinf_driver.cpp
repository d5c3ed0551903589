// Runs one job of one implementation once, so that callgrind can count its instructions.
//
//   oinf_driver [handwritten|generated] JOB N
//
// JOB is validate, lazy, owned, find, write or open; for the hand-written version also its parts
// (see `run_part`); `validate-unsorted` is a file whose names don't ascend.
// The job runs inside `measured_job`, a name that `--toggle-collect` can be given; what it needs is
// made before. Prints the job's result and what it asked of operator new.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <new>
#include <string>

#include "files.h"
#include "oinf_generated.h"
#include "oinf_handwritten.h"

namespace {
std::uint64_t allocation_count = 0;
std::uint64_t allocated_bytes = 0;
}  // namespace

// Two additions a call: as good as nothing beside malloc, and the same for all implementations.
void* operator new(std::size_t size) {
  ++allocation_count;
  allocated_bytes += size;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// The function that callgrind collects in; extern "C" gives it a name without decoration.
extern "C" [[gnu::noinline]] std::uint64_t measured_job(const std::function<std::uint64_t()>& job) {
  return job();
}

namespace {

using benchmarks::Bytes;
using benchmarks::HandwrittenJobs;
using benchmarks::NameOrder;
using Job = std::function<std::uint64_t()>;

// What jobs work on; made before anything is counted.
struct Input {
  explicit Input(std::uint32_t tensor_count, NameOrder order)
      : bytes(benchmarks::make_small_file(tensor_count, order)),
        last_name(benchmarks::last_name(tensor_count, order)) {}

  std::vector<std::byte> bytes;
  std::string last_name;
};

class TemporaryFile {
 public:
  explicit TemporaryFile(Bytes bytes)
      : path_(std::filesystem::temp_directory_path() /
              ("oinf_driver_" + std::to_string(::getpid()) + ".oinf")) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

int run(const Job& job) {
  const std::uint64_t allocations_before = allocation_count;
  const std::uint64_t bytes_before = allocated_bytes;
  const std::uint64_t result = measured_job(job);
  const std::uint64_t allocations = allocation_count - allocations_before;
  const std::uint64_t bytes = allocated_bytes - bytes_before;
  std::printf("result %llu allocations %llu bytes %llu\n", static_cast<unsigned long long>(result),
              static_cast<unsigned long long>(allocations), static_cast<unsigned long long>(bytes));
  return result == 0 ? 1 : 0;
}

template <class Jobs>
int run_write(const Input& input) {
  const typename Jobs::File file = Jobs::read(input.bytes);
  std::vector<std::byte> out(input.bytes.size());
  const int status = run([&] { return Jobs::write(file, std::span(out)); });
  if (out == input.bytes) return status;
  std::fprintf(stderr, "the file written differs from the file read\n");
  return 1;
}

template <class Jobs>
int run_job(const std::string& job, const Input& input) {
  if (job == "validate" || job == "validate-unsorted") {
    return run([&] { return std::uint64_t{Jobs::validate(input.bytes)}; });
  }
  if (job == "lazy") return run([&] { return Jobs::lazy_sum(input.bytes); });
  if (job == "owned") return run([&] { return Jobs::owned_sum(input.bytes); });
  if (job == "find") return run([&] { return Jobs::find(input.bytes, input.last_name); });
  if (job == "write") return run_write<Jobs>(input);
  if (job == "open") {
    const TemporaryFile file(input.bytes);
    return run([&] { return Jobs::open_sum(file.path()); });
  }
  return 2;
}

// The price of single rules and of what only the hand-written version has.
int run_part(const std::string& job, const Input& input) {
  using handwritten::Checks;
  const Bytes bytes = input.bytes;
  if (job == "validate-plain") {
    return run([&] {
      return std::uint64_t{handwritten::validate<Checks{false, false, false}>(bytes).ok()};
    });
  }
  if (job == "validate-names") {
    return run([&] {
      return std::uint64_t{handwritten::validate<Checks{true, true, false}>(bytes).ok()};
    });
  }
  if (job == "lazy-names") {
    return run([&] {
      if (!handwritten::validate<Checks{true, true, false}>(bytes).ok()) return std::uint64_t{0};
      return HandwrittenJobs::walk_sum(bytes);
    });
  }
  if (job == "owned-names") {
    return run([&] { return HandwrittenJobs::owned_sum<Checks{true, true, false}>(bytes); });
  }
  if (job == "walk") return run([&] { return HandwrittenJobs::walk_sum(bytes); });
  if (job == "index") {
    return run([&] {
      const auto tensor = handwritten::TensorIndex(bytes).find(input.last_name);
      return tensor ? tensor->data().size() : 0;
    });
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string implementation = argc == 4 ? argv[1] : "";
  const std::string job = argc == 4 ? argv[2] : "";
  const auto tensor_count =
      argc == 4 ? static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10)) : 0;
  int status = 2;
  if (tensor_count != 0) {
    const Input input(tensor_count,
                      job == "validate-unsorted" ? NameOrder::in_turn : NameOrder::ascending);
    if (implementation == "handwritten") {
      status = run_job<HandwrittenJobs>(job, input);
      if (status == 2) status = run_part(job, input);
    }
#ifdef SCHEMAC_BENCHMARK_GENERATED
    if (implementation == "generated") status = run_job<benchmarks::GeneratedJobs>(job, input);
#endif
  }
  if (status == 2) std::fprintf(stderr, "usage: oinf_driver handwritten|generated JOB N\n");
  return status;
}
