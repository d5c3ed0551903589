// Objects of MessagePack of which a schema says nothing: values of any kind, with all that they
// hold.
//
// Each begins with a byte that tells its kind, and says itself where it ends (the specification of
// MessagePack, "Formats"), so a walk finds that end without knowing what it means:
//
//   nil c0 · booleans c2 c3 · integers 0xxxxxxx 111xxxxx cc to d3 · reals ca cb
//   text, bytes, list, map: heads as in msgpack_head.h · extensions d4 to d8, c7 to c9
//
// A view of such an object is lazy and allocates nothing; a value is a `schemac::FreeValue`.
#pragma once

#include <bit>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "schemac/core/bytes.h"
#include "schemac/core/check.h"
#include "schemac/core/checked.h"
#include "schemac/core/content.h"
#include "schemac/core/context.h"
#include "schemac/core/fault.h"
#include "schemac/core/frame.h"
#include "schemac/core/free_value.h"
#include "schemac/core/limits.h"
#include "schemac/core/msgpack.h"
#include "schemac/core/msgpack_content.h"
#include "schemac/core/msgpack_head.h"
#include "schemac/core/quick_check.h"
#include "schemac/core/rejection.h"
#include "schemac/core/result.h"
#include "schemac/core/value_reader.h"
#include "schemac/core/view.h"

namespace schemac::msgpack {

enum class ObjectKind : std::uint8_t {
  nil,
  boolean,
  whole,
  real,
  text,
  bytes,
  list,
  map,
  extension,
};

/// What an object begins with: a number, or a head that says what follows.
struct ObjectAt {
  ObjectKind kind = ObjectKind::nil;
  bool is_negative = false;  ///< of a whole number
  std::int8_t type = 0;      ///< of an extension
  std::uint64_t bits = 0;    ///< of a number: 64 bits, a real one's as f64; of a boolean 0 or 1
  std::uint64_t number = 0;  ///< bytes, elements or pairs behind the head
  const std::byte* content = nullptr;  ///< behind the tag or head; the byte itself if it has none
  const std::byte* behind = nullptr;   ///< behind the number or the head

  [[nodiscard]] bool holds_objects() const {
    return kind == ObjectKind::list || kind == ObjectKind::map;
  }
  /// Objects behind the head: elements, or keys and values.
  [[nodiscard]] std::uint64_t object_count() const {
    return kind == ObjectKind::map ? 2 * number : kind == ObjectKind::list ? number : 0;
  }
  /// Bytes behind the head.
  [[nodiscard]] std::uint64_t byte_count() const { return holds_objects() ? 0 : number; }
};

namespace detail {

/// Bytes of what a first byte begins: tag and number, or head. 0: no object begins so.
constexpr unsigned begin_size(std::uint8_t byte) {
  if (is_integer(byte)) return 1 + integer_width(byte);
  if (byte < 0xc0) return 1;  // short maps, lists and texts
  constexpr std::uint8_t sizes[] = {1, 0, 1, 1, 2, 3, 5, 3, 4, 6, 5, 9,  // c0 to cb
                                    0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2,  // integers; d4 to d7
                                    2, 2, 3, 5, 3, 5, 3, 5};             // d8 to df
  return sizes[byte - 0xc0];
}

inline std::uint64_t load_big(const std::byte* at, unsigned size) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i) bits = bits << 8 | std::to_integer<std::uint64_t>(at[i]);
  return bits;
}

inline void set_head(std::uint8_t byte, unsigned size, const std::byte* begin, ObjectAt& out) {
  out.number = load_big(begin + 1, size - 1);
  if (byte < 0x90) {
    out.kind = ObjectKind::map;
    out.number = byte & 0x0fu;
  } else if (byte < 0xa0) {
    out.kind = ObjectKind::list;
    out.number = byte & 0x0fu;
  } else if (byte < 0xc0) {
    out.kind = ObjectKind::text;
    out.number = byte & 0x1fu;
  } else if (byte <= 0xc6) {
    out.kind = ObjectKind::bytes;
  } else if (byte <= 0xd8) {
    out.kind = ObjectKind::extension;
    out.type = static_cast<std::int8_t>(begin[size - 1]);
    out.number = byte <= 0xc9 ? out.number >> 8 : std::uint64_t{1} << (byte - 0xd4);
  } else {
    out.kind = byte <= 0xdb ? ObjectKind::text : byte <= 0xdd ? ObjectKind::list : ObjectKind::map;
  }
}

}  // namespace detail

