// Files that grow: what a stream leaves after, wherever it is stopped; appended elements; elements
// that are replaced in place.
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "growth/growing.h"
#include "growth/stopping_storage.h"
#include "journal.h"
#include "pieces.h"
#include "roll.h"
#include "schemac/io/open.h"
#include "schemac/io/update.h"
#include "shelf.h"

namespace {

using namespace schemac::tests;
using schemac::Blob;
using schemac::Bytes;
using schemac::Update;

// ---- one of each kind ----

TEST_CASE("a stream is the file that is written at once") {
  for (const auto method : {pieces::Method::zlib, pieces::Method::zstd}) {
    pieces::File whole = pieces_head();
    whole.method = method;
    const auto remains = std::make_shared<Remains>();
    auto stream = Update<pieces::File>::create(storage_on(remains), whole);
    REQUIRE(stream);
    for (std::uint64_t i = 0; i < 5; ++i) {
      whole.pieces.push_back(piece(i));
      require(stream->append(piece(i)));
    }
    // As long as it isn't finished, it says so, and can be read as far as it goes.
    const pieces::File unfinished = read_back<pieces::File>(remains->now());
    CHECK_FALSE(unfinished.choices.n_known);
    CHECK(unfinished == whole);
    CHECK(problems<pieces::File>(remains->now()).empty());

    require(stream->commit());
    CHECK(remains->pending.empty());
    CHECK(remains->kept == written(whole));
  }
}

TEST_CASE("a stream goes on after a commit") {
  const auto remains = std::make_shared<Remains>();
  auto stream = Update<pieces::File>::create(storage_on(remains), pieces_head());
  REQUIRE(stream);
  pieces::File whole = pieces_head();
  for (std::uint64_t i = 0; i < 6; ++i) {
    whole.pieces.push_back(piece(i));
    require(stream->append(piece(i)));
    if (i % 2 != 0) require(stream->commit());
    if (i % 2 != 0) CHECK(remains->kept == written(whole));
  }
  CHECK(stream->size() == 6);
}

// ---- a table of fixed size, and slack ----

TEST_CASE("a table that can't grow asks for the number of elements") {
  const auto begun = [](bool has_table, std::uint8_t options) {
    shelf::File head = shelf_of({}, has_table);
    head.options |= options;
    return Update<shelf::File>::create(storage_on(std::make_shared<Remains>()), head);
  };
  CHECK(begun(false, 0));
  const auto refused = begun(true, 0);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().path == "n");
  CHECK(refused.error().rule == schemac::Rule::bad_value);
  CHECK(refused.error().message ==
        "n is -1, which says nothing, but 'begins' needs it; say how many elements there will be "
        "(CreateOptions::count)");
  // Not where that wouldn't do.
  const auto unknown = begun(true, 2);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message.find("CreateOptions") == std::string::npos);
}

TEST_CASE("a table that can't grow is for the elements that were announced") {
  const auto remains = std::make_shared<Remains>();
  auto stream = Update<shelf::File>::create(storage_on(remains), shelf_of({}), 2);
  REQUIRE(stream);
  require(stream->append(item("abc", 4)));
  const auto early = stream->commit();
  REQUIRE_FALSE(early);
  CHECK(early.error().message == "the list was announced with 2 elements; 1 is there");
  // What is there can be read one by one; the table says nothing yet.
  const File unfinished = remains->now();
  const auto view = shelf::view(unfinished);
  REQUIRE(view);
  CHECK((*view->begins())[0] == -1);
  auto items = view->items();
  CHECK((*items.begin()).data().size() == 3);

  require(stream->append(item("de")));
  const auto more = stream->append(item("f"));
  REQUIRE_FALSE(more);
  CHECK(more.error().message ==
        "the list was announced with 2 elements; there is no room for another one");
  require(stream->commit());
  CHECK(remains->kept == written(shelf_of({item("abc", 4), item("de")})));

  auto again = Update<shelf::File>::open(storage_on(remains));
  REQUIRE(again);
  const auto full = again->append(item("abc"));
  REQUIRE_FALSE(full);
  CHECK(full.error().message == "the table of starts has room for 2 elements");
}

