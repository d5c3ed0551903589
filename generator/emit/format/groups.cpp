#include "emit/format/groups.h"

namespace schemac::emit::format {
namespace {

// Operators of one binding in a row, or a condition, and where their operands began.
struct Open {
  Precedence precedence = unknown;
  std::uint32_t begin = nowhere;
  std::uint32_t latest = nowhere;   // operator
  std::uint32_t operand = nowhere;  // the first token after it
  std::uint32_t count = 0;
  bool is_condition = false;
  bool is_before_colon = false;
};

// What is open in one pair of brackets.
struct Bracket {
  std::uint32_t begin = 0;
  std::size_t first = 0;
};

class Groups {
 public:
  explicit Groups(Line& line) : line_(line), tokens_(line.tokens) {}

  void run() {
    open_bracket(0);
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.opens() && token.match != nowhere) {
        open_bracket(i + 1);
      } else if (token.closes() && token.match != nowhere && brackets_.size() > 1) {
        close_bracket(i);
      } else {
        take(i);
      }
    }
    while (!open_.empty()) close(static_cast<std::uint32_t>(tokens_.size()), false);
  }

 private:
  void open_bracket(std::uint32_t i) {
    brackets_.push_back({i, open_.size()});
    brackets_.back().begin = begin_operand(i);
  }

  // Skips `return`. A unary operator at the start of an operand begins a group of its own.
  std::uint32_t begin_operand(std::uint32_t i) {
    while (i < tokens_.size() && tokens_[i].is_word("return")) ++i;
    pending_ = i;
    return i;
  }

  void close_bracket(std::uint32_t i) {
    while (open_.size() > brackets_.back().first) close(i, true);
    brackets_.pop_back();
    pending_ = nowhere;
  }

  void take(std::uint32_t i) {
    const Token& token = tokens_[i];
    if (i == pending_) {
      pending_ = nowhere;
      if (token.is(Role::unary)) {
        open_.push_back({by_sign, i, nowhere, i + 1, 0, false, false});
        pending_ = i + 1;
        return;
      }
    }
    if (token.is(Role::conditional))
      return token.is(Kind::question) ? begin_condition(i) : end_condition(i);
    if (const int precedence = precedence_of(token); precedence >= 0)
      take_operator(i, static_cast<Precedence>(precedence));
  }

  // What separates like an operator; -1: nothing does.
  [[nodiscard]] static int precedence_of(const Token& token) {
    if (token.is(Role::lambda_arrow) || token.is(Role::range_colon)) return by_comma;
    if (token.is(Kind::semicolon)) return 0;
    if (token.is(Role::binary) || token.is(Kind::comma)) return token.precedence;
    if (token.is(Kind::dot) || token.is(Kind::arrow)) return by_member;
    return -1;
  }

  [[nodiscard]] bool is_within(std::size_t more = 0) const {
    return open_.size() > brackets_.back().first + more;
  }
  // Where operands of what binds more than all that is open begin.
  [[nodiscard]] std::uint32_t operand() const {
    return is_within() ? open_.back().operand : brackets_.back().begin;
  }

  void take_operator(std::uint32_t i, Precedence precedence) {
    while (is_within() && (open_.back().is_condition ? precedence < by_assignment
                                                     : open_.back().precedence > precedence))
      close(i, true);
    if (is_within() && !open_.back().is_condition && open_.back().precedence == precedence) {
      tokens_[open_.back().latest].next_operator = i;
    } else {
      open_.push_back({precedence, operand(), nowhere, nowhere, 0, false, false});
    }
    Open& open = open_.back();
    open.latest = i;
    tokens_[i].operator_index = open.count++;
    open.operand = begin_operand(i + 1);
  }

  void begin_condition(std::uint32_t i) {
    while (is_within() && !open_.back().is_condition && open_.back().precedence > by_condition)
      close(i, true);
    open_.push_back({by_condition, operand(), nowhere, nowhere, 0, true, true});
    open_.back().operand = begin_operand(i + 1);
  }

  void end_condition(std::uint32_t i) {
    while (is_within() && !(open_.back().is_condition && open_.back().is_before_colon))
      close(i, true);
    if (!is_within()) return;
    open_.back().is_before_colon = false;
    open_.back().operand = begin_operand(i + 1);
  }

  // `end` is the token after the group; without one, at the end of the line, it has no end.
  void close(std::uint32_t end, bool has_end) {
    const Open open = open_.back();
    open_.pop_back();
    if (open.precedence == unknown && !has_end) return;
    if (open.begin >= tokens_.size()) return;
    const bool is_binary = open.precedence > unknown && open.precedence < by_sign;
    Token& first = tokens_[open.begin];
    line_.groups.push_back({is_binary ? open.precedence : unknown, first.groups});
    first.groups = static_cast<std::uint32_t>(line_.groups.size() - 1);
    if (is_binary) first.starts_operation = true;
    if (!has_end) return;
    ++tokens_[end - 1].group_ends;
    if (is_binary) tokens_[end - 1].ends_operation = true;
  }

  Line& line_;
  std::vector<Token>& tokens_;
  std::vector<Bracket> brackets_;
  std::vector<Open> open_;
  std::uint32_t pending_ = nowhere;
};

}  // namespace

void find_groups(Line& line) { Groups(line).run(); }

}  // namespace schemac::emit::format
