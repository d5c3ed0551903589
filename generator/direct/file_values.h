// Values of expressions over the files of a directory.
#pragma once

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
};

/// What expressions are about: the directory's files, and what stands for `_`, `_key` or the item.
struct FileScope {
  const plan::Plan* plan = nullptr;
  const plan::Directory* directory = nullptr;
  std::vector<std::optional<TypedValue>> entries;  ///< beside those of the directory
  std::optional<TypedValue> element, key, item;
};

/// Where a path leads; none if something on the way isn't there. With a list in the middle it ends
/// there.
[[nodiscard]] std::optional<TypedValue> find_value(const FileScope& scope,
                                                   const model::FileExpression& path);

/// Whether a condition holds; none if it can't be calculated.
[[nodiscard]] std::optional<bool> holds(const FileScope& scope,
                                        const model::FileExpression& condition);

/// A key, and the element that it was taken from.
struct FileKey {
  std::string name;
  std::string path;  ///< of the name, in its file
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
