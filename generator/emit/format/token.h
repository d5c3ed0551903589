// What a line of C++ consists of, and what the search for its best breaks knows of each part.
//
// A line is what ends with `;`, `{` or `}` however it is broken. Lambdas are parts of the line that
// they are in; what is between their braces are lines of their own, kept beside the line as blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/format/piece.h"

namespace schemac::emit::format {

inline constexpr std::uint32_t nowhere = 0xFFFFFFFF;

enum class Kind : std::uint8_t {
  name,
  plain_type,  // bool, int, auto and the like
  word,        // any other keyword
  number,
  string,
  character,
  open_round,
  close_round,
  open_square,
  close_square,
  open_curly,
  close_curly,
  less,
  greater,
  comma,
  semicolon,
  colon,
  two_colons,
  question,
  dot,
  arrow,
  equal,  // `=` alone
  operation,
  ellipsis,
};

/// What a token is in its context.
enum class Role : std::uint8_t {
  none,
  declared_name,  // follows a type
  function_name,  // is the name of a declared function
  reference,      // * & && of a type
  binary,
  unary,
  template_open,
  template_close,
  lambda_square,
  attribute_square,
  subscript_square,
  cast_end,
  trailing_word,  // const, override and the like after parameters
  initializer_colon,
  initializer_comma,
  base_colon,
  base_comma,
  conditional,  // ? and its colon
  range_colon,
  lambda_arrow,
  result_arrow,  // of a function with a trailing type
  overloaded,    // an operator's name
  overloaded_round,
  designator,  // . of `{.x = 1}`
  block_curly,
};

/// Binding of binary operators, weakest first; 0 is none.
enum Precedence : std::uint8_t {
  unknown,
  by_comma,
  by_assignment,
  by_condition,
  by_or,
  by_and,
  by_bit_or,
  by_bit_xor,
  by_bit_and,
  by_equality,
  by_relation,
  by_three_way,
  by_shift,
  by_sum,
  by_product,
  by_member_pointer,
  by_sign,
  by_member,
};

/// What placing a token and the one after it asks for, in one word: the search asks very often.
enum Trait : std::uint32_t {
  is_comma = 1U << 0U,
  is_semicolon = 1U << 1U,
  is_binary = 1U << 2U,
  is_shift = 1U << 3U,
  is_conditional = 1U << 4U,
  is_question = 1U << 5U,
  is_colon = 1U << 6U,
  is_opening = 1U << 7U,
  is_closing = 1U << 8U,
  is_open_curly = 1U << 9U,
  is_block = 1U << 10U,
  is_open_round = 1U << 11U,
  is_member = 1U << 12U,
  is_string = 1U << 13U,
  is_name = 1U << 14U,
  is_initializer_colon = 1U << 15U,
  is_initializer_comma = 1U << 16U,
  is_base_colon = 1U << 17U,
  is_subscript = 1U << 18U,
  is_lambda_mark = 1U << 19U,  // its `[` or `->`
  is_reference = 1U << 20U,
  is_equal = 1U << 21U,
  is_assignment = 1U << 22U,
  is_relation = 1U << 23U,
  is_equality = 1U << 24U,
  is_return = 1U << 25U,
  is_condition_word = 1U << 26U,  // if, for
  is_template_close = 1U << 27U,
  is_template_open = 1U << 28U,
  is_close_curly = 1U << 29U,
  is_operator = 1U << 30U,  // is spelled like one
  is_overloaded = 1U << 31U,
};

struct Token {
  std::string_view text;
  std::uint32_t width = 0;
  std::uint32_t traits = 0;
  Kind kind = Kind::name;
  Role role = Role::none;
  Precedence precedence = unknown;  // of what is spelled like this, operator or not
  bool is_spaced = false;           // there is a blank before it
  bool can_break = false;           // before it
  bool must_break = false;
  bool ends_template_parameters = false;  // > of `template <...>`
  bool starts_operation = false;          // the first or last token of a binary expression
  bool ends_operation = false;
  bool is_quick = false;       // only the column changes with it
  bool is_in_several = false;  // names one of several variables of a declaration
  bool is_in_round = false;    // the innermost bracket around it is a parenthesis
  std::uint16_t nesting = 0;
  std::uint16_t binding = 0;
  std::uint32_t parameters = 0;   // what an opening bracket holds: elements
  std::uint32_t lambdas = 0;      // and bodies of lambdas
  std::uint32_t match = nowhere;  // the other bracket
  std::uint32_t list = nowhere;   // of an opening bracket with commas
  std::uint32_t block = nowhere;  // of a lambda's opening brace
  std::uint32_t next_operator = nowhere;
  std::uint32_t operator_index = 0;
  std::uint32_t groups = nowhere;  // of operands that begin here, the outermost first
  std::uint32_t group_ends = 0;    // how many end here
  std::uint32_t total = 0;         // columns from the line's first token to the end of this one
  std::uint32_t tail = 0;          // columns after it up to where the line can be broken next
  std::uint32_t penalty = 0;       // of a break before it

