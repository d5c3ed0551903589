#include "raise.h"

#include <nanobind/stl/string.h>

namespace schemac::python {
namespace {

nb::object errors(const char* name) { return nb::module_::import_("schemac._errors").attr(name); }

[[noreturn]] void raise(const nb::object& type, const nb::object& error) {
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}
[[noreturn]] void raise_text(const char* name, const std::string& text) {
  const nb::object type = errors(name);
  raise(type, type(text_object(text)));
}

nb::object violation_of(const Violation& violation, const std::string& file) {
  return errors("Violation")(text_object(violation.path), violation.offset,
                             std::string(id(violation.rule)), std::string(id(violation.level)),
                             text_object(violation.name), text_object(violation.message),
                             text_object(file));
}

nb::object problem_of(const direct::Problem& problem) {
  const nb::object rule = problem.rule ? nb::cast(std::string(id(*problem.rule))) : nb::none();
  return errors("Problem")(text_object(problem.path), text_object(problem.message),
                           text_object(problem.help), rule, text_object(problem.name));
}

}  // namespace

nb::object text_object(std::string_view text) {
  PyObject* const made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

nb::object to_python(const Violation& violation) { return violation_of(violation, ""); }

nb::object to_python(const std::vector<FileViolation>& violations) {
  nb::list list;
  for (const FileViolation& each : violations) list.append(violation_of(each.violation, each.file));
  return list;
}

nb::object to_python(const Report& report) {
  nb::list list;
  for (const Violation& violation : report.violations()) list.append(to_python(violation));
  return list;
}

void raise_invalid_file(const std::string& file, const Report& report) {
  const nb::object type = errors("InvalidFile");
  raise(type, type(text_object(file), to_python(report)));
}

void raise_invalid_file(const std::string& file, const Violation& violation) {
  Report report;
  report.add(violation);
  raise_invalid_file(file, report);
}

void raise_invalid_file(const std::string& file, const std::vector<FileViolation>& violations) {
  const nb::object type = errors("InvalidFile");
  raise(type, type(text_object(file), to_python(violations)));
}

void raise_invalid_values(const std::vector<direct::Problem>& problems) {
  nb::list list;
  for (const direct::Problem& problem : problems) list.append(problem_of(problem));
  const nb::object type = errors("InvalidValues");
  raise(type, type(list));
}

void raise_unknown_format(const std::string& text) { raise_text("UnknownFormat", text); }
void raise_schema_error(const std::string& text) { raise_text("SchemaError", text); }
void raise_system_error(const std::string& text) {
  raise(nb::borrow(PyExc_OSError), nb::borrow(PyExc_OSError)(text_object(text)));
}

}  // namespace schemac::python
