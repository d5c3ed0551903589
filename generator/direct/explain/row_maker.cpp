#include "direct/explain/row_maker.h"

#include "direct/flags.h"
#include "direct/number.h"
#include "plan/bit_positions.h"

namespace schemac::direct {

// Unlike a value, the explanation shows the flags that follow from others, too.
Json RowMaker::value_json(const plan::Scalar& scalar, Bytes bytes) const {
  if (scalar.flags.empty()) return to_json(value_of(plan_, scalar, bytes), Payloads::preview);
  plan::Scalar shown = scalar;
  for (plan::Flag& flag : shown.flags) flag.presence_of.reset();
  return to_json(value_of(plan_, shown, bytes), Payloads::preview);
}

void RowMaker::add_bits(const Spot& spot, const plan::Scalar& scalar, Bytes bytes) {
  ++row_count_;
  const plan::SharedBytes shared = plan::shared_bytes(scalar);
  Row row;
  row.path = path_of(spot);
  row.offset = offset_of(bytes) + shared.first;
  row.size = shared.count;
  row.type = type_of(scalar) + ", " + plan::bits_text(scalar);
  row.value = value_json(scalar, bytes);
  row.doc = doc_of(spot);
  if (spot.field != nullptr && spot.field->role == model::RoleKind::derived)
    row.relation = spot.field->role_text;
  rows_.back().children.push_back(std::move(row));
}

namespace {

// What a text is filled up with: no value of its own where that is zeros, as padding is.
Json filling_json(std::uint8_t filler) {
  if (filler == 0) return nullptr;
  if (filler == ' ') return "blanks";
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string("all ") + digits[filler >> 4] + digits[filler & 15];
}

}  // namespace

void RowMaker::text(const Spot& spot, const plan::Text& text, const TextBytes& text_bytes) {
  const std::string path = folded_ == 0 ? path_of(spot) : std::string();
  if (text.head) add_head(path, *text.head, text_bytes.characters.size(), text_bytes.prefix);
  if (text.prefix && takes(text_bytes.prefix)) {
    const Int128 length =
        load_number(text.prefix->dtype, text.prefix->endian, text_bytes.prefix.data());
    add(path + ".length", text_bytes.prefix, RowKind::field, type_of(*text.prefix),
        number_json(length), "Length of the text after it, in bytes.");
  }
  if (takes(text_bytes.characters)) {
    const Bytes shown = first_characters(text_bytes.characters, preview_characters);
    add(path, text_bytes.characters, RowKind::field, "str", text_json(shown), doc_of(spot));
  }
  if (takes(text_bytes.filling))
    add(path + ".filling", text_bytes.filling, RowKind::padding, "", filling_json(*text.filler),
        "Fills the text up to its size.");
  if (takes(text_bytes.terminator))
    add(path + ".terminator", text_bytes.terminator, RowKind::field, "bytes", nullptr,
        "Ends the text.");
  if (takes(text_bytes.padding))
    add(path + ".padding", text_bytes.padding, RowKind::padding, "", nullptr, "");
}

void RowMaker::scalars(const Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
                       Bytes bytes) {
  if (!takes(bytes)) return;
  const plan::Enum* enumeration = scalar.enumeration ? &plan_.enums[*scalar.enumeration] : nullptr;
  Bytes plain = bytes;
  std::vector<std::byte> untagged;
  if (scalar.coding != plan::Coding::plain) plain = untagged = without_tags(scalar, count, bytes);
  const Scalars list{scalar.dtype, scalar.endian,    enumeration,
                     count,        {plain, nullptr}, flags_in(scalar)};
  const std::string path = path_of(spot);
  const std::string type = type_of(scalar) + "[" + std::to_string(count) + "]";
  Json value = nullptr;
  if (count <= (scalar.dtype == Dtype::u1 ? most_bits : most_children))
    value = to_json({list}, Payloads::preview);
  Row& row = add(path, bytes, RowKind::field, type, std::move(value), doc_of(spot));
  if (is_packed(scalar.dtype) || count > most_children || is_full()) return;
  row_count_ += count;
  const auto size = static_cast<std::size_t>(stored_size(scalar));
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes element = bytes.subspan(i * size, size);
    const std::string name = path + "[" + std::to_string(i) + "]";
    for (Row& child : rows_of(name, scalar, element, element_json(list, i)))
      row.children.push_back(std::move(child));
  }
}

void RowMaker::array(const Spot& spot, const plan::Array& array, Dtype dtype,
                     const std::vector<std::uint64_t>& dims, Bytes bytes) {
  if (!takes(bytes)) return;
  if (!array.dims) {
    add(path_of(spot), bytes, RowKind::field, type_text(dtype, nullptr),
        element_json(dtype, array.endian, bytes, 0), doc_of(spot));
    return;
  }
  const Payload payload{dtype, dims, array.is_column_major, array.endian, {bytes, nullptr}};
  Json preview = Json::array();
  for (std::uint64_t i = 0; i < std::min(element_count(payload), preview_elements); ++i) {
    preview.push_back(element_json(dtype, array.endian, bytes, i));
  }
  if (bytes.empty()) return;
  Row& row = add(path_of(spot), bytes, RowKind::payload, type_text(dtype, &dims),
                 std::move(preview), doc_of(spot));
  row.grid = Grid{dtype, dims, array.is_column_major, array.endian};
}

}  // namespace schemac::direct