TEST_CASE("an element that only the last one may be isn't followed by others") {
  const auto remains =
      std::make_shared<Remains>(Remains{written(shelf_of({item("abc"), end_of("d")}, false)), {}});
  auto file = Update<shelf::File>::open(storage_on(remains));
  REQUIRE(file);
  CHECK(file->size() == 2);
  const auto refused = file->append(item("efg"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().path == "items[1]");
  CHECK(refused.error().name == "full");
  // It can be replaced by one that may be followed.
  require(file->replace(1, item("def")));
  require(file->append(end_of("gh")));
  require(file->commit());
  CHECK(remains->kept == written(shelf_of({item("abc"), item("def"), end_of("gh")}, false)));
}

TEST_CASE("an element is replaced where it fits its slack") {
  const File before = written(shelf_of({item("abc", 2), item("def", 1), item("g")}));
  const auto remains = std::make_shared<Remains>(Remains{before, {}});
  auto file = Update<shelf::File>::open(storage_on(remains));
  REQUIRE(file);
  require(file->replace(0, item("xyz")));
  shelf::Item wide = item("xyz");
  wide.choices.slack = bytes_of("..");
  CHECK(remains->kept == written(shelf_of({wide, item("def", 1), item("g")})));
  CHECK(problems<shelf::File>(remains->kept).empty());

  // The rule is about the element that would stand there.
  const auto narrow = file->replace(0, end_of("x"));
  REQUIRE_FALSE(narrow);
  CHECK(narrow.error().path == "items[0]");
  const auto large = file->replace(1, item("123", 2));
  REQUIRE_FALSE(large);
  CHECK(large.error().message == "element 1 takes 11 bytes; there is room for 10");
  CHECK(large.error().rule == schemac::Rule::size_mismatch);
  const auto absent = file->replace(3, item("123"));
  CHECK_FALSE(absent);
  // Nothing is after the last one.
  require(file->replace(2, item("0123456789")));
  require(file->commit());
  CHECK(read_back<shelf::File>(remains->kept).items[2] == item("0123456789"));
  CHECK(problems<shelf::File>(remains->kept).empty());
}

TEST_CASE("room isn't left where no table says that the next element begins after it") {
  shelf::File shelf = shelf_of({item("abc"), item("def"), item("g")});
  shelf.choices.begins_known = false;
  const auto remains = std::make_shared<Remains>(Remains{written(shelf), {}});
  auto file = Update<shelf::File>::open(storage_on(remains));
  REQUIRE(file);
  const auto small = file->replace(0, item("x"));
  REQUIRE_FALSE(small);
  CHECK(small.error().message == "element 0 takes 7 bytes instead of 9: it has no slack");
  require(file->replace(0, item("xyz")));
  require(file->commit());
  shelf.items[0] = item("xyz");
  CHECK(remains->kept == written(shelf));
}

TEST_CASE("what replaces an element damages no other one, wherever it is stopped") {
  const File before = written(shelf_of({item("abc"), item("def", 3), item("ghi"), item("j")}));
  const shelf::File values = read_back<shelf::File>(before);
  std::uint64_t damaged = 0;
  const auto steps = stop_everywhere(
      before,
      [](auto storage) {
        auto file = Update<shelf::File>::open(std::move(storage));
        return file && file->replace(1, item("xyz"));
      },
      [&](const File& file) {
        const auto view = shelf::view(file);
        REQUIRE(view);
        for (const std::uint64_t i : {0u, 2u, 3u}) {
          const auto there = view->items().at(i);
          REQUIRE(there);
          CHECK(there->data() == values.items[i].data);
        }
        damaged += problems<shelf::File>(file).empty() ? 0 : 1;
      });
  CHECK(steps == 2);
  CHECK(damaged == 0);  // a single write is whole or isn't there
}

TEST_CASE("what could not be replaced can be replaced again") {
  const shelf::File values = shelf_of({item("abc"), item("def", 3), item("ghi")});
  for (const std::uint64_t index : {1u, 2u}) {
    const auto remains = std::make_shared<Remains>(Remains{written(values), {}});
    auto file = Update<shelf::File>::open(
        std::make_unique<StoppingStorage>(remains, 0, StoppingStorage::Failing::once));
    REQUIRE(file);
    CHECK_FALSE(file->replace(index, item("123456")));
    CHECK_FALSE(problems<shelf::File>(remains->now()).empty());
    if (index == 2)  // nobody would find what is after it
      CHECK(file->append(item("j")).error().message ==
            "element 2 could not be written: it must be replaced first");
    require(file->replace(0, item("abc")));  // which mends no other one
    CHECK(file->commit().has_value() == (index != 2));
    require(file->replace(index, item("123456")));
    require(file->commit());
    CHECK(problems<shelf::File>(remains->kept).empty());
    shelf::File expected = values;
    expected.items[index] = item("123456");
    CHECK(read_back<shelf::File>(remains->kept) == expected);
  }
}

TEST_CASE("without slack an element is replaced by one of its size") {
  const auto remains = std::make_shared<Remains>(
      Remains{written(shelf_of({item("abc"), item("def"), item("g")}, false)), {}});
  auto file = Update<shelf::File>::open(storage_on(remains));
  REQUIRE(file);
  require(file->replace(1, item("xyz")));
  CHECK(remains->kept == written(shelf_of({item("abc"), item("xyz"), item("g")}, false)));
}

// ---- a table with room to spare ----

TEST_CASE("appending takes entries of the table that are spare, and goes over stale bytes") {
  roll::File old = roll_of({"one", "two"}, 3);
  old.stale = bytes_of("stale");
  const auto remains = std::make_shared<Remains>(Remains{written(old), {}});
  auto file = Update<roll::File>::open(storage_on(remains));
  REQUIRE(file);
  CHECK(file->size() == 2);
  CHECK(file->head().choices.spare.size() == 3);
  require(file->append(line("3")));
  require(file->commit());
  roll::File expected = roll_of({"one", "two", "3"}, 2);
  expected.stale = bytes_of("le");
  CHECK(remains->kept == written(expected));
  require(file->append(line("four")));
  require(file->append(line("five")));
  const auto full = file->append(line("six"));
  REQUIRE_FALSE(full);
  CHECK(full.error().message == "the table of starts has room for 5 elements");
  require(file->commit());
  CHECK(remains->kept == written(roll_of({"one", "two", "3", "four", "five"}, 0)));
}

TEST_CASE("the fields in front of the list are changed within their room") {
  const auto remains = std::make_shared<Remains>(Remains{written(roll_of({"one"}, 1)), {}});
  auto file = Update<roll::File>::open(storage_on(remains));
  REQUIRE(file);
  file->head().note = "longer";
  const auto refused = file->commit();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message ==
        "what is in front of the list takes 28 bytes; there is room for 26");
  file->head().choices.room.resize(2);
  require(file->append(line("two")));
  require(file->commit());
  roll::File expected = roll_of({"one", "two"}, 0);
  expected.note = "longer";
  expected.choices.room.assign(2, 0);
  CHECK(remains->kept == written(expected));
}

