// What reading a file may ask of the allocator: little, whatever the file says. A program of its
// own, since it replaces operator new; without sanitizers, which do that, too.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "direct/decode.h"
#include "direct/validate.h"
#include "formats/bytes_of_file.h"
#include "formats/oinf/executors.h"
#include "oinf.h"

namespace {

std::atomic<std::uint64_t> now_held{0};
std::atomic<std::uint64_t> most_held{0};
std::atomic<std::uint64_t> allocations{0};
constexpr std::size_t header = alignof(std::max_align_t);

void* take(std::size_t size) {
  auto* block = static_cast<std::byte*>(std::malloc(size + header));
  if (block == nullptr) throw std::bad_alloc();
  std::memcpy(block, &size, sizeof size);
  const std::uint64_t held = now_held += size;
  if (held > most_held) most_held = held;
  ++allocations;
  return block + header;
}

void give_back(void* at) {
  if (at == nullptr) return;
  std::byte* block = static_cast<std::byte*>(at) - header;
  std::size_t size = 0;
  std::memcpy(&size, block, sizeof size);
  now_held -= size;
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void operator delete(void* at) noexcept { give_back(at); }
void operator delete[](void* at) noexcept { give_back(at); }
void operator delete(void* at, std::size_t) noexcept { give_back(at); }
void operator delete[](void* at, std::size_t) noexcept { give_back(at); }

using namespace schemac;
using namespace schemac::tests;

namespace {

/// Peak bytes held during a call, beyond those before it.
template <class Call>
std::uint64_t peak_of(Call call) {
  const std::uint64_t before = now_held;
  most_held = before;
  call();
  return most_held - before;
}

std::uint64_t allowed(std::uint64_t file_size) {
  return file_size < 1024 ? 1u << 20 : (16u << 20) + file_size;
}

std::vector<std::filesystem::path> all_files() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder :
       {"vectors/oinf", "vectors/oinf/invalid", "made/oinf", "made/oinf/invalid"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(SCHEMAC_TEST_DATA) / folder))
      if (entry.path().extension() == ".oinf") paths.push_back(entry.path());
  return paths;
}

}  // namespace

TEST_CASE("no file makes a reader ask for much memory") {
  const plan::Plan& plan = oinf_plan();
  for (const auto& path : all_files()) {
    INFO(path.filename());
    const auto bytes = bytes_of_file(path);
    CHECK(peak_of([&] { (void)oinf::validate(bytes); }) <= allowed(bytes.size()));
    CHECK(peak_of([&] { (void)oinf::read(bytes); }) <= allowed(bytes.size()));
    CHECK(peak_of([&] { (void)direct::validate(plan, plan.roots.front(), bytes); }) <=
          allowed(bytes.size()));
    CHECK(peak_of([&] {
            (void)direct::decode(plan, plan.roots.front(), bytes, direct::Reading::strict);
          }) <= allowed(bytes.size()));
  }
}

TEST_CASE("validating a valid file and walking over it allocate nothing") {
  const auto bytes = bytes_of_file(SCHEMAC_TEST_DATA "/vectors/oinf/v1_all_tensor_dtypes.oinf");
  const std::uint64_t before = allocations;
  const bool is_valid = oinf::validate(bytes).ok();
  const auto view = oinf::view(bytes);
  std::uint64_t seen = 0;
  auto tensors = view->tensors();
  for (const auto& tensor : tensors) seen += tensor.name().size() + tensor.dims().size();
  const std::uint64_t after = allocations;
  CHECK(is_valid);
  CHECK(seen != 0);
  CHECK_FALSE(tensors.violation());
  CHECK(after == before);
}
