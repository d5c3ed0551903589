#include "diff/plan_guide.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "diff/value_brief.h"

namespace schemac::diff {
namespace {

template <class Kind>
const Kind* kind_of(const plan::Body* body) {
  return body == nullptr ? nullptr : std::get_if<Kind>(&body->kind);
}

}  // namespace

const plan::Body* PlanGuide::member(const plan::Body* record, const std::string& name,
                                    std::size_t& near) const {
  const auto* nested = kind_of<plan::Nested>(record);
  if (nested == nullptr) return nullptr;
  const auto& fields = plan_.records[nested->record].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t at = (near + i) % fields.size();
    if (fields[at].name != name) continue;
    near = at + 1;
    return &fields[at].body;
  }
  return nullptr;
}

const plan::Body* PlanGuide::element(const plan::Body* list) const {
  const auto* kind = kind_of<plan::List>(list);
  return kind == nullptr ? nullptr : &kind->element.front();
}

const plan::Body* PlanGuide::alternative(const plan::Body* choice, const std::string& name) const {
  const auto* kind = kind_of<plan::Switch>(choice);
  if (kind == nullptr) return nullptr;
  for (const plan::Alternative& alternative : kind->alternatives)
    if (alternative.name == name) return &alternative.body.front();
  return nullptr;
}

std::optional<std::string> PlanGuide::key_of(const plan::Body* list,
                                             const direct::Value& element) const {
  const auto* kind = kind_of<plan::List>(list);
  if (kind == nullptr || !kind->unique) return std::nullopt;
  const direct::Value* key = &element;
  std::string name;
  if (const auto* nested = kind_of<plan::Nested>(&kind->element.front())) {
    const auto* members = std::get_if<direct::Members>(&element.kind);
    const auto& fields = plan_.records[nested->record].fields;
    if (*kind->unique >= fields.size()) return std::nullopt;
    name = fields[*kind->unique].name;
    key = members == nullptr ? nullptr : members->find(name);
  }
  if (key == nullptr || key->is_absent()) return std::nullopt;
  // A number alone would look like an index.
  const std::string text =
      brief_json(*key).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  const bool is_text = std::holds_alternative<direct::Characters>(key->kind);
  return is_text || name.empty() ? text : name + ": " + text;
}

}  // namespace schemac::diff
