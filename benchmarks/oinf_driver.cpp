// Runs one job of one implementation once, so that callgrind can count its instructions.
//
//   oinf_driver make FILE N            a file of N small tensors, with names in order
//   oinf_driver make-unsorted FILE N   the same with names that fall back within each block
//   oinf_driver handwritten|generated JOB FILE
//
// JOB is validate, lazy, owned, find, write or open; for the hand-written version also its parts
// (see `run_part`). The job runs inside `measured_job`, a name that `--toggle-collect` can be
// given; what it needs is made before. Prints the job's result and what it asked of operator new.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "driver.h"
#include "files.h"
#include "oinf_generated.h"
#include "oinf_handwritten.h"

namespace {

using benchmarks::Bytes;
using benchmarks::HandwrittenJobs;
using benchmarks::make_small_file;
using benchmarks::NameOrder;
using benchmarks::run;
using benchmarks::save;

// What jobs work on; made before anything is counted.
struct Input {
  explicit Input(const std::string& file) : path(file), mapped(file), bytes(mapped.bytes()) {}

  [[nodiscard]] std::string last_name() const {
    return benchmarks::last_name(handwritten::load_header(bytes.data()).n_tensors);
  }

  std::string path;
  benchmarks::OpenedFile mapped;
  Bytes bytes;
};

template <class Jobs>
int run_write(const Input& input) {
  const typename Jobs::File file = Jobs::read(input.bytes);
  std::vector<std::byte> out(input.bytes.size());
  const int status = run([&] { return Jobs::write(file, std::span(out)); });
  if (std::memcmp(out.data(), input.bytes.data(), out.size()) == 0) return status;
  std::fprintf(stderr, "the file written differs from the file read\n");
  return 1;
}

template <class Jobs>
int run_job(const std::string& job, const Input& input) {
  if (job == "validate") {
    return run([&] { return std::uint64_t{Jobs::validate(input.bytes)}; });
  }
  if (job == "lazy") return run([&] { return Jobs::lazy_sum(input.bytes); });
  if (job == "owned") return run([&] { return Jobs::owned_sum(input.bytes); });
  if (job == "find") {
    return run([&, name = input.last_name()] { return Jobs::find(input.bytes, name); });
  }
  if (job == "write") return run_write<Jobs>(input);
  if (job == "open") return run([&] { return Jobs::open_sum(input.path); });
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
    return run([&, name = input.last_name()] {
      const auto tensor = handwritten::TensorIndex(bytes).find(name);
      return tensor ? HandwrittenJobs::size_of_data(*tensor) : 0;
    });
  }
  return 2;
}

int run_command(const std::string& what, const std::string& x, const std::string& y) {
  const auto count = static_cast<std::uint32_t>(std::strtoul(y.c_str(), nullptr, 10));
  if (what == "make") return save(x, make_small_file(count, NameOrder::ascending));
  if (what == "make-unsorted") return save(x, make_small_file(count, NameOrder::in_turn));
  const Input input(y);
  if (input.bytes.size() < handwritten::header_size) return 1;
  if (what == "generated") return run_job<benchmarks::GeneratedJobs>(x, input);
  if (what != "handwritten") return 2;
  const int status = run_job<HandwrittenJobs>(x, input);
  return status == 2 ? run_part(x, input) : status;
}

}  // namespace

int main(int argc, char** argv) {
  const int status = argc == 4 ? run_command(argv[1], argv[2], argv[3]) : 2;
  if (status == 2) std::fprintf(stderr, "usage: oinf_driver handwritten|generated JOB FILE\n");
  return status;
}
