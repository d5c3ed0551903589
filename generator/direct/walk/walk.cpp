#include "direct/walk/walk.h"

#include <algorithm>
#include <cstring>

#include "direct/codecs.h"
#include "direct/file_order.h"
#include "direct/pieces/joined_array.h"
#include "direct/pieces/parts.h"
#include "direct/walk/value_builder.h"
#include "direct/walk/walker.h"
#include "schemac/check/check_codec.h"
#include "schemac/core/joined_array.h"
#include "schemac/read/joiner.h"
#include "schemac/walk/parts.h"

namespace schemac::direct {
namespace {

// All that a file may have, for checks of what follows from values.
Extent all_values(const impl::Context& context) {
  return {context.limits().memory / 16 + context.space().size()};
}

}  // namespace

Certainty walk(const plan::Plan& plan, const plan::Root& root, impl::Context& context,
               Observer& observer, PayloadOrder order) {
  Program program(in_order_of(plan, context.space()));
  if (order == PayloadOrder::any) context.keep_payloads();
  Walker(program, context, observer).walk_file(root);
  return context.is_uncertain() ? Certainty::uncertain : Certainty::certain;
}

Certainty walk(const plan::Plan& plan, const plan::Root& root, impl::Context& context,
               PayloadOrder order) {
  const plan::Record& record = plan.records[root.record];
  const auto makes = [&](plan::CheckId id) {
    return context.checks_rules() || plan.checks[id].level == Level::error;
  };
  const bool asks_values =
      std::ranges::any_of(record.parts,
                          [&](const plan::StatedParts& parts) { return makes(parts.outside); }) ||
      std::ranges::any_of(record.arrays, [&](const plan::JoinedArray& array) {
        return array.size_check && makes(*array.size_check);
      });
  if (asks_values) {
    ValueBuilder builder(plan, all_values(context));
    return walk(plan, root, context, builder, order);
  }
  Observer unobserved;
  return walk(plan, root, context, unobserved, order);
}

bool walk_alone(const plan::Plan& plan, const plan::Nested& nested, const Scope& holder,
                const impl::Frame& frame, impl::Context& context) {
  Observer unobserved;
  Program program(plan);
  return Walker(program, context, unobserved).walk_alone(nested, holder, frame);
}

bool Walker::walk_alone(const plan::Nested& nested, const Scope& holder, const impl::Frame& frame) {
  Activation record(plan_, program_.walk(nested.record, tells_));
  record.enter(frame, space_.data(), space_.data() + space_.size(), space_);
  for (plan::ParamId id = 0; id < nested.args.size(); ++id) {
    const plan::Expr& arg = nested.args[id];
    const Outcome outcome = evaluate(arg, plan_, holder);
    record.set_param(id, arg, {static_cast<std::uint64_t>(outcome.value), outcome.failure});
    record.set_param_list(id, find_list(arg, holder));
  }
  return run(record) == Ending::whole && record.at(record.routine().end) == record.end();
}

void Walker::walk_file(const plan::Root& root) {
  const impl::Frame frame;
  if (!check_magic(root, frame)) return;
  const plan::Record& of = plan_.records[root.record];
  if (of.depth && !context_->enter()) {
    verify(false, *of.depth, frame, space_.data());
    return;
  }
  Activation record(plan_, program_.walk(root.record, tells_));
  record.enter(frame, space_.data(), space_.data() + space_.size(), space_);
  observer_->begin_record(Spot{nullptr, "", impl::Frame::no_index, nullptr}, of);
  const Ending ending = run(record);
  observer_->end_record();
  if (ending != Ending::whole) return;
  check_trailing(root, record);
  if (asks_arrays_) check_arrays(root, frame);
}

void Walker::check_trailing(const plan::Root& root, const Activation& record) {
  if (context_->stopped() || !root.trailing || !record.record().sections.empty()) return;
  const std::byte* const end = record.end();
  const std::byte* const after = record.at(record.routine().end);
  verify(after == end, *root.trailing, record.frame(), after,
         impl::Facts{static_cast<std::uint64_t>(end - after)});
}

// What arrays are follows from values: the observer's, or they are read once more for that.
void Walker::check_arrays(const plan::Root& root, const impl::Frame& frame) {
  const plan::Record& record = plan_.records[root.record];
  const bool has_parts =
      std::any_of(record.parts.begin(), record.parts.end(), [&](const plan::StatedParts& parts) {
        return impl::may_check_arrays(*context_, program_.check(parts.outside));
      });
  const bool has_checks =
      std::any_of(record.arrays.begin(), record.arrays.end(), [&](const auto& array) {
        return array.size_check &&
               impl::may_check_arrays(*context_, program_.check(*array.size_check));
      });
  if (!has_checks && !has_parts) return;
  const Value* const seen = context_->report().count() == 0 ? observer_->values() : nullptr;
  const Value values = seen == nullptr ? read_values(root) : Value();
  check_arrays(record, seen == nullptr ? values : *seen, frame);
}

Value Walker::read_values(const plan::Root& root) {
  ValueBuilder builder(plan_, all_values(*context_));
  impl::Context own(space_, context_->limits(), impl::Strictness::read);
  Walker reader(program_, own, builder);
  reader.asks_arrays_ = false;
  reader.walk_file(root);
  return builder.take();
}

void Walker::check_arrays(const plan::Record& record, const Value& values,
                          const impl::Frame& frame) {
  const auto* members = std::get_if<Members>(&values.kind);
  for (const plan::JoinedArray& array : record.arrays) {
    const Value* const value = members == nullptr ? nullptr : members->find(array.form.name);
    const auto* joined = value == nullptr ? nullptr : std::get_if<Joined>(&value->kind);
    if (joined == nullptr || !array.size_check) continue;
    const std::uint64_t needed = needed_bytes(*joined);
    const std::byte* const at =
        joined->pieces.empty() ? space_.data() : joined->pieces.front().bytes.stored().data();
    if (!verify(needed == joined->size, *array.size_check, frame, at,
                impl::Facts{joined->size, needed}))
      return;
  }
  for (const plan::StatedParts& parts : record.parts)
    if (members != nullptr && !check_parts(parts, record, values, frame)) return;
}

// What elements say of bytes that they share.
bool Walker::check_parts(const plan::StatedParts& form, const plan::Record& record,
                         const Value& values, const impl::Frame& frame) {
  const std::string& name = record.fields[form.field].name;
  const Value* const held = std::get<Members>(values.kind).find(name);
  const auto* bytes = held == nullptr ? nullptr : std::get_if<RawBytes>(&held->kind);
  if (bytes == nullptr) return true;
  const schemac::impl::Check& outside = program_.check(form.outside);
  const schemac::impl::Check& overlap = program_.check(form.overlap);
  const schemac::impl::Check& gap = program_.check(form.gap);
  const std::string list = model::path_text(form.form.list, model::Indices::left_out);
  const std::string place = model::path_text(form.form.begin, model::Indices::left_out);
  const impl::PartChecks checks{outside, overlap, gap, list, place};
  if (!may_check_parts(*context_, checks)) return true;
  impl::Parts parts = find_parts(plan_, record, values, form.form);
  bool are_inside = true, are_apart = true, are_all = true;
  const bool goes_on =
      parts.find(bytes->content.bytes.size(), [&](const impl::Parts::Found& found) {
        are_inside = are_inside && found.flaw != impl::Parts::Flaw::outside;
        are_apart = are_apart && found.flaw != impl::Parts::Flaw::overlap;
        are_all = are_all && found.flaw != impl::Parts::Flaw::gap;
        return note_flaw(*context_, frame, checks, found, bytes->content.bytes);
      });
  told(form.outside, are_inside);
  if (makes(form.overlap)) told(form.overlap, are_apart);
  if (makes(form.gap)) told(form.gap, are_all);
  return goes_on;
}

// A file that is too short for its magic is truncated, unless what is there differs already.
bool Walker::check_magic(const plan::Root& root, const impl::Frame& frame) {
  if (!root.magic_is_required) return true;
  const std::size_t size = std::min(root.magic.size(), space_.size());
  const plan::Body& first = plan_.records[root.record].fields.front().body;
  const auto* scalar = std::get_if<plan::Scalar>(&first.kind);
  if (scalar != nullptr && size < root.magic.size()) return true;  // a part of a number is none
  const bool holds = size == 0 || std::memcmp(space_.data(), root.magic.data(), size) == 0;
  impl::Facts facts;
  facts.text = impl::text_at(space_.data(), size);
  if (scalar != nullptr)
    facts.a = fact_of(load_number(scalar->dtype, scalar->endian, space_.data()));
  verify(holds, root.magic_check, frame, space_.data(), facts);
  return holds && !context_->stopped();
}

}  // namespace schemac::direct
