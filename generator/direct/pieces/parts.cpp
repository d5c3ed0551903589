#include "direct/pieces/parts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "direct/codecs.h"
#include "direct/number.h"
#include "direct/pieces/joined_array.h"
#include "direct/pieces/sort_key.h"
#include "direct/pieces/value_facts.h"
#include "model/range.h"
#include "plan/facts/directory_forms.h"
#include "schemac/base/checked.h"
#include "schemac/core/joined_array.h"

namespace schemac::direct {
namespace {

void remove_member(Members& members, const std::string& name) {
  std::erase_if(members.given, [&](const Member& each) { return each.name == name; });
}

const plan::Field* field_in(const plan::Record& record, const std::string& name) {
  const auto field = std::ranges::find(record.fields, name, &plan::Field::name);
  return field == record.fields.end() ? nullptr : &*field;
}

const plan::Record* record_in(const plan::Plan& plan, const plan::Record& record,
                              const std::string& name) {
  const plan::Field* field = field_in(record, name);
  if (field == nullptr) return nullptr;
  const auto* list = std::get_if<plan::List>(&field->body.kind);
  const plan::Body& body = list == nullptr ? field->body : list->element.front();
  const auto* nested = std::get_if<plan::Nested>(&body.kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

// A value, and the record that it is, or that its elements are.
template <class SomeValue>
struct Found {
  SomeValue* value = nullptr;
  const plan::Record* record = nullptr;
};
// Where fields lead, one in the other; without a value if one of them isn't there.
template <class SomeValue>
Found<SomeValue> walk(const plan::Plan& plan, Found<SomeValue> at,
                      std::span<const model::FileStep> steps) {
  for (const model::FileStep& step : steps) {
    auto* members = at.value == nullptr ? nullptr : std::get_if<Members>(&at.value->kind);
    if (members == nullptr || at.record == nullptr) return {};
    const auto found = std::ranges::find(members->given, step.member, &Member::name);
    at.value = found == members->given.end() ? nullptr : &found->value;
    at.record = record_in(plan, *at.record, step.member);
  }
  return at;
}

std::optional<Int128> number_at(const Scalars& list, std::uint64_t index) {
  if (index >= list.count) return std::nullopt;
  const std::byte* const begin = list.content.bytes.data();
  if (is_packed(list.dtype)) return load_packed(list.dtype, begin, index);
  return load_number(list.dtype, list.endian, begin + index * (bit_count(list.dtype) / 8));
}

// Where a part of an element begins or ends: a whole number, or one of a list of them. One that
// isn't there counts as what the schema says.
std::optional<std::uint64_t> bound_of(const plan::Plan& plan, const Found<const Value>& element,
                                      const model::FileExpression& path) {
  const std::span steps(path.steps);
  const auto holder = walk(plan, element, steps.first(steps.size() - 1));
  const auto [value, record] = walk(plan, holder, steps.last(1));
  if (value == nullptr) return std::nullopt;
  std::optional<Int128> number;
  if (const auto* list = std::get_if<Scalars>(&value->kind)) {
    if (steps.back().index) number = number_at(*list, *steps.back().index);
  } else if (const auto* one = std::get_if<Number>(&value->kind)) {
    number = one->value;
  } else if (value->is_absent() && !steps.back().index) {
    number = field_in(*holder.record, steps.back().member)->default_value.value_or(0);
  }
  if (!number) return std::nullopt;
  if (*number < 0 || *number > model::max_u64) return ~std::uint64_t{0};  // leads outside
  return static_cast<std::uint64_t>(*number);
}

// An element, and the record in it that has a part.
struct Holder {
  const Value& element;
  const plan::Record& element_record;
  Members& members;
  const plan::Record& record;
  std::size_t index;  // of the element
};

// The elements as a writer puts them, each by its place in the list.
std::vector<std::size_t> written_order(const plan::Field& list, const plan::Record& element,
                                       const Elements& elements) {
  std::vector<std::size_t> order(elements.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto* form = std::get_if<plan::List>(&list.body.kind);
  if (form == nullptr || !form->order_by) return order;
  const plan::Field& by = element.fields[*form->order_by];
  std::vector<SortKey> keys;
  keys.reserve(order.size());
  for (const Value& each : elements.values) {
    const auto* members = std::get_if<Members>(&each.kind);
    const Value* key = members == nullptr ? nullptr : members->find(by.name);
    keys.push_back(key == nullptr ? SortKey{by.default_value.value_or(0), {}} : sort_key(*key));
  }
  std::ranges::stable_sort(order, {},
                           [&](std::size_t index) -> const SortKey& { return keys[index]; });
  return order;
}

// Calls `visit(holder)` for each element that has a part, as a writer puts them.
template <class Visit>
void for_each_holder(const plan::Plan& plan, const plan::Record& record, Value& values,
                     const model::StatedParts& form, const Visit& visit) {
  const Found<Value> whole{&values, &record};
  const auto [list, element_record] = walk(plan, whole, form.list.steps);
  auto* elements = list == nullptr ? nullptr : std::get_if<Elements>(&list->kind);
  const std::span to_list = form.list.steps;
  const plan::Record* const around = walk(plan, whole, to_list.first(to_list.size() - 1)).record;
  if (elements == nullptr || element_record == nullptr || around == nullptr) return;
  const plan::Field* const field = field_in(*around, to_list.back().member);
  const std::span steps = form.begin.steps;
  for (const std::size_t index : written_order(*field, *element_record, *elements)) {
    Value& element = elements->values[index];
    const auto [value, holder] =
        walk(plan, Found<Value>{&element, element_record}, steps.first(steps.size() - 1));
    auto* members = value == nullptr ? nullptr : std::get_if<Members>(&value->kind);
    if (members != nullptr && holder != nullptr)
      visit(Holder{element, *element_record, *members, *holder, index});
  }
}

Value part_of(const Content& whole, std::optional<std::uint64_t> begin,
              std::optional<std::uint64_t> end) {
  if (!begin || !end) return {RawBytes{}};
  if (*begin > *end || *end > whole.bytes.size()) return {Absent{}};
  return {RawBytes{{whole.bytes.subspan(*begin, *end - *begin), whole.owner}}};
}

// Both places as a list in the order of this machine.
Value places(Dtype dtype, std::uint64_t begin, std::uint64_t end) {
  const auto owner = std::make_shared<const std::array<std::uint64_t, 2>>(std::array{begin, end});
  Scalars list;
  list.dtype = dtype;
  list.endian = std::endian::native == std::endian::little ? Endian::little : Endian::big;
  list.count = owner->size();
  list.content = {std::as_bytes(std::span(*owner)), owner};
  return {list};
}

// "items[3].value.data"
std::string path_of(const model::StatedParts& form, std::size_t index) {
  std::string path =
      model::path_text(form.list, model::Indices::left_out) + '[' + std::to_string(index) + "].";
  const std::span steps(form.begin.steps);
  for (const model::FileStep& step : steps.first(steps.size() - 1)) path += step.member + '.';
  return path + form.member;
}

// What tells an element from others, where its list says which field does.
const Value* key_of(const model::StatedParts& form, const plan::Plan& plan,
                    const plan::Record& record, const Holder& holder) {
  const plan::Record* around = &record;
  const std::span steps(form.list.steps);
  for (const model::FileStep& step : steps.first(steps.size() - 1))
    if (around != nullptr) around = record_in(plan, *around, step.member);
  const plan::Field* const field =
      around == nullptr ? nullptr : field_in(*around, steps.back().member);
  const auto* list = field == nullptr ? nullptr : std::get_if<plan::List>(&field->body.kind);
  const auto* element = std::get_if<Members>(&holder.element.kind);
  if (list == nullptr || !list->unique || element == nullptr) return nullptr;
  return element->find(holder.element_record.fields[*list->unique].name);
}

Joined joined_of(const RawBytes& part, JoinedShape shape, const model::JoinedArray& array) {
  Joined joined;
  const Blob kept = Blob::share(part.content.bytes, part.content.owner);
  joined.pieces.push_back({CodedBytes(&codec_none, kept.bytes()), kept});
  joined.size = kept.size();
  joined.element = std::move(shape.element);
  joined.unknown_type = std::move(shape.unknown_type);
  joined.is_column_major = shape.is_column_major;
  joined.dims = shape.dims ? *std::move(shape.dims)
                           : std::vector<std::uint64_t>{joined.size / joined.element.size};
  joined.declared = &array;
  return joined;
}

}  // namespace

impl::Parts find_parts(const plan::Plan& plan, const plan::Record& record, const Value& value,
                       const model::StatedParts& form) {
  impl::Parts parts;
  const auto [list, held] =
      walk(plan, Found<const Value>{&value, &record}, std::span(form.list.steps));
  const auto* elements = list == nullptr ? nullptr : std::get_if<Elements>(&list->kind);
  if (elements == nullptr) return parts;
  for (const Value& each : elements->values) {
    const Found<const Value> element{&each, held};
    parts.add(bound_of(plan, element, form.begin), bound_of(plan, element, form.end));
  }
  return parts;
}

bool has_part_members(const plan::Record& record) {
  return std::ranges::any_of(record.fields, &plan::Field::is_of_parts);
}

void take_parts(const plan::Plan& plan, const plan::Record& record, Value& values) {
  auto* members = std::get_if<Members>(&values.kind);
  if (members == nullptr) return;
  for (const plan::StatedParts& parts : record.parts) {
    if (parts.form.member.empty()) continue;
    const std::string& name = record.fields[parts.field].name;
    const Value* const held = members->find(name);
    const auto* raw = held == nullptr ? nullptr : std::get_if<RawBytes>(&held->kind);
    const Content whole = raw == nullptr ? Content() : raw->content;
    for_each_holder(plan, record, values, parts.form, [&](const Holder& holder) {
      const Found<const Value> element{&holder.element, &holder.element_record};
      Value part = part_of(whole, bound_of(plan, element, parts.form.begin),
                           bound_of(plan, element, parts.form.end));
      const plan::PartMember& member = *holder.record.part;
      remove_member(holder.members, holder.record.fields[member.first].name);
      remove_member(holder.members, holder.record.fields[member.last].name);
      holder.members.given.push_back({member.name, std::move(part)});
    });
    remove_member(*members, name);
  }
}

bool has_part_arrays(const plan::Record& record) {
  return std::ranges::any_of(
      record.parts, [](const plan::StatedParts& parts) { return parts.form.array.has_value(); });
}

std::vector<PartArray> part_arrays(const plan::Plan& plan, const plan::Record& record,
                                   Value& values) {
  std::vector<PartArray> found;
  for (const plan::StatedParts& parts : record.parts) {
    if (!parts.form.array) continue;
    const std::set<std::string_view> asked = plan::asked_names(*parts.form.array);
    for_each_holder(plan, record, values, parts.form, [&](const Holder& holder) {
      const Value* const part = holder.members.find(parts.form.member);
      const auto* raw = part == nullptr ? nullptr : std::get_if<RawBytes>(&part->kind);
      const RecordFacts facts(plan, holder.element_record, holder.element, asked);
      auto shape = shape_of(facts.scope(), *parts.form.array);
      if (raw == nullptr || !shape) return;
      found.push_back({path_of(parts.form, holder.index), key_of(parts.form, plan, record, holder),
                       part, joined_of(*raw, *std::move(shape), *parts.form.array)});
    });
  }
  return found;
}

std::optional<Problem> place_parts(const plan::Plan& plan, const plan::Record& record,
                                   Value& values) {
  std::optional<Problem> problem;
  for (const plan::StatedParts& parts : record.parts) {
    if (parts.form.member.empty()) continue;
    RawBytes whole;
    std::uint64_t reached = 0;
    for_each_holder(plan, record, values, parts.form, [&](const Holder& holder) {
      const plan::PartMember& member = *holder.record.part;
      const Value* const held = holder.members.find(member.name);
      const auto* raw = held == nullptr ? nullptr : std::get_if<RawBytes>(&held->kind);
      const Content part = raw == nullptr ? Content() : raw->content;
      remove_member(holder.members, member.name);
      const std::uint64_t begin = reached;
      if (!impl::add(begin, part.bytes.size(), reached) && !problem)
        problem = {model::path_text(parts.form.list, model::Indices::left_out) + "[" +
                       std::to_string(holder.index) + "]." +
                       model::path_text(parts.form.end, model::Indices::left_out),
                   "can't be computed in 64 bits", ""};
      const plan::Field& first = holder.record.fields[member.first];
      if (const auto* list = std::get_if<plan::List>(&first.body.kind)) {
        const Dtype dtype = std::get<plan::Scalar>(list->element.front().kind).dtype;
        holder.members.given.push_back({first.name, places(dtype, begin, reached)});
      } else {
        holder.members.given.push_back({first.name, {Number{begin, {}}}});
        holder.members.given.push_back(
            {holder.record.fields[member.last].name, {Number{reached, {}}}});
      }
      whole.parts.push_back(part);
    });
    if (auto* members = std::get_if<Members>(&values.kind))
      members->given.push_back({record.fields[parts.field].name, {std::move(whole)}});
  }
  return problem;
}

}  // namespace schemac::direct
