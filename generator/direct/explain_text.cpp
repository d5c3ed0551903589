// Rows of an explanation as JSON and as a table.
#include <algorithm>
#include <array>

#include "direct/byte_text.h"
#include "direct/element_json.h"
#include "direct/explain.h"

namespace schemac::direct {
namespace {

constexpr std::array<std::string_view, 5> kind_names = {"field", "payload", "padding", "slack",
                                                        "unknown"};
constexpr std::size_t widest_path = 44;
constexpr std::size_t widest_value = 40;

std::string_view name_of(RowKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

Json json_of(const Row& row) {
  Json json = {
      {"path", row.path}, {"offset", row.offset}, {"size", row.size}, {"kind", name_of(row.kind)},
      {"type", row.type}, {"value", row.value},   {"doc", row.doc}};
  if (!row.relation.empty()) json["relation"] = row.relation;
  if (row.target) json["target"] = {{"offset", row.target->offset}, {"path", row.target->path}};
  if (row.children.empty()) return json;
  Json& children = json["children"] = Json::array();
  for (const Row& child : row.children) children.push_back(json_of(child));
  return json;
}

bool lies_below(const std::string& path, const std::string& above) {
  if (above.empty() || path == above) return true;
  return path.size() > above.size() && path.compare(0, above.size(), above) == 0 &&
         (path[above.size()] == '.' || path[above.size()] == '[');
}

// The first `depth` parts of a path: names and indices count alike.
std::string shortened(const std::string& path, std::uint32_t depth) {
  std::uint32_t parts = path.empty() ? 0 : 1;
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] != '.' && path[i] != '[') continue;
    if (parts == depth) return path.substr(0, i);
    ++parts;
  }
  return path;
}

// Neighbours whose paths are the same so far become one row.
std::vector<Row> folded(const std::vector<Row>& rows, const TableOptions& options) {
  std::vector<Row> result;
  for (const Row& row : rows) {
    if (!lies_below(row.path, options.path)) continue;
    Row shown{shortened(row.path, options.depth),
              row.offset,
              row.size,
              row.kind,
              row.type,
              row.value,
              row.doc,
              {}};
    const bool is_folded = shown.path.size() < row.path.size();
    const bool continues = is_folded && !result.empty() && result.back().path == shown.path &&
                           result.back().offset + result.back().size == row.offset;
    if (continues) {
      result.back().size += row.size;
      continue;
    }
    if (is_folded) {
      shown.kind = RowKind::field;
      shown.type.clear();
      shown.value = nullptr;
      shown.doc.clear();
    }
    result.push_back(std::move(shown));
  }
  return result;
}

std::string value_text(const Row& row) {
  if (row.kind == RowKind::padding) return "zeros";
  if (row.value.is_null()) return row.kind == RowKind::field ? "" : std::string(name_of(row.kind));
  std::string text = row.value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (row.kind == RowKind::payload && row.value.is_array()) text = row.type + " " + text;
  if (text.size() > widest_value) text = text.substr(0, widest_value - 3) + "...";
  return text;
}

std::string hex_text(const Row& row, Bytes bytes, std::uint32_t most) {
  if (row.offset >= bytes.size()) return "";
  const std::uint64_t size = std::min<std::uint64_t>(row.size, bytes.size() - row.offset);
  const Bytes shown = bytes.subspan(row.offset, std::min<std::uint64_t>(size, most));
  const std::string packed = to_hex(shown);
  std::string text;
  for (std::size_t i = 0; i < packed.size(); i += 2)
    text += (i == 0 ? "" : " ") + packed.substr(i, 2);
  return size > most ? text + " .." : text;
}

std::string padded(const std::string& text, std::size_t width, bool is_number = false) {
  if (text.size() >= width) return text;
  const std::string blanks(width - text.size(), ' ');
  return is_number ? blanks + text : text + blanks;
}

std::string_view colour_of(RowKind kind) {
  switch (kind) {
    case RowKind::field:
      return "";
    case RowKind::payload:
      return "\x1b[36m";
    case RowKind::padding:
    case RowKind::slack:
      return "\x1b[2m";
    case RowKind::unknown:
      return "\x1b[33m";
  }
  return "";
}

using Cells = std::array<std::string, 6>;

void add_line(std::string& out, const Cells& cells, const std::array<std::size_t, 6>& widths,
              std::string_view colour) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) line += "  ";
    line += padded(cells[i], widths[i], i < 2);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += colour;
  out += line;
  if (!colour.empty()) out += "\x1b[0m";
  out += '\n';
}

}  // namespace

nlohmann::ordered_json to_json(const std::vector<Row>& rows) {
  Json fields = Json::array();
  for (const Row& row : rows) fields.push_back(json_of(row));
  return {{"fields", std::move(fields)}};
}

std::string to_table(const std::vector<Row>& rows, Bytes bytes, const TableOptions& options) {
  const std::vector<Row> shown = folded(rows, options);
  std::vector<Cells> lines = {{"offset", "size", "bytes", "field", "value", "meaning"}};
  for (const Row& row : shown) {
    lines.push_back({std::to_string(row.offset), std::to_string(row.size),
                     hex_text(row, bytes, options.hex_bytes), row.path, value_text(row), row.doc});
  }
  std::array<std::size_t, 6> widths{};
  for (const Cells& cells : lines) {
    for (std::size_t i = 0; i < 5; ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  widths[3] = std::min(widths[3], widest_path);
  std::string out;
  add_line(out, lines[0], widths, options.has_colours ? "\x1b[1m" : "");
  for (std::size_t i = 0; i < shown.size(); ++i) {
    add_line(out, lines[i + 1], widths, options.has_colours ? colour_of(shown[i].kind) : "");
  }
  return out;
}

}  // namespace schemac::direct
