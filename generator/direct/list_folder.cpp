#include "direct/list_folder.h"

#include <algorithm>

#include "direct/row_path.h"

namespace schemac::direct {
namespace {

constexpr std::size_t open_ends = 4;  // places where elements go on: a table, payloads of theirs

}  // namespace

bool ListFolder::is_kept(std::string_view path, std::uint64_t index,
                         std::string_view element) const {
  if (index < folding_.elements) return true;
  return !folding_.path.empty() &&
         (lies_below(path, folding_.path) || lies_below(folding_.path, element));
}

void ListFolder::before(const std::string& path) {
  if (folding_.elements == Folding::all) return;
  for (OpenList& list : lists_) {
    if (!lies_below(path, list.path)) return;
    const auto element = element_of(path, list.path.size());
    if (!element || element->list != list.path) return;
    if (list.current == element->index) continue;
    const bool is_shown =
        is_kept(path, element->index, std::string_view(path).substr(0, element->size));
    if (list.current) drop_tail(list);
    if (is_shown) {
      fold(list);
      continue;
    }
    list.current = element->index;
    list.tail = rows_.size();
    list.target_tail = targets_.size();
    list.folded_tail = folded_.size();
  }
}

// Behind what ends where it begins, if it can.
void ListFolder::add(std::vector<Stretch>& gone, const Stretch& stretch) {
  const auto open = static_cast<std::ptrdiff_t>(std::min(open_ends, gone.size()));
  const auto before = std::find_if(gone.end() - open, gone.end(),
                                   [&](const Stretch& each) { return each.end == stretch.begin; });
  if (before == gone.end()) {
    gone.push_back(stretch);
  } else {
    before->end = stretch.end;
  }
}

// What was the last element so far isn't.
void ListFolder::drop_tail(OpenList& list) {
  if (list.gone.empty()) list.first = *list.current;
  list.last = *list.current;
  list.current.reset();
  for (std::size_t i = list.tail; i < rows_.size(); ++i)
    add(list.gone, {rows_[i].offset, rows_[i].offset + rows_[i].size});
  for (std::size_t i = list.folded_tail; i < folded_.size(); ++i) add(list.gone, folded_[i].bytes);
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(list.tail), rows_.end());
  targets_.erase(targets_.begin() + static_cast<std::ptrdiff_t>(list.target_tail), targets_.end());
  folded_.erase(folded_.begin() + static_cast<std::ptrdiff_t>(list.folded_tail), folded_.end());
}

void ListFolder::fold(OpenList& list) {
  if (list.gone.empty()) return;
  runs_.push_back({list.path, list.first, list.last});
  for (const Stretch& stretch : list.gone) folded_.push_back({stretch, runs_.size() - 1});
  list.gone.clear();
}

void ListFolder::end_list() {
  fold(lists_.back());
  lists_.pop_back();
}

// Two stretches with nothing between them but padding are one.
void ListFolder::finish() {
  std::vector<std::uint64_t> kept;
  for (const Row& row : rows_) kept.push_back(row.offset);
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
    rows_.push_back(std::move(row));
  }
  folded_.clear();
}

}  // namespace schemac::direct
