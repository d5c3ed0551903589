#include "emit/format/analysis.h"

#include <algorithm>
#include <utility>

#include "emit/format/columns.h"
#include "emit/format/groups.h"
#include "emit/format/lex.h"
#include "emit/format/penalties.h"
#include "emit/format/roles.h"
#include "emit/format/traits.h"

namespace schemac::emit::format {
namespace {

// Brackets, or lambdas in lambdas, that are deeper than these are left alone.
constexpr std::uint16_t most_nesting = 50;
constexpr std::size_t most_depth = 20;

// The brace that ends an empty block belongs to no line until it is joined to one.
void add_end(Line& line, std::string_view more) {
  for (std::size_t i = 0; i < more.size(); ++i) {
    Token token;
    token.text = more.substr(i, 1);
    token.width = 1;
    token.kind = more[i] == '}' ? Kind::close_curly : Kind::semicolon;
    token.can_break = more[i] == '}';
    token.traits = more[i] == '}' ? is_closing | is_close_curly : is_semicolon;
    token.total = line.tokens.back().total + 1;
    line.tokens.push_back(token);
  }
  line.has_end = true;
}

}  // namespace

Line& Analysis::line(Body& body, std::size_t i, std::size_t depth) {
  std::unique_ptr<Line>& line = body.lines[i];
  if (line != nullptr) return *line;
  if (unused_.empty()) {
    line = std::make_unique<Line>();
  } else {
    line = std::move(unused_.back());
    unused_.pop_back();
  }
  analyze(body.pieces[i], *line, depth);
  return *line;
}

Line& Analysis::line(Body& body, std::size_t i, std::string_view more, std::size_t depth) {
  Line& found = line(body, i, depth);
  if (!more.empty() && found.is_complete && !found.has_end) add_end(found, more);
  return found;
}

void Analysis::drop(Body& body, std::size_t i) {
  if (body.lines[i] != nullptr) unused_.push_back(std::move(body.lines[i]));
}

void Analysis::analyze(const Piece& piece, Line& line, std::size_t depth) {
  lex(piece, line);
  if (line.tokens.empty() || depth > most_depth) line.is_complete = false;
  if (!line.is_complete) return;
  find_roles(line);
  line.is_complete = std::none_of(line.tokens.begin(), line.tokens.end(),
                                  [](const Token& token) { return token.nesting > most_nesting; });
  if (!line.is_complete) return;
  find_groups(line);
  for (Block& block : line.blocks) measure(block, depth + 1);
  find_penalties(line);
  find_columns(line);
  find_traits(line);
}

std::uint32_t Analysis::width(Body& body, std::size_t i, std::size_t depth) {
  const Piece& piece = body.pieces[i];
  if (piece.is_plain) return piece.width;
  const Line& found = line(body, i, depth);
  return found.is_complete ? found.tokens.back().total : piece.width;
}

void Analysis::measure(Block& block, std::size_t depth) {
  if (block.size() != 1) return;
  const Piece& piece = block.body.pieces.front();
  const bool can_join = piece.comment.empty() && piece.kind != Piece::Kind::verbatim;
  block.width = can_join ? width(block.body, 0, depth) : column_limit;
}

}  // namespace schemac::emit::format
