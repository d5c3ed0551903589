// Numbers: names for their values and bits, the versions that have these, and how they lie in
// bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/expression.h"
#include "schemac/base/numeral.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "source/source.h"

namespace schemac::model {

/// What a number is: its element type, and how many bits it has if these are fewer; else 0.
struct NumberType {
  Dtype dtype = Dtype::u32;
  std::uint8_t bits = 0;
};

/// In which order the bytes of a number are.
struct ByteOrder {
  Endian fixed = Endian::little;
  bool is_of_file = false;  ///< what Type::byte_order says counts, not `fixed`
  bool operator==(const ByteOrder&) const = default;
};

// ---- enumerations ----

enum class AttributeKind : std::uint8_t { dtype, digest, codec, byte_order, number, boolean, text };

struct EnumAttribute {
  std::string name;
  AttributeKind kind = AttributeKind::number;
  std::optional<Dtype> dtype;  ///< of a number
};

struct AttributeValue {
  Int128 number = 0;  ///< the number; the code of a dtype, digest, codec or byte order; 0 or 1
  std::string text;
};

/// The versions that have something: from `since` on, before `until`.
struct Versions {
  std::optional<std::uint32_t> since, until;
  source::SourceRange range;  ///< of the key that says so, the first of both

  [[nodiscard]] bool are_all() const { return !since && !until; }
  [[nodiscard]] bool include(Int128 version) const {
    return (!since || version >= *since) && (!until || version < *until);
  }
  /// Whether each version of `other` is one of these.
  [[nodiscard]] bool cover(const Versions& other) const {
    const bool begins_in_time = !since || (other.since && *other.since >= *since);
    const bool lasts = !until || (other.until && *other.until <= *until);
    return begins_in_time && lasts;
  }
};

struct EnumMember {
  std::string name;
  std::string text;  ///< of an enumeration of texts
  Int128 value = 0;
  std::string characters;  ///< of a value that the schema writes as text, in the file's order
  std::string doc;
  /// In the order of Enum::attributes; none: not stated.
  std::vector<std::optional<AttributeValue>> attributes;
  Versions versions;
  source::SourceRange range;
};

struct Enum {
  std::string name;  ///< one written inside a field is named after type and field: TensorColor
  std::string doc, doc_ref;
  Dtype dtype = Dtype::u32;
  std::uint8_t bits = 0;         ///< as of a Scalar
  std::optional<Endian> endian;  ///< of its own: the order of its bytes, wherever it is
  bool is_text = false;          ///< its members are texts that numbers stand for: in JSON
  bool keeps_unknown = false;
  std::vector<EnumAttribute> attributes;
  std::set<std::string> refused_attributes;  ///< declared with a type that was reported
  std::vector<EnumMember> members;
  source::SourceRange range;
};

// ---- as types of fields ----

struct FlagBit {
  std::string name;
  std::uint32_t bit = 0;
  std::uint32_t width = 1;
  Versions versions;
  std::string doc;
};

/// Where a number is among the bits of a group: fields that together fill whole bytes.
struct BitPosition {
  FieldIndex group = 0;    ///< the field that stands for all of them, before the first one
  std::uint8_t shift = 0;  ///< bits below it in the number that the group's bytes are
};
/// One number, boolean or set of flags.
struct Scalar {
  Dtype dtype = Dtype::u32;
  std::uint8_t bits = 0;             ///< how many the number has, if fewer than its type; else 0
  std::optional<BitPosition> place;  ///< of a number without bytes of its own
  bool is_group = false;  ///< it consists of the fields after it that have a `place` in it
  ByteOrder endian;
  ExpressionPtr dtype_by;     ///< `type: value_type.dtype` (planned outside ndarray)
  bool is_any_width = false;  ///< `int`, `uint` of MessagePack: read in any width
  std::optional<impl::numeral::Form> numeral;
  std::optional<EnumIndex> enumeration;
  std::vector<FlagBit> flags;

  /// Whether its bytes depend on its value.
  [[nodiscard]] bool varies() const { return is_any_width || numeral; }
  [[nodiscard]] std::uint32_t bit_count() const {
    return bits != 0 ? bits : schemac::bit_count(dtype);
  }
};
}  // namespace schemac::model
