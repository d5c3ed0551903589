// What says itself how long it is, and what is encoded.
#include <algorithm>

#include "direct/codecs.h"
#include "direct/numeral.h"
#include "direct/walk/walker.h"
#include "schemac/check/decoding.h"
#include "schemac/core/msgpack_object.h"
#include "schemac/digest/digest.h"
#include "schemac/digest/every_digest.h"
#include "schemac/wire/numeral_walk.h"

namespace schemac::direct {
namespace {

std::string head_name(const std::string& path) {
  std::string name = path;
  impl::append_path(name, "head");
  return name;
}

}  // namespace

bool Walker::read_head(const plan::Head& form, const impl::Frame& frame, const std::string& path,
                       const std::byte* begin, const std::byte* end, impl::msgpack::HeadAt& out) {
  if (find_head(form.form, begin, end, out)) {
    told(form.check, true);
    return true;
  }
  const std::string name = head_name(path);
  impl::msgpack::note_head(*context_, frame, {form.form, name, &program_.check(form.check)}, begin,
                           end);
  if (context_->fault_end() == 0) told(form.check, false);
  return false;
}

Ending Walker::run(Activation& record, const steps::ReadHead& step) {
  const std::byte* const at = record.at(step.at);
  impl::msgpack::HeadAt head;
  if (!read_head(*step.form, record.frames[step.frame], step.path, at, record.addresses[step.limit],
                 head))
    return Ending::fault;
  if (listens_)
    observer_->head(spot(record, step.of.field, step.frame), *step.form, head.number,
                    Bytes(at, head.after));
  record.lengths[step.length] = head.number;
  record.addresses[step.content] = head.after;
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::ReadBin& step) {
  const plan::Raw& form = *step.form;
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const impl::Frame& frame = record.frames[step.frame];
  impl::msgpack::HeadAt head;
  if (!read_head(*form.head, frame, step.path, at, limit, head)) return Ending::fault;
  const Spot where = spot(record, step.of.field, step.frame);
  if (listens_) observer_->head(where, *form.head, head.number, Bytes(at, head.after));
  const bool is_whole = head.number <= impl::distance(head.after, limit);
  if (form.cause) told(*form.cause, is_whole);
  if (!is_whole) {
    const impl::StretchField bytes{step.path, 1, true, false};
    const impl::Stretch stretch{{&bytes, 1}, check_or_none(form.cause)};
    context_->note(impl::Fault{&stretch, head.after, limit, at, head.number}, frame);
    return Ending::fault;
  }
  record.lengths[step.length] = head.number;
  record.addresses[step.content] = head.after;
  record.addresses[step.end] = head.after + head.number;
  if (step.of.suffix.empty()) record.contents[step.of.field] = head.after;
  if (listens_)
    observer_->raw(where, form, Bytes(head.after, static_cast<std::size_t>(head.number)));
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::WalkObject& step) {
  const plan::ObjectChecks& ids = step.form->object;
  const std::byte* const at = record.at(step.at);
  const impl::Frame& outer = record.frames[step.frame];
  const impl::Frame below{&outer, step.path};
  const impl::Frame& own = step.path.empty() ? outer : below;
  const auto check = [&](plan::CheckId id) { return &program_.check(id); };
  const std::uint64_t noted = context_->report().count();
  const std::byte* const after =
      impl::msgpack::walk_object(*context_, own,
                                 {check(ids.form), check(ids.cause), check(ids.elements),
                                  check(ids.depth), check(ids.duplicate)},
                                 at, record.addresses[step.limit]);
  if (after == nullptr) return Ending::fault;
  for (const plan::CheckId id : {ids.form, ids.cause, ids.elements, ids.depth}) told(id, true);
  tell(ids.duplicate, context_->report().count() == noted);
  record.lengths[step.length] = impl::distance(at, after);
  record.addresses[step.end] = after;
  if (step.of.suffix.empty()) record.contents[step.of.field] = at;
  observer_->raw(spot(record, step.of.field, step.frame), *step.raw, Bytes(at, after));
  return Ending::whole;
}

Ending Walker::run_numeral(Activation& record, const steps::ReadInteger& step) {
  const plan::Scalar& scalar = *step.scalar;
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const impl::Frame& frame = record.frames[step.frame];
  impl::numeral::IntegerAt integer;
  if (!find_numeral(scalar, at, limit, integer)) {
    if (integer.content != limit) tell(scalar.unfit, false);
    impl::numeral::note_integer(*context_, frame, step.path, program_.check(*scalar.unfit),
                                *scalar.numeral, at, limit, integer);
    return Ending::fault;
  }
  tell(scalar.unfit, true);
  const Int128 number = number_in(scalar, integer.bits);
  if (step.field)
    record.set_number(*step.field, number);
  else
    record.element_number = number;
  record.addresses[step.content] = at;
  record.addresses[step.end] = integer.after;
  const std::uint64_t size = impl::distance(at, integer.after);
  const bool is_varint = scalar.numeral->notation != impl::numeral::Notation::digits;
  const impl::Facts facts =
      is_varint ? impl::Facts{size, numeral_size(scalar, number)} : impl::Facts{integer.bits};
  if (!verify(is_as_written(scalar, integer), step.wide, frame, at, facts)) return Ending::fault;
  if (listens_)
    observer_->scalar(spot(record, step.of.field, step.frame), scalar, Bytes(at, integer.after));
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::ReadInteger& step) {
  const plan::Scalar& scalar = *step.scalar;
  if (scalar.coding == plan::Coding::numeral) return run_numeral(record, step);
  const std::byte* const at = record.at(step.at);
  const std::byte* const limit = record.addresses[step.limit];
  const impl::Frame& frame = record.frames[step.frame];
  impl::msgpack::IntegerAt integer;
  if (!impl::msgpack::find_integer(at, limit, integer)) {
    impl::msgpack::note_integer(*context_, frame, step.path, program_.check(*scalar.form), at,
                                limit);
    return Ending::fault;
  }
  tell(scalar.form, true);
  const bool has_sign = is_signed(scalar.dtype);
  // What doesn't fit is taken as the bits that it has.
  const Int128 number =
      has_sign ? Int128{static_cast<std::int64_t>(integer.bits)} : Int128{integer.bits};
  if (step.field)
    record.set_number(*step.field, number);
  else
    record.element_number = number;
  record.addresses[step.content] = integer.content;
  record.addresses[step.end] = integer.after;
  const bool fits = has_sign ? impl::msgpack::fits<std::int64_t>(integer)
                             : impl::msgpack::fits<std::uint64_t>(integer);
  if (!verify(fits, scalar.unfit, frame, integer.content, impl::Facts{integer.bits}))
    return Ending::fault;
  if (listens_)
    observer_->scalar(spot(record, step.of.field, step.frame), scalar, Bytes(at, integer.after));
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::CheckDigest& step) {
  const plan::Digest& form = *step.form;
  if (!makes(form.check)) return Ending::whole;
  const Outcome code = value(record, step.algorithm);
  impl::Digester digester(impl::any_digest(code.ok() ? saturated(code.value) : 0), form.endian);
  if (digester.size() == 0) return Ending::whole;
  const std::byte* const at = record.at(step.at);
  const Bytes stored(at, static_cast<std::size_t>(digester.size()));
  for (const steps::Covered& each : step.over) {
    if (each.is_own)
      digester.add_own(static_cast<std::byte>(*form.own));
    else
      digester.add(Bytes(record.at(each.from), record.at(each.to)));
  }
  const Bytes computed = digester.finish();
  if (std::ranges::equal(computed, stored))
    return ended(verify(true, form.check, record.frame(), at));
  const impl::BothDigests both(digester, stored, computed);
  return ended(refuse(form.check, record.frame(), at, both.facts()));
}

Ending Walker::run(Activation& record, const steps::CheckCodec& step) {
  const plan::Codec& codec = *step.form;
  if (!makes(codec.malformed)) return Ending::whole;
  const CodedBytes coded = coded_bytes(step.algorithm, step.size, plan_, record.own(),
                                       Bytes(record.at(step.from), record.at(step.to)));
  if (coded.codec() == nullptr) return Ending::whole;
  const impl::Frame& frame = record.frame();
  const std::byte* const at = record.at(step.at);
  std::uint64_t size = 0;
  const CodecFlaw flaw = impl::find_flaw(coded, context_->limits(), size);
  const bool goes_on = verify(flaw != CodecFlaw::too_large, codec.too_large, frame, at,
                              impl::Facts{size, context_->limits().decoded}) &&
                       verify(flaw != CodecFlaw::malformed, codec.malformed, frame, at) &&
                       verify(flaw != CodecFlaw::size, codec.size_check, frame,
                              record.at(step.stated_at), impl::Facts{size});
  if (!goes_on) return Ending::fault;
  if (!codec.content || flaw != CodecFlaw::none) return Ending::whole;
  Blob plain;
  if (coded.decode(plain, context_->limits()) != CodecFlaw::none) return Ending::whole;
  return ended(note_flaws(codec.content->checks, true, frame,
                          impl::json::parse(plain.bytes(), context_->limits()).flaws, at));
}

}  // namespace schemac::direct
