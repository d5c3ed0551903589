// What holds across files: made-up directories, whole and broken, of which both executors say the
// same. They share the reader, but neither how files are opened nor how values become facts; what
// the reader has to say is worked out by hand, in tests/language/directory*.case and below.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "compile.h"
#include "formats/datasets.h"
#include "logs_folder.h"
#include "some_folder.h"
#include "trees_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace schemac;
using namespace schemac::tests;

const plan::Plan& plan_of_schema(const std::string& name) {
  static std::vector<std::pair<std::string, Compilation>> made;
  for (const auto& [known, run] : made)
    if (known == name) return run.plans.at(0);
  made.reserve(3);
  made.emplace_back(name, compile(SCHEMAC_SOURCE_DIR "/tests/datasets/" + name + ".yaml"));
  return made.back().second.plans.at(0);
}

// How the executors differ; counts the violations that there are.
template <class Dataset>
std::string difference_in(const fs::path& folder, const char* schema, std::size_t& count) {
  const auto dataset = Dataset::open(folder.string());
  if (!dataset) return "can't be opened";
  const auto found = dataset->validate();
  count += found.size();
  return difference(found, plan_of_schema(schema), "", folder);
}

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  bool one_in(unsigned n) { return random_() % n == 0; }
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

  std::string numbers(unsigned count) {
    std::string out(1, static_cast<char>(count));
    for (unsigned i = 0; i < count; ++i) out += std::string{static_cast<char>(below(9)), '\0'};
    if (one_in(12)) out.resize(below(static_cast<unsigned>(out.size()) + 1));
    return out;
  }
  void make_log(const fs::path& folder) {
    std::vector<std::pair<std::string, unsigned>> names;
    for (unsigned i = below(4); i > 0; --i) {
      const std::string text =
          one_in(20) ? "../x" : std::string(1, static_cast<char>('a' + below(4)));
      names.emplace_back(text, below(4));
    }
    const unsigned parts = below(4);
    const auto head = [&](unsigned total) {
      std::string out(1, static_cast<char>(total));
      for (const auto& [text, size] : names)
        out += static_cast<char>(text.size()) + text + static_cast<char>(size);
      if (one_in(20)) out += '\7';
      return out;
    };
    constexpr const char* called[] = {"head.bin", "x.head", "y.head"};
    if (!one_in(20)) put_file(folder / called[below(3)], head(one_in(6) ? 9 : parts));
    if (one_in(6)) put_file(folder / called[below(3)], head(parts));
    for (unsigned i = 1; i <= parts; ++i)
      if (!one_in(10)) put_file(folder / ("part_" + std::to_string(i) + ".bin"), numbers(below(3)));
    if (one_in(8)) put_file(folder / "part_01.bin", "");
    for (const auto& [text, size] : names)
      if (text.size() == 1 && !one_in(8))
        put_file(folder / ("of_" + text), numbers(one_in(6) ? below(4) : size));
    if (one_in(3)) {
      if (one_in(3) && !names.empty()) names.pop_back();
      put_file(folder / (one_in(2) ? "x.table" : "y.table"), head(1));
    }
    if (one_in(3))
      put_file(folder / "data" / (one_in(6) ? "other" : "only.bin"), numbers(below(2)));
  }

  std::string kind(const fs::path& folder, unsigned depth) {
    fs::create_directories(folder);
    if (depth == 0 || one_in(3)) {
      const unsigned size = below(5);
      if (!one_in(10)) put_file(folder / "leaf.bin", std::string(one_in(8) ? 1 : size, 'x'));
      return std::to_string(size);
    }
    if (one_in(4)) {
      if (one_in(2)) put_file(folder / "table.bin", "1");
      if (!one_in(4)) put_file(folder / "rows.bin", "2");
      return one_in(2) ? "\"a\"" : "\"c\"";
    }
    std::string out;
    for (unsigned i = below(4); i > 0; --i) {
      const std::string name = one_in(20) ? "/" : std::string(1, static_cast<char>('a' + below(5)));
      const fs::path inner = folder / ("of_" + (name == "/" ? "z" : name));
      out += (out.empty() ? "" : ", ") + ("[\"" + name + "\", " + kind(inner, depth - 1) + "]");
      if (one_in(10)) fs::remove_all(inner);
    }
    return "[" + out + "]";
  }
  void make_tree(const fs::path& folder) {
    std::string text = kind(folder / "tree", 3);
    if (one_in(20)) text.pop_back();
    if (!one_in(20)) put_file(folder / "head.json", text);
    constexpr const char* notes[] = {R"({"bytes": 4})", R"({"shape": [2, 2], "dtype": "int16"})",
                                     R"({"shape": [], "dtype": "O"})", "[1]", "{"};
    if (one_in(2)) put_file(folder / "note.json", notes[below(5)]);
    if (one_in(20)) fs::remove_all(folder / "tree");
  }

  std::string row() {
    std::string out = {static_cast<char>(below(3)), static_cast<char>(below(4) * 16 + below(4))};
    return one_in(20) ? out : out + std::string(2, '\0');
  }
  void make_some(const fs::path& folder) {
    std::string names;
    for (const char* key : {"a", "b", "c"}) {
      if (one_in(4)) continue;
      names += std::string{'\1', key[0], static_cast<char>(below(3))};
      if (!one_in(3)) put_file(folder / (std::string("row_") + key), row());
      if (one_in(2)) put_file(folder / (std::string("of_") + key) / "row.bin", row());
    }
    if (!one_in(20)) put_file(folder / "head.bin", names);
    if (one_in(2)) put_file(folder / "single.bin", row());
    for (unsigned i = 4; i < 7; ++i)
      if (!one_in(4)) put_file(folder / ("p" + std::to_string(i)), row());
    constexpr const char* notes[] = {R"({"kind": {}})", R"({"d": 7, "kind": {}})",
                                     R"({"kind": {"d": 5}})", "{}"};
    if (one_in(2)) put_file(folder / "note.json", notes[below(4)]);
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("files named by numbers, forms and keys are checked alike by both executors") {
  std::size_t count = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    const ScratchFolder folder;
    Maker(seed).make_log(folder.path());
    INFO("seed " << seed);
    CHECK(difference_in<logs::YearFolder>(folder.path(), "logs", count) == "");
  }
  CHECK(count > 150);
}

