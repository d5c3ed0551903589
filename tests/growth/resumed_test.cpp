// Files that grow after something went wrong: streams that go on after an interruption, and files
// that are broken.
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "growth/growing.h"
#include "growth/stopping_storage.h"
#include "pieces.h"
#include "roll.h"
#include "schemac/io/update.h"
#include "shelf.h"

namespace {

using namespace schemac::tests;
using schemac::Update;

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

TEST_CASE("a stream is resumed after the last element that is whole") {
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
    if (!schemac::impl::Format<Value>::read(mutation, {})) return;
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

}  // namespace
