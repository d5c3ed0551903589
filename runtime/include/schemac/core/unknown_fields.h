// What a message holds that its schema doesn't declare.
#pragma once

#include "schemac/core/blob.h"
#include "schemac/core/members.h"

namespace schemac {

/// The choices of a message that has no others.
struct UnknownFields {
  Blob unknown_fields = {};  ///< Fields that the message doesn't declare, as they are.
  /// Choices make no difference between values.
  bool operator==(const UnknownFields&) const { return true; }
};

template <impl::AnyConst<UnknownFields> Record, class Visit>
void visit_members(Record& value, Visit&& visit) {
  visit("unknown_fields", value.unknown_fields);
}

}  // namespace schemac
