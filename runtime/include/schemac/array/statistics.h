// Minimum, maximum, mean, median, standard deviation and histogram of an array, in place.
//
// The results are NumPy's for a float64 copy of the elements, to the last bit where its own don't
// depend on the machine: sums are made pairwise in its order, the deviation is the population's,
// bins are those of numpy.histogram. Nothing is copied: the elements are gone through a few times,
// with less than 1 MiB of memory whatever their number.
//
//   const auto found = schemac::statistics_of(array.bytes(), array.dtype(), array.endian(),
//                                             array.size());
//   std::cout << found.all.mean << '\n';
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "schemac/array/doubles.h"
#include "schemac/array/median.h"
#include "schemac/array/passes.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"

namespace schemac {

/// All are NaN where there is no element.
struct Summary {
  double min = std::numeric_limits<double>::quiet_NaN();
  double max = std::numeric_limits<double>::quiet_NaN();
  double mean = std::numeric_limits<double>::quiet_NaN();
  double median = std::numeric_limits<double>::quiet_NaN();
  double std = std::numeric_limits<double>::quiet_NaN();  ///< of the population
};

/// Elements from `begin` up to but without `end`; the last bin holds its end, too. A bin of a
/// single value has it as both.
struct Bin {
  double begin = 0;
  double end = 0;
  std::uint64_t count = 0;
};

struct Statistics {
  std::uint64_t count = 0;  ///< elements, of whatever value
  std::uint64_t nan_count = 0;
  std::uint64_t infinity_count = 0;
  std::uint64_t negative_infinity_count = 0;
  Summary all;     ///< as NumPy has it: everything is NaN if an element is
  Summary finite;  ///< of the finite elements alone; the same as `all` where there are no others
  /// Of the finite elements: a bin a value for whole numbers at most `value_bins` apart, else ten
  /// of equal width; one if all elements are equal or too close for ten, none without any.
  std::vector<Bin> histogram;

  [[nodiscard]] std::uint64_t finite_count() const {
    return count - nan_count - infinity_count - negative_infinity_count;
  }

  static constexpr std::size_t equal_bins = 10;
  static constexpr double value_bins = 20;
};

/// Statistics of `count` elements, or of as many as `bytes` holds. `progress` is called now and
/// then.
[[nodiscard]] Statistics statistics_of(Bytes bytes, Dtype dtype, Endian endian, std::uint64_t count,
                                       const PassProgress& progress = {});
/// The same of elements of type `dtype` from anywhere.
[[nodiscard]] Statistics statistics_of(const DoubleSource& elements, Dtype dtype,
                                       const PassProgress& progress = {});

}  // namespace schemac

