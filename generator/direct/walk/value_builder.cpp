#include "direct/walk/value_builder.h"

#include <algorithm>
#include <numeric>

#include "direct/evaluate.h"
#include "direct/flags.h"
#include "direct/json_texts.h"
#include "direct/msgpack.h"
#include "direct/number.h"
#include "direct/numeral.h"
#include "direct/pieces/joined_array.h"

namespace schemac::direct {
namespace {

// Events come in the order of the bytes; a record's members are shown in that of the schema.
void sort_members(Members& members, std::vector<const plan::Field*>& fields) {
  if (std::is_sorted(fields.begin(), fields.end())) return;
  std::vector<std::size_t> order(fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t x, std::size_t y) { return fields[x] < fields[y]; });
  std::vector<Member> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(std::move(members.given[i]));
  members.given = std::move(sorted);
}

// Whether what is stored of a field says nothing: one number, or all of a list's.
bool says_nothing(const plan::Unknown& unknown, const Value& value) {
  if (const auto* number = std::get_if<Number>(&value.kind)) return number->value == unknown.value;
  const auto* list = std::get_if<Scalars>(&value.kind);
  if (list == nullptr || list->count == 0) return false;
  const std::size_t size = bit_count(list->dtype) / 8;
  for (std::size_t i = 0; i < list->content.bytes.size() / size; ++i)
    if (load_number(list->dtype, list->endian, list->content.bytes.data() + i * size) !=
        unknown.value)
      return false;
  return true;
}

// Numbers that aren't stated have no value; that derived ones aren't is a choice.
void mark_unknown(const plan::Field& field, Members& members, Value& value) {
  if (!says_nothing(*field.unknown, value)) return;
  if (field.has_known_choice())
    members.choices.push_back({field.unknown->choice, {Boolean{false}}});
  else
    value = {Absent{}};
}

// Choices are left out where they are what they would be without being made.
bool is_default_choice(const plan::Field& field, const Value& value) {
  if (field.role != model::RoleKind::choice) return false;
  if (const auto* list = std::get_if<Scalars>(&value.kind)) return list->count == 0;
  if (const auto* raw = std::get_if<RawBytes>(&value.kind)) return raw->content.bytes.empty();
  if (const auto* text = std::get_if<Characters>(&value.kind)) return text->content.bytes.empty();
  if (!field.default_value) return false;
  if (const auto* number = std::get_if<Number>(&value.kind))
    return number->value == *field.default_value;
  const auto* boolean = std::get_if<Boolean>(&value.kind);
  return boolean != nullptr && Int128{boolean->value ? 1 : 0} == *field.default_value;
}

}  // namespace

Value value_of(const plan::Plan& plan, const plan::Scalar& scalar, Bytes bytes) {
  return value_of(plan, scalar, load_scalar(scalar, bytes));
}

Value value_of(const plan::Plan& plan, const plan::Scalar& scalar, Int128 number) {
  if (is_real(scalar.dtype)) return {Real{scalar.dtype, static_cast<std::uint64_t>(number)}};
  if (!scalar.flags.empty()) return {flags_of(scalar.flags, number)};
  if (scalar.enumeration) {
    const plan::EnumMember* member = member_of(plan.enums[*scalar.enumeration], number);
    return {Number{number, member == nullptr ? std::string() : member->name}};
  }
  if (scalar.dtype == Dtype::bool8) return {Boolean{number != 0}};  // as C++ holds it
  return {Number{number, {}}};
}

void ValueBuilder::put(const plan::Field* field, Value value) {
  if (skipped_ != 0) return;
  if (open_.empty()) {
    root_ = std::move(value);
    return;
  }
  Open& parent = open_.back();
  if (auto* elements = std::get_if<Elements>(&parent.value.kind)) {
    const bool is_of_file = open_.size() == 2 && open_.front().record != nullptr;
    if (extent_.take && is_of_file && std::holds_alternative<Members>(value.kind)) {
      extent_.take(*parent.field, std::move(value));
      if (!extent_.counts_taken) left_ = left_before_;
    } else {
      elements->values.push_back(std::move(value));
    }
  } else if (auto* chosen = std::get_if<Chosen>(&parent.value.kind)) {
    chosen->value.push_back(std::move(value));
  } else if (auto* members = std::get_if<Members>(&parent.value.kind)) {
    if (field == nullptr) return;
    if (field->unknown) mark_unknown(*field, *members, value);
    const bool is_held =
        field->has_member() ||
        (parent.record != nullptr &&
         parent.record->holds(static_cast<plan::FieldId>(field - parent.record->fields.data())));
    if (!is_held || is_default_choice(*field, value)) return;
    if (field->role == model::RoleKind::choice) {
      if (value.is_absent()) return;  // as a writer chooses
      members->choices.push_back({field->name, std::move(value)});
    } else {
      members->given.push_back({field->name, std::move(value)});
      parent.fields.push_back(field);
    }
  }
  if (left_ != 0) --left_;
}

