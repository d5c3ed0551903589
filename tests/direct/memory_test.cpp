// What commands need that write values while they read them doesn't grow with the file.
#include <ostream>
#include <streambuf>

#include "direct/files/streamed_values.h"
#include "direct/small_schema.h"
#include "memory/counted.h"

using namespace schemac;

namespace {

const char* const schema_text = R"(
schema: items
endian: le
root: File
types:
  File:
    fields:
      - {name: n_items, type: u32}
      - {name: items, type: Item, repeat: n_items}
  Item:
    fields: [{name: id, type: u32}, {name: name, type: str, prefix: u8}]
)";

class Nowhere : public std::streambuf {
 public:
  std::streamsize xsputn(const char*, std::streamsize count) override { return count; }
  int_type overflow(int_type ch) override { return ch; }
};

std::vector<std::byte> file_of(std::uint32_t count) {
  std::vector<std::byte> bytes(4 + std::size_t{count} * 7);
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::byte>(count >> (8 * i));
  for (std::size_t at = 4; at < bytes.size(); at += 7) {
    bytes[at] = static_cast<std::byte>(at);
    bytes[at + 4] = std::byte{2};
    bytes[at + 5] = bytes[at + 6] = std::byte{'a'};
  }
  return bytes;
}

}  // namespace

TEST_CASE("values of a million records take no more memory than those of a few") {
  const tests::SmallSchema schema(schema_text);
  for (const std::uint32_t count : {1'000u, 1'000'000u}) {
    const std::vector<std::byte> bytes = file_of(count);
    const direct::FileForm file(schema.plan(), schema.root(), bytes);
    Nowhere nowhere;
    std::ostream out(&nowhere);
    const std::uint64_t peak = tests::peak_of([&] {
      direct::StreamedValues(file, direct::Reading::strict, {})
          .write("items", direct::Payloads::full, out);
    });
    INFO(count);
    CHECK(peak < (1u << 20));
  }
}
