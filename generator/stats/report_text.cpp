#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "stats/element_text.h"
#include "stats/report.h"

namespace schemac::stats {
namespace {

constexpr std::size_t line_width = 80;
constexpr std::size_t bar_width = 32;
constexpr std::uint64_t most_shown = 5;  // at either end
constexpr const char* bold = "1";
constexpr const char* dim = "2";
constexpr const char* bar_colour = "36";

class TextMaker {
 public:
  TextMaker(const FileArray& array, const Statistics& found, bool has_colours)
      : array_(array), found_(found), has_colours_(has_colours) {}

  std::string make() {
    add_title();
    if (!array_.remark.empty()) out_ += "  " + array_.remark + '\n';
    if (const std::string problem = array_.problem(); !problem.empty())
      out_ += "  not counted: " + problem + '\n';
    if (found_.count == 0) return std::move(out_);
    add_elements();
    if (found_.count == 1) return std::move(out_);
    add_summary(found_.all);
    add_others();
    add_histogram();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string in(const char* colour, const std::string& text) const {
    return has_colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
  }

  void add_title() {
    std::string type = direct::printable(array_.type_text());
    if (array_.is_column_major) type += " column-major";
    const std::string size = !array_.has_data      ? "no data"
                             : array_.count() == 0 ? "no elements"
                             : array_.size() == 1  ? "1 byte"
                                                   : fmt::format("{} bytes", array_.size());
    out_ += fmt::format("{}: {}, {}\n", in(bold, direct::printable(array_.name)), type, size);
  }

  // As many as a line holds, but one at either end at least.
  void add_elements() {
    std::string line;
    for (std::uint64_t most = most_shown; most > 0; --most) {
      line = elements(preview_of(found_.count, most));
      if (line.size() <= line_width) break;
    }
    const auto gap = line.find(" ... ");
    if (gap != std::string::npos) line.replace(gap, 4, in(dim, " ..."));
    out_ += line + '\n';
  }
  [[nodiscard]] std::string elements(const Preview& preview) const {
    std::string line = " ";
    const auto add = [&](std::uint64_t i) {
      array_.at(i, [&](Bytes bytes, std::uint64_t index) {
        line += ' ' + element_text(array_.dtype, array_.endian, bytes, index);
      });
    };
    for (const std::uint64_t i : preview.first) add(i);
    if (!preview.is_whole) line += " ...";
    for (const std::uint64_t i : preview.last) add(i);
    return line;
  }

  void add_summary(const Summary& summary) {
    const bool is_complex = array_.dtype == Dtype::c64 || array_.dtype == Dtype::c128;
    if (is_complex) out_ += in(dim, "  of magnitudes:");
    out_ += fmt::format("{}{} {}  {} {}  {} {}  {} {}  {} {}\n", is_complex ? " " : "  ",
                        in(dim, "min"), short_number(summary.min), in(dim, "max"),
                        short_number(summary.max), in(dim, "mean"), short_number(summary.mean),
                        in(dim, "median"), short_number(summary.median), in(dim, "std"),
                        short_number(summary.std));
  }

  // What makes the line above it say nothing, and what the rest is like.
  void add_others() {
    if (found_.finite_count() == found_.count) return;
    out_ +=
        fmt::format("  {} nan, {} inf, {} -inf; {} finite\n", found_.nan_count,
                    found_.infinity_count, found_.negative_infinity_count, found_.finite_count());
    if (found_.finite_count() != 0) add_summary(found_.finite);
  }

  // Edges, counts and bars in columns; a bin of a single value has one edge.
  void add_histogram() {
    std::vector<std::array<std::string, 3>> rows;
    std::array<std::size_t, 3> widths{};
    std::uint64_t highest = 1;
    for (const Bin& bin : found_.histogram) {
      rows.push_back({short_number(bin.begin), short_number(bin.end), std::to_string(bin.count)});
      for (std::size_t i = 0; i < widths.size(); ++i)
        widths[i] = std::max(widths[i], rows.back()[i].size());
      highest = std::max(highest, bin.count);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Bin& bin = found_.histogram[i];
      out_ += fmt::format("  {:>{}}", rows[i][0], widths[0]);
      if (bin.begin != bin.end) out_ += fmt::format(" to {:>{}}", rows[i][1], widths[1]);
      out_ += fmt::format("  {:>{}}", rows[i][2], widths[2]);
      if (bin.count != 0) out_ += "  " + in(bar_colour, bar_of(bin.count, highest));
      out_ += '\n';
    }
  }

  // In eighths of a character; what isn't 0 is seen.
  [[nodiscard]] static std::string bar_of(std::uint64_t count, std::uint64_t highest) {
    constexpr const char* eighths_of_block[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double share = static_cast<double>(count) / static_cast<double>(highest);
    const auto eighths = std::max<std::size_t>(1, static_cast<std::size_t>(share * bar_width * 8));
    std::string bar;
    for (std::size_t i = 0; i < eighths / 8; ++i) bar += "█";
    return bar + eighths_of_block[eighths % 8];
  }

  const FileArray& array_;
  const Statistics& found_;
  bool has_colours_;
  std::string out_;
};

}  // namespace

Statistics statistics_of(const FileArray& array, const PassProgress& progress) {
  if (!array.problem().empty()) return {};
  const auto read = [&](std::uint64_t first, std::span<double> out) {
    return array.read(first, out);
  };
  Statistics found =
      schemac::statistics_of(DoubleSource{array.count(), read}, array.dtype, progress);
  return array.problem().empty() ? found : Statistics();
}

std::string to_text(const FileArray& array, const Statistics& found, bool has_colours) {
  return TextMaker(array, found, has_colours).make();
}

}  // namespace schemac::stats
