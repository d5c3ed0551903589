// Whether bytes are there, and how many elements there may be.
#include <cstring>

#include "direct/walk/walker.h"
#include "schemac/base/checked.h"

namespace schemac::direct {
std::vector<impl::StretchField> Walker::fields_of(const steps::Stretch& stretch) const {
  using Kind = steps::StretchField::Kind;
  std::vector<impl::StretchField> fields;
  for (const steps::StretchField& each : stretch.fields) {
    impl::StretchField made{each.name, each.size, false, false};
    if (each.tagged != nullptr)
      made = field_in_stretch(*each.tagged, each.name, program_.check(*each.tagged->form));
    made.counted = each.kind != Kind::single;
    made.indexed = each.kind == Kind::indexed;
    fields.push_back(made);
  }
  return fields;
}

Ending Walker::fault(const steps::Stretch& stretch, const impl::Frame& frame,
                     const impl::Frame& own, const std::byte* begin, const std::byte* end,
                     const std::byte* count_at, std::uint64_t count) {
  const std::vector<impl::StretchField> fields = fields_of(stretch);
  if (stretch.cause) told(*stretch.cause, false);
  const impl::Stretch missing{fields, check_or_none(stretch.cause)};
  context_->note(impl::Fault{&missing, begin, end, count_at, count}, frame, own);
  return Ending::fault;
}

Ending Walker::run(Activation& record, const steps::Need& step) {
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  bool is_whole = impl::distance(at, limit) >= step.size;
  if (step.stretch.has_tags) {
    const std::byte* place = at;
    for (const steps::StretchField& each : step.stretch.fields) {
      if (is_whole && each.tagged != nullptr) {
        is_whole = has_form(*each.tagged, place);
        if (is_whole) tell(each.tagged->form, true);
      }
      place += each.size;
    }
  }
  if (is_whole) return Ending::whole;
  const impl::Frame& frame = record.frames[step.frame];
  return fault(step.stretch, frame, frame, at, limit);
}

Ending Walker::run(Activation& record, const steps::NeedElements& step) {
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const std::uint64_t count = record.lengths[step.length];
  std::uint64_t elements = 0, size = 0;
  const std::uint64_t bits = step.stride == 0 ? step.bits : 8 * step.stride;
  bool is_whole = impl::packed_size(count, bits, elements) &&
                  impl::add(elements, step.fixed, size) && size <= impl::distance(at, limit);
  if (is_whole && step.tagged != nullptr) {
    for (std::uint64_t i = 0; is_whole && i < count; ++i)
      is_whole = has_form(*step.tagged, at + i * step.stride);
    if (is_whole) tell(step.tagged->form, true);
  }
  // Those that follow the elements, in the same stretch.
  const std::byte* place = at + (is_whole ? elements : 0);
  for (std::size_t i = 1; is_whole && i < step.stretch.fields.size(); ++i) {
    const steps::StretchField& each = step.stretch.fields[i];
    if (each.tagged != nullptr) is_whole = has_form(*each.tagged, place);
    place += each.size;
  }
  if (is_whole) {
    tell(step.stretch.cause, true);
    return Ending::whole;
  }
  const impl::Frame& frame = record.frames[step.frame];
  const impl::Frame& own = step.own ? record.frames[*step.own] : frame;
  const std::byte* const stated_at = record.at(step.stated_at);
  if (step.stride != 0) return fault(step.stretch, frame, own, at, limit, stated_at, count);
  const impl::StretchField payload{step.stretch.fields.front().name,
                                   impl::payload_size(count, step.bits)};
  if (step.stretch.cause) told(*step.stretch.cause, false);
  context_->fault(payload, check_or_none(step.stretch.cause), frame, own, at, limit, stated_at,
                  count);
  return Ending::fault;
}

Ending Walker::run(Activation& record, const steps::Pad& step) {
  const std::byte* const begin = record.at(step.begin);
  const std::byte* const limit = record.addresses[step.limit];
  const std::byte* const from = step.from ? record.at(*step.from) : space_.data();
  const std::uint64_t padding = impl::padding_to(impl::distance(from, begin), step.multiple);
  if (padding > impl::distance(begin, limit))
    return fault(step.stretch, record.frame(), record.frame(), begin, limit, nullptr, padding);
  record.addresses[step.end] = begin + padding;
  if (padding != 0)
    observer_->padding(Spot{&record.frame(), "padding", impl::Frame::no_index, nullptr},
                       Bytes(begin, static_cast<std::size_t>(padding)));
  return Ending::whole;
}

// The call counts it.
Ending Walker::run(Activation&, const steps::CheckDepth&) { return Ending::whole; }

Ending Walker::run(Activation& record, const steps::TakeElements& step) {
  const std::uint64_t count = record.lengths[step.length];
  const bool is_allowed =
      step.room
          ? context_->take_elements(
                count, impl::distance(record.at(step.room->at), record.addresses[step.room->limit]),
                step.room->bits)
          : context_->take_elements(count);
  told(step.blame.check, is_allowed);
  if (is_allowed) return Ending::whole;
  context_->refuse(program_.check(step.blame.check), record.frames[step.blame.frame],
                   record.at(step.blame.at),
                   {count, step.may_be_empty ? context_->empty_elements() : 0});
  return Ending::fault;
}

Ending Walker::run(Activation& record, const steps::NoteCause& step) {
  const std::uint64_t count = record.lengths[step.length];
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const std::uint64_t needed = impl::detail::saturated_product(count, step.least);
  const bool is_there = needed <= impl::distance(at, limit);
  told(step.blame.check, is_there);
  return ended(is_there || context_->note_cause(
                               program_.check(step.blame.check), record.frames[step.blame.frame],
                               record.at(step.blame.at), count, needed, at, limit));
}

Ending Walker::run(Activation& record, const steps::CheckLength& step) {
  const std::uint64_t count = record.lengths[step.length];
  return ended(verify(step.is_least ? count >= step.limit : count <= step.limit, step.blame.check,
                      record.frames[step.blame.frame], record.at(step.blame.at),
                      [&] { return impl::Facts{count}; }));
}

Ending Walker::run(Activation& record, const steps::CheckZeros& step) {
  return ended(
      check_zeros(step.check, record.frames[step.frame], record.at(step.from), record.at(step.to)));
}

Ending Walker::run(Activation& record, const steps::CheckBytes& step) {
  const std::byte* const at = record.at(step.blame.at);
  const std::size_t size = step.bytes->size();
  const bool holds = size == 0 || std::memcmp(at, step.bytes->data(), size) == 0;
  return ended(verify(holds, step.blame.check, record.frames[step.blame.frame], at, [&] {
    impl::Facts facts;
    facts.text = impl::text_at(at, size);
    return facts;
  }));
}

}  // namespace schemac::direct