/// Reads what the object at `begin` begins with. False if that isn't whole, or no object.
[[nodiscard]] inline bool find_object(const std::byte* begin, const std::byte* end, ObjectAt& out) {
  if (begin == end) return false;
  const auto byte = std::to_integer<std::uint8_t>(*begin);
  const unsigned size = detail::begin_size(byte);
  if (size == 0 || distance(begin, end) < size) return false;
  out = {};
  out.behind = begin + size;
  out.content = out.behind;
  if (is_integer(byte)) {
    IntegerAt integer;
    (void)find_integer(begin, end, integer);
    out.kind = ObjectKind::whole;
    out.bits = integer.bits;
    out.is_negative = integer.is_negative;
    out.content = integer.content;
  } else if (byte == 0xca || byte == 0xcb) {
    out.kind = ObjectKind::real;
    out.content = begin + 1;
    out.bits = detail::load_big(out.content, size - 1);
    if (byte == 0xca)
      out.bits = std::bit_cast<std::uint64_t>(
          double{std::bit_cast<float>(static_cast<std::uint32_t>(out.bits))});
  } else if (byte >= 0xc0 && byte <= 0xc3) {
    out.kind = byte == 0xc0 ? ObjectKind::nil : ObjectKind::boolean;
    out.content = begin;
    out.bits = byte & 1u;
  } else {
    detail::set_head(byte, size, begin, out);
  }
  return true;
}

/// Calls `visit(object)` for the object at `begin` and all that it holds, in their order. Returns
/// its end; null if it isn't whole.
template <class Visit>
[[nodiscard]] inline const std::byte* each_object(const std::byte* begin, const std::byte* end,
                                                  Visit&& visit) {
  std::uint64_t open = 1;  // each takes a byte at least
  for (; open != 0; --open) {
    ObjectAt at;
    if (!find_object(begin, end, at)) return nullptr;
    visit(at);
    const std::uint64_t left = distance(at.behind, end);
    if (at.byte_count() > left || at.object_count() > left) return nullptr;
    open += at.object_count();
    if (open - 1 > left) return nullptr;
    begin = at.behind + at.byte_count();
  }
  return begin;
}
/// Where the object at `begin` ends; null if it isn't whole.
[[nodiscard]] inline const std::byte* behind_object(const std::byte* begin, const std::byte* end) {
  return each_object(begin, end, [](const ObjectAt&) {});
}

// ---- walks ----

/// What may be wrong with an object, or with one inside of it.
struct ObjectChecks {
  const Check* form = nullptr;      ///< a byte that begins none. a: the byte
  const Check* cause = nullptr;     ///< announces more than there is; at the head
  const Check* elements = nullptr;  ///< Limits::elements; at the head. a: count
  const Check* depth = nullptr;     ///< lists and maps inside each other; at the one too deep
};

namespace detail {

class ObjectWalk {
 public:
  ObjectWalk(Context& context, const ObjectChecks& checks) : context_(context), checks_(checks) {}

  const std::byte* walk(const Frame& frame, const std::byte* begin, const std::byte* end) const {
    ObjectAt at;
    if (!find_object(begin, end, at)) [[unlikely]]
      return note_begin(frame, begin, end);
    if (at.holds_objects()) return walk_objects(frame, begin, at, end);
    if (at.number > distance(at.behind, end)) [[unlikely]]
      return note_content(frame, begin, at, end);
    return at.behind + at.number;
  }

 private:
  const std::byte* walk_objects(const Frame& frame, const std::byte* begin, const ObjectAt& at,
                                const std::byte* end) const {
    const Depth depth(context_);
    if (!depth.is_allowed()) [[unlikely]]
      return context_.refuse(at_part(checks_.depth, {}), frame, begin);
    if (!has_room(frame, begin, at, end)) [[unlikely]]
      return nullptr;
    const std::byte* next = at.behind;
    for (std::uint64_t i = 0; i < at.number && next != nullptr; ++i) {
      const Frame element{&frame, {}, i};
      next = at.kind == ObjectKind::list ? walk(element, next, end) : walk_pair(element, next, end);
    }
    return next;
  }
  const std::byte* walk_pair(const Frame& frame, const std::byte* begin,
                             const std::byte* end) const {
    const std::byte* const value = walk({&frame, "key"}, begin, end);
    return value == nullptr ? nullptr : walk({&frame, "value"}, value, end);
  }
  // Whether there may be so many; those that can't be there end the walk where the bytes do.
  bool has_room(const Frame& frame, const std::byte* begin, const ObjectAt& at,
                const std::byte* end) const {
    const std::uint64_t left = distance(at.behind, end);
    const std::uint64_t least = at.kind == ObjectKind::map ? 2 : 1;
    if (!context_.take_elements(at.number, left, 8 * least)) {
      context_.refuse(at_part(checks_.elements, "head"), frame, begin, {at.number});
      return false;
    }
    return at.number <= left / least ||
           context_.note_cause(at_part(checks_.cause, "head"), frame, begin, at.number,
                               at.object_count(), at.behind, end);
  }

