#include "direct/json/value_json.h"

#include <nlohmann/json.hpp>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/json/free_json.h"
#include "direct/json_texts.h"
#include "direct/number.h"
#include "direct/pieces/joined_array.h"
#include "schemac/digest/digester.h"
#include "schemac/digest/openssl.h"
#include "source/utf8.h"

namespace schemac::direct {
namespace {

constexpr std::uint64_t preview_elements = 8;
constexpr std::size_t short_bytes = 64;  // raw bytes up to this size are shown as they are

class JsonMaker {
 public:
  explicit JsonMaker(Payloads payloads) : payloads_(payloads) {}

  Json make(const Value& value) const {
    return std::visit([this](const auto& kind) { return this->of(kind); }, value.kind);
  }

 private:
  static Json of(const Absent&) { return nullptr; }
  static Json of(const Number& number) {
    return number.name.empty() ? number_json(number.value) : Json(number.name);
  }
  static Json of(const Real& real) { return real_json(real.dtype, real.bits); }
  static Json of(const Boolean& boolean) { return boolean.value; }
  static Json of(const Characters& text) { return text_json(text.content.bytes); }

  Json of(const RawBytes& raw) const {
    const Bytes bytes = raw.content.bytes;
    if (bytes.size() <= short_bytes) return Json{{"hex", to_hex(bytes)}};
    Json json = {{"nbytes", bytes.size()}, {"sha256", sha256(bytes)}};
    json["preview"] = to_hex(bytes.first(short_bytes / 4));
    if (payloads_ == Payloads::full) json["data"] = to_base64(bytes);
    return json;
  }

  // By its plain content; what can't be decoded by its stored bytes.
  Json of(const EncodedContent& encoded) const {
    const Result<Blob> plain = encoded.coded.plain();
    const Bytes stored = encoded.coded.stored().bytes();
    Json json;
    if (encoded.value != nullptr) {
      json["value"] = free_json(*encoded.value);
      if (payloads_ == Payloads::full && plain) json["data"] = to_base64(plain->bytes());
    } else if (plain) {
      const Payload payload{
          Dtype::u8, {{plain->size()}}, false, Endian::little, {plain->bytes(), nullptr}};
      json = of(payload);
    } else {
      json = {{"undecodable", plain.error().message}, {"nbytes_stored", stored.size()}};
    }
    if (payloads_ == Payloads::full && encoded.coded.is_stored())
      json["stored"] = to_base64(stored);
    return json;
  }
  static Json of(const OpenValue& open) { return free_json(*open.value); }

  static Json of(const Scalars& list) {
    if (list.dtype == Dtype::u1) {
      std::string bits;
      for (std::uint64_t i = 0; i < list.count; ++i) {
        bits += load_packed(Dtype::u1, list.content.bytes.data(), i) != 0 ? '1' : '0';
      }
      return bits;
    }
    Json json = Json::array();
    for (std::uint64_t i = 0; i < list.count; ++i) json.push_back(element_json(list, i));
    return json;
  }

  Json of(const Elements& list) const {
    Json json = Json::array();
    for (const Value& value : list.values) json.push_back(make(value));
    return json;
  }

  Json of(const Payload& payload) const {
    const Bytes bytes = payload.content.bytes;
    Json json = {{"dtype", name(payload.dtype)},
                 {"numpy", numpy_json(payload.dtype, payload.endian)}};
    const std::uint64_t count = element_count(payload);
    if (!payload.dims) {
      json["value"] =
          count == 0 ? Json(nullptr) : element_json(payload.dtype, payload.endian, bytes, 0);
      return json;
    }
    json["dims"] = *payload.dims;
    json["nbytes"] = bytes.size();
    json["sha256"] = sha256(bytes);
    Json preview = Json::array();
    for (std::uint64_t i = 0; i < std::min(count, preview_elements); ++i) {
      preview.push_back(element_json(payload.dtype, payload.endian, bytes, i));
    }
    json["preview"] = std::move(preview);
    if (payloads_ == Payloads::full) json["data"] = to_base64(bytes);
    return json;
  }

