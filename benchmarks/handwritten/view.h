// Tensors in place: a walk over a validated file that copies and allocates nothing.
//
// A view is 48 bytes, decoded when the iterator is dereferenced. The walk trusts that `validate`
// found nothing; `find` doesn't and can be asked of any bytes.
#pragma once
#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "handwritten/names.h"
#include "handwritten/wire.h"

namespace handwritten {

// Dimensions where they lie, unaligned.
class DimsView {
 public:
  DimsView(const std::byte* at, std::uint32_t count) : at_(at), count_(count) {}
  std::uint32_t size() const { return count_; }
  std::uint64_t operator[](std::uint32_t i) const {
    return load<std::uint64_t>(at_ + 8 * std::uint64_t{i});
  }
  const std::byte* bytes() const { return at_; }

 private:
  const std::byte* at_;
  std::uint32_t count_;
};

class TensorView {
 public:
  // `at` is the entry, `fixed` the part behind its name.
  TensorView(const std::byte* file, const std::byte* at, std::uint32_t name_size,
             const std::byte* fixed)
      : name_(at + 4),
        dims_(fixed + 12),
        name_size_(name_size),
        type_(load<std::uint32_t>(fixed)),
        ndim_(load<std::uint32_t>(fixed + 4)),
        flags_(load<std::uint32_t>(fixed + 8)) {
    const std::byte* const tail = dims_ + 8 * std::uint64_t{ndim_};
    size_ = load<std::uint64_t>(tail);
    data_ = file + load<std::uint64_t>(tail + 8);
  }

  std::string_view name() const { return text_at(name_, name_size_); }
  ValueType type() const { return static_cast<ValueType>(type_); }
  DimsView dims() const { return {dims_, ndim_}; }
  bool has_data() const { return flags_ != 0; }
  Bytes data() const { return {data_, size_}; }
  const std::byte* end_of_entry() const { return dims_ + 8 * std::uint64_t{ndim_} + 16; }

 private:
  const std::byte* name_;
  const std::byte* dims_;
  const std::byte* data_;
  std::uint64_t size_;
  std::uint32_t name_size_, type_, ndim_, flags_;
};
static_assert(sizeof(TensorView) == 48);

// The tensors of a file that `validate` accepted.
class TensorRange {
 public:
  class Iterator {
   public:
    using value_type = TensorView;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const std::byte* file, const std::byte* at, std::uint32_t left)
        : file_(file), at_(at), left_(left) {}
    TensorView operator*() const {
      const auto length = load<std::uint32_t>(at_);
      return {file_, at_, length, at_ + align8(4 + std::uint64_t{length})};
    }
    Iterator& operator++() {
      at_ = (**this).end_of_entry();
      --left_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    const std::byte* entry() const { return at_; }
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    const std::byte* file_ = nullptr;
    const std::byte* at_ = nullptr;
    std::uint32_t left_ = 0;
  };

  TensorRange(Bytes file, const Header& header)
      : file_(file.data()), table_(file_ + header.tensors), count_(header.n_tensors) {}
  explicit TensorRange(Bytes file) : TensorRange(file, load_header(file.data())) {}

  std::uint32_t size() const { return count_; }
  Iterator begin() const { return {file_, table_, count_}; }
  Iterator end() const { return {file_, nullptr, 0}; }

 private:
  const std::byte* file_;
  const std::byte* table_;
  std::uint32_t count_;
};

// Looks for a tensor, entry by entry. What it passes is checked as far as safety needs: nothing is
// read outside the table, and a view is made only of a payload inside the file.
inline std::optional<TensorView> find(Bytes bytes, std::string_view name) {
  if (bytes.size() < header_size) return std::nullopt;
  const std::byte* const file = bytes.data();
  const Header header = load_header(file);
  if (header.data > bytes.size() || header.tensors > header.data) return std::nullopt;
  const std::byte* at = file + header.tensors;
  auto left = header.data - header.tensors;
  for (std::uint32_t i = 0; i < header.n_tensors; ++i) {
    if (left < 8 + tensor_rest) return std::nullopt;
    const auto length = load<std::uint32_t>(at);
    const std::uint64_t string_size = align8(4 + std::uint64_t{length});
    if (string_size > left - tensor_rest) return std::nullopt;
    const std::byte* const fixed = at + string_size;
    const std::uint64_t ndim = load<std::uint32_t>(fixed + 4);
    if (ndim > (left - string_size - tensor_rest) / 8) return std::nullopt;
    if (length == name.size() && std::memcmp(at + 4, name.data(), length) == 0) {
      const std::byte* const tail = fixed + 12 + 8 * ndim;
      const auto size = load<std::uint64_t>(tail);
      const auto offset = load<std::uint64_t>(tail + 8);
      if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
      return TensorView(file, at, length, fixed);
    }
    const std::uint64_t entry_size = string_size + tensor_rest + 8 * ndim;
    at += entry_size;
    left -= entry_size;
  }
  return std::nullopt;
}

// The tensors of a validated file by name, built on request for those who look up many: their
// entries in the order of the names, 8 bytes each. A file with ascending names needs no sort.
class TensorIndex {
 public:
  explicit TensorIndex(Bytes file) : file_(file.data()) {
    const TensorRange tensors(file);
    entries_.reserve(tensors.size());
    Neighbours names;
    for (auto i = tensors.begin(); i != tensors.end(); ++i) {
      names.add((*i).name());
      entries_.push_back(i.entry());
    }
    if (!names.ascending()) std::sort(entries_.begin(), entries_.end(), Before{});
  }
  std::optional<TensorView> find(std::string_view name) const {
    const auto entry = std::lower_bound(entries_.begin(), entries_.end(), name, Before{});
    if (entry == entries_.end() || name_at(*entry) != name) return std::nullopt;
    return *TensorRange::Iterator(file_, *entry, 1);
  }

 private:
  static std::string_view name_at(const std::byte* entry) {
    return text_at(entry + 4, load<std::uint32_t>(entry));
  }
  struct Before {
    bool operator()(const std::byte* a, const std::byte* b) const {
      return precedes(name_at(a), name_at(b));
    }
    bool operator()(const std::byte* a, std::string_view b) const {
      return precedes(name_at(a), b);
    }
  };

  const std::byte* file_;
  std::vector<const std::byte*> entries_;
};

}  // namespace handwritten