  static Check at_part(const Check* check, std::string_view part) {
    Check out = *check;
    out.field = part;
    return out;
  }
  [[gnu::cold, gnu::noinline]] const std::byte* note_begin(const Frame& frame,
                                                           const std::byte* begin,
                                                           const std::byte* end) const {
    const auto byte = begin == end ? std::uint8_t{0xc0} : std::to_integer<std::uint8_t>(*begin);
    const unsigned size = begin_size(byte);
    if (size == 0) return context_.refuse(at_part(checks_.form, {}), frame, begin, {byte});
    const bool is_number = is_integer(byte) || byte == 0xca || byte == 0xcb;
    const Part parts[] = {{is_number   ? "tag"
                           : size == 1 ? ""
                                       : "head",
                           is_number ? 1 : size},
                          {{}, size - 1}};
    const Stretch stretch{{parts, is_number ? 2u : 1u}};
    return context_.fault(stretch, frame, begin, end);
  }
  [[gnu::cold, gnu::noinline]] const std::byte* note_content(const Frame& frame,
                                                             const std::byte* begin,
                                                             const ObjectAt& at,
                                                             const std::byte* end) const {
    const Check cause = at_part(checks_.cause, "head");
    const Part part{{}, 1, true};
    const Stretch stretch{{&part, 1}, &cause};
    return context_.fault(stretch, frame, at.behind, end, begin, at.number);
  }

  Context& context_;
  const ObjectChecks& checks_;
};

}  // namespace detail

/// Walks the object that begins at `begin`; `frame` stands for it. Returns its end, or null with
/// what is wrong noted.
[[nodiscard]] inline const std::byte* walk_object(Context& context, const Frame& frame,
                                                  const ObjectChecks& checks,
                                                  const std::byte* begin, const std::byte* end) {
  return detail::ObjectWalk(context, checks).walk(frame, begin, end);
}
/// The same for field `field` of the record at `frame`.
[[nodiscard]] inline const std::byte* walk_object(Context& context, const Frame& frame,
                                                  std::string_view field,
                                                  const ObjectChecks& checks,
                                                  const std::byte* begin, const std::byte* end) {
  return walk_object(context, Frame{&frame, field}, checks, begin, end);
}

// ---- values ----

namespace detail {

/// Bytes that the value of an object owns; the most that there is, if it isn't whole.
inline std::uint64_t memory_of(Bytes object) {
  std::uint64_t memory = 0;
  const std::byte* const behind =
      each_object(object.data(), object.data() + object.size(), [&](const ObjectAt& at) {
        memory = schemac::detail::saturated_sum(memory, sizeof(FreeValue) + at.byte_count());
      });
  return behind == nullptr ? std::numeric_limits<std::uint64_t>::max() : memory;
}

/// The value of an object that was found whole, and moves `at` behind it.
inline std::optional<FreeValue> take_value(const std::byte*& next, const std::byte* end,
                                           std::uint32_t depth) {
  ObjectAt at;
  if (!find_object(next, end, at) || at.byte_count() > distance(at.behind, end) ||
      at.object_count() > distance(at.behind, end))
    return std::nullopt;
  next = at.behind + at.byte_count();
  const Bytes content(at.behind, next);
  switch (at.kind) {
    case ObjectKind::nil:
      return FreeValue();
    case ObjectKind::boolean:
      return FreeValue(at.bits != 0);
    case ObjectKind::whole:
      return at.is_negative ? FreeValue(static_cast<std::int64_t>(at.bits)) : FreeValue(at.bits);
    case ObjectKind::real:
      return FreeValue(std::bit_cast<double>(at.bits));
    case ObjectKind::text:
      return FreeValue(text_at(content.data(), content.size()));
    case ObjectKind::bytes:
      return FreeValue(FreeValue::Binary(content.begin(), content.end()));
    case ObjectKind::extension:
      return FreeValue(FreeValue::Extension{at.type, {content.begin(), content.end()}});
    case ObjectKind::list:
    case ObjectKind::map:
      break;
  }
  if (depth == 0) return std::nullopt;
  FreeValue::List list;
  FreeValue::Map map;
  (at.kind == ObjectKind::list) ? list.reserve(at.number) : map.reserve(at.number);
  for (std::uint64_t i = 0; i < at.number; ++i) {
    auto first = take_value(next, end, depth - 1);
    if (!first) return std::nullopt;
    if (at.kind == ObjectKind::list) {
      list.push_back(std::move(*first));
      continue;
    }
    auto value = take_value(next, end, depth - 1);
    if (!value) return std::nullopt;
    map.push_back({std::move(*first), std::move(*value)});
  }
  return at.kind == ObjectKind::list ? FreeValue(std::move(list)) : FreeValue(std::move(map));
}

}  // namespace detail

