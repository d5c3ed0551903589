// Documents are complete: what a format's own document says is in the model, and in what is
// emitted.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "emit/doc/emitted.h"
#include "emit/doc/plan_query.h"

namespace {

struct Fact {
  std::string says, question, answer, place, words;
  int line = 0;
};

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::vector<Fact> read_facts(const std::string& name) {
  std::ifstream in(SCHEMAC_TEST_DATA "/facts/" + name + ".facts");
  REQUIRE(in);
  std::vector<Fact> facts;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> columns;
    for (std::size_t at = 0; at != line.npos;) {
      const std::size_t bar = line.find(" | ", at);
      columns.push_back(trimmed(line.substr(at, bar == line.npos ? bar : bar - at)));
      at = bar == line.npos ? bar : bar + 3;
    }
    INFO("line " << number);
    REQUIRE(columns.size() == 4);
    const std::size_t equals = columns[1].find(" = ");
    REQUIRE(equals != line.npos);
    facts.push_back({columns[0], columns[1].substr(0, equals), columns[1].substr(equals + 3),
                     columns[2], columns[3], number});
  }
  return facts;
}

// " ... " stands for whatever lies between.
void check_found(const std::optional<std::string>& text, const std::string& words) {
  REQUIRE(text);
  INFO("in: " << *text);
  std::size_t from = 0;
  for (std::size_t at = 0; at != words.npos;) {
    const std::size_t gap = words.find(" ... ", at);
    const std::string part = words.substr(at, gap == words.npos ? gap : gap - at);
    const std::size_t found = text->find(part, from);
    INFO(part);
    REQUIRE(found != text->npos);
    from = found + part.size();
    at = gap == words.npos ? gap : gap + 5;
  }
}

void check_facts(const std::string& name, std::size_t least) {
  const auto documents =
      emitted::documents_of_file(SCHEMAC_SOURCE_DIR "/schemas/" + name + ".yaml");
  const std::vector<Fact> facts = read_facts(name);
  CHECK(facts.size() >= least);
  for (const Fact& fact : facts) {
    INFO(name << ".facts:" << fact.line << ": " << fact.says);
    CHECK(query::ask(documents.run.plans.front(), fact.question) == fact.answer);
    INFO("at " << fact.place << ": " << fact.words);
    check_found(emitted::words_in_html(documents.html, fact.place), fact.words);
    check_found(emitted::words_in_markdown(documents.markdown, fact.place), fact.words);
  }
}

}  // namespace

TEST_CASE("every fact of the OINF document is in model and documents", "[doc]") {
  check_facts("oinf", 140);
}

TEST_CASE("every fact of Blaze's document is in model and documents", "[doc]") {
  check_facts("blaze", 95);
}

TEST_CASE("every fact of the primitiv document is in model and documents", "[doc]") {
  check_facts("primitiv", 90);
}

TEST_CASE("every fact of PaddlePaddle's document is in model and documents", "[doc]") {
  check_facts("paddle", 36);
}
