// Schemas of little text that stand for a lot: each is accepted, or refused with its reason, at
// once. Nobody has to wait for a schema, and none overflows the stack.
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "compile.h"

namespace {

struct Hostile {
  std::string name;
  std::string schema;
  std::string text;  ///< part of the diagnostic; empty: the schema is accepted
};

std::string n(int number) { return std::to_string(number); }

// "schema", a root that holds T0, `count` types made by `make`, and a last one.
std::string types(int count, const std::function<std::string(int)>& make,
                  const std::string& last = "{fields: [{name: x, type: u8}]}") {
  std::string schema = "schema: h\nroot: File\ntypes:\n  File: {fields: [{name: a, type: T0}]}\n";
  for (int i = 0; i < count; ++i) schema += "  T" + n(i) + ": " + make(i) + "\n";
  return schema + "  T" + n(count) + ": " + last + "\n";
}
std::string holding_two(int i, const std::string& more = "") {
  const std::string next = "T" + n(i + 1);
  return "{fields: [{name: a, type: " + next + more + "}, {name: b, type: " + next + more + "}]}";
}
// A number and a rule about what `let` makes of it.
std::string lets(int count, const std::function<std::string(int)>& make) {
  std::string schema = "schema: h\nroot: File\ntypes:\n  File:\n    let: {";
  for (int i = 0; i < count; ++i) schema += "l" + n(i) + ": " + make(i) + ", ";
  return schema + "l" + n(count) +
         ": x}\n    fields: [{name: x, type: u16}]\n    rules: [{name: r, expr: l0 > 1}]\n";
}
std::string repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}
std::string rule(const std::string& expression) {
  return "schema: h\nroot: File\ntypes:\n  File:\n    fields: [{name: x, type: u64}]\n"
         "    rules: [{name: r, expr: \"" +
         expression + "\"}]\n";
}
std::string yaml(const std::string& value) { return rule("x > 1") + "doc: " + value + "\n"; }

std::vector<Hostile> hostile_schemas() {
  const std::string too_many_fields = "has, with the records that it holds, more than 200000 field";
  const std::string too_deep = "holds records inside records that are more than 1000 deep";
  const std::string too_many_parts = "has more than 10000 parts";
  const std::string too_many_steps = "is more than 200 operations deep";
  return {
      {"types that double", types(30, [](int i) { return holding_two(i); }), too_many_fields},
      {"lists that double", types(30, [](int i) { return holding_two(i, ", repeat: 2"); }),
       too_many_fields},
      {"types in a chain",
       types(5000, [](int i) { return "{fields: [{name: a, type: T" + n(i + 1) + "}]}"; }),
       too_deep},
      {"types side by side",
       types(0, [](int) { return ""; }) +
           [] {
             std::string all;
             for (int i = 1; i < 5000; ++i)
               all += "  S" + n(i) + ": {fields: [{name: x, type: u8}]}\n";
             return all;
           }(),
       ""},
      {"names of names", types(5000, [](int i) { return "{type: T" + n(i + 1) + "}"; }),
       "is a name for a name, and so on more than 200 times"},
      {"names that hand on and double",
       types(
           40, [](int i) { return "{params: {p: u64}, type: \"T" + n(i + 1) + "(p + p)\"}"; },
           "{params: {p: u64}, type: bytes, size: p}")
           .replace(
               0,
               std::string("schema: h\nroot: File\ntypes:\n  File: {fields: [{name: a, type: T0}]}")
                   .size(),
               "schema: h\nroot: File\ntypes:\n  File: {fields: [{name: x, type: u8, given: true}, "
               "{name: a, type: T0(x)}]}"),
       too_many_parts},
      {"lets that double", lets(40, [](int i) { return "l" + n(i + 1) + " + l" + n(i + 1); }),
       too_many_parts},
      {"lets in a chain", lets(5000, [](int i) { return "l" + n(i + 1) + " + 1"; }),
       too_many_steps},
      {"a long sum", rule("x" + repeated("+x", 1500) + " > 1"), too_many_steps},
      {"parentheses", rule(repeated("(", 1900) + "x" + repeated(")", 1900) + " > 1"),
       "nested too deeply"},
      {"parentheses beyond the length",
       rule(repeated("(", 10000) + "x" + repeated(")", 10000) + " > 1"), "more than 4000"},
      {"negations", rule(repeated("not ", 900) + "x > 1"), "nested too deeply"},
      {"flow lists", yaml(repeated("[", 100000) + repeated("]", 100000)), "nested more than"},
      {"flow maps", yaml(repeated("{a: ", 50000) + "1" + repeated("}", 50000)), "nested more than"},
      {"a long text", yaml("\"" + repeated("word ", 400000) + "\""), ""},
      {"a long name", rule("x > 1") + repeated("k", 1000000) + ": 1\n", "[bad-yaml]"},
  };
}

}  // namespace

TEST_CASE("no schema takes more than it has text", "[budget]") {
  for (const Hostile& each : hostile_schemas()) {
    INFO(each.name);
    const auto begin = std::chrono::steady_clock::now();
    const auto run = schemac::compile_text("h.yaml", each.schema, schemac::Stage::values);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const std::string text = to_text(run.diagnostics).substr(0, 2000);
    INFO(text);
    CHECK(taken.count() < 10);  // sanitizers and busy machines included
    if (each.text.empty()) {
      CHECK(run.ok());
    } else {
      CHECK(text.find(each.text) != std::string::npos);
    }
  }
}