/// The value of the object that takes all of `object`; nothing if it isn't whole, or is deeper or
/// takes more memory (Limits::decoded) than allowed.
[[nodiscard]] inline std::optional<FreeValue> parse_object(Bytes object,
                                                           const Limits& limits = {}) {
  if (detail::memory_of(object) > limits.decoded) return std::nullopt;
  const std::byte* next = object.data();
  const std::byte* const end = next + object.size();
  auto value = detail::take_value(next, end, limits.depth);
  return next == end ? std::move(value) : std::nullopt;
}

// ---- views ----

/// Bytes with a number that says what they are.
struct ExtensionView {
  std::int8_t type = 0;
  Bytes bytes;
};
/// What an extension of type -1 holds: since 1970, UTC.
struct Timestamp {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  bool operator==(const Timestamp&) const = default;
};

class ObjectRange;
class EntryRange;

/// An object in place: decodes on access, allocates nothing, must not outlive its bytes. What is of
/// another kind than asked for is nothing.
class ObjectView {
 public:
  ObjectView() = default;
  /// `bytes` are one object, which was checked.
  explicit ObjectView(Bytes bytes) : bytes_(bytes) {
    if (!find_object(bytes.data(), bytes.data() + bytes.size(), at_) ||
        at_.byte_count() > distance(at_.behind, bytes.data() + bytes.size()))
      at_ = {};
  }
  /// For ranges: one that is to be walked.
  explicit ObjectView(const Origin&) {}

  /// The object as it stands in the file.
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] ObjectKind kind() const { return at_.kind; }
  [[nodiscard]] bool is_nil() const { return kind() == ObjectKind::nil; }
  [[nodiscard]] std::optional<bool> boolean() const {
    return held(ObjectKind::boolean, at_.bits != 0);
  }
  /// A whole number that isn't negative.
  [[nodiscard]] std::optional<std::uint64_t> u64() const {
    return at_.is_negative ? std::nullopt : held(ObjectKind::whole, at_.bits);
  }
  /// A whole number of at most 63 bits.
  [[nodiscard]] std::optional<std::int64_t> i64() const {
    const bool fits = at_.is_negative || at_.bits >> 63 == 0;
    return fits ? held(ObjectKind::whole, static_cast<std::int64_t>(at_.bits)) : std::nullopt;
  }
  [[nodiscard]] std::optional<double> real() const {
    return held(ObjectKind::real, std::bit_cast<double>(at_.bits));
  }
  [[nodiscard]] std::optional<std::string_view> text() const {
    return held(ObjectKind::text, text_at(at_.behind, at_.byte_count()));
  }
  [[nodiscard]] std::optional<Bytes> binary() const { return held(ObjectKind::bytes, content()); }
  [[nodiscard]] std::optional<ExtensionView> extension() const {
    return held(ObjectKind::extension, ExtensionView{at_.type, content()});
  }
  /// An extension of type -1, in one of its three forms.
  [[nodiscard]] std::optional<Timestamp> timestamp() const;
  /// Elements of a list, pairs of a map, bytes of a text, of bytes, of an extension.
  [[nodiscard]] std::uint64_t size() const { return at_.number; }
  /// The elements of a list; none of anything else.
  [[nodiscard]] ObjectRange elements() const;
  /// The pairs of a map; none of anything else.
  [[nodiscard]] EntryRange entries() const;
  /// The value of the last pair whose key is that text.
  [[nodiscard]] std::optional<ObjectView> find(std::string_view key) const;

  /// The value, if it is within the limits.
  [[nodiscard]] std::optional<FreeValue> parse(const Limits& limits = {}) const {
    return parse_object(bytes_, limits);
  }

 private:
  friend struct schemac::ViewAccess;
  friend class ObjectRange;
  friend class EntryRange;

  template <class T>
  [[nodiscard]] std::optional<T> held(ObjectKind kind, T value) const {
    return at_.kind == kind ? std::optional<T>(std::move(value)) : std::nullopt;
  }
  [[nodiscard]] Bytes content() const {
    return {at_.behind, static_cast<std::size_t>(at_.byte_count())};
  }
  const std::byte* walk_(Context& context, const Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    static constexpr Check form{
        Rule::bad_type, Level::error, {}, {}, "the byte is {a:x}, which begins no object"};
    static constexpr Check cause{
        Rule::bad_count, Level::error, {}, {}, "takes at least {b} bytes, {c} are left"};
    static constexpr Check elements{
        Rule::resource_limit, Level::error, {}, {}, "more elements than the caller allows"};
    static constexpr Check depth{
        Rule::nesting_limit, Level::error, {}, {}, "deeper than the caller allows"};
    static constexpr ObjectChecks checks{&form, &cause, &elements, &depth};
    const std::byte* const behind = walk_object(context, frame, checks, begin, end);
    if (behind != nullptr) *this = ObjectView(Bytes(begin, behind));
    return behind;
  }

  Bytes bytes_;
  ObjectAt at_;
};

