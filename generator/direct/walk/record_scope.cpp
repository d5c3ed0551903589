#include "direct/walk/record_scope.h"

#include "direct/codecs.h"
#include "direct/msgpack.h"
#include "direct/scalar_of.h"
#include "schemac/check/decoding.h"

namespace schemac::direct {

Int128 seen_number(const plan::Scalar& scalar, Int128 value) {
  return scalar.dtype == Dtype::bool8 && value != 0 ? Int128{1} : value;
}

const plan::MessageField* message_field(const plan::Record& record, plan::FieldId field) {
  const plan::MessageFields* message = record.message();
  if (message == nullptr) return nullptr;
  for (const plan::MessageField& each : message->fields)
    if (each.field == field) return &each;
  return nullptr;
}

MessageElements& RecordScope::elements(plan::FieldId list) const {
  for (auto& [field, elements] : lists_of_message)
    if (field == list) return elements;
  return lists_of_message
      .emplace_back(list, MessageElements(*plan, *message_field(*record, list),
                                          record->fields[list].body, fields[list].first, end))
      .second;
}

Outcome RecordScope::number(plan::FieldId field) const {
  const FieldState& state = fields[field];
  const auto* scalar = std::get_if<plan::Scalar>(&record->fields[field].body.kind);
  const Int128 seen = scalar == nullptr ? state.number : seen_number(*scalar, state.number);
  if (state.status == FieldStatus::read) return {seen};
  if (state.status != FieldStatus::absent) return Outcome::failed(Failure::unknown);
  // A number that isn't there is 0; in a message it has its default.
  return {record->message() != nullptr ? seen : Int128{0}};
}

Outcome RecordScope::length(plan::FieldId field) const {
  const FieldState& state = fields[field];
  if (state.status == FieldStatus::unseen && state.is_counted) return {Int128{state.length}};
  if (state.status == FieldStatus::unseen || state.status == FieldStatus::broken) {
    return Outcome::failed(Failure::unknown);
  }
  // A region that holds a broken element is passed over; what states their number says it still.
  const plan::Field& own = record->fields[field];
  const auto* list = std::get_if<plan::List>(&own.body.kind);
  if (list != nullptr && list->count && own.region && state.status == FieldStatus::read) {
    const Outcome stated = evaluate(*list->count, *plan, *this);
    return {Int128{stated.ok() ? saturated(stated.value) : ~std::uint64_t{0}}};
  }
  return {Int128{state.length}};
}

Outcome RecordScope::size_of(plan::FieldId field) const {
  const FieldState& state = fields[field];
  if (state.status == FieldStatus::unseen || state.status == FieldStatus::broken) {
    return Outcome::failed(Failure::unknown);
  }
  const auto& region = record->fields[field].region;
  if (region && state.status == FieldStatus::read) {
    const Outcome stated = evaluate(region->size, *plan, *this);
    return {Int128{stated.ok() ? saturated(stated.value) : ~std::uint64_t{0}}};
  }
  return {Int128{state.size}};
}

// What states an offset says it, too, if nothing can be read there.
Outcome RecordScope::offset_of(plan::FieldId field) const {
  const FieldState& state = fields[field];
  if (const auto& jump = record->fields[field].jump; jump && state.status != FieldStatus::absent) {
    const Outcome stated = evaluate(jump->target, *plan, *this);
    if (stated.failure == Failure::unknown) return stated;
    const bool is_offset = stated.ok() && stated.value >= 0;
    return {Int128{is_offset ? saturated(stated.value) : ~std::uint64_t{0}}};
  }
  // What it is told while it is walked may ask where it begins.
  const bool has_begun = state.status == FieldStatus::unseen && state.first != nullptr;
  if (state.status != FieldStatus::read && !has_begun) return Outcome::failed(Failure::unknown);
  return {Int128{state.first - space.data()}};
}

Outcome RecordScope::plain_size(plan::FieldId field) const {
  const FieldState& state = fields[field];
  if (state.status == FieldStatus::absent) return {0};
  if (state.status != FieldStatus::read) return Outcome::failed(Failure::unknown);
  const CodedBytes coded = coded_bytes(*record->fields[field].codec, *plan, *this,
                                       Bytes(state.begin, static_cast<std::size_t>(state.size)));
  return {Int128{schemac::impl::plain_size(coded)}};
}

Outcome RecordScope::is_present(plan::FieldId field) const {
  const auto& presence = record->fields[field].presence;
  if (!presence) return {1};
  const FieldState& state = fields[field];
  if (state.status == FieldStatus::unseen) return Outcome::failed(Failure::unknown);
  return {state.status == FieldStatus::absent ? 0 : 1};
}

Outcome RecordScope::item(plan::FieldId list, std::uint64_t index) const {
  const FieldState& state = fields[list];
  const plan::Scalar* scalar = scalar_of(record->fields[list].body);
  if (state.status != FieldStatus::read || scalar == nullptr)
    return Outcome::failed(Failure::unknown);
  if (record->message() != nullptr) {
    MessageElement element;
    return elements(list).at(index, element)
               ? Outcome{seen_number(*scalar, number_of(*scalar, element.number))}
               : Outcome::failed(Failure::no_element);
  }
  if (index >= state.length) return Outcome::failed(Failure::no_element);
  if (is_packed(scalar->dtype)) return {load_packed(scalar->dtype, state.content, index)};
  const std::uint64_t stride = stored_size(*scalar);
  const Bytes bytes(state.content + index * stride, stride);
  return {seen_number(*scalar, load_scalar(*scalar, bytes))};
}

std::optional<std::string_view> RecordScope::text(plan::FieldId field) const {
  const FieldState& state = fields[field];
  if (state.status == FieldStatus::absent && record->message() != nullptr)
    return std::string_view();
  if (state.status != FieldStatus::read) return std::nullopt;
  return impl::text_at(state.content, state.length);
}

const Scope* RecordScope::inside(plan::FieldId field) const {
  const auto found = held.find(field);
  return found == held.end() ? nullptr : found->second.get();
}

std::pair<const RecordScope*, plan::FieldId> RecordScope::find(const plan::FieldPath& path) const {
  const RecordScope* scope = this;
  plan::FieldId id = path.field;
  for (const plan::FieldId inner : path.inner) {
    const auto found = scope->held.find(id);
    if (found == scope->held.end()) break;
    scope = found->second.get();
    id = inner;
  }
  return {scope, id};
}

const std::byte* RecordScope::begin_of(const plan::FieldPath& path) const {
  const auto [scope, id] = find(path);
  return scope->fields[id].begin;
}

const std::byte* RecordScope::begin_of_item(const plan::FieldPath& path, std::int64_t item) const {
  const auto [scope, id] = find(path);
  const FieldState& state = scope->fields[id];
  const plan::Scalar* scalar = scalar_of(scope->record->fields[id].body);
  if (scalar == nullptr) return state.begin;
  const std::uint64_t index = item >= 0 ? static_cast<std::uint64_t>(item) : state.length - 1;
  if (scope->record->message() != nullptr) {
    MessageElement element;
    return scope->elements(id).at(index, element) ? element.value.data() : state.begin;
  }
  if (index >= state.length) return state.content;
  const std::uint64_t stride = stored_size(*scalar);
  const Bytes bytes(state.content + index * stride, static_cast<std::size_t>(stride));
  return is_packed(scalar->dtype) ? state.begin : content_of(*scalar, bytes).data();
}

Outcome RecordScope::param(plan::ParamId param) const {
  return param < params.size() ? Outcome{params[param]} : Outcome::failed(Failure::unknown);
}

ListOf RecordScope::param_list(plan::ParamId param) const {
  return param < param_lists.size() ? param_lists[param] : ListOf{};
}

Outcome RecordScope::file_size() const { return {Int128{space.size()}}; }

}  // namespace schemac::direct
