#include "primitiv/implementations.h"

#include "primitiv_files.h"

namespace benchmarks {

std::vector<Implementation> implementations() {
  return {primitiv_files::by_hand(), primitiv_files::generated(), primitiv_files::with_msgpack()};
}
std::vector<std::byte> make_records(std::uint32_t count) { return make_primitiv_model(count); }

}  // namespace benchmarks
