// How templates of the runtime find the functions of a generated header.
//
// Each header specialises `Format` for its values and its views, so that
// `schemac::open<tally::FileView>(path)` and `schemac::save(file, path)` work for every format and
// the headers need nothing of file systems.
#pragma once

#include <concepts>
#include <cstdint>

#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/result.h"
#include "schemac/core/sink.h"

namespace schemac::impl {

/// For the struct of a whole file: static functions `read(bytes, limits)`, `write(value, sink)` and
/// `validate(bytes, limits)`. For the view of one: `view(bytes, limits)` and `validate(bytes,
/// limits)`.
template <class T>
struct Format;

}  // namespace schemac::impl

namespace schemac {

/// The plain values of a whole file.
template <class T>
concept FileValue = requires(const T& value, Sink& sink, Bytes bytes, const Limits& limits) {
  { impl::Format<T>::read(bytes, limits) } -> std::same_as<Result<T>>;
  { impl::Format<T>::write(value, sink) } -> std::same_as<Result<std::uint64_t>>;
};
/// A whole file looked at in place.
template <class T>
concept FileLook = requires(Bytes bytes, const Limits& limits) {
  { impl::Format<T>::view(bytes, limits) } -> std::same_as<Result<T>>;
};

}  // namespace schemac
