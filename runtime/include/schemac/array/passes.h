// Passes over the elements of an array, each from the first to the last, block by block.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "schemac/array/doubles.h"

namespace schemac {

/// Called now and then during long work, with the number of the pass, from 1 on, and the share of
/// it that is done. Most arrays take five to seven passes, none more than fourteen.
using PassProgress = std::function<void(unsigned pass, double done)>;

}  // namespace schemac

namespace schemac::impl {

namespace detail {

/// The sum of at most 128 numbers, with eight running sums.
template <class Term>
[[nodiscard]] double block_sum(std::span<const double> block, Term&& term) {
  std::size_t i = 0;
  double sum = 0;
  if (block.size() >= 8) {
    double partial[8];
    for (std::size_t j = 0; j < 8; ++j) partial[j] = term(block[j]);
    for (i = 8; i + 8 <= block.size(); i += 8) {
      for (std::size_t j = 0; j < 8; ++j) partial[j] += term(block[i + j]);
    }
    sum = ((partial[0] + partial[1]) + (partial[2] + partial[3])) +
          ((partial[4] + partial[5]) + (partial[6] + partial[7]));
  }
  for (; i < block.size(); ++i) sum += term(block[i]);
  return sum;
}

class ElementPasses {
 public:
  ElementPasses(DoubleSource elements, const PassProgress& progress)
      : elements_(std::move(elements)),
        progress_(progress),
        block_(std::make_unique<double[]>(block_size)) {}

  [[nodiscard]] std::uint64_t size() const { return elements_.size; }

  /// Calls `visit(std::span<const double>)` for all elements in order.
  template <class Visit>
  void each_block(Visit&& visit) const {
    ++pass_;
    for (std::uint64_t at = 0; at < size(); at += block_size) visit(read(at));
  }

  /// The sum of term(x) over the `count` finite elements: halves are added up for themselves, which
  /// keeps the error small, down to blocks of 128. This is NumPy's order.
  template <class Term>
  [[nodiscard]] double sum_finite(std::uint64_t count, Term&& term) const {
    ++pass_;
    FiniteStream stream(*this);
    return 0.0 + pairwise(stream, count, term);
  }

 private:
  static constexpr std::size_t block_size = 4096;
  static constexpr std::size_t summed_at_once = 128;

  /// The finite elements, some at a time, whatever lies between them.
  class FiniteStream {
   public:
    explicit FiniteStream(const ElementPasses& of) : of_(of) {}

    /// The next ones, at most `summed_at_once`.
    [[nodiscard]] std::span<const double> take(std::size_t count) {
      std::size_t held = 0;
      while (held < count) {
        if (left_.empty()) {
          left_ = of_.read(at_);
          at_ += left_.size();
          if (left_.empty()) break;
        }
        const std::size_t step = std::min(left_.size(), count - held);
        for (const double value : left_.first(step)) {
          taken_[held] = value;
          held += std::isfinite(value) ? 1 : 0;
        }
        left_ = left_.subspan(step);
      }
      return std::span<const double>(taken_).first(held);
    }

   private:
    const ElementPasses& of_;
    std::uint64_t at_ = 0;
    std::span<const double> left_;
    std::array<double, summed_at_once + 1> taken_{};  // one more, for what is not taken
  };

  template <class Term>
  [[nodiscard]] static double pairwise(FiniteStream& stream, std::uint64_t count, Term& term) {
    if (count <= summed_at_once)
      return block_sum(stream.take(static_cast<std::size_t>(count)), term);
    const std::uint64_t first = count / 2 - count / 2 % 8;
    const double sum = pairwise(stream, first, term);
    return sum + pairwise(stream, count - first, term);
  }

  [[nodiscard]] std::span<const double> read(std::uint64_t at) const {
    const bool is_time = at % (block_size * 256) == 0;
    if (progress_ && is_time)
      progress_(pass_, static_cast<double>(at) / static_cast<double>(size()));
    return elements_.read(at, {block_.get(), block_size});
  }

  DoubleSource elements_;
  const PassProgress& progress_;
  std::unique_ptr<double[]> block_;
  mutable unsigned pass_ = 0;
};

}  // namespace detail

}  // namespace schemac::impl
