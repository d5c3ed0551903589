#include "emit/cpp/steps/walk.h"

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {

std::string Walk::snake_name(plan::FieldId id) const {
  return snake_case(layout.field(id).identifier);
}

std::string own_frame(const Walk& walk, const Site& site) {
  return site.has_own_frame
             ? site.frame
             : "schemac::impl::Frame{&frame, " + quoted(walk.layout.field(site.field).name) + "}";
}

}  // namespace schemac::emit::cpp
