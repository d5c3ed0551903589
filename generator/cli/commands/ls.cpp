// schemac ls: the arrays of a file, one per line.
#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/commands/file_arrays.h"
#include "cli/known_formats.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "source/text_width.h"
#include "source/utf8.h"

namespace schemac::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Line {
  std::string name, path, type;
  std::vector<std::uint64_t> dims;
  bool is_column_major = false;
  bool has_data = true;
  std::uint64_t size = 0, offset = 0;
  std::uint64_t pieces = 0;  ///< 0 of an array in one stretch
};

// A piece that is stored as it is, is where the array is.
std::uint64_t pieces_of(const direct::Joined& joined) {
  const bool is_plain = joined.pieces.size() == 1 &&
                        joined.pieces.front().bytes.codec()->algorithm == CodecAlgorithm::none;
  return is_plain ? 0 : joined.pieces.size();
}

Line line_of(const stats::FileArray& array) {
  Line line;
  line.name = array.name;
  line.path = array.path;
  line.type = array.opaque_type.empty() ? std::string(name(array.dtype)) : array.opaque_type;
  line.dims = array.dims;
  line.is_column_major = array.is_column_major;
  line.has_data = array.has_data;
  line.size = array.size();
  line.offset = array.offset;
  if (array.pieces != nullptr) line.pieces = pieces_of(array.pieces->array());
  return line;
}

bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

// Numbers in names by value: "layer.2" comes before "layer.10".
bool comes_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (!is_digit(a.front()) || !is_digit(b.front())) {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const auto number = [](std::string_view& text) {
      while (text.size() > 1 && text[0] == '0' && is_digit(text[1])) text.remove_prefix(1);
      const auto end =
          static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
      const std::string_view digits = text.substr(0, end);
      text.remove_prefix(end);
      return digits;
    };
    const std::string_view x = number(a), y = number(b);
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
  }
  return a.size() < b.size();
}

Json json_of(const Line& line) {
  Json json = {{"name", source::as_utf8(line.name)},
               {"path", source::as_utf8(line.path)},
               {"dtype", line.type},
               {"dims", line.dims},
               {"order", line.is_column_major ? "column" : "row"}};
  if (!line.has_data) return json;
  json["nbytes"] = line.size;
  json["offset"] = line.offset;
  if (line.pieces != 0) json["pieces"] = line.pieces;
  return json;
}

using Cells = std::array<std::string, 5>;

Cells cells_of(const Line& line) {
  std::string shape = "[";
  for (const std::uint64_t dim : line.dims)
    shape += (shape.size() == 1 ? "" : ", ") + std::to_string(dim);
  shape += line.is_column_major ? "] column-major" : "]";
  std::string place = "at " + std::to_string(line.offset);
  if (line.pieces != 0)
    place = std::to_string(line.pieces) + (line.pieces == 1 ? " piece from " : " pieces from ") +
            std::to_string(line.offset);
  if (!line.has_data) return {direct::printable(line.name), line.type, shape, "0", "no data"};
  return {direct::printable(line.name), direct::printable(line.type), shape,
          std::to_string(line.size), place};
}

void print(const std::vector<Line>& lines) {
  std::vector<Cells> table;
  std::array<std::size_t, 5> widths{};
  for (const Line& line : lines) {
    table.push_back(cells_of(line));
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], source::width_of(table.back()[i]));
  }
  const bool colours = has_colours(Stream::out);
  using source::Side;
  for (const auto& [name, type, shape, size, place] : table)
    std::cout << coloured(source::padded(name, widths[0], Side::left), "1", colours) << "  "
              << source::padded(type, widths[1], Side::left) << "  "
              << source::padded(shape, widths[2], Side::left) << "  "
              << source::padded(size, widths[3], Side::right) << "  " << place << '\n';
}

}  // namespace

int ls(const LsOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  FileArrays arrays;
  if (!arrays.open(known, options.file, options.path)) return not_judged;
  std::vector<Line> lines;
  const int exit_code =
      arrays.each([&](const stats::FileArray& array) { lines.push_back(line_of(array)); });
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return comes_before(a.name, b.name); });
  if (!options.json) {
    print(lines);
    return exit_code;
  }
  std::cout << R"({"schema": )" << Json(arrays.schema()).dump() << R"(, "arrays": [)";
  for (std::size_t i = 0; i < lines.size(); ++i)
    std::cout << (i == 0 ? "\n" : ",\n") << json_of(lines[i]).dump();
  std::cout << "\n]}\n";
  return exit_code;
}

}  // namespace schemac::cli
