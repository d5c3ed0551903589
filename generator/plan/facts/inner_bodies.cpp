#include "plan/facts/inner_bodies.h"

#include <variant>

#include "model/overload.h"

namespace schemac::plan {

std::vector<const Body*> inner_bodies(const Body& body) {
  std::vector<const Body*> inner;
  std::visit(model::Overload{
                 [](const Scalar&) {},
                 [](const Constant&) {},
                 [](const Text&) {},
                 [](const Raw&) {},
                 [](const Array&) {},
                 [](const Nested&) {},
                 [&](const List& list) { inner.push_back(&list.element.front()); },
                 [&](const Switch& choice) {
                   for (const Alternative& each : choice.alternatives)
                     inner.push_back(&each.body.front());
                 },
             },
             body.kind);
  return inner;
}

std::vector<const Nested*> nested_in(const Body& body) {
  std::vector<const Nested*> found;
  if (const auto* nested = std::get_if<Nested>(&body.kind)) found.push_back(nested);
  for (const Body* inner : inner_bodies(body)) {
    const std::vector<const Nested*> deeper = nested_in(*inner);
    found.insert(found.end(), deeper.begin(), deeper.end());
  }
  return found;
}

}  // namespace schemac::plan
