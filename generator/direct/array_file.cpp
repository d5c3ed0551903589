#include "direct/array_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "schemac/core/checked.h"

namespace schemac::direct {
namespace {

constexpr std::string_view array_magic = "\x93NUMPY";
constexpr std::uint64_t array_magic_size = array_magic.size() + 2;  // with the version
constexpr std::size_t most_array_dims = 64;

// Tokens of the head: one word, text, number or sign at a time.
class Head {
 public:
  explicit Head(std::string_view text) : text_(text) {}

  /// Whether `sign` is next; it is taken then.
  bool take(char sign) {
    skip_blanks();
    if (text_.empty() || text_.front() != sign) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// A text in quotes, without escapes.
  std::optional<std::string_view> take_text() {
    skip_blanks();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) return std::nullopt;
    const auto end = text_.find(text_.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  std::optional<std::uint64_t> take_number() {
    skip_blanks();
    std::uint64_t number = 0;
    const auto result = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    if (result.ec != std::errc()) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(result.ptr - text_.data()));
    return number;
  }
  std::optional<bool> take_truth() {
    skip_blanks();
    for (const bool truth : {false, true}) {
      const std::string_view word = truth ? "True" : "False";
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(word.size());
      return truth;
    }
    return std::nullopt;
  }
  bool is_at_end() {
    skip_blanks();
    return text_.empty();
  }

 private:
  void skip_blanks() {
    const auto next = text_.find_first_not_of(" \t\n");
    text_.remove_prefix(next == std::string_view::npos ? text_.size() : next);
  }

  std::string_view text_;
};

struct TypeRow {
  std::string_view code;
  Dtype dtype;
};
constexpr std::array<TypeRow, 14> element_types = {{{"b1", Dtype::bool8},
                                                    {"u1", Dtype::u8},
                                                    {"u2", Dtype::u16},
                                                    {"u4", Dtype::u32},
                                                    {"u8", Dtype::u64},
                                                    {"i1", Dtype::i8},
                                                    {"i2", Dtype::i16},
                                                    {"i4", Dtype::i32},
                                                    {"i8", Dtype::i64},
                                                    {"f2", Dtype::f16},
                                                    {"f4", Dtype::f32},
                                                    {"f8", Dtype::f64},
                                                    {"c8", Dtype::c64},
                                                    {"c16", Dtype::c128}}};

// "<f4": byte order, kind, bytes.
bool read_type(std::string_view text, ArrayFile& file) {
  const bool has_order =
      !text.empty() && std::string_view("<>|=").find(text.front()) != std::string_view::npos;
  file.endian = text.starts_with('>') ? Endian::big : Endian::little;
  if (has_order) text.remove_prefix(1);
  if (text == "V1" || text == "V2") {
    file.element_size = text == "V1" ? 1 : 2;
    return true;
  }
  const auto row = std::find_if(element_types.begin(), element_types.end(),
                                [&](const TypeRow& each) { return each.code == text; });
  if (row == element_types.end()) return false;
  file.dtype = row->dtype;
  file.element_size = bit_count(row->dtype) / 8;
  return true;
}

bool read_shape(Head& head, std::vector<std::uint64_t>& dims) {
  if (!head.take('(')) return false;
  while (!head.take(')')) {
    const auto dim = head.take_number();
    if (!dim || dims.size() == most_array_dims) return false;
    dims.push_back(*dim);
    if (!head.take(',')) return head.take(')');
  }
  return true;
}

std::string read_head(std::string_view text, ArrayFile& file) {
  Head head(text);
  bool has_type = false, has_order = false, has_shape = false;
  if (!head.take('{')) return "its head is no dictionary";
  while (!head.take('}')) {
    const auto key = head.take_text();
    if (!key || !head.take(':')) return "its head can't be read";
    if (*key == "descr" && !has_type) {
      has_type = true;
      const auto type = head.take_text();
      if (!type) return "its elements are made of several fields";
      if (!read_type(*type, file)) return "has elements of '" + std::string(*type) + "'";
    } else if (*key == "fortran_order" && !has_order) {
      const auto order = head.take_truth();
      if (!order) return "its 'fortran_order' is neither True nor False";
      file.is_column_major = *order;
      has_order = true;
    } else if (*key == "shape" && !has_shape) {
      if (!read_shape(head, file.dims)) return "its 'shape' can't be read";
      has_shape = true;
    } else {
      return "its head has an unexpected '" + std::string(*key) + "'";
    }
    if (head.take(',')) continue;
    if (!head.take('}')) return "its head can't be read";
    break;
  }
  if (!head.is_at_end()) return "its head goes on behind the dictionary";
  if (!has_type || !has_order || !has_shape) return "its head doesn't say type, order and shape";
  return "";
}

std::string read_elements(Bytes bytes, ArrayFile& file) {
  std::uint64_t needed = file.element_size;
  bool fits = true;
  const bool is_empty = std::find(file.dims.begin(), file.dims.end(), 0) != file.dims.end();
  for (const std::uint64_t dim : file.dims)
    fits = fits && multiply(needed, is_empty ? 0 : dim, needed);
  if (!fits || needed > bytes.size()) {
    return "is cut: " + (fits ? std::to_string(needed) : std::string("too many")) +
           " bytes are announced, " + std::to_string(bytes.size()) + " are there";
  }
  file.elements = bytes.first(static_cast<std::size_t>(needed));
  return "";
}

std::string read_file(Bytes bytes, ArrayFile& file) {
  if (bytes.size() < array_magic_size) return "is cut";
  const auto version = std::to_integer<unsigned>(bytes[array_magic.size()]);
  if (version < 1 || version > 3) return "is of version " + std::to_string(version);
  const std::uint64_t length_size = version == 1 ? 2 : 4;
  if (bytes.size() - array_magic_size < length_size) return "is cut";
  const std::byte* at = bytes.data() + array_magic_size;
  const std::uint64_t length = version == 1 ? load<std::uint16_t>(at) : load<std::uint32_t>(at);
  const Bytes rest = bytes.subspan(array_magic_size + length_size);
  if (rest.size() < length) return "is cut";
  std::string problem = read_head(text_at(rest.data(), length), file);
  return problem.empty() ? read_elements(rest.subspan(static_cast<std::size_t>(length)), file)
                         : problem;
}

}  // namespace

bool is_array_file(Bytes bytes) {
  return bytes.size() >= array_magic.size() &&
         text_at(bytes.data(), array_magic.size()) == array_magic;
}

ArrayFile parse_array_file(Bytes bytes) {
  ArrayFile file;
  file.problem = read_file(bytes, file);
  return file;
}

}  // namespace schemac::direct
