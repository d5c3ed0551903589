// Runs one job of one implementation once on a model of primitiv, so that callgrind can count its
// instructions.
//
//   primitiv_driver make FILE N            a model of N small parameters, sorted by their keys
//   primitiv_driver handwritten|generated JOB FILE
//
// JOB is validate, owned or write.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "driver.h"
#include "handwritten_primitiv.h"
#include "primitiv.h"
#include "primitiv_files.h"

namespace {

using benchmarks::run;
using Bytes = std::span<const std::byte>;

// Adds up something of every field of every parameter; never 0, which stands for a refused file.
class Sum {
 public:
  template <class Parameter, class Dims>
  void add(const Parameter& key, const Dims& dims, std::uint32_t batch, Bytes data,
           std::uint64_t stats) {
    for (const auto& part : key) sum_ += part.size() + static_cast<unsigned char>(part.front());
    for (const std::uint32_t dim : dims) sum_ += dim;
    sum_ += batch + data.size() + static_cast<std::uint64_t>(data.front()) + stats;
  }
  [[nodiscard]] std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

struct Handwritten {
  using File = handwritten_primitiv::Model;

  static bool validate(Bytes bytes) { return handwritten_primitiv::validate(bytes).ok(); }
  static File read(Bytes bytes) {
    File model;
    return handwritten_primitiv::read(bytes, model).ok() ? model : File{};
  }
  static std::uint64_t owned_sum(Bytes bytes) {
    File model;
    if (!handwritten_primitiv::read(bytes, model).ok()) return 0;
    Sum sum;
    for (const auto& parameter : model.params)
      sum.add(parameter.key, parameter.value.dims, parameter.value.batch, parameter.value.data,
              parameter.stats.size());
    return sum.result();
  }
  static std::uint64_t write(const File& model, std::span<std::byte> storage) {
    return handwritten_primitiv::write(model, storage);
  }
};

struct Generated {
  using File = primitiv::File;

  static bool validate(Bytes bytes) { return primitiv::validate(bytes).ok(); }
  static File read(Bytes bytes) {
    auto file = primitiv::read(bytes);
    return file ? *std::move(file) : File{};
  }
  static std::uint64_t owned_sum(Bytes bytes) {
    const auto file = primitiv::read(bytes);
    if (!file) return 0;
    Sum sum;
    for (const auto& parameter : std::get<primitiv::Model>(file->data).params) {
      const auto& tensor = parameter.value.value;
      sum.add(parameter.key, tensor.shape.dims, tensor.shape.batch, tensor.data.bytes(),
              parameter.value.stats.size());
    }
    return sum.result();
  }
  static std::uint64_t write(const File& file, std::span<std::byte> storage) {
    schemac::SpanSink sink(storage);
    return primitiv::write(file, sink).value_or(0);
  }
};

template <class Jobs>
int run_job(const std::string& job, Bytes bytes) {
  if (job == "validate") return run([&] { return std::uint64_t{Jobs::validate(bytes)}; });
  if (job == "owned") return run([&] { return Jobs::owned_sum(bytes); });
  if (job != "write") return 2;
  const typename Jobs::File file = Jobs::read(bytes);
  std::vector<std::byte> out(bytes.size());
  const int status = run([&] { return Jobs::write(file, std::span(out)); });
  if (std::equal(out.begin(), out.end(), bytes.begin(), bytes.end())) return status;
  std::fprintf(stderr, "the file written differs from the file read\n");
  return 1;
}

std::vector<std::byte> bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

int run_command(const std::string& what, const std::string& x, const std::string& y) {
  if (what == "make")
    return benchmarks::save(x, benchmarks::make_primitiv_model(static_cast<std::uint32_t>(
                                   std::strtoul(y.c_str(), nullptr, 10))));
  const std::vector<std::byte> bytes = bytes_of(y);
  if (what == "handwritten") return run_job<Handwritten>(x, bytes);
  return what == "generated" ? run_job<Generated>(x, bytes) : 2;
}

}  // namespace

int main(int argc, char** argv) {
  const int status = argc == 4 ? run_command(argv[1], argv[2], argv[3]) : 2;
  if (status == 2) std::fprintf(stderr, "usage: primitiv_driver handwritten|generated JOB FILE\n");
  return status;
}