  // Never with its bytes: other members have them.
  static Json of(const Joined& joined) {
    Json json = {{"dtype", joined.element.name},
                 {"numpy", numpy_json(joined.element)},
                 {"dims", joined.dims}};
    if (joined.unknown_type) json["unknown_dtype"] = source::as_utf8(joined.unknown_type->name);
    if (!joined.element.dtype) json["element_size"] = joined.element.size;
    if (joined.is_column_major) json["order"] = "column";
    json["nbytes"] = joined.size;
    json["pieces"] = joined.pieces.size();
    impl::Digester digester(impl::digest_sha256);
    const auto problem = each_piece(joined, [&](Bytes piece) {
      digester.add(piece);
      return true;
    });
    if (problem) {
      json["undecodable"] = *problem;
      return json;
    }
    json["sha256"] = to_hex(digester.finish());
    const std::uint64_t size = joined.element.size;
    const std::vector<std::byte> first =
        first_bytes(joined, std::min(joined.size, preview_elements * size));
    json["preview"] = Json::array();
    for (std::uint64_t at = 0; first.size() - at >= size; at += size) {
      const Bytes element = Bytes(first).subspan(at, size);
      json["preview"].push_back(
          joined.element.dtype
              ? element_json(*joined.element.dtype, joined.element.endian, element, 0)
              : Json(to_hex(element)));
    }
    return json;
  }

  Json of(const Chosen& chosen) const {
    Json json = Json::object();
    json[chosen.alternative] = make(chosen.value.front());
    return json;
  }

  Json of(const Members& members) const {
    Json json = Json::object();
    add(members.given, json);
    Json choices = Json::object();
    add(members.choices, choices);
    add_stored(members.given, choices);
    if (!choices.empty()) json["choices"] = std::move(choices);
    return json;
  }

  // How values of no type were spelled, where that isn't how a writer does.
  static void add_stored(const std::vector<Member>& members, Json& choices) {
    for (const auto& [name, value] : members) {
      Json spelling = spelling_of(value);
      if (!spelling.is_null()) choices[name] = std::move(spelling);
    }
  }
  // A text, or bytes; of a list one for each element. Null: as a writer does, or of another kind.
  static Json spelling_of(const Value& value) {
    if (const auto* open = std::get_if<OpenValue>(&value.kind)) {
      if (open->is_usual) return nullptr;
      if (is_object(*open->form)) return {{"hex", to_hex(open->content.bytes)}};
      return text_json(open->content.bytes);
    }
    if (const auto* chosen = std::get_if<Chosen>(&value.kind))
      return spelling_of(chosen->value.front());
    const auto* list = std::get_if<Elements>(&value.kind);
    if (list == nullptr || list->values.empty()) return nullptr;
    if (std::holds_alternative<Members>(list->values.front().kind)) return nullptr;  // their own
    Json all = Json::array();
    bool is_any = false;
    for (const Value& each : list->values) {
      all.push_back(spelling_of(each));
      is_any = is_any || !all.back().is_null();
    }
    return is_any ? all : Json(nullptr);
  }

  // Names differ: none is looked for, as operator[] would among all before.
  void add(const std::vector<Member>& members, Json& json) const {
    auto& object = json.get_ref<Json::object_t&>();
    for (const auto& [name, value] : members)
      static_cast<Json::object_t::Container&>(object).emplace_back(name, make(value));
  }

  Payloads payloads_;
};

}  // namespace

nlohmann::ordered_json to_json(const Value& value, Payloads payloads) {
  return JsonMaker(payloads).make(value);
}

nlohmann::ordered_json to_json(const Decoded& decoded, const std::string& schema,
                               Payloads payloads) {
  Json json = {{"schema", schema}, {"values", to_json(decoded.values, payloads)}};
  if (decoded.left_out != 0) json["left_out"] = decoded.left_out;
  return json;
}

}  // namespace schemac::direct
