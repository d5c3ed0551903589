// The bytes of messages: fields in order of their numbers, then unknown ones as they are.
#include <algorithm>

#include "direct/message_elements.h"
#include "direct/number.h"
#include "direct/write/tree.h"

namespace schemac::direct {
namespace {

using protobuf::Coding;

class MessageWriter {
 public:
  explicit MessageWriter(RecordNode& node) : node_(node) {}

  std::vector<std::byte> write(const plan::MessageFields& message) {
    for (const plan::MessageField& field : message.fields)
      if (node_.fields[field.field].is_present) write_field(field);
    if (message.unknown) write_unknown(message, *message.unknown);
    return std::move(out_);
  }

 private:
  void write_field(const plan::MessageField& field) {
    const plan::Field& declared = node_.record.fields[field.field];
    BodyNode& content = node_.fields[field.field].content;
    const impl::Frame spot{&node_.frame, declared.name, impl::Frame::no_index};
    if (const auto* list = std::get_if<plan::List>(&declared.body.kind)) {
      if (const auto* scalar = std::get_if<plan::Scalar>(&list->element.front().kind))
        return write_numbers(field, *scalar, content);
      for (BodyNode& each : content.inner) write_value(field, each);
      return;
    }
    const auto* scalar = std::get_if<plan::Scalar>(&declared.body.kind);
    if (scalar == nullptr) {
      if (field.is_implicit && length_of(content) == 0) return;
      return write_value(field, content);
    }
    const Outcome number = node_.number(field.field);
    if (!check_number(node_.state, *scalar, number, spot)) return;
    const auto bits = static_cast<std::uint64_t>(number.value);
    if (field.is_implicit && bits == 0) return;
    put_tag(field, impl::protobuf::wire_of(field.coding));
    put_bits(field.coding, bits, out_);
  }

  // A text, bytes or a message: its length, then its content.
  void write_value(const plan::MessageField& field, BodyNode& node) {
    put_tag(field, impl::protobuf::Wire::length);
    if (node.record != nullptr) {
      if (!node.record->encoded) node.record->encoded = encode_message(*node.record);
      return put_content(*node.record->encoded);
    }
    const Content* content = content_of(node.value);
    put_content(content == nullptr ? Bytes() : content->bytes);
  }

  void write_numbers(const plan::MessageField& field, const plan::Scalar& scalar,
                     const BodyNode& node) {
    const auto* list = node.value == nullptr ? nullptr : std::get_if<Scalars>(&node.value->kind);
    if (list == nullptr || list->count == 0) return;
    std::vector<std::byte> packed;
    for (std::uint64_t i = 0; i < list->count; ++i) {
      const std::byte* at = list->content.bytes.data() + i * (bit_count(list->dtype) / 8);
      const auto bits = static_cast<std::uint64_t>(load_number(scalar.dtype, list->endian, at));
      if (!field.is_packed) put_tag(field, impl::protobuf::wire_of(field.coding));
      put_bits(field.coding, bits, field.is_packed ? packed : out_);
    }
    if (!field.is_packed) return;
    put_tag(field, impl::protobuf::Wire::length);
    put_content(packed);
  }

  void write_unknown(const plan::MessageFields& message, plan::FieldId id) {
    const Content* content = content_of(node_.fields[id].content.value);
    if (content == nullptr || content->bytes.empty()) return;
    const Bytes bytes = content->bytes;
    impl::protobuf::FieldAt at;
    impl::protobuf::FlawAt flaw;
    const std::byte* const end = bytes.data() + bytes.size();
    for (const std::byte* next = bytes.data(); next != end; next = at.end) {
      if (!impl::protobuf::find_field(next, end, Limits{}.depth, at, flaw))
        return refuse_unknown(message, id, impl::protobuf::sentence_of(flaw.flaw), {});
      if (is_declared(node_.state.plan, node_.record, message, at))
        return refuse_unknown(message, id, "holds field {a}, which the message declares",
                              impl::Facts{at.number});
    }
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }

  void refuse_unknown(const plan::MessageFields& message, plan::FieldId id,
                      std::string_view sentence, const impl::Facts& facts) {
    schemac::impl::Check check = plan::view_of(node_.state.plan.checks[message.malformed]);
    check.sentence = sentence;
    node_.state.refuse_at(node_.frame, node_.record.fields[id].name, check, facts);
  }

  void put_tag(const plan::MessageField& field, impl::protobuf::Wire wire) {
    put_varint(impl::protobuf::tag_of(field.number, wire), out_);
  }
  void put_content(Bytes bytes) {
    put_varint(bytes.size(), out_);
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }
  static void put_varint(std::uint64_t value, std::vector<std::byte>& out) {
    std::byte bytes[impl::protobuf::most_varint_bytes];
    out.insert(out.end(), bytes, impl::protobuf::store_varint(bytes, value));
  }
  static void put_bits(Coding coding, std::uint64_t bits, std::vector<std::byte>& out) {
    if (coding == Coding::varint) return put_varint(bits, out);
    if (coding == Coding::zigzag)
      return put_varint(impl::protobuf::zigzag(static_cast<std::int64_t>(bits)), out);
    std::byte bytes[8];
    impl::store<std::uint64_t>(bytes, bits);
    out.insert(out.end(), bytes, bytes + (coding == Coding::fixed32 ? 4 : 8));
  }

  RecordNode& node_;
  std::vector<std::byte> out_;
};

}  // namespace

std::vector<std::byte> encode_message(RecordNode& node) {
  return MessageWriter(node).write(*node.record.message());
}

}  // namespace schemac::direct
