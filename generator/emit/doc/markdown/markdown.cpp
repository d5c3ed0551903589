#include "emit/doc/markdown/markdown.h"

#include <algorithm>

#include "emit/doc/links.h"
#include "emit/doc/markdown/text_diagrams.h"

namespace schemac::emit::doc {
namespace {

class MarkdownWriter {
 public:
  std::string write(const Page& page) {
    line("# " + markdown_escaped(page.title));
    line();
    if (!page.lead.empty()) paragraph(spelled(page.lead));
    write_contents(page);
    for (const Chapter& chapter : page.chapters) write_chapter(chapter, 2);
    write_index(page);
    line("---");
    line();
    line("Made by schemac from " + markdown_code(page.source, false) +
         ". What it says is what reader, writer and validator do.");
    return std::move(out_);
  }

  // ---- blocks, one overload a kind ----

  void operator()(const Paragraph& block) { paragraph(spelled(block.text)); }
  void operator()(const Items& block) {
    for (const Text& item : block.items) line("- " + spelled(item));
    line();
  }
  void operator()(const Facts& block) {
    for (const Facts::Fact& fact : block.facts)
      line("- **" + markdown_escaped(fact.term) + "**: " + spelled(fact.text));
    line();
  }
  void operator()(const Table& block) {
    paragraph("**" + markdown_escaped(block.caption) + "**");
    std::string titles = "|", rules = "|";
    for (const Column& column : block.columns) {
      titles += " " + markdown_escaped(column.title) + " |";
      rules += column.is_number ? " ---: |" : " --- |";
    }
    line(titles);
    line(rules);
    for (const TableRow& row : block.rows) {
      std::string cells = "|";
      for (std::size_t i = 0; i < block.columns.size(); ++i) {
        const bool is_name = i == block.name_column;
        std::string words;
        if (row.is_group)
          words = is_name ? "*" + cell(row.cells.front()) + "*" : "";
        else if (i < row.cells.size())
          words = cell(row.cells[i]);
        cells += " " + (is_name && !row.id.empty() ? anchor(row.id) : "") + words + " |";
      }
      line(cells);
    }
    line();
  }
  void operator()(const ByteMap& block) { drawing(block.title, drawn(block)); }
  void operator()(const FileLayout& block) { drawing(block.title, drawn(block)); }
  void operator()(const HexExample& block) {
    fenced(drawn(block));
    if (block.left_out > 0)
      paragraph(counted(block.left_out, "byte") + " after these are left out here.");
  }

 private:
  void line(const std::string& words = {}) {
    out_ += words;
    out_ += '\n';
  }
  void paragraph(const std::string& words) {
    line(words);
    line();
  }
  void drawing(const std::string& title, const std::string& characters) {
    paragraph(markdown_escaped(title) + ":");
    fenced(characters);
  }
  // Drawings hold names of schemas only in single lines of boxes; a fence longer than any in them.
  void fenced(const std::string& characters) {
    std::size_t longest = 2, run = 0;
    for (const char ch : characters) {
      run = ch == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    line(fence + "text");
    out_ += characters;
    line(fence);
    line();
  }

  static std::string anchor(const std::string& id) { return "<a id=\"" + id + "\"></a>"; }

  static std::string spelled(const Text& text, bool in_table = false) {
    std::string out;
    for (const Span& span : text) {
      std::string words;
      switch (span.style) {
        case Style::plain:
          words = markdown_escaped(span.text);
          break;
        case Style::code:
          words = markdown_code(span.text, in_table);
          break;
        case Style::strong:
          words = "**" + markdown_escaped(span.text) + "**";
          break;
        case Style::badge:
          words = "*" + markdown_escaped(span.text) + "*";
          break;
      }
      out += span.link.empty() ? words : "[" + words + "](" + span.link + ")";
    }
    return out;
  }
  static std::string cell(const Cell& lines) {
    std::string out;
    for (const Text& each : lines) out += (out.empty() ? "" : "<br>") + spelled(each, true);
    return out;
  }

  void write_contents(const Page& page) {
    for (const Chapter& chapter : page.chapters) {
      line("- " + chapter.number + " [" + title_of(chapter) + "](" + to(chapter.id) + ")");
      for (const Chapter& inner : chapter.chapters)
        line("  - " + inner.number + " [" + title_of(inner) + "](" + to(inner.id) + ")");
    }
    line("- [Index](" + to(index_id) + ")");
    line();
  }
  static std::string title_of(const Chapter& chapter) {
    return chapter.is_name ? markdown_code(chapter.title, false) : markdown_escaped(chapter.title);
  }

  void write_chapter(const Chapter& chapter, std::size_t level) {
    line(anchor(chapter.id));
    line();
    line(std::string(level, '#') + " " + chapter.number + " " + title_of(chapter));
    line();
    for (const Block& block : chapter.blocks) std::visit(*this, block);
    for (const Chapter& inner : chapter.chapters) write_chapter(inner, level + 1);
  }

  // A paragraph a letter.
  void write_index(const Page& page) {
    line(anchor(std::string(index_id)));
    line();
    line("## Index");
    line();
    std::string words;
    char letter = 0;
    for (const IndexEntry& entry : page.index) {
      const char first = static_cast<char>(entry.term.empty() ? 0 : entry.term[0] | 0x20);
      if (first != letter && !words.empty()) {
        paragraph(words);
        words.clear();
      }
      letter = first;
      if (!words.empty()) words += " · ";
      words += "[" + markdown_code(entry.term, false) + "](" + entry.link + ") " +
               markdown_escaped(entry.kind);
    }
    if (!words.empty()) paragraph(words);
  }

  std::string out_;
};

}  // namespace

std::string to_markdown(const Page& page) { return MarkdownWriter().write(page); }

}  // namespace schemac::emit::doc
