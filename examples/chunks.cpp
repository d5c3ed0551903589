// An array in compressed chunks: written, its chunks listed, looked at by range, read as a whole on
// several threads.
//
//   example_chunks temperatures.blpk
#include <cstdint>
#include <iostream>
#include <numeric>
#include <span>
#include <vector>

#include "blaze.h"
#include "schemac/io/heads.h"
#include "schemac/io/open.h"
#include "schemac/io/save.h"

namespace {

int fail(const schemac::Violation& violation) {
  std::cerr << to_string(violation) << '\n';
  return 1;
}

schemac::Result<void> fill(blaze::File& file, std::vector<double> numbers) {
  file.checksum = blaze::Checksum::crc32;
  file.typesize = sizeof(double);
  file.chunk_size = 1 << 16;
  file.metadata.emplace(schemac::FreeValue::Map{
      {"dtype", "float64"}, {"shape", schemac::FreeValue::List{numbers.size()}}});
  return blaze::set_array(file, schemac::Blob::own(std::move(numbers)));
}

// Reads the few bytes that each chunk begins with, and nothing else of them.
int list(const char* path) {
  const auto file = schemac::open<blaze::FileView>(path, {.keep = schemac::Keep::file});
  if (!file) return fail(file.error());
  std::uint64_t count = 0, plain = 0, stored = 0;
  auto chunks = schemac::heads(*file, file->view.chunks());
  for (const auto& chunk : chunks) {
    ++count;
    plain += chunk.content_stored().nbytes();
    stored += chunk.place.end - chunk.place.begin;
  }
  if (chunks.violation()) return fail(*chunks.violation());
  std::cout << count << " chunks, " << plain << " bytes in " << stored << '\n';
  return 0;
}

int run(const char* path) {
  std::vector<double> numbers(1'000'000);
  std::iota(numbers.begin(), numbers.end(), 0.25);
  blaze::File made;
  if (const auto filled = fill(made, std::move(numbers)); !filled) return fail(filled.error());
  if (const auto saved = schemac::save(made, path); !saved) return fail(saved.error());

  if (const int code = list(path); code != 0) return code;

  const auto file = schemac::open<blaze::FileView>(path);
  if (!file) return fail(file.error());
  const auto array = file->view.array();
  if (!array) return fail(array.error());
  std::cout << array->element().name << ", " << array->size() << " elements in "
            << array->pieces().size() << " pieces\n";

  std::vector<double> some(3);
  if (const auto done = array->read(8191, std::span(some)); !done) return fail(done.error());
  std::cout << some[0] << ' ' << some[1] << ' ' << some[2] << '\n';

  std::vector<double> all(array->size());
  const auto bytes = std::as_writable_bytes(std::span(all));
  if (const auto done = array->read_all(bytes, 2); !done) return fail(done.error());
  std::cout << all.back() << " last\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) return run(argv[1]);
  std::cerr << "usage: example_chunks FILE\n";
  return 2;
}
