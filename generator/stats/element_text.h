// Single elements of an array for people, and the first and last of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"

namespace schemac::stats {

/// "%.6g" of C, and "nan" whatever its sign.
[[nodiscard]] std::string short_number(double value);

/// Element `index`, which has to be there: whole numbers exactly, others as `short_number`, "true",
/// "1.5-2i".
[[nodiscard]] std::string element_text(Dtype dtype, Endian endian, Bytes bytes,
                                       std::uint64_t index);

/// Numbers of the elements that stand for all `count`: the first and the last `most`, each once.
struct Preview {
  std::vector<std::uint64_t> first, last;
  bool is_whole = true;  ///< nothing was left out between them
};
[[nodiscard]] Preview preview_of(std::uint64_t count, std::uint64_t most = 5);

}  // namespace schemac::stats
