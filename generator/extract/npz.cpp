#include "extract/npz.h"

#include <libdeflate.h>

#include <initializer_list>

#include "schemac/base/load.h"

namespace schemac::extract {
namespace {

constexpr std::uint64_t version = 45;  // the first with ZIP64
constexpr std::uint64_t flags =
    1u << 3 | 1u << 11;                      // sizes come after the content; names are UTF-8
constexpr std::uint64_t date = 1u << 5 | 1;  // 1 January 1980: files of the same content are equal
constexpr std::uint64_t in_64_bits = 0xffffffff;  // where a field of 32 bits gives way

struct Number {
  std::uint64_t value = 0;
  std::size_t size = 0;
};

std::string numbers(std::initializer_list<Number> all) {
  std::string bytes;
  for (const Number& each : all)
    for (std::size_t i = 0; i < each.size; ++i)
      bytes += static_cast<char>(each.value >> 8 * i & 0xff);
  return bytes;
}

}  // namespace

bool ZipWriter::put(std::string_view bytes) {
  at_ += bytes.size();
  return take_(Bytes(impl::bytes_of(bytes), bytes.size()));
}

bool ZipWriter::begin_file(const std::string& name) {
  entries_.push_back({name, at_, 0, 0});
  return put(numbers({{0x04034b50, 4},
                      {version, 2},
                      {flags, 2},
                      {0, 2},
                      {0, 2},
                      {date, 2},
                      {0, 4},
                      {in_64_bits, 4},
                      {in_64_bits, 4},
                      {name.size(), 2},
                      {20, 2}}) +
             name + numbers({{1, 2}, {16, 2}, {0, 8}, {0, 8}}));
}

bool ZipWriter::write(Bytes content) {
  Entry& entry = entries_.back();
  entry.checksum = libdeflate_crc32(entry.checksum, content.data(), content.size());
  entry.size += content.size();
  at_ += content.size();
  return take_(content);
}

bool ZipWriter::end_file() {
  const Entry& entry = entries_.back();
  return put(numbers({{0x08074b50, 4}, {entry.checksum, 4}, {entry.size, 8}, {entry.size, 8}}));
}

bool ZipWriter::finish() {
  const std::uint64_t begin = at_;
  for (const Entry& entry : entries_) {
    const std::string head = numbers({{0x02014b50, 4},
                                      {version, 2},
                                      {version, 2},
                                      {flags, 2},
                                      {0, 2},
                                      {0, 2},
                                      {date, 2},
                                      {entry.checksum, 4},
                                      {in_64_bits, 4},
                                      {in_64_bits, 4},
                                      {entry.name.size(), 2},
                                      {28, 2},
                                      {0, 2},
                                      {0, 2},
                                      {0, 2},
                                      {0, 4},
                                      {in_64_bits, 4}});
    const std::string sizes =
        numbers({{1, 2}, {24, 2}, {entry.size, 8}, {entry.size, 8}, {entry.offset, 8}});
    if (!put(head + entry.name + sizes)) return false;
  }
  const std::uint64_t end = at_, count = entries_.size();
  return put(numbers({{0x06064b50, 4},
                      {44, 8},
                      {version, 2},
                      {version, 2},
                      {0, 4},
                      {0, 4},
                      {count, 8},
                      {count, 8},
                      {end - begin, 8},
                      {begin, 8}}) +
             numbers({{0x07064b50, 4}, {0, 4}, {end, 8}, {1, 4}}) +
             numbers({{0x06054b50, 4},
                      {0, 2},
                      {0, 2},
                      {0xffff, 2},
                      {0xffff, 2},
                      {in_64_bits, 4},
                      {in_64_bits, 4},
                      {0, 2}}));
}

}  // namespace schemac::extract
