// Python's literals by themselves; tests/interoperability has Python judge them.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "schemac/json/json.h"

namespace {

using schemac::Bytes;
using schemac::FreeValue;
using schemac::Limits;
using namespace schemac::impl::json;

Parsed parsed(std::string_view text, const Limits& limits = {}) {
  return parse(std::as_bytes(std::span(text)), limits, Syntax::python);
}

TEST_CASE("literals are read, and printed as Python prints them") {
  struct Row {
    const char* text;
    const char* repr;  // what repr(ast.literal_eval(text)) says
  };
  const Row rows[] = {
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }",
       "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)}"},
      {"[1,(2,),(),((3)),]", "[1, (2,), (), 3]"},
      {"{1:None,b'k':True}", "{1: None, b'k': True}"},
      {"\"it's\"", "\"it's\""},
      {"'\\'\"'", "'\\'\"'"},
      {"'a' \"b\"\n'c'", "'abc'"},
      {"'\\x41\\u00e9\\101\\q\\t\\x00'", "'AéA\\\\q\\t\\x00'"},
      {"rb'\\x'", "b'\\\\x'"},
      {"b'\\x00\\xff~'", "b'\\x00\\xff~'"},
      {"0x_ff", "255"},
      {"-0x8000_0000_0000_0000", "-9223372036854775808"},
      {"- 1_000", "-1000"},
      {"0b101", "5"},
      {".5", "0.5"},
      {"1e16", "1e+16"},
      {"1e15", "1000000000000000.0"},
      {"0.0001", "0.0001"},
      {"0.00001", "1e-05"},
      {"-0.0", "-0.0"},
      {"0x1ffffffffffffffff", "3.6893488147419103e+19"},   // in Python a whole number
      {"36893488147419103232", "3.6893488147419103e+19"},  // likewise
      {"1e-400", "0.0"},
      {"5L", "5"},  // of Python 2
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const Parsed value = parsed(row.text);
    CHECK(value.flaws.empty());
    CHECK(text_of(value.value, python_style) == row.repr);
  }
}

TEST_CASE("what is no literal of Python") {
  for (const char* text : {"'''a''b'''", "b'\xe9'",   "rb'\\\xe9'",  "1e999",    "",
                           " ",          "1 2",       "01",          "1__0",     "0x",
                           "0x_",        "0xf_",      "0x1__0",      "1e",       ".",
                           "'a",         "'a\nb'",    "[1",          "[1,,2]",   "[,]",
                           "(,)",        "{,}",       "{1}",         "{1:}",     "{1 2}",
                           "{[]: 1}",    "true",      "nan",         "'a' b'b'", "b'\xc3\xa9'",
                           "'\xff'",     "'\\ud800'", "'\\N{DASH}'", "'\\",      "[1)",
                           "]",          "1j",        "1a",          "-"}) {
    INFO(text);
    const Parsed value = parsed(text);
    REQUIRE(value.flaws.size() == 1);
    CHECK(value.flaws.front().flaw == Flaw::malformed);
  }
}

TEST_CASE("limits of callers hold for literals, too") {
  Limits shallow;
  shallow.depth = 3;
  CHECK(parsed("[[()]]", shallow).flaws.empty());
  CHECK(parsed("[[([],)]]", shallow).flaws.at(0).flaw == Flaw::deep);
  CHECK(parsed(std::string(100'000, '('), {}).flaws.at(0).flaw == Flaw::deep);
  Limits small;
  small.decoded = 1000;
  CHECK(parsed("[1, 2]", small).flaws.empty());
  CHECK(parsed("[" + std::string(2000, ' ') + "]", small).flaws.empty());
  CHECK(parsed("'" + std::string(2000, 'a') + "'", small).flaws.at(0).flaw == Flaw::large);
  std::string many = "[";
  for (int i = 0; i < 100; ++i) many += "1,";
  CHECK(parsed(many + "]", small).flaws.at(0).flaw == Flaw::large);
}

TEST_CASE("keys that stand twice, of any kind") {
  const auto path = [](std::string_view text) { return parsed(text).flaws.at(0).path; };
  CHECK(path("{'a': 1, 'a': 2}") == "a");
  CHECK(path("[0, {1: 0, 1: 0}]") == "[1].1");
  std::string many = "{";
  for (int i = 0; i < 20; ++i) many += std::to_string(i) + ": 0, ";
  CHECK(parsed(many + "}").flaws.empty());
  CHECK(path(many + "7: 0}") == "7");
}

TEST_CASE("a text with what validation notes isn't written as it was") {
  static constexpr Member members[] = {
      {.name = "a", .number = 1, .kind = Kind::whole, .min = 0},
  };
  static constexpr RecordForm records[] = {{Shape::members, members, 0}};
  for (const Syntax syntax : {Syntax::json, Syntax::python}) {
    TextForm form{records, 0, 2, {}};
    form.style.syntax = syntax;
    const auto rewritten = [&](std::string_view text) {
      const Decoded decoded = decode(std::as_bytes(std::span(text)), form);
      REQUIRE(decoded.is_whole);
      return text_of(decoded.message, form);
    };
    const bool is_json = syntax == Syntax::json;
    CHECK(rewritten(is_json ? "{ \"a\":1}" : "{ 'a':1}") == (is_json ? "{ \"a\":1}" : "{ 'a':1}"));
    CHECK(rewritten(is_json ? "{\"a\": 1, \"b\": 2}" : "{'a': 1, 'b': 2}") ==
          (is_json ? "{\"a\": 1}" : "{'a': 1}"));
    CHECK(rewritten(is_json ? "{\"a\": 0, \"a\": 1}" : "{'a': 0, 'a': 1}") ==
          (is_json ? "{\"a\": 1}" : "{'a': 1}"));
  }
}

}  // namespace
