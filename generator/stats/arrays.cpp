#include "stats/arrays.h"

#include <algorithm>

#include "direct/byte_text.h"
#include "direct/explain/placed_arrays.h"
#include "direct/json/element_json.h"
#include "direct/pieces/joined_array.h"
#include "direct/walk/validate.h"
#include "direct/walk/walk.h"
#include "schemac/array/doubles.h"
#include "source/utf8.h"
#include "stats/array_finder.h"

namespace schemac::stats {

std::uint64_t FileArray::count() const {
  const std::uint64_t bits = bit_count(dtype);
  const std::uint64_t room = pieces != nullptr ? pieces->count()
                             : bits < 8        ? bytes.size() * (8 / bits)
                                               : bytes.size() / (bits / 8);
  std::uint64_t count = 1;
  for (const std::uint64_t dim : dims) {
    if (dim == 0) return 0;
    count = count > room / dim ? room : count * dim;  // the walk compared them with the bytes
  }
  return std::min(count, room);
}

std::uint64_t FileArray::size() const {
  return pieces != nullptr ? pieces->array().size : bytes.size();
}

std::string FileArray::type_text() const {
  return pieces != nullptr ? direct::type_text(pieces->array()) : direct::type_text(dtype, &dims);
}

void FileArray::at(std::uint64_t index,
                   const std::function<void(Bytes, std::uint64_t)>& look) const {
  if (pieces == nullptr) return look(bytes, index);
  std::vector<std::byte> element(static_cast<std::size_t>(pieces->array().element.size));
  const Bytes found = pieces->read(index * element.size(), MutableBytes(element));
  if (found.size() == element.size()) look(found, 0);
}

std::span<const double> FileArray::read(std::uint64_t first, std::span<double> out) const {
  if (pieces != nullptr) return pieces->read(first, out);
  return Doubles(bytes, dtype, endian, count()).read(first, out);
}

std::string FileArray::problem() const {
  if (!opaque_type.empty()) return "its elements aren't numbers";
  return pieces != nullptr ? pieces->problem() : std::string();
}

FileArray array_of(const direct::Joined& joined, const std::string& path) {
  FileArray array;
  array.name = array.path = path;
  array.dtype = joined.element.dtype.value_or(Dtype::u8);
  if (!joined.element.dtype) array.opaque_type = source::as_utf8(joined.element.name);
  array.remark = direct::unknown_type_text(joined);
  array.dims = joined.dims;
  array.is_column_major = joined.is_column_major;
  array.endian = joined.element.endian;
  array.pieces = std::make_shared<JoinedElements>(joined);
  return array;
}

void each_array(const std::vector<direct::DirectoryArray>& arrays,
                const std::function<void(const FileArray&)>& tell) {
  for (const direct::DirectoryArray& array : arrays) tell(array_of(array.joined, array.name));
}

Report each_array(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                  const std::function<void(const FileArray&)>& tell, const Limits& limits) {
  ArrayFinder finder(plan, bytes, tell);
  impl::Context context(bytes, limits, impl::Strictness::validate);
  const direct::Certainty certainty = direct::walk(plan, root, context, finder);
  for (const direct::PlacedArray& each : direct::arrays_over_pieces(plan, root, bytes, limits)) {
    FileArray array = array_of(each.joined, each.path);
    array.offset = each.offset;
    if (!each.name.empty()) array.name = each.name;
    tell(array);
  }
  if (certainty == direct::Certainty::certain) return context.take_report();
  return direct::validate(plan, root, bytes, limits);  // payloads out of order: once more
}

}  // namespace schemac::stats
