#include "direct/text/row_path.h"

#include <charconv>

namespace schemac::direct {

bool lies_below(std::string_view path, std::string_view above) {
  if (above.empty() || path == above) return true;
  return path.size() > above.size() && path.starts_with(above) &&
         (path[above.size()] == '.' || path[above.size()] == '[');
}

std::string_view to_depth(std::string_view path, std::uint32_t depth) {
  std::uint32_t steps = path.empty() ? 0 : 1;
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] != '.' && path[i] != '[') continue;
    if (steps == depth) return path.substr(0, i);
    ++steps;
  }
  return path;
}

std::uint64_t place_among(const std::vector<Row>& rows, std::string_view path,
                          std::uint64_t otherwise) {
  for (const Row& row : rows) {
    const bool is_around = row.path.empty() && row.children.empty();  // such as padding
    if (is_around || row.type == "tag" || row.kind == RowKind::folded) continue;
    if (lies_below(row.path, path)) return row.offset;
    if (lies_below(path, row.path)) return place_among(row.children, path, row.offset);
  }
  return otherwise;
}

std::optional<ElementPath> element_of(std::string_view path, std::size_t from) {
  for (std::size_t open = path.find('[', from); open != std::string_view::npos;
       open = path.find('[', open + 1)) {
    std::uint64_t index = 0;
    const char* end = path.data() + path.size();
    const auto [after, error] = std::from_chars(path.data() + open + 1, end, index);
    if (error != std::errc() || after == end || *after != ']') continue;
    return ElementPath{path.substr(0, open), index,
                       static_cast<std::size_t>(after + 1 - path.data())};
  }
  return std::nullopt;
}

}  // namespace schemac::direct
