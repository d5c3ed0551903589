#include "direct/pieces/value_facts.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "direct/message_elements.h"
#include "direct/number.h"
#include "schemac/base/load.h"

namespace schemac::direct {
namespace {

using impl::FileFact;

// A list of scalars as numbers, where they are.
struct ScalarNumbers {
  Scalars list;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(list.count); }
  Int128 operator[](std::size_t i) const {
    const std::byte* const begin = list.content.bytes.data();
    if (is_packed(list.dtype)) return load_packed(list.dtype, begin, i);
    return load_number(list.dtype, list.endian, begin + i * (bit_count(list.dtype) / 8));
  }
};

// A value, and what the plan says it is; of a list what it says of the elements.
struct ValueFacts {
  using Kind = FileFact::Kind;

  const plan::Plan& plan;
  const std::set<std::string_view>& asked;
  const plan::Record* record = nullptr;
  const plan::Field* field = nullptr;

  [[nodiscard]] FileFact of(const Value& value) const { return std::visit(*this, value.kind); }

  FileFact operator()(const Absent&) const {
    FileFact fact = FileFact::of(Kind::absent);
    const auto* scalar = field == nullptr ? nullptr : std::get_if<plan::Scalar>(&field->body.kind);
    fact.has_number = scalar != nullptr && !is_real(scalar->dtype);
    if (fact.has_number) fact.number = field->default_value.value_or(0);
    return fact;
  }
  FileFact operator()(const Number& number) const {
    return FileFact::of(Kind::number, number.value);
  }
  FileFact operator()(const Boolean& boolean) const {
    return FileFact::of(Kind::number, boolean.value ? 1 : 0);
  }
  FileFact operator()(const Characters& characters) const {
    const Bytes bytes = characters.content.bytes;
    return FileFact::text_of(impl::text_at(bytes.data(), bytes.size()));
  }
  FileFact operator()(const Scalars& scalars) const {
    // Real numbers aren't calculated with.
    if (is_real(scalars.dtype) || bit_count(scalars.dtype) > 64)
      return FileFact::unknown_list(static_cast<std::size_t>(scalars.count));
    return FileFact::list_of_numbers(ScalarNumbers{scalars});
  }
  FileFact operator()(const Elements& elements) const {
    FileFact fact = FileFact::of(Kind::elements);
    fact.inner.reserve(elements.values.size());
    for (const Value& each : elements.values) fact.inner.push_back(of(each));
    return fact;
  }
  FileFact operator()(const Members& members) const {
    if (record == nullptr) return {};
    FileFact fact = FileFact::of(Kind::members);
    for (const plan::Field& each : record->fields) {
      const Value* found = asked.contains(each.name) ? members.find(each.name) : nullptr;
      if (found == nullptr) continue;
      const auto* nested = std::get_if<plan::Nested>(&value_body(each.body).kind);
      const plan::Record* held = nested == nullptr ? nullptr : &plan.records[nested->record];
      fact.names.push_back(each.name);
      fact.inner.push_back(ValueFacts{plan, asked, held, &each}.of(*found));
    }
    return fact;
  }
  FileFact operator()(const RawBytes& raw) const {
    return FileFact::content_of(raw.content.bytes.size());
  }
  FileFact operator()(const Payload& array) const {
    return FileFact::content_of(array.content.bytes.size());
  }
  FileFact operator()(const EncodedContent& encoded) const {
    if (encoded.value == nullptr) return FileFact::content_of(encoded.coded.size());
    FileFact fact = impl::fact_of_free(*encoded.value, encoded.value);
    fact.size = encoded.coded.size();
    return fact;
  }
  FileFact operator()(const OpenValue& open) const {
    return impl::fact_of_free(*open.value, open.value);
  }
  FileFact operator()(const Real&) const { return {}; }
  FileFact operator()(const Joined&) const { return {}; }
  FileFact operator()(const Chosen&) const { return {}; }
};

}  // namespace

FileFact value_facts(const plan::Plan& plan, const plan::Record& record, const Value& members,
                     const std::set<std::string_view>& asked) {
  return ValueFacts{plan, asked, &record, nullptr}.of(members);
}

}  // namespace schemac::direct
