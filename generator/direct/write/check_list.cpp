// The checks of a list: as a whole, of its elements, and of what these have to do with each other.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "direct/byte_text.h"
#include "direct/number.h"
#include "direct/write/open_ends.h"
#include "direct/write/value_checker.h"
#include "model/overload.h"
#include "schemac/base/load.h"
#include "schemac/base/text.h"
#include "schemac/check/refusals.h"

namespace schemac::direct {
namespace {

std::string text_of(const Value* value) {
  if (value == nullptr) return "";
  if (const auto* number = std::get_if<Number>(&value->kind)) return model::to_text(number->value);
  if (const auto* boolean = std::get_if<Boolean>(&value->kind)) return boolean->value ? "1" : "0";
  const Content* content = content_of(value);
  return content == nullptr
             ? std::string()
             : std::string(impl::text_at(content->bytes.data(), content->bytes.size()));
}

// The key of an element: one text, or those of a list.
std::vector<std::string> key_of(const BodyNode& element, plan::FieldId field) {
  const Value* value =
      element.record == nullptr ? element.value : element.record->fields[field].content.value;
  const auto* list = value == nullptr ? nullptr : std::get_if<Elements>(&value->kind);
  if (list == nullptr) return {text_of(value)};
  std::vector<std::string> texts;
  for (const Value& each : list->values) texts.push_back(text_of(&each));
  return texts;
}

// A key as a sentence shows it.
std::string shown(const std::vector<std::string>& key) {
  std::string text;
  for (const std::string& each : key) text += (text.empty() ? "" : "/") + each;
  return text;
}

}  // namespace

void ValueChecker::check(BodyNode& node, const plan::List& list, plan::FieldId id,
                         const CheckSpot& spot) {
  if (list.starts_of) return;
  const std::uint64_t count = length_of(node);
  for (const plan::ListRefusal& refusal : plan::refusals_of(plan(), record_, id, list))
    std::visit(model::Overload{
                   [&](const plan::ElementCount& limit) {
                     if (limit.is_most ? count > limit.limit : count < limit.limit)
                       refuse_at(limit.check, spot, impl::Facts{count});
                   },
                   [&](const plan::TooLong& limit) { check_length(limit, count, spot); },
                   [&](const plan::StatedSize& stated) { check_size(count, stated, spot); },
               },
               refusal);
  for (const plan::ElementsRefusal& refusal : plan::element_refusals(plan(), record_, id, list))
    std::visit(
        model::Overload{
            [&](const plan::SpareBytes&) { check_slack(node, list, spot); },
            [&](const plan::EachElement& each) { check_elements(node, list, each, id, spot); },
            [&](const plan::RulesInOrder& rules) { check_rules(node, rules.rules, spot); },
            [&](const plan::Swallowed&) { check_open(node, spot); },
            [&](const plan::Duplicate& duplicate) { check_unique(node, list, duplicate, spot); },
        },
        refusal);
}

void ValueChecker::check_elements(BodyNode& node, const plan::List& list,
                                  const plan::EachElement& each, plan::FieldId id,
                                  const CheckSpot& spot) {
  const auto* held = node.value == nullptr ? nullptr : std::get_if<Scalars>(&node.value->kind);
  if (held != nullptr) return check_scalars(*held, list, each, spot);
  const auto elements = in_given_order(node.inner);
  const bool are_counted = list.is_counted && evaluate(*list.is_counted, plan(), node_).value != 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    BodyNode& held_there = *elements[i];
    const impl::Frame frame = element_frame(spot, i);
    check_body(id, held_there, {frame, ""});
    const RecordNode* next = i + 1 < elements.size() ? elements[i + 1]->record.get() : nullptr;
    Outcome number = Outcome::failed(Failure::unknown);
    if (const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind))
      number = given_number(*scalar, held_there.value);
    const Element element{number, i, i + 1 == elements.size(), held_there.record.get(), next};
    for (const plan::ElementRefusal& refusal : each.refusals)
      std::visit(
          model::Overload{
              [&](const plan::WithoutBytes& empty) {
                if (!are_counted && held_there.size == 0) refuse(empty.check, frame);
              },
              [&](const plan::BrokenRule& broken) { check_rule(*broken.rule, frame, element); },
              [&](const plan::TakenName& taken) {
                if (held_there.record != nullptr &&
                    shown(key_of(held_there, *list.unique)) == taken.name)
                  refuse(taken.check, frame, impl::Facts{0, 0, 0, taken.name});
              },
          },
          refusal);
  }
}