/// Objects one behind the other.
class ObjectRange {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = ObjectView;
    using difference_type = std::ptrdiff_t;
    using pointer = const ObjectView*;
    using reference = const ObjectView&;

    Iterator() = default;
    Iterator(const std::byte* next, const std::byte* end, std::uint64_t left)
        : next_(next), end_(end), left_(left) {
      find();
    }
    reference operator*() const { return view_; }
    pointer operator->() const { return &view_; }
    Iterator& operator++() {
      --left_;
      find();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    void find() {
      if (left_ == 0) return;
      const std::byte* const behind = behind_object(next_, end_);
      if (behind == nullptr) {
        left_ = 0;  // the bytes were changed underneath
        return;
      }
      view_ = ObjectView(Bytes(next_, behind));
      next_ = behind;
    }

    const std::byte* next_ = nullptr;
    const std::byte* end_ = nullptr;
    std::uint64_t left_ = 0;
    ObjectView view_;
  };

  ObjectRange() = default;
  ObjectRange(const std::byte* begin, const std::byte* end, std::uint64_t size)
      : begin_(begin), end_(end), size_(size) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Iterator begin() const { return {begin_, end_, size_}; }
  [[nodiscard]] Iterator end() const { return {}; }

 private:
  const std::byte* begin_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t size_ = 0;
};

/// A pair of a map.
struct EntryView {
  ObjectView key, value;
};

/// The pairs of a map, in their order; keys may be of any kind, and may repeat.
class EntryRange {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = EntryView;
    using difference_type = std::ptrdiff_t;
    using pointer = const EntryView*;
    using reference = const EntryView&;

    Iterator() = default;
    explicit Iterator(ObjectRange::Iterator objects) : objects_(std::move(objects)) { find(); }
    reference operator*() const { return entry_; }
    pointer operator->() const { return &entry_; }
    Iterator& operator++() {
      ++objects_;
      find();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return objects_ == other.objects_; }

   private:
    void find() {
      if (objects_ == ObjectRange::Iterator()) return;
      entry_.key = *objects_;
      ++objects_;
      if (objects_ != ObjectRange::Iterator()) entry_.value = *objects_;
    }

    ObjectRange::Iterator objects_;
    EntryView entry_;
  };

  EntryRange() = default;
  explicit EntryRange(ObjectRange objects) : objects_(objects) {}

  [[nodiscard]] std::uint64_t size() const { return objects_.size() / 2; }
  [[nodiscard]] bool empty() const { return objects_.empty(); }
  [[nodiscard]] Iterator begin() const { return Iterator(objects_.begin()); }
  [[nodiscard]] Iterator end() const { return {}; }

 private:
  ObjectRange objects_;
};

