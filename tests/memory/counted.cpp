#include "memory/counted.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

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

namespace schemac::tests {

std::uint64_t held_memory() { return now_held; }
std::uint64_t allocation_count() { return allocations; }
std::uint64_t peak_memory() { return most_held; }
void forget_peak() { most_held = now_held.load(); }

}  // namespace schemac::tests
