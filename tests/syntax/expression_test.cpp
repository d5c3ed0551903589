#include "syntax/expression.h"

#include <catch2/catch.hpp>
#include <string>

#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/integer.h"

namespace {

using namespace schemac;

struct Attempt {
  explicit Attempt(const std::string& text) {
    const source::SourceFile& file = sources.add("e", text);
    const source::SourceRange all{&file, 0, static_cast<std::uint32_t>(text.size())};
    expression = syntax::parse_expression(text, {all, 0, true}, diagnostics);
  }
  source::Sources sources;
  source::Diagnostics diagnostics;
  syntax::ExpressionPtr expression;
};

// Parentheses that aren't needed go, those that are stay.
TEST_CASE("expressions have a canonical text") {
  struct Row {
    const char* text;
    const char* canonical;
  };
  const Row rows[] = {
      {"1", "1"},
      {"0x10", "16"},
      {"0b101", "5"},
      {"0xffff_ffff_ffff_ffff", "18446744073709551615"},
      {"-1", "-1"},
      {"'it''s'", "'it''s'"},
      {"true", "true"},
      {"_parent.size", "_parent.size"},
      {"a.b[0].c", "a.b[0].c"},
      {"(a)", "a"},
      {"a+b*c", "a + b * c"},
      {"(a+b)*c", "(a + b) * c"},
      {"a-(b-c)", "a - (b - c)"},
      {"(a-b)-c", "a - b - c"},
      {"-(a+b)", "-(a + b)"},
      {"a or b and c", "a or b and c"},
      {"(a or b) and c", "(a or b) and c"},
      {"not a == b", "not a == b"},
      {"not (a and b)", "not (a and b)"},
      {"(not a) == b", "(not a) == b"},
      {"(a == b) == (c == d)", "(a == b) == (c == d)"},
      {"a == b or c < d", "a == b or c < d"},
      {"a in [1,2]", "a in [1, 2]"},
      {"a not in []", "a not in []"},
      {"(a|b)^c", "(a | b) ^ c"},
      {"a|(b^(c&(d<<(e+f))))", "a | b ^ c & d << e + f"},
      {"(a & 3) == 1", "a & 3 == 1"},
      {"a >> (b >> c)", "a >> (b >> c)"},
      {"a ++ b ++ [c]", "a ++ b ++ [c]"},
      {"a + 1 ++ b", "a + 1 ++ b"},
      {"f()", "f()"},
      {"ceil_div( a,8 )", "ceil_div(a, 8)"},
      {"find(metadata, key, 'general').value.U32 or 32",
       "find(metadata, key, 'general').value.U32 or 32"},
      {"if a then b else c", "if a then b else c"},
      {"if a then b else if c then d else e", "if a then b else if c then d else e"},
      {"d ++ if a > 1 then [a] else []", "d ++ (if a > 1 then [a] else [])"},
      {"c.x for c in cs if c.t == 'I'", "c.x for c in cs if c.t == 'I'"},
      {"sum(c.x for c in cs)", "sum(c.x for c in cs)"},
      {"sum(if a then b else c for c in cs)", "sum((if a then b else c) for c in cs)"},
      {"count(c in cs, c.t == 1) == 1", "count(c in cs, c.t == 1) == 1"},
      {"all(c in cs, c.a and c.b)", "all(c in cs, c.a and c.b)"},
      {"a.if", "a.if"},
      {"a\n  + b", "a + b"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const Attempt attempt(row.text);
    CHECK(source::to_text(attempt.diagnostics).empty());
    REQUIRE(attempt.expression != nullptr);
    const std::string canonical = syntax::to_text(*attempt.expression);
    CHECK(canonical == row.canonical);
    const Attempt again(canonical);
    REQUIRE(again.expression != nullptr);
    CHECK(syntax::to_text(*again.expression) == canonical);
  }
}

TEST_CASE("operators lean left and bind as written") {
  const Attempt attempt("a - b - c");
  const auto& outer = std::get<syntax::Binary>(attempt.expression->node);
  CHECK(outer.op == syntax::BinaryOperator::subtract);
  CHECK(syntax::to_text(*outer.left) == "a - b");
  const Attempt negated("not a == b");
  const auto& unary = std::get<syntax::Unary>(negated.expression->node);
  CHECK(syntax::to_text(*unary.operand) == "a == b");
}

TEST_CASE("every node knows its place") {
  const Attempt attempt("(a + b[12]) * c.d");
  const auto& product = std::get<syntax::Binary>(attempt.expression->node);
  CHECK(attempt.expression->range.text() == "(a + b[12]) * c.d");
  const auto& sum = std::get<syntax::Binary>(product.left->node);
  CHECK(sum.right->range.text() == "b[12]");
  CHECK(std::get<syntax::IndexAccess>(sum.right->node).index->range.text() == "12");
  CHECK(std::get<syntax::MemberAccess>(product.right->node).member_range.text() == "d");
}

TEST_CASE("a quantifier declares its variable, a test for membership doesn't") {
  const Attempt quantified("any(c in cs, c.x)");
  CHECK(std::get<syntax::Quantified>(quantified.expression->node).variable == "c");
  const Attempt call("align_up(c in cs, 8)");
  CHECK(std::holds_alternative<syntax::Call>(call.expression->node));
}

TEST_CASE("each mistake in an expression has its own message") {
  struct Row {
    const char* text;
    const char* place;  ///< the text that the caret underlines
    const char* message;
    const char* help;
  };
  const Row rows[] = {
      {"a && b", "&&", "'&&' is spelt 'and' here", "write 'a and b'"},
      {"a || b", "||", "'||' is spelt 'or' here", "write 'a or b'"},
      {"!a", "!", "'!' is spelt 'not' here", "write 'not a'"},
      {"a = 1", "=", "'=' is spelt '==' here: nothing is assigned", "write 'a == b'"},
      {"a ? b : c", "?", "'? :' is spelt 'if ... then ... else ...' here",
       "write 'if condition then a else b'"},
      {"~a", "~", "there is no '~'", "write 'a ^ 0xff', with as many bits as are meant"},
      {"a::b", "::", "'::' is spelt '.' here", "write 'Type.member'"},
      {"a == \"b\"", "\"b\"", "strings in expressions take single quotes", "write 'b'"},
      {"a < b < c", "<", "comparisons can't be chained",
       "write 'a < b and b < c', or '(a < b) == c'"},
      {"a.len()", "len", "values have no functions of their own",
       "write 'len(...)' with the value as its argument"},
      {"(a + b", "(", "this '(' is not closed", nullptr},
      {"f(a, b", "(", "this '(' is not closed", nullptr},
      {"a + b)", ")", "this ')' closes nothing", nullptr},
      {"a +", "", "the expression ends where a value is expected", nullptr},
      {"", "", "the expression ends where a value is expected", nullptr},
      {"a b", "b", "'b' doesn't continue the expression", nullptr},
      {"a is b", "is", "'is' doesn't continue the expression", "equality is written '=='"},
      {"if a then b", "", "the expression ends where 'else' is expected", nullptr},
      {"if a b", "b", "expected 'then', not 'b'", nullptr},
      {"1.5", "1.5", "'1.5' is not a whole number", "expressions are about whole numbers only"},
      {"007", "007", "'007' begins with a zero",
       "octal numbers don't exist; write decimal, 0x or 0b"},
      {"18446744073709551616", "18446744073709551616",
       "'18446744073709551616' doesn't fit into 64 bits", nullptr},
      {"12ab", "12ab", "'12ab' is neither a number nor a name",
       "numbers are written 12, 0x0c or 0b1100 and fit into 64 bits"},
      {"'abc", "'abc", "this string has no end", "close it with a single quote: '"},
      {"a == not b", "not", "'not' binds less than the operator before it",
       "put '(not ...)' in parentheses"},
      {"a[1..2]", ".", "expected a name after '.', not '.'", nullptr},
      {"a @ b", "@", "'@' has no meaning in an expression", nullptr},
      {"sum(x for y)", ")", "expected 'in', not ')'", nullptr},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const Attempt attempt(row.text);
    CHECK(attempt.expression == nullptr);
    REQUIRE(attempt.diagnostics.all().size() == 1);
    const source::Diagnostic& error = attempt.diagnostics.all().front();
    CHECK(error.message == row.message);
    CHECK(error.range.text() == row.place);
    CHECK((error.helps.empty() ? "" : error.helps.front()) == (row.help ? row.help : ""));
  }
}

TEST_CASE("depth and length are bounded") {
  const auto repeated = [](const std::string& part, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += part;
    return result;
  };
  for (const std::string& text :
       {repeated("(", 1000) + "1" + repeated(")", 1000), repeated("-", 1000) + "1",
        repeated("not ", 900) + "a", repeated("[", 1000) + repeated("]", 1000), repeated("f(", 900),
        repeated("a[", 1000), repeated("if a then ", 300), repeated("a + ", 100000) + "a"}) {
    INFO(text.substr(0, 20));
    const Attempt attempt(text);
    CHECK(attempt.expression == nullptr);
    CHECK(attempt.diagnostics.all().size() == 1);
  }
}

TEST_CASE("types have names, arguments and []") {
  struct Row {
    const char* text;
    const char* canonical;  ///< or nothing, if it isn't a type
    const char* message;
  };
  const Row rows[] = {
      {"u32", "u32", ""},
      {"u64[]", "u64[]", ""},
      {"Lod(desc.dims[0])", "Lod(desc.dims[0])", ""},
      {"other.Chunk( checksum,1 )", "other.Chunk(checksum, 1)", ""},
      {"a.b.c.D", "a.b.c.D", ""},
      {"u8[4]", "", "a type has no length"},
      {"Lod()", "", "a type without arguments is written without parentheses"},
      {"Lod(a", "", "this '(' is not closed"},
      {"4", "", "expected the name of a type, not '4'"},
      {"a.", "", "the expression ends where the name of a type is expected"},
      {"u32 u8", "", "'u8' doesn't continue the expression"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    source::Diagnostics diagnostics;
    const auto type = syntax::parse_type(row.text, {}, diagnostics);
    CHECK((type ? syntax::to_text(*type) : "") == row.canonical);
    CHECK((diagnostics.empty() ? "" : diagnostics.all().front().message) == row.message);
  }
}

TEST_CASE("integers cover what 64 bits can hold, with either sign") {
  CHECK(syntax::parse_integer("18446744073709551615")->to_unsigned() == 18446744073709551615U);
  CHECK(syntax::parse_integer("-9223372036854775808")->to_signed() == INT64_MIN);
  CHECK_FALSE(syntax::parse_integer("9223372036854775808")->to_signed());
  CHECK_FALSE(syntax::parse_integer("-1")->to_unsigned());
  CHECK_FALSE(syntax::parse_integer("-0")->is_negative);
  CHECK(syntax::parse_integer("1_000")->magnitude == 1000);
  for (const char* text : {"", "-", "0x", "1__0", "_1", "1_", "+1", "1.0", "1e3", "08", " 1"}) {
    INFO(text);
    CHECK_FALSE(syntax::parse_integer(text));
  }
}

}  // namespace