  [[nodiscard]] bool has(std::uint32_t any) const { return (traits & any) != 0; }
  [[nodiscard]] bool is(Kind other) const { return kind == other; }
  [[nodiscard]] bool is(Role other) const { return role == other; }
  [[nodiscard]] bool is_word(std::string_view other) const {
    return kind == Kind::word && text == other;
  }
  [[nodiscard]] bool opens() const {
    return kind == Kind::open_round || kind == Kind::open_curly || kind == Kind::open_square ||
           role == Role::template_open;
  }
  [[nodiscard]] bool closes() const {
    return kind == Kind::close_round || kind == Kind::close_curly || kind == Kind::close_square ||
           role == Role::template_close;
  }
  [[nodiscard]] bool is_member_access() const {
    return (kind == Kind::dot && role != Role::designator) ||
           (kind == Kind::arrow && role != Role::lambda_arrow && role != Role::result_arrow);
  }
  [[nodiscard]] bool is_block() const { return role == Role::block_curly; }
  [[nodiscard]] bool is_list_open() const {
    return kind == Kind::open_curly && role != Role::block_curly;
  }
};

/// Operands that an operator binds, as if they were in parentheses.
struct Group {
  Precedence precedence = unknown;
  std::uint32_t next = nowhere;
};

/// One of the ways to put a braced list into columns.
struct Columns {
  std::vector<std::uint32_t> widths;
  std::uint32_t rows = 0;
  std::uint32_t total_width = 0;
};

struct List {
  std::vector<std::uint32_t> commas;
  std::vector<std::uint32_t> item_widths;
  std::vector<Columns> columns;
  bool has_inner_list = false;
};

struct Line;

/// Pieces, and the lines that some of them were taken apart into.
struct Body {
  std::vector<Piece> pieces;
  std::vector<std::unique_ptr<Line>> lines;
};

/// What is in a lambda's braces; what it costs at an indentation is found once.
struct Block {
  Body body;
  std::uint32_t width = 0;  // of the only piece
  std::vector<std::pair<std::uint32_t, std::uint64_t>> costs;

  [[nodiscard]] std::size_t size() const { return body.pieces.size(); }
};

struct Line {
  std::vector<Token> tokens;
  std::vector<Group> groups;
  std::vector<List> lists;
  std::vector<Block> blocks;
  bool is_declaration = false;  // of a namespace or class
  bool is_function = false;     // and declares a function
  bool is_loop = false;         // begins with `for`
  bool is_enumeration = false;  // or with `enum`
  bool is_complete = true;      // its brackets match
  bool has_end = false;         // the end of an empty block was put after it

  [[nodiscard]] bool begins_with(std::string_view word) const {
    return !tokens.empty() && tokens.front().is_word(word);
  }
};

}  // namespace schemac::emit::format
