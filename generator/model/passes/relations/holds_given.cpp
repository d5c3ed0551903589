#include "model/passes/relations/holds_given.h"

namespace schemac::model {

namespace {

bool body_holds_given(const Draft& draft, const Body& body, std::vector<bool>& seen);

bool field_holds_given(const Draft& draft, TypeIndex type, FieldIndex index,
                       std::vector<bool>& seen) {
  const Field& field = draft.format.types[type].fields[index];
  if (field.constant || field.is != nullptr) return false;
  const syntax::Node* node = draft.sources[type].fields[index];
  const syntax::Node* each = node != nullptr ? node->find("each") : nullptr;
  if (each != nullptr && each->has("is")) return false;
  return body_holds_given(draft, field.body, seen);
}

struct HoldsGiven {
  const Draft& draft;
  std::vector<bool>& seen;

  bool operator()(const Scalar& /*unused*/) const { return true; }
  bool operator()(const ConstantBytes& /*unused*/) const { return false; }
  bool operator()(const Padding& /*unused*/) const { return false; }
  bool operator()(const Text& /*unused*/) const { return true; }
  bool operator()(const RawBytes& /*unused*/) const { return true; }
  bool operator()(const NdArray& /*unused*/) const { return true; }
  bool operator()(const Digest& /*unused*/) const { return false; }
  bool operator()(const FreeForm& /*unused*/) const { return true; }
  bool operator()(const Foreign& /*unused*/) const { return true; }
  bool operator()(const Switch& /*unused*/) const { return true; }
  bool operator()(const RecordReference& record) const {
    if (seen[record.type]) return false;  // decided where it was met first
    seen[record.type] = true;
    for (FieldIndex i = 0; i < draft.format.types[record.type].fields.size(); ++i)
      if (field_holds_given(draft, record.type, i, seen)) return true;
    return false;
  }
};

bool body_holds_given(const Draft& draft, const Body& body, std::vector<bool>& seen) {
  if (body.codec) return true;  // its plain content
  return std::visit(HoldsGiven{draft, seen}, body.kind);
}

}  // namespace

bool holds_given_values(const Draft& draft, TypeIndex type, FieldIndex field) {
  std::vector<bool> seen(draft.format.types.size());
  return field_holds_given(draft, type, field, seen);
}

}  // namespace schemac::model
