// A row of an explanation: a stretch of bytes, and what it means.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"

namespace schemac::direct {

enum class RowKind : std::uint8_t {
  field,
  payload,
  padding,
  slack,
  unknown,
  folded,  ///< elements of the list `path` that have no rows of their own; value: [first, last]
};

/// How the bytes of a row are an array.
struct Grid {
  Dtype dtype = Dtype::u8;
  std::vector<std::uint64_t> dims;
  bool is_column_major = false;
  Endian endian = Endian::little;
};

/// What a field that holds an offset points at.
struct Target {
  std::uint64_t offset = 0;  ///< in the file, base added
  std::string path;          ///< of the field or section that begins there
};

struct Row {
  std::string path;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  RowKind kind = RowKind::field;
  std::string type;                ///< "u32", "ValueType", "f32[2, 3]"; empty for padding
  nlohmann::ordered_json value;    ///< null where there is none to show
  std::string doc;                 ///< the schema's words
  std::vector<Row> children = {};  ///< lie within
  std::string relation = {};       ///< what it follows from ("count of items"); empty if given
  std::optional<Target> target = {};
  std::optional<Grid> grid = {};  ///< of an ndarray with dims
};

}  // namespace schemac::direct
