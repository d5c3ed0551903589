// Tensors in place: a walk over the table that copies and allocates nothing.
//
// Neither the walk nor `find` relies on an earlier `validate`: a mapped file may change at any
// time, and who opens one for a single tensor won't validate all of it. So each entry is measured
// when it is reached, and a payload is held against its section, its dims and its type when it is
// asked for.
#pragma once
#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "handwritten/metadata.h"
#include "handwritten/names.h"
#include "handwritten/wire.h"

namespace handwritten {

// Dimensions where they lie, unaligned.
class DimsView {
 public:
  DimsView(const std::byte* at, std::uint64_t count) : at_(at), count_(count) {}
  std::uint64_t size() const { return count_; }
  std::uint64_t operator[](std::uint64_t i) const { return load<std::uint64_t>(at_ + 8 * i); }
  const std::byte* bytes() const { return at_; }

 private:
  const std::byte* at_;
  std::uint64_t count_;
};

// Where payloads may lie.
struct DataSection {
  const std::byte* file;
  std::uint64_t begin, size;

  bool contains(std::uint64_t at, std::uint64_t count) const {
    // Before the section the difference wraps and is too large, too.
    const std::uint64_t inside = at - begin;
    return inside <= size && count <= size - inside;
  }
};

// An entry of the tensor table. Its lengths were measured and are kept; everything else is loaded
// when it is asked for.
class TensorView {
 public:
  TensorView() = default;
  // `rest`: what an entry has after its name, without the dims.
  TensorView(const DataSection& section, std::uint64_t rest) : section_(section), rest_(rest) {}

  // Shows the entry at `at`, with `left` bytes from there to the end of the table; false if it
  // isn't whole. (Not made anew for each entry, so that a loop has the section in registers.)
  bool show(const std::byte* at, std::uint64_t left) {
    if (left < 8 + rest_) [[unlikely]]
      return false;
    const std::uint64_t name_size = load<std::uint32_t>(at);
    const std::uint64_t string_size = align8(4 + name_size);
    if (string_size > left - rest_) [[unlikely]]
      return false;
    const std::byte* const fixed = at + string_size;
    const std::uint64_t ndim = load<std::uint32_t>(fixed + 4);
    if (ndim > (left - rest_ - string_size) / 8) [[unlikely]]
      return false;
    at_ = at;
    fixed_ = fixed;
    name_size_ = name_size;
    ndim_ = ndim;
    return true;
  }

  std::string_view name() const { return text_at(at_ + 4, name_size_); }
  ValueType type() const { return static_cast<ValueType>(load<std::uint32_t>(fixed_)); }
  DimsView dims() const { return {fixed_ + 12, ndim_}; }
  bool has_data() const { return (load<std::uint32_t>(fixed_ + 8) & has_data_flag) != 0; }

  // The payload, or nothing if there is none or if what the entry says of it can't be.
  std::optional<Bytes> data() const {
    const auto type = load<std::uint32_t>(fixed_);
    const std::byte* const tail = fixed_ + 12 + 8 * ndim_;
    const auto size = load<std::uint64_t>(tail);
    const auto offset = load<std::uint64_t>(tail + 8);
    if (!has_data() || !is_element_type(type)) [[unlikely]]
      return std::nullopt;
    if (!section_.contains(offset, size)) [[unlikely]]
      return std::nullopt;
    std::uint64_t expected = 0;
    if (!array_size(type, fixed_ + 12, ndim_, expected)) [[unlikely]]
      return std::nullopt;
    if (expected != size) [[unlikely]]
      return std::nullopt;
    return Bytes(section_.file + offset, size);
  }

  bool has_quant() const {
    return rest_ == tensor_rest(2) && (load<std::uint32_t>(fixed_ + 8) & has_quant_flag) != 0;
  }
  // The bytes that say what the elements mean, at least as many as such have.
  std::optional<Bytes> quant() const {
    if (!has_quant()) return std::nullopt;
    const std::byte* const tail = fixed_ + 28 + 8 * ndim_;
    const auto size = load<std::uint64_t>(tail);
    const auto offset = load<std::uint64_t>(tail + 8);
    if (size < quant_size || !section_.contains(offset, size)) return std::nullopt;
    return Bytes(section_.file + offset, size);
  }

  const std::byte* entry() const { return at_; }
  const std::byte* end_of_entry() const { return fixed_ + rest_ + 8 * ndim_; }

