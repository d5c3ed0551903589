// What steps name: addresses, subjects, lengths, frames, and what is reported where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace schemac::steps {

using plan::CheckId;
using plan::Expr;
using plan::FieldId;
using plan::SectionRef;

/// An address: that of a name, and a distance. Names are numbers into Routine::addresses.
using Address = plan::Position;
using AddressId = plan::AnchorId;

/// What a step is about: a field, or (by `suffix`) what it holds as an alternative or an element:
/// "_string".
struct Subject {
  FieldId field = 0;
  std::string suffix;
};

/// How long something is: of a field its id, of what a field holds a number beyond those
/// (Routine::inner).
using LengthId = std::uint32_t;

/// Below which frame something is reported: a number into Routine::frames. 0 is the record's.
using FrameId = std::uint32_t;
inline constexpr FrameId record_frame = 0;
struct Frame {
  FrameId above = record_frame;
  std::string name;         ///< of the field, below the frame above
  bool is_element = false;  ///< its index is that of the loop around
  Subject of;
};

/// A check that blames a place: what is reported, and where.
struct Blame {
  CheckId check = 0;
  FrameId frame = record_frame;
  Address at;
};

/// Bytes that are bounded together, part by part: which of them is missing is what is reported.
struct StretchField {
  std::string name;  ///< below the frame
  std::uint64_t size = 0;
  enum class Kind : std::uint8_t { single, counted, indexed } kind = Kind::single;
  const plan::Scalar* tagged = nullptr;  ///< begins with a tag
};
struct Stretch {
  std::string name;  ///< of the constant: "tensor_dtype_run"
  std::vector<StretchField> fields;
  std::optional<CheckId> cause;
  bool has_tags = true;  ///< whether fields may begin with tags; else none needs a look
};

/// Where in a value something is kept: as a member of it, as the next element of one, or as one of
/// its alternatives.
struct Target {
  enum class Kind : std::uint8_t { member, element, alternative } kind = Kind::member;
  FieldId field = 0;
  std::size_t alternative = 0;
};

}  // namespace schemac::steps
