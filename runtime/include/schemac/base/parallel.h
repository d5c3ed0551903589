// Work in shares on several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace schemac::impl {

/// Calls `work(i)` for each i below `count`, each once, on as many threads (the caller's is one of
/// them). Once a call returns false no further ones begin. Threads that the system refuses are done
/// without. `work` is called by several threads at once.
template <class Work>
void for_each_share(std::uint64_t count, unsigned threads, const Work& work) {
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> goes_on{true};
  const auto run = [&] {
    while (goes_on.load(std::memory_order_relaxed)) {
      const std::uint64_t share = next.fetch_add(1, std::memory_order_relaxed);
      if (share >= count) return;
      if (!work(share)) goes_on.store(false, std::memory_order_relaxed);
    }
  };
  std::vector<std::thread> others;
  try {
    for (unsigned i = 1; i < threads && i < count; ++i) others.emplace_back(run);
  } catch (const std::system_error&) {  // then those that have started do it all
  }
  run();
  for (std::thread& other : others) other.join();
}

}  // namespace schemac::impl
