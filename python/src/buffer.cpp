#include "buffer.h"

namespace schemac::python {
namespace {

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  static const std::byte nothing{};
  const Bytes bytes = nb::inst_ptr<Buffer>(self)->bytes;
  const std::byte* const begin = bytes.empty() ? &nothing : bytes.data();
  constexpr int is_read_only = 1;
  return PyBuffer_FillInfo(view, self, const_cast<std::byte*>(begin),
                           static_cast<Py_ssize_t>(bytes.size()), is_read_only, flags);
}

PyType_Slot slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)}, {0, nullptr}};

}  // namespace

void bind_buffer(nb::module_& module) {
  nb::class_<Buffer>(module, "Buffer", nb::type_slots(slots))
      .def("__len__", [](const Buffer& buffer) { return buffer.bytes.size(); });
}

Borrowed::Borrowed(nb::handle object, bool is_writable) {
  const int flags = is_writable ? PyBUF_WRITABLE : PyBUF_SIMPLE;
  if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) throw nb::python_error();
}

Bytes Borrowed::bytes() const {
  return {static_cast<const std::byte*>(view_.buf), static_cast<std::size_t>(view_.len)};
}

MutableBytes Borrowed::room() const {
  return {static_cast<std::byte*>(view_.buf), static_cast<std::size_t>(view_.len)};
}

}  // namespace schemac::python
