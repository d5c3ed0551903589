#include "emit/format/search.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "emit/format/penalties.h"

namespace schemac::emit::format {
namespace {

// After so many tokens states that differ in their levels alone are one, and after more there is no
// answer: nobody writes lines as long as that.
constexpr std::uint64_t most_exact = 50'000;
constexpr std::uint64_t most_tried = 2'000'000;
// Nor is there one where states need so many levels: some 40 MB.
constexpr std::size_t most_levels = 2'000'000;

}  // namespace

// ---- the queue ----

bool Search::is_before(const Rank& a, const Rank& b) {
  if (a.penalty != b.penalty) return a.penalty < b.penalty;
  return a.steps != b.steps ? a.steps < b.steps : a.order < b.order;
}

void Search::push(const Edge& edge) {
  edges_.push_back(edge);
  push(static_cast<std::uint32_t>(edges_.size() - 1));
}

void Search::push(std::uint32_t edge) {
  queue_.push_back({edges_[edge].rank, edge});
  std::push_heap(queue_.begin(), queue_.end(),
                 [](const Queued& a, const Queued& b) { return is_before(b.rank, a.rank); });
}

std::uint32_t Search::pop() {
  std::pop_heap(queue_.begin(), queue_.end(),
                [](const Queued& a, const Queued& b) { return is_before(b.rank, a.rank); });
  const std::uint32_t edge = queue_.back().edge;
  queue_.pop_back();
  return edge;
}

// ---- states that were met before ----

std::uint32_t Search::save(const State& state) {
  Saved saved;
  saved.next = state.next;
  saved.column = state.column;
  saved.string = state.string;
  saved.first_level = state.first_level;
  saved.lowest_level = state.lowest_level;
  saved.levels = static_cast<std::uint32_t>(levels_.size());
  saved.depth = static_cast<std::uint32_t>(state.levels.size());
  levels_.insert(levels_.end(), state.levels.begin(), state.levels.end());
  saved_.push_back(saved);
  return static_cast<std::uint32_t>(saved_.size() - 1);
}

void Search::restore(std::uint32_t saved, State& state) const {
  const Saved& from = saved_[saved];
  state.next = from.next;
  state.column = from.column;
  state.string = from.string;
  state.first_level = from.first_level;
  state.lowest_level = from.lowest_level;
  const auto begin = levels_.begin() + from.levels;
  state.levels.assign(begin, begin + from.depth);
}

bool Search::equal(const Saved& a, const Saved& b) const {
  if (a.next != b.next || a.column != b.column || a.string != b.string ||
      a.first_level != b.first_level || a.lowest_level != b.lowest_level)
    return false;
  if (tried_ > most_exact) return true;
  if (a.depth != b.depth) return false;
  for (std::size_t i = 0; i < a.depth; ++i)
    if (std::memcmp(&levels_[a.levels + i], &levels_[b.levels + i], offsetof(Level, silent)) != 0)
      return false;
  return true;
}

std::uint64_t Search::hash(const Saved& saved) const {
  std::uint64_t hash = saved.next;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32U;
  };
  mix(saved.column | std::uint64_t{saved.first_level} << 32U |
      std::uint64_t{saved.lowest_level} << 48U);
  // What most states differ in are the flags and indentations of their innermost levels.
  if (tried_ <= most_exact) {
    std::uint64_t sum = saved.string;
    for (std::size_t i = saved.depth > 4 ? saved.depth - 4 : 0; i < saved.depth; ++i) {
      const Level& level = levels_[saved.levels + i];
      sum =
          sum * 31 + (level.indent | std::uint64_t{level.last_space} << 16U |
                      std::uint64_t{level.block_indent} << 32U | std::uint64_t{level.flags} << 48U);
    }
    mix(sum);
  }
  return hash;
}

