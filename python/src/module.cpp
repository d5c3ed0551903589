// The module schemac._core: the direct executor for Python. What users see of it is in the package
// beside it (schemac/*.py), which documents it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "buffer.h"
#include "encode.h"
#include "file_tree.h"
#include "formats.h"
#include "node.h"
#include "pieces.h"
#include "raise.h"
#include "to_python.h"
#include "tree.h"

namespace schemac::python {
namespace {

void bind_limits(nb::module_& module) {
  const auto limit = [](auto member) {
    return std::pair([member](const FileLimits& limits) { return limits.reading.*member; },
                     [member](FileLimits& limits, std::uint64_t value) {
                       using Number = std::remove_cvref_t<decltype(limits.reading.*member)>;
                       limits.reading.*member = static_cast<Number>(value);
                     });
  };
  nb::class_<FileLimits> limits(module, "Limits");
  limits.def(nb::init<>()).def_rw("values", &FileLimits::values);
  const auto add = [&](const char* name, auto member) {
    const auto [get, set] = limit(member);
    limits.def_prop_rw(name, get, set);
  };
  add("memory", &Limits::memory);
  add("elements", &Limits::elements);
  add("shared_elements", &Limits::shared_elements);
  add("empty_elements", &Limits::empty_elements);
  add("depth", &Limits::depth);
  add("decoded", &Limits::decoded);
  add("violations", &Limits::violations);
}

void bind_tree(nb::module_& module) {
  nb::class_<Formats>(module, "Formats")
      .def("__init__",
           [](Formats* self, const std::string& schema, const std::vector<std::string>& folders,
              const std::string& own) { new (self) Formats(schema, folders, own); })
      .def("names", &Formats::names)
      .def_prop_ro("classes", [](const Formats& formats) { return formats.classes(); });
  nb::class_<Tree>(module, "Tree")
      .def_prop_ro("path", [](const Tree& tree) { return text_object(tree.path()); })
      .def_prop_ro("schema", &Tree::schema)
      .def_prop_ro("nbytes", &Tree::size)
      .def_prop_ro("is_mapped", &Tree::is_mapped)
      .def_prop_ro("is_directory", [](const Tree& tree) { return tree.root() == nullptr; })
      .def_prop_ro(
          "formats", [](const Tree& tree) -> Formats& { return tree.formats(); },
          nb::rv_policy::reference)
      .def("root", [](const std::shared_ptr<Tree>& tree) { return Node::of_file(tree); })
      .def("whole",
           [](const std::shared_ptr<Tree>& tree) {
             return Node(tree, tree->all_values(), tree->body_at(""), "");
           })
      .def("arrays", &Tree::arrays)
      .def("violations", &Tree::violations);
  module.def("open", [](const std::shared_ptr<Formats>& formats, const nb::str& path, bool mapped,
                        const FileLimits& limits) {
    return Tree::open(formats, utf8_of(path), mapped ? Access::automatic : Access::read, limits);
  });
  module.def("validate", [](const Formats& formats, const nb::str& path, const FileLimits& limits) {
    return validate(formats, utf8_of(path), limits.reading);
  });
}

}  // namespace
}  // namespace schemac::python

NB_MODULE(_core, module) {
  using namespace schemac::python;
  nb::set_leak_warnings(false);  // objects may outlive the interpreter: views of files
  bind_buffer(module);
  bind_limits(module);
  bind_tree(module);
  bind_node(module);
  bind_pieces(module);
  bind_encode(module);
}
