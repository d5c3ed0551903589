// What views of generated headers are built on: where they are in a file.
//
// A view is a few words: where its record begins, the anchors after its variable parts, the
// lengths and counts that led there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/file_bytes.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/result.h"

namespace schemac::impl {

/// A range of a file's bytes, as offsets.
struct Offsets {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] bool contains(std::uint64_t at, std::uint64_t size) const {
    return lies_inside(at, size, begin, end);
  }
};

/// A range of a file's bytes, as pointers.
struct Region {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;

  [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(end - begin); }
};

/// Which record of which file a view shows: for the places and paths of violations. The end of the
/// path is enough for people; `validate` gives it from the file's root on.
struct Origin {
  FileBytes file;
  const char* field = "";
  std::uint64_t index = Frame::no_index;
  const char* inner_path = "";  ///< of the element: "metadata[3].value"

  /// Of what is in field `name` of the record at hand.
  [[nodiscard]] Origin of(const char* name) const {
    if (*field == 0 && index == Frame::no_index) return {file, name};
    return *inner_path == 0 ? Origin{file, field, index, name}
                            : Origin{file, inner_path, Frame::no_index, name};
  }
  /// Of the list in field `name` of the record at hand: its elements are counted in it, not in the
  /// list that holds the record.
  [[nodiscard]] Origin list(const char* name) const { return {file, name}; }
  /// The same of the list at hand. One that is an element of another list has no name.
  [[nodiscard]] Origin list() const {
    if (*inner_path != 0) return list(inner_path);
    return index == Frame::no_index ? *this : list("");
  }
  [[nodiscard]] std::uint64_t offset_of(const std::byte* at) const {
    return distance(file.data(), at);
  }
  [[nodiscard]] Offsets offsets_of(const Region& region) const {
    return {offset_of(region.begin), offset_of(region.end)};
  }
};

/// The frames of an origin, for walks.
class OriginFrame {
 public:
  explicit OriginFrame(const Origin& origin)
      : outer_{nullptr, origin.field, origin.index},
        inner_{&outer_, origin.inner_path, Frame::no_index} {}
  OriginFrame(const OriginFrame&) = delete;
  OriginFrame& operator=(const OriginFrame&) = delete;
  [[nodiscard]] const Frame& frame() const { return inner_; }

 private:
  Frame outer_;
  Frame inner_;
};

/// The violation of `check` of the record at `origin`. (By value, so that views can live in
/// registers.)
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation violation_at(Origin origin,
                                                                      const Check& check,
                                                                      const std::byte* at,
                                                                      const Facts& facts = {}) {
  std::string path = path_of(OriginFrame(origin).frame());
  append_path(path, check.field);
  return {std::move(path), origin.offset_of(at),    check.rule,
          check.level,     std::string(check.name), message(check, facts)};
}
inline constexpr const char* absent_message = "is absent";
/// What an accessor gives for a field that isn't there.
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation absent_at(Origin origin,
                                                                   std::string_view field,
                                                                   const std::byte* at) {
  return violation_at(origin, Check{Rule::bad_value, field, absent_message, {}, Level::error}, at);
}
[[nodiscard]] inline bool is_absent(const Violation& violation) {
  return violation.rule == Rule::bad_value && violation.message == absent_message;
}

namespace detail {
template <class View, class Content>
[[nodiscard, gnu::cold, gnu::noinline]] inline Result<Content> ask_out_of_line(
    View view, Result<Content> (View::*content)() const) {
  return (view.*content)();
}
}  // namespace detail

/// Asks `view` out of line, for what is wrong. (Handed over by value, and moved out of what the
/// call returns, so that both the view and the content of a loop can live in registers.)
template <class View, class Content>
[[nodiscard, gnu::always_inline]] inline Result<Content> ask_carefully(
    const View& view, Result<Content> (View::*content)() const) {
  Result<Content> careful = detail::ask_out_of_line<View, Content>(view, content);
  return Result<Content>(std::move(careful));
}

/// What is said of a record that can't be shown, since a field around it states a kind that has no
/// meaning; validation reports it at that field.
inline constexpr Check unknown_kind{Rule::bad_type, {}, "is of an unknown kind"};

