// A model as values, and from values to bytes.
#pragma once
#include "handwritten_primitiv/validate.h"

namespace handwritten_primitiv {

struct Tensor {
  std::vector<std::uint32_t> dims;
  std::uint32_t batch = 1;
  Bytes data;  // borrowed
};
struct Statistic {
  std::string name;
  Tensor value;
};
struct Parameter {
  std::vector<std::string> key;
  Tensor value;
  std::vector<Statistic> stats;
};
struct Model {
  std::vector<Parameter> params;
};

inline void own(const TensorAt& found, Tensor& out) {
  out.dims.resize(found.shape.ndim);
  for (std::uint32_t i = 0; i < found.shape.ndim; ++i) out.dims[i] = found.shape.dim(i);
  out.batch = found.shape.batch;
  out.data = found.data;
}

class ModelReader {
 public:
  ModelReader(Cursor& in, Model& out) : in_(in), out_(out) {}

  bool run() {
    return take_model(
        in_, [this](std::uint32_t count) { out_.params.reserve(count); },
        [this](Cursor& in, std::uint32_t count) { return read_stats(in, count); }, *this);
  }

  // What take_model found.
  void operator()(const std::byte* begin, const Address& address) const {
    Parameter& parameter = out_.params.emplace_back();
    parameter.key.reserve(address.size());
    if (address.is_in_place()) [[likely]] {
      for (std::uint64_t i = 0; i < address.size(); ++i) parameter.key.emplace_back(address[i]);
    } else {
      read_long_key(begin, parameter.key);
    }
  }
  void operator()(const TensorAt& value) const { own(value, out_.params.back().value); }

 private:
  bool read_stats(Cursor& in, std::uint32_t count) const {
    std::vector<Statistic>& stats = out_.params.back().stats;
    return take_named(in, count, [&](Cursor& at, std::string_view name) {
      TensorAt value;
      if (!take_tensor(at, value)) return false;
      if (stats.size() == count) return true;  // looked at again for names that are there twice
      own(value, stats.emplace_back(Statistic{std::string(name), {}}).value);
      return true;
    });
  }
  // An address that was taken before.
  [[gnu::noinline]] void read_long_key(const std::byte* begin,
                                       std::vector<std::string>& out) const {
    Cursor again(Bytes(begin, static_cast<std::size_t>(in_.at() - begin)));
    std::uint64_t count = 0;
    (void)again.length<list_head>(count);
    for (std::string_view part; count > 0 && again.text(part); --count) out.emplace_back(part);
  }

  Cursor& in_;
  Model& out_;
};

// Reads a model into `out`, which should be empty.
[[nodiscard]] inline Violation read(Bytes bytes, Model& out) {
  Cursor in(bytes);
  std::uint32_t kind = 0;
  if (!take_header(in, kind)) return in.violation();
  if (kind != model_kind) return {Rule::bad_type, 11};
  if (ModelReader(in, out).run() && in.left() != 0) in.fail(Rule::trailing_data, in.at());
  return in.violation();
}

// ---- writing ----

template <const Head& head>
constexpr std::uint64_t size_of_head(std::uint64_t number) {
  if (head.fix_mask != 0 && number <= head.fix_mask) return 1;
  if (head.width == 1 && number <= 0xff) return 2;
  return number <= 0xffff ? 3 : 5;
}

class Storing {
 public:
  explicit Storing(std::byte* at) : at_(at) {}

  const std::byte* at() const { return at_; }
  [[gnu::always_inline]] void byte(std::uint64_t value) { *at_++ = static_cast<std::byte>(value); }
  [[gnu::always_inline]] void u32(std::uint32_t value) {
    byte(0xce);
    big(value);
  }
  template <const Head& head>
  [[gnu::always_inline]] void length(std::uint64_t number) {
    if (head.fix_mask != 0 && number <= head.fix_mask) return byte(head.fix | number);
    if (head.width == 1 && number <= 0xff) {
      byte(head.wide);
      return byte(number);
    }
    if (number <= 0xffff) {
      byte(head.wide + (head.width == 1 ? 1 : 0));
      byte(number >> 8);
      return byte(number);
    }
    byte(head.wide + (head.width == 1 ? 2 : 1));
    big(static_cast<std::uint32_t>(number));
  }
  [[gnu::always_inline]] void raw(const void* data, std::uint64_t size) {
    if (size != 0) std::memcpy(at_, data, size);
    at_ += size;
  }
  [[gnu::always_inline]] void text(const std::string& text) {
    length<text_head>(text.size());
    const std::uint64_t size = text.size();
    if (size > 16) [[unlikely]]
      return raw(text.data(), size);
    copy_short(at_, text.data(), size);
    at_ += size;
  }

 private:
  // Two words that may overlap; at most 16 bytes.
  [[gnu::always_inline]] static void copy_short(std::byte* to, const char* from,
                                                std::uint64_t size) {
    const auto copy_ends = [&](auto word) {
      auto last = word;
      std::memcpy(&word, from, sizeof word);
      std::memcpy(&last, from + size - sizeof last, sizeof last);
      std::memcpy(to, &word, sizeof word);
      std::memcpy(to + size - sizeof last, &last, sizeof last);
    };
    if (size >= 8) return copy_ends(std::uint64_t{});
    if (size >= 4) return copy_ends(std::uint32_t{});
    if (size >= 2) return copy_ends(std::uint16_t{});
    if (size == 1) *to = static_cast<std::byte>(*from);
  }
  [[gnu::always_inline]] void big(std::uint32_t value) {
    value = __builtin_bswap32(value);
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }

