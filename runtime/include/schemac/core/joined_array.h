// One array over many pieces of a file, each of them perhaps encoded.
//
// It knows where each piece begins, and decodes those that are asked for, when they are:
//
//   auto array = file->view.array();                      // walks over the pieces' heads, once
//   std::vector<double> room(1000);
//   if (auto done = array->read(5000, std::span(room)); !done) return fail(done.error());
//
// Threads may share it. A violation names the piece: "chunks[3].content".
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/base/array_size.h"
#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/base/parallel.h"
#include "schemac/check/check.h"
#include "schemac/check/decoding.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/codec.h"
#include "schemac/core/element.h"
#include "schemac/core/element_type.h"
#include "schemac/core/limits.h"
#include "schemac/core/result.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

namespace detail {

/// Makes numbers of this machine of elements as a file has them; bools are 0 or 1 then.
template <class T>
void to_native(std::span<T> out, Endian endian) {
  if constexpr (std::is_same_v<T, bool>)
    for (std::byte& each : std::as_writable_bytes(out)) each = std::byte{each != std::byte{0}};
  if (endian == native_endian) return;
  // Of complex elements each part by itself.
  constexpr bool is_pair = dtype_of<T> == Dtype::c64 || dtype_of<T> == Dtype::c128;
  constexpr std::size_t size = is_pair ? sizeof(T) / 2 : sizeof(T);
  for (MutableBytes rest = std::as_writable_bytes(out); !rest.empty(); rest = rest.subspan(size))
    std::reverse(rest.begin(), rest.begin() + size);
}

}  // namespace detail

/// "'float99', which is not a known type"
[[nodiscard]] inline std::string unknown_type_text(std::string_view name) {
  return message({Rule::bad_type, {}, "{text}, which is not a known type"}, {0, 0, 0, name});
}

class Joiner;

}  // namespace schemac::impl

namespace schemac {

class JoinedArray {
 public:
  /// Bytes of the array.
  struct Piece {
    CodedBytes stored;
    std::uint64_t begin = 0;  ///< bytes of the array before it
    std::uint64_t size = 0;   ///< of its plain content, as stated
    std::uint64_t index = 0;  ///< of the element that it is in: those without one count, too
  };

  JoinedArray() = default;

  [[nodiscard]] const ElementType& element() const { return element_; }
  /// What the file calls that type, where no type is called so and another one was taken.
  [[nodiscard]] const std::optional<std::string>& unknown_type() const { return unknown_type_; }
  [[nodiscard]] const std::vector<std::uint64_t>& dims() const { return dims_; }
  [[nodiscard]] bool is_column_major() const { return is_column_major_; }
  /// Bytes of all pieces, as their heads state.
  [[nodiscard]] std::uint64_t byte_size() const { return size_; }
  /// Bytes that its type and dimensions ask for; the most if these are too many for 64 bits.
  [[nodiscard]] std::uint64_t needed_bytes() const {
    std::uint64_t needed = 0;
    return impl::array_size(dims_, element_.size, needed) ? needed : ~std::uint64_t{0};
  }
  /// Whole elements.
  [[nodiscard]] std::uint64_t size() const { return size_ / element_.size; }
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  /// Why it ends early, if it does: at the first element that isn't whole, of a list that the file
  /// doesn't count (yet).
  [[nodiscard]] const std::optional<Violation>& violation() const { return violation_; }

