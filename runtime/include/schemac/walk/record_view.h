// What views of records have in common.
#pragma once

#include <cstddef>

#include "schemac/walk/view.h"

namespace schemac::impl {

/// A view shows nothing before it was walked: others make it, and say where it is (ViewAccess).
class RecordView {
 public:
  RecordView() = default;
  explicit RecordView(const Origin& origin) : origin_(origin) {}

 protected:
  Origin origin_;
  const std::byte* begin_ = nullptr;
};

}  // namespace schemac::impl