inline ObjectRange ObjectView::elements() const {
  if (at_.kind != ObjectKind::list) return {};
  return {at_.behind, bytes_.data() + bytes_.size(), at_.object_count()};
}
inline EntryRange ObjectView::entries() const {
  if (at_.kind != ObjectKind::map) return {};
  return EntryRange({at_.behind, bytes_.data() + bytes_.size(), at_.object_count()});
}
inline std::optional<ObjectView> ObjectView::find(std::string_view key) const {
  std::optional<ObjectView> found;
  for (const EntryView& entry : entries())
    if (entry.key.text() == key) found = entry.value;
  return found;
}
inline std::optional<Timestamp> ObjectView::timestamp() const {
  if (at_.kind != ObjectKind::extension || at_.type != -1) return std::nullopt;
  Timestamp time;
  if (at_.number == 4) {
    time.seconds = static_cast<std::int64_t>(detail::load_big(at_.behind, 4));
  } else if (at_.number == 8) {
    const std::uint64_t bits = detail::load_big(at_.behind, 8);
    time = {static_cast<std::int64_t>(bits & ((std::uint64_t{1} << 34) - 1)),
            static_cast<std::uint32_t>(bits >> 34)};
  } else if (at_.number == 12) {
    time = {static_cast<std::int64_t>(detail::load_big(at_.behind + 4, 8)),
            static_cast<std::uint32_t>(detail::load_big(at_.behind, 4))};
  } else {
    return std::nullopt;
  }
  return time.nanoseconds < 1'000'000'000 ? std::optional(time) : std::nullopt;
}

/// What an accessor gives for an object.
template <const ObjectChecks& checks>
[[nodiscard]] Result<ObjectView> object_in(Spot spot, Region region, std::string_view field) {
  const std::byte* const behind = behind_object(region.begin, region.end);
  if (behind != nullptr) [[likely]]
    return ObjectView(Bytes(region.begin, behind));
  return detail::violation_of(spot, [&](Context& context, const Frame& frame) {
    (void)walk_object(context, frame, field, checks, region.begin, region.end);
  });
}

template <class Reader>
bool read_value(Reader& reader, const ObjectView& view, Free& out) {
  if (!reader.take(detail::memory_of(view.bytes()))) return false;
  Limits all;  // it was walked within those of the caller
  all.decoded = std::numeric_limits<std::uint64_t>::max();
  all.depth = std::numeric_limits<std::uint32_t>::max();
  out.value = view.parse(all).value_or(FreeValue());
  out.stored = Blob::borrow(view.bytes());
  return true;
}

// ---- writing ----

namespace detail {

struct ExtensionHead {
  std::uint8_t code = 0;
  unsigned width = 0;  ///< bytes of the size behind it
};
constexpr ExtensionHead extension_head(std::uint64_t size) {
  if (size != 0 && size <= 16 && std::has_single_bit(size))
    return {static_cast<std::uint8_t>(0xd4 + std::countr_zero(size)), 0};
  if (size <= 0xff) return {0xc7, 1};
  return size <= 0xffff ? ExtensionHead{0xc8, 2} : ExtensionHead{0xc9, 4};
}

}  // namespace detail

/// Bytes of a value in its shortest form; real numbers are of 64 bits.
[[nodiscard]] inline std::uint64_t object_size(const FreeValue& value) {
  struct Size {
    std::uint64_t operator()(const std::monostate&) const { return 1; }
    std::uint64_t operator()(bool) const { return 1; }
    std::uint64_t operator()(std::uint64_t number) const { return integer_size(number); }
    std::uint64_t operator()(std::int64_t number) const { return integer_size(number); }
    std::uint64_t operator()(double) const { return 9; }
    std::uint64_t operator()(const std::string& text) const {
      return headed_size<HeadForm::text>(text.size());
    }
    std::uint64_t operator()(const FreeValue::Binary& bytes) const {
      return headed_size<HeadForm::bytes>(bytes.size());
    }
    std::uint64_t operator()(const FreeValue::Extension& extension) const {
      const std::uint64_t size = extension.bytes.size();
      return 2 + detail::extension_head(size).width + size;
    }
    std::uint64_t operator()(const FreeValue::List& list) const {
      std::uint64_t size = head_size<HeadForm::list>(list.size());
      for (const FreeValue& each : list) size += object_size(each);
      return size;
    }
    std::uint64_t operator()(const FreeValue::Map& map) const {
      std::uint64_t size = head_size<HeadForm::map>(map.size());
      for (const auto& [key, each] : map) size += object_size(key) + object_size(each);
      return size;
    }
  };
  return std::visit(Size{}, value.kind());
}

