#include "emit/cpp/print/kept_views.h"

#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/view_types.h"
#include "plan/facts/stored_sizes.h"

namespace schemac::emit::cpp {

bool is_kept_in_place(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  const plan::Record& record = symbols.record();
  const bool stands_alone = record.params.empty() && record.section_params.empty() &&
                            record.sections.empty() && !record.message();
  return stands_alone && nested != nullptr && field.is_looked_into && !field.presence &&
         !field.jump && !nested->json && nested->args.empty() && nested->sections.empty() &&
         field.region.has_value();
}

bool is_tried_alone(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  return nested != nullptr && field.is_kept && !field.presence && !field.region && !field.jump &&
         !nested->json && nested->args.empty() && nested->sections.empty() &&
         symbols.record().message() == nullptr && !is_kept_in_place(symbols, id) &&
         symbols.plan().records[nested->record].has_quick_walk;
}

std::vector<LimitedStretch> limited_stretches(const Symbols& symbols) {
  std::vector<LimitedStretch> stretches;
  if (!symbols.record().has_quick_walk) return stretches;
  ReadScope scope(symbols);
  for (const plan::Item& item : symbols.record().items)
    if (const auto* run = std::get_if<plan::Run>(&item); run != nullptr && run->condition)
      stretches.push_back({symbols.anchor(run->end) + "_size", scope.condition(*run->condition),
                           extent_of(run->fixed)});
  return stretches;
}

std::vector<KeptMember> kept_members(const Symbols& symbols) {
  std::vector<KeptMember> kept;
  for (const plan::AnchorId id : symbols.kept_anchors())
    kept.push_back({"const std::byte*", symbols.anchor(id) + "_"});
  for (const KeptLength& length : symbols.kept_lengths())
    kept.push_back({length.type, length.member});
  for (const plan::FieldId id : symbols.kept_products())
    kept.push_back({"const schemac::impl::KnownProduct&", symbols.product_member(id)});
  for (const plan::FieldId id : symbols.kept_views())
    if (!is_kept_in_place(symbols, id))
      kept.push_back(
          {"const " + held_view(symbols.plan(), symbols.field(id)) + "&", symbols.member(id)});
  return kept;
}

}  // namespace schemac::emit::cpp
