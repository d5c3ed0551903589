// Values of expressions over the files of a directory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "direct/pieces/file_paths.h"
#include "model/directory.h"

namespace schemac::direct {

/// Whether a condition holds; none if something that it asks for isn't there. It doesn't if a
/// number in it is too large to calculate with.
[[nodiscard]] std::optional<bool> holds(const FileScope& scope,
                                        const model::FileExpression& condition);

/// The number, text or numbers that an expression is worth; none if it is worth something else or
/// can't be calculated.
[[nodiscard]] std::optional<Int128> number_in(const FileScope& scope,
                                              const model::FileExpression& expression);
[[nodiscard]] std::optional<std::string> text_in(const FileScope& scope,
                                                 const model::FileExpression& expression);
[[nodiscard]] std::optional<std::vector<Int128>> numbers_in(
    const FileScope& scope, const model::FileExpression& expression);

/// The case that a directory is of, by what its chooser leads to; none if that isn't there.
[[nodiscard]] std::optional<std::string> case_of(const FileScope& scope);

/// A key, and the element that it was taken from.
struct FileKey {
  std::string name;
  TypedValue place;  ///< the text that is the name
  TypedValue element;
};
/// The keys of a list, in their order; none if the list isn't there.
[[nodiscard]] std::optional<std::vector<FileKey>> keys_of(const FileScope& scope,
                                                          const model::KeyList& keys);

}  // namespace schemac::direct
