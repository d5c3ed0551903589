// Every rule of an OINF file, checked in one pass that stops at the first broken one.
//
// An entry costs two bounds checks, one for its name and one for its dims; all else is straight
// loads. Nothing is allocated unless names don't ascend or payloads don't lie in order. What isn't
// asked for in `Checks` costs nothing, so that the price of each rule can be measured.
#pragma once
#include <string_view>
#include <vector>

#include "handwritten/blobs.h"
#include "handwritten/metadata.h"
#include "handwritten/names.h"
#include "handwritten/wire.h"

namespace handwritten {

struct Checks {
  bool names_unique = true;
  bool padding_zero = true;
  bool blobs_apart = true;  // no overlap, zero bytes between them
};

template <Checks checks>
class Validator {
 public:
  explicit Validator(Bytes bytes) : file_(bytes.data()), size_(bytes.size()) {}

  Violation run() {
    if (header() && sections() && sizevars()) {
      RunningEnd blobs(file_, header_.data);
      if (metadata(blobs) && (header_.version == 1 ? tensors<1>(blobs) : tensors<2>(blobs)))
        check_blobs(blobs);
    }
    return violation_;
  }
  // What the header says, after `run` found nothing.
  const Header& layout() const { return header_; }

 private:
  [[gnu::noinline, gnu::cold]] bool fail(Rule rule, std::uint64_t offset) {
    violation_ = {rule, offset};
    return false;
  }
  bool fail_at(Rule rule, const std::byte* at) {
    return fail(rule, static_cast<std::uint64_t>(at - file_));
  }

  bool header() {
    if (size_ < header_size) return fail(Rule::truncated, size_);
    if (std::memcmp(file_, "OINF", 5) != 0) return fail(Rule::bad_magic, 0);
    if (load<std::uint32_t>(file_ + 5) - 1U > 1U) return fail(Rule::bad_version, 5);
    if (load<std::uint32_t>(file_ + 9) != 0) return fail(Rule::nonzero_reserved, 9);
    if (load<std::uint32_t>(file_ + 25) != 0) return fail(Rule::nonzero_reserved, 25);
    header_ = load_header(file_);
    if (header_.file_size > size_) return fail(Rule::truncated, 61);
    if (header_.file_size < size_) return fail(Rule::trailing_data, 61);
    return zeros(69, header_size);
  }

  bool sections() {
    std::uint64_t previous = header_size;
    std::uint64_t field = 29;
    for (std::uint64_t begin :
         {header_.sizevars, header_.metadata, header_.tensors, header_.data}) {
      if (begin % 8 != 0) return fail(Rule::misaligned, field);
      if (begin < previous) return fail(Rule::bad_order, field);
      if (begin > size_) return fail(Rule::out_of_bounds, field);
      previous = begin;
      field += 8;
    }
    return zeros(header_size, header_.sizevars);
  }

  bool zeros(std::uint64_t begin, std::uint64_t end) {
    if constexpr (checks.padding_zero) {
      const std::uint64_t nonzero = find_nonzero(file_, begin, end);
      if (nonzero != end) return fail(Rule::nonzero_padding, nonzero);
    }
    return true;
  }

  // Checks the name of the entry at `at`, with at least `rest` bytes after it before `end`;
  // `string_size` becomes what the name takes with its length and padding.
  [[gnu::always_inline]] bool name(const std::byte* at, const std::byte* end, std::uint64_t rest,
                                   std::uint64_t& string_size, std::string_view& text) {
    const auto left = static_cast<std::uint64_t>(end - at);
    if (left < 8 + rest) [[unlikely]]
      return fail_at(Rule::truncated, at);
    const std::uint64_t length = load<std::uint32_t>(at);
    string_size = align8(4 + length);
    if (string_size > left - rest) [[unlikely]]
      return fail_at(Rule::out_of_bounds, at);
    text = text_at(at + 4, length);
    if (!is_name(text)) [[unlikely]]
      return fail_at(Rule::bad_charset, at + 4);
    if constexpr (checks.padding_zero) {
      if (!ends_in_zeros(at + string_size, string_size - 4 - length)) [[unlikely]] {
        return fail_at(Rule::nonzero_padding, at + 4 + length);
      }
    }
    return true;
  }

