#include "random/planned_values.h"

#include <bit>
#include <nlohmann/json.hpp>

#include "direct/flags.h"
#include "direct/json/free_json.h"
#include "direct/number.h"
#include "random/show_value.h"
#include "schemac/check/decoding.h"
#include "schemac/core/scalar.h"

namespace net {

namespace plan = schemac::plan;
namespace direct = schemac::direct;
using schemac::Dtype;

namespace {

Shown show_element(Dtype dtype, schemac::Endian endian, const std::byte* at) {
  const auto scalar = schemac::Scalar::load_from(at, dtype, endian);
  if (direct::is_real(dtype)) return real(scalar.get<double>());
  const auto range = direct::range_of(dtype);
  return range.min < 0 ? number(scalar.get<std::int64_t>()) : number(scalar.get<std::uint64_t>());
}

class Shower {
 public:
  explicit Shower(const plan::Plan& plan) : plan_(plan) {}

  Shown record(const plan::Record& record, const direct::Members& members) {
    Shown made = of_kind(Shown::Kind::record);
    for (const direct::Member& member : members.given) {
      const plan::Field* field = nullptr;
      for (const plan::Field& each : record.fields)
        if (each.name == member.name) field = &each;
      if (field == nullptr && !(record.part && record.part->name == member.name)) continue;
      if (field == nullptr)
        add(made, member.name, content(std::get<direct::RawBytes>(member.value.kind)));
      else
        add(made, member.name, body(field->body, member.value));
    }
    return made;
  }

 private:
  Shown body(const plan::Body& body, const direct::Value& value) {
    return std::visit([&](const auto& kind) { return this->of(body, kind); }, value.kind);
  }
  static Shown content(const direct::RawBytes& raw) {
    if (raw.parts.empty()) return bytes(raw.content.bytes);
    return of_kind(Shown::Kind::unseen);
  }

  Shown of(const plan::Body&, const direct::Absent&) { return {}; }
  Shown of(const plan::Body&, const direct::Number& value) {
    return of_kind(Shown::Kind::number, schemac::model::to_text(value.value));
  }
  Shown of(const plan::Body&, const direct::Boolean& value) {
    return number(std::uint64_t{value.value});
  }
  Shown of(const plan::Body&, const direct::Real& value) {
    const auto bits = value.bits;
    return show_element(value.dtype, schemac::Endian::little,
                        reinterpret_cast<const std::byte*>(&bits));
  }
  Shown of(const plan::Body&, const direct::Characters& value) {
    return bytes(value.content.bytes);
  }
  Shown of(const plan::Body&, const direct::RawBytes& value) { return content(value); }
  Shown of(const plan::Body&, const direct::EncodedContent& value) {
    return net::show(value.coded);
  }
  Shown of(const plan::Body&, const direct::OpenValue& value) {
    return bytes(direct::free_json(*value.value).dump());
  }
  Shown of(const plan::Body&, const direct::Scalars& value) {
    if (direct::is_packed(value.dtype)) return of_kind(Shown::Kind::unseen);
    Shown made = of_kind(Shown::Kind::list);
    const std::size_t size = schemac::byte_count(value.dtype);
    const bool is_boolean = value.dtype == Dtype::bool8;
    for (std::uint64_t i = 0; i < value.count; ++i) {
      const std::byte* const at = value.content.bytes.data() + i * size;
      if (value.flags != nullptr)
        add(made, "",
            word(*value.flags, direct::flags_of(*value.flags, direct::load_number(
                                                                  value.dtype, value.endian, at))));
      else
        add(made, "",
            is_boolean ? number(std::uint64_t{*at != std::byte{0}})
                       : show_element(value.dtype, value.endian, at));
    }
    return made;
  }
  Shown of(const plan::Body& body, const direct::Elements& value) {
    const auto* list = std::get_if<plan::List>(&body.kind);
    Shown made = of_kind(Shown::Kind::list);
    for (const direct::Value& each : value.values)
      add(made, "", this->body(list->element.front(), each));
    return made;
  }
  Shown of(const plan::Body& body, const direct::Payload& value) {
    const auto* array = std::get_if<plan::Array>(&body.kind);
    if (value.dims || (array != nullptr && array->dims)) return bytes(value.content.bytes);
    if (value.content.bytes.size() < schemac::byte_count(value.dtype))
      return of_kind(Shown::Kind::unseen);
    const auto scalar =
        schemac::Scalar::load_from(value.content.bytes.data(), value.dtype, value.endian);
    return of_kind(Shown::Kind::number, to_string(scalar));
  }
  Shown of(const plan::Body&, const direct::Joined&) { return of_kind(Shown::Kind::unseen); }
  Shown of(const plan::Body& body, const direct::Chosen& value) {
    const auto& choice = std::get<plan::Switch>(body.kind);
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i)
      if (choice.alternatives[i].name == value.alternative)
        return chosen(i, "", this->body(choice.alternatives[i].body.front(), value.value.front()));
    return of_kind(Shown::Kind::unseen);
  }
  Shown of(const plan::Body& body, const direct::Members& value) {
    if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
      return record(plan_.records[nested->record], value);
    return word(std::get<plan::Scalar>(body.kind).flags, value);
  }
  static Shown word(const std::vector<plan::Flag>& flags, const direct::Members& value) {
    return number(static_cast<std::uint64_t>(direct::word_of(flags, value)));
  }

  const plan::Plan& plan_;
};

}  // namespace

Shown show(const schemac::Coded& value) {
  const auto plain = value.plain();
  return plain ? bytes(plain->bytes()) : of_kind(Shown::Kind::refused, plain.error().message);
}
Shown show(const schemac::Free& value) { return bytes(direct::free_json(value.value).dump()); }
Shown show_coded(const schemac::CodedBytes& value) {
  schemac::Blob plain;
  const schemac::CodecFlaw flaw = value.decode(plain);
  if (flaw != schemac::CodecFlaw::none)
    return of_kind(Shown::Kind::refused, schemac::impl::violation_of(flaw).message);
  return bytes(plain.bytes());
}
Shown show_free(const schemac::FreeValue& value) { return bytes(direct::free_json(value).dump()); }

Shown show(const plan::Plan& plan, const plan::Record& record, const direct::Value& value) {
  return Shower(plan).record(record, std::get<direct::Members>(value.kind));
}

}  // namespace net
