#include "node.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "buffer.h"
#include "diff/plan_guide.h"
#include "direct/flags.h"
#include "direct/number.h"
#include "direct/scalar_of.h"
#include "raise.h"
#include "schemac/check/frame.h"
#include "table.h"
#include "to_python.h"

namespace schemac::python {
namespace {

using direct::Value;

std::vector<std::string> names_of(const std::vector<direct::Member>& members) {
  std::vector<std::string> names;
  for (const direct::Member& member : members) names.push_back(member.name);
  return names;
}

std::string below(const std::string& path, const std::string& name) {
  std::string result = path;
  impl::append_path(result, name);
  return result;
}

// A value that was made for an element of a list of numbers.
ValuePointer made(Value value) { return std::make_shared<const Value>(std::move(value)); }

Value number_at(const direct::Scalars& list, std::uint64_t index) {
  const std::byte* const begin = list.content.bytes.data();
  const model::Int128 number =
      direct::is_packed(list.dtype)
          ? direct::load_packed(list.dtype, begin, index)
          : direct::load_number(list.dtype, list.endian,
                                begin + index * (bit_count(list.dtype) / 8));
  if (list.flags != nullptr) return {direct::flags_of(*list.flags, number)};
  return {direct::Number{number, {}}};
}

}  // namespace

Node Node::of_file(const std::shared_ptr<Tree>& tree) {
  return {tree, nullptr, tree->body_at(""), ""};
}

const plan::Record* Node::record() const {
  const auto* nested = body_ == nullptr ? nullptr : std::get_if<plan::Nested>(&body_->kind);
  const bool is_record = value_ == nullptr || std::holds_alternative<direct::Members>(value_->kind);
  return nested == nullptr || !is_record ? nullptr : &tree_->plan().records[nested->record];
}

const plan::Enum* Node::enumeration() const {
  if (const auto* list = std::get_if<direct::Scalars>(&value()->kind)) return list->enumeration;
  const auto* scalar = body_ == nullptr ? nullptr : std::get_if<plan::Scalar>(&body_->kind);
  const bool has_any = scalar != nullptr && scalar->enumeration.has_value();
  return has_any ? &tree_->plan().enums[*scalar->enumeration] : nullptr;
}

std::vector<std::string> Node::names() const {
  return names_of(std::get<direct::Members>(value()->kind).given);
}
std::vector<std::string> Node::choice_names() const {
  return names_of(std::get<direct::Members>(value()->kind).choices);
}

std::optional<Node> Node::find(const std::vector<direct::Member>& members,
                               const std::string& name) const {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].name != name) continue;
    std::size_t near = i;
    std::string path = below(path_, name);
    const diff::PlanGuide guide(tree_->plan());
    const plan::Body* const body =
        body_ != nullptr ? guide.member(body_, name, near) : tree_->body_at(path);
    return part(members[i].value, body, std::move(path));
  }
  return std::nullopt;
}
std::optional<Node> Node::member(const std::string& name) const {
  return find(std::get<direct::Members>(value()->kind).given, name);
}
std::optional<Node> Node::choice(const std::string& name) const {
  return find(std::get<direct::Members>(value()->kind).choices, name);
}

// A list of the file's record says in the path how it is called.
std::uint64_t Node::size() const {
  if (const auto* list = std::get_if<direct::Scalars>(&value()->kind)) return list->count;
  const auto& held = std::get<direct::Elements>(value()->kind).values;
  if (!held.empty()) return held.size();
  return tree_->count(path_).value_or(0);
}

Node Node::element(std::uint64_t index) const {
  std::string path = path_ + '[' + std::to_string(index) + ']';
  const diff::PlanGuide guide(tree_->plan());
  const plan::Body* const body = guide.element(body_);
  if (const auto* list = std::get_if<direct::Scalars>(&value()->kind))
    return {tree_, made(number_at(*list, index)), body, std::move(path)};
  const auto& held = std::get<direct::Elements>(value()->kind).values;
  if (index < held.size())
    return part(held[static_cast<std::size_t>(index)], body, std::move(path));
  return {tree_, tree_->element(path_, index), body, std::move(path)};
}

std::string Node::key_name() const {
  const auto* list = body_ == nullptr ? nullptr : std::get_if<plan::List>(&body_->kind);
  if (list == nullptr || !list->unique) return "";
  const auto* nested = std::get_if<plan::Nested>(&list->element.front().kind);
  if (nested == nullptr) return "";
  const auto& fields = tree_->plan().records[nested->record].fields;
  return *list->unique < fields.size() ? fields[*list->unique].name : "";
}

Node Node::held() const {
  const auto& chosen = std::get<direct::Chosen>(value()->kind);
  const diff::PlanGuide guide(tree_->plan());
  return part(chosen.value.front(), guide.alternative(body_, chosen.alternative), path_);
}

