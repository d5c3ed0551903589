#include "emit/doc/queries/inner_bodies.h"

#include <variant>

namespace schemac::emit::doc {

std::vector<const plan::Body*> inner_bodies(const plan::Body& body) {
  std::vector<const plan::Body*> inner;
  if (const auto* list = std::get_if<plan::List>(&body.kind))
    inner.push_back(&list->element.front());
  if (const auto* choice = std::get_if<plan::Switch>(&body.kind))
    for (const plan::Alternative& alternative : choice->alternatives)
      inner.push_back(&alternative.body.front());
  return inner;
}

}  // namespace schemac::emit::doc
