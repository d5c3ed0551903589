// JSON texts (and Python's literals) where generated code and the direct executor come across them:
// what is wrong with one is noted at its start, and the message that it stands for is walked in a
// space of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schemac/base/room.h"
#include "schemac/base/text.h"
#include "schemac/check/check.h"
#include "schemac/check/check_codec.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/check/quick_check.h"
#include "schemac/check/rejection.h"
#include "schemac/core/bytes.h"
#include "schemac/core/coded.h"
#include "schemac/core/result.h"
#include "schemac/json/json.h"
#include "schemac/walk/view.h"
#include "schemac/write/writer.h"

namespace schemac::impl::json {

/// One check a flaw; null where it isn't made.
struct TextChecks {
  const Check* malformed = nullptr;
  const Check* deep = nullptr;
  const Check* large = nullptr;
  const Check* duplicate = nullptr;
  const Check* kind = nullptr;
  const Check* range = nullptr;
  const Check* unknown = nullptr;

  [[nodiscard]] const Check& of(Flaw flaw) const {
    switch (flaw) {
      case Flaw::malformed:
        return *malformed;
      case Flaw::deep:
        return *deep;
      case Flaw::large:
        return *large;
      case Flaw::duplicate:
        return *duplicate;
      case Flaw::kind:
        return *kind;
      case Flaw::range:
        return *range;
      case Flaw::unknown:
        return *unknown;
    }
    return *malformed;
  }
};

/// Notes a flaw of a text that begins at `at`. Returns whether the walk goes on.
inline bool note(Context& context, const Frame& frame, Check check, const FlawAt& flaw,
                 const std::byte* at) {
  std::string path(check.field);
  append_path(path, flaw.path);
  check.field = path;
  check.sentence = flaw.sentence;
  return context.note(check, frame, at);
}

/// Bytes that were decoded, shared by all that shows them.
using Space = std::shared_ptr<const std::vector<std::byte>>;

}  // namespace schemac::impl::json

namespace schemac::json {

/// A view of a record in JSON, with the message that it shows: it may outlive the file's bytes.
template <class View>
class TextView : public View {
 public:
  TextView() = default;
  using View::View;
  explicit TextView(View view) : View(std::move(view)) {}

  /// For generated code.
  void keep(impl::json::Space space) { space_ = std::move(space); }

 private:
  impl::json::Space space_;
};

}  // namespace schemac::json

namespace schemac::impl::json {
using schemac::json::TextView;
}  // namespace schemac::impl::json

namespace schemac::impl::json {

namespace detail {

template <const TextForm& form, const TextChecks& checks>
[[nodiscard]] Space decode_noting(Context& context, const Frame& frame, const std::byte* begin,
                                  const std::byte* end) {
  const std::uint64_t place = form.style.is_from_file ? context.offset_of(begin) : 0;
  Decoded decoded = decode(Bytes(begin, end), form, context.limits(), place);
  context.forget_fault_end();
  for (const FlawAt& flaw : decoded.flaws)
    if (!note(context, frame, checks.of(flaw.flaw), flaw, begin)) return nullptr;
  if (!decoded.is_whole) return nullptr;
  if (decoded.message.empty()) decoded.message.reserve(1);  // a walk that ends at null has failed
  return std::make_shared<const std::vector<std::byte>>(std::move(decoded.message));
}

}  // namespace detail

/// Checks a text: `check(frame, begin, end)` is called with the message that it stands for. Returns
/// the text's end, or null.
template <const TextForm& form, const TextChecks& checks, class CheckMessage>
const std::byte* check_text(Context& context, const Frame& frame, const std::byte* begin,
                            const std::byte* end, const CheckMessage& check) {
  const Space space = detail::decode_noting<form, checks>(context, frame, begin, end);
  if (space == nullptr) return nullptr;
  context.open_space(*space, begin);
  const bool is_whole = check(frame, space->data(), space->data() + space->size()) != nullptr;
  context.close_space();
  return is_whole ? end : nullptr;
}
/// The same for a text that expressions look into: `view` keeps it.
template <const TextForm& form, const TextChecks& checks, class View, class CheckMessage>
const std::byte* check_text(Context& context, const Frame& frame, const std::byte* begin,
                            const std::byte* end, TextView<View>& view, const CheckMessage& check) {
  const Space space = detail::decode_noting<form, checks>(context, frame, begin, end);
  if (space == nullptr) return nullptr;
  view.keep(space);
  context.open_space(*space, begin);  // for as long as the walk: rules may blame what is in it
  return check(frame, space->data(), space->data() + space->size()) != nullptr ? end : nullptr;
}

/// Lets a view show the text [begin, end). Returns its end, or null.
template <const TextForm& form, const TextChecks& checks, class View>
const std::byte* walk_text(Context& context, const Frame& frame, const std::byte* begin,
                           const std::byte* end, TextView<View>& view) {
  return check_text<form, checks>(
      context, frame, begin, end, view,
      [&](const Frame& own, const std::byte* first, const std::byte* last) {
        return ViewAccess::walk(static_cast<View&>(view), context, own, first, last);
      });
}

/// What an accessor gives for a text.
template <const TextForm& form, const TextChecks& checks, class View>
[[nodiscard]] Result<TextView<View>> text_in(TextView<View> view, const Origin& origin,
                                             Region region) {
  Context context(origin.file, Limits{}, Strictness::read);
  const OriginFrame frame(origin);
  if (walk_text<form, checks>(context, frame.frame(), region.begin, region.end, view) == nullptr)
    return first_violation(context);
  return view;
}

}  // namespace schemac::impl::json

