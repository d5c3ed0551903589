// NumPy's array file (`direct/json/array_file.h` reads it): a head, then the elements as they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extract/elements.h"
#include "stats/arrays.h"

namespace schemac::extract {

struct NpyFile {
  std::string head;        ///< with its magic; its size is a multiple of 64
  std::uint64_t size = 0;  ///< of the elements after it
  std::string remark;      ///< where NumPy has no such type: what was taken; mostly empty
};
/// Of an array that lacks nothing.
[[nodiscard]] NpyFile npy_file(const stats::FileArray& array);

/// The elements of that file. Numbers of less than 8 bits get a byte each. Returns why a piece
/// can't be decoded, or nothing.
[[nodiscard]] std::string each_npy_block(const stats::FileArray& array, const TakeBytes& take);

}  // namespace schemac::extract
