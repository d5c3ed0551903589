// Values of expressions over the files of a directory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// A value, and what the plan says it is.
struct TypedValue {
  const Value* value = nullptr;
  const plan::Record* record = nullptr;  ///< of Members, or of the elements of a list
  const plan::Field* field = nullptr;    ///< what holds it
  std::string path;                      ///< in its file: "blocks[0].vars[2]"
  std::shared_ptr<const Value> made;     ///< keeps a value that stands in no tree: inside a text
  std::string file;                      ///< its file below the whole dataset: "data/part_1.bin"
  const std::vector<std::string>* files = nullptr;  ///< of a list of files: theirs
};

/// A directory that is being read or written. What points into it must not outlive it.
struct OpenDirectory {
  const plan::Directory* directory = nullptr;
  std::string prefix;                  ///< of its files: "data/", "" of the whole dataset
  std::vector<TypedValue> parameters;  ///< as far as they are there, none of them after a gap
  // Beside the entries: a file or a list of files, their names, directories.
  std::vector<std::optional<TypedValue>> entries;
  std::vector<std::vector<std::string>> files;
  std::vector<std::vector<std::unique_ptr<OpenDirectory>>> inner;
};

/// What expressions are about: a directory's files, and what stands for `_`, `_key` or the item.
struct FileScope {
  const plan::Plan* plan = nullptr;
  const OpenDirectory* in = nullptr;
  std::optional<TypedValue> element, key, item;
};

/// Where a path leads; none if something on the way isn't there. With a list in the middle it ends
/// there; of a list of files there are the names, too.
[[nodiscard]] std::optional<TypedValue> find_value(const FileScope& scope,
                                                   const model::FileExpression& path);

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

/// Element `index` of a list of records.
[[nodiscard]] std::optional<TypedValue> element_at(const TypedValue& list, std::uint64_t index);
/// The elements of a list.
[[nodiscard]] std::uint64_t element_count(const Value& list);

}  // namespace schemac::direct
