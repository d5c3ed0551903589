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

// A value may have a field that its version lacks: that is refused, but later than rules are.
bool is_held(const RecordNode& node, plan::FieldId id) {
  if (!node.fields[id].is_present) return false;
  const auto& availability = node.record.fields[id].availability;
  if (!availability) return true;
  const Outcome has = evaluate(availability->condition, node.state.plan, node);
  return has.ok() && has.value != 0;
}

// What the number follows from: of several fields the first that is there.
const plan::Source& source_at_hand(const RecordNode& node, const plan::Source& source) {
  if (source.others.empty() || is_held(node, source.field)) return source;
  for (const plan::Source& other : source.others)
    if (is_held(node, other.field)) return other;
  return source;
}

// Derives the number of one scalar field.
class Deriver {
 public:
  Deriver(const RecordNode& node, plan::FieldId field, const plan::Scalar& scalar)
      : node_(node),
        id_(field),
        scalar_(scalar),
        source_(source_at_hand(node, node.record.fields[field].source)) {}

  Outcome derive() const {
    const plan::Field& field = node_.record.fields[id_];
    const bool is_given = field.may_be_unknown() && node_.fields[id_].content.value != nullptr;
    if (field.unknown && (field.may_be_unknown() ? !is_given : !node_.fields[id_].is_known))
      return {field.unknown->value};
    switch (source_.kind) {
      case plan::SourceKind::member:
        return given_number(scalar_, node_.fields[id_].content.value);
      case plan::SourceKind::constant:
        return scalar_.constant ? Outcome{*scalar_.constant} : unknown();
      case plan::SourceKind::count_of:
        return is_absent() ? absent_value() : scaled(node_.length(source_.field));
      case plan::SourceKind::size_of:
        return is_absent() ? absent_value() : scaled(node_.size_of(source_.field));
      case plan::SourceKind::plain_size_of:
        return is_absent() ? absent_value() : scaled(node_.plain_size(source_.field));
      case plan::SourceKind::begin_of:
        return is_absent() ? absent_value() : scaled(node_.offset_of(source_.field));
      case plan::SourceKind::section_begin:
        return section_begin();
      case plan::SourceKind::tag_of:
        return tag();
      case plan::SourceKind::flags:
        return flags();
      case plan::SourceKind::expression:
        return source_.expression ? evaluate(*source_.expression, node_.state.plan, node_)
                                  : unknown();
    }
    return unknown();
  }

 private:
  [[nodiscard]] bool is_absent() const { return !is_held(node_, source_.field); }

  [[nodiscard]] Outcome absent_value() const { return {source_.absent}; }

  [[nodiscard]] Outcome scaled(Outcome number) const {
    if (!number.ok()) return number;
    const Int128 value = number.value * source_.factor + source_.offset;
    if (value % source_.divisor != 0) return unknown();  // which is told where it stands
    return {value / source_.divisor};
  }

  [[nodiscard]] Outcome section_begin() const {
    const SectionNode& section = node_.sections[source_.section];
    return section.is_placed ? Outcome{Int128{section.begin}} : unknown();
  }

  // The bit of each optional field, beside those that are given.
  [[nodiscard]] Outcome flags() const {
    Outcome word = given_number(scalar_, node_.fields[id_].content.value);
    if (!word.ok()) return word;
    auto bits = static_cast<std::uint64_t>(word.value);
    for (const plan::Flag& flag : scalar_.flags) {
      if (flag.presence_of && is_held(node_, *flag.presence_of))
        bits |= std::uint64_t{1} << flag.bit;
    }
    if (scalar_.flags.empty() && is_absent()) return {0};
    if (scalar_.flags.empty()) return {1};
    return {Int128{bits}};
  }

  [[nodiscard]] Outcome tag_by_dtype(const plan::Switch& choice, const plan::Alternative& held,
                                     const BodyNode& content) const {
    const auto* payload =
        content.value == nullptr ? nullptr : std::get_if<Payload>(&content.value->kind);
    if (payload == nullptr) return unknown();
    const auto tag = tag_of_dtype(node_.state.plan, choice, held, payload->dtype);
    return tag ? Outcome{*tag} : unknown();
  }

  [[nodiscard]] Outcome tag() const {
    const FieldNode& field = node_.fields[source_.field];
    if (is_absent()) return absent_value();
    const auto* choice = std::get_if<plan::Switch>(&node_.record.fields[source_.field].body.kind);
    if (choice == nullptr || field.content.parts.empty()) return unknown();
    const plan::Alternative& held = choice->alternatives[field.content.alternative];
    if (held.tag_by_dtype) return tag_by_dtype(*choice, held, field.content.parts.front());
    return held.tags.size() == 1 ? Outcome{held.tags.front()} : unknown();
  }

  const RecordNode& node_;
  plan::FieldId id_;
  const plan::Scalar& scalar_;
  const plan::Source& source_;
};

}  // namespace

namespace {

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

std::optional<Int128> RecordNode::undivided(plan::FieldId field) const {
  const plan::Source& source = record.fields[field].source;
  if (source.divisor == 1 || !fields[source.field].is_present) return std::nullopt;
  Outcome number = Outcome::failed(Failure::unknown);
  if (source.kind == plan::SourceKind::count_of) number = length(source.field);
  if (source.kind == plan::SourceKind::size_of) number = size_of(source.field);
  if (source.kind == plan::SourceKind::plain_size_of) number = plain_size(source.field);
  if (!number.ok()) return std::nullopt;
  return number.value * source.factor + source.offset;
}

Outcome RecordNode::number(plan::FieldId field) const {
  const auto* scalar = std::get_if<plan::Scalar>(&record.fields[field].body.kind);
  if (scalar == nullptr) return unknown();
  if (says_absent(*this, field)) return {absent_number(record, field)};
  AskedNumber& asked = fields[field].number;
  if (asked.found) return *asked.found;
  if (asked.is_asked) return unknown();
  asked.is_asked = true;
  const Outcome outcome = Deriver(*this, field, *scalar).derive();
  asked.is_asked = false;
  if (outcome.ok()) asked.found = outcome;
  return outcome;
}

Outcome RecordNode::length(plan::FieldId field) const {
  const auto* list = std::get_if<plan::List>(&record.fields[field].body.kind);
  if (list != nullptr && list->begins_of && fields[field].is_present)
    return length(*list->begins_of);
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

Outcome RecordNode::size_of_last(plan::FieldId list, plan::FieldId part) const {
  const FieldNode& field = fields[list];
  if (!field.is_present || field.content.parts.empty()) return {0};
  const RecordNode& element = *field.content.parts.back().record;
  return element.record.fields[part].codec ? element.plain_size(part) : element.length(part);
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
