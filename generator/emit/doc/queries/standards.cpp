#include "emit/doc/queries/standards.h"

#include <algorithm>
#include <array>
#include <string>

namespace schemac::emit::doc {
namespace {

// A new wire form, codec or digest has its line here.
constexpr std::array<Standard, 21> all_standards = {{
    {"ascii", "ASCII: RFC 20", "https://www.rfc-editor.org/rfc/rfc20"},
    {"utf-8", "UTF-8: RFC 3629", "https://www.rfc-editor.org/rfc/rfc3629"},
    {"ieee-754", "Floating-point numbers: IEEE 754", "https://standards.ieee.org/ieee/754/6210/"},
    {"msgpack", "MessagePack", "https://github.com/msgpack/msgpack/blob/master/spec.md"},
    {"protobuf", "Protocol Buffers, encoding", "https://protobuf.dev/programming-guides/encoding/"},
    {"json", "JSON: RFC 8259", "https://www.rfc-editor.org/rfc/rfc8259"},
    {"python", "Python's literals", "https://docs.python.org/3/library/ast.html#ast.literal_eval"},
    {"zlib", "zlib: RFC 1950", "https://www.rfc-editor.org/rfc/rfc1950"},
    {"deflate", "DEFLATE: RFC 1951", "https://www.rfc-editor.org/rfc/rfc1951"},
    {"gzip", "gzip and CRC-32: RFC 1952", "https://www.rfc-editor.org/rfc/rfc1952"},
    {"crc32", "CRC-32: RFC 1952, section 8", "https://www.rfc-editor.org/rfc/rfc1952"},
    {"crc", "CRCs: catalogue of parametrised CRC algorithms",
     "https://reveng.sourceforge.io/crc-catalogue/all.htm"},
    {"ogg", "CRC of Ogg: RFC 3533, section 6", "https://www.rfc-editor.org/rfc/rfc3533"},
    {"internet", "Internet checksum: RFC 1071", "https://www.rfc-editor.org/rfc/rfc1071"},
    {"fletcher", "Fletcher's checksum: RFC 1146, appendix I",
     "https://www.rfc-editor.org/rfc/rfc1146"},
    {"xxh", "xxHash: specification of its formats",
     "https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md"},
    {"adler32", "Adler-32: RFC 1950, section 9", "https://www.rfc-editor.org/rfc/rfc1950"},
    {"md5", "MD5: RFC 1321", "https://www.rfc-editor.org/rfc/rfc1321"},
    {"sha", "SHA-1 and SHA-2: RFC 6234", "https://www.rfc-editor.org/rfc/rfc6234"},
    {"zstd", "Zstandard: RFC 8878", "https://www.rfc-editor.org/rfc/rfc8878"},
    {"blosc", "Blosc, chunk format",
     "https://github.com/Blosc/c-blosc/blob/main/README_CHUNK_FORMAT.rst"},
}};

}  // namespace

std::span<const Standard> standards() { return all_standards; }

Text text_standard(impl::json::Syntax syntax) {
  return standard_link(syntax == impl::json::Syntax::python ? "python" : "json");
}

Text standard_link(std::string_view key) {
  for (const Standard& standard : all_standards)
    if (standard.key == key)
      return text(link(std::string(standard.title), std::string(standard.address)));
  return text(key);
}

Text reference(const std::string& words) {
  const std::size_t begin = std::min(words.find("https://"), words.find("http://"));
  if (begin == words.npos) return text(words);
  const std::string address = words.substr(begin);
  if (address.find_first_of(" \"<>") != address.npos) return text(words);
  std::string title = words.substr(0, begin);
  while (!title.empty() && (title.back() == ' ' || title.back() == ',' || title.back() == ':'))
    title.pop_back();
  return text(link(title.empty() ? address : title, address));
}

}  // namespace schemac::emit::doc
