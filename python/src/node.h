// A value of a file, where it is in the tree, and what the plan says of it: what Python's records
// and lists look at.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "plan/plan.h"
#include "tree.h"

namespace schemac::python {

namespace nb = nanobind;

class Node {
 public:
  Node(std::shared_ptr<Tree> tree, ValuePointer value, const plan::Body* body, std::string path)
      : tree_(std::move(tree)), value_(std::move(value)), body_(body), path_(std::move(path)) {}
  /// The record of a file, or a directory; a file is decoded when it is looked at.
  [[nodiscard]] static Node of_file(const std::shared_ptr<Tree>& tree);

  [[nodiscard]] const std::shared_ptr<Tree>& tree() const { return tree_; }
  [[nodiscard]] const ValuePointer& value() const {
    if (value_ == nullptr) value_ = tree_->values();
    return value_;
  }
  /// Null where the plan has none: of flags, and of arrays that are made of other members.
  [[nodiscard]] const plan::Body* body() const { return body_; }
  /// "tensors[3].dims"
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The record that it is, or null.
  [[nodiscard]] const plan::Record* record() const;
  /// The enumeration of a number or of a list's elements, or null.
  [[nodiscard]] const plan::Enum* enumeration() const;

  // Of a record.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<std::string> choice_names() const;
  /// A member; nothing if it has none of that name.
  [[nodiscard]] std::optional<Node> member(const std::string& name) const;
  [[nodiscard]] std::optional<Node> choice(const std::string& name) const;

  // Of a list.
  [[nodiscard]] std::uint64_t size() const;
  /// An element; `index` is below the size.
  [[nodiscard]] Node element(std::uint64_t index) const;
  /// The member by which elements are told apart, or empty.
  [[nodiscard]] std::string key_name() const;

  /// What a switch holds.
  [[nodiscard]] Node held() const;

 private:
  [[nodiscard]] Node part(const direct::Value& value, const plan::Body* body,
                          std::string path) const {
    return {tree_, ValuePointer(this->value(), &value), body, std::move(path)};
  }
  [[nodiscard]] std::optional<Node> find(const std::vector<direct::Member>& members,
                                         const std::string& name) const;

  std::shared_ptr<Tree> tree_;
  mutable ValuePointer value_;  // none yet: that of the file
  const plan::Body* body_;
  std::string path_;
};

void bind_node(nb::module_& module);

}  // namespace schemac::python
