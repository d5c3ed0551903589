// Room that was measured wrongly: nothing is put after it, and it is told.
#include "schemac/base/room.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/core/sink.h"
#include "schemac/wire/message_writer.h"
#include "schemac/wire/msgpack.h"
#include "schemac/wire/msgpack_free_value.h"
#include "schemac/write/writer.h"

namespace {

using schemac::Bytes;
using schemac::Endian;
using schemac::MutableBytes;
using schemac::impl::Room;

constexpr std::byte untouched{0xa5};

// One put, and the bytes that it takes by the definition of its form.
struct Case {
  const char* name;
  std::uint64_t size;
  std::function<void(Room&)> put;
};

const std::vector<std::byte> any_payload(300, std::byte{1});
const std::string any_text(100, 'x');

std::vector<Case> cases() {
  namespace msgpack = schemac::msgpack;
  using schemac::protobuf::Coding;
  return {
      {"a scalar", 4, [](Room& room) { schemac::impl::put<std::uint32_t>(room, 1); }},
      {"a run", 12,
       [](Room& room) {
         const auto run = schemac::impl::take_run<12>(room);
         schemac::impl::store_at<0, std::uint32_t>(run, 1);
         schemac::impl::put_at<4>(run, "abcd");
         schemac::impl::put_zeros_at<8, 4>(run);
       }},
      {"the longest run", 256,
       [](Room& room) { schemac::impl::put_zeros_at<0, 256>(schemac::impl::take_run<256>(room)); }},
      {"a payload", 300, [](Room& room) { room.put(any_payload); }},
      {"zeros", 300, [](Room& room) { room.put_zeros(300); }},
      {"padding", 7, [](Room& room) { room.align(256), room.put_zeros(7); }},
      {"a text", 104, [](Room& room) { schemac::impl::put_text<std::uint32_t>(room, any_text); }},
      {"a padded text", 112,
       [](Room& room) { schemac::impl::put_text<std::uint64_t, 16>(room, any_text); }},
      {"characters", 100, [](Room& room) { schemac::impl::put_characters(room, any_text); }},
      {"a short list", 6,
       [](Room& room) {
         schemac::impl::put_all<Endian::big>(room, std::vector<std::uint16_t>{1, 2, 3});
       }},
      {"a long list", 20,
       [](Room& room) {
         schemac::impl::put_all(room, std::vector<std::uint32_t>{1, 2, 3, 4, 5});
       }},
      {"bits", 2,
       [](Room& room) {
         schemac::impl::put_packed<schemac::Dtype::u1>(room, std::vector<bool>(9, true));
       }},
      {"a run and the size of what follows", 14,
       [](Room& room) {
         const auto run = schemac::impl::take_run<4>(room);
         schemac::impl::put_sized<0, std::uint32_t>(
             room, run, [&] { schemac::impl::put_characters(room, "0123456789"); });
       }},
      {"a tagged number", 5, [](Room& room) { impl::msgpack::put_tagged<std::uint32_t>(room, 1); }},
      {"an integer", 3, [](Room& room) { impl::msgpack::put_integer<std::uint64_t>(room, 1000); }},
      {"a short key", 4, [](Room& room) { impl::msgpack::put_text(room, "abc"); }},
      {"a key", 13, [](Room& room) { impl::msgpack::put_text(room, "abcdefghijkl"); }},
      {"a long text with its head", 102,
       [](Room& room) { impl::msgpack::put_text(room, any_text); }},
      {"bytes with their head", 303,
       [](Room& room) { impl::msgpack::put_bytes(room, any_payload); }},
      {"few bytes with their head", 52,
       [](Room& room) { impl::msgpack::put_bytes(room, Bytes(any_payload).first(50)); }},
      {"a list of tagged numbers", 16,
       [](Room& room) {
         impl::msgpack::put_list_tagged(room, std::vector<std::uint32_t>{1, 2, 3});
       }},
      {"a long list of tagged numbers", 103,
       [](Room& room) { impl::msgpack::put_list_tagged(room, std::vector<std::uint32_t>(20, 1)); }},
      {"an object", 8,
       [](Room& room) {
         impl::msgpack::put_object(room, schemac::FreeValue(schemac::FreeValue::List{
                                             std::string("ab"), std::uint64_t{300}, true}));
       }},
      {"a number of a message", 3,
       [](Room& room) { schemac::impl::put_number<1, Coding::varint>(room, std::uint64_t{300}); }},
      {"a small number of a message", 2,
       [](Room& room) {
         schemac::impl::put_number<1, Coding::varint, 24>(room, std::uint64_t{7});
       }},
      {"the length of a message", 3, [](Room& room) { schemac::impl::put_length<1>(room, 128); }},
      {"numbers of a message", 7,
       [](Room& room) {
         schemac::impl::put_numbers<2, Coding::varint, false>(room,
                                                              std::vector<std::int64_t>{1, 2, 128});
       }},
      {"packed numbers of a message", 5,
       [](Room& room) {
         schemac::impl::put_numbers<2, Coding::varint, true>(room,
                                                             std::vector<std::int64_t>{1, 128});
       }},
  };
}

// Bytes put before, then one put, into room of `size` bytes in memory that goes on after it.
struct Result {
  bool is_exact = false;
  bool is_behind_untouched = false;
};
Result put_into(std::uint64_t before, std::uint64_t size, const Case& each) {
  std::vector<std::byte> memory(static_cast<std::size_t>(std::max(size, Room::least) + 1000),
                                untouched);
  bool is_sound = true;
  Room room(MutableBytes(memory).first(static_cast<std::size_t>(size)), false, is_sound);
  room.put_zeros(before);
  each.put(room);
  // A run that doesn't fit may fill the least bytes that there are.
  const auto after = memory.begin() + static_cast<std::ptrdiff_t>(std::max(size, Room::least));
  return {is_sound && room.is_full(),
          std::all_of(after, memory.end(), [](std::byte byte) { return byte == untouched; })};
}

TEST_CASE("whatever is put into room that is too small, nothing is after it") {
  for (const Case& each : cases()) {
    INFO(each.name);
    for (const std::uint64_t before : {std::uint64_t{0}, std::uint64_t{256}, std::uint64_t{1000}}) {
      const std::uint64_t exact = before + each.size;
      if (each.name != std::string("padding")) CHECK(put_into(before, exact, each).is_exact);
      for (std::uint64_t size = before; size <= exact + 20; ++size) {
        const Result result = put_into(before, size, each);
        CHECK(result.is_behind_untouched);
        if (size < exact) CHECK_FALSE(result.is_exact);
        if (size > exact && each.name != std::string("padding")) CHECK_FALSE(result.is_exact);
      }
    }
  }
}

// Under sanitizers a byte after the vector would be found as well.
TEST_CASE("room that has overflowed isn't sound again, and takes whatever comes") {
  std::vector<std::byte> memory(Room::least);
  bool is_sound = true;
  Room room(memory, false, is_sound);
  const std::vector<Case> puts = cases();
  for (int round = 0; round < 100; ++round)
    for (const Case& each : puts) each.put(room);
  CHECK_FALSE(is_sound);
  CHECK(room.position() <= memory.size());
  room.fill_to(memory.size());  // full, as if nothing had been
  CHECK(room.is_full());
  CHECK_FALSE(is_sound);
}

TEST_CASE("a position before that of the room is refused") {
  std::vector<std::byte> memory(300);
  const volatile std::uint64_t position = 200;  // which no compiler knows
  CHECK_FALSE(schemac::impl::fill_room(memory, false, [&](Room& room) {
    room.put_zeros(300);
    room.fill_to(position);  // 2^64 - 100 zeros
  }));
}

TEST_CASE("a whole file has the size of its room, or there is none") {
  std::vector<std::byte> memory(300);
  const auto fill = [&](std::uint64_t size) {
    return schemac::impl::fill_room(memory, false, [&](Room& room) { room.put_zeros(size); });
  };
  CHECK(fill(300));
  CHECK_FALSE(fill(299));
  CHECK_FALSE(fill(301));
  const auto put = [](std::uint64_t size) { return [size](Room& room) { room.put_zeros(size); }; };
  CHECK(schemac::impl::bytes_in_room(3, put(3)).size() == 3);
  CHECK(schemac::impl::bytes_in_room(3, put(4)).empty());
  CHECK(schemac::impl::bytes_in_room(3, put(2)).empty());
  CHECK(schemac::impl::bytes_in_room(300, put(300)).size() == 300);
}

TEST_CASE("a sink lends room for what isn't small, and all of it") {
  std::vector<std::byte> storage(1000);
  schemac::SpanSink sink(storage);
  CHECK(schemac::impl::lend_room(sink, 255).empty());
  CHECK(schemac::impl::lend_room(sink, 256).size() == 256);
  CHECK(schemac::impl::lend_room(sink, 1000).size() == 1000);
  CHECK(schemac::impl::lend_room(sink, 1001).empty());
}

TEST_CASE("a record of another size than was measured is told at the end") {
  for (const std::uint64_t stated : {10u, 14u, 16u, 100u, 5000u}) {
    INFO(stated);
    // After what the sink lends there is memory that nobody may touch.
    std::vector<std::byte> memory(20'000, untouched);
    schemac::SpanSink sink(MutableBytes(memory).first(15'000));
    schemac::impl::Writer out(sink);
    const auto put_record = [&] {
      out.put_record(stated, [](auto& room) {
        schemac::impl::put<std::uint32_t>(room, 1);
        schemac::impl::put_characters(room, "0123456789");
      });
    };
    schemac::impl::put<std::uint8_t>(out, 1);  // so that there is room at hand
    put_record();
    put_record();
    const std::uint64_t size = out.position();
    const auto failure = schemac::impl::finish(out, size, sink);
    CHECK(failure.has_value() == (stated != 14));
    if (failure) CHECK(failure->rule == schemac::Rule::size_mismatch);
    CHECK(std::all_of(memory.begin() + 15'000, memory.end(),
                      [](std::byte byte) { return byte == untouched; }));
  }
}

TEST_CASE("records are put up to the last byte of what a sink lends") {
  std::vector<std::byte> storage(14 * 100);
  schemac::SpanSink sink(storage);
  schemac::impl::Writer out(sink);
  for (std::uint32_t i = 0; i < 100; ++i)
    out.put_record(14, [&](auto& room) {
      schemac::impl::put<std::uint32_t>(room, i);
      schemac::impl::put_characters(room, "0123456789");
    });
  REQUIRE_FALSE(schemac::impl::finish(out, storage.size(), sink).has_value());
  REQUIRE(sink.bytes().size() == storage.size());
  for (std::size_t i = 0; i < 100; ++i) {
    CHECK(storage[14 * i] == static_cast<std::byte>(i));
    CHECK(schemac::impl::text_at(storage.data() + 14 * i + 4, 10) == "0123456789");
  }
}

}  // namespace
