// Identifiers for C++, and classes of characters.
#include <catch2/catch.hpp>

#include "plan/charset.h"
#include "plan/identifiers.h"

using namespace schemac::plan;

TEST_CASE("identifiers") {
  CHECK(identifier("name") == "name");
  CHECK(identifier("class") == "class_");
  CHECK(identifier("a-b.c") == "a_b_c");
  CHECK(identifier("3d") == "_3d");
  CHECK(identifier("a__b") == "a_b");
  CHECK(identifier("") == "_");
  CHECK(identifier("NULL") == "NULL_");
  CHECK(snake_identifier("ValueType") == "value_type");
  CHECK(snake_identifier("BITSET") == "bitset");
  CHECK(snake_identifier("HTTPHeader") == "http_header");
  CHECK(snake_identifier("Int") == "int_");
  CHECK(camel_identifier("other.chunk_head") == "OtherChunkHead");
  CHECK(camel_identifier("ValueType") == "ValueType");
  UniqueNames names;
  CHECK(names.add("x") == "x");
  CHECK(names.add("x") == "x_2");
  CHECK(names.add("x") == "x_3");
}

TEST_CASE("classes of characters") {
  std::string problem;
  const auto name = parse_charset("[A-Za-z0-9._-]+", problem);
  REQUIRE(name);
  CHECK(name->characters == "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
  CHECK(name->class_text == "[A-Za-z0-9._-]");
  CHECK(name->least == 1);
  CHECK_FALSE(name->most);

  const auto hex = parse_charset("[0-9a-f]{4}", problem);
  REQUIRE(hex);
  CHECK(hex->characters == "0123456789abcdef");
  CHECK(hex->least == 4);
  CHECK(hex->most == 4u);

  REQUIRE(parse_charset("[^\\n]*", problem));
  CHECK(parse_charset("[^\\n]*", problem)->characters.size() == 255);
  CHECK(parse_charset("[\\]\\\\]", problem)->characters == "\\]");
  CHECK(parse_charset("[ab]{2,}", problem)->least == 2);
  CHECK_FALSE(parse_charset("[ab]{2,}", problem)->most);

  for (const std::string bad :
       {"", "abc", "[a-z", "[z-a]", "[a]|[b]", "[a]{", "[a]{2", "[a]++", "[\\d]"}) {
    INFO(bad);
    CHECK_FALSE(parse_charset(bad, problem));
  }
}