TEST_CASE("trees of directories are checked alike by both executors") {
  std::size_t count = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const ScratchFolder folder;
    Maker(seed).make_tree(folder.path());
    INFO("seed " << seed);
    CHECK(difference_in<trees::SetFolder>(folder.path(), "trees", count) == "");
  }
  CHECK(count > 50);
}

TEST_CASE("datasets without some of their files are checked alike by both executors") {
  std::size_t count = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    const ScratchFolder folder;
    Maker(seed).make_some(folder.path());
    INFO("seed " << seed);
    CHECK(difference_in<some::SetFolder>(folder.path(), "some", count) == "");
  }
  CHECK(count > 150);
}

TEST_CASE("what holds across files is told where it doesn't: worked out by hand from the schema") {
  const auto head = [](char total, std::string_view names) {
    return std::string(1, total) + std::string(names);
  };
  const auto part = [](std::initializer_list<char> items) {
    std::string out(1, static_cast<char>(items.size()));
    for (const char item : items) out += {item, '\0'};
    return out;
  };
  using Files = std::map<std::string, std::string>;
  const Files whole = {
      {"head.bin", head(1, "\1a\2")}, {"part_1.bin", part({})}, {"of_a", part({4, 5})}};
  const auto with = [&](Files changed) {
    changed.merge(Files(whole));
    return changed;
  };
  const auto without = [&](const char* name) {
    Files files = whole;
    files.erase(name);
    return files;
  };
  struct Case {
    Files files;
    std::vector<std::string> found;
  };
  const std::vector<Case> cases = {
      {whole, {}},
      {with({{"head.bin", head(2, "\1a\2")}}), {"head.bin total bad-count all-there"}},
      {without("part_1.bin"), {"head.bin total bad-count all-there"}},
      {without("of_a"), {"of_a named[0] missing-file "}},
      // at the element that there would be for the key, whatever else is missing
      {{{"head.bin", head(1, "\1a\2\1b\2\1c\2")}, {"part_1.bin", part({})}, {"of_b", part({4, 5})}},
       {"of_a named[0] missing-file ", "of_c named[2] missing-file "}},
      {with({{"of_a", part({4})}}), {"of_a n size-mismatch size"}},
      {with({{"of_a", part({7, 8})}}), {"of_a  bad-value first"}},
      {with({{"of_a", part({1, 2})}}), {"of_a  bad-value first"}},
      {with({{"of_a", part({2, 1})}}), {}},
      // 2 + 2 + 3 - 1 is more than 2 * 1 + 3
      {with({{"head.bin", head(1, "\1a\2\1b\2\1c\3")},
             {"of_b", part({4, 5})},
             {"of_c", part({4, 5, 6})}}),
       {"head.bin names[0].size bad-value names"}},
      // `order` says in which order keys are taken, not that the list has it
      {with({{"head.bin", head(1, "\1b\1\1a\2")}, {"of_b", part({})}}),
       {"of_b n size-mismatch size"}},
      {with({{"data/only.bin", part({})}}), {"data/only.bin n bad-value inner"}},
      {with({{"data/only.bin", part({3})}}), {}},
      {with({{"x.table", "\1\1a\3"}}), {}},
      {with({{"x.table", "\1\1b\3"}}), {"x.table names[0] bad-value same"}},
  };
  for (const Case& each : cases) {
    const ScratchFolder folder;
    std::string there;
    for (const auto& [name, content] : each.files) {
      put_file(folder.path() / name, content);
      there += name + " ";
    }
    INFO(there);
    const auto dataset = logs::YearFolder::open(folder.path().string());
    REQUIRE(dataset);
    std::vector<std::string> found;
    for (const auto& [file, violation] : dataset->validate())
      found.push_back(file + " " + violation.path + " " + std::string(id(violation.rule)) + " " +
                      violation.name);
    CHECK(found == each.found);
  }
}

