// Messages: their fields are found first, in whatever order they are, then looked at in that of the
// schema.
#include <algorithm>

#include "direct/walk/walker.h"
#include "model/overload.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::direct {
namespace {

Spot spot_of(const Activation& record, plan::FieldId id,
             std::uint64_t index = impl::Frame::no_index) {
  const plan::Field& field = record.record().fields[id];
  return Spot{&record.frame(), field.name, index, &field};
}

Spot spot_of_record(const Activation& record) {
  return Spot{&record.frame(), "", impl::Frame::no_index, nullptr};
}

}  // namespace

Ending Walker::run(Activation& record, const steps::FindFields& step) {
  const plan::MessageFields& message = *step.form;
  if (listens_)
    observer_->message(spot_of_record(record), record.record(),
                       Bytes(record.begin(), record.end()));
  // What isn't there has its default for expressions.
  const std::vector<plan::Field>& fields = record.record().fields;
  for (plan::FieldId id = 0; id < fields.size(); ++id)
    record.set_number(id, fields[id].default_value.value_or(0));
  if (!find_fields(record, message)) {
    context_->forget_fault_end();
    return Ending::fault;
  }
  bool is_complete = true;
  for (const plan::MessageField& field : message.fields) {
    const bool is_there = record.found[field.field].is_there;
    is_complete = is_complete && (is_there || !field.missing);
    if (!verify(is_there, field.missing, record.frame(), record.begin())) return Ending::fault;
  }
  if (is_complete) return ended();
  context_->forget_fault_end();
  return Ending::fault;
}

bool Walker::find_fields(Activation& record, const plan::MessageFields& message) {
  const std::uint32_t depth = context_->limits().depth;
  const plan::Record& of = record.record();
  impl::protobuf::FieldAt at;
  impl::protobuf::FlawAt flaw;
  for (const std::byte* next = record.begin(); next != record.end(); next = at.end) {
    bool is_whole = impl::protobuf::find_field(next, record.end(), depth, at, flaw);
    if (is_whole && is_declared(plan_, of, message, at)) {
      is_whole = keep_field(record, *field_numbered(message, at.number), at, flaw);
    } else if (is_whole) {
      leave_aside(record, at.number, Bytes(at.tag, at.end));
    }
    if (is_whole) continue;
    if (flaw.flaw == impl::protobuf::Flaw::none) return false;  // it was noted
    const bool is_deep = flaw.flaw == impl::protobuf::Flaw::deep_group;
    const plan::CheckId id = is_deep ? message.depth : message.malformed;
    told(id, false);
    schemac::impl::Check check = program_.check(id);
    if (!is_deep) check.sentence = impl::protobuf::sentence_of(flaw.flaw);
    if (const plan::MessageField* field = field_numbered(message, flaw.number))
      check.field = of.fields[field->field].name;
    context_->note(check, record.frame(), flaw.at, impl::Facts{});
    return false;
  }
  told(message.malformed, true);
  return true;
}

// These bytes are nothing that the message has.
void Walker::leave_aside(Activation& record, std::uint32_t number, Bytes bytes) {
  const auto& unknown = record.record().message()->unknown;
  observer_->unknown_field(unknown ? spot_of(record, *unknown) : spot_of_record(record), number,
                           bytes);
  if (unknown) record.found[*unknown].is_there = true;
}

// A field was found: the last value counts, elements are counted.
bool Walker::keep_field(Activation& record, const plan::MessageField& field,
                        const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw) {
  const plan::FieldId id = field.field;
  FoundField& found = record.found[id];
  const plan::Body& body = value_body(record.record().fields[id].body);
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  const bool is_packed = scalar != nullptr && at.wire == impl::protobuf::Wire::length;
  if (listens_) observer_->tag(spot_of(record, id), Bytes(at.tag, at.value));
  if (is_packed) return keep_packed(record, field, at, flaw);
  std::uint64_t bits = 0;
  if (scalar != nullptr &&
      !impl::protobuf::decode_number(at.bits, field.coding, fits_of(*scalar), bits)) {
    flaw = {impl::protobuf::Flaw::does_not_fit, at.value, at.number};
    return false;
  }
  const auto size = static_cast<std::uint64_t>(at.end - at.value);
  if (field.is_repeated) {
    if (record.lengths[id]++ == 0) {
      found.first = at.tag;
      record.contents[id] = at.value;
    }
    found.size += size;
    found.is_there = true;
    return true;
  }
  if (field.pieces && found.is_there) return join_pieces(record, field, at.value);
  record.contents[id] = at.value;
  found = {true, at.tag, size};
  if (scalar != nullptr)
    record.set_number(id, number_of(*scalar, bits));
  else
    record.lengths[id] = size;
  return true;
}

