// Checks the hand-written version itself: a yardstick that accepts a bad file measures nothing.
//
// Argument: the directory of Blaze's vectors. The index of each, and of truncations and mutations,
// is what generated code finds (build with -fsanitize=address,undefined to be told what is read
// beyond them).
#include <filesystem>
#include <string>
#include <vector>

#include "blaze/implementations.h"
#include "blaze_files.h"
#include "handwritten_check.h"

namespace {

using benchmarks::Buffer;
using benchmarks::Bytes;
using benchmarks::expect;
using benchmarks::read_file;

// Whether its index can be gone over, on an exact copy on the heap, so that a sanitizer sees the
// first byte read beyond it.
bool is_whole(Bytes bytes, const std::string& name) {
  const Buffer copy(bytes.begin(), bytes.end());
  const std::uint64_t by_hand = benchmarks::blaze_files::by_hand().lazy(copy);
  expect(by_hand == benchmarks::blaze_files::generated().lazy(copy),
         "generated code finds something else in " + name);
  return by_hand != 0;
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
  benchmarks::check_mutations(files, 20000, is_whole);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::uint32_t count : {0U, 1U, 1000U})
    expect(is_whole(benchmarks::make_blaze_file(count), "made file"), "refused: made file");
  for (int i = 1; i < argc; ++i) check_vectors(argv[i]);
  return benchmarks::result();
}
