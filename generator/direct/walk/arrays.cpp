// N-dimensional arrays: their size follows from dims and element type, and is held against what is
// stated.
#include "direct/walk/walker.h"

namespace schemac::direct {

void Walker::find_dims(const Activation& record, const std::vector<plan::DimsTerm>& terms,
                       DimsOutcome& out) {
  DimsMaker made(out);
  for (const plan::DimsTerm& term : terms) {
    if (plan::leaf_of(term.value).op == plan::Op::list) {
      if (!record.each_number(term.value, [&](Int128 each) { made.add(each); })) made.fail();
    } else {
      const Calculated holds =
          term.condition ? record.calculate(*term.condition) : Calculated{1, Failure::none};
      if (holds.failure == Failure::unknown) made.fail();
      if (!holds.holds()) continue;
      const Outcome number = value(record, term.value);
      if (number.failure == Failure::unknown) made.fail();
      made.add(number.ok() ? number.value : Int128{-1});
    }
    if (!made.ok()) return;
  }
  made.finish();
}

std::optional<std::uint64_t> Walker::dtype_of(const Activation& record, const plan::Expr& dtype) {
  if (dtype.op == plan::Op::attribute) return record.attribute(dtype);
  const Calculated made = record.calculate(dtype);
  return made.ok() ? std::optional(made.bits) : std::nullopt;
}

Walker::KnownArray* Walker::find_array(const Activation& record, const steps::Array& step) {
  if (std::exchange(known_, nullptr) == step.form && known_of_ == &record) return &array_;
  const std::optional<std::uint64_t> dtype = dtype_of(record, step.dtype);
  if (!dtype || *dtype >= impl::detail::dtype_rows.size()) return nullptr;
  array_.dtype = static_cast<Dtype>(*dtype);
  find_dims(record, step.dims, array_.dims);
  if (array_.dims.failure == Failure::unknown) return nullptr;
  impl::ArraySize& size = array_.size;
  size = {};
  size.fits = array_.dims.ok() &&
              impl::packed_size(array_.dims.count, bit_count(array_.dtype), size.needed);
  if (!size.fits) size.dims_at = record.at(step.dims_at);
  return &array_;
}

impl::ArrayForm Walker::form_of(const steps::Array& step, bool is_stated) const {
  const plan::Array& form = *step.form;
  return {step.path, check_or_none(form.overflow),
          is_stated ? check_or_none(form.size_check) : nullptr};
}

void Walker::tell_size(const plan::Array& form, const impl::ArraySize& size, bool is_stated) {
  tell(form.overflow, size.fits);
  if (is_stated && size.fits) tell(form.size_check, size.stated == size.needed);
}

Ending Walker::run(Activation& record, const steps::Array& step) {
  if (step.headed) return run_headed(record, step);
  KnownArray* const array = find_array(record, step);
  if (array == nullptr) return step.skips ? Ending::skipped : Ending::fault;
  impl::ArraySize& size = array->size;
  if (step.stated) {
    size.stated = this->size(record, *step.stated);
    size.stated_at = record.at(*step.stated_at);
  }
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  tell_size(*step.form, size, step.stated.has_value());
  const std::byte* const end = impl::check_array(
      *context_, record.frame(), step.is_element ? record.frames[step.own] : record.frame(),
      form_of(step, step.stated.has_value()), size, at, limit);
  if (end == nullptr) return Ending::fault;
  record.lengths[step.length] = size.needed;
  record.addresses[step.end] = end;
  if (step.of.suffix.empty()) record.contents[step.of.field] = at;
  if (listens_)
    observer_->array(spot(record, step.of.field, step.own), *step.form, array->dtype,
                     array->dims.dims, Bytes(at, static_cast<std::size_t>(size.needed)));
  return ended(check_boolean(record, step, array->dtype, at));
}

// The head says where it ends, and is held against what the dims ask for.
Ending Walker::run_headed(Activation& record, const steps::Array& step) {
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const std::uint64_t count = record.lengths[step.length];
  const impl::Frame& own = step.is_element ? record.frames[step.own] : record.frame();
  KnownArray* array = find_array(record, step);
  if (array != nullptr) {
    impl::ArraySize& size = array->size;
    size.stated = count;
    size.stated_at = record.at(step.head_at);
    tell_size(*step.form, size, true);
    const bool is_right = size.fits && size.needed == count;
    if (!is_right &&
        !impl::note_array_size(*context_, record.frame(), own, form_of(step, true), size))
      return Ending::fault;
    if (!is_right) array = nullptr;
  }
  if (count > static_cast<std::uint64_t>(limit - at))
    return fault(*step.headed, own, own, at, limit, record.at(step.head_at), count);
  tell(step.headed->cause, true);
  record.addresses[step.end] = at + count;
  if (step.of.suffix.empty()) record.contents[step.of.field] = at;
  const Spot where = spot(record, step.of.field, step.own);
  if (array == nullptr) {
    observer_->missing(where);
    return ended();
  }
  observer_->array(where, *step.form, array->dtype, array->dims.dims,
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
