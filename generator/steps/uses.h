// What steps use of what other steps set.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "steps/routine.h"

namespace schemac::steps {

/// A thing that steps set or a routine is passed.
struct Slot {
  enum class Kind : std::uint8_t { number, length, list, address, record, whole, param } kind;
  std::uint32_t id = 0;  ///< of a field, an address, a parameter
  auto operator<=>(const Slot&) const = default;
};

using SlotKind = Slot::Kind;

/// How often each is used.
struct Uses {
  std::map<Slot, std::size_t> counts;
  std::vector<SectionRef> sections;
  std::set<FrameId> elements;  ///< their frames
  bool context = false, frame = false;
  bool reader = false, out = false;  ///< of Job::read

  [[nodiscard]] std::size_t of(Slot::Kind kind, std::uint32_t id) const {
    const auto found = counts.find({kind, id});
    return found == counts.end() ? 0 : found->second;
  }
  [[nodiscard]] bool has(Slot::Kind kind, std::uint32_t id) const { return of(kind, id) != 0; }
};
[[nodiscard]] Uses uses_of(const Routine& routine);
[[nodiscard]] Uses uses_of(const Routine& routine, const Content& content);
[[nodiscard]] Uses uses_of(const Routine& routine, const Block& block);

/// What steps of a block set, those inside of others included.
[[nodiscard]] std::vector<Slot> sets_of(const Block& block);

/// Calls `visit` with each block that steps of a block hold.
void for_each_block(const Block& block, const std::function<void(const Block&)>& visit);

/// Where elements are, and what else steps of a block set for those inside of them alone.
[[nodiscard]] std::vector<AddressId> loop_addresses(const Block& block);

/// Whether a block may end where nobody knows what is there, which isn't a fault.
[[nodiscard]] bool may_skip(const Block& block);
[[nodiscard]] bool may_skip(const Choose& choice);

/// Leaves out steps that set what nobody uses.
void drop_unused(Routine& routine);

}  // namespace schemac::steps
