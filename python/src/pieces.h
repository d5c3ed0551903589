// An array that a file stores in pieces, each perhaps encoded: decoded as far as it is asked for.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "direct/value.h"
#include "tree.h"

namespace schemac::python {

namespace nb = nanobind;

class Pieces {
 public:
  /// `joined` is held by `value`.
  Pieces(std::shared_ptr<const Tree> tree, ValuePointer value, const direct::Joined& joined,
         std::string path);

  [[nodiscard]] const direct::Joined& array() const { return *joined_; }
  /// Where each piece begins in the bytes of the array, and where the last one ends.
  [[nodiscard]] const std::vector<std::uint64_t>& starts() const { return starts_; }
  /// All bytes, where they lie one after the other as they are; else None.
  [[nodiscard]] nb::object in_place() const;
  /// Raises InvalidFile unless that many bytes from `begin` on may be there, as far as this is
  /// known without decoding them: to be called before anyone makes room for them.
  void require(std::uint64_t begin, std::uint64_t size) const;
  /// Fills a writable buffer with the array's bytes from `begin` on, a piece to a thread. Decodes
  /// the pieces that these lie in; of one that isn't asked for as a whole only a part, where its
  /// codec can. The interpreter isn't locked meanwhile. Raises InvalidFile for what can't be
  /// decoded.
  void read_into(std::uint64_t begin, nb::handle room, unsigned threads) const;

 private:
  /// Pieces that hold some of these bytes, which are more than none.
  struct Span {
    std::size_t first, last;
  };
  [[nodiscard]] Span pieces_of(std::uint64_t begin, std::uint64_t size) const;
  [[nodiscard]] std::uint64_t size_of(std::size_t piece) const {
    return starts_[piece + 1] - starts_[piece];
  }
  [[noreturn]] void raise_flaw(std::size_t piece, CodecFlaw flaw) const;

  std::shared_ptr<const Tree> tree_;
  ValuePointer value_;
  const direct::Joined* joined_;
  std::string path_;
  std::vector<std::uint64_t> starts_;
};

void bind_pieces(nb::module_& module);

}  // namespace schemac::python
