// Checks the hand-written version itself: a yardstick that accepts a bad file measures nothing.
//
// Argument: the directory of PaddlePaddle's vectors. Combined files are accepted and come back as
// they were; of truncations and mutations generated code says the same (build with
// -fsanitize=address,undefined to be told what is read beyond them).
#include <filesystem>
#include <string>
#include <vector>

#include "handwritten_check.h"
#include "handwritten_paddle.h"
#include "paddle.h"
#include "paddle_files.h"

namespace {

using benchmarks::Buffer;
using benchmarks::expect;
using benchmarks::read_file;
namespace by_hand = handwritten_paddle;

// Whether a file is valid: by hand and by generated code, on an exact copy on the heap, so that a
// sanitizer sees the first byte read beyond it.
bool is_valid(by_hand::Bytes bytes, const std::string& name) {
  const Buffer copy(bytes.begin(), bytes.end());
  const bool by_us = by_hand::validate(copy);
  expect(by_us == paddle::validate_combined(copy).ok(), "generated code says otherwise of " + name);
  std::vector<by_hand::Record> records;
  expect(by_hand::read(copy, records) == by_us, "read otherwise than validated: " + name);
  expect(!by_us || paddle::read_combined(copy).has_value(), "valid, not read: " + name);
  return by_us;
}

void check_round_trip(const Buffer& file, const std::string& name) {
  std::vector<by_hand::Record> records;
  expect(by_hand::read(file, records), "refused: " + name);
  Buffer written(file.size());
  expect(by_hand::write(records, written) == file.size() && written == file,
         "came back differently: " + name);
  if (!written.empty()) written.pop_back();
  if (!file.empty())
    expect(by_hand::write(records, written) == 0, "written beyond the storage: " + name);
}

void check_vectors(const std::filesystem::path& directory) {
  std::vector<Buffer> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() != ".combine") continue;
    const std::string name = entry.path().filename().string();
    const Buffer file = read_file(entry.path());
    expect(is_valid(file, name), "refused: " + name);
    check_round_trip(file, name);
    if (file.size() <= 4096) files.push_back(file);
  }
  expect(!files.empty(), "no vectors in " + directory.string());
  files.push_back(benchmarks::make_paddle_file(4));
  for (const Buffer& file : files)
    for (std::size_t size = 0; size < file.size(); ++size)
      (void)is_valid(by_hand::Bytes(file).first(size), "truncation to " + std::to_string(size));
  benchmarks::check_mutations(files, 20000, is_valid);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::uint32_t count : {0U, 1U, 1000U})
    check_round_trip(benchmarks::make_paddle_file(count), "made file");
  for (int i = 1; i < argc; ++i) check_vectors(argv[i]);
  return benchmarks::result();
}
