// Several things at the same time, whose results come one after the other in their order.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace schemac::cli {

/// How it is done.
struct InOrder {
  unsigned jobs = 1;      ///< threads; one, without a thread of its own, if `waits` is false
  bool has_idle = false;  ///< whether `idle` is to be called while there is nothing to take
};

/// Calls `make(i)` for each i below `count`, on threads, and here `take(i, made)` for each in their
/// order; `idle(i)` every tenth of a second in which result i isn't there yet. Results that nobody
/// took yet are few. What a thread throws is thrown here.
template <class Make, class Take, class Idle>
void in_order(std::size_t count, const InOrder& how, const Make& make, const Take& take,
              const Idle& idle) {
  using Made = decltype(make(std::size_t{}));
  if (how.jobs <= 1 && !how.has_idle) {
    for (std::size_t i = 0; i < count; ++i) take(i, make(i));
    return;
  }
  struct Slot {
    std::optional<Made> made;
    std::exception_ptr failure;
    bool is_there = false;
  };
  const std::size_t ahead = std::size_t{8} * how.jobs;
  std::vector<Slot> slots(ahead);  // of result i at i modulo their number
  std::mutex mutex;
  std::condition_variable is_there, has_room;
  std::size_t next = 0, taken = 0;
  bool is_over = false;
  const auto work = [&] {
    for (;;) {
      std::size_t at = 0;
      {
        std::unique_lock lock(mutex);
        has_room.wait(lock, [&] { return is_over || next == count || next < taken + ahead; });
        if (is_over || next == count) return;
        at = next++;
      }
      Slot slot;
      try {
        slot.made.emplace(make(at));
      } catch (...) {
        slot.failure = std::current_exception();
      }
      slot.is_there = true;
      const std::scoped_lock lock(mutex);
      slots[at % ahead] = std::move(slot);
      is_there.notify_one();
    }
  };
  std::vector<std::jthread> threads;
  struct Ending {  // threads end also where something is thrown
    ~Ending() {
      const std::scoped_lock lock(mutex);
      is_over = true;
      has_room.notify_all();
    }
    std::mutex& mutex;
    std::condition_variable& has_room;
    bool& is_over;
  };
  const Ending ending{mutex, has_room, is_over};
  for (unsigned i = 0; i < how.jobs && i < count; ++i) threads.emplace_back(work);
  for (std::size_t at = 0; at < count; ++at) {
    Slot slot;
    {
      std::unique_lock lock(mutex);
      while (!is_there.wait_for(lock, std::chrono::milliseconds(100),
                                [&] { return slots[at % ahead].is_there; }))
        if (how.has_idle) idle(at);
      slot = std::exchange(slots[at % ahead], Slot());
      taken = at + 1;
      has_room.notify_all();
    }
    if (slot.failure) std::rethrow_exception(slot.failure);
    take(at, *std::move(slot.made));
  }
}

}  // namespace schemac::cli