void ValueBuilder::open(const Spot& spot, Value value) {
  if (skipped_ == 0) open_.push_back({spot.field, std::move(value), {}, nullptr});
}

void ValueBuilder::close() {
  if (skipped_ != 0) return;
  Open done = std::move(open_.back());
  open_.pop_back();
  if (auto* members = std::get_if<Members>(&done.value.kind)) sort_members(*members, done.fields);
  if (done.record != nullptr && !done.record->arrays.empty())
    add_joined(plan_, *done.record, done.value);
  if (auto* chosen = std::get_if<Chosen>(&done.value.kind);
      chosen != nullptr && chosen->value.empty()) {
    chosen->value.push_back({Absent{}});
  }
  put(done.field, std::move(done.value));
}

void ValueBuilder::begin_record(const Spot& spot, const plan::Record& record) {
  open(spot, {Members{}});
  if (skipped_ == 0) open_.back().record = &record;
}
void ValueBuilder::end_record() { close(); }
void ValueBuilder::begin_list(const Spot& spot, const plan::List& list, const std::byte* begin) {
  if (open_.size() == 1 && skipped_ == 0) {
    const bool has_records = std::holds_alternative<plan::Nested>(list.element.front().kind);
    asks_ = extent_.take && extent_.wants && open_.front().record != nullptr && has_records;
  }
  open(spot, {Elements{{}, 0, begin}});
}
void ValueBuilder::end_list() { close(); }
void ValueBuilder::begin_element(std::uint64_t, bool) {
  if (open_.size() == 2 && skipped_ == 0) {
    left_before_ = left_;
    if (asks_ && !extent_.wants(*open_.back().field)) {
      skipped_ = 1;
      return;
    }
  }
  if (skipped_ == 0 && left_ != 0) return;
  if (skipped_++ != 0) return;
  ++std::get<Elements>(open_.back().value.kind).left_out;
  ++left_out_;
}
void ValueBuilder::end_element() {
  if (skipped_ != 0) --skipped_;
}
void ValueBuilder::begin_alternative(const Spot& spot, const plan::Switch&,
                                     const plan::Alternative& chosen) {
  open(spot, {Chosen{chosen.name, {}}});
}
void ValueBuilder::end_alternative() { close(); }

