#include "direct/json_texts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "direct/byte_text.h"
#include "direct/number.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/json_members.h"
#include "schemac/check/frame.h"
#include "schemac/core/msgpack_object.h"
#include "source/text_width.h"

namespace schemac::direct {
JsonTexts::JsonTexts(const plan::Plan& plan) : plan_(plan), records_(plan.records.size()) {
  members_.resize(plan.records.size());
  for (const plan::Enum& each : plan.enums) names_.push_back(plan::json_names(each));
  for (std::size_t i = 0; i < plan.records.size(); ++i) {
    const plan::Record& record = plan.records[i];
    if (!record.json) continue;
    members_[i] = plan::json_members(record);
    for (impl::json::Member& member : members_[i])
      if (const auto names = plan::names_of(record, member)) member.names = names_[*names];
    records_[i] = {plan::shape_of(record.json->shape), members_[i],
                   record.json->others ? *record.json->others + 1 : 0,
                   record.json->entries ? *record.json->entries + 1 : 0};
  }
}

impl::json::TextForm JsonTexts::form_of(plan::RecordId record) const {
  const plan::JsonRecord& json = *plan_.records[record].json;
  return {records_, record, json.stored ? *json.stored + 1 : 0, plan::style_of(json.style)};
}

plan::CheckId check_of(const plan::JsonChecks& checks, impl::json::Flaw flaw) {
  switch (flaw) {
    case impl::json::Flaw::malformed:
      return checks.malformed;
    case impl::json::Flaw::deep:
      return checks.deep;
    case impl::json::Flaw::large:
      return checks.large;
    case impl::json::Flaw::duplicate:
      return checks.duplicate;
    case impl::json::Flaw::kind:
      return checks.kind;
    case impl::json::Flaw::range:
      return checks.range;
    case impl::json::Flaw::unknown:
      return checks.unknown;
  }
  return checks.malformed;
}

bool is_object(const plan::FreeForm& form) { return form.wire == plan::FreeForm::Wire::object; }

bool holds_free(const plan::Body& body) {
  const auto* raw = std::get_if<plan::Raw>(&body.kind);
  if (raw != nullptr && raw->free) return true;
  return std::ranges::any_of(plan::inner_bodies(body),
                             [](const plan::Body* inner) { return holds_free(*inner); });
}

FreeValue free_value_in(const plan::FreeForm& form, Bytes bytes) {
  if (!is_object(form)) return impl::json::parse(bytes, {}, form.style.syntax).value;
  Limits all;  // it was walked within those of the caller
  all.depth = std::numeric_limits<std::uint32_t>::max();
  return impl::msgpack::parse_object(bytes, all).value_or(FreeValue());
}

namespace {

// The bytes that a writer makes of a value.
std::vector<std::byte> usual_bytes_of(const plan::FreeForm& form, const FreeValue& value) {
  if (is_object(form))
    return impl::bytes_in_room(impl::msgpack::object_size(value),
                               [&](impl::Room& room) { impl::msgpack::put_object(room, value); });
  const std::string text = impl::json::text_of(value, plan::style_of(form.style));
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// Whether stored bytes are whole, and mean the value.
bool stands_for(const plan::FreeForm& form, Bytes bytes, const FreeValue& value) {
  if (is_object(form)) return free_value_in(form, bytes) == value;
  const impl::json::Parsed parsed = impl::json::parse(bytes, {}, form.style.syntax);
  return parsed.is_whole() && parsed.value == value;
}

}  // namespace

OpenValue open_value(const plan::FreeForm& form, FreeValue value, const Content& stored) {
  OpenValue made;
  made.form = &form;
  std::vector<std::byte> usual = usual_bytes_of(form, value);
  const Bytes found = stored.bytes;
  made.is_usual = found.empty() || std::ranges::equal(found, usual);
  if (!made.is_usual) made.is_usual = !stands_for(form, found, value);
  made.content = !made.is_usual || (!found.empty() && std::ranges::equal(found, usual))
                     ? stored
                     : own(std::move(usual));
  made.value = std::make_shared<const FreeValue>(std::move(value));
  return made;
}

std::shared_ptr<const FreeValue> text_value(const Coded& coded) {
  Limits limits;
  limits.decoded = std::uint64_t{1} << 26;  // a text is looked at as a whole
  const auto plain = coded.plain(limits);
  if (!plain) return nullptr;
  impl::json::Parsed parsed = impl::json::parse(plain->bytes(), limits);
  const bool is_text = std::ranges::none_of(parsed.flaws, [](const impl::json::FlawAt& each) {
    return each.flaw != impl::json::Flaw::duplicate;
  });
  return is_text ? std::make_shared<const FreeValue>(std::move(parsed.value)) : nullptr;
}

}  // namespace schemac::direct
