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

#include "schemac/core/bytes.h"
#include "schemac/core/check.h"
#include "schemac/core/checked.h"
#include "schemac/core/codec.h"
#include "schemac/core/coded.h"
#include "schemac/core/context.h"
#include "schemac/core/element.h"
#include "schemac/core/element_type.h"
#include "schemac/core/frame.h"
#include "schemac/core/limits.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/parallel.h"
#include "schemac/core/rejection.h"
#include "schemac/core/result.h"
#include "schemac/core/view.h"

namespace schemac {

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
  return message({Rule::bad_type, Level::error, {}, {}, "{text}, which is not a known type"},
                 {0, 0, 0, name});
}

class JoinedArray {
 public:
  /// A part of the array.
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
    return array_size(dims_, element_.size, needed) ? needed : ~std::uint64_t{0};
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
    if (!lies_inside(begin, out.size(), 0, size_)) return outside();
    for (std::size_t i = piece_at(begin); !out.empty(); ++i) {
      const Piece& piece = pieces_[i];
      const std::uint64_t from = begin - piece.begin;
      const auto taken =
          static_cast<std::size_t>(std::min<std::uint64_t>(piece.size - from, out.size()));
      const CodecFlaw flaw = read_part(piece.stored, piece.size, from, out.first(taken), limits);
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
    if (done) detail::to_native(out, element_.endian);
    return done;
  }
  /// Calls `visit(bytes, begin)` with the content of each piece in turn, one at a time in memory.
  template <class Visit>
  [[nodiscard]] Result<void> for_each_piece(const Visit& visit, const Limits& limits = {}) const {
    for (const Piece& piece : pieces_) {
      Blob plain;
      const CodecFlaw flaw = decode_as_stated(piece.stored, piece.size, plain, limits);
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
    for_each_part(pieces_.size(), threads, [&](std::uint64_t i) {
      const Piece& piece = pieces_[i];
      const MutableBytes to =
          out.subspan(static_cast<std::size_t>(piece.begin), static_cast<std::size_t>(piece.size));
      const CodecFlaw flaw = read_part(piece.stored, piece.size, 0, to, limits);
      if (flaw == CodecFlaw::none) return true;
      const std::lock_guard lock(first_only);
      if (i < first) first = i, found = flaw;
      return false;
    });
    if (found != CodecFlaw::none) return flawed(pieces_[first], found);
    return {};
  }

 private:
  friend class Joiner;

  [[nodiscard]] std::size_t piece_at(std::uint64_t at) const {
    const auto behind = std::upper_bound(
        pieces_.begin(), pieces_.end(), at,
        [](std::uint64_t place, const Piece& piece) { return place < piece.begin; });
    return behind == pieces_.begin() ? 0 : static_cast<std::size_t>(behind - pieces_.begin()) - 1;
  }
  [[nodiscard, gnu::cold, gnu::noinline]] Violation flawed(const Piece& piece,
                                                           CodecFlaw flaw) const {
    Violation violation = violation_of(flaw);
    violation.path = path_of(OriginFrame(origin_).frame());
    if (*list_ != 0) append_path(violation.path, list_ + ('[' + std::to_string(piece.index) + ']'));
    append_path(violation.path, piece_);
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
    std::string path = path_of(OriginFrame(origin_).frame());
    append_path(path, name_);
    return {std::move(path), 0, Rule::bad_value, Level::error, "", std::move(message)};
  }

  Origin origin_;
  const char *name_ = "", *list_ = "", *piece_ = "";
  ElementType element_{Dtype::u8, Endian::little};
  std::optional<std::string> unknown_type_;
  std::vector<std::uint64_t> dims_;
  bool is_column_major_ = false;
  std::uint64_t size_ = 0;
  std::vector<Piece> pieces_;
  std::optional<Violation> violation_;
};

/// Whether arrays of a file are held against their dimensions: not beside violations that make
/// readers refuse it.
[[nodiscard]] inline bool may_check_arrays(const Context& context, const Check& check) {
  return !context.stopped() && context.makes(check) && !context.has_errors();
}

/// Notes that an array has other bytes than its type and dimensions ask for, unless something worse
/// is wrong with the file. Returns whether the walk goes on.
inline bool check_size(Context& context, const Frame& frame, const Check& check,
                       const JoinedArray& array) {
  const std::uint64_t needed = array.needed_bytes();
  if (needed == array.byte_size()) return true;
  const std::byte* const at = array.pieces().empty()
                                  ? context.space().data()
                                  : array.pieces().front().stored.stored().data();
  return context.note(check, frame, at, {array.byte_size(), needed});
}
/// The same of an array of a value that is to be written: why it isn't.
inline bool check_size(Rejection& rejection, const Check& check, const JoinedArray& array) {
  const std::uint64_t needed = array.needed_bytes();
  return needed == array.byte_size() ||
         rejection.reject(check, Frame{}, {array.byte_size(), needed});
}

/// The size of a piece, as a value says it: none if it doesn't, or can't.
template <class Number>
[[nodiscard]] std::optional<std::uint64_t> piece_size(const Number& number) {
  if constexpr (requires { number.has_value(); }) {
    return number ? piece_size(*number) : std::nullopt;
  } else {
    return number > 0 ? std::optional(static_cast<std::uint64_t>(number)) : std::nullopt;
  }
}

/// Whether a form whose type a text of the file names can be taken: `take(element)` does. What no
/// type is called is remembered, until a later name is one.
template <class Take>
[[nodiscard]] bool take_named(const NamedType& type, std::optional<std::string>& unknown,
                              const Take& take) {
  if (type.unknown) unknown = type.unknown;
  if (!type.element || !take(*type.element)) return false;
  unknown.reset();
  return true;
}
/// Why no form can be taken.
[[nodiscard]] inline std::string untyped_text(const std::optional<std::string>& unknown) {
  return unknown ? "its elements are " + unknown_type_text(*unknown)
                 : "nothing says what type its elements have";
}

/// Cuts `bytes` into pieces of a size, the last one shorter, which share them; `put(element,
/// piece)` fills an element. An error is that no size is said.
template <class Number, class Element, class Put>
[[nodiscard]] Result<void> cut(const Blob& bytes, const Number& each, const char* name,
                               std::vector<Element>& out, const Put& put) {
  const std::optional<std::uint64_t> size = piece_size(each);
  out.clear();
  if (bytes.empty()) return {};
  if (!size)
    return Violation{name,         0,  Rule::bad_value,
                     Level::error, "", "can't be cut: nothing says how large its pieces are"};
  out.reserve(static_cast<std::size_t>((bytes.size() - 1) / *size + 1));
  for (std::uint64_t at = 0; at < bytes.size();) {
    const std::uint64_t taken = std::min(*size, bytes.size() - at);
    put(out.emplace_back(), bytes.part(at, taken));
    at += taken;
  }
  return {};
}

/// Puts an array together: for generated code.
class Joiner {
 public:
  /// `list` is "" of a piece that is no element's.
  Joiner(const Origin& origin, const char* name, const char* list, const char* piece) {
    array_.origin_ = origin;
    array_.name_ = name;
    array_.list_ = list;
    array_.piece_ = piece;
  }

