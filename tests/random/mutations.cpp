#include "random/mutations.h"

#include <algorithm>
#include <array>

namespace net {
namespace {

constexpr std::array<unsigned, 14> telling = {0,  1,  2,  3,    4,    7,    8,
                                              15, 16, 64, 0x7f, 0x80, 0xfe, 0xff};

std::byte some_byte(Dice& dice) {
  if (dice.one_in(3)) return static_cast<std::byte>(dice.below(256));
  return static_cast<std::byte>(telling[dice.below(telling.size())]);
}

// Sets a number: small, all ones, the sign alone, or a step beside what it was.
void set_number(File& file, const Place& place, Dice& dice) {
  const auto begin = file.begin() + static_cast<std::ptrdiff_t>(place.offset);
  const auto end = begin + static_cast<std::ptrdiff_t>(place.size);
  const bool is_big = dice.one_in(3);
  std::byte& least = is_big ? *(end - 1) : *begin;
  switch (dice.below(6)) {
    case 0:
      std::fill(begin, end, std::byte{0xff});
      break;
    case 1:
      std::fill(begin, end, std::byte{0});
      (is_big ? *begin : *(end - 1)) = std::byte{0x80};
      break;
    case 2:
      std::fill(begin, end, std::byte{0});
      least = some_byte(dice);
      break;
    case 3:
      least = static_cast<std::byte>(std::to_integer<unsigned>(least) + 1);
      break;
    case 4:
      least = static_cast<std::byte>(std::to_integer<unsigned>(least) - 1);
      break;
    default:
      *(begin + static_cast<std::ptrdiff_t>(dice.below(place.size))) = some_byte(dice);
  }
}

void change(File& file, const std::vector<Place>& places, Dice& dice) {
  const auto at = [&](std::size_t size) { return static_cast<std::ptrdiff_t>(dice.below(size)); };
  switch (dice.below(file.empty() ? 1 : 12)) {
    case 0: {
      const std::uint64_t count = 1 + dice.below(4);
      for (std::uint64_t i = 0; i < count; ++i)
        file.insert(file.begin() + at(file.size() + 1), some_byte(dice));
      return;
    }
    case 1:
      file.resize(dice.below(file.size()));
      return;
    case 2: {
      const auto begin = file.begin() + at(file.size());
      file.erase(begin, begin + std::min<std::ptrdiff_t>(file.end() - begin, 1 + at(4)));
      return;
    }
    case 3:
    case 4:
      file[dice.below(file.size())] = some_byte(dice);
      return;
    case 5:
      file[dice.below(file.size())] ^= static_cast<std::byte>(1U << dice.below(8));
      return;
    case 6:
      file.push_back(some_byte(dice));
      return;
    default:
      break;
  }
  if (places.empty()) return;
  const Place& place = dice.pick(places);
  if (place.offset + place.size <= file.size()) set_number(file, place, dice);
}

void collect(const std::vector<schemac::direct::Row>& rows, std::vector<Place>& out) {
  for (const auto& row : rows) {
    if (!row.children.empty()) collect(row.children, out);
    if (row.size > 0 && row.size <= 8 && row.children.empty())
      out.push_back({row.offset, row.size});
  }
}

}  // namespace

std::vector<Place> places_of(const std::vector<schemac::direct::Row>& rows) {
  std::vector<Place> out;
  collect(rows, out);
  return out;
}

File mutated(const File& from, const std::vector<Place>& places, Dice& dice) {
  File file = from;
  for (std::uint64_t left = 1 + dice.below(3); left > 0; --left) change(file, places, dice);
  return file;
}

File random_file(Dice& dice) {
  if (dice.one_in(8))  // all the same: what holds itself goes deep
    return File(8 + dice.below(40), static_cast<std::byte>(dice.one_in(4) ? '[' : dice.below(3)));
  File file(dice.below(dice.one_in(4) ? 64 : 16));
  for (std::byte& each : file)
    each = dice.one_in(4) ? some_byte(dice) : static_cast<std::byte>(dice.below(5));
  return file;
}

}  // namespace net
