// Chunks of a file by Blaze's schema, beside c-blosc called on the same chunks: what a hand-written
// program would do at least.
//
//   build/release/benchmarks/benchmark_blaze [CHUNKS]      512 chunks of 1 MiB if nothing is said
#include <benchmark/benchmark.h>
#include <blosc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "blaze.h"
#include "schemac/base/parallel.h"
#include "schemac/digest/deflate.h"
#include "schemac/digest/digester.h"

namespace {

using schemac::Bytes;

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
std::size_t chunk_count = 512;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

const std::vector<double>& numbers() {
  static const std::vector<double> made = [] {
    std::vector<double> values(chunk_count * chunk_bytes / sizeof(double));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = std::floor(std::sin(static_cast<double>(i) * 1e-4) * 0x1p20) / 0x1p20 +
                  static_cast<double>(i >> 16);
    return values;
  }();
  return made;
}

blaze::File value() {
  blaze::File file;
  file.options = blaze::File::options_offsets;
  file.checksum = blaze::Checksum::crc32;
  file.typesize = sizeof(double);
  file.chunk_size = static_cast<std::int32_t>(chunk_bytes);
  file.metadata.emplace(schemac::FreeValue(schemac::FreeValue::Map{
      {"dtype", "float64"}, {"shape", schemac::FreeValue::List{numbers().size()}}}));
  const Bytes bytes = std::as_bytes(std::span(numbers()));
  if (!blaze::set_array(file, schemac::Blob::borrow(bytes))) fail("can't be cut");
  return file;
}

const std::vector<std::byte>& file() {
  static const std::vector<std::byte> made = [] {
    schemac::MemorySink sink;
    if (!blaze::write(value(), sink)) fail("can't be written");
    return sink.take();
  }();
  return made;
}

blaze::FileView opened() {
  const auto view = blaze::view(file());
  if (!view) fail("can't be read");
  return *view;
}

// Stored bytes of all chunks, and their digests.
struct Stored {
  std::vector<Bytes> content, digests;
};
Stored stored() {
  Stored result;
  auto chunks = opened().chunks();
  for (const blaze::ChunkView& chunk : chunks) {
    result.content.push_back(chunk.content().stored());
    result.digests.push_back(chunk.digest());
  }
  return result;
}

std::vector<std::byte>& room() {
  static std::vector<std::byte> bytes(chunk_count * chunk_bytes);
  return bytes;
}

void count_chunks(benchmark::State& state, std::size_t rounds) {
  state.SetItemsProcessed(static_cast<std::int64_t>(rounds * chunk_count));
}
void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(chunk_count * chunk_bytes));
}

void index(benchmark::State& state) {
  const blaze::FileView view = opened();
  for (auto _ : state) {
    std::uint64_t total = 0;
    auto chunks = view.chunks();
    for (const blaze::ChunkView& chunk : chunks)
      total += chunk.content_stored().nbytes() + chunk.digest().size();
    benchmark::DoNotOptimize(total);
  }
  count_chunks(state, static_cast<std::size_t>(state.iterations()));
}
BENCHMARK(index);

void array_of_chunks(benchmark::State& state) {
  const blaze::FileView view = opened();
  for (auto _ : state) benchmark::DoNotOptimize(view.array()->byte_size());
  count_chunks(state, static_cast<std::size_t>(state.iterations()));
}
BENCHMARK(array_of_chunks);

void one_element(benchmark::State& state) {
  const auto array = opened().array();
  std::uint64_t at = 0;
  for (auto _ : state) {
    double number = 0;
    if (!array->read(at, std::span(&number, 1))) fail("can't be read");
    benchmark::DoNotOptimize(number);
    at = (at + 7919 * 131) % array->size();
  }
}
BENCHMARK(one_element)->Unit(benchmark::kMicrosecond);

// Reading: everything decompressed, each chunk's digest compared.
void read_blosc(benchmark::State& state) {
  const Stored chunks = stored();
  for (auto _ : state)
    for (std::size_t i = 0; i < chunk_count; ++i)
      if (blosc_decompress_ctx(chunks.content[i].data(), room().data() + i * chunk_bytes,
                               chunk_bytes, 1) != static_cast<int>(chunk_bytes))
        fail("can't be decompressed");
  count_bytes(state);
}
void read_ours(benchmark::State& state) {
  const blaze::FileView view = opened();
  const auto threads = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    const auto array = view.array();
    std::vector<Bytes> digests;
    auto chunks = view.chunks();
    for (const blaze::ChunkView& chunk : chunks) digests.push_back(chunk.digest());
    std::atomic<bool> is_right{true};
    schemac::impl::for_each_share(array->pieces().size(), threads, [&](std::uint64_t i) {
      const auto& piece = array->pieces()[i];
      schemac::impl::Digester digester(schemac::impl::digest_crc32);
      digester.add(piece.stored.stored());
      const bool is_same = std::ranges::equal(digester.finish(), digests[i]);
      const auto to = schemac::MutableBytes(room()).subspan(piece.begin, piece.size);
      if (!is_same || !array->read_bytes(piece.begin, to)) is_right = false;
      return is_right.load();
    });
    if (!is_right) fail("can't be read");
  }
  count_bytes(state);
}
BENCHMARK(read_blosc)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(read_ours)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

// Writing: everything compressed, digests and offsets made.
void write_blosc(benchmark::State& state) {
  std::vector<std::byte> to(chunk_bytes + BLOSC_MAX_OVERHEAD);
  const Bytes bytes = std::as_bytes(std::span(numbers()));
  for (auto _ : state)
    for (std::size_t i = 0; i < chunk_count; ++i)
      if (blosc_compress_ctx(5, BLOSC_SHUFFLE, sizeof(double), chunk_bytes,
                             bytes.data() + i * chunk_bytes, to.data(), to.size(),
                             BLOSC_LZ4_COMPNAME, 0, 1) <= 0)
        fail("can't be compressed");
  count_bytes(state);
}
void write_ours(benchmark::State& state) {
  const auto threads = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    schemac::MemorySink sink;
    blaze::File file = value();
    if (threads > 1) blaze::encode_array(file, threads);
    if (!blaze::write(file, sink)) fail("can't be written");
    benchmark::DoNotOptimize(sink.bytes().data());
  }
  count_bytes(state);
}
BENCHMARK(write_blosc)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(write_ours)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc > 1) chunk_count = std::strtoull(argv[1], nullptr, 10);
  benchmark::RunSpecifiedBenchmarks();
}
