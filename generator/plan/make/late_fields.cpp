#include "plan/make/late_fields.h"

#include <algorithm>
#include <vector>

#include "model/overload.h"
#include "plan/facts/item_needs.h"

namespace schemac::plan {
namespace {

// The inline fields of the record that may be candidates, in their order; nothing in place of runs
// and other items that are none.
std::vector<std::optional<FieldId>> inline_fields(const Record& record) {
  std::vector<std::optional<FieldId>> fields;
  const auto none = [&] { fields.emplace_back(std::nullopt); };
  for (const Item& item : record.items)
    std::visit(model::Overload{
                   [&](const Run&) { none(); },
                   [&](const LoneField& lone) {
                     if (!record.fields[lone.field].jump) fields.emplace_back(lone.field);
                   },
                   [&](const Pad&) { none(); },
                   [](const Require&) {},
                   [](const CheckElements&) {},
                   [](const CheckDigest&) {},
                   [](const CheckCodec&) {},
                   [&](const FindSections&) { none(); },
                   [&](const InSection&) { none(); },
                   [](const FinishSections&) {},
                   [&](const MessageFields&) { none(); },
               },
               item);
  return fields;
}

// Bytes up to the limit.
bool is_rest(const Field& field) {
  const auto* raw = std::get_if<Raw>(&field.body.kind);
  return raw != nullptr && raw->to_end && !raw->head && !raw->digest && !raw->free &&
         !field.region && !field.presence && !field.codec;
}

// Elements that only a walk over them finds the end of, and whose accessor looks at each itself.
// Each takes bytes: of others a file may announce more than anybody can go over, which is reported
// when it is opened.
bool is_walked_list(const Field& field) {
  const auto* list = std::get_if<List>(&field.body.kind);
  if (list == nullptr || list->head || !list->count || list->has_slack || list->may_be_empty() ||
      field.region || field.body.fixed_size)
    return false;
  return !std::holds_alternative<Scalar>(list->element.front().kind);
}

// Whether others depend on how many elements there are, or how far they reach.
bool is_asked_for(const Record& record, FieldId id) {
  for (FieldId other = 0; other < record.fields.size(); ++other)
    if (other != id && needs_of(record.fields[other]).contains(id)) return true;
  return false;
}

}  // namespace

void find_late_fields(RecordScope& scope) {
  Record& record = scope.record;
  if (!scope.is_root) return;
  const std::vector<std::optional<FieldId>> fields = inline_fields(record);
  auto last = fields.rbegin();
  LateFields late;
  if (last != fields.rend() && *last && is_rest(record.fields[**last])) late.rest = *last++;
  if (last == fields.rend() || !*last || !is_walked_list(record.fields[**last])) return;
  late.list = **last;
  if (is_asked_for(record, late.list) || (late.rest && is_asked_for(record, *late.rest))) return;
  record.late = late;
}

}  // namespace schemac::plan
