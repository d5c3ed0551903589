// A specification as data: a page of chapters that hold paragraphs, tables and diagrams. What a
// document says is decided while this is made (make_page.h); HTML and Markdown only spell it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "emit/doc/text.h"

namespace schemac::emit::doc {

// ---- blocks of text ----

struct Paragraph {
  Text text;
};
/// Sentences, one a line.
struct Items {
  std::vector<Text> items;
};
/// Terms with what is to be said of each.
struct Facts {
  struct Fact {
    std::string term;
    Text text;
    Tone tone = Tone::none;  ///< of the term
  };
  std::vector<Fact> facts;
};

/// Nothing, where there is nothing to say.
inline void add_fact(Facts& facts, std::string term, Text words) {
  if (!words.empty()) facts.facts.push_back({std::move(term), std::move(words), Tone::none});
}

// ---- tables ----

struct Column {
  std::string title;
  bool is_number = false;  ///< offsets and sizes: aligned to the right
};
/// Several lines where there is more than one thing to say.
using Cell = std::vector<Text>;
struct TableRow {
  std::string id;  ///< what links to it name; may be empty
  std::vector<Cell> cells;
  Tone tone = Tone::none;
  bool is_group = false;  ///< a heading for the rows below: its first cell alone
};
struct Table {
  std::string caption;
  std::vector<Column> columns;
  std::vector<TableRow> rows;
  bool has_sentences = false;   ///< in the column that names a row
  std::size_t name_column = 0;  ///< the column that names a row
};

// ---- diagrams ----

/// One thing that lies in the bytes.
struct Box {
  std::string name;
  std::string type;                   ///< shown above the name
  std::optional<std::uint64_t> size;  ///< bytes; none: it varies
  std::string extent;                 ///< what its size follows from, or when it is there
  Tone tone = Tone::none;
  std::string link;
  bool is_repeated = false;
  bool is_optional = false;
  bool is_short = false;  ///< varies by a few bytes: what varies beside it is drawn wider

  /// Whether the offset of what follows it isn't fixed.
  [[nodiscard]] bool varies() const { return !size || is_optional; }
};
/// Bytes in rows: boxes of fixed size side by side, the last ones of a group may vary.
struct ByteMap {
  struct Group {
    std::string base;  ///< "" for the start, or the letter of the anchor that offsets count from
    std::uint64_t begin = 0;  ///< distance of the first box from there
    std::vector<Box> boxes;
  };
  std::string id;
  std::string title;
  std::vector<Group> groups;
};

/// A whole file from start to end, with arrows from offsets to what they point at.
struct FileLayout {
  struct Line {
    std::string name, detail;
    std::string link;
    bool is_offset = false;  ///< an arrow begins here
  };
  struct Area {
    std::string name, detail;
    std::string where;  ///< where it begins: "0", "at offset_data"
    std::string link;
    std::vector<Line> lines;
    std::uint64_t size = 0;  ///< bytes, if it is always as large
    bool is_variable = false;
  };
  struct Arrow {
    std::size_t from_area = 0, from_line = 0;
    std::size_t to_area = 0;             ///< areas.size(): the end of the file
    std::optional<std::size_t> to_line;  ///< none: the start of the area
  };
  std::string id;
  std::string title;
  std::vector<Area> areas;
  std::vector<Arrow> arrows;
};

/// Bytes of a file beside what they mean.
struct HexExample {
  struct Field {
    std::uint64_t offset = 0, size = 0;
    std::string group;  ///< "tensors[0]": what is common to neighbours
    std::string name;   ///< below the group
    std::string value;
    Text meaning;
    std::string link;
    Tone tone = Tone::none;
    bool is_wrong = false;
  };
  std::string id;
  std::string title;
  std::vector<std::uint8_t> bytes;
  std::vector<Field> fields;   ///< in order of offset; each byte belongs to one
  std::uint64_t left_out = 0;  ///< bytes after those that are shown
};

using Block = std::variant<Paragraph, Items, Facts, Table, ByteMap, FileLayout, HexExample>;

// ---- pages ----

/// A chapter, or a subdivision of one.
struct Chapter {
  std::string id;
  std::string title;
  std::vector<Block> blocks;
  std::vector<Chapter> chapters;
  std::string number;    ///< "3.1": given when the page is complete
  bool is_name = false;  ///< the title is a name of the schema
};

/// A word that people look for, and where it is.
struct IndexEntry {
  std::string term;
  std::string kind;     ///< "field of Tensor"
  std::string link;     ///< "#Tensor.data"
  std::string summary;  ///< the start of what is said there
};

struct Page {
  std::string name;  ///< of the format
  std::string title;
  Text lead;           ///< what the format is
  std::string source;  ///< the schema that it was made from
  std::vector<Chapter> chapters;
  std::vector<IndexEntry> index;  ///< in alphabetical order
};

}  // namespace schemac::emit::doc