namespace schemac::json {

/// A value of no type in place.
template <impl::json::Syntax syntax>
class ValueView {
 public:
  ValueView() = default;
  explicit ValueView(Bytes text, bool is_stored = true) : text_(text), is_stored_(is_stored) {}

  /// The text as it is in the file (or, inside of a text, as the library writes it).
  [[nodiscard]] Bytes bytes() const { return text_; }
  /// Its value; null if it is no such text.
  [[nodiscard]] FreeValue parse(const Limits& limits = {}) const {
    return impl::json::parse(text_, limits, syntax).value;
  }
  /// Whether a value read from it keeps the text.
  [[nodiscard]] bool is_stored() const { return is_stored_; }

 private:
  Bytes text_;
  bool is_stored_ = true;
};

using FreeView = ValueView<impl::json::Syntax::json>;
using PythonView = ValueView<impl::json::Syntax::python>;

}  // namespace schemac::json

namespace schemac::impl::json {
using schemac::json::FreeView;
using schemac::json::PythonView;
using schemac::json::ValueView;
}  // namespace schemac::impl::json

namespace schemac::impl::json {

/// What an accessor gives for one.
template <class View = FreeView>
[[nodiscard]] Result<View> free_in(Result<Bytes> bytes) {
  if (!bytes) return bytes.error();
  return View(*bytes);
}

/// Checks a value of no type. Returns whether the walk goes on.
inline bool check_free(Context& context, const Frame& frame, const TextChecks& checks,
                       const std::byte* begin, const std::byte* end, Syntax syntax = Syntax::json) {
  for (const FlawAt& flaw : parse(Bytes(begin, end), context.limits(), syntax).flaws)
    if (!note(context, frame, checks.of(flaw.flaw), flaw, begin)) return false;
  return true;
}

/// Decodes content that is a text, and checks both; otherwise as schemac::impl::check_codec.
inline bool check_coded(Context& context, const Frame& frame, const CodecChecks& codec,
                        const TextChecks& text, const CodedBytes& coded, const std::byte* at,
                        const std::byte* stated_at) {
  if (!check_codec(context, frame, codec, coded, at, stated_at)) return false;
  if (!context.makes(*codec.malformed)) return true;
  Blob plain;
  if (coded.decode(plain, context.limits()) != CodecFlaw::none) return true;  // it was noted
  for (const FlawAt& flaw : parse(plain.bytes(), context.limits()).flaws)
    if (!note(context, frame, text.of(flaw.flaw), flaw, at)) return false;
  return true;
}

/// Whether content that is to be encoded is a text; else that is why it isn't written.
inline bool check_plain(const Coded& coded, const Frame& frame, std::string_view field,
                        const TextChecks& checks, Rejection& rejection) {
  const Result<Blob> plain = coded.plain();
  if (!plain) return true;  // the codec says what it isn't
  for (const FlawAt& flaw : parse(plain->bytes()).flaws) {
    Check check = checks.of(flaw.flaw);
    if (check.level > Level::rule) continue;
    std::string path(field);
    append_path(path, flaw.path);
    check.sentence = flaw.sentence;
    return rejection.reject_at(check, frame, path);
  }
  return true;
}

/// Whether a syntax has a form for a value that is to be written, which says one thing; else that
/// is why it isn't.
template <Syntax syntax = Syntax::json, class Out>
bool check_value(const FreeValue& value, const FrameOf<Out>& frame, std::string_view path,
                 Out& rejection, Keys keys = Keys::differ) {
  constexpr const Check& unsayable =
      syntax == Syntax::python ? refusals::no_literal : refusals::no_json;
  if (is_too_deep(value)) return rejection.reject_at(refusals::too_deep, frame, path);
  if (!can_say(value, syntax)) return rejection.reject_at(unsayable, frame, path);
  if (keys == Keys::may_repeat) return true;
  const std::optional<FlawAt> duplicate = find_duplicate(value);
  if (!duplicate) return true;
  std::string whole(path);
  append_path(whole, duplicate->path);
  return rejection.reject_at({Rule::duplicate_name, {}, duplicate->sentence}, frame, whole);
}

/// Whether a value is what a record may hold under names that its schema doesn't know.
template <class Out>
bool check_members(const FreeValue& value, const FrameOf<Out>& frame, std::string_view path,
                   Out& rejection) {
  return are_members(value) || rejection.reject_at(refusals::no_members, frame, path);
}

/// The same for a number: neither has infinities and NaNs.
template <Syntax syntax = Syntax::json, class Out>
bool check_value(double value, const FrameOf<Out>& frame, std::string_view path, Out& rejection) {
  return std::isfinite(value) || check_value<syntax>(FreeValue(value), frame, path, rejection);
}
/// The same for a text: both are made of characters.
template <Syntax syntax = Syntax::json, class Out>
bool check_characters(std::string_view text, const FrameOf<Out>& frame, std::string_view path,
                      Out& rejection) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return find_not_utf8(begin, begin + text.size()) == begin + text.size() ||
         check_value<syntax>(FreeValue(text), frame, path, rejection);
}
/// Whether there is a value of no type that isn't null.
[[nodiscard]] inline bool has_value(const std::optional<Free>& value) {
  return value && !value->value.is_null();
}
/// Whether a record that stands for a value of one of several kinds `holds` just one of them; or
/// none, if that is an empty list.
template <class Out>
bool check_kinds(std::initializer_list<bool> holds, bool may_hold_none, const FrameOf<Out>& frame,
                 Out& rejection) {
  const auto count = static_cast<std::uint64_t>(std::count(holds.begin(), holds.end(), true));
  if (count == 1 || (count == 0 && may_hold_none)) return true;
  return rejection.reject(refusals::kinds, frame, {count});
}
/// Whether a value of the field with that number would be read back as that field: no field before
/// it takes it.
template <class Out>
bool check_kind(std::span<const RecordForm> records, std::size_t record, std::uint32_t number,
                const FreeValue& value, const FrameOf<Out>& frame, std::string_view path,
                Out& rejection) {
  const Member* taker = taker_of(records, records[record], value);
  if (taker == nullptr || taker->number >= number) return true;
  const std::string_view name = taker->field.empty() ? taker->name : taker->field;
  return rejection.reject_at(refusals::other_kind, frame, path, facts_with(name));
}

