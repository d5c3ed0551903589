#include "emit/format/formatter.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "emit/format/analysis.h"
#include "emit/format/comments.h"
#include "emit/format/indents.h"
#include "emit/format/penalties.h"
#include "emit/format/pieces.h"
#include "emit/format/search.h"

namespace schemac::emit::format {
namespace {

// Pieces that become one line.
struct Joined {
  std::size_t count = 1;
  bool is_flat = false;   // and fit in it
  std::string_view more;  // what is joined to the first piece whether it fits or not
};

bool is_comment(const Piece& piece) {
  return piece.kind == Piece::Kind::verbatim && piece.code.starts_with("//");
}

class Formatter {
 public:
  explicit Formatter(std::string_view text) {
    out_.reserve(text.size() + text.size() / 4);
    Body body;
    body.pieces = pieces_of(text);
    body.lines.resize(body.pieces.size());
    put(body, 0, 0);
  }
  std::string take() {
    comments_.align();
    return std::move(out_);
  }

 private:
  void put(Body& body, std::uint32_t indent, std::size_t depth);
  void put_code(Body& body, std::size_t i, std::string_view more, std::uint32_t indent,
                std::size_t depth);
  void put_broken(Line& line, const std::vector<bool>& breaks, std::uint32_t indent,
                  std::size_t depth);
  void put_body(Block& block, State& state, bool on_new_line, std::size_t depth);
  void put_tokens(const Line& line, std::uint32_t begin, std::uint32_t end);
  void put_flat(Body& body, std::size_t i, std::size_t depth);
  std::size_t put_comments_from(const Body& body, std::size_t i, std::uint32_t indent);
  void end_piece(const Piece& piece, std::size_t begin);

  std::uint64_t cost(Body& body, std::uint32_t indent, std::size_t depth);
  std::uint64_t cost_of_body(Block& block, std::uint32_t indent, std::size_t depth);
  bool search(Line& line, std::uint32_t indent, std::size_t depth);

  Joined join(Body& body, std::size_t i, std::uint32_t indent, std::size_t depth);
  bool fits_with(Body& body, std::size_t i, std::size_t count, std::uint32_t indent,
                 std::size_t depth);

