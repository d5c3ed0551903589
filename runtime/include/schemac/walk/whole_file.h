// Checking and showing a whole file, by what its generated header says of the root.
//
// A header has a struct for each root. What is optional is there where a format needs it.
//
//   struct RootOfFile {
//     using Value = File;
//     using View = FileView;
//     static bool has_magic(Context&);        // optional: false (and noted) if it starts otherwise
//     static const std::byte* check(Context&, const Frame&, const std::byte* begin,
//                                   const std::byte* end);
//     static constexpr const Check* trailing; // optional: of bytes after the record
//     static void check_rest(Context&, const Frame&, const std::byte* begin, const std::byte* end);
//                                             // optional: what is checked once all else is whole
//     static constexpr bool may_join = true;  // optional: messages may be in several pieces
//   };
//
// schemac/read/whole_file.h and schemac/write/whole_file.h say what reading and writing need of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/file_bytes.h"
#include "schemac/check/frame.h"
#include "schemac/check/joined_messages.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"
#include "schemac/core/result.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

/// Whether a file begins with `magic`, or is cut off inside of it.
[[nodiscard]] inline bool has_magic(Context& context, const Check& check, std::string_view magic) {
  const Bytes file = context.space();
  const auto found = text_at(file.data(), std::min<std::uint64_t>(file.size(), magic.size()));
  if (magic.starts_with(found)) [[likely]]
    return true;
  context.note(check, Frame(), file.data(), {0, 0, 0, found});
  return false;
}

/// The same of a number. Some of its bytes say nothing: a file that ends before is only cut off.
template <class T, Endian order = Endian::little>
[[nodiscard]] bool has_magic_number(Context& context, const Check& check, T magic) {
  const Bytes file = context.space();
  if (file.size() < sizeof(T)) return true;
  const auto found = load<T, order>(file.data());
  if (found == magic) [[likely]]
    return true;
  context.note(check, Frame(), file.data(), {static_cast<std::uint64_t>(found)});
  return false;
}

template <class Root>
[[nodiscard]] bool begins_as(Context& context) {
  if constexpr (requires { &Root::has_magic; }) {
    return Root::has_magic(context);
  } else {
    return true;
  }
}

/// Makes all checks of a file: of what begins it, its record, what is after.
template <class Root>
void check_file(Context& context) {
  const Frame frame;
  if (!begins_as<Root>(context)) return;
  const std::byte* const begin = context.space().data();
  const std::byte* const end = begin + context.space().size();
  [[maybe_unused]] const std::byte* const after = Root::check(context, frame, begin, end);
  if constexpr (requires { Root::trailing; })
    if (after != nullptr && after != end)
      context.note(*Root::trailing, frame, after, {distance(after, end)});
  if constexpr (requires { &Root::check_rest; })
    if (after != nullptr) Root::check_rest(context, frame, begin, end);
}

/// Calls `use(space)` with all bytes of a file. If messages may be in several pieces, `space` also
/// has what keeps the joined copies, for as long as the call takes (see JoinedMessages::share).
template <class Root, class Use>
decltype(auto) with_space(Bytes bytes, const Limits& limits, const Use& use) {
  if constexpr (requires { Root::may_join; }) {
    JoinedMessages joined(limits, bytes.size());
    return use(FileBytes(bytes, &joined));
  } else {
    return use(bytes);
  }
}

/// Checks a file, and calls `use` with what was found.
template <class Root, class Space, class Use>
decltype(auto) with_checks(Space space, const Limits& limits, Strictness strictness,
                           const Use& use) {
  Context context(space, limits, strictness);
  check_file<Root>(context);
  if (!context.is_uncertain()) return use(context);
  // Payloads are out of order: a walk that keeps all of them finds overlaps and gaps.
  Context again(space, limits, strictness);
  again.keep_payloads();
  check_file<Root>(again);
  return use(again);
}

template <class Root>
[[nodiscard]] Report validate_file(Bytes bytes, const Limits& limits) {
  return with_space<Root>(bytes, limits, [&](auto space) {
    return with_checks<Root>(space, limits, Strictness::validate,
                             [](Context& context) { return context.take_report(); });
  });
}

/// Opens a file: its head is checked. `space` may say who keeps joined copies.
template <class Root, class Space>
[[nodiscard]] Result<typename Root::View> view_file(Space space, const Limits& limits) {
  Context context(space, limits, Strictness::read);
  const Frame frame;
  space = context.space();
  typename Root::View file(Origin{space});
  const std::byte* const end = space.data() + space.size();
  if (!begins_as<Root>(context) ||
      ViewAccess::open(file, context, frame, space.data(), end) == nullptr) [[unlikely]]
    return refusal(context, check_file<Root>);
  return file;
}

}  // namespace schemac::impl
