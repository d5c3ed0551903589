#include "from_python.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <utility>

#include "diff/plan_guide.h"
#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/json/free_json.h"
#include "direct/json/scalars_from_json.h"
#include "direct/number.h"
#include "direct/scalar_of.h"
#include "free_value.h"
#include "raise.h"
#include "to_python.h"

namespace schemac::python {
namespace {

using Json = FromPython::Json;

constexpr std::uint32_t deepest = 500;
constexpr const char* choices_key = "choices";

const plan::FreeForm* free_form_of(const plan::Body* body) {
  const auto* raw = body == nullptr ? nullptr : std::get_if<plan::Raw>(&body->kind);
  return raw != nullptr && raw->free ? &*raw->free : nullptr;
}

// Whether the bytes of an array can be what `body` holds. Elsewhere its elements are taken one by
// one: as numbers of another type, as packed ones, as members of an enumeration.
bool takes_array(const plan::Body* body, const std::optional<Dtype>& dtype) {
  if (body == nullptr || std::holds_alternative<plan::Array>(body->kind)) return true;
  if (const auto* raw = std::get_if<plan::Raw>(&body->kind)) return !raw->free;
  const auto* list = std::get_if<plan::List>(&body->kind);
  const plan::Scalar* scalar = list == nullptr ? nullptr : direct::scalar_of(*list);
  return scalar != nullptr && scalar->dtype == dtype && !direct::is_packed(scalar->dtype) &&
         !scalar->enumeration && scalar->flags.empty();
}

Json text_json(const std::string& text) {
  return direct::text_json(std::as_bytes(std::span(text)));
}

Json number_json(nb::handle object, const std::string& path) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow == 0 && number < 0) return static_cast<std::int64_t>(number);
  if (overflow == 0) return static_cast<std::uint64_t>(number);
  const unsigned long long large = PyLong_AsUnsignedLongLong(object.ptr());
  if (PyErr_Occurred() == nullptr) return static_cast<std::uint64_t>(large);
  PyErr_Clear();
  raise_invalid_values({{path, "doesn't fit 64 bits", ""}});
}

Json real_json(double number) {
  if (std::isfinite(number)) return number;
  return direct::real_json(Dtype::f64, direct::from_double(Dtype::f64, number));
}

}  // namespace

FromPython::FromPython(const plan::Plan& plan) : plan_(plan) {
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields)
      if (field.codec && field.codec->content)
        coded_texts_.emplace(&field.body, &*field.codec->content);
}

const plan::FreeForm* FromPython::coded_text_of(const plan::Body* body) const {
  const auto found = coded_texts_.find(body);
  return found == coded_texts_.end() ? nullptr : found->second;
}

Json FromPython::json_of(nb::handle object, const plan::Body* body, const std::string& path) {
  struct Depth {
    explicit Depth(std::uint32_t& of) : depth(of) { ++depth; }
    ~Depth() { --depth; }
    std::uint32_t& depth;
  } const inner(depth_);
  if (depth_ > deepest)
    raise_invalid_values({{path, "is deeper than " + std::to_string(deepest) + " values", ""}});
  PyObject* const it = object.ptr();
  if (nb::isinstance<Node>(object)) return kept(nb::cast<const Node&>(object), object, body, path);
  // Records, arrays and the like say what they are made of.
  const bool is_plain = object.is_none() || PyBool_Check(it) || PyLong_Check(it) ||
                        PyFloat_CheckExact(it) || PyUnicode_Check(it) || PyDict_CheckExact(it) ||
                        PyList_CheckExact(it) || PyTuple_CheckExact(it);
  if (!is_plain) {
    const nb::object said = writing_module().attr("to_write")(object);
    if (nb::isinstance(said, writing_module().attr("ArrayToWrite"))) return array(said, body, path);
    if (!said.is(object)) return json_of(said, body, path);
  }
  if (const plan::FreeForm* form = free_form_of(body)) return free_value(object, *form, path);
  if (const plan::FreeForm* form = coded_text_of(body))
    return {{"value", free_value(object, *form, path)}};
  if (object.is_none()) return nullptr;
  if (PyBool_Check(it)) return nb::cast<bool>(object);
  if (PyLong_Check(it)) return number_json(object, path);
  if (PyFloat_Check(it)) return real_json(nb::cast<double>(object));
  if (PyUnicode_Check(it)) return text_json(utf8_of(object));
  if (PyDict_Check(it)) return members(object, body, path);
  if (PyComplex_Check(it))
    return Json::array(
        {real_json(PyComplex_RealAsDouble(it)), real_json(PyComplex_ImagAsDouble(it))});
  if (PyObject_CheckBuffer(it) != 0) return content(object, body);
  if (PySequence_Check(it) != 0) return elements(object, body, path);
  raise_type_error((path.empty() ? "values" : path) + ": a " + type_text(object) +
                   " can't be written");
}

