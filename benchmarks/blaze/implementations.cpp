#include "blaze/implementations.h"

#include "blaze_files.h"

namespace benchmarks {

std::vector<Implementation> implementations() {
  return {blaze_files::by_hand(), blaze_files::generated()};
}
std::vector<std::byte> make_records(std::uint32_t count) { return make_blaze_file(count); }

}  // namespace benchmarks
