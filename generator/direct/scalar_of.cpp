#include "direct/scalar_of.h"

namespace schemac::direct {

const plan::Scalar* scalar_of(const plan::List& list) {
  const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
  return scalar == nullptr || scalar->varies() ? nullptr : scalar;
}

const plan::Scalar* scalar_of(const plan::Body& body) {
  const auto* list = std::get_if<plan::List>(&body.kind);
  return list == nullptr ? nullptr : scalar_of(*list);
}

}  // namespace schemac::direct
