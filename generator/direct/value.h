// A file's values without their C++ types: what a person means, as a tree.
//
// It holds only given members and choices, never a derived field, so a tree that was decoded,
// changed and encoded again gets its counts, sizes and offsets from the plan. Payloads and lists of
// scalars borrow the bytes that they were read from (or share an owner), so a tree costs far less
// than ten times its file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/codec.h"
#include "schemac/core/coded.h"
#include "schemac/core/dtype.h"
#include "schemac/core/element_type.h"
#include "schemac/core/free_value.h"

namespace schemac::direct {

using model::Int128;

struct Value;
struct Member;

/// An optional field that isn't there, or one that couldn't be read.
struct Absent {};
/// A whole number; `name` is the member's where it is of an enumeration that has one.
struct Number {
  Int128 value = 0;
  std::string name;
};
/// f8 to f64, as its bits: NaNs keep their payload.
struct Real {
  Dtype dtype = Dtype::f64;
  std::uint64_t bits = 0;
};
struct Boolean {
  bool value = false;
};
/// Bytes that are borrowed, or that an owner keeps: a buffer, a mapped file.
struct Content {
  Bytes bytes;
  std::shared_ptr<const void> owner;
};
/// Characters; maybe not UTF-8.
struct Characters {
  Content content;
};
struct RawBytes {
  Content content;
  std::vector<Content> parts = {};  ///< to be written: these instead, one after the other
};
/// Bytes that a codec encodes.
struct EncodedContent {
  Coded coded;                  ///< plain content, or stored bytes of a codec
  std::optional<Blob> stored;   ///< from JSON: bytes that count while they decode to that content
  bool has_plain = true;        ///< false: nothing but `stored` was said
  bool is_undecodable = false;  ///< and that it can't be decoded, as a file stated it
  std::shared_ptr<const FreeValue> value;  ///< of a text: what it stands for
};
/// Bytes of an array, to be decoded.
struct Piece {
  CodedBytes bytes;
  Blob kept;  ///< keeps them
};
/// What a member of a file calls the type of elements, where no type is called so.
struct UnknownType {
  std::string path;  ///< of the member
  std::string name;
};
/// One array over many pieces, which other members hold: found in these, and never written.
struct Joined {
  ElementType element;
  std::optional<UnknownType> unknown_type;  ///< another one was taken
  std::vector<std::uint64_t> dims;
  bool is_column_major = false;
  std::vector<Piece> pieces;
  /// Bytes of all, as their codecs state; over the files of a directory those that count, which the
  /// pieces may go beyond.
  std::uint64_t size = 0;
  const model::JoinedArray* declared = nullptr;  ///< of the schema
};
/// A value of no type, with the bytes that stand for it.
struct OpenValue {
  const plan::FreeForm* form = nullptr;
  std::shared_ptr<const FreeValue> value;
  Content content;
  bool is_usual = true;  ///< the bytes are those that a writer makes of it
};
/// A list of scalars as it lies in the file. Bits and other packed elements have their lowest bits
/// first.
struct Scalars {
  Dtype dtype = Dtype::u8;
  Endian endian = Endian::little;
  const plan::Enum* enumeration = nullptr;
  std::uint64_t count = 0;
  Content content;
  const std::vector<plan::Flag>* flags = nullptr;  ///< names of each element's bits
  /// Of packed elements to be written: the first number that doesn't fit its bits.
  struct Unfit {
    std::uint64_t index = 0;
    Int128 number = 0;
  };
  std::optional<Unfit> unfit = std::nullopt;
};
struct Elements {
  std::vector<Value> values;
  std::uint64_t left_out = 0;        ///< elements after these, of which a reader had too many
  const std::byte* begin = nullptr;  ///< where the first one was read, if they lie in a row
};
/// An ndarray's bytes. Without `dims` it is a single element whose dtype is the value's own.
struct Payload {
  Dtype dtype = Dtype::u8;
  std::optional<std::vector<std::uint64_t>> dims;
  bool is_column_major = false;
  Endian endian = Endian::little;
  Content content;
  /// Packed elements that were given one by one: their bytes don't say how many.
  std::optional<std::uint64_t> given = std::nullopt;
};
/// What a switch holds.
struct Chosen {
  std::string alternative;
  std::vector<Value> value;  ///< exactly one
};
/// Members in the order of the schema; choices apart. Also flags: a member a flag.
struct Members {
  std::vector<Member> given;
  std::vector<Member> choices;

  [[nodiscard]] const Value* find(const std::string& name) const;
};

struct Value {
  std::variant<Absent, Number, Real, Boolean, Characters, RawBytes, EncodedContent, OpenValue,
               Scalars, Elements, Payload, Joined, Chosen, Members>
      kind;

  [[nodiscard]] bool is_absent() const { return std::holds_alternative<Absent>(kind); }
};

struct Member {
  std::string name;
  Value value;
};

/// How much of a file a tree holds. What lies in no list is always there.
struct Extent {
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  std::uint64_t values = all;   ///< elements of lists are left out after so many values
  bool counts_scalars = false;  ///< lists of scalars hold a value an element, as they do in JSON
  /// Gets the elements that are records of lists that the file's record holds. The tree doesn't
  /// hold them then, so its size doesn't depend on their number.
  std::function<void(const plan::Field& list, Value element)> take = {};
  /// Asked before each of these; what it doesn't want is passed over.
  std::function<bool(const plan::Field& list)> wants = {};
  bool counts_taken = true;  ///< whether values of those are among `values`
};

/// Bytes that the result owns.
[[nodiscard]] Content own(std::vector<std::byte> bytes);

/// Bytes of a text, of raw bytes, of a list of scalars or of an array; null for other values.
[[nodiscard]] const Content* content_of(const Value* value);

}  // namespace schemac::direct
