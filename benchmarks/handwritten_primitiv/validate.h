// Every rule of the format, in one pass over a file of any kind.
#pragma once
#include <optional>

#include "handwritten_primitiv/cursor.h"
#include "handwritten_primitiv/keys.h"

namespace handwritten_primitiv {

struct ShapeAt {
  const std::byte* dims = nullptr;  // the first one's tag
  std::uint32_t ndim = 0;
  std::uint32_t batch = 0;
  const std::byte* batch_at = nullptr;
  std::uint64_t count = 0;  // of elements, below 2^32

  std::uint32_t dim(std::uint32_t axis) const { return load_u32(dims + 5 * axis + 1); }
};
struct TensorAt {
  ShapeAt shape;
  Bytes data;
};

inline constexpr std::uint64_t most_dims = 8;
inline constexpr std::uint64_t most_elements = 0xffffffff;

[[gnu::always_inline]] inline bool take_shape(Cursor& in, ShapeAt& out) {
  const std::byte* const begin = in.at();
  std::uint64_t ndim = 0;
  if (!in.length<list_head>(ndim)) [[unlikely]]
    return false;
  if (ndim > most_dims) [[unlikely]]
    return in.fail(Rule::bad_count, begin);
  out.dims = in.at();
  out.ndim = static_cast<std::uint32_t>(ndim);
  std::uint64_t count = 1;
  for (std::uint64_t i = 0; i < ndim; ++i) {
    std::uint32_t dim = 0;
    if (!in.u32(dim)) [[unlikely]]
      return false;
    if (dim == 0) [[unlikely]]
      return in.fail(Rule::bad_value, in.at() - 4);
    count *= dim;
    if (count > most_elements) [[unlikely]]
      return in.fail(Rule::overflow, begin);
  }
  out.batch_at = in.at() + 1;
  if (!in.u32(out.batch)) [[unlikely]]
    return false;
  if (out.batch == 0) [[unlikely]]
    return in.fail(Rule::bad_value, out.batch_at);
  out.count = count * out.batch;
  if (out.count > most_elements) [[unlikely]]
    return in.fail(Rule::overflow, begin);
  return true;
}

[[gnu::always_inline]] inline bool take_tensor(Cursor& in, TensorAt& out) {
  if (!take_shape(in, out.shape)) [[unlikely]]
    return false;
  const std::byte* const stated_at = in.at();
  std::uint64_t size = 0;
  if (!in.length<bytes_head>(size)) [[unlikely]]
    return false;
  if (size != 4 * out.shape.count) [[unlikely]]
    return in.fail(Rule::size_mismatch, stated_at);
  if (size > in.left()) [[unlikely]]
    return in.fail(Rule::truncated, stated_at);
  out.data = {in.at(), size};
  in.skip(size);
  return true;
}

// Names that must differ, of which each is followed by something that `take_rest` takes.
template <class TakeRest>
bool take_named(Cursor& in, std::uint64_t count, const TakeRest& take_rest) {
  const Cursor first = in;
  std::string_view before;
  bool do_ascend = true;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view name;
    if (!in.text(name)) [[unlikely]]
      return false;
    do_ascend &= i == 0 || compare(before, name) < 0;
    before = name;
    if (!take_rest(in, name)) [[unlikely]]
      return false;
  }
  if (do_ascend) [[likely]]
    return true;
  Cursor again = first;
  std::vector<PlacedKey> keys;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view name;
    const std::byte* const at = again.at();
    if (!again.text(name) || !take_rest(again, name)) return false;
    keys.push_back({{std::string(name)}, at});
  }
  const std::byte* const duplicate = find_duplicate(keys);
  return duplicate == nullptr || in.fail(Rule::duplicate_name, duplicate);
}

// A tensor of one sample; `take_stats` takes the statistics after it.
template <class TakeStats>
[[gnu::always_inline]] inline bool take_parameter(Cursor& in, TensorAt& value,
                                                  const TakeStats& take_stats) {
  if (!take_tensor(in, value)) [[unlikely]]
    return false;
  if (value.shape.batch != 1) [[unlikely]]
    return in.fail(Rule::bad_value, value.shape.batch_at);
  std::uint32_t n_stats = 0;
  if (!in.u32(n_stats)) [[unlikely]]
    return false;
  return n_stats == 0 || take_stats(in, n_stats);
}
inline bool skip_stats(Cursor& in, std::uint32_t count) {
  return take_named(in, count, [](Cursor& at, std::string_view) {
    TensorAt value;
    return take_tensor(at, value);
  });
}

