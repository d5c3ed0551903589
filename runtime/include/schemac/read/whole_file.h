// Reading a whole file into values, by what its generated header says of the root
// (schemac/walk/whole_file.h):
//
//   static const std::byte* read(Context&, const Frame&, ValueReader&, Value&,
//                                const std::byte* begin, const std::byte* end);
//                                                // optional: checks and makes values in one pass
//   static constexpr bool checks_extents = true; // optional: extents matter to readers, too
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/check/joined_messages.h"
#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/members.h"
#include "schemac/core/result.h"
#include "schemac/core/violation.h"
#include "schemac/read/value_reader.h"
#include "schemac/walk/view.h"
#include "schemac/walk/whole_file.h"

namespace schemac::impl {

namespace detail {

/// False where anything is wrong: the other way finds out what.
template <class Root>
[[nodiscard]] bool read_at_once(Bytes bytes, const Limits& limits, typename Root::Value& out) {
  Context context(bytes, limits, Strictness::read);
  ValueReader reader(limits, bytes);
  const Frame frame;
  if (!begins_as<Root>(context)) return false;
  const std::byte* const begin = context.space().data();
  const std::byte* const end = begin + context.space().size();
  return Root::read(context, frame, reader, out, begin, end) == end && !context.stopped();
}

/// Checks a file. Returns what is wrong, if anything is.
template <class Root, class Space>
[[nodiscard]] std::optional<Violation> why_not_read(Space space, const Limits& limits) {
  const auto first = [](Context& context) {
    return context.stopped() ? std::optional(first_violation(context)) : std::nullopt;
  };
  if constexpr (requires { Root::checks_extents; })
    return with_checks<Root>(space, limits, Strictness::read, first);
  Context context(space, limits, Strictness::read);
  check_file<Root>(context);
  return first(context);
}

}  // namespace detail

template <class Root>
[[nodiscard]] Result<typename Root::Value> read_file(Bytes bytes, const Limits& limits) {
  using Value = typename Root::Value;
  if constexpr (requires { &Root::read; })
    if (Value value; detail::read_at_once<Root>(bytes, limits, value)) [[likely]]
      return value;
  return with_space<Root>(bytes, limits, [&](auto space) -> Result<Value> {
    if (auto refused = detail::why_not_read<Root>(space, limits)) return *std::move(refused);
    auto file = view_file<Root>(space, limits);
    if (!file) return std::move(file).error();
    ValueReader reader(limits, bytes);
    Value value;
    if (!reader.read(*file, value)) return *reader.violation();
    if constexpr (requires { Root::may_join; })
      if (!space.joined->empty()) [[unlikely]]
        for_each_blob(value, [&](Blob& blob) { space.joined->share(blob); });
    return value;
  });
}

}  // namespace schemac::impl
