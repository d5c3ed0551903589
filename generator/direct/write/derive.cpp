// The numbers that follow from values and places: counts, sizes, offsets, tags, flags, expressions.
#include <algorithm>

#include "direct/flags.h"
#include "direct/number.h"
#include "direct/write/tree.h"

namespace schemac::direct {
namespace {

Outcome unknown() { return Outcome::failed(Failure::unknown); }

bool is_taken(const plan::Switch& choice, const plan::Alternative& held, Int128 tag) {
  if (!held.tags.empty())
    return std::find(held.tags.begin(), held.tags.end(), tag) == held.tags.end();
  return std::any_of(choice.alternatives.begin(), choice.alternatives.end(),
                     [&](const plan::Alternative& each) {
                       return std::find(each.tags.begin(), each.tags.end(), tag) != each.tags.end();
                     });
}

// What a scalar field is to say: what was given, or what follows from other values.
Outcome stated(const RecordNode& node, plan::FieldId id, const plan::Scalar& scalar) {
  const plan::Field& field = node.record.fields[id];
  const bool is_given = field.may_be_unknown() && node.fields[id].content.value != nullptr;
  if (field.unknown && (field.may_be_unknown() ? !is_given : !node.fields[id].is_known))
    return {field.unknown->value};
  if (field.multiple) {
    const Outcome whole = evaluate(field.multiple->whole, node.state.plan, node);
    if (whole.ok() && whole.value % Int128{field.multiple->divisor} != 0)
      return unknown();  // which the checks report
  }
  if (field.derivation) return evaluate(*field.derivation, node.state.plan, node);
  if (field.source.kind != plan::SourceKind::constant) return node.given(id);
  return scalar.constant ? Outcome{*scalar.constant} : unknown();
}

// Whether a number isn't there: others see a 0, or the default that a message has for it.
bool says_absent(const RecordNode& node, plan::FieldId id) {
  const plan::Field& field = node.record.fields[id];
  if (node.record.message() != nullptr) return field.is_optional() && !node.fields[id].is_present;
  if (!field.presence) return false;
  if (field.has_member()) return field.is_optional() && !node.fields[id].is_present;
  const Outcome condition = evaluate(field.presence->condition, node.state.plan, node);
  // One that can't be computed doesn't hold.
  return condition.value == 0 && condition.failure != Failure::unknown;
}

Int128 absent_number(const plan::Record& record, plan::FieldId id) {
  return record.message() == nullptr ? 0 : record.fields[id].default_value.value_or(0);
}

}  // namespace

Outcome given_number(const plan::Scalar& scalar, const Value* value) {
  if (value == nullptr) return scalar.flags.empty() ? unknown() : Outcome{0};
  if (const auto* number = std::get_if<Number>(&value->kind)) return {number->value};
  if (const auto* boolean = std::get_if<Boolean>(&value->kind)) return {boolean->value ? 1 : 0};
  if (const auto* real = std::get_if<Real>(&value->kind)) return {Int128{real->bits}};
  if (const auto* members = std::get_if<Members>(&value->kind))
    return {word_of(scalar.flags, *members)};
  return unknown();
}

std::optional<Int128> tag_of_dtype(const plan::Plan& plan, const plan::Switch& choice,
                                   const plan::Alternative& held, Dtype dtype) {
  if (!choice.tag_enum) return std::nullopt;
  for (const plan::EnumMember& member : plan.enums[*choice.tag_enum].members) {
    const auto& attributes = member.attributes;
    const bool has_dtype =
        *held.tag_by_dtype < attributes.size() && attributes[*held.tag_by_dtype] &&
        *attributes[*held.tag_by_dtype] == Int128{static_cast<std::uint8_t>(dtype)};
    if (has_dtype && !is_taken(choice, held, member.value)) return member.value;
  }
  return std::nullopt;
}

Outcome RecordNode::number(plan::FieldId field) const {
  const auto* scalar = std::get_if<plan::Scalar>(&record.fields[field].body.kind);
  if (scalar == nullptr) return unknown();
  if (says_absent(*this, field)) return {absent_number(record, field)};
  AskedNumber& asked = fields[field].number;
  if (asked.found) return *asked.found;
  if (asked.is_asked) return unknown();
  asked.is_asked = true;
  const Outcome outcome = stated(*this, field, *scalar);
  asked.is_asked = false;
  if (outcome.ok()) asked.found = outcome;
  return outcome;
}

Outcome RecordNode::given(plan::FieldId field) const {
  const auto* scalar = std::get_if<plan::Scalar>(&record.fields[field].body.kind);
  return scalar == nullptr ? unknown() : given_number(*scalar, fields[field].content.value);
}

Outcome RecordNode::tag_of(plan::FieldId field) const {
  const BodyNode& content = fields[field].content;
  const auto* choice = std::get_if<plan::Switch>(&record.fields[field].body.kind);
  if (choice == nullptr || content.inner.empty()) return unknown();
  const plan::Alternative& held = choice->alternatives[content.alternative];
  if (!held.tag_by_dtype) return held.tags.size() == 1 ? Outcome{held.tags.front()} : unknown();
  const Value* value = content.inner.front().value;
  const auto* payload = value == nullptr ? nullptr : std::get_if<Payload>(&value->kind);
  const auto tag =
      payload == nullptr ? std::nullopt : tag_of_dtype(state.plan, *choice, held, payload->dtype);
  return tag ? Outcome{*tag} : unknown();
}

Outcome RecordNode::section_begin(std::uint32_t section) const {
  return sections[section].is_placed ? Outcome{Int128{sections[section].begin}} : unknown();
}

Outcome RecordNode::length(plan::FieldId field) const {
  const auto* list = std::get_if<plan::List>(&record.fields[field].body.kind);
  if (list != nullptr && list->starts_of && fields[field].is_present)
    return length(*list->starts_of);
  return {fields[field].is_present ? Int128{length_of(fields[field].content)} : Int128{0}};
}

Outcome RecordNode::size_of(plan::FieldId field) const {
  const FieldNode& node = fields[field];
  if (!node.is_present) return {0};
  // Fields of a message have no places; texts and bytes are as large as they are long.
  const auto& kind = record.fields[field].body.kind;
  const bool is_long = std::holds_alternative<plan::Text>(kind) ||
                       (std::holds_alternative<plan::Raw>(kind) && !std::get<plan::Raw>(kind).free);
  if (!node.is_placed && is_long && record.message() != nullptr) return length(field);
  return node.is_placed ? Outcome{Int128{node.content.size}} : unknown();
}

Outcome RecordNode::offset_of(plan::FieldId field) const {
  const FieldNode& node = fields[field];
  return node.is_present && node.is_placed ? Outcome{Int128{node.content.begin}} : unknown();
}

Outcome RecordNode::plain_size(plan::FieldId field) const {
  const auto& coded = fields[field].content.coded;
  return {Int128{coded ? coded->size() : 0}};
}

Outcome RecordNode::size_of_last(plan::FieldId list, plan::FieldId member) const {
  const FieldNode& field = fields[list];
  if (!field.is_present || field.content.inner.empty()) return {0};
  const RecordNode& element = *field.content.inner.back().record;
  return element.record.fields[member].codec ? element.plain_size(member) : element.length(member);
}

Outcome RecordNode::is_present(plan::FieldId field) const {
  return {fields[field].is_present ? 1 : 0};
}

Outcome RecordNode::item(plan::FieldId list, std::uint64_t index) const {
  const Value* value = fields[list].content.value;
  const auto* held = value == nullptr ? nullptr : std::get_if<Scalars>(&value->kind);
  if (held == nullptr || index >= held->count) return unknown();
  const std::byte* first = held->content.bytes.data();
  if (is_packed(held->dtype)) return {load_packed(held->dtype, first, index)};
  return {load_number(held->dtype, held->endian, first + index * (bit_count(held->dtype) / 8))};
}

std::optional<std::string_view> RecordNode::text(plan::FieldId field) const {
  const Content* content = content_of(fields[field].content.value);
  if (content == nullptr) return std::nullopt;
  return impl::text_at(content->bytes.data(), content->bytes.size());
}

const Scope* RecordNode::inside(plan::FieldId field) const {
  return fields[field].content.record.get();
}

Outcome RecordNode::param(plan::ParamId param) const {
  if (up == nullptr || nested == nullptr || param >= nested->args.size()) return unknown();
  return evaluate(nested->args[param], state.plan, *up);
}

ListOf RecordNode::param_list(plan::ParamId param) const {
  if (up == nullptr || nested == nullptr || param >= nested->args.size()) return {};
  return find_list(nested->args[param], *up);
}

Outcome RecordNode::file_size() const {
  return state.file_size ? Outcome{Int128{*state.file_size}} : unknown();
}

}  // namespace schemac::direct
