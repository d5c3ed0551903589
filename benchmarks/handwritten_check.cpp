// Checks the hand-written version itself: a yardstick that accepts a bad file measures nothing.
//
// Arguments: directories of vectors (each with `invalid/` and manifests). Valid files are accepted,
// canonical ones come back byte for byte, invalid ones are refused for the right reason, and
// neither truncations nor mutations make it read where it shouldn't (build with
// -fsanitize=address,undefined to be told). A byte pattern test holds the word-wide character test
// to its definition.
#include "handwritten_check.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "files.h"
#include "oinf_handwritten.h"

namespace {

using benchmarks::Buffer;
using benchmarks::expect;
using benchmarks::HandwrittenJobs;
using benchmarks::read_file;

// Reads and writes a valid file; too little storage must be refused. A file with wider gaps than
// the writer's comes back smaller.
Buffer write_again(const Buffer& bytes) {
  const handwritten::File file = HandwrittenJobs::read(bytes);
  Buffer written(2 * bytes.size());
  written.resize(HandwrittenJobs::write(file, std::span(written)));
  expect(!written.empty(), "accepted, not written");
  if (!written.empty()) {
    Buffer small(written.size() - 1);
    expect(HandwrittenJobs::write(file, std::span(small)) == 0, "written beyond the storage");
  }
  return written;
}

// An exact copy on the heap, so that a sanitizer sees the first byte read beyond it.
std::uint64_t use(benchmarks::Bytes bytes) {
  const Buffer copy(bytes.begin(), bytes.end());
  (void)HandwrittenJobs::find(copy, "W.0");
  (void)HandwrittenJobs::walk_sum(copy);
  (void)handwritten::TensorIndex(copy).find("W.0");
  (void)handwritten::validate<handwritten::Checks{false, false, false}>(copy);
  const std::uint64_t lazy = HandwrittenJobs::lazy_sum(copy);
  expect(lazy == HandwrittenJobs::owned_sum(copy), "views and values differ");
  if (lazy != 0) {
    const handwritten::TensorIndex index(copy);
    handwritten::TensorRange tensors(copy);
    for (const handwritten::TensorView& tensor : tensors) {
      const auto found = index.find(tensor.name());
      expect(found && found->entry() == tensor.entry(), "the index finds another");
      const auto searched = handwritten::find(copy, tensor.name());
      expect(searched && searched->entry() == tensor.entry(), "find finds another");
    }
    expect(!tensors.broken(), "the walk ends early");
    const Buffer written = write_again(copy);
    expect(HandwrittenJobs::lazy_sum(written) == lazy, "written differently");
  }
  return lazy;
}

void check_round_trip(const Buffer& file, const std::string& name) {
  expect(use(file) != 0, "refused: " + name);
  expect(write_again(file) == file, "came back differently: " + name);
}

void check_truncations(const Buffer& file, const std::string& name) {
  for (std::size_t size = 0; size < file.size(); ++size) {
    expect(use(benchmarks::Bytes(file).first(size)) == 0,
           "accepted " + std::to_string(size) + " bytes of " + name);
  }
}

// Single bytes, words of extreme values and runs copied from elsewhere, mostly in the tables.
void mutate(Buffer& file, std::mt19937_64& random) {
  static constexpr std::uint64_t extremes[] = {0,
                                               1,
                                               7,
                                               8,
                                               0x7fffffff,
                                               0x80000000,
                                               0xffffffff,
                                               ~std::uint64_t{0},
                                               ~std::uint64_t{7},
                                               std::uint64_t{1} << 63};
  const std::size_t reach =
      random() % 4 == 0 ? file.size() : std::min<std::size_t>(file.size(), 600);
  for (std::uint64_t changes = 1 + random() % 3; changes-- > 0;) {
    const std::size_t at = random() % reach;
    const std::size_t left = file.size() - at;
    switch (random() % 4) {
      case 0:
        file[at] = static_cast<std::byte>(random());
        break;
      case 1:
        file[at] ^= static_cast<std::byte>(1U << random() % 8);
        break;
      case 2:
        std::memcpy(&file[at], &extremes[random() % std::size(extremes)],
                    std::min<std::size_t>(left, random() % 2 ? 8 : 4));
        break;
      case 3: {
        const std::size_t from = random() % reach;
        std::memmove(&file[at], &file[from],
                     std::min({left, file.size() - from, std::size_t{1} + random() % 40}));
        break;
      }
    }
  }
}

void check_mutations(const std::vector<Buffer>& files, int count) {
  std::mt19937_64 random(1);
  int accepted = 0;
  for (int i = 0; i < count; ++i) {
    Buffer file = files[random() % files.size()];
    mutate(file, random);
    if (use(file) != 0) ++accepted;
  }
  std::printf("%d mutations, %d of them accepted\n", count, accepted);
}

void check_characters() {
  for (int c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    for (std::size_t size = 1; size <= 40; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        const auto text = std::make_unique<char[]>(size);
        std::fill_n(text.get(), size, 'z');
        text[at] = character;
        expect(
            handwritten::is_name({text.get(), size}) == handwritten::is_name_character(character),
            "character " + std::to_string(c) + " at " + std::to_string(at));
      }
    }
  }
  expect(!handwritten::is_name({}), "an empty name");
}

