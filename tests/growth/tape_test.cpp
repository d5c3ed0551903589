// Elements of any size, up to the end of the file: nothing of an old one is left after.
#include "tape.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "growth/growing.h"
#include "growth/stopping_storage.h"

namespace {

using namespace schemac::tests;
using schemac::Blob;
using schemac::Bytes;
using schemac::Update;

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

TEST_CASE("an element that could not be written leaves nothing after") {
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

  // Bytes after a list that has its end elsewhere are let be.
  roll::File rolled = roll_of({"one"}, 2);
  rolled.stale = bytes_of("stale, and long");
  const auto kept = std::make_shared<Remains>(Remains{written(rolled), {}});
  auto roll = Update<roll::File>::open(
      std::make_unique<StoppingStorage>(kept, 0, StoppingStorage::Failing::once));
  REQUIRE(roll);
  CHECK_FALSE(roll->append(line("two")));
  CHECK(kept->now().size() == written(rolled).size());
}

TEST_CASE("a last element that could not be replaced is damaged, and leaves nothing after it") {
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

}  // namespace
