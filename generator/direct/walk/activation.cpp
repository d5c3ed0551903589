#include "direct/walk/activation.h"

#include <algorithm>

#include "direct/codecs.h"
#include "direct/msgpack.h"
#include "direct/scalar_of.h"
#include "plan/facts/stored_sizes.h"
#include "schemac/base/load.h"
#include "schemac/check/decoding.h"

namespace schemac::direct {

const plan::MessageField* message_field(const plan::Record& record, plan::FieldId field) {
  const plan::MessageFields* message = record.message();
  if (message == nullptr) return nullptr;
  const auto found =
      std::ranges::find_if(message->fields, [&](const auto& each) { return each.field == field; });
  return found == message->fields.end() ? nullptr : &*found;
}

std::uint64_t size_or_most(const Outcome& outcome) {
  return outcome.ok() ? saturated(outcome.value) : ~std::uint64_t{0};
}

std::uint64_t offset_or_most(const Outcome& outcome) {
  return outcome.ok() && outcome.value >= 0 ? saturated(outcome.value) : ~std::uint64_t{0};
}

Activation::Activation(const plan::Plan& plan, const RecordWalk& walk)
    : plan_(plan),
      routine_(walk.routine),
      formulas_(walk.formulas),
      inside_(walk.inside),
      is_message_(walk.routine.record->message() != nullptr),
      looks_inside_(!walk.inside.empty()),
      slots_(walk.formulas.initial()) {
  const steps::Routine& routine = walk.routine;
  const std::size_t fields = routine.record->fields.size();
  for (const steps::Frame& frame : routine.frames)
    frames.push_back({nullptr, frame.name, frame.is_element ? 0 : impl::Frame::no_index});
  for (std::size_t i = 1; i < frames.size(); ++i) frames[i].up = &frames[routine.frames[i].above];
  lengths = std::span(slots_).subspan(formulas_.slots().lengths, fields + routine.inner.size());
  contents.resize(fields);
  addresses.resize(routine.addresses.size());
  wholes.resize(fields);
}

void Activation::enter(const impl::Frame& at, const std::byte* begin, const std::byte* end,
                       Bytes space) {
  frames[0] = at;
  std::fill_n(slots_.begin(), formulas_.slots().params, 0);
  std::ranges::fill(contents, begin);
  std::ranges::fill(addresses, begin);
  std::ranges::fill(wholes, std::uint8_t{1});
  addresses[routine_.limit] = end;
  space_ = space;
  slots_[Slots::file_size] = space.size();
  found.clear();
  sections.clear();
  section_params.clear();
  param_lists.clear();
  held.clear();
  if (!is_message_) return;
  elements_.clear();
  found.resize(record().fields.size());
}

const std::byte* Activation::at_inside(steps::Address address) const {
  if (address.anchor < inside_.size() && inside_[address.anchor] != nullptr)
    return place_of(*inside_[address.anchor]) + address.distance;
  return addresses[address.anchor] + address.distance;
}

std::pair<const Activation*, plan::FieldId> Activation::find(const plan::FieldPath& path) const {
  const Activation* record = this;
  plan::FieldId id = path.field;
  for (const plan::FieldId inner : path.inner) {
    const auto* inner_record = static_cast<const Activation*>(record->inside(id));
    if (inner_record == nullptr) break;
    record = inner_record;
    id = inner;
  }
  return {record, id};
}

const std::byte* Activation::place_of(const plan::FieldPath& path) const {
  const auto [of, id] = find(path);
  return of->place_of_field(id);
}

const std::byte* Activation::place_of_item(const plan::FieldPath& path, std::int64_t item) const {
  const auto [of, id] = find(path);
  const std::byte* const begin = of->contents[id];
  const plan::Scalar* scalar = scalar_of(of->record().fields[id].body);
  if (scalar == nullptr) return place_of(path);
  const std::uint64_t index = item >= 0 ? static_cast<std::uint64_t>(item) : of->lengths[id] - 1;
  if (of->record().message() != nullptr) {
    MessageElement element;
    return of->elements(id).at(index, element) ? element.value.data() : begin;
  }
  if (index >= of->lengths[id] || is_packed(scalar->dtype)) return begin;
  const std::uint64_t stride = plan::stored_size(*scalar);
  return content_of(*scalar, Bytes(begin + index * stride, static_cast<std::size_t>(stride)))
      .data();
}

OpenSection* Activation::section(const plan::SectionRef& ref) {
  if (ref.is_param) return ref.index < section_params.size() ? section_params[ref.index] : nullptr;
  return ref.index < sections.size() ? &sections[ref.index] : nullptr;
}

MessageElements& Activation::elements(plan::FieldId list) const {
  for (auto& [field, elements] : elements_)
    if (field == list) return elements;
  return elements_
      .emplace_back(list, MessageElements(plan_, *message_field(record(), list),
                                          record().fields[list].body, found[list].first, end()))
      .second;
}

// ---- by field ----

Outcome Activation::number(plan::FieldId field) const {
  const auto* scalar = std::get_if<plan::Scalar>(&record().fields[field].body.kind);
  const Int128 number = raw_number(field);
  return {scalar == nullptr ? number : seen_number(*scalar, number)};
}

Outcome Activation::length(plan::FieldId field) const { return {Int128{lengths[field]}}; }

Outcome Activation::size_of(plan::FieldId field) const {
  const plan::Field& of = record().fields[field];
  if (record().message() != nullptr) return {Int128{found[field].size}};
  const Outcome is_there = is_present(field);
  if (!is_there.ok() || is_there.value == 0) return {0};
  if (of.region) return {Int128{size_or_most(evaluate(of.region->size, plan_, *this))}};
  if (of.body.fixed_size) return {Int128{*of.body.fixed_size}};
  const steps::Whereabouts& is = routine_.whereabouts[field];
  return {is.end ? Int128{at(*is.end) - at(is.begin)} : Int128{0}};
}

Outcome Activation::offset_of(plan::FieldId field) const {
  if (const auto& jump = record().fields[field].jump)
    return {Int128{offset_or_most(evaluate(jump->target, plan_, *this))}};
  const std::byte* const first =
      record().message() != nullptr ? found[field].first : at(routine_.whereabouts[field].begin);
  return {Int128{first - space_.data()}};
}

Outcome Activation::plain_size(plan::FieldId field) const {
  const steps::Whereabouts& is = routine_.whereabouts[field];
  if (is_present(field).value == 0 || !is.end) return {0};
  const CodedBytes coded =
      coded_bytes(*record().fields[field].codec, plan_, *this, Bytes(at(is.begin), at(*is.end)));
  return {Int128{schemac::impl::plain_size(coded)}};
}

Outcome Activation::is_present(plan::FieldId field) const {
  if (record().message() != nullptr) return {found[field].is_there ? 1 : 0};
  const auto& presence = record().fields[field].presence;
  if (!presence) return {1};
  const Outcome condition = evaluate(presence->condition, plan_, *this);
  return {condition.ok() && condition.value != 0 ? 1 : 0};
}

Outcome Activation::item(plan::FieldId list, std::uint64_t index) const {
  const plan::Scalar* scalar = scalar_of(record().fields[list].body);
  if (scalar == nullptr) return Outcome::failed(Failure::unknown);
  if (record().message() != nullptr) {
    MessageElement element;
    return elements(list).at(index, element)
               ? Outcome{seen_number(*scalar, number_of(*scalar, element.number))}
               : Outcome::failed(Failure::no_element);
  }
  if (index >= lengths[list]) return Outcome::failed(Failure::no_element);
  if (is_packed(scalar->dtype)) return {load_packed(scalar->dtype, contents[list], index)};
  const std::uint64_t stride = plan::stored_size(*scalar);
  const Bytes bytes(contents[list] + index * stride, static_cast<std::size_t>(stride));
  return {seen_number(*scalar, load_scalar(*scalar, bytes))};
}

std::optional<std::string_view> Activation::text(plan::FieldId field) const {
  return impl::text_at(contents[field], lengths[field]);
}

const Scope* Activation::inside(plan::FieldId field) const {
  for (const auto& [id, record] : held)
    if (id == field) return record.get();
  return nullptr;
}

Outcome Activation::param(plan::ParamId param) const {
  if (param >= record().params.size()) return Outcome::failed(Failure::unknown);
  const std::uint64_t bits = slots_[formulas_.slots().params + param];
  const bool has_sign = record().params[param].range.min < 0;
  return {has_sign ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits}};
}

