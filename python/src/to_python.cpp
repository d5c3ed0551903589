#include "to_python.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "buffer.h"
#include "direct/evaluate.h"
#include "direct/number.h"
#include "direct/pieces/joined_array.h"
#include "free_value.h"
#include "pieces.h"
#include "raise.h"

namespace schemac::python {
namespace {

using namespace schemac::direct;

// A text that templates can have as an argument.
template <std::size_t size>
struct Name {
  char text[size];
  consteval Name(const char (&from)[size]) { std::copy_n(from, size, text); }
};

class ToPython {
 public:
  explicit ToPython(const Node& place) : place_(place) {}

  nb::object operator()(const Absent&) const { return nb::none(); }
  nb::object operator()(const Number& number) const {
    return number_object(number.value, number.name, place_.enumeration());
  }
  nb::object operator()(const Real& real) const {
    return nb::float_(to_double(real.dtype, real.bits));
  }
  nb::object operator()(const Boolean& boolean) const { return nb::bool_(boolean.value); }
  nb::object operator()(const Characters& text) const {
    return text_object(impl::text_at(text.content.bytes.data(), text.content.bytes.size()));
  }
  nb::object operator()(const RawBytes& raw) const {
    if (const Joined* array = place_.tree()->array_in(*place_.value()))
      if (array->element.dtype && needed_bytes(*array) == raw.content.bytes.size())
        return made<"array">()(buffer(raw.content), std::string(name(*array->element.dtype)),
                               array->element.endian == Endian::big,
                               nb::tuple(nb::cast(array->dims)), array->is_column_major);
    return nb::steal(PyMemoryView_FromObject(buffer(raw.content).ptr()));
  }
  nb::object operator()(const EncodedContent& content) const {
    if (content.value != nullptr) return to_python(*content.value);
    return made<"Encoded">()(nb::cast(place_));
  }
  nb::object operator()(const OpenValue& open) const { return to_python(*open.value); }
  nb::object operator()(const Scalars& list) const {
    if (list.enumeration != nullptr || list.flags != nullptr)
      return made<"List">()(nb::cast(place_));
    const nb::object dims = nb::make_tuple(list.count);
    return made<"array">()(buffer(list.content), std::string(name(list.dtype)),
                           list.endian == Endian::big, dims, false);
  }
  nb::object operator()(const Elements&) const { return made<"List">()(nb::cast(place_)); }
  nb::object operator()(const Payload& payload) const {
    nb::object dims = nb::none();
    if (payload.dims) dims = nb::tuple(nb::cast(*payload.dims));
    return made<"array">()(buffer(payload.content), std::string(name(payload.dtype)),
                           payload.endian == Endian::big, dims, payload.is_column_major);
  }
  nb::object operator()(const Joined& joined) const {
    return made<"JoinedArray">()(
        nb::cast(Pieces(place_.tree(), place_.value(), joined, place_.path())));
  }
  nb::object operator()(const Chosen& chosen) const {
    return made<"Union">()(nb::cast(place_), text_object(chosen.alternative),
                           to_python(place_.held()));
  }
  nb::object operator()(const Members&) const {
    const plan::Record* const record = place_.record();
    if (record == nullptr) return made<"Record">()(nb::cast(place_));
    nb::object& own = place_.tree()->formats().class_of(record);
    if (!own.is_valid()) own = made<"record_class">()(nb::cast(place_), made<"Record">());
    return own(nb::cast(place_));
  }

 private:
  // What values are made by. Never given back, as the module isn't.
  template <Name name>
  static const nb::object& made() {
    static const auto* const maker = new nb::object(values_module().attr(name.text));
    return *maker;
  }
  [[nodiscard]] nb::object buffer(const Content& content) const {
    return nb::cast(Buffer{content.bytes, place_.tree(), content.owner});
  }

  const Node& place_;
};

}  // namespace

// Never given back: objects may be made until the interpreter is gone.
const nb::object& values_module() {
  static const auto* const module = new nb::object(nb::module_::import_("schemac._values"));
  return *module;
}
const nb::object& writing_module() {
  static const auto* const module = new nb::object(nb::module_::import_("schemac._writing"));
  return *module;
}

nb::object integer(model::Int128 value) {
  if (value >= 0) return nb::int_(static_cast<std::uint64_t>(value));
  return nb::int_(static_cast<std::int64_t>(value));
}

nb::object number_object(model::Int128 value, const std::string& name,
                         const plan::Enum* enumeration) {
  if (name.empty() && enumeration == nullptr) return integer(value);
  const plan::EnumMember* member = nullptr;
  if (name.empty()) member = direct::member_of(*enumeration, value);
  const std::string& called = member != nullptr ? member->name : name;
  const nb::object text = called.empty() ? nb::none() : text_object(called);
  const nb::object type =
      text_object(enumeration == nullptr ? std::string_view() : enumeration->name);
  static const auto* const maker = new nb::object(values_module().attr("EnumValue"));
  return (*maker)(integer(value), text, type);
}

nb::object to_python(const Node& place) { return std::visit(ToPython(place), place.value()->kind); }

std::string utf8_of(nb::handle text) {
  const nb::object bytes =
      nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
  if (!bytes.is_valid()) throw nb::python_error();
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

std::string type_text(nb::handle object) {
  return nb::cast<std::string>(object.type().attr("__name__"));
}

void raise_type_error(const std::string& text) {
  PyErr_SetString(PyExc_TypeError, text.c_str());
  throw nb::python_error();
}

}  // namespace schemac::python
