// Payloads in the data section: none may overlap, and what lies between them must be zero.
//
// Writers place payloads in the order of their entries, so a running end is enough to prove both in
// passing. Where it isn't, `check_sorted` decides over all of them and finds the place.
#pragma once
#include <algorithm>
#include <vector>

#include "handwritten/wire.h"

namespace handwritten {

struct Blob {
  std::uint64_t offset;
  std::uint64_t size;
  std::uint64_t stated_at;  // offset of the field that states `offset`
};

class RunningEnd {
 public:
  RunningEnd(const std::byte* file, std::uint64_t begin) : file_(file), end_(begin) {}

  // Both numbers are inside the file and `size` isn't 0.
  void add(std::uint64_t offset, std::uint64_t size) {
    const std::uint64_t gap = offset - end_;  // wraps if the payload lies before the end
    proven_ &= gap < 8 ? ends_in_zeros(file_ + offset, gap) : is_wide_zero_gap(offset);
    end_ = offset + size;
  }
  // True if nothing overlaps and all bytes up to `file_size` between payloads are zero.
  bool is_proven(std::uint64_t file_size) const {
    return proven_ && find_nonzero(file_, end_, file_size) == file_size;
  }

 private:
  [[gnu::noinline, gnu::cold]] bool is_wide_zero_gap(std::uint64_t offset) const {
    return proven_ && offset >= end_ && find_nonzero(file_, end_, offset) == offset;
  }

  const std::byte* file_;
  std::uint64_t end_;
  bool proven_ = true;
};

// The same for payloads in any order, with the place of the first fault.
inline Violation check_sorted(const std::byte* file, std::uint64_t begin, std::uint64_t file_size,
                              std::vector<Blob>& blobs) {
  std::sort(blobs.begin(), blobs.end(), [](const Blob& a, const Blob& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.stated_at < b.stated_at;
  });
  std::uint64_t end = begin;
  for (const Blob& blob : blobs) {
    if (blob.offset < end) return {Rule::overlap, blob.stated_at};
    end = blob.offset + blob.size;
  }
  // Only now the gaps: a payload that lies on another leaves one where it should be.
  end = begin;
  for (const Blob& blob : blobs) {
    const std::uint64_t nonzero = find_nonzero(file, end, blob.offset);
    if (nonzero != blob.offset) return {Rule::nonzero_padding, nonzero};
    end = blob.offset + blob.size;
  }
  const std::uint64_t nonzero = find_nonzero(file, end, file_size);
  return nonzero == file_size ? Violation{} : Violation{Rule::nonzero_padding, nonzero};
}

}  // namespace handwritten
