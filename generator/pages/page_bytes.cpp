#include "pages/page_bytes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "direct/byte_text.h"

namespace schemac::pages {
namespace {

constexpr std::uint64_t least_lines = 4;  // that a fold is worth

std::uint64_t line_begin(std::uint64_t offset) { return offset - offset % line_bytes; }

}  // namespace

Stretch fold_of(Stretch whole, std::uint64_t first, std::uint64_t last) {
  const std::uint64_t size = whole.end - whole.begin;
  if (size < first || size - first < last) return {};
  const std::uint64_t kept = whole.begin + first;
  const std::uint64_t begin = kept + (line_bytes - kept % line_bytes) % line_bytes;
  const std::uint64_t end = line_begin(whole.end - last);
  if (end < begin || end - begin < least_lines * line_bytes) return {};
  return {begin, end};
}

std::vector<Stretch> without(const std::vector<Stretch>& folds,
                             const std::vector<std::uint64_t>& offsets) {
  std::vector<Stretch> result;
  auto offset = offsets.begin();
  for (Stretch fold : folds) {
    while (offset != offsets.end() && *offset < fold.begin) ++offset;
    while (offset != offsets.end() && *offset < fold.end) {
      const std::uint64_t line = line_begin(*offset);
      const std::uint64_t before = line - std::min(line - fold.begin, line_bytes);
      if (fold.begin < before) result.push_back({fold.begin, before});
      fold.begin = std::min(line + 2 * line_bytes, fold.end);
      while (offset != offsets.end() && *offset < fold.begin) ++offset;
    }
    if (fold.begin < fold.end) result.push_back(fold);
  }
  return result;
}

nlohmann::ordered_json stretches_json(Bytes bytes, const std::vector<Stretch>& folds) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::uint64_t reached = 0;
  const auto add = [&](std::uint64_t end) {
    if (reached < end)
      list.push_back({reached, direct::to_base64(bytes.subspan(reached, end - reached))});
  };
  for (const Stretch& fold : folds) {
    add(fold.begin);
    reached = fold.end;
  }
  add(bytes.size());
  return list;
}

}  // namespace schemac::pages
