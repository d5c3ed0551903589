#include "pages/row_table.h"

#include <algorithm>
#include <utility>

namespace schemac::pages {
namespace {

constexpr std::int64_t exact_integers = std::int64_t{1} << 53;  // in JavaScript
constexpr std::size_t most_bytes = 200;
constexpr std::size_t most_members = 32;
constexpr std::size_t most_children = 256;
constexpr std::uint64_t cut_kind = 5;  // after the RowKinds

// As many bytes of a text as don't cut a character.
std::string begin_of(const std::string& text) {
  std::size_t size = most_bytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  return text.substr(0, size);
}

// Children that are the elements of a list of scalars: the page can make them from the list.
bool are_elements(const direct::Row& row) {
  if (row.children.empty() || !row.value.is_array() || row.value.size() != row.children.size() ||
      row.size % row.children.size() != 0) {
    return false;
  }
  const std::uint64_t size = row.size / row.children.size();
  std::uint64_t at = row.offset;
  for (const direct::Row& child : row.children) {
    if (child.offset != at || child.size != size || !child.children.empty()) return false;
    at += size;
  }
  return true;
}

}  // namespace

SplitPath split_path(std::string_view path) {
  SplitPath split;
  split.pattern.reserve(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    split.pattern += path[i];
    if (path[i] != '[') continue;
    std::size_t end = i + 1;
    std::uint64_t index = 0;
    while (end < path.size() && path[end] >= '0' && path[end] <= '9')
      index = index * 10 + static_cast<std::uint64_t>(path[end++] - '0');
    if (end == i + 1 || end == path.size() || path[end] != ']') continue;
    split.indices.push_back(index);
    i = end - 1;
  }
  return split;
}

Json shown_value(const Json& value) {
  if (value.is_number_integer()) {
    const bool is_exact = value.is_number_unsigned()
                              ? value.get<std::uint64_t>() <= std::uint64_t{exact_integers}
                              : value.get<std::int64_t>() >= -exact_integers &&
                                    value.get<std::int64_t>() <= exact_integers;
    return is_exact ? value : Json{{"$n", value.dump()}};
  }
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() <= most_bytes) return value;
    return {{"$s", begin_of(text)}, {"of", text.size()}};
  }
  if (value.is_array()) {
    Json list = Json::array();
    for (std::size_t i = 0; i < std::min(value.size(), most_members); ++i)
      list.push_back(shown_value(value[i]));
    if (value.size() <= most_members) return list;
    return {{"$a", std::move(list)}, {"of", value.size()}};
  }
  if (value.is_object()) {
    Json object = Json::object();
    for (const auto& [name, member] : value.items()) object[name] = shown_value(member);
    return object;
  }
  return value;
}

std::uint64_t TextTable::number_of(const std::string& text) {
  const auto [found, is_new] = numbers_.emplace(text, texts_.size());
  if (is_new) texts_.push_back(text);
  return found->second;
}

std::uint64_t RowTable::sort_of(const direct::Row& row, const std::string& pattern,
                                std::uint64_t kind) {
  const bool has_elements = are_elements(row);
  const std::string target = row.target ? split_path(row.target->path).pattern : std::string();
  Json sort = {texts_.number_of(pattern), kind, texts_.number_of(row.type),
               texts_.number_of(row.doc), texts_.number_of(row.relation)};
  if (has_elements || row.target) {
    sort.push_back(has_elements ? texts_.number_of(row.children.front().type) : 0);
    if (row.target) sort.push_back(texts_.number_of(target));
  }
  const auto [found, is_new] = sorts_.emplace(sort.dump(), sort_list_.size());
  if (is_new) sort_list_.push_back(std::move(sort));
  return found->second;
}

// A run takes as many of its indices as the patterns of its rows have places for.
void RowTable::set_indices(const std::vector<std::uint64_t>& indices) {
  if (indices.size() <= indices_.size() &&
      std::equal(indices.begin(), indices.end(), indices_.begin())) {
    return;
  }
  end_run();
  indices_ = indices;
}

void RowTable::end_run() {
  if (shape_.empty()) return;
  Json run = {shapes_.number_of(shape_.dump())};
  for (const std::uint64_t index : indices_) run.push_back(index);
  runs_.push_back(std::move(run));
  shape_.clear();
}

// Numbers and texts are in the column, lists and objects elsewhere, each once.
Json RowTable::compact(const Json& value) {
  Json shown = shown_value(value);
  if (!shown.is_structured()) return shown;
  return Json::array(
      {composites_.number_of(shown.dump(-1, ' ', false, Json::error_handler_t::replace))});
}

Json RowTable::inner_of(const direct::Row& row, const direct::Row& whole) {
  Json list = Json::array();
  for (const direct::Row& child : row.children) {
    if (list.size() == most_children) {
      list.push_back(row.children.size() - most_children);
      break;
    }
    const SplitPath split = split_path(child.path);
    Json entry = {sort_of(child, split.pattern, static_cast<std::uint64_t>(child.kind)),
                  split.indices, nullptr, child.size, compact(child.value)};
    // What lies elsewhere has bytes that the page doesn't show.
    const bool is_inside =
        child.offset >= whole.offset && child.offset + child.size <= whole.offset + whole.size;
    if (is_inside) entry[2] = child.offset;
    if (!child.children.empty() && !are_elements(child)) entry.push_back(inner_of(child, whole));
    list.push_back(std::move(entry));
  }
  return list;
}

void RowTable::add(const direct::Row& row, const SplitPath& split, std::uint64_t kind) {
  set_indices(split.indices);
  shape_.push_back(sort_of(row, split.pattern, kind));
  shape_.push_back(row.size);
  values_.push_back(compact(row.value));
  // A target is where the value says, unless it counts from elsewhere.
  if (row.target && row.value != row.target->offset) links_.push_back({count_, row.target->offset});
  if (!row.children.empty() && !are_elements(row))
    inner_[std::to_string(count_)] = inner_of(row, row);
  ++count_;
}

void RowTable::add(const direct::Row& row) {
  add(row, split_path(row.path), static_cast<std::uint64_t>(row.kind));
}

void RowTable::add_cut(const std::string& path, std::uint64_t offset, std::uint64_t size,
                       std::uint64_t from, std::uint64_t to) {
  direct::Row row;
  row.offset = offset;
  row.size = size;
  row.value = {from, to};
  add(row, split_path(path), cut_kind);
}

Json RowTable::take() {
  end_run();
  const auto parsed = [](const TextTable& table) {
    Json list = Json::array();
    for (const Json& text : table.texts())
      list.push_back(Json::parse(text.get_ref<const std::string&>()));
    return list;
  };
  return {{"texts", texts_.texts()},      {"sorts", std::move(sort_list_)},
          {"shapes", parsed(shapes_)},    {"runs", std::move(runs_)},
          {"values", std::move(values_)}, {"composites", parsed(composites_)},
          {"links", std::move(links_)},   {"inner", std::move(inner_)}};
}

}  // namespace schemac::pages