// One more piece of a message is at `at`: the field becomes all of them, put together.
bool Walker::join_pieces(Activation& record, const plan::MessageField& field, const std::byte* at) {
  const impl::JoinedMessages::Message* message =
      joined_.join(field.number, record.begin(), record.end(), context_->limits().depth);
  const impl::Frame own{&record.frame(), record.record().fields[field.field].name,
                        impl::Frame::no_index};
  verify(message != nullptr, field.pieces, own, at);
  if (message == nullptr) return false;
  context_->open_joined(joined_);
  record.contents[field.field] = message->bytes().data();
  record.found[field.field].size = record.lengths[field.field] = message->bytes().size();
  return true;
}

bool Walker::keep_packed(Activation& record, const plan::MessageField& field,
                         const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw) {
  const plan::FieldId id = field.field;
  FoundField& found = record.found[id];
  const auto& scalar = std::get<plan::Scalar>(value_body(record.record().fields[id].body).kind);
  const std::byte* after = nullptr;
  for (const std::byte* next = at.value; next != at.end; next = after) {
    std::uint64_t bits = 0;
    after = impl::protobuf::load_packed(next, at.end, field.coding, bits);
    if (after == nullptr) {
      flaw = {impl::protobuf::packed_flaw(next, at.end, field.coding), next, at.number};
      return false;
    }
    if (!impl::protobuf::decode_number(bits, field.coding, fits_of(scalar), bits)) {
      flaw = {impl::protobuf::Flaw::does_not_fit, next, at.number};
      return false;
    }
    if (!is_taken(plan_, scalar, bits)) {
      leave_aside(record, field.number, Bytes(next, after));
      continue;
    }
    if (record.lengths[id]++ == 0) {
      found.first = at.tag;
      record.contents[id] = at.value;
    }
    found.size += static_cast<std::uint64_t>(after - next);
    found.is_there = true;
  }
  return true;
}

Ending Walker::run(Activation& record, const steps::CheckValue& step) {
  const plan::Field& field = record.record().fields[step.field];
  const FoundField& found = record.found[step.field];
  if (!found.is_there) {
    tell_default(record, step.field);
    return ended();
  }
  const plan::MessageField& form = *message_field(record.record(), step.field);
  const Spot where = spot_of(record, step.field);
  const std::byte* const at = record.contents[step.field];
  if (field.presence) observer_->present(where);
  const impl::JoinedMessages::Message* joined = form.pieces ? joined_.message_at(at) : nullptr;
  const bool is_joined = joined != nullptr && joined->bytes().data() == at;
  if (is_joined) observer_->begin_pieces(where, *joined, joined_);
  const Ending ending = check_value(record, step.field, field.body, impl::Frame::no_index,
                                    Bytes(at, static_cast<std::size_t>(found.size)),
                                    static_cast<std::uint64_t>(record.raw_number(step.field)));
  if (is_joined) observer_->end_pieces();
  return ending;
}

void Walker::tell_default(const Activation& record, plan::FieldId id) {
  const plan::Field& field = record.record().fields[id];
  const Spot where = spot_of(record, id);
  if (field.presence) return observer_->absent(where);
  if (!message_field(record.record(), id)->is_implicit) return observer_->missing(where);
  std::visit(model::Overload{
                 [&](const plan::Scalar& scalar) {
                   const std::byte plain[8] = {};
                   observer_->number(where, scalar, {}, Bytes(plain, bit_count(scalar.dtype) / 8));
                 },
                 [&](const plan::Text& text) { observer_->text(where, text, {}); },
                 [&](const plan::Raw& raw) { observer_->raw(where, raw, {}); },
                 [](const plan::Nested&) {},  // has a presence
                 [](const plan::List&) {},    // has no elements
                 [](const plan::OutsideMessages auto&) {},
             },
             field.body.kind);
}

