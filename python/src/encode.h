// Writing: from Python's objects to a file, which replaces another one as a whole.
#pragma once

#include <nanobind/nanobind.h>

namespace schemac::python {

namespace nb = nanobind;

void bind_encode(nb::module_& module);

}  // namespace schemac::python
