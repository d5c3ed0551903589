#include "blaze/implementations.h"
#include "handwritten_blaze.h"

namespace benchmarks::blaze_files {
namespace {

using handwritten_blaze::Chunk;

std::uint64_t lazy(Bytes bytes) {
  handwritten_blaze::File file;
  if (!handwritten_blaze::open(bytes, file)) return 0;
  Sum sum;
  const bool is_whole = handwritten_blaze::for_each_chunk(
      file, [&](const Chunk& chunk) { sum.add(chunk.plain_size(), chunk.stored, chunk.digest); });
  return is_whole ? sum.result() : 0;
}

}  // namespace

Implementation by_hand() { return {"handwritten", nullptr, lazy, nullptr, nullptr}; }

}  // namespace benchmarks::blaze_files
