// What views of records have in common.
#pragma once

#include <cstddef>

#include "schemac/walk/view.h"

namespace schemac::impl {

/// A view shows nothing until it has been walked. Whoever makes it says where it is (ViewAccess).
class RecordBase {
 public:
  RecordBase() = default;
  explicit RecordBase(const Origin& origin) : origin_(origin) {}

 protected:
  Origin origin_;
  const std::byte* begin_ = nullptr;
};

}  // namespace schemac::impl