  std::byte* at_;
};

// The bytes that a tensor takes, 0 if it can't be written.
[[gnu::always_inline]] inline std::uint64_t size_of(const Tensor& tensor) {
  if (tensor.dims.size() > most_dims || tensor.batch == 0) return 0;
  std::uint64_t count = tensor.batch;
  for (const std::uint32_t dim : tensor.dims) {
    count *= dim;
    if (dim == 0 || count > most_elements) return 0;
  }
  if (tensor.data.size() != 4 * count || tensor.data.size() > most_elements) return 0;
  return 1 + 5 * tensor.dims.size() + 5 + size_of_head<bytes_head>(tensor.data.size()) +
         tensor.data.size();
}
[[gnu::always_inline]] inline void store(const Tensor& tensor, Storing& out) {
  out.length<list_head>(tensor.dims.size());
  for (const std::uint32_t dim : tensor.dims) out.u32(dim);
  out.u32(tensor.batch);
  out.length<bytes_head>(tensor.data.size());
  out.raw(tensor.data.data(), tensor.data.size());
}

inline int compare(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    const int order = compare(std::string_view(a[i]), std::string_view(b[i]));
    if (order != 0) return order;
  }
  return a.size() == b.size() ? 0 : (a.size() < b.size() ? -1 : 1);
}

// Parameters in the order of their keys; nothing is written of a model in which one is there twice.
class ModelWriter {
 public:
  explicit ModelWriter(const Model& model) : model_(model) {}

  std::uint64_t run(std::span<std::byte> storage) {
    if (!measure() || size_ > storage.size()) return 0;
    Storing out(storage.data());
    for (const std::uint32_t number :
         {0U, 1U, model_kind, static_cast<std::uint32_t>(model_.params.size())})
      out.u32(number);
    if (do_ascend_) {
      for (const Parameter& parameter : model_.params) put(parameter, out);
    } else {
      for (const Parameter* parameter : sorted_) put(*parameter, out);
    }
    return size_;
  }

 private:
  bool measure() {
    if (model_.params.size() > most_elements) return false;
    size_ = 20;
    const Parameter* before = nullptr;
    for (const Parameter& parameter : model_.params) {
      if (!add(parameter)) return false;
      do_ascend_ &= before == nullptr || compare(before->key, parameter.key) < 0;
      before = &parameter;
    }
    return do_ascend_ || sort();
  }
  bool add(const Parameter& parameter) {
    if (parameter.key.empty() || parameter.key.size() > most_elements ||
        parameter.stats.size() > most_elements || parameter.value.batch != 1)
      return false;
    size_ += size_of_head<list_head>(parameter.key.size()) + 5;
    for (const std::string& part : parameter.key) {
      if (part.size() > most_elements) return false;
      size_ += size_of_head<text_head>(part.size()) + part.size();
    }
    const std::uint64_t value = size_of(parameter.value);
    if (value == 0) return false;
    size_ += value;
    return parameter.stats.empty() || add_stats(parameter.stats);
  }
  [[gnu::noinline]] bool add_stats(const std::vector<Statistic>& stats) {
    for (std::size_t i = 0; i < stats.size(); ++i) {
      const std::string& name = stats[i].name;
      for (std::size_t k = 0; k < i; ++k)
        if (stats[k].name == name) return false;
      const std::uint64_t value = size_of(stats[i].value);
      if (value == 0 || name.size() > most_elements) return false;
      size_ += size_of_head<text_head>(name.size()) + name.size() + value;
    }
    return true;
  }
  [[gnu::noinline]] bool sort() {
    for (const Parameter& parameter : model_.params) sorted_.push_back(&parameter);
    std::sort(sorted_.begin(), sorted_.end(),
              [](const Parameter* a, const Parameter* b) { return compare(a->key, b->key) < 0; });
    for (std::size_t i = 1; i < sorted_.size(); ++i)
      if (sorted_[i]->key == sorted_[i - 1]->key) return false;
    return true;
  }
  // Stores through a copy of the cursor, which no store can be taken to change.
  static void put(const Parameter& parameter, Storing& where) {
    Storing out = where;
    out.length<list_head>(parameter.key.size());
    for (const std::string& part : parameter.key) out.text(part);
    store(parameter.value, out);
    out.u32(static_cast<std::uint32_t>(parameter.stats.size()));
    for (const Statistic& statistic : parameter.stats) {
      out.text(statistic.name);
      store(statistic.value, out);
    }
    where = out;
  }

  const Model& model_;
  std::uint64_t size_ = 0;
  bool do_ascend_ = true;
  std::vector<const Parameter*> sorted_;
};

// Writes the file of a model; its size, 0 if the storage is too small or the model can't be
// written.
[[nodiscard]] inline std::uint64_t write(const Model& model, std::span<std::byte> storage) {
  return ModelWriter(model).run(storage);
}

}  // namespace handwritten_primitiv
