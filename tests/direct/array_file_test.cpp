// Values that refer to files: NumPy's array files, and bytes as they are.
#include "direct/json/array_file.h"

#include <map>

#include "direct/small_schema.h"
#include "schemac/base/load.h"

using namespace schemac;
using namespace schemac::direct;
using schemac::tests::SmallSchema;

namespace {

std::vector<std::byte> bytes_from(std::string_view hex) { return from_hex(hex).value(); }

std::vector<std::byte> bytes_of_text(std::string_view text) {
  return {impl::bytes_of(text), impl::bytes_of(text) + text.size()};
}

// A file as numpy.lib.format describes it: the head is filled up to a multiple of 64 with blanks.
std::vector<std::byte> array_file(std::string head, std::string_view elements, int version = 1) {
  const std::size_t before = version == 1 ? 10 : 12;
  while ((before + head.size() + 1) % 64 != 0) head += ' ';
  head += '\n';
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  for (std::size_t i = 0; i < before - 8; ++i)
    text += static_cast<char>((head.size() >> (8 * i)) & 0xff);
  auto file = bytes_of_text(text + head);
  for (const std::byte byte : bytes_from(elements)) file.push_back(byte);
  return file;
}

std::string head_of(const std::string& type, const std::string& order, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

const char* const grids = R"(
schema: grids
endian: le
root: File
enums:
  Kind:
    type: u8
    attributes: {dtype: dtype}
    members:
      SHORT: {value: 1, dtype: i16}
      COMPLEX: {value: 2, dtype: c64}
      BRAIN: {value: 3, dtype: bf16}
      NIBBLE: {value: 4, dtype: u4}
types:
  File:
    fields:
      - {name: kind, type: Kind}
      - {name: n, type: u8}
      - {name: dims, type: u8, repeat: n}
      - {name: rows, ndarray: {dtype: kind.dtype, dims: dims, order: row}}
      - {name: columns, ndarray: {dtype: kind.dtype, dims: dims, order: column}, endian: be}
      - {name: n_ticks, type: u8}
      - {name: ticks, type: u16, repeat: n_ticks}
      - {name: n_note, type: u8}
      - {name: note, type: bytes, size: n_note}
)";

const SmallSchema& grid_schema() {
  static const SmallSchema compiled(grids);
  return compiled;
}

using Files = std::map<std::string, std::vector<std::byte>>;

/// The file of these values in hex; or what is wrong with them, a line each.
std::string written(const std::string& json, const Files& files) {
  const Document document = parse_document(json);
  REQUIRE(document.problems.empty());
  std::vector<std::byte> room;
  EncodeOptions options;
  options.references.open_file = [&](const std::string& name) -> Result<Content> {
    const auto found = files.find(name);
    if (found == files.end())
      return Violation{{}, 0, Rule::missing_file, Level::error, {}, "no " + name};
    return Content{found->second, nullptr};
  };
  const auto problems = encode_into(
      grid_schema().plan(), grid_schema().root(), document.values,
      [&](std::uint64_t size) {
        room.resize(static_cast<std::size_t>(size));
        return MutableBytes(room);
      },
      options);
  if (problems.empty()) return to_hex(room);
  std::string text;
  for (const Problem& problem : problems) text += to_string(problem) + "\n";
  return text;
}

std::string grid(const std::string& kind, const std::string& dims, const std::string& rows,
                 const std::string& columns,
                 const std::string& rest = R"("ticks": [], "note": {"hex": ""})") {
  return R"({"kind": ")" + kind + R"(", "dims": )" + dims + R"(, "rows": )" + rows +
         R"(, "columns": )" + columns + ", " + rest + "}";
}

std::string refused(const Files& files, const std::string& kind = "SHORT",
                    const std::string& dims = "[2]") {
  return written(grid(kind, dims, R"({"file": "a"})", R"({"file": "a"})"), files);
}

}  // namespace

TEST_CASE("array files in either order and byte order become what is needed") {
  const std::string expected =
      "0102"
      "0203"
      "000001000200030004000500"
      "000000030001000400020005"
      "00"
      "00";
  const auto rows = array_file(head_of("<i2", "False", "(2, 3)"), "000001000200030004000500");
  const auto columns = array_file(head_of(">i2", "True", "(2, 3)"), "000000030001000400020005");
  for (const auto& [name, file] : Files{{"rows", rows}, {"columns", columns}}) {
    INFO(name);
    CHECK(written(grid("SHORT", "[2, 3]", R"({"file": "a"})", R"({"file": "a"})"), {{"a", file}}) ==
          expected);
  }
  CHECK(written(grid("SHORT", "[2, 3]", R"({"file": "a"})", "[[0, 3], [1, 4], [2, 5]]"),
                {{"a", columns}}) == expected);
}

TEST_CASE("parts of complex elements are turned one by one") {
  const auto file = array_file(head_of(">c8", "False", "(1,)"), "3f80000040000000");
  CHECK(written(grid("COMPLEX", "[1]", R"({"file": "a"})", R"({"file": "a"})"), {{"a", file}}) ==
        "020101"
        "0000803f00000040"
        "3f80000040000000"
        "0000");
}

TEST_CASE("heads of later versions are read, and opaque elements where their size is right") {
  const auto second = array_file(head_of("<i2", "False", "(1,)"), "0700", 2);
  CHECK(
      written(grid("SHORT", "[1]", R"({"file": "a"})", "[0]"), {{"a", second}}).find("01010107") ==
      0);
  const auto opaque = array_file(head_of("|V2", "False", "(1,)"), "803f");
  CHECK(written(grid("BRAIN", "[1]", R"({"file": "a"})", "[0]"), {{"a", opaque}})
            .find("030101803f") == 0);
  CHECK(refused({{"a", opaque}}, "SHORT", "[1]") ==
        "rows: 'a' is of opaque elements, but i16 is needed\n"
        "columns: 'a' is of opaque elements, but i16 is needed\n");
}