TEST_CASE("violations beyond the limit are told by a last one, of the level of the worst") {
  const ScratchFolder folder;
  put_file(folder.path() / "head.bin", std::string("\0\1a\2", 4));
  put_file(folder.path() / "of_a", std::string("\1\5\0", 3));    // a number, not two: a rule
  put_file(folder.path() / "x.table", std::string("\1\1a", 3));  // an error
  const auto found = [&](std::uint32_t limit) {
    OpenOptions options;
    options.limits.violations = limit;
    const auto dataset = logs::YearFolder::open(folder.path().string(), options);
    REQUIRE(dataset);
    std::vector<std::string> out;
    for (const auto& [file, violation] : dataset->validate())
      out.push_back(file + " " + std::string(id(violation.rule)) + " " +
                    std::string(id(violation.level)) + " " + violation.message);
    return out;
  };
  const auto complete = found(1000);
  REQUIRE(complete.size() == 2);
  CHECK(complete[0].starts_with("of_a size-mismatch rule"));
  CHECK(complete[1].starts_with("x.table"));
  CHECK(complete[1].find(" error ") != std::string::npos);
  CHECK(found(2) == complete);
  CHECK(found(1) ==
        std::vector<std::string>{complete[0],
                                 " resource-limit error 1 more violation, beyond the limit of 1"});
  CHECK(found(0) ==
        std::vector<std::string>{" resource-limit error 2 more violations, beyond the limit of 0"});
}