namespace {

// Whether a value's bytes are those of the file, which may have become shorter.
bool is_in_file(const Value& value) {
  if (const direct::Content* content = direct::content_of(&value)) return content->owner == nullptr;
  if (const auto* chosen = std::get_if<direct::Chosen>(&value.kind))
    return is_in_file(chosen->value.front());
  return std::holds_alternative<direct::EncodedContent>(value.kind) ||
         std::holds_alternative<direct::Joined>(value.kind);
}

nb::object object_of(const Node& node) {
  if (is_in_file(*node.value())) node.tree()->require_whole();
  return to_python(node);
}

nb::object get(const Node& node, const std::string& name) {
  const auto member = node.member(name);
  if (!member) throw nb::key_error(name.c_str());
  return object_of(*member);
}

nb::object get_choice(const Node& node, const std::string& name) {
  const auto choice = node.choice(name);
  if (!choice) throw nb::key_error(name.c_str());
  return to_python(*choice);
}

nb::object at(const Node& node, std::uint64_t index) {
  if (is_in_file(*node.value())) node.tree()->require_whole();
  if (index >= node.size()) throw nb::index_error("list index out of range");
  return object_of(node.element(index));
}

std::vector<Node> elements(const Node& node) {
  std::vector<Node> all;
  for (std::uint64_t index = 0; index < node.size(); ++index) all.push_back(node.element(index));
  return all;
}

bool is_list(const Node& node) {
  return std::holds_alternative<direct::Elements>(node.value()->kind);
}

// What tells the elements of a list apart, in their order.
nb::list keys(const Node& node) {
  node.tree()->require_whole();
  const std::string name = node.key_name();
  nb::list keys;
  for (std::uint64_t index = 0; index < node.size(); ++index) {
    const auto key = node.element(index).member(name);
    keys.append(key ? to_python(*key) : nb::none());
  }
  return keys;
}

// Whether a member of that name is an array that other members make up.
bool is_joined(const Node& node, const std::string& name) {
  const auto member = node.member(name);
  return member && std::holds_alternative<direct::Joined>(member->value()->kind);
}

// The fields of a record's type: (name, doc) each.
nb::list fields(const Node& node) {
  nb::list list;
  if (const plan::Record* record = node.record())
    for (const plan::Field& field : record->fields)
      if (field.has_member() && field.role != model::RoleKind::choice)
        list.append(nb::make_tuple(text_object(field.name), text_object(field.doc)));
  return list;
}

nb::object type_of(const Node& node) {
  const plan::Record* const record = node.record();
  if (record == nullptr) return nb::none();
  return nb::make_tuple(plan::id_of(node.tree()->plan(), *record),
                        reinterpret_cast<std::uintptr_t>(&node.tree()->plan()),
                        text_object(record->name), text_object(record->doc));
}

const direct::EncodedContent& encoded(const Node& node) {
  return std::get<direct::EncodedContent>(node.value()->kind);
}

// The plain content, decoded if need be.
nb::object plain(const Node& node) {
  node.tree()->require_whole();
  const Result<Blob> made = [&] {
    const nb::gil_scoped_release unlocked;
    return encoded(node).coded.plain(node.tree()->limits());
  }();
  if (!made) {
    Violation violation = made.error();
    violation.path = node.path();
    raise_invalid_file(node.tree()->path(), violation);
  }
  return nb::cast(Buffer{made->bytes(), node.tree(), std::make_shared<const Blob>(*made)});
}

}  // namespace

void bind_node(nb::module_& module) {
  nb::class_<Node>(module, "Node")
      .def_prop_ro("path", [](const Node& node) { return text_object(node.path()); })
      .def_prop_ro("file", [](const Node& node) { return node.tree(); })
      .def("names", &Node::names)
      .def("choice_names", &Node::choice_names)
      .def("member", &Node::member)
      .def("choice", &Node::choice)
      .def("elements", elements)
      .def("is_list", is_list)
      .def("is_joined", is_joined)
      .def("object", [](const Node& node) { return to_python(node); })
      .def("get", get)
      .def("get_choice", get_choice)
      .def("type", type_of)
      .def("fields", fields)
      .def("__len__", &Node::size)
      .def("at", at)
      .def("key_name", &Node::key_name)
      .def("keys", keys)
      .def("table", table_of)
      .def("plain", plain)
      .def("stored",
           [](const Node& node) {
             return Buffer{encoded(node).coded.stored().bytes(), node.tree(), nullptr};
           })
      .def("codec", [](const Node& node) {
        const Codec* const codec = encoded(node).coded.codec();
        return codec == nullptr ? std::string() : std::string(name(codec->algorithm));
      });
}

}  // namespace schemac::python
