#include "pages/array_details.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "schemac/array/statistics.h"
#include "stats/element_text.h"
#include "stats/report.h"

namespace schemac::pages {
namespace {

constexpr std::uint64_t most_values = 32;   // of a row of numbers
constexpr std::uint64_t most_corner = 8;    // rows and columns of a table of numbers
constexpr std::uint64_t most_pixels = 256;  // a side of a picture
constexpr std::uint64_t least_pixels = 4;
constexpr std::size_t most_element_hex = 16;  // bytes of an element that is no number

// Where element (row, column) of the last two dimensions is, the others being 0.
struct Matrix {
  std::uint64_t rows = 0, columns = 0;
  bool is_column_major = false;

  [[nodiscard]] std::uint64_t index(std::uint64_t row, std::uint64_t column,
                                    std::uint64_t stride) const {
    return is_column_major ? (row + column * rows) * stride : row * columns + column;
  }
};

// The last two dimensions, if there are two; stride: elements from one row to the next, where the
// first dimension is the fastest.
std::optional<Matrix> matrix_of(const stats::FileArray& array) {
  if (array.dims.size() < 2) return std::nullopt;
  return Matrix{array.dims[array.dims.size() - 2], array.dims.back(), array.is_column_major};
}

void add_values(const stats::FileArray& array, std::uint64_t count, Json& out) {
  const auto matrix = matrix_of(array);
  Json& values = out["values"] = Json::array();
  const auto add = [&](std::uint64_t index) {
    if (index >= count) return;
    array.at(index, [&](Bytes bytes, std::uint64_t at) {
      values.push_back(
          array.opaque_type.empty()
              ? direct::element_json(array.dtype, array.endian, bytes, at)
              : Json(direct::to_hex(bytes.first(std::min(bytes.size(), most_element_hex)))));
    });
  };
  if (!matrix) {
    for (std::uint64_t i = 0; i < std::min(count, most_values); ++i) add(i);
    return;
  }
  std::uint64_t stride = 1;
  for (std::size_t i = 0; i + 2 < array.dims.size(); ++i) stride *= array.dims[i];
  const std::uint64_t columns = std::min(matrix->columns, most_corner);
  for (std::uint64_t row = 0; row < std::min(matrix->rows, most_corner); ++row)
    for (std::uint64_t column = 0; column < columns; ++column)
      add(matrix->index(row, column, stride));
  out["columns"] = columns;
}

void add_statistics(const Statistics& found, bool is_complex, Json& out) {
  const Summary& summary = found.finite;
  if (found.finite_count() != 0) {
    if (is_complex) out["of"] = "magnitudes";
    out["statistics"] = {{"min", stats::short_number(summary.min)},
                         {"max", stats::short_number(summary.max)},
                         {"mean", stats::short_number(summary.mean)},
                         {"median", stats::short_number(summary.median)},
                         {"std", stats::short_number(summary.std)}};
  }
  for (const auto& [name, odd] : {std::pair("nan", found.nan_count),
                                  {"inf", found.infinity_count},
                                  {"-inf", found.negative_infinity_count}}) {
    if (odd != 0) out["odd"][name] = odd;
  }
  if (found.histogram.size() < 2) return;
  Json& bins = out["histogram"] = Json::array();
  for (const Bin& bin : found.histogram)
    bins.push_back({stats::short_number(bin.begin), stats::short_number(bin.end), bin.count});
}

// A byte an element, from black for the least finite value to white for the greatest.
void add_picture(const stats::FileArray& array, const Statistics& found, ArrayBudget& budget,
                 Json& out) {
  const auto matrix = matrix_of(array);
  if (!matrix || array.dims.size() != 2) return;
  const auto is_fit = [](std::uint64_t side) {
    return side >= least_pixels && side <= most_pixels;
  };
  if (!is_fit(matrix->rows) || !is_fit(matrix->columns)) return;
  const std::uint64_t count = matrix->rows * matrix->columns;
  const double low = found.finite.min;
  const double range = found.finite.max - low;
  if (found.count != count || count > budget.pixels || !(range > 0) || !std::isfinite(range))
    return;
  budget.pixels -= count;
  std::vector<double> values(count);
  if (array.read(0, values).size() != count) return;
  std::vector<std::byte> pixels;
  pixels.reserve(count);
  for (std::uint64_t row = 0; row < matrix->rows; ++row) {
    for (std::uint64_t column = 0; column < matrix->columns; ++column) {
      const double share = (values[matrix->index(row, column, 1)] - low) / range;
      const double shade = std::isfinite(share) ? share : std::isnan(share) ? 0 : share > 0 ? 1 : 0;
      pixels.push_back(static_cast<std::byte>(std::lround(255 * std::clamp(shade, 0.0, 1.0))));
    }
  }
  out["picture"] = {
      {"rows", matrix->rows}, {"columns", matrix->columns}, {"pixels", direct::to_base64(pixels)}};
}

}  // namespace

Json array_details(const stats::FileArray& array, ArrayBudget& budget,
                   const PassProgress& progress) {
  const std::uint64_t count = array.count();
  Json out = {{"count", count}};
  if (!array.remark.empty()) out["remark"] = array.remark;
  if (array.is_column_major && array.dims.size() > 1) out["order"] = "column";
  add_values(array, count, out);
  if (array.size() <= budget.scanned && array.opaque_type.empty()) {
    budget.scanned -= array.size();
    const Statistics found = stats::statistics_of(array, progress);
    const bool is_complex = array.dtype == Dtype::c64 || array.dtype == Dtype::c128;
    add_statistics(found, is_complex, out);
    add_picture(array, found, budget, out);
  }
  if (const std::string problem = array.problem(); !problem.empty()) out["problem"] = problem;
  return out;
}

}  // namespace schemac::pages
