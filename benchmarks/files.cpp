#include "files.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string_view>
#include <utility>

namespace benchmarks {
namespace {

constexpr std::array<std::string_view, 8> suffixes = {
    "attn.q_proj", "attn.k_proj",   "attn.v_proj.bias", "attn.out-proj",
    "mlp.up_proj", "mlp.down_proj", "norm.scale",       "mlp.gate_proj.w"};

struct Kind {
  std::uint32_t tag;
  std::uint64_t size;
};
constexpr std::array<Kind, 4> kinds = {{{10, 4}, {9, 2}, {5, 1}, {4, 8}}};  // f32 f16 u8 i64
constexpr std::uint32_t string_tag = 14;

std::string name_of(std::uint32_t tensor) {
  std::array<char, 32> block{};
  std::snprintf(block.data(), block.size(), "blk.%07u.", tensor / 8);
  return std::string(block.data()).append(suffixes[tensor % 8]);
}

struct Shape {
  Kind kind;
  std::array<std::uint64_t, 4> dims;
  std::uint32_t ndim;

  std::uint64_t size() const {
    return std::accumulate(dims.begin(), dims.begin() + ndim, kind.size,
                           [](std::uint64_t a, std::uint64_t b) { return a * b; });
  }
};

Shape small_shape(std::uint32_t tensor) {
  return {kinds[tensor % 4], {2 + tensor / 3 % 2, 2, 2, 2}, 2 + tensor % 3};
}

// Declared numbers of the tensors in the order of the file. All names of a block begin alike, so
// sorting each block by its suffixes sorts the whole.
std::vector<std::uint32_t> file_order(std::uint32_t tensor_count, NameOrder order) {
  std::vector<std::uint32_t> tensors(tensor_count);
  std::iota(tensors.begin(), tensors.end(), 0U);
  if (order == NameOrder::in_turn) return tensors;
  for (std::size_t first = 0; first < tensors.size(); first += 8) {
    const auto begin = tensors.begin() + static_cast<std::ptrdiff_t>(first);
    const auto block_size = std::min<std::size_t>(8, tensors.size() - first);
    std::sort(begin, begin + static_cast<std::ptrdiff_t>(block_size),
              [](auto a, auto b) { return suffixes[a % 8] < suffixes[b % 8]; });
  }
  return tensors;
}

class Bytes {
 public:
  explicit Bytes(std::size_t capacity) { bytes_.reserve(capacity); }

  std::size_t size() const { return bytes_.size(); }
  std::vector<std::byte> take() { return std::move(bytes_); }

  void u32(std::uint64_t value) { number(value, 4); }
  void u64(std::uint64_t value) { number(value, 8); }
  void raw(std::string_view text) {
    for (char c : text) bytes_.push_back(static_cast<std::byte>(c));
  }
  void string(std::string_view text) {
    u32(text.size());
    raw(text);
    bytes_.resize(bytes_.size() + (8 - (4 + text.size()) % 8) % 8);
  }
  void fill() { bytes_.resize((bytes_.size() + 7) / 8 * 8); }
  void patch_u64(std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) bytes_[at + i] = static_cast<std::byte>(value >> 8 * i);
  }
  // Bytes that look random and are never all zero, so that no payload passes for a gap.
  void payload(std::uint64_t size, std::uint64_t seed) {
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + size);
    std::uint64_t state = seed * 0x9e3779b97f4a7c15U + 1;
    for (std::size_t i = 0; i < size; i += 8) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const std::uint64_t word = state | 0x0101010101010101U;
      std::memcpy(bytes_.data() + begin + i, &word, std::min<std::size_t>(8, size - i));
    }
  }

 private:
  void number(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<std::byte>(value >> 8 * i));
  }
  std::vector<std::byte> bytes_;
};

struct Entry {
  std::string name;
  Shape shape;
};

std::vector<std::byte> make_file(const std::vector<Entry>& tensors) {
  constexpr std::string_view model = "benchmark-model";
  constexpr std::uint64_t model_size = 24;  // the string value with its own padding
  std::uint64_t capacity = 4096;
  for (const Entry& entry : tensors) capacity += entry.name.size() + 80 + entry.shape.size();

  Bytes out(capacity);
  out.raw(std::string_view("OINF\0", 5));
  for (std::uint64_t field : {std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{2},
                              std::uint64_t{1}, std::uint64_t{tensors.size()}, std::uint64_t{0}}) {
    out.u32(field);
  }
  const std::size_t offsets = out.size();
  for (int i = 0; i < 5; ++i) out.u64(0);
  out.fill();

  out.patch_u64(offsets, out.size());
  out.string("hidden_size");
  out.u64(4096);
  out.string("layer_count");
  out.u64((tensors.size() + 7) / 8);
  out.fill();

  out.patch_u64(offsets + 8, out.size());
  out.string("general.name");
  out.u32(string_tag);
  out.u32(0);
  out.u64(model_size);
  const std::size_t value_offset = out.size();
  out.u64(0);
  out.fill();

  out.patch_u64(offsets + 16, out.size());
  std::uint64_t table_end = out.size();
  for (const Entry& entry : tensors) {
    table_end += (entry.name.size() + 11) / 8 * 8 + 28 + std::uint64_t{8} * entry.shape.ndim;
  }
  const std::uint64_t data = (table_end + 7) / 8 * 8;
  std::uint64_t data_offset = data + model_size;
  for (const Entry& entry : tensors) {
    out.string(entry.name);
    out.u32(entry.shape.kind.tag);
    out.u32(entry.shape.ndim);
    out.u32(1);
    for (std::uint32_t i = 0; i < entry.shape.ndim; ++i) out.u64(entry.shape.dims[i]);
    out.u64(entry.shape.size());
    out.u64(data_offset);
    data_offset += (entry.shape.size() + 7) / 8 * 8;
  }
  out.fill();

  out.patch_u64(offsets + 24, data);
  out.patch_u64(value_offset, data);
  out.string(model);
  for (std::uint64_t i = 0; i < tensors.size(); ++i) {
    out.payload(tensors[i].shape.size(), i);
    out.fill();
  }
  out.patch_u64(offsets + 32, out.size());
  return out.take();
}

}  // namespace

std::vector<std::byte> make_small_file(std::uint32_t tensor_count, NameOrder order) {
  std::vector<Entry> tensors;
  tensors.reserve(tensor_count);
  for (std::uint32_t tensor : file_order(tensor_count, order)) {
    tensors.push_back({name_of(tensor), small_shape(tensor)});
  }
  return make_file(tensors);
}

std::vector<std::byte> make_large_file(std::uint32_t tensor_count, std::uint64_t payload_size) {
  std::vector<Entry> tensors;
  for (std::uint32_t tensor : file_order(tensor_count, NameOrder::ascending)) {
    tensors.push_back({name_of(tensor), {kinds[0], {payload_size / 4096, 1024, 1, 1}, 2}});
  }
  return make_file(tensors);
}

std::string last_name(std::uint32_t tensor_count, NameOrder order) {
  if (tensor_count == 0) return {};
  return name_of(file_order(tensor_count, order).back());
}

}  // namespace benchmarks
