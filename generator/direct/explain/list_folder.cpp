#include "direct/explain/list_folder.h"

#include <algorithm>
#include <utility>

namespace schemac::direct {
namespace {

constexpr std::size_t open_ends = 4;  // places where elements go on: a table, payloads of theirs
constexpr std::uint64_t few_elements = 3;  // elements of lists that aren't asked for

}  // namespace

void ListFolder::begin_list(std::string path) {
  OpenList& list = lists_.emplace_back();
  list.kept_elements = folding_.elements;
  const Match match = folding_.asked.match(path);
  if (match != Match::holds) list.kept_elements = std::min(few_elements, folding_.elements);
  list.holds_asked = match == Match::leads;
  list.path = std::move(path);
}

bool ListFolder::keeps(std::uint64_t index) const {
  const OpenList& list = lists_.back();
  if (index < list.kept_elements) return true;
  return list.holds_asked && folding_.asked.meets(list.path + '[' + std::to_string(index) + ']');
}

void ListFolder::keep() {
  OpenList& list = lists_.back();
  if (!list.has_folded) return;
  runs_.push_back({list.path, list.first, list.last});
  for (const Stretch& stretch : list.stretches) folded_.push_back({stretch, runs_.size() - 1});
  list.stretches.clear();
  list.has_folded = false;
}

void ListFolder::fold(std::uint64_t index) {
  OpenList& list = lists_.back();
  if (!list.has_folded) list.first = index;
  list.last = index;
  list.has_folded = true;
}

// Beside what ends where it begins, or in what it is a part of, if it can.
void ListFolder::add(std::uint64_t begin, std::uint64_t end) {
  std::vector<Stretch>& stretches = lists_.back().stretches;
  const auto open = static_cast<std::ptrdiff_t>(std::min(open_ends, stretches.size()));
  for (auto before = stretches.end() - open; before != stretches.end(); ++before) {
    if (begin > before->end || end < before->begin) continue;
    *before = {std::min(before->begin, begin), std::max(before->end, end)};
    return;
  }
  stretches.push_back({begin, end});
}

void ListFolder::end_list() {
  keep();
  lists_.pop_back();
}

// Two stretches with nothing between them but padding are one.
void ListFolder::finish(std::vector<Row>& rows) {
  std::vector<std::uint64_t> kept;
  kept.reserve(rows.size());
  for (const Row& row : rows) kept.push_back(row.offset);
  std::sort(kept.begin(), kept.end());
  std::sort(folded_.begin(), folded_.end(),
            [](const Folded& x, const Folded& y) { return x.bytes.begin < y.bytes.begin; });
  const auto is_free = [&](std::uint64_t begin, std::uint64_t end) {
    const auto row = std::lower_bound(kept.begin(), kept.end(), begin);
    return row == kept.end() || *row >= end;
  };
  for (std::size_t i = 0; i < folded_.size();) {
    Stretch whole = folded_[i].bytes;
    const std::size_t run = folded_[i].run;
    for (++i; i < folded_.size() && folded_[i].run == run; ++i) {
      if (!is_free(whole.end, folded_[i].bytes.begin)) break;
      whole.end = std::max(whole.end, folded_[i].bytes.end);
    }
    Row row;
    row.path = runs_[run].path;
    row.offset = whole.begin;
    row.size = whole.end - whole.begin;
    row.kind = RowKind::folded;
    row.value = {runs_[run].first, runs_[run].last};
    rows.push_back(std::move(row));
  }
  folded_.clear();
}

}  // namespace schemac::direct