void ValueBuilder::scalar(const Spot& spot, const plan::Scalar& scalar, Bytes bytes) {
  if (skipped_ != 0) return;
  if (spot.field != nullptr && spot.field->spelling && !is_as_written(scalar, bytes))
    if (auto* members = std::get_if<Members>(&open_.back().value.kind))
      members->choices.push_back({spot.field->spelling->choice, {Characters{{bytes, owner_}}}});
  put(spot.field, value_of(plan_, scalar, bytes));
}
void ValueBuilder::text(const Spot& spot, const plan::Text&, const TextBytes& text_bytes) {
  if (skipped_ == 0) text_bytes_ += text_bytes.characters.size();
  put(spot.field, {Characters{{text_bytes.characters, owner_}}});
}
void ValueBuilder::raw(const Spot& spot, const plan::Raw& raw, Bytes bytes) {
  if (skipped_ != 0) return;
  if (!raw.free) return put(spot.field, {RawBytes{{bytes, owner_}}});
  OpenValue open = open_value(*raw.free, free_value_in(*raw.free, bytes), {bytes, owner_});
  // Without the choice it would be none.
  if (is_object(*raw.free) && open.value->is_null() && spot.field->is_optional())
    open.is_usual = false;
  put(spot.field, {std::move(open)});
}
void ValueBuilder::slack(const Spot&, const plan::Slack& slack, Bytes bytes) {
  if (skipped_ != 0) return;
  std::get<Members>(open_.back().value.kind)
      .choices.push_back({slack.name, {RawBytes{{bytes, nullptr}}}});
}
// Events about its stored bytes make no value.
void ValueBuilder::begin_coded(const Spot&) { ++skipped_; }
void ValueBuilder::end_coded(const Spot& spot, const CodedBytes* whole) {
  --skipped_;
  if (whole == nullptr || skipped_ != 0) return;
  EncodedContent content;
  content.coded =
      Coded::of_stored(Blob::borrow(whole->stored()), whole->codec(), whole->stated_size());
  if (spot.field != nullptr && spot.field->codec->content)
    content.value = text_value(content.coded);
  put(spot.field, {std::move(content)});
}
void ValueBuilder::begin_text(const Spot&, Bytes, const std::shared_ptr<const void>& owner) {
  owner_ = owner;
}
void ValueBuilder::end_text() { owner_.reset(); }
void ValueBuilder::begin_pieces(const Spot&, const impl::JoinedMessages::Message& message,
                                const impl::JoinedMessages&) {
  outer_owners_.push_back(std::exchange(owner_, message.copy));
}
void ValueBuilder::end_pieces() {
  owner_ = std::move(outer_owners_.back());
  outer_owners_.pop_back();
}
// An element is one of the numbers of its list, which come at once.
void ValueBuilder::number(const Spot& spot, const plan::Scalar& scalar, Bytes, Bytes plain) {
  if (spot.index != impl::Frame::no_index || skipped_ != 0) return;
  put(spot.field, value_of(plan_, scalar, plain));
}
void ValueBuilder::numbers(const Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
                           const Gather& gather) {
  if (skipped_ != 0) return;
  const plan::Enum* enumeration = scalar.enumeration ? &plan_.enums[*scalar.enumeration] : nullptr;
  put(spot.field, {Scalars{scalar.dtype, Endian::little, enumeration, taken(count), own(gather()),
                           flags_in(scalar)}});
}
void ValueBuilder::unknown_fields(const Spot& spot, const Gather& gather) {
  if (skipped_ == 0) put(spot.field, {RawBytes{own(gather())}});
}
void ValueBuilder::scalars(const Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
                           Bytes bytes) {
  if (skipped_ != 0) return;
  const plan::Enum* enumeration = scalar.enumeration ? &plan_.enums[*scalar.enumeration] : nullptr;
  Content content{bytes, nullptr};
  if (scalar.coding != plan::Coding::plain) {
    const auto elements =
        std::make_shared<const std::vector<std::byte>>(without_tags(scalar, count, bytes));
    content = {*elements, elements};
  }
  put(spot.field, {Scalars{scalar.dtype, scalar.endian, enumeration, taken(count),
                           std::move(content), flags_in(scalar)}});
}
// How many elements of a list of scalars the tree holds.
std::uint64_t ValueBuilder::taken(std::uint64_t count) {
  if (!extent_.counts_scalars) return count;
  const std::uint64_t kept = std::min(count, left_);
  left_ -= kept;
  left_out_ += count - kept;
  return kept;
}
void ValueBuilder::array(const Spot& spot, const plan::Array& array, Dtype dtype,
                         const std::vector<std::uint64_t>& dims, Bytes bytes) {
  if (skipped_ != 0) return;
  Payload payload{dtype, std::nullopt, array.is_column_major, array.endian, {bytes, nullptr}};
  if (array.dims) payload.dims = dims;
  put(spot.field, {std::move(payload)});
}
void ValueBuilder::absent(const Spot& spot) {
  if (skipped_ != 0) return;
  const auto* scalar = std::get_if<plan::Scalar>(&spot.field->body.kind);
  if (scalar == nullptr || spot.field->is_optional()) return put(spot.field, {Absent{}});
  put(spot.field, value_of(plan_, *scalar, *spot.field->default_value));
}

// What could be read of it may be there already.
void ValueBuilder::missing(const Spot& spot) {
  if (spot.field == nullptr || open_.empty() || skipped_ != 0) return;
  const auto* members = std::get_if<Members>(&open_.back().value.kind);
  if (members != nullptr && members->find(spot.field->name) == nullptr) put(spot.field, {Absent{}});
}

}  // namespace schemac::direct
