// The elements of an array over many pieces, in their order, while a piece at a time is decoded.
//
// Statistics go through an array several times. What has been decoded is kept as long as it is
// little; of larger arrays the pieces after that are decoded again in each pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "direct/value.h"
#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"

namespace schemac::stats {

class JoinedElements {
 public:
  /// Decoded bytes that are kept; beside them there is one piece.
  static constexpr std::uint64_t most_kept = std::uint64_t{64} << 20;

  /// Shares the pieces.
  explicit JoinedElements(direct::Joined joined);

  [[nodiscard]] const direct::Joined& array() const { return joined_; }
  /// Whole elements in the pieces, whatever the dimensions say.
  [[nodiscard]] std::uint64_t count() const { return joined_.size / joined_.element.size; }

  /// Plain bytes from `begin` on: fills `room`, or as much of it as can be decoded.
  [[nodiscard]] Bytes read(std::uint64_t begin, MutableBytes room);
  /// Elements from `first` on as doubles, which their type has to allow; likewise.
  [[nodiscard]] std::span<const double> read(std::uint64_t first, std::span<double> out);

  /// Why a piece that was asked for can't be decoded; empty if all can.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  /// The plain content of a piece; empty if it can't be decoded.
  [[nodiscard]] Bytes piece(std::size_t number);

  direct::Joined joined_;
  std::vector<std::uint64_t> starts_;  // of the pieces, and the end of the last one
  std::vector<Blob> kept_;             // a piece each, empty if it isn't kept
  std::uint64_t kept_size_ = 0;
  Blob current_;
  std::size_t current_number_;
  std::vector<std::byte> block_;
  std::string problem_;
};

}  // namespace schemac::stats
