// Bytes of a file for Python: read-only, never copied, kept as long as anyone looks at them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "schemac/core/bytes.h"

namespace schemac::python {

namespace nb = nanobind;

/// Supports Python's buffer protocol, so NumPy and memoryview take it as it is.
struct Buffer {
  Bytes bytes;
  std::shared_ptr<const void> file;   ///< whose bytes these are
  std::shared_ptr<const void> owner;  ///< of bytes that were made, not found in a file; or null
};

void bind_buffer(nb::module_& module);

/// A read-only view of a Python object's memory, held as long as this lives.
class Borrowed {
 public:
  /// Throws Python's own error if the object has no contiguous memory.
  explicit Borrowed(nb::handle object, bool is_writable = false);
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() { PyBuffer_Release(&view_); }

  [[nodiscard]] Bytes bytes() const;
  /// Of one that is writable.
  [[nodiscard]] MutableBytes room() const;

 private:
  Py_buffer view_ = {};
};

}  // namespace schemac::python