TEST_CASE("a file that isn't written as we would is not changed in place") {
  File file = written(roll_of({"one", "two"}, 1));
  CHECK(Update<roll::File>::open(storage_on(std::make_shared<Remains>(Remains{file, {}}))));
  file[14] = std::byte{1};  // a byte of the room
  const auto update =
      Update<roll::File>::open(storage_on(std::make_shared<Remains>(Remains{file, {}})));
  REQUIRE_FALSE(update);
  CHECK(update.error().path == "room[0]");
}

// ---- no totals at all ----

TEST_CASE("a list up to the end of the file needs no totals") {
  const auto remains = std::make_shared<Remains>();
  auto file = Update<journal::File>::create(storage_on(remains), journal::File{});
  REQUIRE(file);
  require(file->append(journal::Entry{1, 2}));
  require(file->append(journal::Entry{3, 4}));
  CHECK(read_back<journal::File>(remains->now()).entries.size() == 2);
  require(file->commit());
  auto again = Update<journal::File>::open(storage_on(remains));
  REQUIRE(again);
  CHECK(again->size() == 2);
  require(again->append(journal::Entry{5, 6}));
  require(again->replace(0, journal::Entry{7, 8}));
  require(again->commit());
  const journal::File all = read_back<journal::File>(remains->kept);
  CHECK(all.entries == std::vector<journal::Entry>{{7, 8}, {3, 4}, {5, 6}});
}

// ---- stopped at every step ----

// The work makes `after` of `before`, and nothing else is ever found.
template <class Value, class Work>
void check_lengths(const Value& before, const Value& after, const Work& work) {
  std::uint64_t old_ones = 0, new_ones = 0;
  stop_everywhere(written(before), work, [&](const File& file) {
    const Value found = read_back<Value>(file);
    old_ones += found == before ? 1 : 0;
    new_ones += found == after ? 1 : 0;
    CHECK((found == before || found == after));
  });
  CHECK(old_ones > 0);
  CHECK(new_ones > 0);
}

// Without what means nothing.
roll::File without_stale(roll::File file) {
  file.stale = {};
  return file;
}

