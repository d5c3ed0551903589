// Checks, and what steps name.
#include "direct/walk/walker.h"
#include "schemac/base/load.h"

namespace schemac::direct {

bool Walker::refuse(plan::CheckId id, const impl::Frame& frame, const std::byte* at,
                    const impl::Facts& facts) {
  if (!makes(id)) return !context_->stopped();
  told(id, false);
  return context_->note(program_.check(id), frame, at, facts);
}

bool Walker::check_zeros(const std::optional<plan::CheckId>& id, const impl::Frame& frame,
                         const std::byte* begin, const std::byte* end) {
  if (!id || !makes(*id)) return !context_->stopped();
  const std::byte* const found = impl::find_not(begin, end);
  const std::uint64_t value = found == end ? 0 : std::to_integer<std::uint64_t>(*found);
  return verify(found == end, *id, frame, found, impl::Facts{value});
}

Spot Walker::spot(const Activation& record, plan::FieldId field, steps::FrameId frame) const {
  const plan::Field& of = record.record().fields[field];
  if (frame == steps::record_frame) return {&record.frames[0], of.name, impl::Frame::no_index, &of};
  const impl::Frame& own = record.frames[frame];
  return {own.up, own.field, own.index, &of};
}

Spot Walker::list_spot(const Activation& record, const steps::Elements& step) const {
  const impl::Frame& each = record.frames[step.frame];
  return {each.up, each.field, impl::Frame::no_index, &record.record().fields[step.of.field]};
}

Walker::Quietly::Quietly(Walker& walker)
    : walker_(walker),
      context_(
          walker.space_,
          [&] {
            Limits limits = walker.context_->limits();
            limits.violations = 0;
            return limits;
          }(),
          impl::Strictness::validate),
      context_at_hand_(std::exchange(walker.context_, &context_)),
      observer_at_hand_(std::exchange(walker.observer_, &unobserved_)),
      listens_at_hand_(std::exchange(walker.listens_, false)),
      counts_checks_at_hand_(std::exchange(walker.counts_checks_, false)),
      was_quiet_(std::exchange(walker.is_quiet_, true)) {}

Walker::Quietly::~Quietly() {
  swap();
  walker_.is_quiet_ = was_quiet_;
}

}  // namespace schemac::direct
