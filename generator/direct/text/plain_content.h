// The start of what encoded bytes mean, for people who want to see what is after a codec.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "direct/value.h"
#include "schemac/core/blob.h"
#include "schemac/core/codec.h"

namespace schemac::direct {

/// Stored bytes that a codec encodes. Rows say what they consist of, not what they mean.
struct CodedContent {
  std::string path;
  std::uint64_t offset = 0;
  CodedBytes bytes;
};

struct PlainContent {
  std::uint64_t size = 0;  ///< of all of it
  Blob first;              ///< its first bytes
  bool is_text = false;    ///< these are UTF-8 without control characters
  std::string problem;     ///< why there are none; empty if there are
};

/// At least the first `most` bytes, if there are so many. Content of more than 64 MiB isn't decoded
/// for them, unless its codec can decode a part.
[[nodiscard]] PlainContent plain_content(const CodedContent& content, std::uint64_t most);

/// "3,000 bytes after zlib: 00 00 ..."; what the file says in it isn't escaped. Empty for bytes
/// that are stored as they are and no text: they can be seen.
[[nodiscard]] std::string plain_text(const CodedContent& content);

/// The first elements, as many as a line may show; fewer if a piece can't be decoded. Those that
/// are no numbers are in hex.
[[nodiscard]] nlohmann::ordered_json first_elements(const Joined& joined);
/// "f64[60, 40]  19,200 bytes in 5 pieces  0.0 0.14 ..."; likewise.
[[nodiscard]] std::string array_text(const Joined& joined);

}  // namespace schemac::direct
