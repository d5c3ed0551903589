// The chunks of a file of Blaze, found by what each begins with: by small reads of ours and by
// hand, and by a walk over a mapping, as the view does it.
//
//   build/release/benchmarks/benchmark_heads [FOLDER]     writes 128 MiB there, the current one if
//                                                         nothing is said
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "blaze.h"
#include "handwritten_blaze.h"
#include "schemac/io/heads.h"
#include "schemac/io/save.h"

namespace {

constexpr std::size_t chunk_bytes = std::size_t{256} << 10;
constexpr std::size_t chunk_count = 512;
std::string path;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

void write_file() {
  std::vector<std::uint64_t> noise(chunk_count * chunk_bytes / sizeof(std::uint64_t));
  std::mt19937_64 random(1);
  for (std::uint64_t& each : noise) each = random();
  blaze::File file;
  file.options = blaze::File::options_offsets;
  file.checksum = blaze::Checksum::crc32;
  file.typesize = 1;
  file.chunk_size = static_cast<std::int32_t>(chunk_bytes);
  const auto bytes = std::as_bytes(std::span(noise));
  if (!blaze::set_array(file, schemac::Blob::borrow(bytes))) fail("can't be cut");
  if (!schemac::save(file, path)) fail("can't be written");
  // On the disk, so that it can be forgotten.
  const int written = ::open(path.c_str(), O_RDWR);
  if (written < 0 || ::fsync(written) != 0) fail("can't be synchronised");
  ::close(written);
}

// What the page cache has of the file is forgotten.
void make_cold() {
  const int file = ::open(path.c_str(), O_RDONLY);
  static_cast<void>(::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED));
  ::close(file);
}
long faults() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt + usage.ru_majflt;
}

template <class Find>
void measure(benchmark::State& state, Find find) {
  const bool is_cold = state.range(0) != 0;
  long before = 0, taken = 0;
  for (auto _ : state) {
    if (is_cold) {
      state.PauseTiming();
      make_cold();
      state.ResumeTiming();
    }
    before = faults();
    if (find() != chunk_count * chunk_bytes) fail("other chunks than were written");
    taken += faults() - before;
  }
  state.counters["faults"] = static_cast<double>(taken) / static_cast<double>(state.iterations());
}

void by_mapping(benchmark::State& state) {
  measure(state, [] {
    const auto file = schemac::open<blaze::FileView>(path);
    if (!file) fail("can't be opened");
    std::uint64_t plain = 0;
    auto chunks = file->view.chunks();
    for (const blaze::ChunkView& chunk : chunks) plain += chunk.content_stored().nbytes();
    if (chunks.violation()) fail("isn't whole");
    return plain;
  });
}

void by_heads(benchmark::State& state) {
  measure(state, [] {
    const auto file = schemac::open<blaze::FileView>(path, {.keep = schemac::Keep::file});
    if (!file) fail("can't be opened");
    std::uint64_t plain = 0;
    auto heads = schemac::heads(*file, file->view.chunks());
    for (const auto& chunk : heads) plain += chunk.content_stored().nbytes();
    if (heads.violation()) fail("isn't whole");
    return plain;
  });
}

// The head of the file and the table of offsets in one read each, then a read a chunk.
void by_hand(benchmark::State& state) {
  using handwritten_blaze::load;
  measure(state, [] {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const off_t size = ::lseek(file, 0, SEEK_END);
    std::byte head[32];
    if (::pread(file, head, sizeof head, 0) != sizeof head) fail("can't be read");
    const auto count = load<std::int64_t>(head + 16);
    const std::uint64_t digest_size = handwritten_blaze::digest_sizes[load<std::uint8_t>(head + 6)];
    if (count < 0 || count > (size - 32) / 8) fail("isn't whole");
    std::vector<std::byte> table(static_cast<std::size_t>(count) * 8);
    if (::pread(file, table.data(), table.size(), 32) != static_cast<ssize_t>(table.size()))
      fail("can't be read");
    std::uint64_t plain = 0;
    const auto end = static_cast<std::uint64_t>(size);
    std::uint64_t at = 32 + table.size();
    for (std::int64_t i = 0; i < count; ++i) {
      const auto offset = static_cast<std::uint64_t>(load<std::int64_t>(table.data() + i * 8));
      if (offset > at && offset <= end - 16) at = offset;
      std::byte chunk[16];
      if (at > end - 16 || ::pread(file, chunk, sizeof chunk, static_cast<off_t>(at)) != 16)
        fail("isn't whole");
      const std::uint64_t stored = std::max<std::uint64_t>(load<std::uint32_t>(chunk + 12), 16);
      if (stored > end - at || digest_size > end - at - stored) fail("isn't whole");
      plain += load<std::uint32_t>(chunk + 4);
      at += stored + digest_size;
    }
    ::close(file);
    return plain;
  });
}

void in_microseconds(benchmark::internal::Benchmark* each) {
  each->Arg(0)->Arg(1)->ArgName("cold")->Unit(benchmark::kMicrosecond)->UseRealTime();
}
BENCHMARK(by_mapping)->Apply(in_microseconds);
BENCHMARK(by_heads)->Apply(in_microseconds);
BENCHMARK(by_hand)->Apply(in_microseconds);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  path = std::string(argc > 1 ? argv[1] : ".") + "/benchmark_heads.blpk";
  write_file();
  benchmark::RunSpecifiedBenchmarks();
  std::remove(path.c_str());
}
