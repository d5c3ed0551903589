// Files on disk that grow: see schemac/core/update.h for what can be done with them.
//
//   auto file = schemac::update<tally::File>("day.tally");
//   if (!file) return fail(file.error());
//   if (auto done = file->append(item); !done) return fail(done.error());
//   if (auto done = file->commit(); !done) return fail(done.error());
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "schemac/core/limits.h"
#include "schemac/core/result.h"
#include "schemac/core/update.h"
#include "schemac/io/file_storage.h"

namespace schemac {

struct CreateOptions {
  /// How many elements there will be: for formats whose table of starts has no room to spare.
  std::optional<std::uint64_t> count = std::nullopt;
  bool replaces = false;   ///< what is there is lost at once; else it is an error
  bool is_durable = true;  ///< each step of a commit waits for the disk
};
/// Begins a new file with the fields before its list. Where these are refused, nothing is made, and
/// nothing lost.
template <GrowingFile File>
[[nodiscard]] Result<Update<File>> create(const std::string& path, const File& head,
                                          const CreateOptions& options = {}) {
  const auto open = [&] {
    return FileStorage::open(path, options.replaces ? Opening::replaced : Opening::created,
                             options.is_durable);
  };
  return Update<File>::create_in(open, head, options.count);
}

struct UpdateOptions {
  Limits limits = {};
  bool is_durable = true;  ///< each step of a commit waits for the disk
  /// Goes on with what an interruption has left: see Update::open.
  bool resumes = false;
};
/// Opens a file to append to it, or to change it in place. Others that open it so are refused
/// meanwhile; readers aren't.
template <GrowingFile File>
[[nodiscard]] Result<Update<File>> update(const std::string& path,
                                          const UpdateOptions& options = {}) {
  auto storage = FileStorage::open(path, options.resumes ? Opening::resumed : Opening::existing,
                                   options.is_durable);
  if (!storage) return std::move(storage).error();
  return Update<File>::open(*std::move(storage), options.limits, options.resumes);
}

}  // namespace schemac