/// The first violation that a reader's walk noted.
[[nodiscard]] inline Violation first_violation(const Context& context) {
  if (const Violation* const first = context.report().first()) return *first;
  return {"", 0, unknown_kind.rule, unknown_kind.level, "", message(unknown_kind, {})};
}

/// Why a file isn't shown, whose walk was in vain: the first that `check` finds, as for `read`,
/// since it looks at all that comes before the point where the walk ended.
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation refusal(const Context& walk,
                                                                 void (*check)(Context&)) {
  for (const Strictness strictness : {Strictness::read, Strictness::validate}) {
    Context context(walk.space(), walk.limits(), strictness);
    check(context);
    if (const Violation* const first = context.report().first()) return *first;
    if (!walk.report().violations().empty()) break;
  }
  return first_violation(walk);
}

/// What templates of the runtime may do with views of generated headers, which have these as
/// private members.
struct ViewAccess {
  /// Whether a view can be moved on without a context, see `try_walk`.
  template <class View>
  static constexpr bool can_try_walk = requires(View& view) {
    view.try_walk_(nullptr, nullptr, 0);
  };
  /// As `walk` of the record with that index in its list, for one that is whole; null only means
  /// that `walk` has to look. Costs a comparison for all that has a fixed size, and one for each
  /// part that hasn't.
  template <class View>
  [[gnu::always_inline]] static const std::byte* try_walk(View& view, const std::byte* begin,
                                                          const std::byte* end,
                                                          std::uint64_t index) {
    return view.try_walk_(begin, end, index);
  }
  /// Tells a view which element of its list it shows; before the walk, which makes views of what
  /// the element holds. (A text has no parts that could be blamed.)
  template <class View>
  [[gnu::always_inline]] static void set_index([[maybe_unused]] View& view,
                                               [[maybe_unused]] std::uint64_t index) {
    if constexpr (requires { view.origin_.index; }) view.origin_.index = index;
  }
  /// A view that another one keeps, before its walk: it learns which element that one shows.
  template <class View>
  [[nodiscard, gnu::always_inline]] static View& kept(View& view, const Origin& holder) {
    if (view.origin_.field == holder.field) view.origin_.index = holder.index;
    return view;
  }
  /// Makes a view show what lies at `begin`; returns where that ends, or null.
  template <class View>
  [[gnu::always_inline]] static const std::byte* walk(View&& view, Context& context,
                                                      const Frame& frame, const std::byte* begin,
                                                      const std::byte* end) {
    return view.walk_(context, frame, begin, end);
  }
  /// The same; `placed` learns what records in it place in the file.
  template <class View, class Placed>
  static const std::byte* walk(View& view, Context& context, const Frame& frame,
                               const std::byte* begin, const std::byte* end, Placed& placed) {
    return view.walk_(context, frame, begin, end, placed);
  }
  /// The same of a file's record, at level `error`: numbers are looked at, too.
  template <class View>
  static const std::byte* open(View& view, Context& context, const Frame& frame,
                               const std::byte* begin, const std::byte* end) {
    if constexpr (requires { view.open_(context, frame, begin, end); }) {
      return view.open_(context, frame, begin, end);
    } else {
      return view.walk_(context, frame, begin, end);
    }
  }
  /// As `walk`, for a view whose end nobody asks for: what it ends with is left alone.
  template <class View>
  [[gnu::always_inline]] static const std::byte* look(View& view, Context& context,
                                                      const Frame& frame, const std::byte* begin,
                                                      const std::byte* end) {
    if constexpr (requires { view.look_(context, frame, begin, end); }) {
      return view.look_(context, frame, begin, end);
    } else {
      return view.walk_(context, frame, begin, end);
    }
  }
  /// Whether the record can be checked without what is around it; as `walk`, with all checks: what
  /// isn't an error may be noted of a record that is shown.
  template <class View>
  static constexpr bool can_check = requires(View& view, Context& context, const Frame& frame) {
    view.check_(context, frame, nullptr, nullptr);
  };
  template <class View>
  [[gnu::always_inline]] static const std::byte* check(View& view, Context& context,
                                                       const Frame& frame, const std::byte* begin,
                                                       const std::byte* end) {
    return view.check_(context, frame, begin, end);
  }
  /// Whether elements of its list must differ in a field.
  template <class View>
  static constexpr bool has_key = requires(const View& view) {
    view.key_();
  };
  /// Of a view of a message: where a field is, where the message begins and ends.
  template <class View>
  static const auto& slot(const View& view, std::size_t index) {
    return view.fields_[index];
  }
  template <class View>
  static const auto& facts(const View& view, std::size_t index) {
    return view.fields_.facts[index];
  }
  template <class View>
  static const std::byte* begin(const View& view) {
    return view.begin_;
  }
  template <class View>
  static const std::byte* end(const View& view) {
    return view.end_;
  }
  template <class View>
  static auto key(const View& view) {
    return view.key_();
  }
};

