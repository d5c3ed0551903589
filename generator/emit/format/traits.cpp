#include "emit/format/traits.h"

namespace schemac::emit::format {
namespace {

std::uint32_t traits_of_kind(const Token& token) {
  switch (token.kind) {
    case Kind::comma:
      return is_comma;
    case Kind::semicolon:
      return is_semicolon;
    case Kind::question:
      return is_question;
    case Kind::colon:
      return is_colon;
    case Kind::open_curly:
      return is_open_curly;
    case Kind::close_curly:
      return is_close_curly;
    case Kind::open_round:
      return is_open_round;
    case Kind::string:
      return is_string;
    case Kind::name:
      return is_name;
    case Kind::equal:
      return is_equal;
    case Kind::word:
      if (token.text == "return") return is_return;
      if (token.text == "if" || token.text == "for" || token.text == "constexpr")
        return is_condition_word;
      return 0;
    case Kind::plain_type:
    case Kind::number:
    case Kind::character:
    case Kind::close_round:
    case Kind::open_square:
    case Kind::close_square:
    case Kind::less:
    case Kind::greater:
    case Kind::two_colons:
    case Kind::dot:
    case Kind::arrow:
    case Kind::operation:
    case Kind::ellipsis:
      return 0;
  }
  return 0;
}

std::uint32_t traits_of_role(Role role) {
  switch (role) {
    case Role::binary:
      return is_binary;
    case Role::conditional:
      return is_conditional;
    case Role::block_curly:
      return is_block;
    case Role::initializer_colon:
      return is_initializer_colon;
    case Role::initializer_comma:
      return is_initializer_comma;
    case Role::base_colon:
      return is_base_colon;
    case Role::subscript_square:
      return is_subscript;
    case Role::lambda_square:
    case Role::lambda_arrow:
      return is_lambda_mark;
    case Role::reference:
      return is_reference;
    case Role::template_open:
      return is_template_open;
    case Role::template_close:
      return is_template_close;
    case Role::overloaded:
      return is_overloaded;
    case Role::none:
    case Role::declared_name:
    case Role::function_name:
    case Role::unary:
    case Role::attribute_square:
    case Role::cast_end:
    case Role::trailing_word:
    case Role::base_comma:
    case Role::range_colon:
    case Role::result_arrow:
    case Role::overloaded_round:
    case Role::designator:
      return 0;
  }
  return 0;
}

std::uint32_t traits_of_precedence(Precedence precedence) {
  if (precedence == unknown) return 0;
  const std::uint32_t all = precedence > by_comma ? is_operator : 0U;
  if (precedence == by_assignment) return all | is_assignment;
  if (precedence == by_relation || precedence == by_three_way) return all | is_relation;
  return precedence == by_equality ? all | is_equality : all;
}

// Of a token itself, and of the one before it.
constexpr std::uint32_t slow = is_comma | is_binary | is_shift | is_conditional | is_question |
                               is_opening | is_closing | is_member | is_string |
                               is_initializer_colon | is_base_colon | is_subscript |
                               is_lambda_mark | is_equal | is_overloaded;
constexpr std::uint32_t slow_after = is_comma | is_binary | is_conditional | is_opening | is_colon |
                                     is_initializer_colon | is_base_colon | is_semicolon;

}  // namespace

void find_traits(Line& line) {
  std::uint32_t before = slow_after;
  for (Token& token : line.tokens) {
    token.traits =
        traits_of_kind(token) | traits_of_role(token.role) | traits_of_precedence(token.precedence);
    if (token.opens()) token.traits |= is_opening;
    if (token.closes()) token.traits |= is_closing;
    if (token.is_member_access()) token.traits |= is_member;
    if (token.precedence == by_shift && token.text == "<<") token.traits |= is_shift;
    token.is_quick = !token.has(slow) && (before & slow_after) == 0 && token.groups == nowhere &&
                     token.group_ends == 0;
    before = token.traits;
  }
}

}  // namespace schemac::emit::format