TEST_CASE("whoever is stopped while appending leaves the old length or the new one") {
  const roll::File before = roll_of({"one", "two"}, 3);
  const roll::File after = roll_of({"one", "two", "three", "four"}, 1);
  std::uint64_t old_ones = 0, new_ones = 0;
  const std::uint64_t steps = stop_everywhere(
      written(before),
      [](auto storage) {
        auto file = Update<roll::File>::open(std::move(storage));
        return file && file->append(line("three")) && file->append(line("four")) && file->commit();
      },
      [&](const File& file) {
        const roll::File found = without_stale(read_back<roll::File>(file));
        old_ones += found == before ? 1 : 0;
        new_ones += found == after ? 1 : 0;
        CHECK((found == before || found == after));
      });
  CHECK(steps == 7);  // two elements, the table and the totals, a synchronisation before and after
  CHECK(old_ones > new_ones);
  CHECK(new_ones > 0);
}

TEST_CASE("totals that are known stay so while elements are appended") {
  pieces::File before = pieces_head(), after = pieces_head();
  for (std::uint64_t i = 0; i < 2; ++i) before.pieces.push_back(piece(i));
  for (std::uint64_t i = 0; i < 5; ++i) after.pieces.push_back(piece(i));
  check_lengths(before, after, [](auto storage) {
    auto file = Update<pieces::File>::open(std::move(storage));
    if (!file) return false;
    for (std::uint64_t i = 2; i < 5; ++i)
      if (!file->append(piece(i))) return false;
    return file->commit().has_value();
  });
}

TEST_CASE("a new file has its first elements when they are committed") {
  roll::File whole = roll_of({"one", "two", "three"}, 1);
  roll::File empty = roll_of({}, 4);
  std::uint64_t empty_ones = 0, whole_ones = 0;
  stop_everywhere(
      {},
      [](auto storage) {
        auto file = Update<roll::File>::create(std::move(storage), roll_of({}, 4));
        return file && file->append(line("one")) && file->append(line("two")) &&
               file->append(line("three")) && file->commit();
      },
      [&](const File& file) {
        if (file.empty()) return;  // not even begun
        const roll::File found = without_stale(read_back<roll::File>(file));
        empty_ones += found == empty ? 1 : 0;
        whole_ones += found == whole ? 1 : 0;
        CHECK((found == empty || found == whole));
      });
  CHECK(empty_ones > 0);
  CHECK(whole_ones > 0);
}

// ---- files on disk ----

TEST_CASE("files on disk are begun, locked, appended to and changed") {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("schemac_growth_" + std::to_string(::getpid())))
          .string();
  const auto entries = [&] { return schemac::read_file<journal::File>(path)->entries; };
  {
    auto file = schemac::create<journal::File>(path, {});
    REQUIRE(file);
    require(file->append(journal::Entry{1, 2}));
    require(file->commit());
    const auto second = schemac::update<journal::File>(path);
    REQUIRE_FALSE(second);
    CHECK(second.error().rule == schemac::Rule::io_error);
  }
  const auto again = schemac::create<journal::File>(path, {});
  REQUIRE_FALSE(again);
  {
    auto file = schemac::update<journal::File>(path, {.is_durable = false});
    REQUIRE(file);
    require(file->append(std::vector<journal::Entry>{{3, 4}, {5, 6}}));
    require(file->replace(0, journal::Entry{7, 8}));
    require(file->commit());
  }
  CHECK(entries() == std::vector<journal::Entry>{{7, 8}, {3, 4}, {5, 6}});
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  CHECK_FALSE(schemac::update<journal::File>(path));
  {
    auto file = schemac::update<journal::File>(path, {.resumes = true});
    REQUIRE(file);
    CHECK(file->size() == 2);
    require(file->commit());
  }
  CHECK(entries() == std::vector<journal::Entry>{{7, 8}, {3, 4}});
  CHECK(schemac::create<journal::File>(path, {}, {.replaces = true}));
  CHECK(entries().empty());
  std::filesystem::remove(path);
  CHECK_FALSE(schemac::update<journal::File>(path));
}

TEST_CASE("a head that is refused makes no file and loses none") {
  const auto path = std::filesystem::temp_directory_path() /
                    ("schemac_growth_head_" + std::to_string(::getpid()));
  shelf::File bad = shelf_of({});
  bad.choices.n_known = false;  // but its table needs it
  bad.options = 0xff;
  CHECK_FALSE(schemac::create<shelf::File>(path.string(), bad));
  CHECK_FALSE(std::filesystem::exists(path));
  {
    auto file = schemac::create<shelf::File>(path.string(), shelf_of({}), {.count = 1});
    REQUIRE(file);
    require(file->append(item("abc")));
    require(file->commit());
  }
  CHECK_FALSE(schemac::create<shelf::File>(path.string(), bad, {.replaces = true}));
  CHECK(schemac::read_file<shelf::File>(path.string())->items.size() == 1);
  std::filesystem::remove(path);
}

}  // namespace
