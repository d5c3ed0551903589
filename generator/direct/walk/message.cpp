// Messages: their fields are found first, in whatever order they stand, then looked at in that of
// the schema.
#include <algorithm>

#include "direct/walk/walker.h"

namespace schemac::direct {
namespace {

Spot spot_of(const RecordScope& scope, plan::FieldId id,
             std::uint64_t index = impl::Frame::no_index) {
  const plan::Field& field = scope.record->fields[id];
  return Spot{scope.frame, field.name, index, &field};
}

}  // namespace

Ending Walker::walk_message(RecordScope& scope, const plan::MessageFields& message) {
  observer_->message(Spot{scope.frame, "", impl::Frame::no_index, nullptr}, *scope.record,
                     Bytes(scope.begin, scope.end));
  scope.anchors[message.end] = scope.end;
  for (FieldState& state : scope.fields) {
    state.status = FieldStatus::absent;
    state.begin = scope.begin;
  }
  if (!find_fields(scope, message)) {
    for (FieldState& state : scope.fields) state.status = FieldStatus::broken;
    has_fault_end_ = false;
    return Ending::fault;
  }
  bool is_complete = true;
  for (const plan::MessageField& field : message.fields) {
    const bool is_there = scope.fields[field.field].status == FieldStatus::read;
    is_complete = is_complete && (is_there || !field.missing);
    if (!verify(is_there, field.missing, *scope.frame, scope.begin)) return Ending::fault;
  }
  if (!is_complete) {
    has_fault_end_ = false;
    return Ending::fault;
  }
  for (const plan::MessageField& field : message.fields) {
    const Ending ending = walk_message_field(scope, field);
    if (ending != Ending::whole) return ending;
  }
  if (message.unknown && scope.fields[*message.unknown].status == FieldStatus::read) {
    const auto gather = [&] {
      std::vector<std::byte> bytes;
      impl::protobuf::FieldAt at;
      impl::protobuf::FlawAt flaw;
      for (const std::byte* next = scope.begin; next != scope.end; next = at.end) {
        if (!impl::protobuf::find_field(next, scope.end, context_->limits().depth, at, flaw)) break;
        if (!is_declared(plan_, *scope.record, message, at))
          bytes.insert(bytes.end(), at.tag, at.end);
        else
          append_left_aside(plan_, *scope.record, message, at, bytes);
      }
      return bytes;
    };
    observer_->unknown_fields(spot_of(scope, *message.unknown), gather);
  }
  return ended(Ending::whole);
}

bool Walker::find_fields(RecordScope& scope, const plan::MessageFields& message) {
  const std::uint32_t depth = context_->limits().depth;
  impl::protobuf::FieldAt at;
  impl::protobuf::FlawAt flaw;
  for (const std::byte* next = scope.begin; next != scope.end; next = at.end) {
    bool is_whole = impl::protobuf::find_field(next, scope.end, depth, at, flaw);
    if (is_whole && is_declared(plan_, *scope.record, message, at)) {
      is_whole = keep_field(scope, *field_numbered(message, at.number), at, flaw);
    } else if (is_whole) {
      leave_aside(scope, at.number, Bytes(at.tag, at.end));
    }
    if (is_whole) continue;
    if (flaw.flaw == impl::protobuf::Flaw::none) return false;  // it was noted
    const bool is_deep = flaw.flaw == impl::protobuf::Flaw::deep_group;
    const plan::CheckId id = is_deep ? message.depth : message.malformed;
    observer_->checked(id, false);
    schemac::impl::Check check = plan::view_of(plan_.checks[id]);
    if (!is_deep) check.sentence = impl::protobuf::sentence_of(flaw.flaw);
    if (const plan::MessageField* field = field_numbered(message, flaw.number))
      check.field = scope.record->fields[field->field].name;
    context_->note(check, *scope.frame, flaw.at, impl::Facts{});
    return false;
  }
  observer_->checked(message.malformed, true);
  return true;
}

// These bytes are nothing that the message has.
void Walker::leave_aside(RecordScope& scope, std::uint32_t number, Bytes bytes) {
  const auto& unknown = scope.record->message()->unknown;
  const Spot spot =
      unknown ? spot_of(scope, *unknown) : Spot{scope.frame, "", impl::Frame::no_index, nullptr};
  observer_->unknown_field(spot, number, bytes);
  if (unknown) scope.fields[*unknown].status = FieldStatus::read;
}

// A field was found: the last value counts, elements are counted.
bool Walker::keep_field(RecordScope& scope, const plan::MessageField& field,
                        const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw) {
  FieldState& state = scope.fields[field.field];
  const plan::Body& body = value_body(scope.record->fields[field.field].body);
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  const bool is_packed = scalar != nullptr && at.wire == impl::protobuf::Wire::length;
  observer_->tag(spot_of(scope, field.field), Bytes(at.tag, at.value));
  if (is_packed) return keep_packed(scope, field, at, flaw);
  std::uint64_t bits = 0;
  if (scalar != nullptr &&
      !impl::protobuf::decode_number(at.bits, field.coding, fits_of(*scalar), bits)) {
    flaw = {impl::protobuf::Flaw::does_not_fit, at.value, at.number};
    return false;
  }
  if (field.is_repeated) {
    if (state.length++ == 0) {
      state.first = at.tag;
      state.begin = at.value;
    }
    state.size += static_cast<std::uint64_t>(at.end - at.value);
    state.status = FieldStatus::read;
    return true;
  }
  if (field.parts && state.status == FieldStatus::read) return join_parts(scope, field, at.value);
  state.begin = at.value;
  state.first = at.tag;
  state.status = FieldStatus::read;
  state.size = static_cast<std::uint64_t>(at.end - at.value);
  if (scalar != nullptr) {
    state.number = number_of(*scalar, bits);
  } else {
    state.content = at.value;
    state.length = state.size;
  }
  return true;
}

// One more part of a message stands at `at`: the field becomes all of them, put together.
bool Walker::join_parts(RecordScope& scope, const plan::MessageField& field, const std::byte* at) {
  FieldState& state = scope.fields[field.field];
  const impl::JoinedParts::Message* message =
      parts_.join(field.number, scope.begin, scope.end, context_->limits().depth);
  const impl::Frame own{scope.frame, scope.record->fields[field.field].name, impl::Frame::no_index};
  verify(message != nullptr, field.parts, own, at);
  if (message == nullptr) return false;
  context_->open_parts(parts_);
  state.begin = state.content = message->bytes().data();
  state.size = state.length = message->bytes().size();
  return true;
}

bool Walker::keep_packed(RecordScope& scope, const plan::MessageField& field,
                         const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw) {
  FieldState& state = scope.fields[field.field];
  const auto& scalar =
      std::get<plan::Scalar>(value_body(scope.record->fields[field.field].body).kind);
  const std::byte* behind = nullptr;
  for (const std::byte* next = at.value; next != at.end; next = behind) {
    std::uint64_t bits = 0;
    behind = impl::protobuf::load_packed(next, at.end, field.coding, bits);
    if (behind == nullptr) {
      flaw = {impl::protobuf::packed_flaw(next, at.end, field.coding), next, at.number};
      return false;
    }
    if (!impl::protobuf::decode_number(bits, field.coding, fits_of(scalar), bits)) {
      flaw = {impl::protobuf::Flaw::does_not_fit, next, at.number};
      return false;
    }
    if (!is_taken(plan_, scalar, bits)) {
      leave_aside(scope, field.number, Bytes(next, behind));
      continue;
    }
    if (state.length++ == 0) {
      state.first = at.tag;
      state.begin = at.value;
    }
    state.size += static_cast<std::uint64_t>(behind - next);
    state.status = FieldStatus::read;
  }
  return true;
}

Ending Walker::walk_message_field(RecordScope& scope, const plan::MessageField& field) {
  const plan::Field& declared = scope.record->fields[field.field];
  FieldState& state = scope.fields[field.field];
  const bool is_there = state.status == FieldStatus::read;
  if (const auto* list = std::get_if<plan::List>(&declared.body.kind)) {
    state.status = FieldStatus::read;
    return walk_message_list(scope, field, *list);
  }
  const Spot spot = spot_of(scope, field.field);
  if (is_there) {
    if (declared.presence) observer_->present(spot);
    const impl::JoinedParts::Message* parts =
        field.parts ? parts_.message_at(state.begin) : nullptr;
    const bool is_joined = parts != nullptr && parts->bytes().data() == state.begin;
    if (is_joined) observer_->begin_parts(spot, *parts, parts_);
    const Ending ending = walk_message_value(scope, field, declared.body, impl::Frame::no_index,
                                             Bytes(state.begin, state.size),
                                             static_cast<std::uint64_t>(state.number));
    if (is_joined) observer_->end_parts();
    return ending;
  }
  // What isn't there has its default for expressions.
  state.number = declared.default_value.value_or(0);
  if (declared.presence) {
    observer_->absent(spot);
  } else if (!field.is_implicit) {
    observer_->missing(spot);
  } else if (const auto* scalar = std::get_if<plan::Scalar>(&declared.body.kind)) {
    std::byte plain[8] = {};
    observer_->number(spot, *scalar, {}, Bytes(plain, bit_count(scalar->dtype) / 8));
  } else if (const auto* text = std::get_if<plan::Text>(&declared.body.kind)) {
    observer_->text(spot, *text, {});
  } else {
    observer_->raw(spot, std::get<plan::Raw>(declared.body.kind), {});
  }
  return ended(Ending::whole);
}

// One value: the field's own, or an element, which has a frame of its own.
Ending Walker::walk_message_value(RecordScope& scope, const plan::MessageField& field,
                                  const plan::Body& body, std::uint64_t index, Bytes value,
                                  std::uint64_t number) {
  Site site(scope, spot_of(scope, field.field, index), value.data(), value.data() + value.size());
  site.has_own_frame = index != impl::Frame::no_index;
  const impl::Frame own = own_frame(site);
  const impl::Frame& frame = site.has_own_frame ? own : *scope.frame;
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) {
    std::byte plain[8];
    const std::size_t size = store_plain(*scalar, number, plain);
    observer_->number(site.spot, *scalar, value, Bytes(plain, size));
    if (scalar->boolean)
      verify(number <= 1, *scalar->boolean, frame, value.data(), impl::Facts{number});
    return ended(Ending::whole);
  }
  std::uint64_t size = 0;
  const Ending ending = walk_body(body, site, size);
  if (ending == Ending::whole || context_->stopped()) return ended(ending);
  observer_->missing(site.spot);
  return Ending::whole;  // it is known where it ends
}

