#include "plan/writing/late_sizes.h"

#include <algorithm>

#include "model/overload.h"
#include "plan/writing/asked_numbers.h"

namespace schemac::plan {
namespace {

bool puts_bytes(const Item& item) {
  return std::visit(model::Overload{
                        [](const Run&) { return true; },
                        [](const LoneField&) { return true; },
                        [](const Pad&) { return true; },
                        [](const Require&) { return false; },
                        [](const CheckElements&) { return false; },
                        [](const CheckDigest&) { return false; },
                        [](const CheckCodec&) { return false; },
                        [](const FindSections&) { return false; },
                        [](const InSection&) { return false; },
                        [](const FinishSections&) { return false; },
                        [](const MessageFields&) { return true; },
                    },
                    item);
}

// Whether the field `states` says how large the record in the field `id` is, and that takes work.
bool states_size_of(const Plan& plan, const Record& record, FieldId states, FieldId id) {
  const Field& size = record.fields[states];
  const Field& field = record.fields[id];
  const auto* scalar = std::get_if<Scalar>(&size.body.kind);
  const auto* nested = std::get_if<Nested>(&field.body.kind);
  const Source& source = size.source;
  return scalar != nullptr && scalar->coding == Coding::plain && scalar->bits == 0 &&
         !scalar->is_of_file && !size.unknown && source.kind == SourceKind::size_of &&
         source.field == id && source.factor == 1 && source.offset == 0 && source.divisor == 1 &&
         nested != nullptr && !nested->json && !field.jump && !field.presence &&
         !plan.records[nested->record].fixed_size.has_value();
}

}  // namespace

std::set<FieldId> late_sizes(const Plan& plan, const Record& record) {
  std::set<FieldId> late;
  if (plan.has_digests || plan.notes_misfits()) return late;  // made of bytes as they are put
  const std::vector<Item>& items = record.items;
  for (auto item = items.begin(); item != items.end(); ++item) {
    const auto* run = std::get_if<Run>(&*item);
    const auto next = std::find_if(item + 1, items.end(), puts_bytes);
    const auto* lone = next == items.end() ? nullptr : std::get_if<LoneField>(&*next);
    if (run == nullptr || lone == nullptr || run->condition || run->counted ||
        !run->after.empty() || !run->fixed.back().field)
      continue;
    const FieldId states = *run->fixed.back().field;
    if (states_size_of(plan, record, states, lone->field) && !is_asked(record, states, lone->field))
      late.insert(states);
  }
  return late;
}

}  // namespace schemac::plan
