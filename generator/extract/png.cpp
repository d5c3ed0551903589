#include "extract/png.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "stats/report.h"

namespace schemac::extract {
namespace {

constexpr std::uint64_t most_side = 1'000'000;  // what libpng takes

struct Writing {
  const TakeBytes& take;
  std::string problem = {};
};

void write_data(png_structp png, png_bytep data, std::size_t size) {
  auto* writing = static_cast<Writing*>(png_get_io_ptr(png));
  if (!writing->take(std::as_bytes(std::span(data, size)))) png_error(png, "");
}
void flush_data(png_structp) {}
void note_error(png_structp png, png_const_charp message) {
  static_cast<Writing*>(png_get_error_ptr(png))->problem = message;
  png_longjmp(png, 1);
}
void note_warning(png_structp, png_const_charp) {}

struct Samples {
  std::uint32_t width = 0, height = 0;
  int per_pixel = 1;
  int bits = 8;
};

int colour_type(int samples) {
  constexpr int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                           PNG_COLOR_TYPE_RGB_ALPHA};
  return types[samples - 1];
}

// The next row of samples, as PNG has them: 16 bits are big-endian.
class Rows {
 public:
  explicit Rows(const stats::FileArray& array) : elements_(array) {
    samples_.height = static_cast<std::uint32_t>(array.dims[0]);
    samples_.width = static_cast<std::uint32_t>(array.dims[1]);
    samples_.per_pixel = array.dims.size() == 3 ? static_cast<int>(array.dims[2]) : 1;
    samples_.bits = array.dtype == Dtype::u16 ? 16 : 8;
    is_exact_ = array.dtype == Dtype::u8 || array.dtype == Dtype::u16;
    if (is_exact_) return;
    const Statistics statistics = stats::statistics_of(array);
    const bool is_finite = statistics.finite_count() == statistics.count;
    const Summary& summary = is_finite ? statistics.all : statistics.finite;
    low_ = summary.min;
    scale_ = summary.max > summary.min ? 255 / (summary.max - summary.min) : 0;
  }

  [[nodiscard]] const Samples& samples() const { return samples_; }
  /// False if an element can't be decoded.
  [[nodiscard]] bool next(std::vector<png_byte>& row) {
    row.clear();
    const std::uint64_t count =
        std::uint64_t{samples_.width} * static_cast<std::uint64_t>(samples_.per_pixel);
    for (std::uint64_t i = 0; i < count; ++i) {
      const direct::Json element = elements_.next();
      if (element.is_null()) return false;
      const unsigned sample = is_exact_ ? element.get<unsigned>() : scaled(element);
      if (samples_.bits == 16) row.push_back(static_cast<png_byte>(sample >> 8));
      row.push_back(static_cast<png_byte>(sample & 0xff));
    }
    return true;
  }

 private:
  // What isn't a number is black, as what is lowest.
  [[nodiscard]] unsigned scaled(const direct::Json& element) const {
    const double value = element.is_number()    ? element.get<double>()
                         : element.is_boolean() ? (element.get<bool>() ? 1.0 : 0.0)
                         : element == "inf"     ? std::numeric_limits<double>::infinity()
                                                : low_;
    const double sample = (value - low_) * scale_;
    return static_cast<unsigned>(
        std::lround(std::clamp(std::isnan(sample) ? 0.0 : sample, 0.0, 255.0)));
  }

  RowMajor elements_;
  Samples samples_;
  bool is_exact_ = true;
  double low_ = 0, scale_ = 0;
};

// Nothing with a destructor is made in it: libpng leaves it by a jump.
bool write_rows(png_structp png, png_infop picture, Rows& rows, std::vector<png_byte>& row) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(cert-err52-cpp): libpng's way
  const Samples& samples = rows.samples();
  png_set_IHDR(png, picture, samples.width, samples.height, samples.bits,
               colour_type(samples.per_pixel), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, picture);
  for (std::uint32_t i = 0; i < samples.height; ++i) {
    if (!rows.next(row)) return false;
    png_write_row(png, row.data());
  }
  png_write_end(png, nullptr);
  return true;
}

}  // namespace

std::string no_picture(const stats::FileArray& array) {
  const bool is_grey = array.dims.size() == 2;
  const bool has_samples = array.dims.size() == 3 && array.dims[2] >= 1 && array.dims[2] <= 4;
  if (!is_grey && !has_samples)
    return "a picture has the dimensions [height, width] or [height, width, 1 to 4]";
  if (array.dims[0] == 0 || array.dims[1] == 0) return "a picture has at least one pixel";
  if (array.dims[0] > most_side || array.dims[1] > most_side)
    return "a picture has at most a million rows and columns";
  const bool is_complex = array.dtype == Dtype::c64 || array.dtype == Dtype::c128;
  if (!array.opaque_type.empty() || is_complex) return "a picture consists of real numbers";
  return "";
}

std::string write_png(const stats::FileArray& array, const TakeBytes& take) {
  Writing writing{take};
  Rows rows(array);
  std::vector<png_byte> row;
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &writing, note_error, note_warning);
  png_infop picture = png == nullptr ? nullptr : png_create_info_struct(png);
  if (picture == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    return "there is not enough memory for a picture";
  }
  png_set_write_fn(png, &writing, write_data, flush_data);
  const bool is_written = write_rows(png, picture, rows, row);
  png_destroy_write_struct(&png, &picture);
  if (is_written) return "";
  return array.problem().empty() ? writing.problem : array.problem();
}

}  // namespace schemac::extract
