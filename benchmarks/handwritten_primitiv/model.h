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

  std::byte* at() const { return at_; }
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

 private:
  [[gnu::always_inline]] void big(std::uint32_t value) {
    value = __builtin_bswap32(value);
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }

  std::byte* at_;
};

// Whether one address comes before another.
inline bool precedes(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  auto x = a.begin();
  auto y = b.begin();
  for (; x != a.end() && y != b.end(); ++x, ++y)
    if (!are_equal(*x, *y)) return compare(std::string_view(*x), std::string_view(*y)) < 0;
  return y != b.end();
}

// Parameters in the order of their keys, each looked at and stored in one go, since mostly they are
// in order; if they aren't, they are sorted and stored again. Nothing is written of a model in
// which a key is there twice.
class ModelWriter {
 public:
  ModelWriter(const Model& model, std::span<std::byte> storage)
      : model_(model), begin_(storage.data()), end_(begin_ + storage.size()) {}

  std::uint64_t run() {
    if (model_.params.size() > most_elements || end_ - begin_ < 20) return 0;
    const Parameter* before = nullptr;
    std::byte* at = begin();
    for (const Parameter& parameter : model_.params) {
      if (before != nullptr && !precedes(before->key, parameter.key)) return run_sorted();
      at = put(parameter, at, end_);
      if (at == nullptr) return 0;
      before = &parameter;
    }
    return static_cast<std::uint64_t>(at - begin_);
  }

 private:
  static std::uint64_t room(const std::byte* at, const std::byte* end) {
    return static_cast<std::uint64_t>(end - at);
  }
  std::byte* begin() const {
    Storing out(begin_);
    for (const std::uint32_t number :
         {0U, 1U, model_kind, static_cast<std::uint32_t>(model_.params.size())})
      out.u32(number);
    return out.at();
  }
  [[gnu::noinline]] std::uint64_t run_sorted() const {
    std::vector<const Parameter*> sorted;
    for (const Parameter& parameter : model_.params) sorted.push_back(&parameter);
    std::sort(sorted.begin(), sorted.end(),
              [](const Parameter* a, const Parameter* b) { return precedes(a->key, b->key); });
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i]->key == sorted[i - 1]->key) return 0;
    std::byte* at = begin();
    for (const Parameter* parameter : sorted) {
      at = put(*parameter, at, end_);
      if (at == nullptr) return 0;
    }
    return static_cast<std::uint64_t>(at - begin_);
  }

  // The end of what is stored; null if it breaks a rule or doesn't fit.
  [[gnu::always_inline]] static std::byte* put_text(const std::string& text, std::byte* at,
                                                    const std::byte* end) {
    const char* const from = text.data();
    const std::uint64_t size = text.size();
    if (size > 16 || room(at, end) < 17) [[unlikely]]
      return put_long_text(text, at, end);
    *at++ = static_cast<std::byte>(text_head.fix | size);
    Storing::copy_short(at, from, size);
    return at + size;
  }
  // Or near the end of the storage.
  [[gnu::noinline]] static std::byte* put_long_text(const std::string& text, std::byte* at,
                                                    const std::byte* end) {
    if (text.size() > most_elements ||
        room(at, end) < size_of_head<text_head>(text.size()) + text.size())
      return nullptr;
    Storing out(at);
    out.length<text_head>(text.size());
    out.raw(text.data(), text.size());
    return out.at();
  }
  [[gnu::always_inline]] static std::byte* put_tensor(const Tensor& tensor, std::byte* at,
                                                      const std::byte* end) {
    const std::span<const std::uint32_t> dims = tensor.dims;
    const Bytes data = tensor.data;
    if (dims.size() > most_dims || tensor.batch == 0) return nullptr;
    std::uint64_t count = tensor.batch;
    for (const std::uint32_t dim : dims) {
      count *= dim;
      if (dim == 0 || count > most_elements) return nullptr;
    }
    if (data.size() != 4 * count || data.size() > most_elements) return nullptr;
    const std::uint64_t size =
        6 + 5 * dims.size() + size_of_head<bytes_head>(data.size()) + data.size();
    if (room(at, end) < size) return nullptr;
    Storing out(at);
    out.length<list_head>(dims.size());
    for (const std::uint32_t dim : dims) out.u32(dim);
    out.u32(tensor.batch);
    out.length<bytes_head>(data.size());
    out.raw(data.data(), data.size());
    return out.at();
  }
  [[gnu::always_inline]] static std::byte* put(const Parameter& parameter, std::byte* at,
                                               const std::byte* end) {
    const std::span<const std::string> key = parameter.key;
    if (key.empty() || key.size() > most_elements || parameter.stats.size() > most_elements ||
        parameter.value.batch != 1 || room(at, end) < size_of_head<list_head>(key.size()))
      return nullptr;
    Storing out(at);
    out.length<list_head>(key.size());
    at = out.at();
    for (const std::string& part : key) {
      at = put_text(part, at, end);
      if (at == nullptr) return nullptr;
    }
    at = put_tensor(parameter.value, at, end);
    if (at == nullptr || room(at, end) < 5) return nullptr;
    Storing rest(at);
    rest.u32(static_cast<std::uint32_t>(parameter.stats.size()));
    return parameter.stats.empty() ? rest.at() : put_stats(parameter.stats, rest.at(), end);
  }
  [[gnu::noinline]] static std::byte* put_stats(const std::vector<Statistic>& stats, std::byte* at,
                                                const std::byte* end) {
    for (std::size_t i = 0; i < stats.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k)
        if (stats[k].name == stats[i].name) return nullptr;
      at = put_text(stats[i].name, at, end);
      if (at != nullptr) at = put_tensor(stats[i].value, at, end);
      if (at == nullptr) return nullptr;
    }
    return at;
  }

  const Model& model_;
  std::byte* begin_;
  std::byte* end_;
};

// Writes the file of a model; its size, 0 if the storage is too small or the model can't be
// written.
[[nodiscard]] inline std::uint64_t write(const Model& model, std::span<std::byte> storage) {
  return ModelWriter(model, storage).run();
}

}  // namespace handwritten_primitiv
