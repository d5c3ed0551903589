#include "direct/write/open_ends.h"

#include <algorithm>

#include "plan/facts/open_ends.h"

namespace schemac::direct {
namespace {

// One overload a kind of body.
struct IsOpen {
  const RecordNode& owner;
  const BodyNode& node;

  bool operator()(const plan::Scalar&) const { return false; }
  bool operator()(const plan::Constant&) const { return false; }
  bool operator()(const plan::Array&) const { return false; }
  bool operator()(const plan::Text& text) const { return plan::is_open(text); }
  bool operator()(const plan::Raw& raw) const { return plan::is_open(raw); }
  bool operator()(const plan::Nested& nested) const {
    return nested.json || (node.record != nullptr && is_open(*node.record));
  }
  bool operator()(const plan::List& list) const {
    if (plan::is_open(list) || (list.has_slack && !node.inner.empty())) return true;
    if (list.is_counted && evaluate(*list.is_counted, owner.state.plan, owner).value == 0)
      return true;
    return list.may_be_open && std::ranges::any_of(node.inner, [this](const BodyNode& each) {
             return is_open(owner, each);
           });
  }
  bool operator()(const plan::Switch&) const {
    return !node.inner.empty() && is_open(owner, node.inner.front());
  }
};

bool is_coded_open(const plan::Plan& plan, const plan::Field& field) {
  const auto* raw = std::get_if<plan::Raw>(&field.body.kind);
  return raw != nullptr ? plan::is_open(*raw) : plan::is_open(plan, field);
}

}  // namespace

bool is_open(const RecordNode& owner, const BodyNode& node) {
  return std::visit(IsOpen{owner, node}, node.body->kind);
}

bool is_open(const RecordNode& node) {
  if (!node.record.may_be_open) return false;
  bool is_found = node.record.message() != nullptr;
  plan::for_each_unsized(node.record, [&](plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    is_found = is_found || (node.fields[id].is_present &&
                            (field.codec ? is_coded_open(node.state.plan, field)
                                         : is_open(node, node.fields[id].content)));
  });
  return is_found;
}

}  // namespace schemac::direct
