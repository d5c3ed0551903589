// A narrow table: an element has to begin where it can tell it; where it ends doesn't matter.
#include "cards.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "growth/growing.h"
#include "growth/stopping_storage.h"

namespace {

using namespace schemac::tests;
using schemac::Update;

cards::Card card(std::size_t size) {
  cards::Card card;
  card.text = std::string(size, 'x');
  return card;
}

TEST_CASE("a table finds an element that ends after what it can tell") {
  const auto remains = std::make_shared<Remains>();
  auto stream = Update<cards::File>::create(storage_on(remains), cards::File{}, 2);
  REQUIRE(stream);
  require(stream->append(card(250)));  // from 3 to 254
  require(stream->append(card(200)));
  require(stream->commit());
  cards::File whole;
  whole.cards = {card(250), card(200)};
  CHECK(remains->kept == written(whole));
  CHECK(remains->kept.size() == 455);
  CHECK(remains->kept[2] == std::byte{254});
}

TEST_CASE("an element that a table couldn't find is refused before it is written") {
  const auto remains = std::make_shared<Remains>();
  auto stream = Update<cards::File>::create(storage_on(remains), cards::File{}, 2);
  REQUIRE(stream);
  require(stream->append(card(252)));  // from 3 to 256
  const File before = remains->kept;
  const auto refused = stream->append(card(0));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message ==
        "an element would begin at 256, but its table can find those up to 255");
  CHECK(remains->kept == before);

  cards::File whole;
  whole.cards = {card(252), card(0)};
  schemac::MemorySink sink;
  const auto unwritten = cards::write(whole, sink);
  REQUIRE_FALSE(unwritten);
  CHECK(unwritten.error().message == refused.error().message);
}

}  // namespace
