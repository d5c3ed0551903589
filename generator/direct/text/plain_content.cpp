#include "direct/text/plain_content.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/pieces/joined_array.h"
#include "direct/text/row_text.h"

namespace schemac::direct {
namespace {

constexpr std::uint64_t most_decoded_for_show = std::uint64_t{64} << 20;
constexpr std::uint64_t noted_bytes = 16;
constexpr std::uint64_t noted_characters = 160;
constexpr std::uint64_t previewed_elements = 8;

bool is_plain_text(Bytes bytes) {
  const auto is_control = [](std::byte byte) {
    const auto code = std::to_integer<unsigned char>(byte);
    return (code < 0x20 && code != '\n' && code != '\t' && code != '\r') || code == 0x7F;
  };
  return !bytes.empty() && std::none_of(bytes.begin(), bytes.end(), is_control) && is_utf8(bytes);
}

std::string counted_bytes(std::uint64_t size) {
  return grouped(size) + (size == 1 ? " byte" : " bytes");
}

}  // namespace

PlainContent plain_content(const CodedContent& content, std::uint64_t most) {
  PlainContent plain;
  CodecFlaw flaw = content.bytes.look(plain.size);
  if (flaw == CodecFlaw::none && plain.size != 0) {
    std::vector<std::byte> first(static_cast<std::size_t>(std::min(plain.size, most)));
    if (content.bytes.decode_part(0, first)) {
      plain.first = Blob::own(std::move(first));
    } else if (plain.size > most_decoded_for_show) {
      plain.problem = "is too large to be shown";
    } else {
      flaw = content.bytes.decode(plain.first);
    }
  }
  if (flaw != CodecFlaw::none) plain.problem = impl::violation_of(flaw).message;
  const Bytes first = plain.first.bytes();
  plain.is_text = is_plain_text(first_characters(
      first, static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), most))));
  return plain;
}

std::string plain_text(const CodedContent& content) {
  const PlainContent plain = plain_content(content, noted_characters);
  const CodecAlgorithm codec = content.bytes.codec()->algorithm;
  const bool is_stored_as_it_is = codec == CodecAlgorithm::none;
  if (is_stored_as_it_is && !plain.is_text) return {};
  const std::string after = std::string(name(codec));
  if (!plain.problem.empty()) return after + " content " + plain.problem;
  std::string text = counted_bytes(plain.size) + (is_stored_as_it_is ? "" : " after " + after);
  const Bytes first = plain.first.bytes();
  if (first.empty()) return text;
  const std::uint64_t most = plain.is_text ? noted_characters : noted_bytes;
  const Bytes shown = first_characters(
      first, static_cast<std::size_t>(std::min<std::uint64_t>(most, first.size())));
  text += ": ";
  if (plain.is_text)
    text.append(reinterpret_cast<const char*>(shown.data()), shown.size());
  else
    for (std::size_t i = 0; i < shown.size(); ++i)
      text += (i == 0 ? "" : " ") + to_hex(shown.subspan(i, 1));
  return shown.size() < plain.size ? text + " ..." : text;
}

Json first_elements(const Joined& joined) {
  const std::uint64_t size = joined.element.size;
  const std::vector<std::byte> first =
      first_bytes(joined, std::min(joined.size / size, previewed_elements) * size);
  Json elements = Json::array();
  for (std::uint64_t at = 0; first.size() - at >= size; at += size) {
    const Bytes element = Bytes(first).subspan(at, size);
    elements.push_back(joined.element.dtype
                           ? element_json(*joined.element.dtype, joined.element.endian, element, 0)
                           : Json(to_hex(element)));
  }
  return elements;
}

std::string array_text(const Joined& joined) {
  const Json first = first_elements(joined);
  const std::size_t pieces = joined.pieces.size();
  std::string text = type_text(joined) + "  " + counted_bytes(joined.size) + " in " +
                     grouped(pieces) + (pieces == 1 ? " piece " : " pieces ");
  for (const Json& element : first)
    text += ' ' + (element.is_string() ? element.get<std::string>() : element.dump());
  if (joined.size / joined.element.size > first.size()) text += " ...";
  const std::string remark = unknown_type_text(joined);
  return remark.empty() ? text : text + "  (" + remark + ')';
}

}  // namespace schemac::direct