ListOf Activation::param_list(plan::ParamId param) const {
  return param < param_lists.size() ? param_lists[param] : ListOf{};
}

Outcome Activation::file_size() const { return {Int128{space_.size()}}; }

// ---- by what steps ask for ----

Outcome Activation::Own::size_of(std::uint32_t id) const {
  const steps::Measure& measure = of_.routine_.measures[id];
  if (const auto* distance = std::get_if<steps::Measure::Distance>(&measure.kind))
    return {Int128{of_.at(distance->to) - of_.at(distance->from)}};
  const auto& clamped = std::get<steps::Measure::Clamped>(measure.kind);
  const Outcome outcome = evaluate(clamped.expr, of_.plan_, *this);
  return {Int128{clamped.is_offset ? offset_or_most(outcome) : size_or_most(outcome)}};
}

Outcome Activation::Own::plain_size(std::uint32_t id) const {
  const auto& plain = std::get<steps::Measure::Plain>(of_.routine_.measures[id].kind);
  const Bytes stored(of_.at(plain.from), of_.at(plain.to));
  return {Int128{schemac::impl::plain_size(
      coded_bytes(plain.algorithm, plain.size, of_.plan_, *this, stored))}};
}

Outcome Activation::Own::offset_of(std::uint32_t place) const {
  return {Int128{of_.at(of_.routine_.places[place]) - of_.space_.data()}};
}

Outcome Activation::Own::is_present(std::uint32_t presence) const {
  const Outcome condition = evaluate(of_.routine_.presences[presence], of_.plan_, *this);
  return {condition.ok() && condition.value != 0 ? 1 : 0};
}

}  // namespace schemac::direct
