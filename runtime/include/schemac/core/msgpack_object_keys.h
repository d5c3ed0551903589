// Keys of maps of which a schema says nothing: whether one stands there twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schemac/core/bytes.h"
#include "schemac/core/msgpack_object_walk.h"
#include "schemac/core/scalar.h"
#include "schemac/core/unique.h"

namespace schemac::msgpack {

/// Keys of one map. They are the same if they stand for the same value, in whatever width; a number
/// of one kind is none of another, and a text is no bytes.
class ObjectKeys {
 public:
  /// `count` keys at most will be added.
  explicit ObjectKeys(std::uint64_t count) : texts_(count), count_(count) {}

  /// Adds the object that takes all of `key`, which was found whole; false if it was there before.
  /// A text is looked at where it lies, so it must outlive this.
  [[nodiscard]] bool add(Bytes key) {
    ObjectAt at;
    if (!find_object(key.data(), key.data() + key.size(), at)) return true;
    if (at.kind == ObjectKind::text) return add_text(text_at(at.behind, at.byte_count()));
    if (!others_) others_.emplace(count_);
    return others_->add(made_.add(meaning_of(key)));
  }
  /// The same for a text.
  [[nodiscard]] bool add_text(std::string_view key) { return texts_.add(key); }

 private:
  // What no other value has.
  static std::string meaning_of(Bytes object) {
    std::string out;
    (void)each_object(object.data(), object.data() + object.size(), [&](const ObjectAt& at) {
      std::array<std::byte, 19> head{};
      head[0] = static_cast<std::byte>(at.kind);
      head[1] = static_cast<std::byte>(at.is_negative);
      head[2] = static_cast<std::byte>(at.type);
      store<std::uint64_t>(head.data() + 3, at.bits);
      store<std::uint64_t>(head.data() + 11, at.number);
      out.append(text_at(head.data(), head.size()))
          .append(text_at(at.behind, static_cast<std::size_t>(at.byte_count())));
    });
    return out;
  }

  DuplicateFinder texts_;
  std::optional<DuplicateFinder> others_;
  MadeKeys made_;
  std::uint64_t count_;
};

}  // namespace schemac::msgpack
