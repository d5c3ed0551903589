#include "direct/write/open_ends.h"

#include <algorithm>

#include "plan/facts/open_ends.h"

namespace schemac::direct {
namespace {

// What is open by its value. One overload a kind of body.
struct IsOpen {
  const RecordNode& owner;
  const BodyNode& node;

  bool operator()(const plan::Scalar&) const { return false; }
  bool operator()(const plan::Constant&) const { return false; }
  bool operator()(const plan::Array&) const { return false; }
  bool operator()(const plan::Text&) const { return false; }
  bool operator()(const plan::Raw&) const { return false; }
  bool operator()(const plan::Nested&) const {
    return node.record != nullptr && is_open(*node.record);
  }
  bool operator()(const plan::List& list) const {
    if (list.has_slack && !node.inner.empty()) return true;
    if (list.is_counted && evaluate(*list.is_counted, owner.state.plan, owner).value == 0)
      return true;
    return list.may_hold_open() && std::ranges::any_of(node.inner, [this](const BodyNode& each) {
             return is_open(owner, each);
           });
  }
  bool operator()(const plan::Switch&) const {
    return !node.inner.empty() && is_open(owner, node.inner.front());
  }
};

// What is always open, or never, is that whatever its value.
bool is_open(plan::OpenEnd end, const auto& by_value) {
  return end == plan::OpenEnd::by_value ? by_value() : end == plan::OpenEnd::always;
}

}  // namespace

bool is_open(const RecordNode& owner, const BodyNode& node) {
  return is_open(node.body->open_end, [&] {
    return std::visit(IsOpen{owner, node}, node.body->kind);
  });
}

bool is_open(const RecordNode& node) {
  return is_open(node.record.open_end, [&] {
    bool is_found = false;
    plan::for_each_unsized(node.record, [&](plan::FieldId id) {
      const FieldNode& field = node.fields[id];
      is_found = is_found || (field.is_present && is_open(node, field.content));
    });
    return is_found;
  });
}

}  // namespace schemac::direct
