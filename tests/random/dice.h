// Random numbers that are the same on every machine for the same seed.
#pragma once

#include <cstdint>
#include <vector>

namespace net {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U + 1) {}
  std::uint64_t number() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }
  /// From 0 to `end` - 1.
  std::uint64_t below(std::uint64_t end) { return end == 0 ? 0 : number() % end; }
  bool one_in(std::uint64_t number) { return below(number) == 0; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace net