  /// Adds what the next element has, if it has something. Returns false if that can't be: why is
  /// `violation`, and nothing may be added any more.
  template <class Content>
  [[nodiscard]] bool add(const Content& content) {
    const bool is_added = join(content);
    ++next_;
    return is_added;
  }
  /// The same where nobody will ask for more than the array's size.
  template <class Content>
  [[nodiscard]] bool count(const Content& content) {
    keeps_pieces_ = false;
    return add(content);
  }
  [[nodiscard]] const Violation& violation() const { return violation_; }
  /// Whether the array may end where `elements` ended early: the file doesn't count them.
  template <class Elements>
  [[nodiscard]] bool stops_at(const Elements& elements) {
    if (elements.size()) return false;
    array_.violation_ = elements.violation();
    return true;
  }

  /// Whether the file has the facts of a form, which the array then takes; without dims there is
  /// one dimension, of all elements.
  [[nodiscard]] bool as(const std::optional<ElementType>& element, bool is_column_major) {
    if (!element) return false;
    array_.element_ = *element;
    array_.is_column_major_ = is_column_major;
    array_.dims_ = {array_.size()};
    return true;
  }
  [[nodiscard]] bool as(const std::optional<ElementType>& element,
                        const std::optional<std::vector<std::uint64_t>>& dims,
                        bool is_column_major) {
    if (!dims || !as(element, is_column_major)) return false;
    array_.dims_ = *dims;
    return true;
  }
  template <class... Rest>
  [[nodiscard]] bool as(const NamedType& type, const Rest&... rest) {
    return take_named(type, array_.unknown_type_,
                      [&](const ElementType& element) { return as(element, rest...); });
  }
  [[nodiscard]] JoinedArray take() && { return std::move(array_); }
  /// The list isn't there.
  [[nodiscard]] Violation absent() const { return array_.misused(absent_message); }
  /// No form has its facts.
  [[nodiscard]] Violation untyped() const {
    return array_.misused(untyped_text(array_.unknown_type_));
  }

 private:
  [[nodiscard]] bool join(const CodedBytes& stored) {
    const std::optional<std::uint64_t> size = stored.size();
    const JoinedArray::Piece piece{stored, array_.size_, size.value_or(0), next_};
    if (keeps_pieces_) array_.pieces_.push_back(piece);
    if (size && schemac::add(array_.size_, *size, array_.size_)) return true;
    violation_ = array_.flawed(piece, CodecFlaw::malformed);
    return false;
  }
  [[nodiscard]] bool join(Bytes plain) { return join(CodedBytes(&codec_none, plain)); }
  // Of a value, which keeps them as long as the array is asked.
  [[nodiscard]] bool join(const Blob& plain) { return join(plain.bytes()); }
  [[nodiscard]] bool join(const Coded& content) {
    return content.is_stored() ? join(content.stored_content()) : join(content.plain());
  }
  template <class Content>
  [[nodiscard]] bool join(const std::optional<Content>& content) {
    return !content || join(*content);
  }
  // One that isn't there adds nothing; one that is broken isn't passed over.
  template <class Content>
  [[nodiscard]] bool join(const Result<Content>& content) {
    if (content) return join(*content);
    if (is_absent(content.error())) return true;
    violation_ = content.error();
    return false;
  }

  JoinedArray array_;
  Violation violation_;
  std::uint64_t next_ = 0;  // index of the element that comes
  bool keeps_pieces_ = true;
};

}  // namespace schemac
