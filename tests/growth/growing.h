// What tests of growing files share: files in memory, read back and checked.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "growth/stopping_storage.h"
#include "pieces.h"
#include "roll.h"
#include "schemac/io/update.h"
#include "shelf.h"

namespace schemac::tests {

using File = std::vector<std::byte>;

constexpr std::uint64_t never = ~std::uint64_t{0};

inline std::unique_ptr<Storage> storage_on(std::shared_ptr<Remains> remains) {
  return std::make_unique<StoppingStorage>(std::move(remains), never);
}

template <class Value>
File written(const Value& value) {
  MemorySink sink;
  const auto size = impl::Format<Value>::write(value, sink);
  if (!size) FAIL(to_string(size.error()));
  return sink.take();
}
template <class Value>
Value read_back(const File& file) {
  auto value = impl::Format<Value>::read(file, {});
  if (!value) FAIL(to_string(value.error()));
  impl::for_each_blob(*value, [](Blob& blob) { blob = Blob::copy(blob.bytes()); });
  return *value;
}
// Violations that a reader insists on, or the format's document.
template <class Value>
std::vector<std::string> problems(const File& file) {
  std::vector<std::string> found;
  const Report report = impl::Format<Value>::validate(file, {});
  for (const Violation& each : report.violations())
    if (each.level <= Level::rule) found.push_back(to_string(each));
  return found;
}
inline void require(const Result<void>& done) {
  if (!done) FAIL(to_string(done.error()));
}

inline Blob bytes_of(std::string_view text) { return Blob::copy(std::as_bytes(std::span(text))); }
// Words that compress, and differ.
inline Blob content(std::uint64_t number, std::size_t size) {
  std::string text;
  while (text.size() < size) text += "chunk " + std::to_string(number * number) + ", ";
  text.resize(size);
  return bytes_of(text);
}

// Pieces of a codec, as a stream of unknown length.
inline pieces::File pieces_head() {
  pieces::File head;
  head.method = pieces::Method::zstd;
  head.title = "a stream";
  return head;
}
inline pieces::Piece piece(std::uint64_t number) {
  pieces::Piece piece;
  piece.content = content(number, 100 + 10 * static_cast<std::size_t>(number));
  return piece;
}

// Texts, with a table that has room to spare.
inline roll::Item line(std::string_view text) {
  roll::Item item;
  item.data = text;
  return item;
}
inline roll::File roll_of(std::initializer_list<std::string_view> lines, std::size_t spare) {
  roll::File file;
  file.note = "note";
  file.choices.room.assign(4, 0);
  file.choices.spare.assign(spare, 0xffffffff);
  for (const std::string_view text : lines) file.items.push_back(line(text));
  return file;
}

// Items with slack, in a table of fixed size or in none.
inline shelf::Item item(std::string_view text, std::size_t slack = 0) {
  shelf::Item item;
  item.data = text;
  item.choices.slack = bytes_of(std::string(slack, '.'));
  return item;
}
inline shelf::Item end_of(std::string_view text) {
  shelf::Item end = item(text);
  end.kind = 9;
  return end;
}
inline shelf::File shelf_of(std::initializer_list<shelf::Item> items, bool has_table = true) {
  shelf::File file;
  file.options = has_table ? 1 : 0;
  file.items = items;
  return file;
}

}  // namespace schemac::tests
