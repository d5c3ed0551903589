// What MessagePack has before its contents: heads of any width, integers of any width.
#include "direct/walk/walker.h"
#include "schemac/core/msgpack_object.h"

namespace schemac::direct {

bool Walker::walk_head(const plan::Head& head, const impl::Frame& frame, const std::string& name,
                       const std::byte* begin, const std::byte* end, impl::msgpack::HeadAt& out) {
  const bool is_whole = find_head(head.form, begin, end, out);
  if (is_whole) {
    observer_->checked(head.check, true);
    return true;
  }
  const schemac::impl::Check check = plan::view_of(plan_.checks[head.check]);
  impl::msgpack::note_head(*context_, frame, {head.form, name, &check}, begin, end);
  has_fault_end_ = context_->fault_end() != 0;
  if (!has_fault_end_) observer_->checked(head.check, false);
  return false;
}

Ending Walker::walk_integer(const plan::Scalar& scalar, Site& site, std::uint64_t& size) {
  const impl::Frame own = own_frame(site);
  const impl::Frame& frame = site.has_own_frame ? own : *site.spot.frame;
  impl::msgpack::IntegerAt integer;
  if (!impl::msgpack::find_integer(site.begin, site.end, integer)) {
    const std::string name = part_name(site, "");
    impl::msgpack::note_integer(*context_, frame, name, form_of(scalar), site.begin, site.end);
    has_fault_end_ = context_->fault_end() != 0;
    return Ending::fault;
  }
  if (scalar.form) observer_->checked(*scalar.form, true);
  const bool has_sign = is_signed(scalar.dtype);
  const bool fits = has_sign ? impl::msgpack::fits<std::int64_t>(integer)
                             : impl::msgpack::fits<std::uint64_t>(integer);
  const std::byte* at = integer.content;
  verify(fits, scalar.unfit, frame, at, impl::Facts{integer.bits});
  // What doesn't fit is taken as the bits that it has.
  const Int128 value =
      has_sign ? Int128{static_cast<std::int64_t>(integer.bits)} : Int128{integer.bits};
  size = static_cast<std::uint64_t>(integer.behind - site.begin);
  if (site.state != nullptr) {
    site.state->number = value;
    site.state->begin = at;
  }
  observer_->scalar(site.spot, scalar, Bytes(site.begin, size));
  return check_scalar(scalar, site.scope, frame, at, value) ? Ending::whole : Ending::fault;
}

Ending Walker::walk_object(const plan::Raw& raw, Site& site, std::uint64_t& size) {
  const plan::ObjectChecks& ids = raw.free->object;
  const auto check_of = [&](plan::CheckId id) { return plan::view_of(plan_.checks[id]); };
  const schemac::impl::Check form = check_of(ids.form), cause = check_of(ids.cause);
  const schemac::impl::Check elements = check_of(ids.elements), depth = check_of(ids.depth);
  const schemac::impl::Check duplicate = check_of(ids.duplicate);
  const std::uint64_t noted = context_->report().count();
  const std::byte* const behind = impl::msgpack::walk_object(
      *context_, own_frame(site), {&form, &cause, &elements, &depth, &duplicate}, site.begin,
      site.end);
  has_fault_end_ = behind == nullptr && context_->fault_end() != 0;
  if (behind == nullptr) return Ending::fault;
  for (const plan::CheckId id : {ids.form, ids.cause, ids.elements, ids.depth})
    observer_->checked(id, true);
  if (makes(ids.duplicate)) observer_->checked(ids.duplicate, context_->report().count() == noted);
  size = static_cast<std::uint64_t>(behind - site.begin);
  if (site.state != nullptr) {
    site.state->length = size;
    site.state->content = site.begin;
  }
  observer_->raw(site.spot, raw, Bytes(site.begin, size));
  return Ending::whole;
}

}  // namespace schemac::direct
