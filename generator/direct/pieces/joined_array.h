// Arrays made of pieces elsewhere, found in values.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "direct/value.h"
#include "model/array.h"
#include "plan/plan.h"
#include "schemac/io/dataset_paths.h"

namespace schemac::direct {

/// What joined bytes are, as values say.
struct JoinedShape {
  ElementType element;
  std::optional<UnknownType> unknown_type;         ///< another one was taken
  std::optional<std::vector<std::uint64_t>> dims;  ///< none: one dimension, of all elements
  bool is_column_major = false;
};
/// The first form of an array that a scope has the facts for; none if there is no such.
[[nodiscard]] std::optional<JoinedShape> shape_of(const impl::FactScope& scope,
                                                  const model::JoinedArray& array);

/// An array over the files of a directory, a member each: of what they hold as much as dimensions
/// ask for. None if pieces are missing or nothing says what they are. Borrows what the values do.
[[nodiscard]] std::optional<Joined> join_files(const Members& files, const impl::FactScope& scope,
                                               const model::JoinedArray& array);

/// Adds the arrays that its members make up to a record's.
void add_joined(const plan::Plan& plan, const plan::Record& record, Value& members);

/// Calls `visit` with the plain content of each piece in their order, one at a time in memory, as
/// long as it returns true. What can't be decoded ends it: the sentence.
[[nodiscard]] std::optional<std::string> each_piece(const Joined& joined,
                                                    const std::function<bool(Bytes)>& visit);
/// Bytes that its type and dimensions ask for; the most if these are too many for 64 bits.
[[nodiscard]] std::uint64_t needed_bytes(const Joined& joined);
/// The first `most` bytes, or as many as there are.
[[nodiscard]] std::vector<std::byte> first_bytes(const Joined& joined, std::uint64_t most);
/// How its elements and dimensions are called: "f64[60, 40]".
[[nodiscard]] std::string type_text(const Joined& joined);
/// "meta.dtype is 'float99', which is no type that is known"; empty where its type is known.
[[nodiscard]] std::string unknown_type_text(const Joined& joined);

}  // namespace schemac::direct
