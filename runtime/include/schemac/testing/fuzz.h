// What a generated header promises, held to any bytes: for fuzzers.
//
// A promise that is broken ends the program with its words, which is what a fuzzer looks for.
// Reads out of bounds and undefined behaviour are found by the sanitizers it is compiled with.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/format.h"
#include "schemac/core/limits.h"
#include "schemac/core/sink.h"

namespace schemac {

/// Limits that let a fuzzer try thousands of inputs a second.
[[nodiscard]] inline Limits limits_to_fuzz() {
  Limits limits;
  limits.elements = 1u << 20;
  return limits;
}

}  // namespace schemac

namespace schemac::impl {

namespace detail {

inline void promise(bool is_kept, const char* words) {
  if (is_kept) return;
  std::fprintf(stderr, "a promise is broken: %s\n", words);
  std::abort();
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// Whatever the bytes are: what `validate` accepts is read, and written again; what was written is
/// valid, and reads as the same values.
template <FileValue File>
void hold_to_promises(Bytes bytes) {
  const Limits limits = limits_to_fuzz();
  const bool is_valid = impl::Format<File>::validate(bytes, limits).ok();
  const auto file = impl::Format<File>::read(bytes, limits);
  impl::detail::promise(!is_valid || file.has_value(), "what validate accepts can be read");
  if (!file) return;
  MemorySink sink;
  const bool is_written = impl::Format<File>::write(*file, sink).has_value();
  impl::detail::promise(!is_valid || is_written, "what validate accepts can be written again");
  if (!is_written) return;
  const std::vector<std::byte> written = sink.take();
  impl::detail::promise(impl::Format<File>::validate(written, limits).ok(),
                        "what is written is valid");
  const auto again = impl::Format<File>::read(written, limits);
  impl::detail::promise(again.has_value(), "what is written can be read");
  // Values with NaNs don't equal themselves, their bytes do.
  MemorySink second;
  impl::detail::promise(
      impl::Format<File>::write(*again, second).has_value() && second.take() == written,
      "what is read is what was written");
}

}  // namespace schemac