Json FromPython::members(nb::handle dict, const plan::Body* body, const std::string& path) {
  Json json = Json::object();
  const diff::PlanGuide guide(plan_);
  std::size_t near = 0;
  const auto* choice = body == nullptr ? nullptr : std::get_if<plan::Switch>(&body->kind);
  const auto add = [&](Json& to, const std::string& name, nb::handle value,
                       const std::string& where) {
    const plan::Body* const inner =
        choice != nullptr ? guide.alternative(body, name) : guide.member(body, name, near);
    to[name] = json_of(value, inner, where);
  };
  for (const auto [key, value] : nb::borrow<nb::dict>(dict)) {
    if (!PyUnicode_Check(key.ptr()))
      raise_type_error((path.empty() ? "values" : path) + ": names of members are str, not " +
                       type_text(key));
    const std::string name = utf8_of(key);
    if (is_found_in_others(name, value, dict, body)) continue;
    const std::string where = direct::joined(path, name);
    std::size_t before = near;
    const bool are_choices = name == choices_key && guide.member(body, name, before) == nullptr &&
                             PyDict_Check(value.ptr());
    if (!are_choices) {
      add(json, name, value, where);
      continue;
    }
    Json& choices = json[name] = Json::object();
    for (const auto [inner, chosen] : nb::borrow<nb::dict>(value))
      add(choices, utf8_of(inner), chosen, direct::joined(where, utf8_of(inner)));
  }
  return json;
}

// An array over the pieces of a list that is given as well, as a file was read.
bool FromPython::is_found_in_others(const std::string& name, nb::handle value, nb::handle dict,
                                    const plan::Body* body) const {
  const auto* nested = body == nullptr ? nullptr : std::get_if<plan::Nested>(&body->kind);
  if (nested == nullptr) return false;
  const plan::Record& record = plan_.records[nested->record];
  for (const plan::JoinedArray& array : record.arrays) {
    if (array.form.name != name) continue;
    const nb::object list = text_object(record.fields[array.list].name);
    return nb::borrow<nb::dict>(dict).contains(list) &&
           nb::isinstance(value, values_module().attr("JoinedArray"));
  }
  return false;
}

Json FromPython::elements(nb::handle sequence, const plan::Body* body, const std::string& path) {
  Json json = Json::array();
  const diff::PlanGuide guide(plan_);
  const plan::Body* const element = guide.element(body);
  for (nb::handle each : nb::borrow<nb::object>(sequence))
    json.push_back(json_of(each, element, direct::indexed(path, json.size())));
  return json;
}

Json FromPython::free_value(nb::handle object, const plan::FreeForm& form,
                            const std::string& path) {
  const bool has_tuples = form.style.syntax == impl::json::Syntax::python;
  return direct::free_json(free_value_of(object, has_tuples, path));
}

// Characters are a copy; all other bytes are lent.
Json FromPython::content(nb::handle object, const plan::Body* body) {
  auto buffer = std::make_unique<const Borrowed>(object);
  const Bytes bytes = buffer->bytes();
  if (body != nullptr && std::holds_alternative<plan::Text>(body->kind))
    return direct::text_json(bytes);
  borrowed_.push_back(std::move(buffer));
  return lend({{bytes, nullptr}, std::nullopt});
}

Json FromPython::array(nb::handle array, const plan::Body* body, const std::string& path) {
  direct::ArrayFile file;
  if (const nb::object dtype = array.attr("dtype"); !dtype.is_none())
    file.dtype = dtype_named(nb::cast<std::string>(dtype));
  if (coded_text_of(body) != nullptr || !takes_array(body, file.dtype))
    return json_of(array.attr("as_list")(), body, path);
  file.element_size = nb::cast<std::uint64_t>(array.attr("itemsize"));
  file.endian = nb::cast<bool>(array.attr("is_big_endian")) ? Endian::big : Endian::little;
  file.dims = nb::cast<std::vector<std::uint64_t>>(array.attr("shape"));
  file.is_column_major = nb::cast<bool>(array.attr("is_column_major"));
  borrowed_.push_back(std::make_unique<const Borrowed>(array.attr("memory")));
  file.elements = borrowed_.back()->bytes();
  return lend({{file.elements, nullptr}, file});
}

// A part of another format, or of a schema that was compiled again, is written as what it holds,
// and so is what has no field of its own.
Json FromPython::kept(const Node& node, nb::handle object, const plan::Body* body,
                      const std::string& path) {
  const bool is_of_plan = &node.tree()->plan() == &plan_;
  if (!is_of_plan || node.body() == nullptr)
    return json_of(writing_module().attr("held_by")(object), body, path);
  const std::uint64_t index = references_.kept.size();
  references_.kept.push_back({node.value(), node.body()});
  trees_.push_back(node.tree());
  return Json::binary({}, index);
}

Json FromPython::lend(direct::Lent lent) {
  const std::uint64_t index = references_.lent.size();
  references_.lent.push_back(std::move(lent));
  return {{"file", Json::binary({}, index)}};
}

}  // namespace schemac::python
