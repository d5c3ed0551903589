// A file that is written in place in memory, and replaces another one when it is whole.
//
// Its pages are the system's: a file of gigabytes takes none of the program's memory, and what goes
// into it is copied once. The room is reserved first, so a full disk is an error and no signal.
// File systems that can't map files for writing get it from memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/io/save.h"

namespace schemac::direct {

class MappedOutput {
 public:
  explicit MappedOutput(std::string path) : path_(std::move(path)) {}
  MappedOutput(const MappedOutput&) = delete;
  MappedOutput& operator=(const MappedOutput&) = delete;
  ~MappedOutput();

  /// `size` zeros beside the file that they will replace; the folder is created if need be.
  [[nodiscard]] Result<MutableBytes> begin(std::uint64_t size);
  /// Puts what is in them in its place. Without it nothing has happened.
  [[nodiscard]] Result<void> commit();

 private:
  void unmap();

  std::string path_;
  std::optional<Replacement> replacement_;
  MutableBytes room_;
  std::unique_ptr<std::byte[]> memory_;  // where the room couldn't be mapped
};

}  // namespace schemac::direct
