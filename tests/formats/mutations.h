// Single faults of a file: cut off, a bit turned, an integer set to what readers get wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "direct/explain/explain.h"
#include "schemac/core/bytes.h"

namespace schemac::tests {

/// A file with one fault. `path` is the field that holds it.
using Visit = std::function<void(Bytes bytes, const std::string& what, const std::string& path)>;

/// Leaf rows of an explained file: fields, payloads, padding, in order of offset.
[[nodiscard]] std::vector<direct::Row> leaves_of(const std::vector<direct::Row>& rows);

/// Every length below the file's own, up to `all_below` bytes; of longer files each field boundary
/// and one byte to either side.
void truncate_everywhere(Bytes file, const std::vector<direct::Row>& leaves,
                         std::uint64_t all_below, const Visit& visit);

/// Every single bit.
void flip_every_bit(Bytes file, const std::vector<direct::Row>& leaves, const Visit& visit);

/// Every integer field set to 0, 1, max, max - 1, the sign bit, and its value plus and minus 1.
void set_every_integer(Bytes file, const std::vector<direct::Row>& leaves, const Visit& visit);

/// `count` files with one to eight bytes changed at random: any value, a neighbour's, or an extreme
/// one. The same for the same seed.
void mutate_at_random(Bytes file, std::uint64_t count, std::uint64_t seed, const Visit& visit);

/// "tensors[3].dims[0]" to "tensors[].dims[]": what mutations of one kind have in common.
[[nodiscard]] std::string without_indices(const std::string& path);

}  // namespace schemac::tests
