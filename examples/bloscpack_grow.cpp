// Makes, extends and changes Bloscpack files, with the content from standard input:
//
//   example_bloscpack_grow create FILE CHUNK_SIZE TYPESIZE ROOM     as much as comes
//   example_bloscpack_grow append FILE                              the same, after its data
//   example_bloscpack_grow replace FILE INDEX                       one chunk, where it fits
//
// docs/growing.md quotes this file.
#include <charconv>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bloscpack.h"
#include "schemac/io/update.h"

namespace {

using Update = schemac::Update<bloscpack::File>;

int fail(const schemac::Violation& violation) {
  std::cerr << to_string(violation) << '\n';
  return 1;
}

// The next bytes of the input, `size` of them or all that are left; nothing at its end.
std::optional<schemac::Blob> next_bytes(int size) {
  std::vector<char> bytes(static_cast<std::size_t>(size));
  std::cin.read(bytes.data(), size);
  bytes.resize(static_cast<std::size_t>(std::cin.gcount()));
  if (bytes.empty()) return std::nullopt;
  return schemac::Blob::own(std::move(bytes));
}
std::optional<bloscpack::Chunk> next_chunk(int size) {
  const auto bytes = next_bytes(size);
  if (!bytes) return std::nullopt;
  bloscpack::Chunk chunk;
  chunk.content = *bytes;
  return chunk;
}
int chunk_size_of(const Update& file) { return file.head().chunk_size.value_or(1 << 20); }

// Makes what was appended a part of the file.
int finish(Update& file) {
  if (const auto done = file.commit(); !done) return fail(done.error());
  std::cout << file.size() << " chunks\n";
  return 0;
}

int create(const std::string& path, int chunk_size, int typesize, int room) {
  bloscpack::File head;
  head.options = bloscpack::File::options_offsets;
  head.checksum = bloscpack::Checksum::crc32;
  head.typesize = static_cast<std::uint8_t>(typesize);
  head.chunk_size = chunk_size;
  head.choices.spare.assign(static_cast<std::size_t>(room), -1);
  auto file = schemac::create<bloscpack::File>(path, head);
  if (!file) return fail(file.error());
  while (const auto chunk = next_chunk(chunk_size))
    if (const auto done = file->append(*chunk); !done) return fail(done.error());
  return finish(*file);
}

int append(const std::string& path) {
  auto file = schemac::update<bloscpack::File>(path);
  if (!file) return fail(file.error());
  while (const auto bytes = next_bytes(chunk_size_of(*file)))
    if (const auto done = file->extend(*bytes); !done) return fail(done.error());
  return finish(*file);
}

int replace(const std::string& path, std::uint64_t index) {
  auto file = schemac::update<bloscpack::File>(path);
  if (!file) return fail(file.error());
  const auto chunk = next_chunk(chunk_size_of(*file));
  if (!chunk) return 0;
  if (const auto done = file->replace(index, *chunk); !done) return fail(done.error());
  if (const auto done = file->commit(); !done) return fail(done.error());
  return 0;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && value >= 0 ? std::optional(value) : std::nullopt;
}

int run(const std::vector<std::string>& words) {
  std::vector<int> numbers;
  for (std::size_t i = 2; i < words.size(); ++i)
    if (const auto value = number(words[i])) numbers.push_back(*value);
  if (words.size() == 5 && words[0] == "create" && numbers.size() == 3)
    return create(words[1], numbers[0], numbers[1], numbers[2]);
  if (words.size() == 2 && words[0] == "append") return append(words[1]);
  if (words.size() == 3 && words[0] == "replace" && numbers.size() == 1)
    return replace(words[1], static_cast<std::uint64_t>(numbers[0]));
  std::cerr << "usage: create FILE CHUNK_SIZE TYPESIZE ROOM | append FILE | replace FILE INDEX\n";
  return 2;
}

}  // namespace

int main(int count, char** words) { return run({words + 1, words + count}); }
