#include "syntax/keys.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "syntax/helpers.h"

namespace {

using namespace schemac;
using testing::Parsed;
using testing::with_fields;

// One field a row; the first diagnostic's first line and its helps.
TEST_CASE("what a key or its value has wrong is said with the remedy") {
  struct Row {
    const char* field;
    const char* message;
    const char* help;
  };
  const Row rows[] = {
      {"{name: a, tpye: u8}", "a field has no key 'tpye' [unknown-key]", "did you mean 'type'?"},
      {"{id: a, type: u8}", "a field has no key 'id' [unknown-key]", "Kaitai's 'id' is 'name'"},
      {"{name: a, contents: b}", "a field has no key 'contents'", "Kaitai's 'contents' is 'const'"},
      {"{name: a, process: b}", "a field has no key 'process'", "Kaitai's 'process' is 'codec'"},
      {"{name: a, pos: 3}", "a field has no key 'pos'", "Kaitai's 'pos' is 'at'"},
      {"{name: a, seq: []}", "a field has no key 'seq'", "Kaitai's 'seq' is 'fields'"},
      {"{name: a, repeat-expr: 3}", "a field has no key 'repeat-expr'",
       "write the count itself: 'repeat: count'"},
      {"{name: a, repeat-until: b}", "a field has no key 'repeat-until'",
       "write the condition under 'repeat': 'repeat: {until: condition}'"},
      {"{name: a, size-eos: true}", "a field has no key 'size-eos'", "write 'size: eos'"},
      {"{name: a, switch-on: b}", "a field has no key 'switch-on'",
       "write 'switch:' and 'cases:' beside 'name:'"},
      {"{name: a, type: {switch-on: b}}", "'type' takes a type, not a map [wrong-value]",
       "'switch:' and 'cases:' go beside 'name:', not inside 'type:'"},
      {"{name: a, begin: b}", "a field has no key 'begin'", "it is a key of a section"},
      {"{name: a, type:u8}", "a field has no key 'type:u8'",
       "a ':' that ends a key has a blank after it"},
      {"{type: u8}", "a field needs 'name' or 'pad' [missing-key]",
       "add it to the keys of 'fields'"},
      {"{name: a, ndarray: {dtype: u8}}", "an ndarray needs 'dims' [missing-key]",
       "add it to the keys of 'ndarray'"},
      {"{name: a, switch: b}", "'switch' needs 'cases' beside it [missing-key]",
       "write what is there for each value: 'cases: {1: {type: u8}}'"},
      {"{name: a, cases: {}}", "'cases' needs 'switch' beside it [missing-key]",
       "'switch: tag' names the field that chooses"},
      {"{name: a, size: }", "'size' has no value [missing-value]",
       "write one after the ':', or indent the lines that belong to it"},
      {"{name: a, repeat: [1]}",
       "'repeat' takes 'eos', 'head', {until: ...} or an expression, not a list [wrong-value]", ""},
      {"{name: a, endian: big}", "'endian' takes 'le' or 'be', not 'big' [wrong-value]", ""},
      {"{name: a, class: bad-valu}",
       "'class' takes a class of violations, such as bad-value, not 'bad-valu' [wrong-value]",
       "did you mean 'bad-value'?"},
      {"{name: a, given: yes}", "'given' takes true or false, not 'yes' [wrong-value]",
       "true and false are the only spellings"},
      {"{name: a, terminator: '0'}", "'terminator' takes a whole number, not '0' [wrong-value]",
       "write it without quotes"},
      {"{name: a, switch: b, cases: {1: u8}}", "'1' takes a map, not 'u8' [wrong-value]",
       "write {type: u8}"},
      {"{name: 9a}", "'9a' is not a name [bad-name]",
       "names have letters, digits and '_', and don't begin with a digit"},
      {"{name: in}", "'in' is a word of the expression language [bad-name]",
       "choose another name, such as 'in_'"},
      {"{name: a, flags: {b: 0, b: 1}}", "'b' is here twice [duplicate-name]",
       "YAML would silently keep one of them; remove or rename one"},
      {"{name: a, flags: {b: {}}}", "a flag needs 'bit' or 'bits' [missing-key]",
       "add it to the keys of 'b'"},
      {"{name: a, enum: {b: {value: 1, level: high}, c: x}}", "'c' takes a whole number", ""},
      {"{name: a, switch: b, cases: {a b: {type: u8}}}", "'a b' is not a name [bad-name]",
       "a case is a member, a number, numbers such as 1..9, several of these with '|' between "
       "them, 'else', or a text in quotes"},
  };
  for (const Row& row : rows) {
    INFO(row.field);
    const Parsed parsed(with_fields("      - " + std::string(row.field) + "\n"));
    const std::string said = parsed.said();
    CHECK_THAT(said, Catch::Contains(std::string("error: ") + row.message));
    if (*row.help != '\0') CHECK_THAT(said, Catch::Contains(std::string("  help: ") + row.help));
    CHECK(parsed.diagnostics.all().size() == 1);
  }
}

TEST_CASE("mistakes outside of fields") {
  struct Row {
    const char* text;
    const char* message;
    const char* help;
  };
  const Row rows[] = {
      {"schema: t\nmeta: {id: x}\n", "a schema has no key 'meta'",
       "its keys go at the top: schema, title, endian, extensions, imports"},
      {"title: t\n", "a schema needs 'schema'", "add it to the keys of 'schema'"},
      {"hello\n", "a schema is a map of keys, not 'hello'", "begin with 'schema: its_name'"},
      {"- schema: t\n", "a schema is a map of keys, not a list", "begin with 'schema: its_name'"},
      {"schema: t\ntypes: {T: u32}\n", "'T' takes a map, not 'u32'", "write T: {type: u32}"},
      {"schema: t\ntypes: {T: {instances: {}}}\n", "a type has no key 'instances'",
       "Kaitai's 'instances' is 'let'"},
      {"schema: t\ntypes: {T: {root: T}}\n", "a type has no key 'root'",
       "it goes at the top of the schema, not in a type"},
      {"schema: t\nenums: {E: {type: u8, members: {}, 1: cat}}\n", "an enumeration has no key '1'",
       "members go under 'members:', as name: number"},
      {"schema: t\nenums: {E: {members: {a: 1}}}\n", "an enumeration needs 'type'", ""},
      {"schema: t\ntypes: {T: {rules: [{expr: a}]}}\n", "a rule needs 'name'", ""},
      {"schema: t\ntypes: {T: {sections: [{name: s, gaps: none}]}}\n",
       "'gaps' takes 'zero-fill', 'error', 'rule', 'warn' or 'ignore', not 'none'", ""},
      {"schema: t\ntypes: [a]\n", "'types' takes a map of names, each with a type, not a list", ""},
      {"schema: t\ntypes: {T: {fields: {a: u8}}}\n",
       "'fields' takes a list whose items are each a field, not a map", ""},
      {"schema: t\nenums: {E: {type: u8, members: {true: 1}}}\n",
       "'true' is a value for YAML where a name is expected", "quote it: \"true\""},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const Parsed parsed(row.text);
    CHECK_THAT(parsed.said(), Catch::Contains(std::string("error: ") + row.message));
    CHECK_THAT(parsed.said(), Catch::Contains(row.help));
    CHECK(parsed.diagnostics.all().size() == 1);
  }
}

TEST_CASE("members may have attributes of any name") {
  const Parsed parsed(
      "schema: t\n"
      "enums:\n"
      "  E:\n"
      "    type: u8\n"
      "    attributes: {dtype: dtype, wide: bool}\n"
      "    members: {A: {value: 0x10, dtype: i8, wide: true}, \"NULL\": 2}\n");
  CHECK(parsed.said().empty());
  const auto& members = *parsed.documents.front().root.find("enums")->find("E")->find("members");
  CHECK(members.find("A")->find("wide")->as_boolean() == true);
  CHECK(members.find("A")->find("value")->as_integer()->magnitude == 16);
  CHECK(members.has("NULL"));
}

TEST_CASE("what this version doesn't execute is accepted") {
  const Parsed parsed(with_fields("      - {name: a, digest: {by: crc32, over: [b]}}\n"));
  CHECK(parsed.said().empty());
}

TEST_CASE("the table contradicts itself nowhere") {
  std::set<std::pair<syntax::Context, std::string_view>> places;
  for (const syntax::Key& key : syntax::keys()) {
    INFO(key.name);
    CHECK_FALSE(key.meaning.empty());
    CHECK_FALSE(key.forms.empty());
    CHECK_FALSE(key.contexts.empty());
    for (const syntax::Context context : key.contexts) {
      CHECK(places.emplace(context, key.name).second);
      CHECK(syntax::find_key(context, key.name) == &key);
    }
  }
  for (const auto& [context, name] : places) {
    for (const auto& group : syntax::required_keys(context)) {
      for (const std::string_view required : group) {
        INFO(required);
        CHECK(places.contains({context, required}));
      }
    }
  }
}

}  // namespace
