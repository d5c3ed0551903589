#include "emit/doc/html/html_blocks.h"

#include <fmt/format.h>

#include "emit/doc/html/svg.h"

namespace schemac::emit::doc {
namespace {

std::string tone_class(Tone tone) {
  return tone == Tone::none ? std::string() : std::string(word(tone));
}

// A path may be broken after its dots, a long name after other separators, too.
void emit_name(HtmlWriter& out, std::string_view name) {
  constexpr std::size_t long_name = 20;
  const std::string_view separators = name.size() > long_name ? "_." : ".";
  for (std::size_t end = name.find_first_of(separators); end != name.npos && end + 1 < name.size();
       end = name.find_first_of(separators)) {
    out.text(name.substr(0, end + 1));
    out.empty("wbr", {});
    name.remove_prefix(end + 1);
  }
  out.text(name);
}

void emit_words(HtmlWriter& out, const Span& span) {
  switch (span.style) {
    case Style::plain:
      return out.text(span.text);
    case Style::code:
      return out.element("code", {}, [&] { emit_name(out, span.text); });
    case Style::strong:
      return out.element("strong", {}, span.text);
    case Style::badge:
      return out.element("span", {{"class", "badge " + tone_class(span.tone)}}, span.text);
  }
}

// One overload a kind of block.
class BlockWriter {
 public:
  explicit BlockWriter(HtmlWriter& out) : out_(out) {}

  void operator()(const Paragraph& paragraph) const {
    out_.block("p", {}, [&] { emit_html(out_, paragraph.text); });
  }

  void operator()(const Items& items) const {
    out_.block("ul", {}, [&] {
      for (const Text& item : items.items) out_.block("li", {}, [&] { emit_html(out_, item); });
    });
  }

  void operator()(const Facts& facts) const {
    out_.block("dl", {}, [&] {
      for (const Facts::Fact& fact : facts.facts)
        out_.block("div", {}, [&] {
          out_.element("dt", {}, [&] {
            emit_html(out_, fact.tone == Tone::none ? text(fact.term) : text(badge(fact.tone)));
          });
          out_.element("dd", {}, [&] { emit_html(out_, fact.text); });
        });
    });
  }

  void operator()(const Table& table) const {
    out_.block("div", {{"class", "table"}}, [&] {
      out_.block("table", {{"class", table.has_sentences ? "sentences" : ""}}, [&] {
        out_.element("caption", {}, table.caption);
        out_.block("thead", {}, [&] {
          out_.element("tr", {}, [&] {
            for (const Column& column : table.columns)
              out_.element("th", {{"scope", "col"}, {"class", column.is_number ? "number" : ""}},
                           column.title);
          });
        });
        out_.block("tbody", {}, [&] {
          for (const TableRow& row : table.rows) emit_row(table, row);
        });
      });
    });
  }

  void operator()(const ByteMap& map) const { emit_svg(out_, map); }
  void operator()(const FileLayout& layout) const { emit_svg(out_, layout); }
  void operator()(const HexExample& hex) const;

 private:
  void emit_row(const Table& table, const TableRow& row) const {
    if (row.is_group) {
      out_.block("tr", {{"class", "group"}}, [&] {
        out_.element("th",
                     {{"colspan", std::to_string(table.columns.size())}, {"scope", "rowgroup"}},
                     [&] { emit_cell(row.cells.front()); });
      });
      return;
    }
    out_.block("tr", {{"id", row.id}, {"class", tone_class(row.tone)}}, [&] {
      for (std::size_t i = 0; i < row.cells.size() && i < table.columns.size(); ++i) {
        const bool is_name = i == table.name_column;
        std::string kind = table.columns[i].is_number ? "number" : "";
        if (row.cells[i].empty()) kind += kind.empty() ? "none" : " none";
        out_.element(is_name ? "th" : "td",
                     {{"scope", is_name ? "row" : ""},
                      {"class", kind},
                      {"data-title", table.columns[i].title}},
                     [&] { emit_cell(row.cells[i]); });
      }
    });
  }
  void emit_cell(const Cell& cell) const {
    if (cell.size() == 1) return emit_html(out_, cell.front());
    for (const Text& line : cell) out_.element("p", {}, [&] { emit_html(out_, line); });
  }

  HtmlWriter& out_;
};

constexpr std::uint64_t bytes_a_row = 8;

// Bytes and characters of one row of the dump; `n` numbers the field that each belongs to.
class HexRows {
 public:
  HexRows(HtmlWriter& out, const HexExample& hex) : out_(out), hex_(hex) {}

