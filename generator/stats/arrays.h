// The arrays of a file, whatever its format: what each is called, what it consists of, where it
// lies.
//
// They are found by one walk and reported one after the other, so that a file of a million arrays
// takes no more memory than a file of one. Of an array over many pieces (chunks, files) a piece at
// a time is decoded.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "direct/files/directory.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"
#include "stats/joined_elements.h"

namespace schemac::stats {

struct FileArray {
  /// The key of the record that holds it, where the record is in a list of unique keys (if the
  /// record holds several arrays, with the path below it: "W.0.scales"); else the path.
  std::string name;
  std::string path;  ///< "tensors[3].data"
  Dtype dtype = Dtype::u8;
  /// What the file calls elements that aren't numbers: they are listed, never counted.
  std::string opaque_type;
  /// "meta.dtype is 'float99', which is no type that is known": the file means other elements.
  std::string remark;
  std::vector<std::uint64_t> dims;
  bool is_column_major = false;
  Endian endian = Endian::little;
  bool has_data = true;  ///< false for an optional array that isn't there: all but bytes is known
  std::uint64_t offset = 0;  ///< in the file; of its first piece
  Bytes bytes;               ///< of the file; none of an array over pieces
  std::shared_ptr<JoinedElements> pieces;

  /// Elements; 0 without data.
  [[nodiscard]] std::uint64_t count() const;
  /// Plain bytes.
  [[nodiscard]] std::uint64_t size() const;
  /// "f64[60, 40]".
  [[nodiscard]] std::string type_text() const;
  /// Calls `look` with element `index`, unless it can't be decoded.
  void at(std::uint64_t index, const std::function<void(Bytes, std::uint64_t)>& look) const;
  /// Elements from `first` on; fills `out` or as much of it as there are.
  [[nodiscard]] std::span<const double> read(std::uint64_t first, std::span<double> out) const;
  /// Why there are no statistics of it, as far as is known by now; empty if there are.
  [[nodiscard]] std::string problem() const;
};

/// An array over pieces.
[[nodiscard]] FileArray array_of(const direct::Joined& joined, const std::string& path);

/// Calls `tell` for each array of `bytes` in the order of the schema. Of a broken file those that
/// are whole. Returns every violation.
[[nodiscard]] Report each_array(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                                const std::function<void(const FileArray&)>& tell,
                                const Limits& limits = {});

/// The same for the arrays over files of a directory. They lie in no single file: offset is 0.
void each_array(const std::vector<direct::DirectoryArray>& arrays,
                const std::function<void(const FileArray&)>& tell);

}  // namespace schemac::stats