void ValueChecker::check_scalars(const Scalars& held, const plan::List& list,
                                 const plan::EachElement& each, const CheckSpot& spot) {
  const auto& scalar = std::get<plan::Scalar>(list.element.front().kind);
  const auto refusals = plan::refusals_of(plan(), record_, scalar);
  const bool is_looked_at = !each.refusals.empty() || !refusals.empty();
  for (std::uint64_t i = 0; is_looked_at && i < held.count; ++i) {
    const impl::Frame frame = element_frame(spot, i);
    const std::byte* const first = held.content.bytes.data();
    if (is_real(held.dtype)) {
      if (held.dtype == Dtype::f64)
        check_real(refusals, impl::load<std::uint64_t, Endian::little>(first + i * 8), {frame, ""});
      continue;
    }
    const Int128 number =
        held.unfit && held.unfit->index == i ? held.unfit->number
        : is_packed(held.dtype)
            ? load_packed(held.dtype, first, i)
            : load_number(held.dtype, held.endian, first + i * (bit_count(held.dtype) / 8));
    check_number(refusals, scalar, number, {frame, ""});
    for (const plan::ElementRefusal& refusal : each.refusals)
      if (const auto* broken = std::get_if<plan::BrokenRule>(&refusal))
        check_rule(*broken->rule, frame, {{number}, i, i + 1 == held.count, nullptr, nullptr});
  }
}

// No element is read after one that takes all bytes.
void ValueChecker::check_open(const BodyNode& node, const CheckSpot& spot) {
  const auto* held = node.value == nullptr ? nullptr : std::get_if<Elements>(&node.value->kind);
  if (held == nullptr) return;
  bool is_over = false;
  for (const BodyNode& each : node.inner) {
    if (is_over && each.size != 0) {
      const auto index = static_cast<std::uint64_t>(each.value - held->values.data());
      return misfit(impl::refusals::swallowed, {element_frame(spot, index), ""});
    }
    is_over = is_over || is_open(node_, each);
  }
}

void ValueChecker::check_unique(BodyNode& node, const plan::List& list,
                                const plan::Duplicate& duplicate, const CheckSpot& spot) {
  std::set<std::vector<std::string>> keys;
  const auto elements = in_given_order(node.inner);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::vector<std::string> key = key_of(*elements[i], *list.unique);
    if (keys.insert(key).second) continue;
    const std::string text = shown(key);
    return refuse(duplicate.check, element_frame(spot, i), impl::Facts{0, 0, 0, text});
  }
}

// Slack is found by what states where it ends.
void ValueChecker::check_slack(const BodyNode& node, const plan::List& list,
                               const CheckSpot& spot) {
  const FieldNode& starts = node_.fields[list.stated_starts->list];
  const bool has_starts = starts.is_present && starts.is_known;
  const bool is_counted = !list.is_counted || evaluate(*list.is_counted, plan(), node_).value != 0;
  for (std::size_t i = 0; i < node.inner.size(); ++i) {
    const RecordNode* element = node.inner[i].record.get();
    const bool is_last = i + 1 == node.inner.size();
    if (element == nullptr || element->slack.empty() || (is_last ? is_counted : has_starts))
      continue;
    misfit(impl::refusals::room, {element_frame(spot, i), element->record.slack->name});
  }
}

}  // namespace schemac::direct
