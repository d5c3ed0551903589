#include "plan/derive_order.h"

#include <set>

#include "plan/item_needs.h"
#include "plan/lower_expression.h"

namespace schemac::plan {
namespace {

bool is_derived(const Field& field) {
  return std::holds_alternative<Scalar>(field.body.kind) &&
         field.source.kind != SourceKind::member && field.source.kind != SourceKind::constant;
}

class Order {
 public:
  explicit Order(const Record& record) : record_(record) {}

  std::vector<FieldId> find() {
    for (FieldId id = 0; id < record_.fields.size(); ++id) visit(id);
    return std::move(out_);
  }

 private:
  // The model refused cycles; what was visited already needs no second look.
  void visit(FieldId id) {
    if (!is_derived(record_.fields[id]) || !visited_.insert(id).second) return;
    for (const FieldId needed : needs(record_.fields[id].source)) visit(needed);
    out_.push_back(id);
  }
  [[nodiscard]] std::set<FieldId> needs(const Source& source) const {
    std::set<FieldId> fields;
    if (source.expression) fields = fields_of(*source.expression);
    for (const Source& other : source.others) fields.merge(needs(other));
    if (source.kind == SourceKind::size_of) {
      // The size of the content alone: where it lies and whether it is there follows from the
      // value.
      Field content;
      content.body = record_.fields[source.field].body;
      fields.merge(needs_of(content));
    }
    return fields;
  }

  const Record& record_;
  std::set<FieldId> visited_;
  std::vector<FieldId> out_;
};

}  // namespace

std::vector<FieldId> derive_order(const Record& record) { return Order(record).find(); }

}  // namespace schemac::plan
