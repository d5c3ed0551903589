// Finds the cheapest breaks of a line.
//
// The ways to break a line are a graph: a node for each state at a token, and from it at most two
// edges, with and without a break. Its cheapest path is looked for from the first token on, the
// cheapest state first; of states that cost the same, the one that was found first. Tokens that
// can't begin a line are passed in one step.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "emit/format/indents.h"

namespace schemac::emit::format {

/// What the lines in a lambda's braces cost at an indentation.
using BlockCost = std::function<std::uint64_t(std::uint32_t block, std::uint32_t indent)>;

class Search {
 public:
  /// Whether each decision is a break, in the order of tokens; false if there is no way.
  bool run(const Line& line, std::uint32_t indent, const BlockCost& cost);
  [[nodiscard]] const std::vector<bool>& decisions() const { return decisions_; }
  [[nodiscard]] std::uint64_t penalty() const { return penalty_; }

  /// Whether something is decided at this token.
  [[nodiscard]] static bool is_decision(const Line& line, std::uint32_t token) {
    return line.tokens[token].can_break;
  }

 private:
  struct Node {
    std::uint64_t penalty = 0;
    std::uint32_t steps = 0;  // tokens passed since that was the penalty
    std::uint32_t order = 0;  // of all that had this penalty
    std::uint32_t parent = nowhere;
    std::uint32_t next = 0;
    std::uint32_t column = 0;
    std::uint32_t string = 0;
    std::uint16_t first_level = 0, lowest_level = 0;
    std::uint32_t levels = 0;  // where they are
    std::uint16_t depth = 0;
    bool is_break = false;
    // Lines of a lambda whose cost is still to be added, once this is the cheapest state.
    std::uint32_t block = nowhere;
    std::uint32_t block_indent = 0;
    std::uint64_t block_cost = 0;  // what was added
  };

  void restore(const Node& node, State& state) const;
  void add(const State& state, const Node& from, bool is_break);
  void advance(State& state, Node& node, const Indents& indents) const;
  void expand(std::uint32_t index, bool on_new_line, const Indents& indents);
  static bool adds_cost(Node& node, const Line& line, const BlockCost& cost);
  [[nodiscard]] bool is_seen(std::uint32_t index);
  [[nodiscard]] std::uint64_t hash(const Node& node) const;
  [[nodiscard]] bool equal(const Node& a, const Node& b) const;
  void push(std::uint32_t index);
  std::uint32_t pop();
  [[nodiscard]] bool is_before(std::uint32_t a, std::uint32_t b) const;
  void trace(std::uint32_t index);

  std::vector<Node> nodes_;
  std::vector<Level> levels_;
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> seen_;
  std::size_t seen_count_ = 0;
  std::uint32_t count_ = 0;
  std::uint64_t tried_ = 0;
  std::vector<bool> decisions_;
  std::uint64_t penalty_ = 0;
  State state_, scratch_;
};

}  // namespace schemac::emit::format
