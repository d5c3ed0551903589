// Files that grow: what a stream leaves behind, wherever it is stopped; appended elements; elements
// that are replaced in place.
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "blaze.h"
#include "bloscpack.h"
#include "growth/stopping_storage.h"
#include "journal.h"
#include "pieces.h"
#include "roll.h"
#include "schemac/io/open.h"
#include "schemac/io/update.h"
#include "shelf.h"
#include "tape.h"

namespace {

using schemac::Blob;
using schemac::Bytes;
using schemac::Update;
using schemac::tests::Remains;
using schemac::tests::stop_everywhere;
using schemac::tests::StoppingStorage;
using File = std::vector<std::byte>;

constexpr std::uint64_t never = ~std::uint64_t{0};

std::unique_ptr<schemac::Storage> storage_on(std::shared_ptr<Remains> remains) {
  return std::make_unique<StoppingStorage>(std::move(remains), never);
}

template <class Value>
File written(const Value& value) {
  schemac::MemorySink sink;
  const auto size = schemac::Format<Value>::write(value, sink);
  if (!size) FAIL(schemac::to_string(size.error()));
  return sink.take();
}
template <class Value>
Value read_back(const File& file) {
  auto value = schemac::Format<Value>::read(file, {});
  if (!value) FAIL(schemac::to_string(value.error()));
  schemac::for_each_blob(*value, [](Blob& blob) { blob = Blob::copy(blob.bytes()); });
  return *value;
}
// Violations that a reader insists on, or the format's document.
template <class Value>
std::vector<std::string> problems(const File& file) {
  std::vector<std::string> found;
  const schemac::Report report = schemac::Format<Value>::validate(file, {});
  for (const schemac::Violation& each : report.violations())
    if (each.level <= schemac::Level::rule) found.push_back(schemac::to_string(each));
  return found;
}
void require(const schemac::Result<void>& done) {
  if (!done) FAIL(schemac::to_string(done.error()));
}

Blob bytes_of(std::string_view text) { return Blob::copy(std::as_bytes(std::span(text))); }
// Words that compress, and differ.
Blob content(std::uint64_t number, std::size_t size) {
  std::string text;
  while (text.size() < size) text += "chunk " + std::to_string(number * number) + ", ";
  text.resize(size);
  return bytes_of(text);
}

// ---- one of each kind ----

pieces::File pieces_head() {
  pieces::File head;
  head.method = pieces::Method::zstd;
  head.title = "a stream";
  return head;
}
pieces::Piece piece(std::uint64_t number) {
  pieces::Piece piece;
  piece.content = content(number, 100 + 10 * static_cast<std::size_t>(number));
  return piece;
}

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

TEST_CASE("a stream goes on behind a commit") {
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

shelf::Item item(std::string_view text, std::size_t slack = 0) {
  shelf::Item item;
  item.data = text;
  item.choices.slack = bytes_of(std::string(slack, '.'));
  return item;
}
shelf::Item end_of(std::string_view text) {
  shelf::Item end = item(text);
  end.kind = 9;
  return end;
}
shelf::File shelf_of(std::initializer_list<shelf::Item> items, bool has_table = true) {
  shelf::File file;
  file.options = has_table ? 1 : 0;
  file.items = items;
  return file;
}

TEST_CASE("a table that can't grow is for the elements that were announced") {
  const auto remains = std::make_shared<Remains>();
  auto stream = Update<shelf::File>::create(storage_on(remains), shelf_of({}), 2);
  REQUIRE(stream);
  require(stream->append(item("abc", 4)));
  const auto early = stream->commit();
  REQUIRE_FALSE(early);
  CHECK(early.error().message == "2 elements were announced, 1 are there");
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
  CHECK(more.error().message == "2 elements were announced, there is no room for another one");
  require(stream->commit());
  CHECK(remains->kept == written(shelf_of({item("abc", 4), item("de")})));

  auto again = Update<shelf::File>::open(storage_on(remains));
  REQUIRE(again);
  const auto full = again->append(item("abc"));
  REQUIRE_FALSE(full);
  CHECK(full.error().message == "the table of begins has room for 2 elements");
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
  CHECK(large.error().message == "element 1 takes 11 bytes, there is room for 10");
  CHECK(large.error().rule == schemac::Rule::size_mismatch);
  const auto absent = file->replace(3, item("123"));
  CHECK_FALSE(absent);
  // Nothing is behind the last one.
  require(file->replace(2, item("0123456789")));
  require(file->commit());
  CHECK(read_back<shelf::File>(remains->kept).items[2] == item("0123456789"));
  CHECK(problems<shelf::File>(remains->kept).empty());
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

TEST_CASE("without slack an element is replaced by one of its size") {
  const auto remains = std::make_shared<Remains>(
      Remains{written(shelf_of({item("abc"), item("def"), item("g")}, false)), {}});
  auto file = Update<shelf::File>::open(storage_on(remains));
  REQUIRE(file);
  require(file->replace(1, item("xyz")));
  CHECK(remains->kept == written(shelf_of({item("abc"), item("xyz"), item("g")}, false)));
}

// ---- a table with room to spare ----

roll::Item line(std::string_view text) {
  roll::Item item;
  item.data = text;
  return item;
}
roll::File roll_of(std::initializer_list<std::string_view> lines, std::size_t spare) {
  roll::File file;
  file.note = "note";
  file.choices.room.assign(4, 0);
  file.choices.spare.assign(spare, 0xffffffff);
  for (const std::string_view text : lines) file.items.push_back(line(text));
  return file;
}

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
  CHECK(full.error().message == "the table of begins has room for 5 elements");
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
        "what stands in front of the list takes 28 bytes, there is room for 26");
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

// ---- elements of any size, up to the end of the file ----

tape::Note note(std::string_view text) {
  tape::Note note;
  note.text = text;
  return note;
}
tape::File tape_of(std::initializer_list<std::string_view> texts) {
  tape::File file;
  for (const std::string_view text : texts) file.notes.push_back(note(text));
  return file;
}

TEST_CASE("what a shorter last element no longer needs isn't left in the file") {
  const auto remains =
      std::make_shared<Remains>(Remains{written(tape_of({"one", "a long one"})), {}});
  auto file = Update<tape::File>::open(storage_on(remains));
  REQUIRE(file);
  require(file->replace(1, note("short")));
  CHECK(remains->kept == written(tape_of({"one", "short"})));
  require(file->replace(1, note("a longer one")));
  require(file->append(note("end")));
  require(file->replace(2, note("")));
  require(file->commit());
  CHECK(remains->kept == written(tape_of({"one", "a longer one", ""})));

  // Also where a count will end the list, as long as it isn't known.
  const auto unfinished = std::make_shared<Remains>();
  auto stream = Update<pieces::File>::create(storage_on(unfinished), pieces_head());
  REQUIRE(stream);
  require(stream->append(piece(0)));
  require(stream->append(piece(50)));
  require(stream->replace(1, piece(1)));
  CHECK(problems<pieces::File>(unfinished->now()).empty());
  CHECK(read_back<pieces::File>(unfinished->now()).pieces.size() == 2);
}

TEST_CASE("an element that could not be written leaves nothing behind") {
  const File before = written(tape_of({"one"}));
  const auto remains = std::make_shared<Remains>(Remains{before, {}});
  auto file = Update<tape::File>::open(
      std::make_unique<StoppingStorage>(remains, 0, StoppingStorage::Failing::once));
  REQUIRE(file);
  const auto refused = file->append(note("an element that is longer than the next"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "stopped");
  CHECK(file->size() == 1);
  CHECK(remains->now() == before);
  require(file->append(note("two")));
  require(file->commit());
  CHECK(remains->kept == written(tape_of({"one", "two"})));

  // Bytes behind a list that has its end elsewhere are let be.
  roll::File rolled = roll_of({"one"}, 2);
  rolled.stale = bytes_of("stale, and long");
  const auto kept = std::make_shared<Remains>(Remains{written(rolled), {}});
  auto roll = Update<roll::File>::open(
      std::make_unique<StoppingStorage>(kept, 0, StoppingStorage::Failing::once));
  REQUIRE(roll);
  CHECK_FALSE(roll->append(line("two")));
  CHECK(kept->now().size() == written(rolled).size());
}

TEST_CASE("a last element that could not be replaced is damaged, and leaves nothing behind it") {
  const File before = written(tape_of({"one", "two"}));
  for (const std::string_view text : {"something that is longer", ""}) {
    const auto remains = std::make_shared<Remains>(Remains{before, {}});
    auto file = Update<tape::File>::open(std::make_unique<StoppingStorage>(
        remains, text.empty() ? 1 : 0, StoppingStorage::Failing::once));
    REQUIRE(file);
    CHECK_FALSE(file->replace(1, note(text)));
    CHECK(remains->now().size() <= before.size());
    auto resumed = Update<tape::File>::open(storage_on(remains), {}, true);
    REQUIRE(resumed);
    CHECK(resumed->size() == 1);
    CHECK(remains->kept == written(tape_of({"one"})));
  }
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
  CHECK(steps == 7);  // two elements, the table and the totals, a synchronisation before and behind
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

// ---- going on after an interruption ----

// A stream of `elements`, stopped anywhere, then resumed by another program with those that it
// finds missing: always the whole file.
template <class Value, class Element>
void check_resuming(const Value& head, std::optional<std::uint64_t> announced,
                    const std::vector<Element>& elements, const File& whole) {
  const auto append_from = [&](Update<Value>& file) {
    for (std::uint64_t i = file.size(); i < elements.size(); ++i)
      if (!file.append(elements[i])) return false;
    return file.commit().has_value();
  };
  std::uint64_t resumed = 0;
  stop_everywhere(
      {},
      [&](auto storage) {
        auto file = Update<Value>::create(std::move(storage), head, announced);
        return file && append_from(*file);
      },
      [&](const File& left) {
        // Pieces of the head, or of the last element, may be missing, too.
        for (std::size_t cut = 0; cut < 3 && cut <= left.size(); ++cut) {
          const File found(left.begin(), left.end() - static_cast<std::ptrdiff_t>(cut));
          const auto remains = std::make_shared<Remains>(Remains{found, {}});
          auto file = Update<Value>::open(storage_on(remains), {}, true);
          if (!file) continue;  // not even the head is there
          ++resumed;
          REQUIRE(append_from(*file));
          CHECK(remains->kept == whole);
        }
      });
  CHECK(resumed > 0);
}

TEST_CASE("a stream is resumed behind the last element that is whole") {
  std::vector<pieces::Piece> many;
  for (std::uint64_t i = 0; i < 4; ++i) many.push_back(piece(i));
  pieces::File whole = pieces_head();
  whole.pieces = many;
  check_resuming(pieces_head(), std::nullopt, many, written(whole));
}

TEST_CASE("a stream of an announced number is resumed") {
  const std::vector<shelf::Item> items = {item("abc"), item("de"), item("f")};
  shelf::File whole = shelf_of({});
  whole.items = items;
  check_resuming(shelf_of({}), 3, items, written(whole));
}

TEST_CASE("a stream is resumed in front of a violation that a report has no room for") {
  // Three elements were announced; two are there, and what the second one holds was lost.
  const auto left = std::make_shared<Remains>();
  auto stream = Update<shelf::File>::create(storage_on(left), shelf_of({}), 3);
  REQUIRE(stream);
  require(stream->append(item("abc")));
  const std::size_t first_end = left->now().size();
  require(stream->append(item("d")));
  File broken = left->now();
  broken[first_end + 2] ^= std::byte{1};
  const auto resume = [&](std::uint32_t violations) {
    return Update<shelf::File>::open(storage_on(std::make_shared<Remains>(Remains{broken, {}})),
                                     {.violations = violations}, true);
  };
  const auto whole = resume(1000);
  REQUIRE(whole);
  CHECK(whole->size() == 1);
  for (const std::uint32_t violations : {0u, 1u, 2u, 3u}) {
    const auto file = resume(violations);
    INFO(violations);
    CHECK((!file || file->size() == 1));
  }
}

// ---- hostile files ----

// Every truncation, and every byte changed in some ways: whatever may be updated then is what a
// reader finds with one element more.
template <class Value, class Element>
std::uint64_t update_mutations(const File& file, std::vector<Element> Value::*list,
                               const Element& more) {
  std::uint64_t grown = 0;
  const auto attempt = [&](const File& mutation) {
    const auto remains = std::make_shared<Remains>(Remains{mutation, {}});
    auto update = Update<Value>::open(storage_on(remains));
    if (!update || !update->append(more) || !update->commit()) return;
    if (!schemac::Format<Value>::read(mutation, {})) return;
    Value expected = read_back<Value>(mutation);
    (expected.*list).push_back(more);
    const Value found = read_back<Value>(remains->now());
    CHECK(found.*list == expected.*list);
    ++grown;
  };
  for (std::size_t size = 0; size < file.size(); ++size)
    attempt(File(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
  for (std::size_t at = 0; at < file.size(); ++at)
    for (const unsigned change : {0x01u, 0x02u, 0x10u, 0x80u, 0xffu}) {
      File mutation = file;
      mutation[at] ^= static_cast<std::byte>(change);
      attempt(mutation);
    }
  return grown;
}

TEST_CASE("a broken file is refused, or grows as a reader sees it") {
  pieces::File many = pieces_head();
  for (std::uint64_t i = 0; i < 3; ++i) many.pieces.push_back(piece(i));
  CHECK(update_mutations(written(many), &pieces::File::pieces, piece(9)) > 0);
  CHECK(update_mutations(written(roll_of({"one", "two", "three"}, 3)), &roll::File::items,
                         line("four")) > 0);
  CHECK(update_mutations(written(shelf_of({item("abc"), item("def")}, false)), &shelf::File::items,
                         item("ghi")) > 0);
}

// ---- formats of ours ----

bloscpack::Chunk packed(std::uint64_t number, std::size_t size = 1000) {
  bloscpack::Chunk chunk;
  chunk.content = content(number, size);
  return chunk;
}
bloscpack::File packed_head(std::size_t spare) {
  bloscpack::File head;
  head.options = spare != 0 ? 1 : 0;
  head.checksum = bloscpack::Checksum::sha256;
  head.typesize = 4;
  head.chunk_size = 1000;
  head.choices.spare.assign(spare, -1);
  return head;
}

TEST_CASE("chunks of Bloscpack come one by one, over stale bytes, with room in the table") {
  bloscpack::File before = packed_head(4), after = packed_head(2);
  for (std::uint64_t i = 0; i < 2; ++i) before.chunks.push_back(packed(i));
  for (std::uint64_t i = 0; i < 4; ++i) after.chunks.push_back(packed(i));
  before.stale = bytes_of(std::string(300, '?'));
  std::uint64_t old_ones = 0, new_ones = 0;
  stop_everywhere(
      written(before),
      [](auto storage) {
        auto file = Update<bloscpack::File>::open(std::move(storage));
        return file && file->append(packed(2)) && file->append(packed(3)) && file->commit();
      },
      [&](const File& file) {
        bloscpack::File found = read_back<bloscpack::File>(file);
        bloscpack::File old = before;
        found.stale = old.stale = {};
        old_ones += found == old ? 1 : 0;
        new_ones += found == after ? 1 : 0;
        CHECK((found == old || found == after));
      });
  CHECK(old_ones > 0);
  CHECK(new_ones > 0);
}

TEST_CASE("metadata of Bloscpack is changed in its room") {
  bloscpack::File file = packed_head(3);
  bloscpack::Metadata metadata;
  metadata.checksum = bloscpack::Checksum::adler32;
  metadata.codec = bloscpack::Codec::zlib;
  metadata.level = 6;
  metadata.user_codec = Blob::copy(std::as_bytes(std::span("\0\0\0\0\0\0\0", 8)));
  metadata.data = bytes_of(R"({"unit":"m"})");
  metadata.choices.spare.assign(100, 0);
  file.metadata = metadata;
  file.chunks.push_back(packed(7));
  const auto remains = std::make_shared<Remains>(Remains{written(file), {}});
  const std::size_t size = remains->kept.size();

  auto update = Update<bloscpack::File>::open(storage_on(remains));
  REQUIRE(update);
  bloscpack::Metadata& changed = *update->head().metadata;
  const std::size_t room = changed.data.stored().size() + changed.choices.spare.size();
  changed.data = bytes_of(R"({"unit":"cm","scale":100})");
  require(update->encode_head());
  changed.choices.spare.resize(room - changed.data.stored().size());
  require(update->commit());
  CHECK(remains->kept.size() == size);
  CHECK(problems<bloscpack::File>(remains->kept).empty());
  const bloscpack::File found = read_back<bloscpack::File>(remains->kept);
  const schemac::Result<Blob> text = found.metadata->data.plain();
  REQUIRE(text);
  CHECK(*text == bytes_of(R"({"unit":"cm","scale":100})"));
  CHECK(found.chunks == file.chunks);
}

TEST_CASE("a stream of Blaze says that it isn't finished") {
  blaze::File head;
  head.checksum = blaze::Checksum::crc32;
  head.typesize = 8;
  head.chunk_size = 500;
  const auto remains = std::make_shared<Remains>();
  auto stream = Update<blaze::File>::create(storage_on(remains), head);
  REQUIRE(stream);
  const auto append = [&](std::uint64_t number, std::size_t size) {
    blaze::Chunk chunk;
    chunk.content = content(number, size);
    require(stream->append(chunk));
    head.chunks.push_back(chunk);
  };
  append(1, 500);
  append(2, 500);
  append(3, 123);
  const blaze::File unfinished = read_back<blaze::File>(remains->now());
  CHECK_FALSE(unfinished.choices.nchunks_known);
  CHECK_FALSE(unfinished.choices.last_chunk_known);
  CHECK(unfinished.chunks == head.chunks);
  CHECK(problems<blaze::File>(remains->now()).empty());
  blaze::Chunk more;
  more.content = content(4, 500);
  const auto refused = stream->append(more);  // behind a chunk that is smaller than the others
  REQUIRE_FALSE(refused);
  CHECK(refused.error().name == "full-chunk");
  require(stream->commit());
  CHECK(remains->kept == written(head));
}

TEST_CASE("a chunk of Blaze is replaced in place") {
  blaze::File file;
  file.options = 1;
  file.checksum = blaze::Checksum::md5;
  file.typesize = 1;
  for (std::uint64_t i = 0; i < 3; ++i) {
    blaze::Chunk chunk;
    chunk.content = content(i, 2000);
    chunk.choices.slack = bytes_of(std::string(64, '\0'));
    file.chunks.push_back(chunk);
  }
  const auto remains = std::make_shared<Remains>(Remains{written(file), {}});
  auto update = Update<blaze::File>::open(storage_on(remains));
  REQUIRE(update);
  blaze::Chunk chunk;
  chunk.content = content(77, 1900);
  require(update->replace(1, chunk));
  CHECK(problems<blaze::File>(remains->kept).empty());
  const blaze::File found = read_back<blaze::File>(remains->kept);
  CHECK(found.chunks[0] == file.chunks[0]);
  CHECK(found.chunks[1] == chunk);
  CHECK(found.chunks[2] == file.chunks[2]);

  std::string noise(4000, '\0');
  for (std::size_t i = 0; i < noise.size(); ++i)
    noise[i] = static_cast<char>((i * i * 2654435761u) >> 13);
  chunk.content = bytes_of(noise);
  const auto refused = update->replace(1, chunk);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().rule == schemac::Rule::size_mismatch);
  CHECK(read_back<blaze::File>(remains->kept) == found);
}

}  // namespace