template <class Out>
void put_object(Out& out, const FreeValue& value);

namespace detail {

template <class Out>
struct PutObject {
  Out& out;

  void operator()(const std::monostate&) const { store(out.take(1), std::uint8_t{0xc0}); }
  void operator()(bool truth) const { put_tagged<bool>(out, truth); }
  void operator()(std::uint64_t number) const { put_integer(out, number); }
  void operator()(std::int64_t number) const { put_integer(out, number); }
  void operator()(double number) const { put_tagged<double>(out, number); }
  void operator()(const std::string& text) const { put_text(out, text); }
  void operator()(const FreeValue::Binary& bytes) const { put_bytes(out, bytes); }
  void operator()(const FreeValue::Extension& extension) const {
    const std::uint64_t size = extension.bytes.size();
    const ExtensionHead head = extension_head(size);
    std::byte* const room = out.take(2 + head.width);
    store(room, head.code);
    for (unsigned i = 0; i < head.width; ++i)
      room[1 + i] = static_cast<std::byte>(size >> (8 * (head.width - 1 - i)) & 0xff);
    room[1 + head.width] = static_cast<std::byte>(extension.type);
    out.put(Bytes(extension.bytes));
  }
  void operator()(const FreeValue::List& list) const {
    put_head<HeadForm::list>(out, list.size());
    for (const FreeValue& each : list) put_object(out, each);
  }
  void operator()(const FreeValue::Map& map) const {
    put_head<HeadForm::map>(out, map.size());
    for (const auto& [key, each] : map) {
      put_object(out, key);
      put_object(out, each);
    }
  }
};

/// Whether the bytes that a value was read from still stand for it.
[[nodiscard]] inline bool is_stored(const Free& value) {
  return !value.stored.empty() && parse_object(value.stored.bytes()) == value.value;
}

}  // namespace detail

/// Puts a value in its shortest form into a writer or into room.
template <class Out>
void put_object(Out& out, const FreeValue& value) {
  std::visit(detail::PutObject<Out>{out}, value.kind());
}

/// The same; as it was stored, if that still stands for the value.
[[nodiscard]] inline std::uint64_t object_size(const Free& value) {
  return detail::is_stored(value) ? value.stored.size() : object_size(value.value);
}
template <class Out>
void put_object(Out& out, const Free& value) {
  if (detail::is_stored(value)) return out.put(value.stored.bytes());
  put_object(out, value.value);
}

/// Whether a value can be written, and read again within default limits; else why it isn't. `frame`
/// stands for it.
template <class Out>
[[nodiscard]] bool check_object(const FreeValue& value, const FrameOf<Out>& frame, Out& rejection) {
  std::uint64_t size = 0;
  const auto* list = value.as<FreeValue::List>();
  const auto* map = value.as<FreeValue::Map>();
  if (const auto* text = value.as<std::string>()) size = text->size();
  if (const auto* bytes = value.as<FreeValue::Binary>()) size = bytes->size();
  if (const auto* extension = value.as<FreeValue::Extension>()) size = extension->bytes.size();
  if (list != nullptr) size = list->size();
  if (map != nullptr) size = map->size();
  if (size > most_in_head) return rejection.reject_large(frame, {}, size, most_in_head);
  if (list == nullptr && map == nullptr) return true;
  if (!rejection.enter())
    return rejection.reject(
        {Rule::nesting_limit, Level::error, {}, {}, "deeper than readers allow by default"}, frame);
  for (std::uint64_t i = 0; i < size; ++i) {
    const FrameOf<Out> element{&frame, {}, i};
    const bool is_fine = list != nullptr
                             ? check_object((*list)[i], element, rejection)
                             : check_object((*map)[i].key, {&element, "key"}, rejection) &&
                                   check_object((*map)[i].value, {&element, "value"}, rejection);
    if (!is_fine) return false;
  }
  rejection.leave();
  return true;
}
/// The same for field `field` of the record at `frame`.
template <class Out>
[[nodiscard]] bool check_object(const Free& value, const FrameOf<Out>& frame,
                                std::string_view field, Out& rejection) {
  return check_object(value.value, FrameOf<Out>{&frame, field}, rejection);
}

}  // namespace schemac::msgpack
