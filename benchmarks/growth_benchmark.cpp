// Times a stream of chunks beside compressing them alone, and small elements by themselves.
//
// Run it with --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true for ratios of
// medians. Nothing goes to a disk.
#include <benchmark/benchmark.h>
#include <blosc.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bloscpack.h"
#include "schemac/core/update.h"

namespace {

constexpr std::size_t chunk_count = 64;
constexpr std::size_t chunk_size = std::size_t{1} << 20;

const std::vector<double>& numbers() {
  static const std::vector<double> all = [] {
    std::vector<double> made(chunk_count * chunk_size / sizeof(double));
    for (std::size_t i = 0; i < made.size(); ++i)
      made[i] = std::floor(std::sin(static_cast<double>(i) * 1e-4) * (1 << 20)) / (1 << 20) +
                static_cast<double>(i >> 16);
    return made;
  }();
  return all;
}
schemac::Bytes chunk(std::size_t index) {
  return std::as_bytes(std::span(numbers())).subspan(index * chunk_size, chunk_size);
}

// Keeps nothing.
class LostStorage final : public schemac::Storage {
 public:
  bool write(std::uint64_t /*at*/, schemac::Bytes bytes) override {
    benchmark::DoNotOptimize(bytes.data());
    return true;
  }
  bool cut(std::uint64_t /*at*/) override { return true; }
  bool synchronise() override { return true; }
  schemac::Result<schemac::Bytes> look() override { return schemac::Bytes(); }
  schemac::Violation failure() const override { return {}; }
};

void compress_alone(benchmark::State& state) {
  std::vector<std::byte> room(chunk_size + BLOSC_MAX_OVERHEAD);
  for (auto _ : state)
    for (std::size_t i = 0; i < chunk_count; ++i)
      benchmark::DoNotOptimize(blosc_compress_ctx(5, BLOSC_SHUFFLE, sizeof(double), chunk_size,
                                                  chunk(i).data(), room.data(), room.size(),
                                                  BLOSC_LZ4_COMPNAME, 0, 1));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(chunk_count * chunk_size));
}
BENCHMARK(compress_alone);

void stream(benchmark::State& state) {
  bloscpack::File head;
  head.options = bloscpack::File::options_offsets;
  head.checksum = bloscpack::Checksum::crc32;
  head.typesize = sizeof(double);
  head.chunk_size = static_cast<std::int32_t>(chunk_size);
  head.choices.spare.assign(chunk_count, -1);
  for (auto _ : state) {
    auto file = schemac::Update<bloscpack::File>::create(std::make_unique<LostStorage>(), head);
    for (std::size_t i = 0; i < chunk_count; ++i) {
      bloscpack::Chunk next;
      next.content = schemac::Blob::borrow(chunk(i));
      if (!file->append(std::move(next))) return state.SkipWithError("not appended");
    }
    if (!file->commit()) return state.SkipWithError("not committed");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(chunk_count * chunk_size));
}
BENCHMARK(stream);

}  // namespace

BENCHMARK_MAIN();
