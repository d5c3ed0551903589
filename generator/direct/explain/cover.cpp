#include "direct/explain/cover.h"

#include <algorithm>
#include <utility>

#include "direct/text/row_path.h"
#include "schemac/base/load.h"
#include "schemac/check/frame.h"

namespace schemac::direct {
namespace {

constexpr const char* shared_type = "shared bytes";

// What no field covers: the zeros between payloads, room that is kept, or bytes of which nothing
// can be said.
Row uncovered(const std::vector<Region>& regions, Bytes space, std::uint64_t begin,
              std::uint64_t end) {
  Row row;
  row.offset = begin;
  row.size = end - begin;
  row.kind = RowKind::unknown;
  const auto region = std::find_if(regions.begin(), regions.end(), [&](const Region& each) {
    return each.begin <= begin && end <= each.end;
  });
  if (region == regions.end()) return row;
  row.path = region->path;
  const bool has_more = region->last >= end;  // content without bytes, aligned
  if (region->path.empty() && end == space.size() && !has_more) return row;  // after all fields
  const std::byte* last = space.data() + end;
  if (!region->has_zeros) {
    row.kind = RowKind::slack;
  } else if (impl::find_not(space.data() + begin, last) == last) {
    row.kind = RowKind::padding;
    impl::append_path(row.path, "padding");
  }
  return row;
}

// By where they begin, larger ones first. Rows are large, so they stay where they are.
std::vector<Row*> in_order(std::vector<Row>& rows) {
  std::vector<Row*> sorted;
  sorted.reserve(rows.size());
  for (Row& row : rows) sorted.push_back(&row);
  std::ranges::stable_sort(sorted, [](const Row* x, const Row* y) {
    return x->offset != y->offset ? x->offset < y->offset : x->size > y->size;
  });
  return sorted;
}

// A row that shares only some of its bytes with the next one becomes a row for both.
void widen(Row& row, std::uint64_t end) {
  if (row.type != shared_type) {
    Row whole{row.path, row.offset, row.size, RowKind::payload, shared_type, nullptr, "", {}};
    whole.children.push_back(std::move(row));
    row = std::move(whole);
  }
  row.size = end - row.offset;
}

// Parts of parts, as of messages in messages. `rows` are sorted.
std::vector<Row> nested(std::vector<Row> rows) {
  std::vector<Row> result;
  for (Row& row : rows) {
    const bool is_inside = !result.empty() && lies_below(row.path, result.back().path) &&
                           row.path != result.back().path &&
                           row.offset + row.size <= result.back().offset + result.back().size;
    (is_inside ? result.back().children : result).push_back(std::move(row));
  }
  for (Row& row : result)
    if (!row.children.empty()) row.children = nested(std::move(row.children));
  return result;
}

}  // namespace

std::vector<Row> covered(std::vector<Row> rows, const std::vector<Region>& regions, Bytes space) {
  std::vector<Row> result;
  result.reserve(rows.size());
  std::uint64_t reached = 0;
  const auto fill = [&](std::uint64_t end) {
    // A gap across the start of a section belongs to both sides.
    while (reached < end) {
      std::uint64_t to = end;
      for (const Region& region : regions) {
        if (region.begin > reached && region.begin < to) to = region.begin;
      }
      result.push_back(uncovered(regions, space, reached, to));
      reached = to;
    }
  };
  for (Row* const each : in_order(rows)) {
    Row& row = *each;
    fill(row.offset);
    const std::uint64_t end = row.offset + row.size;
    if (row.offset < reached) {
      if (end > reached) widen(result.back(), end);
      result.back().children.push_back(std::move(row));
    } else {
      result.push_back(std::move(row));
    }
    reached = std::max(reached, end);
  }
  fill(space.size());
  for (Row& row : result)
    if (!row.children.empty()) row.children = nested(std::move(row.children));
  return result;
}

namespace {

bool is_padding_of(const Region& region, std::string_view path) {
  return path.starts_with(region.path) && path.substr(region.path.size()) == ".padding";
}

}  // namespace

std::vector<Row> with_gaps_joined(std::vector<Row> rows, const std::vector<Region>& regions) {
  const auto is_gap = [&](const Row& row) {
    return row.kind == RowKind::padding &&
           std::any_of(regions.begin(), regions.end(),
                       [&](const Region& region) { return is_padding_of(region, row.path); });
  };
  std::size_t kept = 0;  // rows, of which the last one may be joined with the next
  for (Row& row : rows) {
    if (kept == 0 || !is_gap(row) || !is_gap(rows[kept - 1])) {
      if (&row != &rows[kept]) rows[kept] = std::move(row);
      ++kept;
      continue;
    }
    Row& before = rows[kept - 1];
    if (before.children.empty()) before.children.push_back(Row(before));
    before.size += row.size;
    before.children.push_back(std::move(row));
  }
  rows.resize(kept);
  return rows;
}

}  // namespace schemac::direct
