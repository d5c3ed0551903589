#include "random/spellings.h"

#include <algorithm>
#include <variant>

#include "plan/facts/inner_bodies.h"

namespace net {

namespace plan = schemac::plan;

namespace {

// Numbers and lengths in MessagePack have heads of several widths.
struct HasHeads {
  bool operator()(const plan::Scalar& scalar) const { return scalar.coding != plan::Coding::plain; }
  bool operator()(const plan::Constant&) const { return false; }
  bool operator()(const plan::Text& text) const { return text.head.has_value(); }
  bool operator()(const plan::Raw& raw) const {
    return raw.head || (raw.free && raw.free->wire == plan::FreeForm::Wire::object);
  }
  bool operator()(const plan::Array& array) const { return array.head.has_value(); }
  bool operator()(const plan::Nested&) const { return false; }  // a record is looked at by itself
  bool operator()(const plan::List& list) const {
    return list.head || std::visit(*this, list.element.front().kind);
  }
  bool operator()(const plan::Switch& choice) const {
    return std::ranges::any_of(choice.alternatives, [this](const plan::Alternative& each) {
      return std::visit(*this, each.body.front().kind);
    });
  }
};

bool is_packed(schemac::Dtype dtype) { return schemac::bit_count(dtype) < 8; }

// Whether the same value has several forms, of which a writer makes one: bits after packed
// elements, MessagePack's heads and integers of any width.
bool has_forms(const plan::Body& body);

struct HasForms {
  bool operator()(const plan::Scalar& scalar) const {
    return is_packed(scalar.dtype) || scalar.coding == plan::Coding::integer;
  }
  bool operator()(const plan::Constant&) const { return false; }
  bool operator()(const plan::Text& text) const { return text.head.has_value(); }
  bool operator()(const plan::Raw& raw) const { return raw.head.has_value(); }
  bool operator()(const plan::Array& array) const {
    if (array.dims) return array.head.has_value();
    return array.dtype.op != plan::Op::constant ||
           is_packed(static_cast<schemac::Dtype>(static_cast<int>(array.dtype.number)));
  }
  bool operator()(const plan::Nested&) const { return false; }
  bool operator()(const plan::List& list) const {
    return list.head || has_forms(list.element.front());
  }
  bool operator()(const plan::Switch& choice) const {
    return std::ranges::any_of(choice.alternatives,
                               [](const auto& each) { return has_forms(each.body.front()); });
  }
};

bool has_forms(const plan::Body& body) { return std::visit(HasForms(), body.kind); }

bool sorts(const plan::Body& body) {
  const auto* list = std::get_if<plan::List>(&body.kind);
  if (list != nullptr && list->order_by) return true;
  return std::ranges::any_of(plan::inner_bodies(body),
                             [](const plan::Body* inner) { return sorts(*inner); });
}

}  // namespace

bool has_several_spellings(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    const bool is_message = record.message() != nullptr && !record.json;
    return is_message || record.part ||
           std::ranges::any_of(record.fields, [](const plan::Field& field) {
             return std::visit(HasHeads(), field.body.kind);
           });
  });
}

bool lets_be(const plan::Plan& plan, const plan::Root& root) {
  const auto& sections = plan.records[root.record].sections;
  if (sections.empty() && !root.trailing) return true;
  for (const plan::Section& each : sections)
    if (each.is_whole_file ? sections.size() == 1 && !root.trailing
                           : !each.gap || (each.is_tracked && !each.place))
      return true;
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    return std::ranges::any_of(record.fields,
                               [](const plan::Field& field) { return has_forms(field.body); });
  });
}

bool may_share(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    return std::ranges::any_of(
        record.fields, [](const plan::Field& field) { return field.jump && !field.jump->overlap; });
  });
}

bool sorts(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    return std::ranges::any_of(record.fields,
                               [](const plan::Field& field) { return sorts(field.body); });
  });
}

}  // namespace net
