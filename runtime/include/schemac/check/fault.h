// What is missing where bytes end too early.
//
// A walk checks the bounds of a whole stretch of neighbouring fields at once and returns false when
// they do not fit. Only then, on the cold path, the table of the stretch shows which field is the
// first that is not whole, and which other field announced more than there is. One fault gives one
// or two violations ("the pair": cause and effect).
//
// A field of a wire form may begin with a tag, which is named apart: "n.tag", then "n". Tags
// are compared together with the bounds; which of them is of another form is found out here, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "schemac/base/checked.h"
#include "schemac/check/check.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

/// A field of a stretch. A `counted` one occurs `count` times (the fault's); its elements are named
/// `path[i]` if `indexed`, else they are one payload that is missing as a whole.
struct StretchField {
  std::string_view path = {};
  std::uint64_t size = 0;  ///< bytes of the field, or of one element
  bool counted = false;
  bool indexed = false;
  /// Where the field (each element) begins with a tag: what a byte below `tag` or above `last_tag`
  /// breaks. A field of one byte is a tag alone.
  const Check* form = nullptr;
  std::uint8_t tag = 0;
  std::uint8_t last_tag = 0;
};

/// Neighbouring fields under one bounds check.
struct Stretch {
  std::span<const StretchField> fields = {};
  /// The check at the field that states the count; null where the length is fixed. Its class is
  /// `bad_count` if the bytes announced would fit into the file, `resource_limit` if not. Facts: a
  /// the count, b the bytes needed, c the bytes left. Not noted for a count of 0, which announces
  /// nothing.
  const Check* cause = nullptr;
};

/// A stretch that did not fit, or in which a tag is wrong.
struct Fault {
  const Stretch* stretch = nullptr;
  const std::byte* begin = nullptr;     ///< of the stretch
  const std::byte* end = nullptr;       ///< where the bytes end that it may use
  const std::byte* count_at = nullptr;  ///< the field that states the count, if any
  std::uint64_t count = 0;

  explicit operator bool() const { return stretch != nullptr; }
};

namespace detail {

inline std::uint64_t saturated_product(std::uint64_t x, std::uint64_t y) {
  std::uint64_t product = 0;
  return multiply(x, y, product) ? product : ~std::uint64_t{0};
}
inline std::uint64_t saturated_sum(std::uint64_t x, std::uint64_t y) {
  std::uint64_t sum = 0;
  return add(x, y, sum) ? sum : ~std::uint64_t{0};
}
inline std::uint64_t field_size(const StretchField& field, std::uint64_t count) {
  return field.counted ? saturated_product(field.size, count) : field.size;
}

}  // namespace detail

/// Bytes of the whole stretch.
[[nodiscard]] inline std::uint64_t size_needed(const Fault& fault) {
  std::uint64_t needed = 0;
  for (const StretchField& field : fault.stretch->fields)
    needed = detail::saturated_sum(needed, detail::field_size(field, fault.count));
  return needed;
}

namespace detail {

/// The first field of a stretch that isn't as it should be.
struct FieldAtFault {
  std::string field;
  std::uint64_t offset = 0;  ///< from the start of the stretch
  std::uint64_t needed = 0;  ///< bytes
  std::uint64_t left = 0;
  const Check* form = nullptr;  ///< its tag is there, but wrong
};

inline std::string element_name(const StretchField& field, std::uint64_t index) {
  return std::string(field.path) + (field.indexed ? '[' + std::to_string(index) + ']' : "");
}

/// The first tag or content that is at fault among the elements of a field that begins at `before`.
inline bool find_in_tagged(const Fault& fault, const StretchField& field, std::uint64_t before,
                           FieldAtFault& out) {
  const auto left = static_cast<std::uint64_t>(fault.end - fault.begin);
  const std::uint64_t count = field.counted ? fault.count : 1;
  for (std::uint64_t i = 0; i < count; ++i, before += field.size) {
    const bool has_tag = before < left;
    const auto byte = has_tag ? std::to_integer<std::uint8_t>(fault.begin[before]) : field.tag;
    const bool is_wrong = byte < field.tag || byte > field.last_tag;
    if (!has_tag || is_wrong) {
      out = {element_name(field, i), before, 1, 0, is_wrong ? field.form : nullptr};
      if (field.size > 1) out.field += out.field.empty() ? "tag" : ".tag";
      return true;
    }
    if (left - before >= field.size) continue;
    out = {element_name(field, i), before + 1, field.size - 1, left - before - 1, nullptr};
    return true;
  }
  return false;
}

inline bool find_in_plain(const Fault& fault, const StretchField& field, std::uint64_t before,
                          FieldAtFault& out) {
  const std::uint64_t left = static_cast<std::uint64_t>(fault.end - fault.begin) - before;
  const std::uint64_t size = field_size(field, fault.count);
  if (size <= left) return false;
  const bool is_element = field.counted && field.indexed;
  const std::uint64_t whole = is_element ? left / field.size : 0;
  out = {element_name(field, whole), before + whole * field.size, is_element ? field.size : size,
         left - whole * field.size, nullptr};
  return true;
}

inline FieldAtFault find_field_at_fault(const Fault& fault) {
  FieldAtFault found;
  std::uint64_t before = 0;
  for (const StretchField& field : fault.stretch->fields) {
    const bool is_here = field.form != nullptr ? find_in_tagged(fault, field, before, found)
                                               : find_in_plain(fault, field, before, found);
    if (is_here) break;
    before += field_size(field, fault.count);
  }
  return found;
}

}  // namespace detail

/// Which of the two a fault's violation is: at the field that announces too much, or at what isn't
/// whole.
enum class FaultSide : std::uint8_t { cause, effect };

/// Calls `note(check, offset, facts, side)` for the violations of `fault`; `space` are all bytes of
/// the file. Returns whether bytes are missing: false if a tag is wrong instead.
template <class Note>
bool explain(const Fault& fault, Bytes space, Note&& note) {
  const auto left = static_cast<std::uint64_t>(fault.end - fault.begin);
  const auto offset = static_cast<std::uint64_t>(fault.begin - space.data());
  const std::uint64_t needed = size_needed(fault);
  if (fault.stretch->cause != nullptr && fault.count != 0 && needed > left) {
    Check cause = *fault.stretch->cause;
    cause.rule = needed > space.size() - offset ? Rule::resource_limit : Rule::bad_count;
    note(cause, static_cast<std::uint64_t>(fault.count_at - space.data()),
         Facts{fault.count, needed, left}, FaultSide::cause);
  }
  const detail::FieldAtFault found = detail::find_field_at_fault(fault);
  if (found.form != nullptr) {
    Check form = *found.form;
    form.field = found.field;
    note(form, offset + found.offset,
         Facts{std::to_integer<std::uint64_t>(fault.begin[found.offset])}, FaultSide::effect);
    return false;
  }
  note(Check{Rule::truncated, found.field, "{a} bytes needed, {b} left"}, offset + found.offset,
       Facts{found.needed, found.left}, FaultSide::effect);
  return true;
}

}  // namespace schemac::impl
