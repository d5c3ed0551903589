// Messages: their fields are found first, then looked at one after the other.
#include "steps/lowering.h"

namespace schemac::steps {
namespace {

bool has_value_check(const plan::Body& body) {
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind))
    return scalar->boolean.has_value();
  if (const auto* text = std::get_if<plan::Text>(&body.kind))
    return text->encoding_check || text->charset_check || text->empty_check;
  return std::holds_alternative<plan::Nested>(body.kind);
}

}  // namespace

void Lowering::add(const plan::MessageFields& message, Block& out) {
  out.push_back({FindFields{&message}});
  for (const plan::MessageField& each : message.fields) {
    const plan::Body& body = field(each.field).body;
    const auto* list = std::get_if<plan::List>(&body.kind);
    if (list == nullptr) {
      if (has_value_check(body) || is_watch()) out.push_back({CheckValue{each.field}});
      continue;
    }
    CheckValues made;
    made.field = each.field;
    made.list = list;
    const Address at = place_of(plan::FieldPath{each.field, {}});
    BodySite site;
    site.field = each.field;
    site.at = at;
    take(*list, site, each.field, {}, made.counted);
    made.frame = element_frame(site);
    for (const plan::EachRule& rule : list->each)
      made.rules.push_back(rule_of(rule, {rule.check, made.frame, at}));
    const bool has_checks = has_value_check(list->element.front()) || !made.rules.empty();
    if (has_checks || !made.counted.empty() || is_watch()) out.push_back({std::move(made)});
  }
  if (message.unknown) tell_presence(Tell::What::unknown, *message.unknown, out);
}

}  // namespace schemac::steps
