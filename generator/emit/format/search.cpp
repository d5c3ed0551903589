#include "emit/format/search.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "emit/format/penalties.h"

namespace schemac::emit::format {
namespace {

// After so many states those that differ in their levels alone are one, and after more there is no
// answer: lines as long as that are nobody's.
constexpr std::uint64_t most_exact = 50'000;
constexpr std::uint64_t most_tried = 2'000'000;

}  // namespace

bool Search::is_before(std::uint32_t a, std::uint32_t b) const {
  const Node& x = nodes_[a];
  const Node& y = nodes_[b];
  if (x.penalty != y.penalty) return x.penalty < y.penalty;
  return x.steps != y.steps ? x.steps < y.steps : x.order < y.order;
}

void Search::push(std::uint32_t index) {
  queue_.push_back(index);
  std::push_heap(queue_.begin(), queue_.end(),
                 [&](std::uint32_t a, std::uint32_t b) { return is_before(b, a); });
}

std::uint32_t Search::pop() {
  std::pop_heap(queue_.begin(), queue_.end(),
                [&](std::uint32_t a, std::uint32_t b) { return is_before(b, a); });
  const std::uint32_t index = queue_.back();
  queue_.pop_back();
  return index;
}

void Search::restore(const Node& node, State& state) const {
  state.next = node.next;
  state.column = node.column;
  state.string = node.string;
  state.first_level = node.first_level;
  state.lowest_level = node.lowest_level;
  const auto begin = levels_.begin() + node.levels;
  state.levels.assign(begin, begin + node.depth);
}

// ---- states that were met before ----

bool Search::equal(const Node& a, const Node& b) const {
  if (a.next != b.next || a.column != b.column || a.string != b.string ||
      a.first_level != b.first_level || a.lowest_level != b.lowest_level)
    return false;
  if (tried_ > most_exact) return true;
  if (a.depth != b.depth) return false;
  for (std::size_t i = 0; i < a.depth; ++i) {
    const Level& x = levels_[a.levels + i];
    const Level& y = levels_[b.levels + i];
    if (std::memcmp(&x, &y, offsetof(Level, silent)) != 0) return false;
  }
  return true;
}

std::uint64_t Search::hash(const Node& node) const {
  std::uint64_t hash = node.next;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  };
  mix(node.column | std::uint64_t{node.first_level} << 32U |
      std::uint64_t{node.lowest_level} << 48U);
  mix(node.string);
  if (tried_ > most_exact) return hash;
  for (std::size_t i = 0; i < node.depth; ++i) {
    std::uint64_t words[2];
    std::memcpy(words, &levels_[node.levels + i], sizeof words);
    mix(words[0]);
    mix(words[1]);
    mix(levels_[node.levels + i].first_shift | levels_[node.levels + i].flags << 16U);
  }
  return hash;
}

bool Search::is_seen(std::uint32_t index) {
  if ((seen_count_ + 1) * 2 > seen_.size()) {
    std::vector<std::uint32_t> old(std::max<std::size_t>(seen_.size() * 2, 256), nowhere);
    std::swap(old, seen_);
    for (const std::uint32_t each : old) {
      if (each == nowhere) continue;
      std::size_t at = hash(nodes_[each]) & (seen_.size() - 1);
      while (seen_[at] != nowhere) at = (at + 1) & (seen_.size() - 1);
      seen_[at] = each;
    }
  }
  std::size_t at = hash(nodes_[index]) & (seen_.size() - 1);
  for (; seen_[at] != nowhere; at = (at + 1) & (seen_.size() - 1))
    if (equal(nodes_[seen_[at]], nodes_[index])) return true;
  seen_[at] = index;
  ++seen_count_;
  return false;
}

// ---- steps ----

// Passes tokens before which nothing is decided, as long as that costs nothing.
void Search::advance(State& state, Node& node, const Indents& indents) const {
  const Line& line = indents.line();
  while (state.next < line.tokens.size() && !line.tokens[state.next].can_break) {
    const std::uint64_t more = line.tokens[state.next].is_quick
                                   ? indents.place_quick(state)
                                   : indents.place(state, false, nullptr);
    ++node.steps;
    if (more == 0) continue;
    node.penalty += more;
    node.steps = 0;
    node.order = nowhere;
  }
}

