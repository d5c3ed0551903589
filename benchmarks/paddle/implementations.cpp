#include "paddle/implementations.h"

#include "paddle_files.h"

namespace benchmarks {

std::vector<Implementation> implementations() {
  return {paddle_files::by_hand(), paddle_files::generated(), paddle_files::with_libprotobuf()};
}
std::vector<std::byte> make_records(std::uint32_t count) { return make_paddle_file(count); }

}  // namespace benchmarks
