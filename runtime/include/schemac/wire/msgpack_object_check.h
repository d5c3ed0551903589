// Checks of objects of MessagePack of which a schema says nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/free_value.h"
#include "schemac/core/object_kind.h"
#include "schemac/wire/msgpack_free_value.h"
#include "schemac/wire/msgpack_object_keys.h"
#include "schemac/wire/msgpack_object_walk.h"

namespace schemac::impl::msgpack {

namespace detail {

/// Compares the keys of all maps in an object that was walked, so that it is whole and as deep as
/// is allowed.
class KeyWalk {
 public:
  KeyWalk(Context& context, const Check& duplicate) : context_(context), duplicate_(duplicate) {}

  /// Returns the end of the object; null if the walk of the file is over.
  const std::byte* walk(const Frame& frame, const std::byte* begin, const std::byte* end) const {
    ObjectAt at;
    if (!find_object(begin, end, at)) return nullptr;
    if (at.kind == ObjectKind::map) return walk_map(frame, at, end);
    const std::byte* next = at.after + at.byte_count();
    for (std::uint64_t i = 0; i < at.object_count() && next != nullptr; ++i)
      next = walk({&frame, {}, i}, next, end);
    return next;
  }

 private:
  const std::byte* walk_map(const Frame& frame, const ObjectAt& at, const std::byte* end) const {
    ObjectKeys keys(Bytes(at.after, end));
    const std::byte* next = at.after;
    for (std::uint64_t i = 0; i < at.number && next != nullptr; ++i) {
      const Frame pair{&frame, {}, i};
      const Frame key{&pair, "key"};
      const std::byte* const value = walk(key, next, end);
      if (value == nullptr) return nullptr;
      if (!keys.add(Bytes(next, value)) && !note(key, Bytes(next, value))) return nullptr;
      next = walk({&pair, "value"}, value, end);
    }
    return next;
  }
  [[gnu::cold, gnu::noinline]] bool note(const Frame& frame, Bytes key) const {
    const FreeValue value = parse_object(key, context_.limits()).value_or(FreeValue());
    const auto* text = value.as<std::string>();
    std::string shown;
    if (text == nullptr) append_free(shown, value);
    const Facts facts{0, 0, 0, text != nullptr ? *text : shown};
    Check duplicate = duplicate_;
    duplicate.field = {};
    if (context_.note(duplicate, frame, key.data(), facts)) return true;
    context_.forget_fault_end();  // nothing is missing
    return false;
  }

  Context& context_;
  const Check& duplicate_;
};

}  // namespace detail

/// Walks the object that begins at `begin`; `frame` stands for it. Returns its end, or null with
/// what is wrong noted.
[[nodiscard]] inline const std::byte* walk_object(Context& context, const Frame& frame,
                                                  const ObjectChecks& checks,
                                                  const std::byte* begin, const std::byte* end) {
  const std::byte* const after = detail::ObjectWalk(context, checks).walk(frame, begin, end);
  if (after == nullptr || checks.duplicate == nullptr || !context.makes(*checks.duplicate))
    return after;
  return detail::KeyWalk(context, *checks.duplicate).walk(frame, begin, after);
}
/// The same for field `field` of the record at `frame`.
[[nodiscard]] inline const std::byte* walk_object(Context& context, const Frame& frame,
                                                  std::string_view field,
                                                  const ObjectChecks& checks,
                                                  const std::byte* begin, const std::byte* end) {
  return walk_object(context, Frame{&frame, field}, checks, begin, end);
}

}  // namespace schemac::impl::msgpack
