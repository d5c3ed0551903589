// Values of files, found by paths: through directories, records and lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "direct/value.h"
#include "model/directory.h"
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

/// Directories on the way, then a value that follows from the last of them, or a place in a file.
class PathWalk {
 public:
  PathWalk(const FileScope& scope, const model::FileExpression& path)
      : scope_(scope), path_(path) {}

  std::function<void(const TypedValue&)> on_value = [](const TypedValue&) {};
  std::function<void(const OpenDirectory&, const model::FileLet&)> on_let =
      [](const OpenDirectory&, const model::FileLet&) {};
  // The path ends at directories: how many there are.
  std::function<void(std::uint64_t)> on_directories = [](std::uint64_t) {};

  void walk() const;

 private:
  [[nodiscard]] std::optional<TypedValue> parameter() const;
  void walk_directory(const OpenDirectory& at, std::size_t i) const;
  void go_on(const std::optional<TypedValue>& place, std::size_t i) const;

  const FileScope& scope_;
  const model::FileExpression& path_;
};

/// Where a path leads; none if something on the way isn't there. With a list in the middle it ends
/// there; of a list of files there are the names, too.
[[nodiscard]] std::optional<TypedValue> find_value(const FileScope& scope,
                                                   const model::FileExpression& path);

/// Element `index` of a list of records.
[[nodiscard]] std::optional<TypedValue> element_at(const TypedValue& list, std::uint64_t index);
/// The elements of a list.
[[nodiscard]] std::uint64_t element_count(const Value& list);

/// The member of that name, of a record or of a value of no type; none if it isn't there.
[[nodiscard]] std::optional<TypedValue> member_of(const plan::Plan& plan, const TypedValue& from,
                                                  const std::string& name);

}  // namespace schemac::direct
