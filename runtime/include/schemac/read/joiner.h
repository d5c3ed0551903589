// Makes a JoinedArray of the pieces of a file, checks its size, and cuts bytes into pieces.
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
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/check/rejection.h"
#include "schemac/core/bytes.h"
#include "schemac/core/codec.h"
#include "schemac/core/coded.h"
#include "schemac/core/element.h"
#include "schemac/core/element_type.h"
#include "schemac/core/joined_array.h"
#include "schemac/core/result.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

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
    if (size && schemac::impl::add(array_.size_, *size, array_.size_)) return true;
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

}  // namespace schemac::impl
