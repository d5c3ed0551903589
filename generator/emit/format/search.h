// Finds the cheapest breaks of a line.
//
// The ways to break a line are a graph: a node for each state at a token, and from it at most two
// edges, with and without a break. Its cheapest path is looked for from the first token on, the
// cheapest state first; of states that cost the same, the one that was found first. Tokens that
// can't begin a line are passed in one step, and an edge is followed when its turn has come: most
// are never followed.
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
  /// False if there is no way to place all tokens, or none was found in time.
  bool run(const Line& line, std::uint32_t indent, const BlockCost& cost);
  /// Of each token, whether a line begins with it.
  [[nodiscard]] const std::vector<bool>& breaks() const { return breaks_; }
  [[nodiscard]] std::uint64_t penalty() const { return penalty_; }

 private:
  // What states are ordered by.
  struct Rank {
    std::uint64_t penalty = 0;
    std::uint32_t steps = 0;  // tokens passed since that was the penalty
    std::uint32_t order = 0;  // of all that had this penalty
  };
  struct Saved {
    std::uint32_t next = 0, column = 0, string = 0;
    std::uint32_t first_level = 0, lowest_level = 0;
    std::uint32_t levels = 0;  // where they are
    std::uint32_t depth = 0;
  };
  struct Edge {
    Rank rank;
    std::uint64_t counted = 0;  // of its own cost, which is known in full once it is followed
    std::uint32_t from = 0;     // a saved state
    std::uint32_t parent = nowhere;
    std::uint32_t block = nowhere;  // whose lines' cost is to be added
    std::uint64_t block_cost = 0;   // what was added of it
    bool is_break = false;
  };
  struct Queued {
    Rank rank;
    std::uint32_t edge = 0;
  };

  void clear(const Line& line);
  std::uint32_t save(const State& state);
  void restore(std::uint32_t saved, State& state) const;
  [[nodiscard]] bool is_seen(std::uint32_t saved);
  [[nodiscard]] std::uint64_t hash(const Saved& saved) const;
  [[nodiscard]] bool equal(const Saved& a, const Saved& b) const;

  static bool is_before(const Rank& a, const Rank& b);
  void push(const Edge& edge);
  void push(std::uint32_t edge);
  std::uint32_t pop();

  std::uint64_t step(State& state, bool is_break, Rank& rank, const Indents& indents);
  bool passes_block(State& state, const Line& line) const;
  [[nodiscard]] std::uint64_t least_cost(const State& state, const Line& line) const;
  bool adds_cost(Edge& edge, const Line& line, const BlockCost& cost) const;
  void add_break(const Rank& rank, std::uint32_t from, std::uint32_t parent, const Line& line);
  bool follow(Rank rank, std::uint32_t parent, const Indents& indents);
  void trace(std::uint32_t edge);

  std::vector<Saved> saved_;
  std::vector<Level> levels_;
  std::vector<Edge> edges_;
  std::vector<Queued> queue_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint32_t> run_ends_;  // where something is decided after a token
  std::vector<bool> is_odd_;             // tokens that may take less room than they have columns
  std::size_t seen_count_ = 0;
  std::uint32_t count_ = 0;
  std::uint64_t tried_ = 0;
  std::vector<bool> breaks_;
  std::uint64_t penalty_ = 0;
  State state_;
};

}  // namespace schemac::emit::format
