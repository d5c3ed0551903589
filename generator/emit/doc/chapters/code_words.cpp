#include "emit/doc/chapters/code_words.h"

#include <cctype>

namespace schemac::emit::doc {
namespace {

bool is_of_name(char ch) { return std::isalnum(static_cast<unsigned char>(ch)) != 0 || ch == '_'; }

// Goes through a document; one overload a kind of block. Drawings have no code.
class Collector {
 public:
  void operator()(const Paragraph& paragraph) { add(paragraph.text); }
  void operator()(const Items& items) {
    for (const Text& item : items.items) add(item);
  }
  void operator()(const Facts& facts) {
    for (const Facts::Fact& fact : facts.facts) add(fact.text);
  }
  void operator()(const Table& table) {
    for (const TableRow& row : table.rows)
      for (const Cell& cell : row.cells)
        for (const Text& line : cell) add(line);
  }
  void operator()(const ByteMap& /*map*/) {}
  void operator()(const FileLayout& /*layout*/) {}
  void operator()(const HexExample& /*example*/) {}

  void add(const std::vector<Chapter>& chapters) {
    for (const Chapter& chapter : chapters) {
      for (const Block& block : chapter.blocks) std::visit(*this, block);
      add(chapter.chapters);
    }
  }

  std::set<std::string> words;

 private:
  void add(const Text& text) {
    for (const Span& span : text)
      if (span.style == Style::code) add(span.text);
  }
  void add(const std::string& code) {
    for (std::size_t at = 0; at < code.size();) {
      std::size_t end = at;
      while (end < code.size() && is_of_name(code[end])) ++end;
      const std::string word = code.substr(at, end - at);
      const bool is_call = end < code.size() && code[end] == '(' && !word.empty();
      if (is_call)
        words.insert(code.compare(at, 10, "size(file)") == 0 ? "size(file)" : word + "(");
      else if (word.starts_with('_'))
        words.insert(word);
      at = end + 1;
    }
  }
};

}  // namespace

std::set<std::string> code_words(const std::vector<Chapter>& chapters) {
  Collector collector;
  collector.add(chapters);
  return collector.words;
}

}  // namespace schemac::emit::doc
