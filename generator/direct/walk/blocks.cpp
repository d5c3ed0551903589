// Blocks of steps, and events of single fields.
#include <algorithm>

#include "direct/codecs.h"
#include "direct/walk/walker.h"
#include "schemac/walk/placed.h"

namespace schemac::direct {

Ending Walker::run(Activation& record, const Block& block) {
  for (const steps::Step& step : block) {
    const Ending ending =
        std::visit([&](const auto& kind) { return run(record, kind); }, step.kind);
    if (ending != Ending::whole) return ending;
  }
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::If& step) {
  const bool is_there = holds(record, step.condition);
  const Ending ending = run(record, is_there ? step.then.steps : step.otherwise.steps);
  if (ending != Ending::whole) return ending;
  if (step.end)
    record.addresses[*step.end] = record.at(is_there ? step.then.end : step.otherwise.end);
  if (step.also)
    record.addresses[step.also->to] = record.at(is_there ? step.also->then : step.also->otherwise);
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::Choose& step) {
  const plan::Switch& choice = *step.choice;
  const Ending unknown = step.skips ? Ending::skipped : Ending::fault;
  const Outcome tag = value(record, step.tag);
  if (choice.is_unknown_told &&
      (!tag.ok() || member_of(plan_.enums[*choice.tag_enum], tag.value) == nullptr))
    return unknown;  // noted at the tag
  const auto chosen = std::ranges::find_if(step.cases, [&](const steps::Choose::Case& each) {
    return tag.ok() &&
           (each.tags.empty() || std::ranges::find(each.tags, tag.value) != each.tags.end());
  });
  if (chosen == step.cases.end()) {
    verify(false, choice.no_case, record.frame(), record.at(step.tag_at),
           impl::Facts{tag.ok() ? fact_of(tag.value) : ~std::uint64_t{0}});
    return unknown;
  }
  if (!choice.alternatives.back().tags.empty()) told(choice.no_case, true);
  const auto index = static_cast<std::size_t>(chosen - step.cases.begin());
  observer_->begin_alternative(spot(record, step.of.field, step.frame), choice,
                               choice.alternatives[index]);
  const Ending ending = run(record, chosen->content.steps);
  observer_->end_alternative();
  if (ending == Ending::whole) record.addresses[step.end] = record.at(chosen->content.end);
  return ending;
}

Ending Walker::run(Activation& record, const steps::Region& step) {
  const plan::Region& form = *step.form;
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const auto left = static_cast<std::uint64_t>(limit - at);
  if (step.whole && left < step.whole->fields.front().size)
    return fault(*step.whole, record.frame(), record.frame(), at, limit);
  const std::uint64_t stated = size(record, step.size);
  const impl::StatedRegion region(at, limit, stated, record.at(step.stated_at));
  if (form.cause) {
    told(*form.cause, stated <= left);
    if (!region.check_bounds(*context_, record.frame(), program_.check(*form.cause)))
      return Ending::fault;
  }
  context_->forget_fault_end();
  record.addresses[step.begin] = region.begin();
  record.addresses[step.inner_limit] = region.end();
  const Ending ending = run(record, step.content.steps);
  record.wholes[step.field] = ending == Ending::whole;
  if (ending == Ending::skipped) return step.skips ? Ending::skipped : Ending::fault;
  if (context_->stopped()) return Ending::fault;
  const std::byte* const after = ending == Ending::whole ? record.at(step.content.end) : nullptr;
  if (form.fill) {
    const std::uint64_t noted = context_->report().count();
    const bool goes_on =
        region.check_filled(*context_, record.frame(), program_.check(*form.fill), after);
    tell(form.fill, context_->report().count() == noted);
    if (!goes_on) return Ending::fault;
  } else if (!step.is_array && after == nullptr) {
    context_->forget_fault_end();
  }
  if (after == nullptr) observer_->missing(spot(record, step.field, steps::record_frame));
  if (after == nullptr && step.ends_record) return Ending::fault;
  record.addresses[step.end] = region.end();
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::Watched& step) {
  if (!listens_) return run(record, step.steps);
  const plan::Field& field = record.record().fields[step.field];
  const Spot where = spot(record, step.field, steps::record_frame);
  if (field.codec) observer_->begin_coded(where);
  const Ending ending = run(record, step.steps);
  if (field.codec && ending == Ending::whole) {
    const CodedBytes coded =
        coded_bytes(*field.codec, plan_, record, Bytes(record.at(step.at), record.at(step.end)));
    observer_->end_coded(where, &coded);
  } else if (field.codec) {
    observer_->end_coded(where, nullptr);
  }
  if (ending != Ending::whole) observer_->missing(where);
  return ending;
}

Ending Walker::run(Activation& record, const steps::Tell& step) {
  if (!listens_) return Ending::whole;
  using What = steps::Tell::What;
  const std::byte* const from = record.at(step.from);
  const auto bytes = [&] { return Bytes(from, record.at(step.to)); };
  if (step.what == What::padding) {
    observer_->padding(Spot{&record.frame(), step.name, impl::Frame::no_index, nullptr}, bytes());
    return Ending::whole;
  }
  const Spot where = spot(record, step.field, step.frame);
  switch (step.what) {
    case What::present:
      observer_->present(where);
      break;
    case What::absent:
      observer_->absent(where);
      break;
    case What::padding:
      break;
    case What::constant:
      observer_->constant(where, *std::get<const plan::Constant*>(step.form), bytes());
      break;
    case What::number:
      observer_->scalar(where, *std::get<const plan::Scalar*>(step.form), bytes());
      break;
    case What::numbers: {
      const plan::Scalar& scalar = *std::get<const plan::Scalar*>(step.form);
      const std::uint64_t count = record.lengths[step.length];
      const std::uint64_t bits =
          is_packed(scalar.dtype) ? bit_count(scalar.dtype) : 8 * stored_size(scalar);
      observer_->scalars(where, scalar, count,
                         Bytes(from, static_cast<std::size_t>(impl::payload_size(count, bits))));
      break;
    }
    case What::unknown:
      tell_unknown(record);
      break;
    case What::bytes:
      observer_->raw(where, *std::get<const plan::Raw*>(step.form), bytes());
      break;
  }
  return Ending::whole;
}

}  // namespace schemac::direct
