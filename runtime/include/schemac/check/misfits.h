// What a writer knows only once it knows where it puts things. Sizes and counts that ask for places
// are compared with what a value holds; else what comes after would take the difference for its
// own. Elements that begin too far away for a table to find them are reported.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "schemac/check/frame.h"
#include "schemac/check/rejection.h"
#include "schemac/core/members.h"
#include "schemac/core/violation.h"

namespace schemac::impl {

namespace detail {
template <class T>
[[nodiscard]] constexpr std::string_view type_name() {
  return __PRETTY_FUNCTION__;
}
}  // namespace detail

/// Members that hold another size than they are asked for, and elements that a table can't find. A
/// writer knows where a member is in memory, not by which path it is reached: that is found out
/// once one is reported.
class Misfits {
 public:
  [[nodiscard]] bool empty() const { return misfits_.empty() && !lost_; }

  void hold_begin(std::uint64_t begin, std::uint64_t finds_up_to) {
    if (begin > finds_up_to && !lost_) lost_ = Lost{begin, finds_up_to};
  }
  template <class Member, std::integral Number>
  void hold(const Member& member, std::uint64_t held, Number needed) {
    if (std::cmp_equal(held, needed)) [[likely]]
      return;
    misfits_.push_back({&member, detail::type_name<Member>(), held,
                        static_cast<std::uint64_t>(needed),
                        std::is_signed_v<Number> ? Kind::is_signed : Kind::is_unsigned});
  }
  /// What is needed can't be calculated.
  template <class Member>
  void reject(const Member& member, std::uint64_t held) {
    misfits_.push_back({&member, detail::type_name<Member>(), held, 0, Kind::unknown});
  }

  /// Of elements the first; else of members the first in the order of the value.
  template <RecordValue Record>
  [[nodiscard]] Violation refusal(const Record& value) const {
    Rejection rejection;
    if (lost_)
      rejection.reject_starts(lost_->begin, lost_->finds_up_to);
    else if (!tell_members(value, Frame{}, rejection))
      tell(misfits_.front(), Frame{}, {}, rejection);  // an error of the generator
    return rejection.take();
  }

 private:
  enum class Kind : std::uint8_t { is_signed, is_unsigned, unknown };
  struct Misfit {
    const void* member;
    std::string_view type;  // what begins a member lies where that lies
    std::uint64_t held, needed;
    Kind kind;
  };

  static void tell(const Misfit& misfit, const Frame& frame, std::string_view field,
                   Rejection& rejection) {
    if (misfit.kind == Kind::unknown)
      rejection.reject_unknown_size(frame, field, misfit.held);
    else if (misfit.kind == Kind::is_signed)
      rejection.reject_signed_size(frame, field, misfit.held,
                                   static_cast<std::int64_t>(misfit.needed));
    else
      rejection.reject_size(frame, field, misfit.held, misfit.needed);
  }

  // Fields that are choices of a record have no path of their own.
  template <class Record, class Member>
  static constexpr bool is_choices() {
    if constexpr (requires { typename Record::Choices; })
      return std::is_same_v<typename Record::Choices, Member>;
    else
      return false;
  }

  template <class Record>
  bool tell_members(const Record& value, const Frame& frame, Rejection& rejection) const {
    bool is_told = false;
    for_each_member(value, [&](std::string_view name, const auto& member) {
      if (is_told) return;
      if constexpr (is_choices<Record, std::remove_cvref_t<decltype(member)>>())
        is_told = tell_members(member, frame, rejection);
      else
        is_told = tell_inside(member, frame, name, Frame{&frame, name}, rejection);
    });
    return is_told;
  }

  // Of what is `field` below `frame`; `own` is its own frame.
  template <class Member>
  bool tell_inside(const Member& member, const Frame& frame, std::string_view field,
                   const Frame& own, Rejection& rejection) const {
    for (const Misfit& misfit : misfits_)
      if (misfit.member == &member && misfit.type == detail::type_name<Member>()) {
        tell(misfit, frame, field, rejection);
        return true;
      }
    if constexpr (RecordValue<Member>) {
      return tell_members(member, own, rejection);
    } else if constexpr (requires { member.stored(); }) {  // Coded
      return tell_inside(member.stored(), frame, field, own, rejection);
    } else if constexpr (detail::is_variant<Member>) {
      return std::visit(
          [&](const auto& held) { return tell_inside(held, frame, field, own, rejection); },
          member);
    } else if constexpr (detail::IsVector<Member>::value) {
      return tell_elements(member, 0, own, rejection);
    } else if constexpr (requires { member.held; }) {  // Streamed
      return tell_elements(member.held, member.first, own, rejection);
    } else if constexpr (requires { member.has_value(); }) {
      return member.has_value() && tell_inside(*member, frame, field, own, rejection);
    } else {
      return false;
    }
  }
  template <class List>
  bool tell_elements(const List& list, std::uint64_t first, const Frame& list_frame,
                     Rejection& rejection) const {
    if constexpr (!std::is_arithmetic_v<typename List::value_type>)
      for (std::size_t i = 0; i < list.size(); ++i) {
        const bool is_below = list_frame.index != Frame::no_index;  // a list in a list
        const Frame element = is_below ? Frame{&list_frame, {}, first + i}
                                       : Frame{list_frame.up, list_frame.field, first + i};
        if (tell_inside(list[i], element, {}, element, rejection)) return true;
      }
    return false;
  }

  struct Lost {
    std::uint64_t begin, finds_up_to;
  };

  std::vector<Misfit> misfits_;
  std::optional<Lost> lost_;
};

/// A writer that takes note of them. It puts records in pieces: room that is taken at once doesn't
/// say where in the file it lies.
template <class Base>
class HoldingWriter : public Base {
 public:
  using Base::Base;

  Misfits misfits;

  template <class Fill>
  void put_record(std::uint64_t, const Fill& fill) {
    fill(*this);
  }
};

}  // namespace schemac::impl
