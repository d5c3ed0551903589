// N-dimensional arrays: their size follows from dims and element type, and is held against what is
// stated.
#include "direct/walk/walker.h"

namespace schemac::direct {

std::optional<Walker::ArraySize> Walker::size_of(const plan::Array& array,
                                                 const RecordScope& scope) const {
  if (array.dtype.op == plan::Op::attribute) {
    plan::Expr states = array.dtype;
    states.op = plan::Op::has_attribute;
    const Outcome is_stated = evaluated(states, scope);
    if (!is_stated.ok() || is_stated.value == 0) return std::nullopt;
  }
  const Outcome code = evaluated(array.dtype, scope);
  if (!code.ok() || code.value < 0 || code.value >= Int128{impl::detail::dtype_rows.size()})
    return std::nullopt;
  ArraySize result;
  result.dtype = static_cast<Dtype>(code.value);
  std::uint64_t count = 1;
  if (array.dims) {
    DimsOutcome dims = evaluate_dims(*array.dims, plan_, scope);
    if (dims.failure == Failure::unknown) return std::nullopt;
    result.dims = std::move(dims.dims);
    if (!dims.ok()) return result;
    count = dims.count;
  }
  std::uint64_t bytes = 0;
  if (impl::packed_size(count, bit_count(result.dtype), bytes)) result.bytes = bytes;
  return result;
}

// The head says where it ends, and is held against what the dims ask for.
Ending Walker::walk_headed(const plan::Array& array, Site& site, std::uint64_t& size) {
  const impl::Frame own = own_frame(site);
  const impl::Frame& record_frame = *site.spot.frame;
  const impl::Frame& frame = is_element(site) ? own : record_frame;
  impl::msgpack::HeadAt head;
  const std::string name(is_element(site) ? std::string_view() : site.spot.name);
  std::string head_name = name;
  impl::append_path(head_name, "head");
  if (!walk_head(*array.head, frame, head_name, site.begin, site.end, head)) return Ending::fault;
  observer_->head(site.spot, *array.head, head.number, Bytes(site.begin, head.behind));
  const auto needed = size_of(array, site.scope);
  bool is_array = needed.has_value();
  if (needed && !needed->bytes) {
    const std::byte* dims_at = array.dims ? site.scope.begin_of(array.dims->first) : site.begin;
    if (!verify(false, array.overflow, record_frame, dims_at)) return Ending::fault;
    is_array = false;
  } else if (needed) {
    if (array.overflow) observer_->checked(*array.overflow, true);
    is_array = head.number == *needed->bytes;
    if (!verify(is_array, array.size_check, frame, site.begin,
                impl::Facts{head.number, *needed->bytes}))
      return Ending::fault;
  }
  if (head.number > static_cast<std::uint64_t>(site.end - head.behind)) {
    const impl::Part part{name, 1, true, false};
    return fault(frame, {&part, 1}, head.behind, site.end, {array.cause, site.begin, head.number});
  }
  if (array.cause) observer_->checked(*array.cause, true);
  size = static_cast<std::uint64_t>(head.behind - site.begin) + head.number;
  if (site.state != nullptr) {
    site.state->length = head.number;
    site.state->content = head.behind;
  }
  if (!is_array) {
    observer_->missing(site.spot);
    return ended(Ending::whole);
  }
  observer_->array(site.spot, array, needed->dtype, needed->dims, Bytes(head.behind, head.number));
  check_boolean(array, needed->dtype, site, head.behind);
  return ended(Ending::whole);
}

void Walker::check_boolean(const plan::Array& array, Dtype dtype, const Site& site,
                           const std::byte* at) {
  if (!array.boolean || array.dims || dtype != Dtype::bool8) return;
  const std::uint64_t value = std::to_integer<std::uint64_t>(*at);
  const impl::Frame own = own_frame(site);
  verify(value <= 1, *array.boolean, site.has_own_frame ? own : *site.spot.frame, at,
         impl::Facts{value});
}

Ending Walker::walk(const plan::Array& array, Site& site, std::uint64_t& size) {
  if (array.head) return walk_headed(array, site, size);
  const impl::Frame& frame = *site.spot.frame;
  const auto needed = size_of(array, site.scope);
  if (!needed) return Ending::skipped;
  const std::byte* dims_at = array.dims ? site.scope.begin_of(array.dims->first) : site.begin;
  if (!needed->bytes) {
    verify(false, array.overflow, frame, dims_at);
    has_fault_end_ = false;
    return Ending::fault;
  }
  if (array.overflow) observer_->checked(*array.overflow, true);
  size = *needed->bytes;
  if (site.stated && array.size_check) {
    site.is_size_checked = true;
    const bool goes_on = verify(*site.stated == size, *array.size_check, frame, site.stated_at,
                                impl::Facts{*site.stated, size});
    if (!goes_on) return Ending::fault;
  }
  if (size > static_cast<std::uint64_t>(site.end - site.begin)) {
    const impl::Frame own = own_frame(site);
    const impl::Part part{is_element(site) ? std::string_view() : site.spot.name, size, false,
                          false};
    return fault(is_element(site) ? own : frame, {&part, 1}, site.begin, site.end);
  }
  if (site.state != nullptr) site.state->length = size;
  observer_->array(site.spot, array, needed->dtype, needed->dims, Bytes(site.begin, size));
  check_boolean(array, needed->dtype, site, site.begin);
  return ended(Ending::whole);
}

}  // namespace schemac::direct
