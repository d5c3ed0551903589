// Values of no type that a schema knows, as Python's own: None, bool, int, float, str, bytes, list,
// tuple, dict; and the two that Python has no form for (schemac/_values.py).
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "schemac/core/free_value.h"

namespace schemac::python {

namespace nb = nanobind;

/// A map is a dict if its keys can be, else Pairs.
[[nodiscard]] nb::object to_python(const FreeValue& value);
/// The other way round. `has_tuples`: whether the format tells tuples from lists. Raises TypeError
/// with `path` for what is no such value.
[[nodiscard]] FreeValue free_value_of(nb::handle object, bool has_tuples, const std::string& path);

}  // namespace schemac::python
