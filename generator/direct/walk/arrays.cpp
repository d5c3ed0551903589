// N-dimensional arrays: their size follows from dims and element type, and is held against what is
// stated.
#include "direct/walk/walker.h"

namespace schemac::direct {

std::optional<Walker::KnownArray> Walker::known(const Activation& record,
                                                const steps::Array& step) const {
  if (step.dtype.op == plan::Op::attribute) {
    plan::Expr states = step.dtype;
    states.op = plan::Op::has_attribute;
    if (!holds(record, states)) return std::nullopt;
  }
  const Outcome code = value(record, step.dtype);
  if (!code.ok() || code.value < 0 || code.value >= Int128{impl::detail::dtype_rows.size()})
    return std::nullopt;
  KnownArray array;
  array.dtype = static_cast<Dtype>(code.value);
  std::uint64_t count = 1;
  if (!step.dims.empty()) {
    DimsOutcome dims = evaluate_dims(step.dims, plan_, record.own());
    if (dims.failure == Failure::unknown) return std::nullopt;
    array.dims = std::move(dims.dims);
    array.size.fits = dims.ok();
    count = dims.count;
  }
  array.size.fits =
      array.size.fits && impl::packed_size(count, bit_count(array.dtype), array.size.needed);
  if (!array.size.fits) array.size.dims_at = record.at(step.dims_at);
  return array;
}

impl::ArrayForm Walker::form_of(const steps::Array& step, bool is_stated) const {
  const plan::Array& form = *step.form;
  return {check_or_none(form.overflow),
          is_stated ? check_or_none(form.size_check) : nullptr,
          {step.path}};
}

void Walker::tell_size(const plan::Array& form, const impl::ArraySize& size, bool is_stated) {
  tell(form.overflow, size.fits);
  if (is_stated && size.fits) tell(form.size_check, size.stated == size.needed);
}

Ending Walker::run(Activation& record, const steps::Array& step) {
  if (step.headed) return run_headed(record, step);
  std::optional<KnownArray> array = known(record, step);
  if (!array) return step.skips ? Ending::skipped : Ending::fault;
  if (step.stated) {
    array->size.stated = size(record, *step.stated);
    array->size.stated_at = record.at(*step.stated_at);
  }
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  tell_size(*step.form, array->size, step.stated.has_value());
  const std::byte* const end = impl::check_array(
      *context_, record.frame(), step.is_element ? record.frames[step.own] : record.frame(),
      form_of(step, step.stated.has_value()), array->size, at, limit);
  if (end == nullptr) return Ending::fault;
  record.lengths[step.length] = array->size.needed;
  record.addresses[step.end] = end;
  if (step.of.suffix.empty()) record.contents[step.of.field] = at;
  observer_->array(spot(record, step.of.field, step.own), *step.form, array->dtype, array->dims,
                   Bytes(at, static_cast<std::size_t>(array->size.needed)));
  return ended(check_boolean(record, step, array->dtype, at));
}

// The head says where it ends, and is held against what the dims ask for.
Ending Walker::run_headed(Activation& record, const steps::Array& step) {
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const std::uint64_t count = record.lengths[step.length];
  const impl::Frame& own = step.is_element ? record.frames[step.own] : record.frame();
  std::optional<KnownArray> array = known(record, step);
  if (array) {
    impl::ArraySize& size = array->size;
    size.stated = count;
    size.stated_at = record.at(step.head_at);
    tell_size(*step.form, size, true);
    const bool is_right = size.fits && size.needed == count;
    if (!is_right &&
        !impl::note_array_size(*context_, record.frame(), own, form_of(step, true), size))
      return Ending::fault;
    if (!is_right) array.reset();
  }
  if (count > static_cast<std::uint64_t>(limit - at))
    return fault(*step.headed, own, own, at, limit, record.at(step.head_at), count);
  tell(step.headed->cause, true);
  record.addresses[step.end] = at + count;
  if (step.of.suffix.empty()) record.contents[step.of.field] = at;
  const Spot where = spot(record, step.of.field, step.own);
  if (!array) {
    observer_->missing(where);
    return ended();
  }
  observer_->array(where, *step.form, array->dtype, array->dims,
                   Bytes(at, static_cast<std::size_t>(count)));
  return ended(check_boolean(record, step, array->dtype, at));
}

bool Walker::check_boolean(const Activation& record, const steps::Array& step, Dtype dtype,
                           const std::byte* at) {
  if (!step.form->boolean || !step.dims.empty() || dtype != Dtype::bool8)
    return !context_->stopped();
  const std::uint64_t number = std::to_integer<std::uint64_t>(*at);
  return verify(number <= 1, *step.form->boolean, record.frames[step.own], at, impl::Facts{number});
}

}  // namespace schemac::direct
