// A ZIP archive whose files are stored as they are, as `numpy.savez` makes it. It is written from
// its start to its end, so it may go into a pipe: checksums come after the content.
//
//   local header, name, content, CRC-32 and sizes     for each file
//   central directory, its end in 64 and in 32 bits
//
// Source: PKWARE's APPNOTE 6.3.10, sections 4.3 to 4.5; every file has the fields of ZIP64.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/elements.h"
#include "schemac/core/bytes.h"

namespace schemac::extract {

class ZipWriter {
 public:
  explicit ZipWriter(TakeBytes take) : take_(std::move(take)) {}

  // Each returns false if bytes couldn't be kept.
  [[nodiscard]] bool begin_file(const std::string& name);
  [[nodiscard]] bool write(Bytes content);
  [[nodiscard]] bool end_file();
  /// After the last file.
  [[nodiscard]] bool finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset = 0, size = 0;
    std::uint32_t checksum = 0;
  };
  [[nodiscard]] bool put(std::string_view bytes);

  TakeBytes take_;
  std::vector<Entry> entries_;
  std::uint64_t at_ = 0;
};

}  // namespace schemac::extract