[[gnu::always_inline]] inline bool take_address(Cursor& in, Address& out) {
  const std::byte* const begin = in.at();
  std::uint64_t count = 0;
  if (!in.length<list_head>(count)) [[unlikely]]
    return false;
  if (count == 0) [[unlikely]]
    return in.fail(Rule::bad_count, begin);
  if (count > in.left()) [[unlikely]]
    return in.fail(Rule::truncated, begin);
  out.clear();
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view part;
    if (!in.text(part)) [[unlikely]]
      return false;
    out.add(part);
  }
  return true;
}

// Where the parameters of a model begin again, to look for keys that are there twice.
[[gnu::noinline, gnu::cold]] inline bool check_addresses(Cursor in, std::uint32_t count,
                                                         Cursor& out) {
  std::vector<PlacedKey> keys;
  for (std::uint32_t i = 0; i < count; ++i) {
    PlacedKey& key = keys.emplace_back(PlacedKey{{}, in.at()});
    std::uint64_t parts = 0;
    if (!in.length<list_head>(parts)) return false;
    for (; parts > 0; --parts) {
      std::string_view part;
      if (!in.text(part)) return false;
      key.parts.emplace_back(part);
    }
    TensorAt value;
    if (!take_parameter(in, value, skip_stats)) return false;
  }
  const std::byte* const duplicate = find_duplicate(keys);
  return duplicate == nullptr || out.fail(Rule::duplicate_name, duplicate);
}

// Takes a model; `keep(count)` is called first, then `keep(begin, address, value)` for each
// parameter, `begin` being that of its address. `take_stats` takes its statistics.
template <class Begin, class TakeStats, class Keep>
bool take_model(Cursor& in, const Begin& begin, const TakeStats& take_stats, const Keep& keep) {
  std::uint32_t count = 0;
  if (!in.u32(count)) return false;
  constexpr std::uint64_t least_size = 14;  // of a parameter with its address
  if (count > in.left() / least_size) [[unlikely]]
    return in.fail(Rule::truncated, in.at() - 4);
  begin(count);
  const Cursor first = in;
  Address addresses[2];
  bool do_ascend = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    Address& address = addresses[i & 1];
    const std::byte* const at = in.at();
    TensorAt value;
    if (!take_address(in, address)) [[unlikely]]
      return false;
    do_ascend &= i == 0 || Address::precedes(addresses[~i & 1], address);
    keep(at, address);
    if (!take_parameter(in, value, take_stats)) [[unlikely]]
      return false;
    keep(value);
  }
  return do_ascend || check_addresses(first, count, in);
}

// Version and kind of what follows.
inline bool take_header(Cursor& in, std::uint32_t& kind) {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  if (!in.u32(major)) return false;
  if (major != 0) return in.fail(Rule::bad_version, in.at() - 4);
  if (!in.u32(minor)) return false;
  if (minor != 1) return in.fail(Rule::bad_version, in.at() - 4);
  return in.u32(kind);
}

inline bool take_optimizer(Cursor& in) {
  for (const unsigned tag : {0xceU, 0xcaU}) {
    std::uint64_t count = 0;
    if (!in.length<map_head>(count)) return false;
    const auto take_number = [tag](Cursor& at, std::string_view) {
      std::uint32_t bits = 0;
      return at.number(tag, bits);
    };
    if (!take_named(in, count, take_number)) return false;
  }
  return true;
}

struct KeepNothing {
  void operator()(const std::byte*, const Address&) const {}
  void operator()(const TensorAt&) const {}
};

inline constexpr std::uint32_t shape_kind = 0, tensor_kind = 0x100, parameter_kind = 0x200,
                               model_kind = 0x300, optimizer_kind = 0x400;

inline bool take_content(Cursor& in, std::uint32_t kind) {
  TensorAt tensor;
  switch (kind) {
    case shape_kind:
      return take_shape(in, tensor.shape);
    case tensor_kind:
      return take_tensor(in, tensor);
    case parameter_kind:
      return take_parameter(in, tensor, skip_stats);
    case model_kind:
      return take_model(
          in, [](std::uint32_t) {}, skip_stats, KeepNothing());
    case optimizer_kind:
      return take_optimizer(in);
    default:
      return in.fail(Rule::bad_type, in.at() - 4);
  }
}

[[nodiscard]] inline Violation validate(Bytes bytes) {
  Cursor in(bytes);
  std::uint32_t kind = 0;
  if (take_header(in, kind) && take_content(in, kind) && in.left() != 0)
    in.fail(Rule::trailing_data, in.at());
  return in.violation();
}

}  // namespace handwritten_primitiv