// One value: the field's own, or an element, which has a frame of its own.
Ending Walker::check_value(Activation& record, plan::FieldId id, const plan::Body& body,
                           std::uint64_t index, Bytes value, std::uint64_t number) {
  const Spot where = spot_of(record, id, index);
  const impl::Frame own{&record.frame(), where.name, index};
  const impl::Frame& frame = index != impl::Frame::no_index ? own : record.frame();
  return std::visit(
      model::Overload{
          [&](const plan::Scalar& scalar) {
            std::byte plain[8];
            const std::size_t size = store_plain(scalar, number, plain);
            if (listens_) observer_->number(where, scalar, value, Bytes(plain, size));
            return ended(!scalar.boolean || verify(number <= 1, *scalar.boolean, frame,
                                                   value.data(), impl::Facts{number}));
          },
          [&](const plan::Text& text) {
            const TextBytes bytes{{}, value, {}, {}, {}};
            if (listens_) observer_->text(where, text, bytes);
            return ended(check_text(text, frame, bytes, value.data()));
          },
          [&](const plan::Raw& raw) {
            observer_->raw(where, raw, value);
            return ended();
          },
          [&](const plan::Nested& nested) {
            steps::Call walk;
            walk.of = {id, ""};
            walk.nested = &nested;
            walk.args = nested.args;
            const bool is_kept = record.record().fields[id].is_looked_into;
            if (is_kept && index == impl::Frame::no_index) walk.keep = steps::Call::Keep::field;
            return check_message(record, walk, where, value);
          },
          [&](const plan::List&) { return ended(); },  // whose elements are the values
          [&](const plan::OutsideMessages auto&) { return ended(); },
      },
      body.kind);
}

// It is known where a message ends: what is wrong in it doesn't end the walk around it.
Ending Walker::check_message(Activation& record, const steps::Call& walk, const Spot& where,
                             Bytes value) {
  const Ending ending =
      call(record, walk, where, value.data(), value.data() + value.size(), nullptr);
  if (ending == Ending::whole || context_->stopped()) return ended();
  observer_->missing(where);
  return Ending::whole;
}

Ending Walker::run(Activation& record, const steps::CheckValues& step) {
  const plan::FieldId id = step.field;
  if (run(record, step.counted) != Ending::whole) return Ending::fault;
  const Spot where = spot_of(record, id);
  const plan::Body& body = step.list->element.front();
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  const std::uint64_t count = record.lengths[id];
  MessageElements elements(plan_, *message_field(record.record(), id),
                           record.record().fields[id].body, record.found[id].first, record.end());
  if (scalar != nullptr && listens_) {
    observer_->numbers(where, *scalar, count, [&] {
      std::vector<std::byte> bytes;
      std::byte plain[8];
      MessageElement element;
      for (elements.rewind(); elements.next(element);)
        bytes.insert(bytes.end(), plain, plain + store_plain(*scalar, element.number, plain));
      return bytes;
    });
    elements.rewind();
  } else if (scalar == nullptr) {
    observer_->begin_list(where, *step.list, nullptr);
  }
  impl::Frame& each = record.frames[step.frame];
  Ending ending = Ending::whole;
  MessageElement element;
  for (std::uint64_t i = 0; ending == Ending::whole && i < count && elements.next(element); ++i) {
    each.index = i;
    if (scalar == nullptr) observer_->begin_element(i, i + 1 == count);
    ending = check_value(record, id, body, i, element.value, element.number);
    if (scalar == nullptr) observer_->end_element();
    if (ending != Ending::whole || scalar == nullptr) continue;
    record.element_at = element.value.data();
    ending = ended(check_rules(
        record, step.rules,
        {{seen_number(*scalar, number_of(*scalar, element.number))}, i, i + 1 == count}));
    record.element_at = nullptr;
  }
  if (scalar == nullptr) observer_->end_list();
  return ending == Ending::whole ? ended() : ending;
}

// All that no field has, one after the other.
void Walker::tell_unknown(const Activation& record) {
  const plan::Record& of = record.record();
  const plan::MessageFields& message = *of.message();
  if (!record.found[*message.unknown].is_there) return;
  observer_->unknown_fields(spot_of(record, *message.unknown), [&] {
    std::vector<std::byte> bytes;
    impl::protobuf::FieldAt at;
    impl::protobuf::FlawAt flaw;
    for (const std::byte* next = record.begin(); next != record.end(); next = at.end) {
      if (!impl::protobuf::find_field(next, record.end(), context_->limits().depth, at, flaw))
        break;
      if (!is_declared(plan_, of, message, at))
        bytes.insert(bytes.end(), at.tag, at.end);
      else
        append_left_aside(plan_, of, message, at, bytes);
    }
    return bytes;
  });
}

}  // namespace schemac::direct
