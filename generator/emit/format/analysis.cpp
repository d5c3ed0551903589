#include "emit/format/analysis.h"

#include "emit/format/columns.h"
#include "emit/format/groups.h"
#include "emit/format/lex.h"
#include "emit/format/penalties.h"
#include "emit/format/roles.h"

namespace schemac::emit::format {
namespace {

// Brackets, or lambdas in lambdas, that are deeper than these are left alone.
constexpr std::uint16_t most_nesting = 50;
constexpr std::size_t most_depth = 20;

// The brace that ends an empty block belongs to no line until it is joined to one.
void add_end(Line& line, std::string_view more) {
  for (const char& c : more) {
    Token token;
    token.text = std::string_view(&c, 1);
    token.width = 1;
    token.kind = c == '}' ? Kind::close_curly : Kind::semicolon;
    token.can_break = c == '}';
    token.total = line.tokens.back().total + 1;
    line.tokens.push_back(token);
  }
}

}  // namespace

Room& Analysis::room(std::size_t depth) {
  while (rooms_.size() <= depth) rooms_.push_back(std::make_unique<Room>());
  return *rooms_[depth];
}

Line& Analysis::analyze(const Piece& piece, std::string_view more, std::size_t depth) {
  Line& line = room(depth).line;
  lex(piece, line);
  if (line.tokens.empty() || depth > most_depth) line.is_complete = false;
  if (!line.is_complete) return line;
  find_roles(line);
  for (const Token& token : line.tokens)
    if (token.nesting > most_nesting) line.is_complete = false;
  if (!line.is_complete) return line;
  find_groups(line);
  for (Block& block : line.blocks) measure(block, depth + 1);
  find_penalties(line);
  find_columns(line);
  add_end(line, more);
  return line;
}

std::uint32_t Analysis::width(const Piece& piece, std::size_t depth) {
  if (piece.is_plain) return piece.width;
  const Line& line = analyze(piece, {}, depth);
  return line.is_complete ? line.tokens.back().total : piece.width;
}

void Analysis::measure(Block& block, std::size_t depth) {
  block.lines = static_cast<std::uint32_t>(block.pieces.size());
  if (block.lines != 1) return;
  const Piece& piece = block.pieces.front();
  const bool can_join = piece.comment.empty() && piece.kind != Piece::Kind::verbatim;
  block.width = can_join ? width(piece, depth) : column_limit;
}

}  // namespace schemac::emit::format