  void emit() {
    for (std::uint64_t row = 0; row < hex_.bytes.size(); row += bytes_a_row) {
      out_.block("div", {{"class", "line"}}, [&] {
        out_.element("span", {{"class", "place"}}, fmt::format("{:04x}", row));
        out_.element("span", {{"class", "hex"}}, [&] { emit_bytes(row, false); });
        out_.element("span", {{"class", "chars"}}, [&] { emit_bytes(row, true); });
      });
    }
  }

 private:
  void emit_bytes(std::uint64_t row, bool as_characters) {
    const std::uint64_t end = std::min<std::uint64_t>(row + bytes_a_row, hex_.bytes.size());
    for (std::uint64_t at = row; at < end;) {
      const std::size_t field = field_at(at);
      std::string words;
      const std::uint64_t begin = at;
      for (; at < end && field_at(at) == field; ++at)
        words += spelled(at, as_characters, at > begin);
      std::string kind = "f";
      if (field < hex_.fields.size()) {
        kind += " " + tone_class(hex_.fields[field].tone);
        if (hex_.fields[field].is_wrong) kind += " wrong";
      }
      out_.element("span", {{"class", kind}, {"data-f", std::to_string(field)}}, words);
    }
  }
  [[nodiscard]] std::string spelled(std::uint64_t at, bool as_character, bool is_inside) const {
    const std::uint8_t byte = hex_.bytes[at];
    if (as_character)
      return std::string(1, byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.');
    return fmt::format("{}{:02x}", is_inside ? " " : "", byte);
  }
  [[nodiscard]] std::size_t field_at(std::uint64_t at) const {
    for (std::size_t i = 0; i < hex_.fields.size(); ++i)
      if (at >= hex_.fields[i].offset && at < hex_.fields[i].offset + hex_.fields[i].size) return i;
    return hex_.fields.size();
  }

  HtmlWriter& out_;
  const HexExample& hex_;
};

void BlockWriter::operator()(const HexExample& hex) const {
  out_.block("div", {{"class", "example"}, {"id", hex.id}}, [&] {
    out_.block("div",
               {{"class", "dump"},
                {"role", "img"},
                {"aria-label", "Bytes of " + hex.title + "; the table says what they mean"}},
               [&] { HexRows(out_, hex).emit(); });
    out_.block("div", {{"class", "table"}}, [&] {
      out_.block("table", {}, [&] {
        out_.element("caption", {}, "What the bytes of " + hex.title + " mean");
        out_.block("thead", {}, [&] {
          out_.element("tr", {}, [&] {
            for (const char* title : {"Offset", "Size", "Field", "Value", "Meaning"})
              out_.element("th", {{"scope", "col"}}, title);
          });
        });
        out_.block("tbody", {}, [&] {
          std::string group;
          for (std::size_t i = 0; i < hex.fields.size(); ++i) {
            const HexExample::Field& field = hex.fields[i];
            if (field.group != group && !field.group.empty())
              out_.block("tr", {{"class", "group"}}, [&] {
                out_.element("th", {{"colspan", "5"}, {"scope", "rowgroup"}},
                             [&] { out_.element("code", {}, field.group); });
              });
            group = field.group;
            out_.block(
                "tr", {{"data-f", std::to_string(i)}, {"class", tone_class(field.tone)}}, [&] {
                  out_.element("td", {{"class", "number"}, {"data-title", "Offset"}},
                               std::to_string(field.offset));
                  out_.element("td", {{"class", "number"}, {"data-title", "Size"}},
                               std::to_string(field.size));
                  out_.element("th", {{"scope", "row"}, {"data-title", "Field"}},
                               [&] { emit_html(out_, text(code(field.name, field.link))); });
                  out_.element(
                      "td", {{"data-title", "Value"}, {"class", field.value.empty() ? "none" : ""}},
                      [&] {
                        if (!field.value.empty()) out_.element("code", {}, field.value);
                      });
                  out_.element(
                      "td",
                      {{"data-title", "Meaning"}, {"class", field.meaning.empty() ? "none" : ""}},
                      [&] { emit_html(out_, field.meaning); });
                });
          }
        });
      });
    });
  });
  if (hex.left_out > 0)
    out_.block("p", {{"class", "note"}},
               counted(hex.left_out, "byte") + " after these are left out here.");
}

}  // namespace

void emit_html(HtmlWriter& out, const Text& text) {
  for (const Span& span : text) {
    if (span.link.empty())
      emit_words(out, span);
    else
      out.element("a", {{"href", span.link}}, [&] { emit_words(out, span); });
  }
}

void emit_html(HtmlWriter& out, const Block& block) { std::visit(BlockWriter(out), block); }

}  // namespace schemac::emit::doc
