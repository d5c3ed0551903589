// What a caller allows a file to ask for. The defaults are safe for files of strangers; only the
// caller raises them.
#pragma once

#include <cstdint>

namespace schemac {

struct Limits {
  /// Bytes that `read` may own, beyond `memory_per_byte` times the size of the file.
  std::uint64_t memory = 16u << 20;
  std::uint64_t memory_per_byte = 8;
  /// Elements of all arrays of records together; those of size zero count, too.
  std::uint64_t elements = std::uint64_t{1} << 32;
  /// Not more than these beyond `elements_per_byte` times the size of the file: where many offsets
  /// lead to the same bytes, a small file would take long.
  std::uint64_t shared_elements = 1u << 20;
  std::uint64_t elements_per_byte = 64;
  /// Of these, elements that may have no bytes (of lists whose element takes at least 0), since
  /// nothing but the number that announces them bounds them: beyond `empty_elements_per_byte` times
  /// the size of the file.
  std::uint64_t empty_elements = 1u << 16;
  std::uint64_t empty_elements_per_byte = 16;
  /// Records inside records, embedded encodings included.
  std::uint32_t depth = 100;
  /// What a codec may make of one buffer, in bytes.
  std::uint64_t decoded = std::uint64_t{1} << 30;
  /// Violations that a report keeps; further ones are only counted.
  std::uint32_t violations = 1000;
};

}  // namespace schemac
