// Numbers, lengths, lists of numbers, and rules about them.
#include "direct/walk/walker.h"
#include "plan/facts/stored_sizes.h"
#include "schemac/base/load.h"
#include "schemac/walk/list_form.h"

namespace schemac::direct {
namespace {

// The number after its tag, if it has one.
Int128 number_at(const plan::Scalar& scalar, const std::byte* at) {
  const std::uint64_t tag = plan::tag_size(scalar);
  return load_scalar(scalar, Bytes(at - tag, static_cast<std::size_t>(stored_size(scalar))));
}

}  // namespace

Ending Walker::run(Activation& record, const steps::Load& step) {
  record.load(step.field, record.at(step.at));
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::LoadElement& step) {
  record.element_number = number_at(*step.scalar, record.at(step.at));
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::SetLength& step) {
  const auto left = static_cast<std::uint64_t>(record.addresses[step.limit] - record.at(step.at));
  const std::uint64_t all = step.bits < 8 ? left * (8 / step.bits) : left / (step.bits / 8);
  std::uint64_t& length = record.lengths[step.length];
  if (step.is_stated && !holds(record, *step.is_stated))
    length = step.is_open ? impl::no_count : all;
  else
    length = step.to ? size(record, *step.to) : all;
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::CountElements& step) {
  const plan::Scalar& scalar = *step.scalar;
  const std::uint64_t size = stored_size(scalar);
  const std::byte* at = record.at(step.at) + tag_size(scalar);
  const std::uint64_t whole =
      impl::distance(record.at(step.at), record.addresses[step.limit]) / size;
  std::uint64_t& count = record.lengths[step.length];
  for (count = 0; count < whole; ++count, at += size) {
    const Element element{{seen_number(scalar, number_at(scalar, at))}, count};
    if (record.calculate(step.last, &element).holds()) break;
  }
  ++count;
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::SetList& step) {
  record.contents[step.field] = record.at(step.at);
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::SetAddress& step) {
  const std::byte* at = record.at(step.at);
  if (step.after) at += impl::payload_size(record.lengths[step.after->length], step.after->bits);
  record.addresses[step.to] = at;
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::Require& step) {
  if (!makes(step.blame.check)) return Ending::whole;
  const Calculated made = record.calculate(step.holds);
  if (made.failure == Failure::unknown) return Ending::whole;
  return ended(verify(made.holds(), step.blame.check, record.frames[step.blame.frame],
                      record.at(step.blame.at),
                      [&] { return facts_of(step.facts, plan_, record.own()); }));
}

Ending Walker::run(Activation& record, const steps::CheckNumber& step) {
  using Kind = steps::CheckNumber::Kind;
  const plan::Scalar& scalar = *step.scalar;
  const Int128 number = step.field ? record.raw_number(*step.field) : record.element_number;
  const impl::Frame& frame = record.frames[step.blame.frame];
  const std::byte* const at = record.at(step.blame.at);
  const Int128 version = step.version ? value(record, *step.version).value : 0;
  switch (step.kind) {
    case Kind::constant:
      return ended(verify(number == *scalar.constant, step.blame.check, frame, at,
                          [&] { return impl::Facts{fact_of(number)}; }));
    case Kind::member:
      return ended(check_member(record, step, number, version));
    case Kind::boolean:
      return ended(verify(number == 0 || number == 1, step.blame.check, frame, at,
                          [&] { return impl::Facts{fact_of(number)}; }));
    case Kind::flags:
      break;
  }
  std::uint64_t known = 0;
  for (const plan::Flag& flag : scalar.flags)
    if (flag.versions.include(version)) known |= flag.mask();
  const std::uint64_t unknown = static_cast<std::uint64_t>(number) & ~known;
  return ended(verify(unknown == 0, step.blame.check, frame, at, [&] {
    return impl::Facts{fact_of(number), unknown, fact_of(version)};
  }));
}

// A member of other versions is as unknown as one of no version, but is reported by checks of its
// own.
bool Walker::check_member(const Activation& record, const steps::CheckNumber& step, Int128 number,
                          Int128 version) {
  const plan::Scalar& scalar = *step.scalar;
  const impl::Frame& frame = record.frames[step.blame.frame];
  const std::byte* const at = record.at(step.blame.at);
  const plan::EnumMember* member = program_.members(*scalar.enumeration).find(number);
  if (!verify(member != nullptr, step.blame.check, frame, at,
              [&] { return impl::Facts{fact_of(number)}; }))
    return false;
  if (member == nullptr || !scalar.versioned) return true;
  const auto& [since, until, range] = member->versions;
  const auto facts = [&](const std::optional<std::uint32_t>& limit) {
    return impl::Facts{fact_of(number), fact_of(version), limit.value_or(0)};
  };
  return verify(!since || version >= *since, scalar.versioned->early_member, frame, at,
                facts(since)) &&
         verify(!until || version < *until, scalar.versioned->late_member, frame, at, facts(until));
}

Ending Walker::run(Activation& record, const steps::EachScalar& step) {
  const plan::Scalar& scalar = *step.scalar;
  const std::byte* const at = record.at(step.at);
  const std::uint64_t count = record.lengths[step.length];
  const std::uint64_t stride = stored_size(scalar);
  if (count == 0) return ended();
  impl::Frame& each = record.frames[step.frame];
  const bool is_small = is_packed(scalar.dtype);
  const Load load = load_of(scalar.dtype, scalar.endian);
  const bool has_sign = is_signed(scalar.dtype), is_token = scalar.coding == plan::Coding::token;
  const std::uint64_t tag = tag_size(scalar);
  for (std::uint64_t i = 0; i < count && !context_->stopped(); ++i) {
    each.index = i;
    const std::byte* const place =
        is_small ? at + i * bit_count(scalar.dtype) / 8 : at + i * stride + tag;
    record.addresses[step.element] = place;
    if (is_small) {
      record.element_number = load_packed(scalar.dtype, at, i);
    } else {
      const std::uint64_t bits =
          is_token ? std::to_integer<std::uint64_t>(*place) & 1 : load_bits(load, place);
      record.element_number = has_sign ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits};
    }
    if (!step.checks.empty() && run(record, step.checks) != Ending::whole) return Ending::fault;
    if (!step.rules.empty() &&
        !check_rules(record, step.rules,
                     {{seen_number(scalar, record.element_number)}, i, i + 1 == count}))
      return Ending::fault;
  }
  return ended();
}

}  // namespace schemac::direct
