// What is known of each member of an enumeration, found by the member's value at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/range.h"
#include "plan/plan.h"

namespace schemac::direct {

template <class T>
class ByValue {
 public:
  /// `of(member)` says it; values between those of members have a `T()`.
  template <class Of>
  ByValue(const plan::Enum& enumeration, const Of& of) {
    if (enumeration.by_value.empty()) return;
    const auto member = [&](std::uint32_t index) -> const plan::EnumMember& {
      return enumeration.members[index];
    };
    const model::Int128 first = member(enumeration.by_value.front()).value;
    const model::Int128 count = member(enumeration.by_value.back()).value - first + 1;
    if (count > most) return;
    first_ = static_cast<std::uint64_t>(first);
    items_.resize(static_cast<std::size_t>(count));
    for (const std::uint32_t index : enumeration.by_value)
      items_[static_cast<std::size_t>(member(index).value - first)] = of(member(index));
  }

  /// Values are too far apart for a table, or there is none: it finds nothing.
  [[nodiscard]] bool is_empty() const { return items_.empty(); }
  /// By the bits of a value; null outside of the values of all members.
  [[nodiscard]] const T* find(std::uint64_t bits) const {
    const std::uint64_t index = bits - first_;
    return index < items_.size() ? &items_[static_cast<std::size_t>(index)] : nullptr;
  }

 private:
  static constexpr model::Int128 most = 4096;  // items; more take more room than they are worth

  std::uint64_t first_ = 0;
  std::vector<T> items_;
};

}  // namespace schemac::direct