namespace schemac::impl {

namespace detail {

[[nodiscard]] inline bool is_whole(Dtype dtype) {
  const char kind = name(dtype).front();
  return dtype == Dtype::bool8 || (kind != 'f' && kind != 'b' && kind != 'c');
}

inline void find_extremes(const ElementPasses& elements, Statistics& out) {
  Summary& finite = out.finite;
  elements.each_block([&](std::span<const double> block) {
    for (const double value : block) {
      if (std::isfinite(value)) {
        // Not NaN once there was one; of equal zeros the first stays.
        if (!(finite.min <= value)) finite.min = value;
        if (!(finite.max >= value)) finite.max = value;
      } else if (std::isnan(value)) {
        ++out.nan_count;
      } else {
        ++(value > 0 ? out.infinity_count : out.negative_infinity_count);
      }
    }
  });
}

inline void find_moments(const ElementPasses& elements, std::uint64_t count, Summary& out) {
  const auto divisor = static_cast<double>(count);
  out.mean = elements.sum_finite(count, [](double value) { return value; }) / divisor;
  const double square_sum = elements.sum_finite(count, [&](double value) {
    const double deviation = value - out.mean;
    return deviation * deviation;
  });
  out.std = std::sqrt(square_sum / divisor);
}

/// Bins without their counts.
[[nodiscard]] inline std::vector<Bin> bins_between(double min, double max, bool is_whole) {
  std::vector<Bin> bins;
  if (min == max) return {{min, max, 0}};
  // 2^53: up to here a double has every whole number.
  constexpr double all_whole = 9007199254740992;
  const bool is_countable = -all_whole <= min && max <= all_whole;
  if (is_whole && is_countable && max - min <= Statistics::value_bins) {
    const int last = static_cast<int>(max - min);
    for (int i = 0; i <= last; ++i) bins.push_back({min + i, min + i, 0});
    return bins;
  }
  // The difference of two doubles may be none any more; its tenth is.
  const double count = Statistics::equal_bins;
  const double step = std::isfinite(max - min) ? (max - min) / count : max / count - min / count;
  for (int i = 0; i < static_cast<int>(Statistics::equal_bins); ++i)
    bins.push_back({i * step + min, (i + 1.0) * step + min, 0});
  bins.back().end = max;
  const bool is_too_narrow =
      std::any_of(bins.begin(), bins.end(), [](const Bin& bin) { return !(bin.begin < bin.end); });
  return is_too_narrow ? std::vector<Bin>{{min, max, 0}} : bins;
}

inline void fill_bins(const ElementPasses& elements, std::vector<Bin>& bins) {
  if (bins.empty()) return;
  const double min = bins.front().begin;
  const double width =
      bins.back().end / static_cast<double>(bins.size()) - min / static_cast<double>(bins.size());
  const bool has_values = bins.front().begin == bins.front().end;
  elements.each_block([&](std::span<const double> block) {
    for (const double value : block) {
      if (!std::isfinite(value)) continue;
      const double position = has_values ? value - min : value / width - min / width;
      std::size_t i = std::min(static_cast<std::size_t>(std::max(position, 0.0)), bins.size() - 1);
      // The quotient is rounded; the edges decide.
      while (i > 0 && value < bins[i].begin) --i;
      while (i + 1 < bins.size() && value >= bins[i + 1].begin) ++i;
      ++bins[i].count;
    }
  });
}

/// What becomes of `finite` when elements that are not finite join.
[[nodiscard]] inline Summary with_infinite(const Statistics& found, double median) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (found.nan_count != 0) return {};
  Summary all = found.finite;
  if (found.negative_infinity_count != 0) all.min = -infinity;
  if (found.infinity_count != 0) all.max = infinity;
  if (found.finite_count() == 0) {
    all.min = found.negative_infinity_count != 0 ? -infinity : infinity;
    all.max = found.infinity_count != 0 ? infinity : -infinity;
  }
  const bool has_both = found.infinity_count != 0 && found.negative_infinity_count != 0;
  all.mean = has_both ? nan : (found.infinity_count != 0 ? infinity : -infinity);
  all.median = median;
  all.std = nan;
  return all;
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

inline Statistics statistics_of(Bytes bytes, Dtype dtype, Endian endian, std::uint64_t count,
                                const PassProgress& progress) {
  const Doubles elements(bytes, dtype, endian, count);
  const auto read = [&](std::uint64_t first, std::span<double> out) {
    return elements.read(first, out);
  };
  return statistics_of(DoubleSource{elements.size(), read}, dtype, progress);
}

inline Statistics statistics_of(const DoubleSource& source, Dtype dtype,
                                const PassProgress& progress) {
  const impl::detail::ElementPasses elements(source, progress);
  Statistics out;
  out.count = elements.size();
  if (out.count == 0) return out;
  impl::detail::find_extremes(elements, out);
  const std::uint64_t finite = out.finite_count();
  const std::uint64_t ordered = out.count - out.nan_count;
  if (finite != 0) {
    impl::detail::find_moments(elements, finite, out.finite);
    out.finite.median = impl::detail::median_of(elements, out.negative_infinity_count, finite);
    out.histogram =
        impl::detail::bins_between(out.finite.min, out.finite.max, impl::detail::is_whole(dtype));
    impl::detail::fill_bins(elements, out.histogram);
  }
  const bool is_finite = finite == out.count;
  const bool has_order = !is_finite && out.nan_count == 0;
  out.all = is_finite ? out.finite
                      : impl::detail::with_infinite(
                            out, has_order ? impl::detail::median_of(elements, 0, ordered) : 0);
  return out;
}

}  // namespace schemac
