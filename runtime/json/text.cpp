// Values and messages to texts.
#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_set>

#include "schemac/core/protobuf.h"
#include "schemac/json/json.h"

namespace schemac::json {
namespace {

constexpr std::uint32_t any_depth = ~std::uint32_t{0} >> 1;

// A text as it grows: what stands between its parts.
class Writer {
 public:
  explicit Writer(const Style& style) : style_(style) {}

  void raw(std::string_view text) { out_ += text; }
  void text(std::string_view value) {
    const nlohmann::json json(value);
    out_ += json.dump(-1, ' ', style_.ascii, nlohmann::json::error_handler_t::replace);
  }
  void real(double value) { out_ += std::isfinite(value) ? nlohmann::json(value).dump() : "null"; }
  void boolean(bool value) { out_ += value ? "true" : "false"; }
  void open(char bracket) {
    out_ += bracket;
    is_first_.push_back(true);
  }
  void close(char bracket) {
    const bool is_empty = is_first_.back();
    is_first_.pop_back();
    if (!is_empty) new_line();
    out_ += bracket;
  }
  /// Before each element and each name.
  void next() {
    if (!is_first_.back()) out_ += style_.indent == 0 ? style_.item : without_blanks(style_.item);
    is_first_.back() = false;
    new_line();
  }
  void name(std::string_view value) {
    next();
    text(value);
    out_ += style_.key;
  }
  void value(const FreeValue& value) {
    std::visit([this](const auto& kind) { this->of(kind); }, value.kind());
  }
  std::string take() {
    if (const std::size_t over = out_.size() % style_.pad; over != 0)
      out_.append(style_.pad - over, ' ');
    return std::move(out_);
  }

 private:
  void of(const std::monostate&) { out_ += "null"; }
  void of(bool value) { boolean(value); }
  void of(std::uint64_t value) { out_ += std::to_string(value); }
  void of(std::int64_t value) { out_ += std::to_string(value); }
  void of(double value) { real(value); }
  void of(const std::string& value) { text(value); }
  void of(const FreeValue::Binary&) { out_ += "null"; }
  void of(const FreeValue::Extension&) { out_ += "null"; }
  void of(const FreeValue::List& list) {
    open('[');
    for (const FreeValue& each : list) {
      next();
      value(each);
    }
    close(']');
  }
  void of(const FreeValue::Map& map) {
    open('{');
    for (const FreeValue::Entry& entry : map) {
      const auto* key = entry.key.as<std::string>();
      name(key != nullptr ? std::string_view(*key) : std::string_view());
      value(entry.value);
    }
    close('}');
  }
  void new_line() {
    if (style_.indent == 0) return;
    out_ += '\n';
    out_.append(style_.indent * is_first_.size(), ' ');
  }
  static std::string_view without_blanks(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
  }

  const Style& style_;
  std::string out_;
  std::vector<bool> is_first_;  // of what is open, the innermost last
};

// One field of a message.
struct Found {
  std::uint32_t number = 0;
  std::uint64_t bits = 0;
  Bytes content;
};

std::vector<Found> fields_of(Bytes message) {
  std::vector<Found> fields;
  protobuf::FieldAt at;
  protobuf::FlawAt flaw;
  const std::byte* const end = message.data() + message.size();
  for (const std::byte* next = message.data(); next != end; next = at.end) {
    if (!protobuf::find_field(next, end, any_depth, at, flaw)) break;
    const bool has_content = at.wire == protobuf::Wire::length;
    fields.push_back({at.number, at.bits, has_content ? Bytes(at.value, at.end) : Bytes()});
  }
  return fields;
}

std::string_view text_in(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class MessageText {
 public:
  MessageText(const TextForm& form, Writer& out) : form_(form), out_(out) {}

  void record(const RecordForm& form, Bytes message) {
    const std::vector<Found> fields = fields_of(message);
    if (form.shape == Shape::kinds) return one_kind(form, fields);
    const bool is_object = form.shape == Shape::members;
    out_.open(is_object ? '{' : '[');
    for (const Member& member : form.members) {
      if (!member.is_list && !has(fields, member.number)) {
        if (is_object) continue;
        break;  // of positions only the last ones may be missing
      }
      if (member.is_list && member.is_optional && !has(fields, member.number)) continue;
      if (member.number == form.entries) {
        pairs(member, fields);
        continue;
      }
      if (is_object)
        out_.name(member.name);
      else
        out_.next();
      value(member, fields);
    }
    if (is_object && form.others != 0) others(form, fields);
    out_.close(is_object ? '}' : ']');
  }

 private:
  static bool has(const std::vector<Found>& fields, std::uint32_t number) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const Found& each) { return each.number == number; });
  }

  // The first that is there, else the list, which then is empty.
  void one_kind(const RecordForm& form, const std::vector<Found>& fields) {
    for (const Member& member : form.members)
      if (has(fields, member.number)) return value(member, fields);
    for (const Member& member : form.members)
      if (member.is_list) return value(member, fields);
    out_.raw("null");
  }

  void others(const RecordForm& form, const std::vector<Found>& fields) {
    for (const Found& each : fields) {
      if (each.number != form.others) continue;
      const Parsed parsed = parse(each.content);
      const auto* map = parsed.value.as<FreeValue::Map>();
      if (map == nullptr) continue;
      for (const FreeValue::Entry& entry : *map) {
        out_.name(*entry.key.as<std::string>());
        out_.value(entry.value);
      }
    }
  }