/// Notes why the record at `begin` isn't shown, of which a walk has noted nothing.
template <class View>
[[gnu::cold, gnu::noinline]] void note_unknown(View view, Context& context, const Frame& frame,
                                               const std::byte* begin, const std::byte* end) {
  if constexpr (ViewAccess::can_check<View>) ViewAccess::check(view, context, frame, begin, end);
  if (context.report().violations().empty()) context.note(unknown_kind, frame, begin);
}
/// Makes `view` show the record at `begin`, wherever that ends; false if it can't, and then the
/// context knows why.
template <class View>
[[nodiscard, gnu::always_inline]] inline bool look_or_note(View& view, Context& context,
                                                           const Frame& frame, Region region) {
  if (ViewAccess::look(view, context, frame, region.begin, region.end) != nullptr) [[likely]]
    return true;
  if (!context.stopped()) note_unknown(view, context, frame, region.begin, region.end);
  return false;
}

/// Makes `view` show the record at `begin`; returns where that ends, or null, and then the context
/// knows why. `first` is the view with everything but its place.
template <class View>
[[nodiscard, gnu::always_inline]] inline const std::byte* walk_or_note(
    View& view, const View& first, Context& context, const Frame& frame, const std::byte* begin,
    const std::byte* end) {
  const std::byte* const after = ViewAccess::walk(view, context, frame, begin, end);
  if (after == nullptr && !context.stopped()) [[unlikely]]
    note_unknown(first, context, frame, begin, end);
  return after;
}

namespace detail {
template <class View>
struct WalkedField {
  View view;
  const std::byte* end;
};
template <class View>
[[nodiscard, gnu::cold, gnu::noinline]] WalkedField<View> walk_carefully(
    View view, Context& context, const Frame& up, const char* field, const std::byte* begin,
    const std::byte* end) {
  ViewAccess::set_index(view, up.index);
  const std::byte* const after = ViewAccess::walk(view, context, Frame{&up, field}, begin, end);
  return {view, after};
}
}  // namespace detail

/// Makes the view of a field of the record at `up` show what lies at `begin`; returns where that
/// ends, or null. Only one that isn't whole costs a frame. (It is handed over by value, so that it
/// can live in registers.)
template <class View>
[[nodiscard, gnu::always_inline]] inline const std::byte* walk_field(View& view, Context& context,
                                                                     const Frame& up,
                                                                     const char* field,
                                                                     const std::byte* begin,
                                                                     const std::byte* end) {
  const std::byte* const after = ViewAccess::try_walk(view, begin, end, up.index);
  if (after != nullptr) [[likely]]
    return after;
  const detail::WalkedField<View> walked =
      detail::walk_carefully(view, context, up, field, begin, end);
  view = walked.view;
  return walked.end;
}

/// What elements of a list must not share, and where it lies.
struct Key {
  std::string_view text;
  const std::byte* at = nullptr;
  std::uint64_t number = 0;  ///< of a scalar
  bool is_number = false;
  bool has_sign = false;

  [[nodiscard]] bool is(std::string_view name) const { return text == name; }
};
/// The same of elements that must not share a list of texts.
struct ListKey {
  std::vector<std::string_view> components;
  const std::byte* at = nullptr;

  [[nodiscard]] bool is(std::string_view name) const {
    return components.size() == 1 && components.front() == name;
  }
};

}  // namespace schemac::impl
