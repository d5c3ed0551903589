// Records inside of others, and texts that are decoded to messages.
#include <algorithm>
#include <utility>

#include "direct/json_texts.h"
#include "direct/walk/walker.h"
#include "schemac/json/text.h"

namespace schemac::direct {

std::unique_ptr<Activation> Walker::idle(plan::RecordId record) {
  auto& waiting = idle_[record];
  if (waiting.empty()) return std::make_unique<Activation>(plan_, program_.walk(record, tells_));
  std::unique_ptr<Activation> next = std::move(waiting.back());
  waiting.pop_back();
  return next;
}

void Walker::give_back(plan::RecordId record, std::unique_ptr<Activation> done) {
  release(*done);
  idle_[record].push_back(std::move(done));
}

// Nobody looks into the records any more that it holds.
void Walker::release(Activation& record) {
  for (auto& [field, inner] : record.held) {
    const auto id = static_cast<plan::RecordId>(&inner->record() - plan_.records.data());
    give_back(id, std::move(inner));
  }
  record.held.clear();
}

void Walker::pass(const std::vector<plan::Expr>& args, const Activation& from, Activation& to) {
  for (plan::ParamId id = 0; id < args.size(); ++id) {
    const plan::Expr& arg = args[id];
    if (to.record().params[id].is_list)
      to.set_param_list(id, find_list(arg, from.own()));
    else
      to.set_param(id, arg, from.calculate(arg));
  }
}

Ending Walker::run(Activation& record) {
  add_sections(record);
  return run(record, record.routine().steps);
}

Ending Walker::run(Activation& record, const steps::Call& step) {
  ElementWanted* const wanted = step.is_element ? std::exchange(wanted_, nullptr) : nullptr;
  if (step.nested->json) return call_text(record, step, wanted);
  return call(record, step, spot(record, step.of.field, step.frame), record.at(step.at),
              record.addresses[step.limit], wanted);
}

Ending Walker::call(Activation& record, const steps::Call& step, const Spot& where,
                    const std::byte* begin, const std::byte* end, ElementWanted* wanted) {
  const plan::Nested& nested = *step.nested;
  const plan::Record& called = plan_.records[nested.record];
  const impl::Frame frame{where.frame, where.name, where.index};
  if (called.is_recursive) {
    const bool may_enter = context_->enter();
    if (called.depth) verify(may_enter, *called.depth, frame, begin);
    if (!may_enter) {
      context_->leave();
      context_->forget_fault_end();
      return Ending::fault;
    }
  }
  std::unique_ptr<Activation> inner = idle(nested.record);
  inner->enter(frame, begin, end, space_);
  pass(step.args, record, *inner);
  for (const plan::SectionRef& section : nested.sections)
    inner->section_params.push_back(record.section(section));
  if (listens_) observer_->begin_record(where, called);
  const Ending ending = run(*inner);
  if (ending == Ending::whole) {
    const steps::Routine& routine = inner->routine();
    const std::byte* const after =
        routine.has_sections ? space_.data() + space_.size() : inner->at(routine.end);
    if (step.end != 0) record.addresses[step.end] = after;  // 0: nobody asks
    if (nested.has_slack && wanted != nullptr) tell_slack(*inner, *wanted, after);
  }
  if (listens_) observer_->end_record();
  if (called.is_recursive) context_->leave();
  if (ending != Ending::whole) {
    give_back(nested.record, std::move(inner));
    return Ending::fault;
  }
  if (wanted != nullptr && wanted->key != nullptr) take_key(*inner, *wanted->key);
  if (wanted != nullptr && wanted->order != nullptr) take_key(*inner, *wanted->order);
  if (wanted != nullptr && wanted->is_kept) {
    wanted->kept = std::move(inner);
  } else if (step.keep == steps::Call::Keep::field) {
    const auto held = std::ranges::find(record.held, step.of.field, &Activation::Held::first);
    if (held == record.held.end())
      record.held.emplace_back(step.of.field, std::move(inner));
    else
      held->second.swap(inner);
    if (inner != nullptr) give_back(nested.record, std::move(inner));
  } else {
    give_back(nested.record, std::move(inner));
  }
  return ended();
}

// What is between an element and the next one is its own.
void Walker::tell_slack(const Activation& record, const ElementWanted& wanted,
                        const std::byte* end) {
  if (wanted.next == nullptr || wanted.next <= end) return;
  const plan::Slack& slack = *record.record().slack;
  observer_->slack({&record.frame(), slack.name, impl::Frame::no_index, nullptr}, slack,
                   Bytes(end, wanted.next));
}

// Decoded to a message, which is walked in a space of its own.
Ending Walker::call_text(Activation& record, const steps::Call& step, ElementWanted* wanted) {
  const plan::Nested& nested = *step.nested;
  const Bytes text(record.at(step.at), record.addresses[step.limit]);
  impl::json::Decoded decoded =
      impl::json::decode(text, program_.texts().form_of(nested.record), context_->limits(),
                         context_->offset_of(text.data()));
  context_->forget_fault_end();
  if (!note_flaws(nested.json->checks, false, record.frames[step.frame], decoded.flaws,
                  text.data()) ||
      !decoded.is_whole)
    return Ending::fault;
  const auto space = std::make_shared<const std::vector<std::byte>>(std::move(decoded.message));
  const Spot where = spot(record, step.of.field, step.frame);
  observer_->begin_text(where, text, space);
  context_->open_space(*space, text.data());
  const Ending ending =
      call(record, step, where, space->data(), space->data() + space->size(), wanted);
  observer_->end_text();
  if (step.keep == steps::Call::Keep::field)
    kept_spaces_.push_back(space);  // rules may blame what is in it
  else
    context_->close_space();
  context_->forget_fault_end();
  record.addresses[step.end] = text.data() + text.size();
  return ending;
}

Ending Walker::run(Activation& record, const steps::CheckFree& step) {
  const Bytes text(record.at(step.from), record.at(step.to));
  return ended(check_free(*step.form, record.frames[step.frame], text));
}

bool Walker::check_free(const plan::FreeForm& free, const impl::Frame& frame, Bytes text) {
  return note_flaws(free.checks, true, frame,
                    impl::json::parse(text, context_->limits(), free.style.syntax).flaws,
                    text.data());
}

bool Walker::note_flaws(const plan::JsonChecks& checks, bool is_free, const impl::Frame& frame,
                        const std::vector<impl::json::FlawAt>& flaws, const std::byte* at) {
  using impl::json::Flaw;
  for (const Flaw flaw : {Flaw::malformed, Flaw::deep, Flaw::large, Flaw::duplicate, Flaw::kind,
                          Flaw::range, Flaw::unknown}) {
    if (is_free && flaw >= Flaw::kind) continue;
    const auto is_it = [flaw](const impl::json::FlawAt& each) { return each.flaw == flaw; };
    tell(check_of(checks, flaw), std::ranges::none_of(flaws, is_it));
  }
  return std::ranges::all_of(flaws, [&](const impl::json::FlawAt& each) {
    return impl::json::note(*context_, frame, program_.check(check_of(checks, each.flaw)), each,
                            at);
  });
}

}  // namespace schemac::direct
