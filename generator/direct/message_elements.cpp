#include "direct/message_elements.h"

#include <algorithm>

#include "direct/evaluate.h"
#include "schemac/base/load.h"

namespace schemac::direct {

impl::protobuf::Fits fits_of(const plan::Scalar& scalar) {
  if (scalar.dtype == Dtype::i32) return impl::protobuf::Fits::i32;
  if (scalar.dtype == Dtype::u32) return impl::protobuf::Fits::u32;
  return scalar.dtype == Dtype::bool8 ? impl::protobuf::Fits::boolean : impl::protobuf::Fits::any;
}

Int128 number_of(const plan::Scalar& scalar, std::uint64_t bits) {
  return is_signed(scalar.dtype) ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits};
}

std::size_t store_plain(const plan::Scalar& scalar, std::uint64_t bits, std::byte* out) {
  const bool is_true = scalar.dtype == Dtype::bool8 && bits != 0;
  impl::store<std::uint64_t>(out, is_true ? 1 : bits);
  return bit_count(scalar.dtype) / 8;
}

bool is_taken(const plan::Plan& plan, const plan::Scalar& scalar, std::uint64_t bits) {
  if (!scalar.enumeration || plan.enums[*scalar.enumeration].keeps_unknown) return true;
  return member_of(plan.enums[*scalar.enumeration], number_of(scalar, bits)) != nullptr;
}

const plan::Body& value_body(const plan::Body& body) {
  const auto* list = std::get_if<plan::List>(&body.kind);
  return list != nullptr ? list->element.front() : body;
}

const plan::MessageField* field_numbered(const plan::MessageFields& message, std::uint32_t number) {
  // Most messages count their fields from 1.
  const std::size_t index = number - std::size_t{1};
  if (index < message.fields.size() && message.fields[index].number == number)
    return &message.fields[index];
  const auto found = std::lower_bound(
      message.fields.begin(), message.fields.end(), number,
      [](const plan::MessageField& each, std::uint32_t n) { return each.number < n; });
  return found != message.fields.end() && found->number == number ? &*found : nullptr;
}

bool is_declared(const plan::Plan& plan, const plan::Record& record,
                 const plan::MessageFields& message, const impl::protobuf::FieldAt& at) {
  const plan::MessageField* field = field_numbered(message, at.number);
  if (field == nullptr) return false;
  const plan::Body& body = value_body(record.fields[field->field].body);
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  if (scalar != nullptr && field->is_repeated && at.wire == impl::protobuf::Wire::length)
    return true;
  if (at.wire != impl::protobuf::wire_of(field->coding)) return false;
  std::uint64_t number = 0;
  return scalar == nullptr ||
         !impl::protobuf::decode_number(at.bits, field->coding, fits_of(*scalar), number) ||
         is_taken(plan, *scalar, number);
}

void append_left_aside(const plan::Plan& plan, const plan::Record& record,
                       const plan::MessageFields& message, const impl::protobuf::FieldAt& at,
                       std::vector<std::byte>& out) {
  const plan::MessageField& field = *field_numbered(message, at.number);
  const auto* scalar = std::get_if<plan::Scalar>(&value_body(record.fields[field.field].body).kind);
  if (scalar == nullptr || at.wire != impl::protobuf::Wire::length) return;
  const auto is_one = [&](std::uint64_t bits) {
    return impl::protobuf::decode_number(bits, field.coding, fits_of(*scalar), bits) &&
           is_taken(plan, *scalar, bits);
  };
  impl::protobuf::append_left_aside(at, field.coding, is_one, out);
}

void MessageElements::rewind() {
  at_ = first_;
  packed_ = packed_end_ = nullptr;
  index_ = 0;
}

bool MessageElements::at(std::uint64_t index, MessageElement& out) {
  if (index < index_) rewind();
  while (index_ <= index)
    if (!next(out)) return false;
  return true;
}

bool MessageElements::next(MessageElement& out) {
  for (;;) {
    if (packed_ != packed_end_) {
      if (next_packed(out)) return true;
      continue;
    }
    if (at_ == nullptr || at_ == end_) return false;
    impl::protobuf::FieldAt field;
    impl::protobuf::FlawAt flaw;
    if (!impl::protobuf::find_field(at_, end_, ~std::uint32_t{0} >> 1, field, flaw)) return false;
    at_ = field.end;
    if (field.number != field_->number) continue;
    const auto* scalar = std::get_if<plan::Scalar>(&body_->kind);
    if (scalar != nullptr && field.wire == impl::protobuf::Wire::length) {
      packed_ = field.value;
      packed_end_ = field.end;
      continue;
    }
    if (field.wire != impl::protobuf::wire_of(field_->coding)) continue;
    out.value = Bytes(field.value, field.end);
    if (scalar != nullptr &&
        (!impl::protobuf::decode_number(field.bits, field_->coding, fits_of(*scalar), out.number) ||
         !is_taken(*plan_, *scalar, out.number)))
      continue;
    ++index_;
    return true;
  }
}

bool MessageElements::next_packed(MessageElement& out) {
  const auto& scalar = std::get<plan::Scalar>(body_->kind);
  std::uint64_t bits = 0;
  const std::byte* after = impl::protobuf::load_packed(packed_, packed_end_, field_->coding, bits);
  if (after == nullptr) {
    packed_ = packed_end_;
    return false;
  }
  out.value = Bytes(packed_, after);
  packed_ = after;
  if (!impl::protobuf::decode_number(bits, field_->coding, fits_of(scalar), out.number) ||
      !is_taken(*plan_, scalar, out.number))
    return false;
  ++index_;
  return true;
}

}  // namespace schemac::direct
