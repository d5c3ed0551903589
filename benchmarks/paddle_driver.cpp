// Runs one job of one implementation once, so that callgrind can count its instructions: as
// oinf_driver, for PaddlePaddle's combined files.
//
//   paddle_driver handwritten|generated lazy|owned|write N
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "handwritten_paddle.h"
#ifdef SCHEMAC_BENCHMARK_GENERATED
#include "paddle.h"
#endif

namespace {
std::uint64_t allocation_count = 0;
std::uint64_t allocated_bytes = 0;
}  // namespace

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

using Bytes = std::span<const std::byte>;
using Job = std::function<std::uint64_t()>;

// Adds up something of every field of every record.
class RecordSum {
 public:
  void add(std::uint64_t lod_level, std::uint32_t type, Bytes data) {
    sum_ += lod_level + type + data.size();
    if (!data.empty()) sum_ += static_cast<std::uint64_t>(data.front());
  }
  void add_dim(std::uint64_t dim) { sum_ += dim; }
  // Never 0, which stands for a refused file.
  [[nodiscard]] std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

// 2 to 4 dimensions in equal shares, the first 2 or 3, the others 2; f32, f16, u8, i64 in turn.
std::vector<std::byte> make_file(std::uint32_t records) {
  constexpr std::uint32_t types[] = {5, 4, 20, 3};
  std::vector<handwritten::paddle::Record> file(records);
  static const std::vector<std::byte> zeros(1024, std::byte{7});
  std::uint64_t size = 0;
  for (std::uint32_t i = 0; i < records; ++i) {
    handwritten::paddle::Record& record = file[i];
    record.data_type = types[i % 4];
    record.dims.assign(2 + i % 3, 2);
    record.dims[0] = 2 + i / 3 % 2;
    std::uint64_t bytes = handwritten::paddle::element_sizes[record.data_type];
    for (const std::int64_t dim : record.dims) bytes *= static_cast<std::uint64_t>(dim);
    record.data = Bytes(zeros).first(bytes);
    size += 22 + 2 * record.dims.size() + bytes;
  }
  std::vector<std::byte> out(size);
  if (handwritten::paddle::write(file, out) != size) std::abort();
  return out;
}

struct HandwrittenJobs {
  using File = std::vector<handwritten::paddle::Record>;

  static std::uint64_t lazy_sum(Bytes bytes) {
    RecordSum sum;
    const std::byte* at = bytes.data();
    const std::byte* const end = at + bytes.size();
    handwritten::paddle::RecordView record;
    while (at != end) {
      at = handwritten::paddle::read_record(at, end, record);
      if (at == nullptr) return 0;
      sum.add(record.lod_level, record.data_type, record.data);
      handwritten::paddle::for_each_dim(record, [&](std::uint64_t dim) { sum.add_dim(dim); });
    }
    return sum.result();
  }
  static File read(Bytes bytes) {
    File file;
    if (!handwritten::paddle::read(bytes, file)) file.clear();
    return file;
  }
  static std::uint64_t owned_sum(Bytes bytes) {
    const File file = read(bytes);
    RecordSum sum;
    for (const auto& record : file) {
      sum.add(record.levels.size(), record.data_type, record.data);
      for (const std::int64_t dim : record.dims) sum.add_dim(static_cast<std::uint64_t>(dim));
    }
    return sum.result();
  }
  static std::uint64_t write(const File& file, std::span<std::byte> out) {
    return handwritten::paddle::write(file, out);
  }
};

#ifdef SCHEMAC_BENCHMARK_GENERATED
struct GeneratedJobs {
  using File = paddle::Combined;

  static std::uint64_t lazy_sum(Bytes bytes) {
    if (!paddle::validate_combined(bytes).ok()) return 0;
    const auto file = paddle::view_combined(bytes);
    if (!file) return 0;
    RecordSum sum;
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
    RecordSum sum;
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
#endif

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
int run_job(const std::string& job, Bytes bytes) {
  if (job == "lazy") return run([&] { return Jobs::lazy_sum(bytes); });
  if (job == "owned") return run([&] { return Jobs::owned_sum(bytes); });
  if (job != "write") return 2;
  const typename Jobs::File file = Jobs::read(bytes);
  std::vector<std::byte> out(bytes.size());
  const int status = run([&] { return Jobs::write(file, out); });
  if (std::equal(out.begin(), out.end(), bytes.begin(), bytes.end())) return status;
  std::fprintf(stderr, "the file written differs from the file read\n");
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string implementation = argc == 4 ? argv[1] : "";
  const std::string job = argc == 4 ? argv[2] : "";
  const auto count =
      argc == 4 ? static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10)) : 0;
  int status = 2;
  if (count != 0) {
    const std::vector<std::byte> bytes = make_file(count);
    if (implementation == "handwritten") status = run_job<HandwrittenJobs>(job, bytes);
#ifdef SCHEMAC_BENCHMARK_GENERATED
    if (implementation == "generated") status = run_job<GeneratedJobs>(job, bytes);
#endif
  }
  if (status == 2)
    std::fprintf(stderr, "usage: paddle_driver handwritten|generated lazy|owned|write N\n");
  return status;
}
