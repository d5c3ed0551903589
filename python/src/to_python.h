// Values of a file as Python's objects. Numbers and texts are copied; what is larger refers to the
// file: records and lists to the tree of values, bytes and arrays to the file's own bytes.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>

#include "direct/value.h"
#include "node.h"

namespace schemac::python {

namespace nb = nanobind;

/// The module schemac._values, which has the classes of what isn't Python's own.
[[nodiscard]] const nb::object& values_module();

/// The module schemac._writing, which says what objects are to the writer.
[[nodiscard]] const nb::object& writing_module();

/// The value that `place` is about.
[[nodiscard]] nb::object to_python(const Node& place);
/// A whole number; of an enumeration (`body`) with its name.
[[nodiscard]] nb::object number_object(model::Int128 value, const std::string& name,
                                       const plan::Enum* enumeration);
[[nodiscard]] nb::object integer(model::Int128 value);

/// The bytes of a str, as text_object makes it.
[[nodiscard]] std::string utf8_of(nb::handle text);
/// "ndarray"
[[nodiscard]] std::string type_text(nb::handle object);
[[noreturn]] void raise_type_error(const std::string& text);

}  // namespace schemac::python
