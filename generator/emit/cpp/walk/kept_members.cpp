#include "emit/cpp/walk/kept_members.h"

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/try_walk.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

std::vector<KeptMember> kept_members(Walk& walk) {
  std::vector<KeptMember> kept;
  for (const plan::AnchorId id : walk.layout.kept_anchors())
    kept.push_back(
        {"const std::byte*", walk.layout.anchor(id) + "_", walk.scope.at(plan::Position{id, 0})});
  for (const KeptLength& length : walk.layout.kept_lengths()) {
    const plan::Body& body = walk.layout.field(length.field).body;
    std::string value = walk.layout.length_local(length.field);
    const auto* array = std::get_if<plan::Array>(&body.kind);
    if (std::holds_alternative<plan::Text>(body.kind))
      value = walk.layout.local(length.field) + ".size";
    if (std::holds_alternative<plan::Scalar>(body.kind)) value = walk.layout.local(length.field);
    if (array != nullptr)
      value = walk.layout.local(length.field) + (array->head ? "_head.number" : "_extent.needed");
    kept.push_back({length.type, length.member, value});
  }
  for (const plan::FieldId id : walk.layout.kept_products())
    kept.push_back({"const schemac::impl::KnownProduct&", walk.layout.product_member(id),
                    walk.layout.product_local(id)});
  for (const plan::FieldId id : walk.layout.kept_views()) {
    if (is_kept_in_place(walk.layout, id)) continue;
    if (walk.mode == Mode::walk && is_tried_part(walk.layout, id)) continue;  // walked in place
    const plan::Field& field = walk.layout.field(id);
    kept.push_back({"const " + held_view(walk.plan(), field) + "&", walk.layout.member(id),
                    walk.scope.view(id)});
  }
  return kept;
}

void emit_members(Printer& out, Walk& walk) {
  out.blank_line();
  out.emit("begin_ = begin;");
  for (const KeptMember& kept : kept_members(walk))
    out.emit({{"member", kept.member}, {"value", kept.value}}, "$member$ = $value$;");
}

void emit_seen(Printer& out, Walk& walk) {
  std::string values;
  for (const KeptMember& kept : kept_members(walk)) values += ", " + kept.value;
  out.emit({{"Parts", parts_name(walk.layout.record())}, {"values", values}},
           "if (seen != nullptr) $Parts$::keep(*seen, begin$values$);");
}

}  // namespace schemac::emit::cpp
