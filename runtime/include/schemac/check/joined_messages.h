// Messages in several pieces, put together.
//
// In protobuf a message that isn't repeated may occur more than once: its pieces are one message,
// namely what their contents are one after the other. Only then are bytes copied.
//
//     1a 02 08 01   10 05   1a 02 10 02          field 3 in two pieces, another field between them
//     08 01 10 02                                the copy: the walk of field 3 goes on in it
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/base/protobuf.h"
#include "schemac/check/fault.h"
#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"

namespace schemac::impl {

/// The copies made of one file, for as long as it is checked and read.
class JoinedMessages {
 public:
  struct Piece {
    std::uint64_t begin = 0;  ///< in the copy
    Bytes bytes;              ///< where it lies, which may be in another copy
  };
  struct Message {
    std::shared_ptr<const std::vector<std::byte>> copy;
    std::vector<Piece> pieces;

    [[nodiscard]] Bytes bytes() const { return *copy; }
  };

  /// Copies may take what `limits` allow values of a file of `file_size` bytes.
  JoinedMessages(const Limits& limits, std::uint64_t file_size)
      : left_(detail::saturated_sum(
            limits.memory, detail::saturated_product(limits.memory_per_byte, file_size))) {}
  JoinedMessages(const JoinedMessages&) = delete;
  JoinedMessages& operator=(const JoinedMessages&) = delete;

  [[nodiscard]] bool empty() const { return messages_.empty(); }

  /// The message that the fields `number` of the message [begin, end) are pieces of; the same one
  /// each time. Null if it takes too much. A piece that isn't whole is the last one: what is wrong
  /// with it is then found where it lies.
  [[nodiscard]] const Message* join(std::uint32_t number, const std::byte* begin,
                                    const std::byte* end, std::uint32_t depth) {
    const auto known = known_.find({begin, number});
    if (known != known_.end()) return known->second;
    Message made;
    std::uint64_t size = 0;
    protobuf::FieldAt field;
    protobuf::FlawAt flaw;
    for (const std::byte* at = begin; at != end; at = field.end) {
      if (!protobuf::find_field(at, end, depth, field, flaw)) break;
      if (field.number != number || field.wire != protobuf::Wire::length) continue;
      made.pieces.push_back({size, Bytes(field.value, field.end)});
      size += field.bits;
      if (!is_whole(field.value, field.end, depth)) break;
    }
    const std::uint64_t taken = own_size + size + made.pieces.size() * sizeof(Piece);
    if (taken > left_) return nullptr;
    left_ -= taken;
    std::vector<std::byte> copy;
    copy.reserve(static_cast<std::size_t>(size) + 1);  // one without bytes has a place, too
    for (const Piece& piece : made.pieces)
      copy.insert(copy.end(), piece.bytes.begin(), piece.bytes.end());
    made.copy = std::make_shared<const std::vector<std::byte>>(std::move(copy));
    const std::byte* const first = made.copy->data();
    const Message* const message = &messages_.emplace(first, std::move(made)).first->second;
    known_.emplace(Key{begin, number}, message);
    return message;
  }

  /// The message in whose copy a byte is, or null.
  [[nodiscard]] const Message* message_at(const std::byte* at) const {
    const auto after = messages_.upper_bound(at);
    if (after == messages_.begin()) return nullptr;
    const Message& message = std::prev(after)->second;
    const std::byte* const end = message.copy->data() + message.copy->size();
    return std::less_equal<>()(at, end) ? &message : nullptr;
  }
  /// Where a byte of a copy lies in the file; others are where they are.
  [[nodiscard]] const std::byte* place_of(const std::byte* at) const {
    while (const Message* const message = message_at(at)) {
      const std::uint64_t offset = distance(message->copy->data(), at);
      const auto after =
          std::upper_bound(message->pieces.begin(), message->pieces.end(), offset,
                           [](std::uint64_t x, const Piece& piece) { return x < piece.begin; });
      const Piece& piece = *std::prev(after);
      at = piece.bytes.data() + (offset - piece.begin);
    }
    return at;
  }
  /// Lets a payload that was borrowed from a copy keep that.
  void share(Blob& blob) const {
    if (blob.is_owner() || blob.empty()) return;
    if (const Message* const message = message_at(blob.bytes().data()))
      blob = Blob::share(blob.bytes(), message->copy);
  }

 private:
  using Key = std::pair<const std::byte*, std::uint32_t>;

  static constexpr std::uint64_t own_size = 256;  // of a message, beside its bytes and pieces

  static bool is_whole(const std::byte* at, const std::byte* end, std::uint32_t depth) {
    protobuf::FieldAt field;
    protobuf::FlawAt flaw;
    for (; at != end; at = field.end)
      if (!protobuf::find_field(at, end, depth, field, flaw)) return false;
    return true;
  }

  std::uint64_t left_;
  std::map<const std::byte*, Message, std::less<>> messages_;  // by where their copies begin
  std::map<Key, const Message*> known_;  // by the message that holds the pieces, and their number
};

}  // namespace schemac::impl