  std::string out_;
  TrailingComments comments_{out_};
  Analysis analysis_;
  std::vector<std::unique_ptr<Search>> searches_;  // of lambdas in lambdas, outermost first
  std::vector<Indents::Break> breaks_;
};

// ---- pieces that are joined ----

// Whether a piece and those after it fit in one line, with blanks between them.
bool Formatter::fits_with(Body& body, std::size_t i, std::size_t count, std::uint32_t indent,
                          std::size_t depth) {
  std::uint32_t width = indent + static_cast<std::uint32_t>(count - 1);
  for (std::size_t k = i; k < i + count && width <= column_limit; ++k)
    width += analysis_.width(body, k, depth);
  return width <= column_limit;
}

Joined Formatter::join(Body& body, std::size_t i, std::uint32_t indent, std::size_t depth) {
  const std::vector<Piece>& pieces = body.pieces;
  const Piece& first = pieces[i];
  if (i + 1 == pieces.size() || !first.comment.empty()) return {};
  const Piece& next = pieces[i + 1];
  const bool is_statement = next.kind == Piece::Kind::statement && next.comment.empty();
  if (first.kind == Piece::Kind::control) {
    const bool has_else =
        first.is_if && i + 2 < pieces.size() && pieces[i + 2].code.starts_with("else");
    if (!is_statement || next.code == ";" || has_else || !first.code.ends_with(')')) return {};
    if (fits_with(body, i, 2, indent, depth)) return {2, true, {}};
    return {};
  }
  if (first.kind != Piece::Kind::opener || first.opens == Piece::Opens::control) return {};
  if (next.kind == Piece::Kind::closer && next.code.size() <= 2) return {2, false, next.code};
  if (first.opens != Piece::Opens::function || !is_statement || next.has_lambda ||
      i + 2 == pieces.size())
    return {};
  const Piece& end = pieces[i + 2];
  if (end.kind != Piece::Kind::closer || !end.comment.empty() || end.code.size() > 2) return {};
  if (fits_with(body, i, 3, indent, depth)) return {3, true, {}};
  return {};
}

// ---- what lines cost ----

bool Formatter::search(Line& line, std::uint32_t indent, std::size_t depth) {
  while (searches_.size() <= depth) searches_.push_back(std::make_unique<Search>());
  const auto cost = [&](std::uint32_t block, std::uint32_t column) {
    return cost_of_body(line.blocks[block], column, depth + 1);
  };
  if (searches_[depth]->run(line, indent, cost)) return true;
  line.is_complete = false;  // it isn't searched again
  return false;
}

std::uint64_t Formatter::cost_of_body(Block& block, std::uint32_t indent, std::size_t depth) {
  for (const auto& [column, penalty] : block.costs)
    if (column == indent) return penalty;
  const std::uint64_t penalty = cost(block.body, indent, depth);
  block.costs.emplace_back(indent, penalty);
  return penalty;
}

std::uint64_t Formatter::cost(Body& body, std::uint32_t indent, std::size_t depth) {
  std::uint64_t penalty = 0;
  for (std::size_t i = 0; i < body.pieces.size();) {
    const Piece& piece = body.pieces[i];
    const std::uint32_t column = indent + piece.indent;
    const Joined joined = join(body, i, column, depth);
    const std::size_t first = i;
    i += joined.count;
    if (joined.is_flat || piece.kind == Piece::Kind::verbatim) continue;
    if (piece.is_plain && column + piece.width + joined.more.size() <= column_limit) continue;
    Line& line = analysis_.line(body, first, joined.more, depth);
    if (!line.is_complete || line.tokens.back().total + column <= column_limit) continue;
    const std::uint32_t excess = line.tokens.back().total + column - column_limit;
    penalty += search(line, column, depth) ? searches_[depth]->penalty() : excess * cost_of_excess;
  }
  return penalty;
}

// ---- printing ----

void Formatter::put(Body& body, std::uint32_t indent, std::size_t depth) {
  for (std::size_t i = 0; i < body.pieces.size();) {
    const Piece& piece = body.pieces[i];
    const std::uint32_t column = indent + piece.indent;
    if (piece.comment.empty() || piece.is_after_blank) comments_.align();
    if (piece.is_after_blank && !out_.empty() && (depth == 0 || i > 0)) out_ += '\n';
    if (is_comment(piece)) {
      i = put_comments_from(body, i, column);
      continue;
    }
    const Joined joined = join(body, i, column, depth);
    const std::size_t begin = out_.size();
    out_.append(column, ' ');
    if (joined.is_flat) {
      for (std::size_t k = i; k < i + joined.count; ++k) {
        if (k != i) out_ += ' ';
        put_flat(body, k, depth);
      }
    } else {
      put_code(body, i, joined.more, column, depth);
    }
    for (std::size_t k = i; k < i + joined.count; ++k) analysis_.drop(body, k);
    i += joined.count;
    end_piece(body.pieces[i - 1], begin);
  }
}

// A comment and those on the next lines; returns the piece after them.
std::size_t Formatter::put_comments_from(const Body& body, std::size_t i, std::uint32_t indent) {
  const std::uint32_t own = body.pieces[i].indent;
  std::vector<std::string_view> comments;
  do comments.push_back(body.pieces[i++].code);
  while (i < body.pieces.size() && is_comment(body.pieces[i]) && body.pieces[i].indent == own &&
         !body.pieces[i].is_after_blank);
  put_comments(out_, indent, comments);
  return i;
}

void Formatter::end_piece(const Piece& piece, std::size_t begin) {
  if (piece.kind == Piece::Kind::closer && !piece.comment.empty()) {
    out_.append("  ").append(piece.comment);
  } else if (!piece.comment.empty()) {
    const std::size_t line = out_.rfind('\n') + 1;
    if (line != begin) comments_.align();
    comments_.add(out_.rfind('\n') + 1, piece.comment);
  }
  out_ += '\n';
}

void Formatter::put_code(Body& body, std::size_t i, std::string_view more, std::uint32_t indent,
                         std::size_t depth) {
  const Piece& piece = body.pieces[i];
  const bool is_short = indent + piece.width + more.size() <= column_limit;
  if (piece.kind == Piece::Kind::verbatim || (piece.is_plain && is_short)) {
    out_.append(piece.code).append(more);
    return;
  }
  Line& line = analysis_.line(body, i, more, depth);
  if (line.is_complete && line.tokens.back().total + indent <= column_limit)
    put_flat(body, i, depth);
  else if (line.is_complete && search(line, indent, depth))
    put_broken(line, searches_[depth]->breaks(), indent, depth);
  else
    out_.append(piece.code).append(more);
}

// The tokens of a piece in one line, as are those of its lambdas.
void Formatter::put_flat(Body& body, std::size_t i, std::size_t depth) {
  if (body.pieces[i].is_plain && body.lines[i] == nullptr) {
    out_ += body.pieces[i].code;
    return;
  }
  Line& line = analysis_.line(body, i, depth);
  if (!line.is_complete) {
    out_ += body.pieces[i].code;
    return;
  }
  for (std::uint32_t k = 0; k < line.tokens.size(); ++k) {
    const std::uint32_t block = k == 0 ? nowhere : line.tokens[k - 1].block;
    if (block != nowhere && line.blocks[block].size() != 0) {
      out_ += ' ';
      put_flat(line.blocks[block].body, 0, depth + 1);
    }
    breaks_.clear();
    put_tokens(line, k, k + 1);
  }
}

void Formatter::put_broken(Line& line, const std::vector<bool>& breaks, std::uint32_t indent,
                           std::size_t depth) {
  const Indents indents(line, indent);
  State state = indents.start();
  breaks_.clear();
  put_tokens(line, 0, 1);
  while (state.next < line.tokens.size()) {
    const std::uint32_t begin = state.next;
    const bool on_new_line = breaks[begin];
    const std::uint32_t block = line.tokens[begin - 1].block;
    if (block != nowhere) put_body(line.blocks[block], state, on_new_line, depth + 1);
    breaks_.clear();
    indents.place(state, on_new_line, &breaks_);
    put_tokens(line, begin, state.next);
  }
}

void Formatter::put_body(Block& block, State& state, bool on_new_line, std::size_t depth) {
  if (block.size() == 0) return;
  if (on_new_line) {
    out_ += '\n';
    put(block.body, state.back().indent, depth);
    comments_.align();
    out_.pop_back();
    return;
  }
  state.column += 1 + block.width;
  out_ += ' ';
  put_flat(block.body, 0, depth);
}

void Formatter::put_tokens(const Line& line, std::uint32_t begin, std::uint32_t end) {
  auto next = breaks_.begin();
  for (std::uint32_t i = begin; i < end; ++i) {
    const Token& token = line.tokens[i];
    if (next != breaks_.end() && next->token == i && next->offset == 0) {
      if (next->is_new_line) out_ += '\n';
      out_.append(next->is_new_line ? next->column : next->spaces, ' ');
      ++next;
    } else if (token.is_spaced && i != 0) {
      out_ += ' ';
    }
    std::size_t from = 0;
    for (; next != breaks_.end() && next->token == i; ++next) {
      out_.append(token.text.substr(from, next->offset - from)).append("\"\n");
      out_.append(next->column, ' ').append(token.text.substr(0, token.text.find('"') + 1));
      from = next->offset;
    }
    out_.append(token.text.substr(from));
  }
}

}  // namespace

std::string formatted(std::string_view text) { return Formatter(text).take(); }

}  // namespace schemac::emit::format
