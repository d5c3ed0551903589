#include "formats/mutations.h"

#include <algorithm>
#include <random>
#include <set>

#include "portion.h"

namespace schemac::tests {
namespace {

void collect(const std::vector<direct::Row>& rows, std::vector<direct::Row>& leaves) {
  for (const direct::Row& row : rows) {
    if (!row.children.empty()) {
      collect(row.children, leaves);
    } else if (row.size != 0) {
      leaves.push_back(row);
    }
  }
}

const std::string& path_at(const std::vector<direct::Row>& leaves, std::uint64_t offset) {
  static const std::string none = "after the end";
  const auto after =
      std::upper_bound(leaves.begin(), leaves.end(), offset,
                       [](std::uint64_t at, const direct::Row& row) { return at < row.offset; });
  return after == leaves.begin() ? none : std::prev(after)->path;
}

std::uint64_t load_integer(Bytes bytes, Endian endian) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    value = value << 8 |
            std::to_integer<std::uint64_t>(bytes[endian == Endian::big ? i : bytes.size() - 1 - i]);
  return value;
}

void store_integer(MutableBytes bytes, std::uint64_t value, Endian endian) {
  for (std::size_t i = 0; i < bytes.size(); ++i, value >>= 8)
    bytes[endian == Endian::big ? bytes.size() - 1 - i : i] = static_cast<std::byte>(value & 0xff);
}

// The byte order in which a field has the value that is shown; little where both have.
Endian endian_of(const direct::Row& row, Bytes field) {
  const bool is_little = !row.value.is_number_unsigned() ||
                         row.value.get<std::uint64_t>() == load_integer(field, Endian::little);
  return is_little ? Endian::little : Endian::big;
}

bool is_integer(const direct::Row& row) {
  return row.kind == direct::RowKind::field &&
         (row.size == 1 || row.size == 2 || row.size == 4 || row.size == 8) &&
         (row.value.is_number_integer() || row.value.is_string()) && row.type != "str" &&
         row.type != "f32" && row.type != "f64" && row.type != "f16";
}

}  // namespace

std::vector<direct::Row> leaves_of(const std::vector<direct::Row>& rows) {
  std::vector<direct::Row> leaves;
  collect(rows, leaves);
  std::stable_sort(leaves.begin(), leaves.end(),
                   [](const auto& x, const auto& y) { return x.offset < y.offset; });
  return leaves;
}

void truncate_everywhere(Bytes file, const std::vector<direct::Row>& leaves,
                         std::uint64_t all_below, const Visit& visit) {
  std::set<std::uint64_t> lengths;
  if (file.size() <= all_below) {
    for (std::uint64_t length = 0; length < file.size(); ++length) lengths.insert(length);
  } else {
    for (const direct::Row& row : leaves)
      for (const std::uint64_t length : {row.offset - 1, row.offset, row.offset + 1})
        if (length < file.size()) lengths.insert(length);
  }
  std::uint64_t number = 0;
  for (const std::uint64_t length : lengths) {
    if (number++ % one_of_lengths() != 0) continue;
    // A buffer of just that size, so that a sanitizer sees one byte too many.
    const std::vector<std::byte> cut(file.begin(),
                                     file.begin() + static_cast<std::ptrdiff_t>(length));
    visit(cut, "cut to " + std::to_string(length) + " bytes", path_at(leaves, length));
  }
}

void flip_every_bit(Bytes file, const std::vector<direct::Row>& leaves, const Visit& visit) {
  std::vector<std::byte> bytes(file.begin(), file.end());
  std::uint64_t number = 0;
  for (std::uint64_t at = 0; at < bytes.size(); ++at)
    for (unsigned bit = 0; bit < 8; ++bit) {
      if (number++ % one_of() != 0) continue;
      const auto turned = static_cast<std::byte>(1u << bit);
      bytes[at] ^= turned;
      visit(bytes, "bit " + std::to_string(bit) + " of byte " + std::to_string(at),
            path_at(leaves, at));
      bytes[at] ^= turned;
    }
}

void set_every_integer(Bytes file, const std::vector<direct::Row>& leaves, const Visit& visit) {
  std::vector<std::byte> bytes(file.begin(), file.end());
  std::uint64_t number = 0;
  for (const direct::Row& row : leaves) {
    if (!is_integer(row)) continue;
    const MutableBytes field = MutableBytes(bytes).subspan(row.offset, row.size);
    const Endian endian = endian_of(row, field);
    const std::uint64_t old = load_integer(field, endian);
    const std::uint64_t max = ~std::uint64_t{0} >> (64 - 8 * row.size);
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, max, max - 1, max / 2 + 1,
                                      (old + 1) & max, (old - 1) & max}) {
      if (value == old || number++ % one_of() != 0) continue;
      store_integer(field, value, endian);
      visit(bytes, row.path + " = " + std::to_string(value), row.path);
    }
    store_integer(field, old, endian);
  }
}

void mutate_at_random(Bytes file, std::uint64_t count, std::uint64_t seed, const Visit& visit) {
  std::mt19937_64 random(
      seed);  // not std::uniform_int_distribution: its numbers differ between libraries
  for (std::uint64_t i = 0; i < count; ++i) {
    std::vector<std::byte> bytes(file.begin(), file.end());
    const std::uint64_t changes = 1 + random() % 8;
    for (std::uint64_t change = 0; change < changes; ++change) {
      const std::uint64_t at = random() % bytes.size();
      const std::byte choices[] = {static_cast<std::byte>(random() & 0xff),
                                   bytes[random() % bytes.size()],
                                   std::byte{0},
                                   std::byte{0xff},
                                   std::byte{0x7f},
                                   std::byte{0x80}};
      bytes[at] = choices[random() % std::size(choices)];
    }
    if (random() % 8 == 0) bytes.resize(random() % bytes.size());
    if (i % one_of_lengths() != 0) continue;
    bytes.shrink_to_fit();
    visit(bytes, "random change " + std::to_string(i) + " of seed " + std::to_string(seed), "");
  }
}

std::string without_indices(const std::string& path) {
  std::string shape;
  bool is_index = false;
  for (const char ch : path) {
    if (ch == ']') is_index = false;
    if (!is_index) shape += ch;
    if (ch == '[') is_index = true;
  }
  return shape;
}

}  // namespace schemac::tests
