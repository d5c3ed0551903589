#include "stats/arrays.h"

#include <algorithm>

#include "direct/decode.h"
#include "direct/joined_array.h"
#include "direct/validate.h"
#include "direct/walk.h"
#include "stats/array_finder.h"

namespace schemac::stats {

std::uint64_t FileArray::count() const {
  const std::uint64_t bits = bit_count(dtype);
  const std::uint64_t room = bits < 8 ? bytes.size() * (8 / bits) : bytes.size() / (bits / 8);
  std::uint64_t count = 1;
  for (const std::uint64_t dim : dims) {
    if (dim == 0) return 0;
    count = count > room / dim ? room : count * dim;  // the walk compared them with the bytes
  }
  return std::min(count, room);
}

namespace {

// One array over many pieces, all of it in memory for as long as somebody looks at it.
void tell_joined(const direct::Joined& joined, const std::string& path, Bytes file,
                 const Limits& limits, const std::function<void(const FileArray&)>& tell) {
  if (!joined.element.dtype || joined.size > limits.decoded) return;
  std::vector<std::byte> plain;
  const auto problem = direct::each_piece(joined, [&](Bytes piece) {
    plain.insert(plain.end(), piece.begin(), piece.end());
    return true;
  });
  if (problem) return;
  FileArray found;
  found.name = found.path = path;
  found.dtype = *joined.element.dtype;
  found.dims = joined.dims;
  found.is_column_major = joined.is_column_major;
  found.endian = joined.element.endian;
  if (!joined.pieces.empty() && !file.empty()) {
    const std::byte* const first = joined.pieces.front().bytes.stored().data();
    found.offset = static_cast<std::uint64_t>(first - file.data());
  }
  found.bytes = plain;
  tell(found);
}

void each_joined(const direct::Value& value, const std::string& path, Bytes file,
                 const Limits& limits, const std::function<void(const FileArray&)>& tell) {
  if (const auto* joined = std::get_if<direct::Joined>(&value.kind))
    return tell_joined(*joined, path, file, limits, tell);
  if (const auto* list = std::get_if<direct::Elements>(&value.kind))
    for (std::size_t i = 0; i < list->values.size(); ++i)
      each_joined(list->values[i], path + "[" + std::to_string(i) + "]", file, limits, tell);
  if (const auto* chosen = std::get_if<direct::Chosen>(&value.kind))
    each_joined(chosen->value.front(), path, file, limits, tell);
  if (const auto* members = std::get_if<direct::Members>(&value.kind))
    for (const auto& [name, member] : members->given)
      each_joined(member, path.empty() ? name : path + "." + name, file, limits, tell);
}

}  // namespace

void each_array(const std::vector<direct::DirectoryArray>& arrays,
                const std::function<void(const FileArray&)>& tell, const Limits& limits) {
  for (const direct::DirectoryArray& array : arrays)
    tell_joined(array.joined, array.name, {}, limits, tell);
}

Report each_array(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                  const std::function<void(const FileArray&)>& tell, const Limits& limits) {
  ArrayFinder finder(plan, bytes, tell);
  Context context(bytes, limits, Strictness::validate);
  const direct::Certainty certainty = direct::walk(plan, root, context, finder);
  const bool has_joined =
      std::any_of(plan.records.begin(), plan.records.end(),
                  [](const plan::Record& record) { return !record.arrays.empty(); });
  if (has_joined)
    each_joined(direct::decode(plan, root, bytes, direct::Reading::keep_going, limits).values, "",
                bytes, limits, tell);
  if (certainty == direct::Certainty::certain) return context.take_report();
  return direct::validate(plan, root, bytes, limits);  // payloads out of order: once more
}

}  // namespace schemac::stats