bool Search::is_seen(std::uint32_t saved) {
  if ((seen_count_ + 1) * 2 > seen_.size()) {
    std::vector<std::uint32_t> old(seen_.size() * 2, nowhere);
    std::swap(old, seen_);
    for (const std::uint32_t each : old) {
      if (each == nowhere) continue;
      std::size_t at = hash(saved_[each]) & (seen_.size() - 1);
      while (seen_[at] != nowhere) at = (at + 1) & (seen_.size() - 1);
      seen_[at] = each;
    }
  }
  std::size_t at = hash(saved_[saved]) & (seen_.size() - 1);
  for (; seen_[at] != nowhere; at = (at + 1) & (seen_.size() - 1))
    if (equal(saved_[seen_[at]], saved_[saved])) return true;
  seen_[at] = saved;
  ++seen_count_;
  return false;
}

// ---- edges ----

// Places a token and those after it before which nothing is decided; returns what that costs.
std::uint64_t Search::step(State& state, bool is_break, Rank& rank, const Indents& indents) {
  const Line& line = indents.line();
  std::uint64_t cost = 0;
  const std::uint32_t begin = state.next;
  bool on_new_line = is_break;
  do {
    const std::uint64_t more = line.tokens[state.next].is_quick && !on_new_line
                                   ? indents.place_quick(state)
                                   : indents.place(state, on_new_line, nullptr);
    on_new_line = false;
    cost += more;
    rank.steps = more == 0 ? rank.steps + 1 : 0;
  } while (state.next < line.tokens.size() && !line.tokens[state.next].can_break);
  tried_ += state.next - begin;
  return cost;
}

// A body of one line may be in the line of its lambda; false if it doesn't fit.
bool Search::passes_block(State& state, const Line& line) const {
  const std::uint32_t block = line.tokens[state.next - 1].block;
  if (block == nowhere || line.blocks[block].size() == 0) return true;
  const Block& body = line.blocks[block];
  if (body.size() != 1 || body.width + state.column + 2 > column_limit) return false;
  state.column += 1 + body.width;
  return true;
}

// What it costs at least to go on without a break: characters beyond the limit.
std::uint64_t Search::least_cost(const State& state, const Line& line) const {
  if (is_odd_[state.next]) return 0;
  const std::uint32_t end = run_ends_[state.next] - 1;
  // Of `}`, the column is already after the body before it.
  const Token& first = line.tokens[state.next];
  const std::uint32_t begin = first.total - first.width - (first.is_spaced ? 1U : 0U);
  const std::uint32_t column = state.column + line.tokens[end].total - begin;
  return column > column_limit ? (column - column_limit) * cost_of_excess : 0;
}

// Adds what the lines of a lambda cost, if that is more than what was added before. What they cost
// where they are less far in is the least that they can cost.
bool Search::adds_cost(Edge& edge, const Line& line, const BlockCost& cost) const {
  const Saved& from = saved_[edge.from];
  const std::uint32_t indent = levels_[from.levels + from.depth - 1].indent;
  std::uint64_t least = 0;
  for (const auto& [column, known] : line.blocks[edge.block].costs)
    if (column < indent) least = std::max(least, known);
  if (least <= edge.block_cost) {
    least = cost(edge.block, indent);
    edge.block = nowhere;
  }
  if (least <= edge.block_cost) return false;
  edge.rank.penalty += least - edge.block_cost;
  edge.block_cost = least;
  return true;
}

void Search::add_break(const Rank& rank, std::uint32_t from, std::uint32_t parent,
                       const Line& line) {
  const Saved& saved = saved_[from];
  const Token& token = line.tokens[saved.next];
  Edge edge;
  edge.from = from;
  edge.parent = parent;
  edge.is_break = true;
  edge.counted = token.penalty;
  if (!levels_[saved.levels + saved.depth - 1].has(Level::has_break))
    edge.counted += cost_of_first_break;
  edge.rank.penalty = rank.penalty + edge.counted;
  edge.rank.steps = edge.counted == 0 ? rank.steps + 1 : 0;
  edge.rank.steps += run_ends_[saved.next] - saved.next - 1;
  edge.rank.order = edge.counted == 0 ? rank.order : count_++;
  const std::uint32_t block = line.tokens[saved.next - 1].block;
  if (block != nowhere && line.blocks[block].size() != 0) edge.block = block;
  push(edge);
}

