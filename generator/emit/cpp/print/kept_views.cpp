#include "emit/cpp/print/kept_views.h"

#include "emit/cpp/spell/view_types.h"

namespace schemac::emit::cpp {

bool is_kept_in_place(const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  const plan::Record& record = layout.record();
  const bool stands_alone = record.params.empty() && record.section_params.empty() &&
                            record.sections.empty() && !record.message();
  return stands_alone && nested != nullptr && field.is_looked_into && !field.presence &&
         !field.jump && !nested->json && nested->args.empty() && nested->sections.empty() &&
         field.region.has_value();
}

std::vector<KeptMember> kept_members(const Layout& layout) {
  std::vector<KeptMember> kept;
  for (const plan::AnchorId id : layout.kept_anchors())
    kept.push_back({"const std::byte*", layout.anchor(id) + "_"});
  for (const KeptLength& length : layout.kept_lengths())
    kept.push_back({length.type, length.member});
  for (const plan::FieldId id : layout.kept_products())
    kept.push_back({"const schemac::impl::KnownProduct&", layout.product_member(id)});
  for (const plan::FieldId id : layout.kept_views())
    if (!is_kept_in_place(layout, id))
      kept.push_back(
          {"const " + held_view(layout.plan(), layout.field(id)) + "&", layout.member(id)});
  return kept;
}

}  // namespace schemac::emit::cpp
