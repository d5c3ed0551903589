// Which files may belong to a dataset, by their names: for who replaces one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "schemac/io/dataset_form.h"
#include "schemac/io/folder.h"

namespace schemac::impl {

/// Whether any folder counts as one that a key names, if the schema has such: what is in it is
/// asked for by itself. Else keys have to be known, and none counts.
enum class KeyedFolders : std::uint8_t { any, none };

/// Whether a file or folder below a directory may belong to it. A file doesn't that only a key
/// names.
[[nodiscard]] inline bool may_be_part(const DatasetForms& forms, std::size_t directory,
                                      std::string_view path, FolderEntry kind,
                                      KeyedFolders keyed = KeyedFolders::any) {
  const std::string_view name = path.substr(0, path.find('/'));
  const std::string_view rest =
      name.size() < path.size() ? path.substr(name.size() + 1) : std::string_view();
  const bool is_folder = !rest.empty() || kind == FolderEntry::folder;
  const auto is_called = [&](const DatasetEntry& entry) {
    return std::any_of(entry.names.begin(), entry.names.end(), [&](const FileForm& form) {
      if (is_folder && keyed == KeyedFolders::any) return form.middle_of(name).has_value();
      return form.is_named(name);
    });
  };
  const auto& entries = forms[directory].entries;
  return std::any_of(entries.begin(), entries.end(), [&](const DatasetEntry& entry) {
    if (entry.directory.has_value() != is_folder || !is_called(entry)) return false;
    return rest.empty() || may_be_part(forms, *entry.directory, rest, kind, keyed);
  });
}

}  // namespace schemac::impl
