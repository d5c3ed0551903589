// A libFuzzer target that holds a schema to the laws of the net (tests/random/laws.h): generated
// code and the direct executor agree on each input, read as a file of each of the schema's roots.
//
// It is compiled once; the schema's header comes with its driver, in a file of its own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "compile.h"
#include "direct/explain/explain.h"
#include "direct/json/value_json.h"
#include "direct/walk/decode.h"
#include "direct/write/encode.h"
#include "fuzz/fuzzed_schema.h"
#include "random/changed_values.h"
#include "random/laws.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace net {
namespace {

namespace direct = schemac::direct;
namespace plan = schemac::plan;

struct Root {
  const plan::Plan* plan = nullptr;
  const plan::Root* root = nullptr;
  Laws laws;
};

[[noreturn]] void fail(const std::string& words) {
  std::fprintf(stderr, "%s\n", words.c_str());
  std::abort();
}

std::vector<Root> make_roots() {
  static const schemac::Compilation run = schemac::compile(fuzzed_schema);
  if (!run.ok()) fail(std::string("can't compile ") + fuzzed_schema);
  std::vector<Root> roots;
  for (const auto& plan : run.plans)
    for (const auto& root : plan.roots) {
      const std::string name = plan.format + (root.name.empty() ? "" : ":" + root.name);
      const auto handle = std::ranges::find(handles(), name, &Handle::name);
      if (handle == handles().end()) fail("no generated code of " + name);
      roots.push_back({&plan, &root, Laws(plan, root, *handle)});
    }
  return roots;
}
std::vector<Root>& roots() {
  static std::vector<Root> all = make_roots();
  return all;
}

// Values of the file with one change, and all that follows from it.
File with_other_values(const Root& root, const File& file, Dice& dice) {
  const auto decoded =
      direct::decode(*root.plan, *root.root, file, direct::Reading::strict, limits());
  if (!decoded.report.violations().empty()) return {};
  Json values = direct::to_json(decoded.values, direct::Payloads::full);
  for (std::uint64_t left = 1 + dice.below(3); left > 0; --left) change_values(values, dice);
  return direct::encode(*root.plan, *root.root, values, limits()).bytes;
}

File with_other_bytes(const Root& root, const File& file, Dice& dice) {
  const auto rows = direct::explain(*root.plan, *root.root, file).rows;
  return mutated(file, places_of(rows), dice);
}

void check(const File& file) {
  for (Root& root : roots()) {
    (void)root.laws.check(file);
    if (root.laws.finds().empty()) continue;
    const Find& find = root.laws.finds().front();
    fail("as " + root.plan->format + " " + root.root->name + ": " + find.law + ": " + find.what);
  }
}

File file_at(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// The files that seeds.txt names, and so many that were made from them and from each other.
void check_made_files(std::uint64_t runs) {
  std::vector<File> files;
  std::ifstream names("seeds.txt");
  for (std::string name; std::getline(names, name, ',');) files.push_back(file_at(name));
  if (files.empty()) fail("seeds.txt names no file");
  for (const File& file : files) check(file);
  Dice dice(1);
  for (std::uint64_t run = 0; run < runs; ++run) {
    const Root& root = dice.pick(roots());
    const File& from = dice.pick(files);
    const bool has_other_values = dice.one_in(3);
    File made =
        has_other_values ? with_other_values(root, from, dice) : with_other_bytes(root, from, dice);
    if (made.empty() || made.size() > 4096) continue;
    std::ofstream("last.bin", std::ios::binary)  // for what a sanitizer finds
        .write(reinterpret_cast<const char*>(made.data()), std::streamsize(made.size()));
    check(made);
    if (has_other_values || dice.one_in(8)) files.push_back(std::move(made));
  }
  std::printf("%zu files\n", files.size());
}

}  // namespace
}  // namespace net

// SCHEMAC_FUZZ_RUNS runs that are the same each time; two of libFuzzer's aren't, whatever the seed.
extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
  const char* const runs = std::getenv("SCHEMAC_FUZZ_RUNS");
  if (runs == nullptr) return 0;
  net::check_made_files(std::strtoull(runs, nullptr, 10));
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  net::check({bytes.begin(), bytes.end()});
  return 0;
}

// Bytes as libFuzzer changes them, numbers where the direct executor says that some are, and values
// that are encoded anew, which keep digests and offsets right.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  net::Dice dice(seed);
  const std::uint64_t way = dice.below(4);
  if (way < 2) return LLVMFuzzerMutate(data, size, most);
  const auto bytes = std::as_bytes(std::span(data, size));
  const net::File file(bytes.begin(), bytes.end());
  const net::Root& root = dice.pick(net::roots());
  const net::File made =
      way == 2 ? net::with_other_bytes(root, file, dice) : net::with_other_values(root, file, dice);
  if (made.empty() || made.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::ranges::copy(std::as_bytes(std::span(made)), reinterpret_cast<std::byte*>(data));
  return made.size();
}