  // A table whose names don't ascend; its entries are known to be sound.
  template <class RestOf>
  [[gnu::noinline]] bool unique_names(std::uint64_t begin, std::uint32_t count, RestOf rest_of) {
    NameSet names(count);
    const std::byte* at = file_ + begin;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t length = load<std::uint32_t>(at);
      if (!names.insert(text_at(at + 4, length))) return fail_at(Rule::duplicate_name, at);
      at += align8(4 + length);
      at += rest_of(at);
    }
    return true;
  }

  bool sizevars() {
    const std::byte* at = file_ + header_.sizevars;
    const std::byte* const end = file_ + header_.metadata;
    Neighbours names;
    for (std::uint32_t i = 0; i < header_.n_sizevars; ++i) {
      std::uint64_t string_size = 0;
      std::string_view text;
      if (!name(at, end, sizevar_rest, string_size, text)) return false;
      names.add(text);
      at += string_size + sizevar_rest;
    }
    return (!checks.names_unique || names.ascending() ||
            unique_names(header_.sizevars, header_.n_sizevars,
                         [](const std::byte*) { return sizevar_rest; })) &&
           zeros(static_cast<std::uint64_t>(at - file_), header_.metadata);
  }

  // A payload's offset, as the field at `stated_at` gives it.
  bool place(std::uint64_t offset, std::uint64_t size, const std::byte* stated_at) {
    if (offset % 8 != 0) [[unlikely]]
      return fail_at(Rule::misaligned, stated_at);
    if (offset < header_.data || offset > size_ || size > size_ - offset) [[unlikely]] {
      return fail_at(Rule::out_of_bounds, stated_at);
    }
    return true;
  }

  bool metadata(RunningEnd& blobs) {
    const std::byte* at = file_ + header_.metadata;
    const std::byte* const end = file_ + header_.tensors;
    Neighbours keys;
    for (std::uint32_t i = 0; i < header_.n_metadata; ++i) {
      std::uint64_t string_size = 0;
      std::string_view text;
      if (!name(at, end, metadata_rest, string_size, text)) return false;
      keys.add(text);
      at += string_size;
      const auto type = load<std::uint32_t>(at);
      const auto size = load<std::uint64_t>(at + 8);
      const auto offset = load<std::uint64_t>(at + 16);
      if (!is_type(type, header_.version)) return fail_at(Rule::bad_type, at);
      if (load<std::uint32_t>(at + 4) != 0) return fail_at(Rule::nonzero_reserved, at + 4);
      if (!place(offset, size, at + 16)) return false;
      const auto stated_at = static_cast<std::uint64_t>(at + 8 - file_);
      const Violation value = check_value(type, {file_, offset, size, stated_at}, header_.version);
      if (!value.ok()) return fail(value.rule, value.offset);
      if constexpr (checks.blobs_apart) blobs.add(offset, size);
      at += metadata_rest;
    }
    return (!checks.names_unique || keys.ascending() ||
            unique_names(header_.metadata, header_.n_metadata,
                         [](const std::byte*) { return metadata_rest; })) &&
           zeros(static_cast<std::uint64_t>(at - file_), header_.tensors);
  }

  // Version 2 has more to check; what a version lacks costs it nothing.
  template <std::uint32_t version>
  bool tensors(RunningEnd& blobs) {
    const std::byte* at = file_ + header_.tensors;
    const std::byte* const end = file_ + header_.data;
    RunningEnd running = blobs;  // a local can stay in registers
    Neighbours names;
    for (std::uint32_t i = 0; i < header_.n_tensors; ++i) {
      if (!tensor<version>(at, end, names, running)) return false;
    }
    blobs = running;
    const auto rest_of = [](const std::byte* fixed) {
      return tensor_rest(version) + 8 * std::uint64_t{load<std::uint32_t>(fixed + 4)};
    };
    return (!checks.names_unique || names.ascending() ||
            unique_names(header_.tensors, header_.n_tensors, rest_of)) &&
           zeros(static_cast<std::uint64_t>(at - file_), header_.data);
  }

