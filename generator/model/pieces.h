// What an array without bytes of its own is made of.
#pragma once

#include "model/array.h"

namespace schemac::model {

/// Whether an array of a record is made of one of its own fields, and not of the elements of a
/// list.
[[nodiscard]] inline bool is_of_one_piece(const JoinedArray& array) {
  return array.join.base == FileBase::item && array.join.steps.size() == 1;
}

}  // namespace schemac::model