// Goes on from `state_` without breaks as long as nothing is cheaper; true at the line's end.
bool Search::follow(Rank rank, std::uint32_t parent, const Indents& indents) {
  const Line& line = indents.line();
  for (;;) {
    if (state_.next == line.tokens.size()) {
      penalty_ = rank.penalty;
      trace(parent);
      return true;
    }
    const std::uint32_t from = save(state_);
    if (is_seen(from)) {  // no edge leads to it
      levels_.resize(saved_[from].levels);
      saved_.pop_back();
      return false;
    }
    const bool must_break = indents.must_break(state_);
    const bool can_break = indents.can_break(state_);
    Edge edge;
    const bool goes_on = !must_break && passes_block(state_, line);
    if (goes_on) {
      edge.from = from;
      edge.parent = parent;
      edge.counted = least_cost(state_, line);
      const std::uint32_t run = run_ends_[state_.next] - state_.next;
      edge.rank = {rank.penalty + edge.counted, edge.counted == 0 ? rank.steps + run : 0,
                   edge.counted == 0 ? rank.order : count_++};
    }
    if (can_break) add_break(rank, from, parent, line);
    if (!goes_on) return false;
    if (edge.counted != 0 || (!queue_.empty() && is_before(queue_.front().rank, edge.rank))) {
      push(edge);
      return false;
    }
    const std::uint64_t more = step(state_, false, rank, indents);
    if (more != 0) {
      edge.counted = more;
      edge.rank = {rank.penalty + more, rank.steps, count_++};
      push(edge);
      return false;
    }
  }
}

void Search::trace(std::uint32_t edge) {
  for (; edge != nowhere; edge = edges_[edge].parent)
    if (edges_[edge].is_break) breaks_[saved_[edges_[edge].from].next] = true;
}

void Search::clear(const Line& line) {
  saved_.clear();
  levels_.clear();
  edges_.clear();
  queue_.clear();
  seen_.assign(256, nowhere);
  seen_count_ = count_ = 0;
  tried_ = 0;
  const auto size = static_cast<std::uint32_t>(line.tokens.size());
  breaks_.assign(size, false);
  is_odd_.assign(size, false);
  run_ends_.assign(size, size);
  for (std::uint32_t i = size; i-- > 0;) {
    const Token& token = line.tokens[i];
    const bool goes_on = i + 1 < size && !line.tokens[i + 1].can_break;
    run_ends_[i] = goes_on ? run_ends_[i + 1] : i + 1;
    is_odd_[i] = token.has(is_string) || token.list != nowhere || token.must_break ||
                 (i > 0 && line.tokens[i - 1].list != nowhere) || (goes_on && is_odd_[i + 1]);
  }
}

bool Search::run(const Line& line, std::uint32_t indent, const BlockCost& cost) {
  clear(line);
  const Indents indents(line, indent);
  state_ = indents.start();
  Rank rank;
  rank.order = count_++;
  if (state_.next < line.tokens.size() && !line.tokens[state_.next].can_break)
    rank.penalty = step(state_, false, rank, indents);
  if (follow(rank, nowhere, indents)) return true;
  while (!queue_.empty() && tried_ < most_tried && levels_.size() < most_levels) {
    const std::uint32_t index = pop();
    if (edges_[index].block != nowhere && adds_cost(edges_[index], line, cost)) {
      push(index);
      continue;
    }
    restore(edges_[index].from, state_);
    if (!edges_[index].is_break) passes_block(state_, line);
    Edge& edge = edges_[index];
    Rank after = edge.rank;
    const std::uint64_t more = step(state_, edge.is_break, after, indents);
    if (more > edge.counted) {
      edge.rank.penalty += more - edge.counted;
      edge.rank.steps = after.steps;
      edge.counted = more;
      push(index);
      continue;
    }
    if (follow(edge.rank, index, indents)) return true;
  }
  return false;
}

}  // namespace schemac::emit::format
