#include "stats/joined_elements.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "schemac/array/doubles.h"
#include "schemac/check/decoding.h"

namespace schemac::stats {

JoinedElements::JoinedElements(direct::Joined joined)
    : joined_(std::move(joined)),
      kept_(joined_.pieces.size()),
      current_number_(joined_.pieces.size()) {
  std::uint64_t begin = 0;
  starts_.reserve(joined_.pieces.size() + 1);
  starts_.push_back(0);
  for (const direct::Piece& piece : joined_.pieces)
    starts_.push_back(begin += piece.bytes.size().value_or(0));  // their sum is a size
}

Bytes JoinedElements::piece(std::size_t number) {
  if (!kept_[number].empty()) return kept_[number].bytes();
  if (current_number_ == number) return current_.bytes();
  current_ = Blob();
  current_number_ = number;
  const CodecFlaw flaw = joined_.pieces[number].bytes.decode(current_);
  if (flaw != CodecFlaw::none) {
    if (problem_.empty())
      problem_ = "piece " + std::to_string(number) + " " + impl::violation_of(flaw).message;
    return {};
  }
  if (current_.size() <= most_kept - kept_size_) {
    kept_[number] = current_;
    kept_size_ += current_.is_owner() ? current_.size() : 0;
  }
  return current_.bytes();
}

Bytes JoinedElements::read(std::uint64_t begin, MutableBytes room) {
  const std::uint64_t left = joined_.size - std::min(begin, joined_.size);
  room = room.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, room.size())));
  std::size_t held = 0;
  // The last one that begins there: those before it are empty.
  auto number = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), begin) -
                                         starts_.begin() - 1);
  for (; held < room.size() && number < joined_.pieces.size(); ++number) {
    const std::uint64_t skipped = begin + held - starts_[number];
    const Bytes plain = piece(number);
    if (plain.size() != starts_[number + 1] - starts_[number]) break;
    const std::size_t size =
        std::min<std::size_t>(room.size() - held, plain.size() - static_cast<std::size_t>(skipped));
    if (size != 0) std::memcpy(room.data() + held, plain.data() + skipped, size);
    held += size;
  }
  return room.first(held);
}

std::span<const double> JoinedElements::read(std::uint64_t first, std::span<double> out) {
  const std::uint64_t size = joined_.element.size;
  block_.resize(out.size() * static_cast<std::size_t>(size));
  const Bytes plain = read(std::min(first, count()) * size, MutableBytes(block_));
  return Doubles(plain, *joined_.element.dtype, joined_.element.endian, out.size()).read(0, out);
}

}  // namespace schemac::stats
