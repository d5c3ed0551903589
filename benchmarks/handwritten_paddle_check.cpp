// Checks the hand-written version itself: a yardstick that accepts a bad file measures nothing.
//
// Argument: the directory of PaddlePaddle's vectors. Combined files are accepted and come back as
// they were; of truncations and mutations generated code says the same (build with
// -fsanitize=address,undefined to be told what is read beyond them).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "handwritten_paddle.h"
#include "paddle.h"
#include "paddle_files.h"

namespace {

using Buffer = std::vector<std::byte>;
namespace by_hand = handwritten_paddle;

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
    if (is_valid(file, "mutation " + std::to_string(i))) ++accepted;
  }
  std::printf("%d mutations, %d of them accepted\n", count, accepted);
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
  check_mutations(files, 20000);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::uint32_t count : {0U, 1U, 1000U})
    check_round_trip(benchmarks::make_paddle_file(count), "made file");
  for (int i = 1; i < argc; ++i) check_vectors(argv[i]);
  if (failures == 0) std::printf("all good\n");
  return failures == 0 ? 0 : 1;
}
