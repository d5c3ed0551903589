// docs/language and the table of keys: every key is documented, every example is what it says.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "compile.h"
#include "language/case_file.h"
#include "syntax/keys.h"
#include "syntax/parse.h"

namespace {

using schemac::syntax::Context;
using schemac::syntax::Form;
using schemac::syntax::Key;
using schemac::syntax::KeyStatus;
using schemac::syntax::Node;
using Uses = std::set<std::pair<Context, std::string>>;

// All pages, one after the other.
std::string document() {
  namespace fs = std::filesystem;
  std::set<std::string> pages;
  for (const auto& entry : fs::directory_iterator(SCHEMAC_SOURCE_DIR "/docs/language"))
    if (entry.path().extension() == ".md") pages.insert(entry.path().string());
  std::string text;
  for (const std::string& page : pages) text += cases::read_text(page);
  return text;
}

// Rows and headings of the document: "| `size` of a codec | ..." is one about `size`. Rows may be
// about two: "`min` and `max`".
std::map<std::string, int> documented_keys() {
  std::map<std::string, int> keys;
  std::istringstream text(document());
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("| `", 0) != 0 && line.rfind("#", 0) != 0) continue;
    const std::string head = line.substr(0, line.find(" |", 1));
    for (std::size_t at = head.find('`'); at != std::string::npos;) {
      const std::size_t end = head.find('`', at + 1);
      if (end == std::string::npos) break;
      ++keys[head.substr(at + 1, end - at - 1)];
      at = head.find('`', end + 1);
    }
  }
  return keys;
}

// Schemas in the document's code blocks.
std::vector<std::string> documented_schemas() {
  std::vector<std::string> schemas;
  const std::string text = document();
  const std::string fence = "```yaml\n";
  for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
    at += fence.size();
    const std::string block = text.substr(at, text.find("```", at) - at);
    if (block.rfind("schema:", 0) == 0) schemas.push_back(block);
  }
  return schemas;
}

void add_uses(const Node& node, Uses& uses) {
  for (const auto& entry : node.entries) {
    if (node.form == Form::record) uses.insert({node.context, entry.key});
    add_uses(entry.value, uses);
  }
  for (const Node& item : node.items) add_uses(item, uses);
}

void add_uses(const std::string& schema, Uses& uses) {
  const auto run = schemac::compile_text("schema.yaml", schema, schemac::Stage::syntax);
  for (const auto& tree : run.documents) add_uses(tree.root, uses);
}

bool is_used(const Key& key, const Uses& uses) {
  for (const Context context : key.contexts)
    if (uses.count({context, std::string(key.name)}) != 0) return true;
  return false;
}

std::string describe(const Key& key) {
  return "'" + std::string(key.name) + "' of " +
         std::string(schemac::syntax::describe(key.contexts.front())) + ": " +
         std::string(key.meaning);
}

TEST_CASE("every key has a row in the document", "[document]") {
  const auto documented = documented_keys();
  std::map<std::string, int> rows;
  for (const Key& key : schemac::syntax::keys())
    if (key.status != KeyStatus::reserved) ++rows[std::string(key.name)];
  for (const auto& [name, count] : rows) {
    INFO("key " << name);
    const auto found = documented.find(name);
    CHECK((found == documented.end() ? 0 : found->second) >= count);
  }
}

TEST_CASE("every executed key occurs in a case", "[document]") {
  Uses uses;
  for (const std::string& path : cases::list_cases(SCHEMAC_SOURCE_DIR "/tests/language"))
    for (const auto& section : cases::read_case(path).sections)
      if (section.kind == "schema" || section.kind == "file") add_uses(section.text, uses);
  for (const Key& key : schemac::syntax::keys()) {
    if (key.status != KeyStatus::executed) continue;
    INFO(describe(key));
    CHECK(is_used(key, uses));
  }
}

TEST_CASE("every planned key occurs in an example, which is understood", "[document]") {
  Uses uses;
  for (const std::string& schema : documented_schemas()) {
    const auto run = schemac::compile_text("schema.yaml", schema, schemac::Stage::model);
    INFO(schema.substr(0, schema.find('\n')) << "\n" << to_text(run.diagnostics));
    // Imports of other files can't be followed from a text.
    const bool is_alone = schema.find("\nimports:") == std::string::npos &&
                          schema.find("\nprotos:") == std::string::npos;
    CHECK((run.ok() || !is_alone));
    add_uses(schema, uses);
  }
  for (const Key& key : schemac::syntax::keys()) {
    if (key.status != KeyStatus::planned) continue;
    INFO(describe(key));
    CHECK(is_used(key, uses));
  }
}

}  // namespace