void check_order() {
  std::mt19937_64 random(2);
  const auto word = [&] {
    std::string text(random() % 30, 'a');
    for (char& c : text) c = random() % 8 == 0 ? static_cast<char>(random()) : 'a';
    return text;
  };
  for (int i = 0; i < 200000; ++i) {
    const std::string a = word();
    const std::string b = word();
    expect(handwritten::precedes(a, b) == (a < b), "order of names");
  }
}

nlohmann::json files_of(const std::filesystem::path& directory) {
  std::ifstream in(directory / "manifest.json");
  return nlohmann::json::parse(in).at("files");
}

// Rules by the names of the manifests.
std::string name_of(handwritten::Rule rule) {
  static constexpr const char* names[] = {
      "none",           "truncated",  "trailing-data",   "bad-magic",        "bad-version",
      "bad-type",       "bad-value",  "bad-count",       "bad-order",        "bad-charset",
      "duplicate-name", "misaligned", "nonzero-padding", "nonzero-reserved", "out-of-bounds",
      "overflow",       "overlap",    "size-mismatch"};
  return names[static_cast<std::size_t>(rule)];
}

int check_valid(const std::filesystem::path& directory, std::vector<Buffer>& valid) {
  int accepted = 0;
  for (const auto& entry : files_of(directory)) {
    const std::string name = entry.at("path");
    if (!exists(directory / name)) continue;
    valid.push_back(read_file(directory / name));
    if (entry.at("canonical")) {
      check_round_trip(valid.back(), name);
    } else {
      expect(use(valid.back()) != 0, "refused: " + name);
    }
    if (valid.back().size() <= 8192) check_truncations(valid.back(), name);
    ++accepted;
  }
  return accepted;
}

int check_invalid(const std::filesystem::path& directory) {
  int refused = 0;
  for (const auto& entry : files_of(directory)) {
    const std::string name = entry.at("path");
    if (!exists(directory / name)) continue;
    const Buffer file = read_file(directory / name);
    expect(use(file) == 0, "accepted: " + name);
    const std::string rule = name_of(handwritten::validate(file).rule);
    const auto& others = entry.at("also_accepted_rule_ids");
    expect(rule == entry.at("rule_id") || std::count(others.begin(), others.end(), rule) != 0,
           name + " refused for " + rule + ", not for " + std::string(entry.at("rule_id")));
    ++refused;
  }
  return refused;
}

void check_vectors(const std::filesystem::path& directory, std::vector<Buffer>& valid) {
  const int accepted = check_valid(directory, valid);
  const int refused = check_invalid(directory / "invalid");
  expect(accepted > 0 && refused > 0, "no vectors in " + directory.string());
  std::printf("%d valid and %d invalid files of %s\n", accepted, refused, directory.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  check_characters();
  check_order();
  using benchmarks::NameOrder;
  std::vector<Buffer> files = {benchmarks::make_small_file(20),
                               benchmarks::make_small_file(20, NameOrder::in_turn),
                               benchmarks::make_small_file(0)};
  for (const Buffer& file : files) {
    check_round_trip(file, "made file");
    check_truncations(file, "made file");
  }
  check_round_trip(benchmarks::make_small_file(1000), "1,000 tensors");
  check_round_trip(benchmarks::make_small_file(1000, NameOrder::in_turn), "1,000 out of order");
  check_round_trip(benchmarks::make_large_file(3, 1 << 20), "large payloads");
  for (int i = 1; i < argc; ++i) check_vectors(argv[i], files);
  check_mutations(files, 20000);
  return benchmarks::result();
}
