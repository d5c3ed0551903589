// The elements of a list of a message, which may lie apart, single or packed.
#pragma once

#include <cstdint>
#include <vector>

#include "direct/number.h"
#include "plan/plan.h"
#include "schemac/base/protobuf.h"
#include "schemac/core/bytes.h"

namespace schemac::direct {

/// A value of a message's field.
struct MessageElement {
  Bytes value;
  std::uint64_t number = 0;  ///< of a number: its bits as 64, in two's complement
};

/// What a number of a field may be.
[[nodiscard]] impl::protobuf::Fits fits_of(const plan::Scalar& scalar);
/// The number as a whole number of its type; reals as their bits.
[[nodiscard]] Int128 number_of(const plan::Scalar& scalar, std::uint64_t bits);
/// The number as a plain scalar of its type, at most 8 bytes; returns how many.
std::size_t store_plain(const plan::Scalar& scalar, std::uint64_t bits, std::byte* out);
/// Whether a field takes this number: an enumeration that refuses others leaves them aside.
[[nodiscard]] bool is_taken(const plan::Plan& plan, const plan::Scalar& scalar, std::uint64_t bits);
/// The body of one value of a message's field.
[[nodiscard]] const plan::Body& value_body(const plan::Body& body);

/// The field with that number, or null.
[[nodiscard]] const plan::MessageField* field_numbered(const plan::MessageFields& message,
                                                       std::uint32_t number);
/// Whether a field is one of the message's, in a form and with a number that it may have.
[[nodiscard]] bool is_declared(const plan::Plan& plan, const plan::Record& record,
                               const plan::MessageFields& message,
                               const impl::protobuf::FieldAt& at);

/// If a declared field holds packed numbers, appends those of them that are left aside.
void append_left_aside(const plan::Plan& plan, const plan::Record& record,
                       const plan::MessageFields& message, const impl::protobuf::FieldAt& at,
                       std::vector<std::byte>& out);

/// Goes through the elements of one field in fields that were found to be whole.
class MessageElements {
 public:
  MessageElements(const plan::Plan& plan, const plan::MessageField& field, const plan::Body& body,
                  const std::byte* first_tag, const std::byte* end)
      : plan_(&plan), field_(&field), body_(&value_body(body)), first_(first_tag), end_(end) {
    rewind();
  }

  /// The next element; false after the last one.
  bool next(MessageElement& out);
  void rewind();
  /// Element `index`: quick for one after the other. False if there is none.
  bool at(std::uint64_t index, MessageElement& out);

 private:
  bool next_packed(MessageElement& out);

  const plan::Plan* plan_;
  const plan::MessageField* field_;
  const plan::Body* body_;
  const std::byte* first_;
  const std::byte* end_;
  const std::byte* at_ = nullptr;
  const std::byte* packed_ = nullptr;
  const std::byte* packed_end_ = nullptr;
  std::uint64_t index_ = 0;
};

}  // namespace schemac::direct
