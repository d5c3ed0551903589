// Which field holds what: the order in which types are explained (the root first, each type where
// it is first needed), and the list of users of each.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace schemac::emit::doc {

struct Use {
  plan::RecordId record = 0;
  plan::FieldId field = 0;
  bool operator==(const Use&) const = default;
};
struct TypeReference {
  bool is_form = false;
  std::uint32_t id = 0;  ///< RecordId or FormId
};

class Uses {
 public:
  explicit Uses(const plan::Plan& plan);

  [[nodiscard]] const std::vector<TypeReference>& order() const { return order_; }
  [[nodiscard]] const std::vector<Use>& of_record(plan::RecordId id) const { return records_[id]; }
  [[nodiscard]] const std::vector<Use>& of_form(plan::FormId id) const { return forms_[id]; }
  [[nodiscard]] const std::vector<Use>& of_enum(plan::EnumId id) const { return enums_[id]; }
  /// A body that has the form: all of them lie in bytes alike.
  [[nodiscard]] const plan::Body& example_of(plan::FormId id) const { return *examples_[id]; }

 private:
  void visit(plan::RecordId id);
  void visit(const Use& use, const plan::Body& body);

  const plan::Plan& plan_;
  std::vector<bool> seen_;
  std::vector<TypeReference> order_;
  std::vector<std::vector<Use>> records_, forms_, enums_;
  std::vector<const plan::Body*> examples_;
};

}  // namespace schemac::emit::doc