 private:
  DataSection section_{};
  std::uint64_t rest_ = 0;
  const std::byte* at_ = nullptr;
  const std::byte* fixed_ = nullptr;
  std::uint64_t name_size_ = 0, ndim_ = 0;
};

// The tensors of a file one after the other. The range ends early where an entry isn't whole;
// `broken()` tells.
class TensorRange {
 public:
  class Iterator {
   public:
    using value_type = TensorView;
    using difference_type = std::ptrdiff_t;

    explicit Iterator(TensorRange& range)
        : range_(&range), left_(range.count_), view_(range.section_, range.rest_) {
      if (left_ != 0) show(range.table_);
    }
    const TensorView& operator*() const { return view_; }
    const TensorView* operator->() const { return &view_; }
    Iterator& operator++() {
      if (--left_ != 0) show(view_.end_of_entry());
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return left_ == 0; }

   private:
    void show(const std::byte* at) {
      if (view_.show(at, static_cast<std::uint64_t>(range_->end_ - at))) [[likely]]
        return;
      left_ = 0;
      range_->is_broken_ = true;
    }

    TensorRange* range_;
    std::uint32_t left_;
    TensorView view_;
  };

  // Checks what it needs of the header.
  explicit TensorRange(Bytes bytes) {
    if (bytes.size() >= header_size) *this = TensorRange(bytes, load_header(bytes.data()));
  }
  TensorRange(Bytes bytes, const Header& header) {
    if (header.data > bytes.size() || header.tensors > header.data) return;
    section_ = {bytes.data(), header.data, bytes.size() - header.data};
    table_ = bytes.data() + header.tensors;
    end_ = bytes.data() + header.data;
    count_ = header.n_tensors;
    rest_ = tensor_rest(header.version);
    is_broken_ = false;
  }

  Iterator begin() { return Iterator(*this); }
  std::default_sentinel_t end() const { return {}; }
  // How many entries the header announces. Before it makes room for them a caller asks whether the
  // table could hold so many: `has_room()`.
  std::uint32_t size() const { return count_; }
  bool has_room() const {
    return static_cast<std::uint64_t>(end_ - table_) / (8 + rest_) >= count_;
  }
  bool broken() const { return is_broken_; }
  // The entry at `at`, which an iteration came by.
  std::optional<TensorView> at(const std::byte* at) const {
    TensorView view(section_, rest_);
    if (!view.show(at, static_cast<std::uint64_t>(end_ - at))) return std::nullopt;
    return view;
  }

 private:
  DataSection section_{};
  const std::byte* table_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint64_t rest_ = tensor_rest(1);
  bool is_broken_ = true;
};

// Looks for a tensor, entry by entry.
inline std::optional<TensorView> find(Bytes bytes, std::string_view name) {
  TensorRange tensors(bytes);
  for (const TensorView& tensor : tensors) {
    if (tensor.name() == name) return tensor;
  }
  return std::nullopt;
}

// The tensors of a file by name, built on request for those who look up many: their entries in the
// order of the names, 8 bytes each. A file with ascending names needs no sort.
class TensorIndex {
 public:
  explicit TensorIndex(Bytes bytes) : tensors_(bytes) {
    if (!tensors_.has_room()) return;
    entries_.reserve(tensors_.size());
    Neighbours names;
    for (const TensorView& tensor : tensors_) {
      names.add(tensor.name());
      entries_.push_back(tensor.entry());
    }
    if (!names.ascending()) std::sort(entries_.begin(), entries_.end(), Before{&tensors_});
  }
  std::optional<TensorView> find(std::string_view name) const {
    const Before before{&tensors_};
    const auto entry = std::lower_bound(entries_.begin(), entries_.end(), name, before);
    if (entry == entries_.end() || before.name_of(*entry) != name) return std::nullopt;
    return tensors_.at(*entry);
  }

 private:
  struct Before {
    const TensorRange* tensors;

    std::string_view name_of(const std::byte* entry) const {
      const auto tensor = tensors->at(entry);
      return tensor ? tensor->name() : std::string_view();
    }
    bool operator()(const std::byte* a, const std::byte* b) const {
      return precedes(name_of(a), name_of(b));
    }
    bool operator()(const std::byte* a, std::string_view b) const {
      return precedes(name_of(a), b);
    }
  };

  TensorRange tensors_;
  std::vector<const std::byte*> entries_;
};

}  // namespace handwritten
