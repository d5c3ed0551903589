// NumPy's own array file: a head that says type, dimensions and order, then the elements.
//
//   offset  size  field
//        0     6  magic    93 "NUMPY"
//        6     2  version  1.0, 2.0 or 3.0
//        8   2|4  n        u16 (version 1) or u32, little-endian
//               n  head    {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
//
// The head is a Python literal; just what such a head may hold is understood, and nothing is run.
// Source: numpy.lib.format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"

namespace schemac::direct {

struct ArrayFile {
  std::optional<Dtype> dtype;  ///< none for opaque elements ("V2"), which another may know
  std::uint64_t element_size = 0;
  Endian endian = Endian::little;
  std::vector<std::uint64_t> dims;
  bool is_column_major = false;
  Bytes elements;  ///< borrowed from the file; as many as the dimensions say

  std::string problem;  ///< why it can't be used; empty if it can
};

/// Whether `bytes` begin as an array file does.
[[nodiscard]] bool is_array_file(Bytes bytes);
/// What an array file says. Never looks past `bytes`.
[[nodiscard]] ArrayFile parse_array_file(Bytes bytes);

/// What NumPy calls elements of that type: "<f2"; of bf16 and f8e5m2, for which it has no type of
/// its own, opaque ones of their size: "<V2". Nothing for packed ones, which it hasn't.
[[nodiscard]] std::optional<std::string> numpy_name(Dtype dtype, Endian endian);

}  // namespace schemac::direct
