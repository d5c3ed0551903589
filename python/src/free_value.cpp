#include "free_value.h"

#include <utility>
#include <variant>
#include <vector>

#include "buffer.h"
#include "raise.h"
#include "to_python.h"

namespace schemac::python {
namespace {

constexpr int deepest_free = 200;

nb::object bytes_object(const std::vector<std::byte>& bytes) {
  return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

struct FreeToPython {
  nb::object operator()(const std::monostate&) const { return nb::none(); }
  nb::object operator()(bool value) const { return nb::bool_(value); }
  nb::object operator()(std::uint64_t value) const { return nb::int_(value); }
  nb::object operator()(std::int64_t value) const { return nb::int_(value); }
  nb::object operator()(double value) const { return nb::float_(value); }
  nb::object operator()(const std::string& value) const { return text_object(value); }
  nb::object operator()(const FreeValue::Binary& value) const { return bytes_object(value); }
  nb::object operator()(const FreeValue::Extension& value) const {
    return values_module().attr("Extension")(nb::int_(value.type), bytes_object(value.bytes));
  }
  nb::object operator()(const FreeValue::List& list) const {
    nb::list made;
    for (const FreeValue& each : list) made.append(to_python(each));
    return made;
  }
  nb::object operator()(const FreeValue::Tuple& tuple) const {
    return nb::tuple((*this)(tuple.elements));
  }
  nb::object operator()(const FreeValue::Map& map) const {
    nb::dict made;
    nb::list pairs;
    bool can_be_dict = true;
    for (const FreeValue::Entry& entry : map) {
      const nb::object key = to_python(entry.key), value = to_python(entry.value);
      pairs.append(nb::make_tuple(key, value));
      const bool is_new = can_be_dict && PyObject_Hash(key.ptr()) != -1 && !made.contains(key);
      if (PyErr_Occurred() != nullptr) PyErr_Clear();
      can_be_dict = can_be_dict && is_new;
      if (can_be_dict) made[key] = value;
    }
    return can_be_dict ? nb::object(made) : values_module().attr("Pairs")(pairs);
  }
};

class FreeFromPython {
 public:
  FreeFromPython(bool has_tuples, const std::string& path) : has_tuples_(has_tuples), path_(path) {}

  FreeValue of(nb::handle object, int depth) const {
    if (depth > deepest_free)
      raise_type_error(path_ + ": is deeper than " + std::to_string(deepest_free));
    if (object.is_none()) return {};
    if (nb::isinstance<nb::bool_>(object)) return FreeValue(nb::cast<bool>(object));
    if (PyLong_Check(object.ptr())) return of_number(object);
    if (PyFloat_Check(object.ptr())) return FreeValue(nb::cast<double>(object));
    if (PyUnicode_Check(object.ptr())) return FreeValue(utf8_of(object));
    if (PyTuple_Check(object.ptr()) && has_tuples_)
      return FreeValue(FreeValue::Tuple{list_of(object, depth)});
    if (PyList_Check(object.ptr()) && nb::isinstance(object, values_module().attr("Pairs")))
      return pairs_of(object, depth);
    if (PyTuple_Check(object.ptr()) || PyList_Check(object.ptr()))
      return FreeValue(list_of(object, depth));
    if (PyDict_Check(object.ptr())) return pairs_of(object.attr("items")(), depth);
    if (nb::isinstance(object, values_module().attr("Extension")))
      return FreeValue(FreeValue::Extension{nb::cast<std::int8_t>(object.attr("type")),
                                            bytes_of(object.attr("content"))});
    if (PyObject_CheckBuffer(object.ptr()) != 0) return FreeValue(bytes_of(object));
    raise_type_error(path_ + ": a " + type_text(object) +
                     " has no form here; None, bool, int, float, str, bytes, list and dict have");
  }

 private:
  FreeValue of_number(nb::handle object) const {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    if (overflow == 0) return FreeValue(static_cast<std::int64_t>(number));
    const unsigned long long large = PyLong_AsUnsignedLongLong(object.ptr());
    if (PyErr_Occurred() == nullptr) return FreeValue(static_cast<std::uint64_t>(large));
    PyErr_Clear();
    raise_type_error(path_ + ": a number doesn't fit 64 bits");
  }
  static FreeValue::Binary bytes_of(nb::handle object) {
    const Borrowed buffer(object);
    return {buffer.bytes().begin(), buffer.bytes().end()};
  }
  FreeValue::List list_of(nb::handle object, int depth) const {
    FreeValue::List list;
    for (nb::handle each : nb::borrow<nb::object>(object)) list.push_back(of(each, depth + 1));
    return list;
  }
  FreeValue pairs_of(nb::handle pairs, int depth) const {
    FreeValue::Map map;
    for (nb::handle pair : nb::borrow<nb::object>(pairs))
      map.push_back({of(pair[0], depth + 1), of(pair[1], depth + 1)});
    return FreeValue(std::move(map));
  }

  bool has_tuples_;
  const std::string& path_;
};

}  // namespace

nb::object to_python(const FreeValue& value) { return std::visit(FreeToPython(), value.kind()); }

FreeValue free_value_of(nb::handle object, bool has_tuples, const std::string& path) {
  return FreeFromPython(has_tuples, path).of(object, 0);
}

}  // namespace schemac::python
