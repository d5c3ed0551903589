#include "direct/walk/keys.h"

#include <array>

#include "schemac/base/load.h"

namespace schemac::direct {
namespace {

constexpr plan::FieldId whole_element = ~plan::FieldId{0};  // List::unique of a list of texts

}  // namespace

plan::FieldId key_field(const std::optional<plan::FieldId>& field) {
  return field.value_or(whole_element);
}

bool is_of_record(const Key& key) { return key.field != whole_element; }

bool precedes(const Key& x, const Key& y) {
  if (x.is_number) return x.number < y.number;
  if (!x.is_list) return x.text < y.text;
  return x.texts < y.texts;
}

std::string shown(const Key& key) {
  if (key.is_number) return model::to_text(key.number);
  if (!key.is_list) return std::string(key.text);
  std::string text;
  for (std::size_t i = 0; i < key.texts.size(); ++i) {
    if (i != 0) text += '/';
    text += key.texts[i];
  }
  return text;
}

std::string flattened(const Key& key) {
  std::string text;
  for (const std::string_view each : key.texts) {
    text.append(reinterpret_cast<const char*>(std::array{each.size()}.data()), sizeof(std::size_t));
    text += each;
  }
  return text;
}

void Walker::take_key(const Activation& record, Key& key) {
  const plan::Body& body = record.record().fields[key.field].body;
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  key.at = record.place_of_field(key.field);
  key.number = record.raw_number(key.field);
  key.is_number = scalar != nullptr;
  key.is_list = std::holds_alternative<plan::List>(body.kind);
  key.texts.clear();
  if (scalar != nullptr) {
    key.text = impl::text_at(key.at, scalar->bit_count() / 8);
    return;
  }
  const std::byte* at = record.contents[key.field];
  const std::uint64_t length = record.lengths[key.field];
  if (!key.is_list) {
    key.text = impl::text_at(at, length);
    return;
  }
  for (std::uint64_t i = 0; i < length; ++i) {
    impl::msgpack::HeadAt head;
    if (!find_head(plan::HeadForm::text, at, record.end(), head)) return;  // it was walked before
    key.texts.push_back(impl::text_at(head.after, head.number));
    at = head.after + head.number;
  }
}

}  // namespace schemac::direct
