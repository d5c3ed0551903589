#include "emit/format/pieces.h"

#include <algorithm>
#include <cstdint>

#include "emit/format/scan.h"
#include "source/text_width.h"

namespace schemac::emit::format {
namespace {

// What a block holds, and where its pieces begin.
struct Inside {
  enum class Holds : std::uint8_t { declarations, statements, enumerators };
  Holds holds = Holds::declarations;
  std::uint32_t outer = 0;   // the indentation of the line that opens it
  std::uint32_t indent = 0;  // of its pieces
  bool is_switch = false;
  std::uint32_t shift = 0;  // how much further in that line is than it was
};
using Holds = Inside::Holds;

constexpr std::uint32_t step = 2;

bool is_control_word(std::string_view word) {
  return word == "if" || word == "for" || word == "while" || word == "switch" || word == "catch";
}
bool is_type_word(std::string_view word) {
  return word == "struct" || word == "class" || word == "union";
}
bool is_access(std::string_view word) {
  return word == "public" || word == "private" || word == "protected";
}

class Reader {
 public:
  Reader(std::string_view text, std::size_t at, Holds holds, bool trusts_columns)
      : text_(text), at_(at), trusts_columns_(trusts_columns) {
    blocks_.push_back({holds, 0, 0, false, 0});
  }

  /// Reads up to the end of the text or of the outermost block.
  std::vector<Piece> read() {
    std::vector<Piece> pieces;
    if (trusts_columns_) pieces.reserve(text_.size() / 32);
    for (;;) {
      Piece piece;
      if (!skip_blanks(piece)) return pieces;
      if (text_[at_] == '}' && blocks_.size() == 1 && !trusts_columns_) return pieces;
      read_piece(piece);
      pieces.push_back(piece);
    }
  }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  // False at the end of the text.
  bool skip_blanks(Piece& piece) {
    std::size_t breaks = 0;
    std::size_t line = at_;
    for (; at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'); ++at_) {
      if (text_[at_] == ' ') continue;
      ++breaks;
      line = at_ + 1;
    }
    if (at_ == text_.size()) return false;
    begins_line_ = breaks != 0 || at_ == 0 || line == 0;
    column_ = static_cast<std::uint32_t>(at_ - line);
    piece.is_after_blank = breaks > 1;
    return true;
  }

  void read_piece(Piece& piece) {
    Inside& inside = blocks_.back();
    piece.is_declaration = inside.holds == Holds::declarations;
    const bool is_placed = begins_line_ && trusts_columns_ && !inside.is_switch;
    piece.indent = is_placed ? column_ + inside.shift : inside.indent;
    if (follows_control_) piece.indent = control_indent_ + step;
    const std::string_view rest = text_.substr(at_);
    if (rest.front() == '#') return take_line(piece, true);
    if (rest.starts_with("//")) return take_line(piece, false);
    if (rest.front() == '}') return read_closer(piece);
    if (inside.holds == Holds::enumerators) return take_enumerator(piece);
    follows_control_ = false;
    read_code(piece);
  }

  void take_line(Piece& piece, bool is_directive) {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    piece.kind = Piece::Kind::verbatim;
    piece.code = text_.substr(at_, end - at_);
    if (is_directive) piece.indent = 0;
    at_ = end;
  }

  void take_enumerator(Piece& piece) {
    const std::size_t begin = at_;
    Scan scan(text_, at_);
    scan.take_enumerator();
    at_ = scan.at();
    piece.kind = Piece::Kind::verbatim;
    end_piece(piece, begin, scan);
  }

  void read_closer(Piece& piece) {
    const std::size_t begin = at_++;
    if (blocks_.size() > 1) {
      const Inside& inside = blocks_.back();
      if (!(begins_line_ && trusts_columns_) || inside.is_switch || inside.shift != 0)
        piece.indent = inside.outer;
      blocks_.pop_back();
    }
    piece.kind = Piece::Kind::closer;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with(" else")) {
      at_ += 1;
      read_code(piece, begin);
      if (piece.kind == Piece::Kind::otherwise) piece.kind = Piece::Kind::closer;
      return;
    }
    if (rest.starts_with(";")) ++at_;
    end_piece(piece, begin, {});
  }