/// The text of a record that begins at that byte of the file: `fill(room)` puts the `size` bytes of
/// its message.
template <class Fill>
[[nodiscard]] std::string written(const TextForm& form, std::uint64_t size, const Fill& fill,
                                  std::uint64_t begin = 0) {
  return text_of(bytes_in_room(size, fill), form, begin);
}

/// Puts a text that won't live long: in pieces, which every sink copies.
template <class Out>
void put(Out& out, std::string_view text) {
  constexpr std::size_t piece = 4096;
  for (; text.size() > piece; text.remove_prefix(piece)) put_characters(out, text.substr(0, piece));
  put_characters(out, text);
}

}  // namespace schemac::impl::json

namespace schemac::impl {

/// What it says, for expressions about values.
template <json::Syntax syntax>
[[nodiscard]] FreeValue fact_of(AsFact, const json::ValueView<syntax>& view) {
  return view.parse();
}

template <class Reader, json::Syntax syntax>
bool read_value(Reader& reader, const json::ValueView<syntax>& view, Free& out) {
  if (!reader.take(view.bytes().size(), sizeof(FreeValue))) return false;
  out.value = view.parse();
  if (view.is_stored()) out.stored = Blob::borrow(view.bytes());
  return true;
}

/// What an encoded text says, for expressions about values.
[[nodiscard]] inline FreeValue fact_of(AsFact, const CodedBytes& text) {
  Blob plain;
  if (text.decode(plain) != CodecFlaw::none) return {};
  return json::parse(plain.bytes()).value;
}
[[nodiscard]] inline FreeValue fact_of(AsFact, const Coded& text) {
  const Result<Blob> plain = text.plain();
  return plain ? json::parse(plain->bytes()).value : FreeValue();
}

}  // namespace schemac::impl
