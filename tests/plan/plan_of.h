// A schema's text to what the plan makes of it: whole, as the dump of one record, or as what was
// reported.
#pragma once

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <string_view>

#include "compile.h"
#include "plan/plan.h"
#include "plan/print/dump.h"
#include "source/diagnostics.h"

namespace schemac::test {

inline plan::Plan plan_of(const std::string& schema) {
  Compilation run = compile_text("test.yaml", schema);
  INFO(source::to_text(run.diagnostics));
  REQUIRE(run.plans.size() == 1);
  return std::move(run.plans.front());
}

/// The lines of the dump that begin a record (or another entry) and those indented below it.
inline std::string dump_of(const std::string& schema, const std::string& entry) {
  std::ostringstream all;
  plan::dump(plan_of(schema), all);
  std::istringstream in(all.str());
  std::string out;
  bool is_inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.front() != ' ') is_inside = line == entry || line.rfind(entry + " ", 0) == 0;
    if (is_inside) out += line + "\n";
  }
  return out;
}

/// Only the items of a record: what is read, in order.
inline std::string items_of(const std::string& schema, const std::string& record) {
  std::istringstream in(dump_of(schema, "record " + record));
  std::string out;
  for (std::string line; std::getline(in, line);)
    for (const std::string_view verb :
         {"run ", "place ", "pad ", "require ", "find ", "in ", "finish "})
      if (line.rfind("  " + std::string(verb), 0) == 0) out += line.substr(2) + "\n";
  return out;
}

/// The check with this identifier.
inline plan::Check check_of(const plan::Plan& plan, std::string_view identifier) {
  for (const plan::Check& check : plan.checks)
    if (check.identifier == identifier) return check;
  std::string known;
  for (const plan::Check& check : plan.checks) known += check.identifier + "\n";
  FAIL("no check " << identifier << " among\n" << known);
  return {};
}

/// What is wrong with a schema, as a person sees it.
inline std::string diagnostics_of(const std::string& schema) {
  return source::to_text(compile_text("test.yaml", schema).diagnostics);
}

}  // namespace schemac::test