  void read_code(Piece& piece) { read_code(piece, at_); }
  void read_code(Piece& piece, std::size_t begin) {
    Scan scan(text_, at_);
    std::string_view word = scan.word();
    bool is_else = false;
    if (word == "else") {
      is_else = true;
      if (!text_.substr(scan.at()).starts_with(" if") && !text_.substr(scan.at()).starts_with(" {"))
        return end_control(piece, begin, scan, Piece::Kind::otherwise);
      word = scan.word();
    }
    if (is_else && word.empty()) return open_block(piece, begin, scan, Piece::Opens::control);
    if (is_control_word(word)) {
      piece.is_if = word == "if" && !is_else;
      scan.take_condition();
      if (scan.is_before_brace()) {
        open_block(piece, begin, scan, Piece::Opens::control);
        blocks_.back().is_switch = word == "switch";
        return;
      }
      return end_control(piece, begin, scan, Piece::Kind::control);
    }
    if (is_access(word) && scan.is_before_colon()) return end_label(piece, begin, scan, true);
    if (word == "case" || (word == "default" && scan.is_before_colon())) {
      scan.take_label();
      if (blocks_.back().is_switch) piece.indent = blocks_.back().outer + step;
      if (scan.is_before_brace()) return open_block(piece, begin, scan, Piece::Opens::control);
      return end_label(piece, begin, scan, false);
    }
    read_statement(piece, begin, scan, word);
  }

  void read_statement(Piece& piece, std::size_t begin, Scan& scan, std::string_view word) {
    const Scan::Stop stop = scan.take_statement();
    if (stop == Scan::Stop::end) {
      at_ = scan.at();
      return end_piece(piece, begin, scan);
    }
    std::size_t from = begin;
    while (word == "inline" || word == "template" || word == "typedef") {
      if (word == "template") scan.skip_template_parameters(from);
      word = scan.first_word_after(from, word);
    }
    const bool is_type = is_type_word(word);
    const bool is_enum = word == "enum" || stop == Scan::Stop::listing;
    const bool is_space = word == "namespace" || word == "extern";
    open_block(piece, begin, scan,
               is_type || is_enum || is_space ? Piece::Opens::type : Piece::Opens::function);
    Inside& inside = blocks_.back();
    if (is_type || is_space) inside.holds = Holds::declarations;
    if (is_enum) inside.holds = Holds::enumerators;
    if (is_space) inside.indent = inside.outer;
  }

  // The brace is the next token.
  void open_block(Piece& piece, std::size_t begin, Scan& scan, Piece::Opens opens) {
    scan.take_brace();
    at_ = scan.at();
    piece.opens = opens;
    if (piece.kind != Piece::Kind::closer) piece.kind = Piece::Kind::opener;
    const bool is_moved = begins_line_ && trusts_columns_ && piece.indent > column_;
    blocks_.push_back({Holds::statements, piece.indent, piece.indent + step, false,
                       is_moved ? piece.indent - column_ : 0});
    end_piece(piece, begin, scan);
  }

  void end_control(Piece& piece, std::size_t begin, const Scan& scan, Piece::Kind kind) {
    at_ = scan.at();
    piece.kind = kind;
    follows_control_ = true;
    control_indent_ = piece.indent;
    end_piece(piece, begin, scan);
  }

  void end_label(Piece& piece, std::size_t begin, Scan& scan, bool is_of_type) {
    scan.take_colon();
    at_ = scan.at();
    piece.kind = Piece::Kind::label;
    Inside& inside = blocks_.back();
    if (!(begins_line_ && trusts_columns_) || inside.is_switch)
      piece.indent = is_of_type ? inside.outer + 1 : inside.outer + step;
    if (inside.is_switch) inside.indent = inside.outer + 2 * step;
    end_piece(piece, begin, scan);
  }

  void end_piece(Piece& piece, std::size_t begin, const Scan& scan) {
    piece.code = text_.substr(begin, at_ - begin);
    piece.has_lambda = scan.has_lambda();
    piece.is_plain = !scan.is_involved();
    piece.width = static_cast<std::uint32_t>(scan.is_ascii() ? piece.code.size()
                                                             : source::width_of(piece.code));
    const std::size_t comment = std::min(text_.find_first_not_of(' ', at_), text_.size());
    if (!text_.substr(comment).starts_with("//")) return;
    const std::size_t end = std::min(text_.find('\n', comment), text_.size());
    piece.comment = text_.substr(comment, end - comment);
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_;
  bool trusts_columns_;
  bool begins_line_ = true;
  bool follows_control_ = false;
  std::uint32_t column_ = 0;
  std::uint32_t control_indent_ = 0;
  std::vector<Inside> blocks_;
};

}  // namespace

std::vector<Piece> pieces_of(std::string_view text) {
  return Reader(text, 0, Holds::declarations, true).read();
}

std::vector<Piece> pieces_of_body(std::string_view text, std::size_t& at) {
  Reader reader(text, at, Holds::statements, false);
  std::vector<Piece> pieces = reader.read();
  at = reader.at();
  return pieces;
}

}  // namespace schemac::emit::format
