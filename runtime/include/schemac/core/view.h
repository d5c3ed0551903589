// What views and ranges of generated headers stand on: where they are in a file, and what happened on the way.
//
// A view is a few words: where its record begins, the anchors behind its variable parts, the lengths and counts that led
// there. A range of records walks from one to the next with the same functions that a view is made by, allocates nothing,
// and ends where a record isn't whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "schemac/core/bytes.h"
#include "schemac/core/check.h"
#include "schemac/core/context.h"
#include "schemac/core/frame.h"
#include "schemac/core/result.h"
#include "schemac/core/unique.h"

namespace schemac {

/// Which record of which file a view shows: for the places and paths of violations. The end of the path is enough for
/// people; `validate` tells it from the file's root on.
struct Origin {
  Bytes file;
  const char* field = "";
  std::uint64_t index = Frame::no_index;
  const char* part = "";  ///< of the element: "metadata[3].value"

  /// Of what stands in field `name` of the record at hand.
  [[nodiscard]] Origin of(const char* name) const {
    if (*field == 0 && index == Frame::no_index) return {file, name};
    return *part == 0 ? Origin{file, field, index, name} : Origin{file, part, Frame::no_index, name};
  }
  [[nodiscard]] std::uint64_t offset_of(const std::byte* at) const { return distance(file.data(), at); }
};

/// The frames of an origin, for walks.
class OriginFrame {
 public:
  explicit OriginFrame(const Origin& origin)
      : outer_{nullptr, origin.field, origin.index}, inner_{&outer_, origin.part, Frame::no_index} {}
  OriginFrame(const OriginFrame&) = delete;
  OriginFrame& operator=(const OriginFrame&) = delete;
  [[nodiscard]] const Frame& frame() const { return inner_; }

 private:
  Frame outer_;
  Frame inner_;
};

/// The violation of `check` of the record at `origin`. (By value, so that views can live in registers.)
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation violation_at(Origin origin, const Check& check,
                                                                      const std::byte* at, const Facts& facts = {}) {
  std::string path = path_of(OriginFrame(origin).frame());
  append_path(path, check.field);
  return {std::move(path), origin.offset_of(at), check.rule, check.level, std::string(check.name), message(check, facts)};
}
/// What an accessor gives for a field that isn't there.
[[nodiscard, gnu::cold, gnu::noinline]] inline Violation absent_at(Origin origin, std::string_view field,
                                                                   const std::byte* at) {
  return violation_at(origin, Check{Rule::bad_value, Level::error, {}, field, "is absent"}, at);
}

/// A part of a file, as pointers.
struct Region {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;

  [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(end - begin); }
};

/// The first violation that a reader's walk noted.
[[nodiscard]] inline Violation first_violation(const Context& context) {
  const Violation* const first = context.report().first();
  return first != nullptr ? *first : Violation{};
}

enum class RangeEnd : std::uint8_t {
  count,   ///< the file says how many records there are
  region,  ///< as many as there is room for
};

/// What templates of the runtime may do with views of generated headers, which have these as private members.
struct ViewAccess {
  /// Makes a view show what stands at `begin`; returns where that ends, or null.
  template <class View>
  [[gnu::always_inline]] static const std::byte* walk(View&& view, Context& context, const Frame& frame,
                                                      const std::byte* begin, const std::byte* end) {
    return view.walk_(context, frame, begin, end);
  }
  template <class View>
  static auto key(const View& view) {
    return view.key_();
  }
};

/// Records one behind the other.
///
///   auto tensors = file.tensors();
///   for (const TensorView& tensor : tensors) ...
///   if (tensors.violation()) ...  // it ended early
template <class View, RangeEnd ends_at = RangeEnd::count>
class RecordRange {
 public:
  /// `count` records in `region`. `first` is a view with everything but its place.
  RecordRange(const View& first, const Origin& origin, Region region, std::uint64_t count = 0)
      : region_(region), count_(count), first_(first), frame_{nullptr, origin.field, 0},
        context_(origin.file, Limits{}, Strictness::read) {}

  class Iterator {
   public:
    using value_type = View;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const View*;
    using reference = const View&;

    Iterator() = default;
    explicit Iterator(RecordRange& range) : range_(&range), next_(range.region_.begin), view_(range.first_) { advance(0); }

    const View& operator*() const { return view_; }
    const View* operator->() const { return &view_; }
    // Inlined, so that a loop keeps the view in registers.
    [[gnu::always_inline]] Iterator& operator++() {
      advance(index_ + 1);
      return *this;
    }
    void operator++(int) { ++*this; }
    /// Iterators of one range; the one behind the last record is default-made.
    bool operator==(const Iterator& other) const { return (next_ == nullptr) == (other.next_ == nullptr); }
    bool operator==(std::default_sentinel_t) const { return next_ == nullptr; }

   private:
    [[gnu::always_inline]] void advance(std::uint64_t index) {
      index_ = index;
      const bool is_over = ends_at == RangeEnd::count ? index == range_->count_ : next_ == range_->region_.end;
      if (is_over) {
        next_ = nullptr;
        return;
      }
      range_->frame_.index = index;
      next_ = ViewAccess::walk(view_, range_->context_, range_->frame_, next_, range_->region_.end);
    }

    RecordRange* range_ = nullptr;
    const std::byte* next_ = nullptr;  // behind the record at hand
    std::uint64_t index_ = 0;
    View view_{};
  };

  [[nodiscard, gnu::always_inline]] Iterator begin() { return Iterator(*this); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// Number of records that the file announces.
  [[nodiscard]] std::uint64_t size() const
  requires(ends_at == RangeEnd::count) {
    return count_;
  }
  /// Why the last iteration ended before the last record, if it did.
  [[nodiscard]] std::optional<Violation> violation() const {
    if (context_.report().violations().empty()) return std::nullopt;
    return first_violation(context_);
  }

 private:
  Region region_;
  std::uint64_t count_;
  View first_;
  Frame frame_;
  Context context_;
};

/// The record at the begin of `region`.
template <class View>
[[nodiscard]] inline Result<View> record_in(View view, const Origin& origin, Region region) {
  Context context(origin.file, Limits{}, Strictness::read);
  const OriginFrame frame(origin);
  if (ViewAccess::walk(view, context, frame.frame(), region.begin, region.end) == nullptr) return first_violation(context);
  return view;
}

/// What elements of a list must not share, and where it stands.
struct Key {
  std::string_view text;
  const std::byte* at = nullptr;
  std::uint64_t number = 0;  ///< of a scalar
  bool is_number = false;
};

/// Notes the elements whose key one before them has. Returns whether the walk goes on.
template <class View>
[[nodiscard, gnu::noinline]] inline bool check_unique(Context& context, const Frame& up, const Check& check,
                                                      const View& first, const char* field, Region region,
                                                      std::uint64_t count) {
  DuplicateFinder finder(count);
  RecordRange<View> range(first, Origin{context.space(), field}, region, count);
  Frame element{&up, field, 0};
  for (const View& view : range) {
    const Key key = ViewAccess::key(view);
    const std::string digits = key.is_number ? std::to_string(key.number) : std::string();
    const Facts facts{key.number, 0, 0, key.is_number ? std::string_view(digits) : key.text};
    if (!finder.add(key.text) && !context.note(check, element, key.at, facts)) return false;
    ++element.index;
  }
  return true;
}

}  // namespace schemac
