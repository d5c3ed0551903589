// Checks the hand-written version itself: a yardstick that accepts a bad file measures nothing.
//
// Argument: the directory of Blaze's vectors. The index of each, and of truncations and mutations,
// is what generated code finds (build with -fsanitize=address,undefined to be told what is read
// beyond them).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "blaze/implementations.h"
#include "blaze_files.h"

namespace {

using Buffer = std::vector<std::byte>;
using benchmarks::Bytes;

int failures = 0;

void expect(bool condition, const std::string& what) {
  if (condition) return;
  std::printf("FAILED: %s\n", what.c_str());
  ++failures;
}

Buffer read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

// Whether its index can be gone over, on an exact copy on the heap, so that a sanitizer sees the
// first byte read beyond it.
bool is_whole(Bytes bytes, const std::string& name) {
  const Buffer copy(bytes.begin(), bytes.end());
  const std::uint64_t by_hand = benchmarks::blaze_files::by_hand().lazy(copy);
  expect(by_hand == benchmarks::blaze_files::generated().lazy(copy),
         "generated code finds something else in " + name);
  return by_hand != 0;
}

void check_mutations(const std::vector<Buffer>& files, int count) {
  std::mt19937_64 random(1);
  int accepted = 0;
  for (int i = 0; i < count; ++i) {
    Buffer file = files[random() % files.size()];
    for (std::uint64_t changes = 1 + random() % 3; changes > 0; --changes) {
      std::byte& byte = file[random() % file.size()];
      const std::byte values[] = {static_cast<std::byte>(random() & 0xff),
                                  byte ^ static_cast<std::byte>(1U << random() % 8),
                                  file[random() % file.size()], std::byte{0xff}, std::byte{0}};
      byte = values[random() % std::size(values)];
    }
    if (is_whole(file, "mutation " + std::to_string(i))) ++accepted;
  }
  std::printf("%d mutations, %d of them accepted\n", count, accepted);
}

void check_vectors(const std::filesystem::path& directory) {
  std::vector<Buffer> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() != ".blpk") continue;
    const std::string name = entry.path().filename().string();
    files.push_back(read_file(entry.path()));
    expect(is_whole(files.back(), name), "refused: " + name);
  }
  expect(!files.empty(), "no vectors in " + directory.string());
  files.push_back(benchmarks::make_blaze_file(4));
  for (const Buffer& file : files)
    for (std::size_t size = 0; size<file.size(); size += file.size()> 8192 ? 97 : 1)
      (void)is_whole(Bytes(file).first(size), "truncation to " + std::to_string(size));
  check_mutations(files, 20000);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::uint32_t count : {0U, 1U, 1000U})
    expect(is_whole(benchmarks::make_blaze_file(count), "made file"), "refused: made file");
  for (int i = 1; i < argc; ++i) check_vectors(argv[i]);
  if (failures == 0) std::printf("all good\n");
  return failures == 0 ? 0 : 1;
}