  // Members of any names, each a pair.
  void pairs(const Member& member, const std::vector<Found>& fields) {
    const std::span<const Member> parts = form_.records[member.record].members;
    for (const Found& each : fields) {
      if (each.number != member.number) continue;
      const std::vector<Found> pair = fields_of(each.content);
      const auto key = std::find_if(pair.begin(), pair.end(), [&](const Found& part) {
        return part.number == parts[0].number;
      });
      out_.name(key != pair.end() ? text_in(key->content) : std::string_view());
      value(parts[1], pair);
    }
  }

  void value(const Member& member, const std::vector<Found>& fields) {
    if (member.is_list && member.kind == Kind::record &&
        form_.records[member.record].shape == Shape::pair) {
      out_.open('{');
      pairs(member, fields);
      return out_.close('}');
    }
    if (member.is_list) out_.open('[');
    const bool is_number = member.kind == Kind::whole || member.kind == Kind::real ||
                           member.kind == Kind::boolean || member.kind == Kind::name;
    const Found* last = nullptr;
    for (const Found& each : fields) {
      if (each.number != member.number) continue;
      last = &each;
      if (!member.is_list) continue;
      if (is_number) {
        numbers(member, each.content);
      } else {
        out_.next();
        one(member, each);
      }
    }
    if (!member.is_list && last != nullptr) one(member, *last);
    if (member.is_list) out_.close(']');
  }
  void numbers(const Member& member, Bytes packed) {
    const auto coding =
        member.kind == Kind::real ? protobuf::Coding::fixed64 : protobuf::Coding::varint;
    const std::byte* const end = packed.data() + packed.size();
    for (const std::byte* at = packed.data(); at != end && at != nullptr;) {
      Found each;
      at = protobuf::load_packed(at, end, coding, each.bits);
      if (at == nullptr) return;
      out_.next();
      one(member, each);
    }
  }
  void one(const Member& member, const Found& found) {
    switch (member.kind) {
      case Kind::whole:
        return out_.raw(member.min < 0 ? std::to_string(static_cast<std::int64_t>(found.bits))
                                       : std::to_string(found.bits));
      case Kind::real:
        return out_.real(std::bit_cast<double>(found.bits));
      case Kind::boolean:
        return out_.boolean(found.bits != 0);
      case Kind::text:
        return out_.text(text_in(found.content));
      case Kind::name:
        for (const Name& name : member.names)
          if (name.number == found.bits) return out_.text(name.text);
        return out_.raw("null");
      case Kind::record:
        return record(form_.records[member.record], found.content);
      case Kind::any:
        return out_.value(parse(found.content).value);
    }
  }

  const TextForm& form_;
  Writer& out_;
};

// A message without the text that it was read from, which is behind all other fields.
Bytes without_stored(Bytes message, std::uint32_t stored, Bytes& text) {
  protobuf::FieldAt at;
  protobuf::FlawAt flaw;
  const std::byte* const end = message.data() + message.size();
  for (const std::byte* next = message.data(); stored != 0 && next != end; next = at.end) {
    if (!protobuf::find_field(next, end, any_depth, at, flaw)) break;
    if (at.number != stored) continue;
    text = Bytes(at.value, at.end);
    return Bytes(message.data(), next);
  }
  return message;
}

}  // namespace

std::string text_of(const FreeValue& value, const Style& style) {
  Writer out(style);
  out.value(value);
  return out.take();
}

std::string text_of(const Free& value, const Style& style) {
  if (!value.stored.empty()) {
    const Parsed parsed = parse(value.stored.bytes());
    if (parsed.is_whole() && parsed.value == value.value)
      return std::string(text_in(value.stored.bytes()));
  }
  return text_of(value.value, style);
}

std::string text_of(Bytes message, const TextForm& form) {
  Bytes stored;
  const Bytes fields = without_stored(message, form.stored, stored);
  if (!stored.empty()) {
    TextForm plain = form;
    plain.stored = 0;
    const Decoded decoded = decode(stored, plain);
    if (decoded.is_whole && std::ranges::equal(decoded.message, fields))
      return std::string(text_in(stored));
  }
  Writer out(form.style);
  MessageText(form, out).record(form.records[form.root], fields);
  return out.take();
}

bool can_say(const FreeValue& value) {
  if (const auto* real = value.as<double>()) return std::isfinite(*real);
  if (const auto* list = value.as<FreeValue::List>())
    return std::all_of(list->begin(), list->end(), can_say);
  if (const auto* map = value.as<FreeValue::Map>())
    return std::all_of(map->begin(), map->end(), [](const FreeValue::Entry& entry) {
      return entry.key.as<std::string>() != nullptr && can_say(entry.value);
    });
  return value.as<FreeValue::Binary>() == nullptr && value.as<FreeValue::Extension>() == nullptr;
}

bool has_duplicates(const FreeValue& value) {
  if (const auto* list = value.as<FreeValue::List>())
    return std::any_of(list->begin(), list->end(), has_duplicates);
  const auto* map = value.as<FreeValue::Map>();
  if (map == nullptr) return false;
  std::unordered_set<std::string_view> names;
  return std::any_of(map->begin(), map->end(), [&](const FreeValue::Entry& entry) {
    const auto* name = entry.key.as<std::string>();
    return (name != nullptr && !names.insert(*name).second) || has_duplicates(entry.value);
  });
}

}  // namespace schemac::json