  // Checks the entry at `at` and moves after it.
  template <std::uint32_t version>
  [[gnu::always_inline]] bool tensor(const std::byte*& at, const std::byte* end, Neighbours& names,
                                     RunningEnd& blobs) {
    constexpr std::uint64_t rest = tensor_rest(version);
    std::uint64_t string_size = 0;
    std::string_view text;
    if (!name(at, end, rest, string_size, text)) return false;
    if constexpr (checks.names_unique) names.add(text);
    const std::byte* const fixed = at + string_size;
    const auto type = load<std::uint32_t>(fixed);
    const std::uint64_t ndim = load<std::uint32_t>(fixed + 4);
    const auto flags = load<std::uint32_t>(fixed + 8);
    if (!is_element_type(type, version)) [[unlikely]]
      return fail_at(Rule::bad_type, fixed);
    if (ndim > (static_cast<std::uint64_t>(end - fixed) - rest) / 8) [[unlikely]] {
      return fail_at(Rule::bad_count, fixed + 4);
    }
    if (flags > (version == 1 ? has_data_flag : has_data_flag + has_quant_flag)) [[unlikely]]
      return fail_at(Rule::nonzero_reserved, fixed + 8);
    std::uint64_t expected = 0;
    if (!array_size(type, fixed + 12, ndim, expected)) [[unlikely]] {
      return fail_at(Rule::overflow, fixed + 12);
    }
    const std::byte* const tail = fixed + 12 + 8 * ndim;
    const auto size = load<std::uint64_t>(tail);
    const auto offset = load<std::uint64_t>(tail + 8);
    at = fixed + rest + 8 * ndim;
    if ((flags & has_data_flag) == 0) {
      if (size != 0) return fail_at(Rule::bad_value, tail);
      if (offset != 0) return fail_at(Rule::bad_value, tail + 8);
      return version == 1 || quant(fixed, ndim, flags, blobs);
    }
    if (size != expected) [[unlikely]]
      return fail_at(Rule::size_mismatch, tail);
    if (!place(offset, size, tail + 8)) return false;
    if constexpr (checks.blobs_apart) {
      if (size != 0) blobs.add(offset, size);
    }
    return version == 1 || quant(fixed, ndim, flags, blobs);
  }

  // What the elements mean: of the entry whose fields after the name are at `fixed`.
  bool quant(const std::byte* fixed, std::uint64_t ndim, std::uint32_t flags, RunningEnd& blobs) {
    const std::byte* const at = fixed + 28 + 8 * ndim;
    const auto size = load<std::uint64_t>(at);
    const auto offset = load<std::uint64_t>(at + 8);
    if ((flags & has_quant_flag) == 0) {
      if (size != 0) return fail_at(Rule::bad_value, at);
      return offset == 0 || fail_at(Rule::bad_value, at + 8);
    }
    if (!place(offset, size, at + 8)) return false;
    const auto stated_at = static_cast<std::uint64_t>(at - file_);
    const Violation found = check_quant({file_, offset, size, stated_at}, fixed + 12, ndim);
    if (!found.ok()) return fail(found.rule, found.offset);
    if constexpr (checks.blobs_apart) blobs.add(offset, size);
    return true;
  }

  bool check_blobs(const RunningEnd& blobs) {
    if (!checks.blobs_apart || blobs.is_proven(size_)) return true;
    violation_ = sort_blobs();
    return violation_.ok();
  }

  [[gnu::noinline]] Violation sort_blobs() const {
    std::vector<Blob> blobs;
    const auto add = [&](const std::byte* size_field) {
      const auto size = load<std::uint64_t>(size_field);
      if (size == 0) return;  // nothing that could overlap, or that a gap could surround
      const auto stated_at = static_cast<std::uint64_t>(size_field + 8 - file_);
      blobs.push_back({load<std::uint64_t>(size_field + 8), size, stated_at});
    };
    const std::byte* at = file_ + header_.metadata;
    for (std::uint32_t i = 0; i < header_.n_metadata; ++i) {
      at += align8(4 + std::uint64_t{load<std::uint32_t>(at)}) + metadata_rest;
      add(at - 16);
    }
    at = file_ + header_.tensors;
    for (std::uint32_t i = 0; i < header_.n_tensors; ++i) {
      at += align8(4 + std::uint64_t{load<std::uint32_t>(at)});
      const std::byte* const tail = at + 12 + 8 * std::uint64_t{load<std::uint32_t>(at + 4)};
      add(tail);
      if (header_.version != 1) add(tail + 16);
      at = tail + tensor_rest(header_.version) - 12;
    }
    return check_sorted(file_, header_.data, size_, blobs);
  }

  const std::byte* file_;
  std::uint64_t size_;
  Header header_{};
  Violation violation_;
};

// The first broken rule of a file, or none.
template <Checks checks = Checks{}>
[[nodiscard]] Violation validate(Bytes bytes) {
  return Validator<checks>(bytes).run();
}

}  // namespace handwritten