  /// Fills `out` with the bytes from `begin` on, all of which must be there. Decodes the pieces
  /// that these lie in; of a piece that isn't asked for as a whole only a part, where its codec
  /// can.
  [[nodiscard]] Result<void> read_bytes(std::uint64_t begin, MutableBytes out,
                                        const Limits& limits = {}) const {
    if (!impl::lies_inside(begin, out.size(), 0, size_)) return outside();
    for (std::size_t i = piece_at(begin); !out.empty(); ++i) {
      const Piece& piece = pieces_[i];
      const std::uint64_t from = begin - piece.begin;
      const auto taken =
          static_cast<std::size_t>(std::min<std::uint64_t>(piece.size - from, out.size()));
      const CodecFlaw flaw =
          impl::read_range(piece.stored, piece.size, from, out.first(taken), limits);
      if (flaw != CodecFlaw::none) return flawed(piece, flaw);
      begin += taken;
      out = out.subspan(taken);
    }
    return {};
  }
  /// Elements [begin, end), as they lie in the file, into just as many bytes.
  [[nodiscard]] Result<void> read(std::uint64_t begin, std::uint64_t end, MutableBytes out,
                                  const Limits& limits = {}) const {
    if (begin > end || end > size() || out.size() != (end - begin) * element_.size)
      return outside();
    return read_bytes(begin * element_.size, out, limits);
  }
  /// Elements from `begin` on, as many as `out` has, as numbers of this machine. `T` has to be
  /// their type. A bool is true whatever byte but 0 stands for it.
  template <class T>
  requires(std::is_trivially_copyable_v<T> && !std::is_same_v<T, std::byte>)
      [[nodiscard]] Result<void> read(std::uint64_t begin, std::span<T> out,
                                      const Limits& limits = {}) const {
    if (element_.dtype != dtype_of<T>) return other_type();
    if (begin > size() || out.size() > size() - begin) return outside();
    auto done = read_bytes(begin * sizeof(T), std::as_writable_bytes(out), limits);
    if (done) impl::detail::to_native(out, element_.endian);
    return done;
  }
  /// Calls `visit(bytes, begin)` with the content of each piece in turn, one at a time in memory.
  template <class Visit>
  [[nodiscard]] Result<void> for_each_piece(const Visit& visit, const Limits& limits = {}) const {
    for (const Piece& piece : pieces_) {
      Blob plain;
      const CodecFlaw flaw = impl::decode_as_stated(piece.stored, piece.size, plain, limits);
      if (flaw != CodecFlaw::none) return flawed(piece, flaw);
      visit(plain.bytes(), piece.begin);
    }
    return {};
  }
  /// Fills `out`, which has just as many bytes as there are, on that many threads, a piece each.
  [[nodiscard]] Result<void> read_all(MutableBytes out, unsigned threads = 1,
                                      const Limits& limits = {}) const {
    if (out.size() != size_) return outside();
    std::mutex first_only;
    std::size_t first = pieces_.size();
    CodecFlaw found = CodecFlaw::none;
    impl::for_each_share(pieces_.size(), threads, [&](std::uint64_t i) {
      const Piece& piece = pieces_[i];
      const MutableBytes to =
          out.subspan(static_cast<std::size_t>(piece.begin), static_cast<std::size_t>(piece.size));
      const CodecFlaw flaw = impl::read_range(piece.stored, piece.size, 0, to, limits);
      if (flaw == CodecFlaw::none) return true;
      const std::lock_guard lock(first_only);
      if (i < first) first = i, found = flaw;
      return false;
    });
    if (found != CodecFlaw::none) return flawed(pieces_[first], found);
    return {};
  }

 private:
  friend class impl::Joiner;

  [[nodiscard]] std::size_t piece_at(std::uint64_t at) const {
    const auto after = std::upper_bound(
        pieces_.begin(), pieces_.end(), at,
        [](std::uint64_t offset, const Piece& piece) { return offset < piece.begin; });
    return after == pieces_.begin() ? 0 : static_cast<std::size_t>(after - pieces_.begin()) - 1;
  }
  [[nodiscard, gnu::cold, gnu::noinline]] Violation flawed(const Piece& piece,
                                                           CodecFlaw flaw) const {
    Violation violation = impl::violation_of(flaw);
    violation.path = impl::path_of(impl::OriginFrame(origin_).frame());
    if (*list_ != 0)
      impl::append_path(violation.path, list_ + ('[' + std::to_string(piece.index) + ']'));
    impl::append_path(violation.path, piece_);
    violation.offset = origin_.offset_of(piece.stored.stored().data());
    return violation;
  }
  [[nodiscard, gnu::cold, gnu::noinline]] Violation outside() const {
    return misused("there are fewer elements than are asked for");
  }
  [[nodiscard, gnu::cold, gnu::noinline]] Violation other_type() const {
    return misused("its elements are " + element_.name);
  }
  [[nodiscard]] Violation misused(std::string message) const {
    std::string path = impl::path_of(impl::OriginFrame(origin_).frame());
    impl::append_path(path, name_);
    return {std::move(path), 0, Rule::bad_value, Level::error, "", std::move(message)};
  }

  impl::Origin origin_;
  const char *name_ = "", *list_ = "", *piece_ = "";
  ElementType element_{Dtype::u8, Endian::little};
  std::optional<std::string> unknown_type_;
  std::vector<std::uint64_t> dims_;
  bool is_column_major_ = false;
  std::uint64_t size_ = 0;
  std::vector<Piece> pieces_;
  std::optional<Violation> violation_;
};

}  // namespace schemac
