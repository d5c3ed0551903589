// What the checks of all hand-written versions share: expectations, files, and files with faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace benchmarks {

using Buffer = std::vector<std::byte>;

inline int failures = 0;

inline void expect(bool condition, const std::string& what) {
  if (condition) return;
  std::printf("FAILED: %s\n", what.c_str());
  ++failures;
}

/// The exit status of a check, told as well.
inline int result() {
  if (failures == 0) std::printf("all good\n");
  return failures == 0 ? 0 : 1;
}

inline Buffer read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

/// Calls `accepts(file, name)` with `count` files, each one of `files` with one to three bytes
/// changed: any value, a turned bit, a neighbour's value, or an extreme one. The same in each run.
template <class Accepts>
void check_mutations(const std::vector<Buffer>& files, int count, const Accepts& accepts) {
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
    if (accepts(file, "mutation " + std::to_string(i))) ++accepted;
  }
  std::printf("%d mutations, %d of them accepted\n", count, accepted);
}

}  // namespace benchmarks
