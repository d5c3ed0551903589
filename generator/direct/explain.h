// What every byte of a file means: rows in order of offset that cover it once, padding and the
// unknown included.
//
// Broken files are explained as far as they can be read; what no row reaches is `unknown`.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "schemac/core/limits.h"

namespace schemac::direct {

enum class RowKind : std::uint8_t { field, payload, padding, slack, unknown };

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

/// Rows in order of offset. Of a file that `validate` accepts they cover each byte exactly once.
[[nodiscard]] std::vector<Row> explain(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                                       const Limits& limits = {});

/// {"fields": [...]}; "relation" and "target" only where there are any.
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<Row>& rows);

struct TableOptions {
  std::string path;                         ///< only rows at or below this path; empty: all
  std::uint32_t depth = ~std::uint32_t{0};  ///< rows deeper than this are folded into one, by path
  bool has_colours = false;
  std::uint32_t hex_bytes = 8;  ///< bytes shown a row
};

/// A table for a terminal: offset, size, first bytes in hex, field, value, meaning. `bytes` are
/// those explained.
[[nodiscard]] std::string to_table(const std::vector<Row>& rows, Bytes bytes,
                                   const TableOptions& options);

}  // namespace schemac::direct
