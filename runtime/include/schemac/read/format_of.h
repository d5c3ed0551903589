// What templates of the runtime call for a root, by what its generated header says of it
// (schemac/walk/whole_file.h).
#pragma once

#include "schemac/core/bytes.h"
#include "schemac/core/format.h"
#include "schemac/core/limits.h"
#include "schemac/core/sink.h"
#include "schemac/read/whole_file.h"
#include "schemac/walk/whole_file.h"
#include "schemac/write/whole_file.h"

namespace schemac::impl {

/// What `Format` has for the values and the view of a root.
template <class Root>
struct FormatOf {
  using Value = typename Root::Value;
  static auto read(Bytes bytes, const Limits& limits) { return read_file<Root>(bytes, limits); }
  static auto view(Bytes bytes, const Limits& limits) { return view_file<Root>(bytes, limits); }
  static auto validate(Bytes bytes, const Limits& limits) {
    return validate_file<Root>(bytes, limits);
  }
  static auto write(const Value& value, Sink& sink) { return write_file<Root>(value, sink); }
};

}  // namespace schemac::impl