void Search::add(const State& state, const Node& from, bool is_break) {
  Node node = from;
  node.next = state.next;
  node.column = state.column;
  node.string = state.string;
  node.first_level = static_cast<std::uint16_t>(state.first_level);
  node.lowest_level = static_cast<std::uint16_t>(state.lowest_level);
  node.levels = static_cast<std::uint32_t>(levels_.size());
  node.depth = static_cast<std::uint16_t>(state.levels.size());
  node.is_break = is_break;
  if (node.order == nowhere) node.order = count_++;
  levels_.insert(levels_.end(), state.levels.begin(), state.levels.end());
  nodes_.push_back(node);
  push(static_cast<std::uint32_t>(nodes_.size() - 1));
}

// Follows one edge, if there is one.
void Search::expand(std::uint32_t index, bool on_new_line, const Indents& indents) {
  const Line& line = indents.line();
  Node node = nodes_[index];
  node.parent = index;
  node.block_cost = 0;
  scratch_ = state_;
  const std::uint32_t block = line.tokens[scratch_.next - 1].block;
  if (block != nowhere && line.blocks[block].size() != 0) {
    const Block& body = line.blocks[block];
    if (on_new_line) {
      node.block = block;
      node.block_indent = scratch_.back().indent;
    } else {
      if (body.size() != 1 || body.width + scratch_.column + 2 > column_limit) return;
      scratch_.column += 1 + body.width;
    }
  }
  const std::uint64_t more = indents.place(scratch_, on_new_line, nullptr);
  ++node.steps;
  if (more != 0) {
    node.penalty += more;
    node.steps = 0;
    node.order = nowhere;
  }
  const std::uint32_t begin = scratch_.next;
  advance(scratch_, node, indents);
  tried_ += 1 + scratch_.next - begin;
  add(scratch_, node, on_new_line);
}

// Adds what the lines of a lambda cost, if that is more than what was added before. What they cost
// where they are less far in is the least that they can cost.
bool Search::adds_cost(Node& node, const Line& line, const BlockCost& cost) {
  std::uint64_t least = 0;
  for (const auto& [indent, known] : line.blocks[node.block].costs)
    if (indent < node.block_indent) least = std::max(least, known);
  if (least <= node.block_cost) {
    least = cost(node.block, node.block_indent);
    node.block = nowhere;
  }
  if (least <= node.block_cost) return false;
  node.penalty += least - node.block_cost;
  node.block_cost = least;
  return true;
}

void Search::trace(std::uint32_t index) {
  decisions_.clear();
  penalty_ = nodes_[index].penalty;
  for (; nodes_[index].parent != nowhere; index = nodes_[index].parent)
    decisions_.push_back(nodes_[index].is_break);
  std::reverse(decisions_.begin(), decisions_.end());
}

bool Search::run(const Line& line, std::uint32_t indent, const BlockCost& cost) {
  nodes_.clear();
  levels_.clear();
  queue_.clear();
  seen_.assign(256, nowhere);
  seen_count_ = count_ = 0;
  tried_ = 0;
  const Indents indents(line, indent);
  state_ = indents.start();
  Node root;
  root.order = count_++;
  advance(state_, root, indents);
  add(state_, root, false);
  while (!queue_.empty() && tried_ < most_tried) {
    const std::uint32_t index = pop();
    if (nodes_[index].block != nowhere && adds_cost(nodes_[index], line, cost)) {
      push(index);
      continue;
    }
    if (nodes_[index].next == line.tokens.size()) {
      trace(index);
      return true;
    }
    if (is_seen(index)) continue;
    restore(nodes_[index], state_);
    const bool must_break = indents.must_break(state_);
    const bool can_break = indents.can_break(state_);
    if (!must_break) expand(index, false, indents);
    if (can_break) expand(index, true, indents);
  }
  return false;
}

}  // namespace schemac::emit::format
