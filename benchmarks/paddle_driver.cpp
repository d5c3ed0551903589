// Runs one job of one implementation once on a combined file of PaddlePaddle, so that callgrind can
// count its instructions.
//
//   paddle_driver make FILE N            a file of N small tensors
//   paddle_driver handwritten|generated JOB FILE
//
// JOB is validate, lazy (every rule checked, then every field used: by hand both in one pass),
// owned or write.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "driver.h"
#include "handwritten_paddle.h"
#include "paddle.h"
#include "paddle_files.h"

namespace {

using benchmarks::run;
using Bytes = std::span<const std::byte>;

// Adds up something of every field of every record; never 0, which stands for a refused file.
class Sum {
 public:
  void add(std::uint64_t lod_level, std::uint32_t type, Bytes data) {
    sum_ += lod_level + type + data.size();
    if (!data.empty()) sum_ += static_cast<std::uint64_t>(data.front());
  }
  void add_dim(std::uint64_t dim) { sum_ += dim; }
  [[nodiscard]] std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

struct Handwritten {
  using File = std::vector<handwritten_paddle::Record>;

  static bool validate(Bytes bytes) { return handwritten_paddle::validate(bytes); }
  static std::uint64_t lazy_sum(Bytes bytes) {
    Sum sum;
    const std::byte* at = bytes.data();
    const std::byte* const end = at + bytes.size();
    handwritten_paddle::RecordView record;
    while (at != end) {
      at = handwritten_paddle::read_record(at, end, record);
      if (at == nullptr) return 0;
      sum.add(record.lod_level, record.data_type, record.data);
      handwritten_paddle::for_each_dim(record, [&](std::uint64_t dim) { sum.add_dim(dim); });
    }
    return sum.result();
  }
  static File read(Bytes bytes) {
    File file;
    if (!handwritten_paddle::read(bytes, file)) file.clear();
    return file;
  }
  static std::uint64_t owned_sum(Bytes bytes) {
    const File file = read(bytes);
    Sum sum;
    for (const auto& record : file) {
      sum.add(record.levels.size(), record.data_type, record.data);
      for (const std::int64_t dim : record.dims) sum.add_dim(static_cast<std::uint64_t>(dim));
    }
    return sum.result();
  }
  static std::uint64_t write(const File& file, std::span<std::byte> out) {
    return handwritten_paddle::write(file, out);
  }
};

struct Generated {
  using File = paddle::Combined;

  static bool validate(Bytes bytes) { return paddle::validate_combined(bytes).ok(); }
  static std::uint64_t lazy_sum(Bytes bytes) {
    if (!validate(bytes)) return 0;
    const auto file = paddle::view_combined(bytes);
    if (!file) return 0;
    Sum sum;
    auto records = file->records();
    for (const paddle::TensorView& record : records) {
      const auto data = record.data();
      if (!data) return 0;
      sum.add(record.lod_level(), static_cast<std::uint32_t>(record.desc().data_type()),
              data->bytes());
      for (const std::int64_t dim : record.desc().dims())
        sum.add_dim(static_cast<std::uint64_t>(dim));
    }
    return records.violation() ? 0 : sum.result();
  }
  static File read(Bytes bytes) {
    auto file = paddle::read_combined(bytes);
    return file ? *std::move(file) : File{};
  }
  static std::uint64_t owned_sum(Bytes bytes) {
    const auto file = paddle::read_combined(bytes);
    if (!file) return 0;
    Sum sum;
    for (const paddle::Tensor& record : file->records) {
      sum.add(record.levels.size(), static_cast<std::uint32_t>(record.desc.data_type),
              record.data.bytes());
      for (const std::int64_t dim : record.desc.dims) sum.add_dim(static_cast<std::uint64_t>(dim));
    }
    return sum.result();
  }
  static std::uint64_t write(const File& file, std::span<std::byte> out) {
    schemac::SpanSink sink(out);
    return paddle::write(file, sink).value_or(0);
  }
};

template <class Jobs>
int run_job(const std::string& job, Bytes bytes) {
  if (job == "validate") return run([&] { return std::uint64_t{Jobs::validate(bytes)}; });
  if (job == "lazy") return run([&] { return Jobs::lazy_sum(bytes); });
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
    return benchmarks::save(x, benchmarks::make_paddle_file(static_cast<std::uint32_t>(
                                   std::strtoul(y.c_str(), nullptr, 10))));
  const std::vector<std::byte> bytes = bytes_of(y);
  if (what == "handwritten") return run_job<Handwritten>(x, bytes);
  return what == "generated" ? run_job<Generated>(x, bytes) : 2;
}

}  // namespace

int main(int argc, char** argv) {
  const int status = argc == 4 ? run_command(argv[1], argv[2], argv[3]) : 2;
  if (status == 2) std::fprintf(stderr, "usage: paddle_driver handwritten|generated JOB FILE\n");
  return status;
}