Ending Walker::walk_message_list(RecordScope& scope, const plan::MessageField& field,
                                 const plan::List& list) {
  const FieldState& state = scope.fields[field.field];
  const Spot spot = spot_of(scope, field.field);
  if (list.elements_check) {
    const bool is_allowed = context_->take_elements(state.length);
    verify(is_allowed, *list.elements_check, *scope.frame, state.begin, impl::Facts{state.length});
    if (!is_allowed) {
      has_fault_end_ = false;
      return Ending::fault;
    }
  }
  const impl::Facts count{state.length};
  verify(!list.minimum || state.length >= *list.minimum, list.minimum_check, *scope.frame,
         state.begin, count);
  verify(!list.maximum || state.length <= *list.maximum, list.maximum_check, *scope.frame,
         state.begin, count);
  if (context_->stopped()) return Ending::fault;
  const plan::Body& body = list.element.front();
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  MessageElements elements(plan_, field, scope.record->fields[field.field].body, state.first,
                           scope.end);
  if (scalar != nullptr) {
    observer_->numbers(spot, *scalar, state.length, [&] {
      std::vector<std::byte> bytes;
      std::byte plain[8];
      MessageElement element;
      for (elements.rewind(); elements.next(element);)
        bytes.insert(bytes.end(), plain, plain + store_plain(*scalar, element.number, plain));
      return bytes;
    });
    elements.rewind();
  } else {
    observer_->begin_list(spot, list);
  }
  MessageElement element;
  for (std::uint64_t i = 0; i < state.length && elements.next(element); ++i) {
    if (scalar == nullptr) observer_->begin_element(i, i + 1 == state.length);
    const Ending ending = walk_message_value(scope, field, body, i, element.value, element.number);
    if (scalar == nullptr) observer_->end_element();
    if (ending != Ending::whole) {
      if (scalar == nullptr) observer_->end_list();
      return ending;
    }
    if (scalar == nullptr || list.each.empty()) continue;
    const impl::Frame frame{scope.frame, spot.name, i};
    const Element rule{
        {seen_number(*scalar, number_of(*scalar, element.number))}, i, i + 1 == state.length};
    if (!check_element(scope, list, frame, element.value.data(), rule)) return Ending::fault;
  }
  if (scalar == nullptr) observer_->end_list();
  return ended(Ending::whole);
}

}  // namespace schemac::direct
