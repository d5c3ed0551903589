// Checks the hand-written version itself: a yardstick that accepts a bad file measures nothing.
//
// Argument: the directory of primitiv's vectors. Valid files are accepted, models come back as they
// were, invalid ones are refused for the right reason, and of truncations and mutations generated
// code says the same (build with -fsanitize=address,undefined to be told what is read beyond them).
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "handwritten_check.h"
#include "handwritten_primitiv.h"
#include "primitiv.h"
#include "primitiv_files.h"

namespace {

using benchmarks::Buffer;
using benchmarks::expect;
using benchmarks::read_file;
namespace by_hand = handwritten_primitiv;

nlohmann::json files_of(const std::filesystem::path& directory) {
  std::ifstream in(directory / "manifest.json");
  return nlohmann::json::parse(in).at("files");
}

// Rules by the names of the manifests.
std::string name_of(by_hand::Rule rule) {
  static constexpr const char* names[] = {
      "none",      "truncated", "trailing-data",  "bad-version", "bad-type",
      "bad-value", "bad-count", "duplicate-name", "overflow",    "size-mismatch"};
  return names[static_cast<std::size_t>(rule)];
}

// Whether a file is valid: by hand and by generated code, on an exact copy on the heap, so that a
// sanitizer sees the first byte read beyond it.
bool is_valid(by_hand::Bytes bytes, const std::string& name) {
  const Buffer copy(bytes.begin(), bytes.end());
  const bool by_us = by_hand::validate(copy).ok();
  expect(by_us == primitiv::validate(copy).ok(), "generated code says otherwise of " + name);
  by_hand::Model model;
  const bool is_model = by_hand::read(copy, model).ok();
  expect(by_us || !is_model, "read, not valid: " + name);
  Buffer again(copy.size());
  if (is_model) expect(by_hand::write(model, again) <= copy.size(), "grows: " + name);
  return by_us;
}

void check_truncations(const Buffer& file, const std::string& name) {
  for (std::size_t size = 0; size < file.size(); ++size)
    expect(!is_valid(by_hand::Bytes(file).first(size), name), "accepted, cut off: " + name);
}

void check_round_trip(const Buffer& file, const std::string& name) {
  by_hand::Model model;
  expect(by_hand::read(file, model).ok(), "refused: " + name);
  Buffer written(file.size());
  expect(by_hand::write(model, written) == file.size() && written == file,
         "came back differently: " + name);
  if (!written.empty()) written.pop_back();
  expect(by_hand::write(model, written) == 0, "written beyond the storage: " + name);
}

void check_vectors(const std::filesystem::path& directory) {
  std::vector<Buffer> files;
  for (const auto& entry : files_of(directory)) {
    const std::string name = entry.at("path");
    const Buffer file = read_file(directory / name);
    expect(is_valid(file, name), "refused: " + name);
    if (entry.at("variant") == "primitiv-model" && entry.at("canonical"))
      check_round_trip(file, name);
    if (file.size() > 512) continue;
    check_truncations(file, name);
    files.push_back(file);
  }
  for (const auto& entry : files_of(directory / "invalid")) {
    const std::string name = entry.at("path");
    const Buffer file = read_file(directory / "invalid" / name);
    expect(!is_valid(file, name), "accepted: " + name);
    const std::string rule = name_of(by_hand::validate(file).rule);
    const auto& others = entry.at("also_accepted_rule_ids");
    expect(rule == entry.at("rule_id") || std::count(others.begin(), others.end(), rule) != 0,
           name + " refused for " + rule + ", not for " + std::string(entry.at("rule_id")));
  }
  expect(!files.empty(), "no vectors in " + directory.string());
  files.push_back(benchmarks::make_primitiv_model(3));
  benchmarks::check_mutations(files, 20000, is_valid);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::uint32_t count : {0U, 1U, 1000U})
    check_round_trip(benchmarks::make_primitiv_model(count), "made model");
  for (int i = 1; i < argc; ++i) check_vectors(argv[i]);
  return benchmarks::result();
}