TEST_CASE("of any other file the bytes are taken as they are") {
  CHECK(
      written(
          grid("SHORT", "[1]", R"({"file": "a"})", R"({"file": "a"})",
               R"("ticks": {"file": "b"}, "note": {"file": "c"})"),
          {{"a", bytes_from("0102")}, {"b", bytes_from("03000400")}, {"c", bytes_from("aabb")}}) ==
      "010101"
      "0102"
      "0102"
      "0203000400"
      "02aabb");
  CHECK(written(grid("NIBBLE", "[3]", R"({"file": "a"})", "[0, 0, 0]"), {{"a", bytes_from("210f")}})
            .find("040103210f") == 0);
  CHECK(refused({{"a", bytes_from("010203")}}) ==
        "rows: holds 3, but needs 4 [size-mismatch]; i16[2] takes 4 bytes\n"
        "columns: holds 3, but needs 4 [size-mismatch]; i16[2] takes 4 bytes\n");
}

TEST_CASE("a list of scalars may be a file") {
  const auto with_ticks = [](const std::vector<std::byte>& file) {
    return written(
        grid("SHORT", "[0]", "[]", "[]", R"("ticks": {"file": "t"}, "note": {"hex": ""})"),
        {{"t", file}});
  };
  CHECK(with_ticks(array_file(head_of(">u2", "False", "(2,)"), "00010203")) ==
        "010100"
        "0201000302"
        "00");
  CHECK(with_ticks(array_file(head_of("<u2", "False", "(1, 1)"), "0001")) ==
        "ticks: 't' is u16[1, 1], but a list of u16 is needed\n");
  CHECK(with_ticks(array_file(head_of("<f4", "False", "(1,)"), "00000000")) ==
        "ticks: 't' is f32[1], but a list of u16 is needed\n");
  CHECK(with_ticks(bytes_from("010203")) == "ticks: 't' has 3 bytes, not a whole number of u16\n");
}

TEST_CASE("what doesn't fit is refused with both sides") {
  CHECK(refused({}) == "rows: no a\ncolumns: no a\n");
  CHECK(refused({{"a", array_file(head_of("<f8", "False", "(2,)"), std::string(32, '0'))}}) ==
        "rows: 'a' is of f64, but i16 is needed\ncolumns: 'a' is of f64, but i16 is needed\n");
  CHECK(refused({{"a", array_file(head_of("<i2", "False", "(3,)"), "000000000000")}}) ==
        "rows: its dims are i16[3], but other members say i16[2]\n"
        "columns: its dims are i16[3], but other members say i16[2]\n");
  CHECK(
      written(grid("SHORT", "[2]", R"({"file": "a", "data": "AAAAAA=="})", R"({"file": 7})"), {}) ==
      "rows: has both \"data\" and \"file\"\ncolumns: \"file\" is not a name of a file\n");
  const Document document = parse_document(grid("SHORT", "[1]", R"({"file": "a"})", "[1]"));
  CHECK(to_string(
            encode(grid_schema().plan(), grid_schema().root(), document.values).problems.at(0)) ==
        "rows: files can't be referred to here");
}

TEST_CASE("heads are read as literals, and only what an array file may say") {
  struct Row {
    const char* head;
    const char* problem;
  };
  const Row rows[] = {
      {"{'shape':(2,),'fortran_order':False,\"descr\":'<i2'}", ""},
      {"{'descr': [('a', '<i2')], 'fortran_order': False, 'shape': (2,), }",
       "its elements are made of several fields"},
      {"{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", "has elements of '|O'"},
      {"{'descr': '<i2', 'fortran_order': 0, 'shape': (2,), }",
       "its 'fortran_order' is neither True nor False"},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': (-2,), }", "its 'shape' can't be read"},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': (99999999999999999999,), }",
       "its 'shape' can't be read"},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
       "is cut off: it announces too many bytes, but has 4"},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }",
       "is cut off: it announces 6 bytes, but has 4"},
      {"{'descr': '<i2', 'fortran_order': False, }", "its head doesn't say type, order and shape"},
      {"{'descr': '<i2', 'descr': '<i2', 'fortran_order': False, 'shape': (2,)}",
       "'descr' of its head occurs twice in its object"},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': (2,), 'more': 1}",
       "its head has an unexpected 'more'"},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': [2]}", "its 'shape' can't be read"},
      {"[]", "its head is not a dictionary"},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': (2,), } + 1",
       "its head is not a literal of Python: byte 59 can't follow"},
      {"__import__('os')", "its head is not a literal of Python: byte 1 can't follow"},
      {"", "its head is not a literal of Python: byte 55 can't follow"},
  };
  for (const Row& row : rows) {
    INFO(row.head);
    CHECK(parse_array_file(array_file(row.head, "01000200")).problem == row.problem);
  }
  const auto empty = array_file(head_of("<f8", "False", "(0, 9999999999999)"), "");
  CHECK(parse_array_file(empty).problem.empty());
  CHECK(parse_array_file(empty).elements.empty());
}

TEST_CASE("an array file cut anywhere is said to be cut, or not to be one") {
  const auto file = array_file(head_of("<i2", "False", "(2, 3)"), "000001000200030004000500");
  CHECK(parse_array_file(file).problem.empty());
  for (std::size_t size = 0; size < file.size(); ++size) {
    const std::vector<std::byte> cut(file.begin(),
                                     file.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(is_array_file(cut) == (size >= 6));
    CHECK_FALSE(parse_array_file(cut).problem.empty());
  }
}
