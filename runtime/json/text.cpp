// Values and messages to texts.
#include "schemac/base/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "schemac/base/protobuf.h"
#include "schemac/core/coding.h"
#include "schemac/json/json.h"
#include "schemac/json/python.h"

namespace schemac::impl::json {
namespace {

constexpr std::uint32_t any_depth = ~std::uint32_t{0} >> 1;

// A text as it grows: what comes between its parts.
class TextWriter {
 public:
  explicit TextWriter(const Style& style) : style_(style) {}

  void raw(std::string_view text) { out_ += text; }
  void null() { out_ += is_python() ? "None" : "null"; }
  void text(std::string_view value) {
    if (is_python()) return append_python(out_, value, style_.ascii);
    const nlohmann::json json(value);
    out_ += json.dump(-1, ' ', style_.ascii, nlohmann::json::error_handler_t::replace);
  }
  void real(double value) {
    if (!std::isfinite(value)) return null();
    is_python() ? append_python(out_, value) : raw(nlohmann::json(value).dump());
  }
  void boolean(bool value) {
    if (is_python())
      out_ += value ? "True" : "False";
    else
      out_ += value ? "true" : "false";
  }
  void open(char bracket) {
    out_ += bracket;
    counts_.push_back(0);
  }
  void close(char bracket) {
    const std::uint64_t count = counts_.back();
    counts_.pop_back();
    const bool is_last = counts_.empty() && bracket == '}';
    if (count != 0 && is_last) out_ += style_.trailing;
    if (count == 1 && bracket == ')') out_ += ',';  // else it were parentheses around a value
    if (count != 0) new_line();
    out_ += bracket;
  }
  /// Before each element and each name.
  void next() {
    if (counts_.back() != 0) out_ += style_.indent == 0 ? style_.item : without_blanks(style_.item);
    ++counts_.back();
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
  /// The text, which begins at that byte of the file.
  std::string take(std::uint64_t begin) {
    const std::uint64_t before = style_.is_from_file ? begin % style_.pad : 0;
    const std::uint64_t over = (before + out_.size() + style_.end.size()) % style_.pad;
    if (over != 0) out_.append(static_cast<std::size_t>(style_.pad - over), ' ');
    out_ += style_.end;
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_python() const { return style_.syntax == Syntax::python; }

  void of(const std::monostate&) { null(); }
  void of(bool value) { boolean(value); }
  void of(std::uint64_t value) { out_ += std::to_string(value); }
  void of(std::int64_t value) { out_ += std::to_string(value); }
  void of(double value) { real(value); }
  void of(const std::string& value) { text(value); }
  void of(const FreeValue::Binary& bytes) { is_python() ? append_python(out_, bytes) : null(); }
  void of(const FreeValue::Extension&) { null(); }
  void of(const FreeValue::List& list) { elements(list, '[', ']'); }
  void of(const FreeValue::Tuple& tuple) {
    is_python() ? elements(tuple.elements, '(', ')') : null();
  }
  void elements(const FreeValue::List& list, char opening, char closing) {
    open(opening);
    for (const FreeValue& each : list) {
      next();
      value(each);
    }
    close(closing);
  }
  void of(const FreeValue::Map& map) {
    open('{');
    for (const FreeValue::Entry& entry : map) {
      const auto* key = entry.key.as<std::string>();
      if (is_python()) {
        next();
        value(entry.key);
        out_ += style_.key;
      } else {
        name(key != nullptr ? std::string_view(*key) : std::string_view());
      }
      value(entry.value);
    }
    close('}');
  }
  void new_line() {
    if (style_.indent == 0) return;
    out_ += '\n';
    out_.append(style_.indent * counts_.size(), ' ');
  }
  static std::string_view without_blanks(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
  }

  const Style& style_;
  std::string out_;
  std::vector<std::uint64_t> counts_;  // the parts of what is open, the innermost last
};

// One field of a message.
struct FoundMember {
  std::uint32_t number = 0;
  std::uint64_t bits = 0;
  Bytes content;
};

std::vector<FoundMember> fields_of(Bytes message) {
  std::vector<FoundMember> fields;
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
  MessageText(const TextForm& form, TextWriter& out) : form_(form), out_(out) {}

  void record(const RecordForm& form, Bytes message) {
    const std::vector<FoundMember> fields = fields_of(message);
    if (form.shape == Shape::kinds) return one_kind(form, fields);
    const bool is_object = form.shape == Shape::members;
    const bool is_tuple = form.shape == Shape::tuple;
    out_.open(is_object ? '{' : is_tuple ? '(' : '[');
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
    out_.close(is_object ? '}' : is_tuple ? ')' : ']');
  }

 private:
  static bool has(const std::vector<FoundMember>& fields, std::uint32_t number) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const FoundMember& each) { return each.number == number; });
  }

  // The first that is there, else the list, which then is empty.
  void one_kind(const RecordForm& form, const std::vector<FoundMember>& fields) {
    for (const Member& member : form.members)
      if (has(fields, member.number)) return value(member, fields);
    for (const Member& member : form.members)
      if (member.is_list) return value(member, fields);
    out_.null();
  }

  void others(const RecordForm& form, const std::vector<FoundMember>& fields) {
    for (const FoundMember& each : fields) {
      if (each.number != form.others) continue;
      const Parsed parsed = parse(each.content, {}, form_.style.syntax);
      const auto* map = parsed.value.as<FreeValue::Map>();
      if (map == nullptr) continue;
      for (const FreeValue::Entry& entry : *map) {
        const auto* name = entry.key.as<std::string>();
        if (name == nullptr) continue;  // which a value's check refuses
        out_.name(*name);
        out_.value(entry.value);
      }
    }
  }

  // Members of any names, each a pair.
  void pairs(const Member& member, const std::vector<FoundMember>& fields) {
    const std::span<const Member> members = form_.records[member.record].members;
    for (const FoundMember& each : fields) {
      if (each.number != member.number) continue;
      const std::vector<FoundMember> pair = fields_of(each.content);
      const auto key = std::find_if(pair.begin(), pair.end(), [&](const FoundMember& held) {
        return held.number == members[0].number;
      });
      out_.name(key != pair.end() ? text_in(key->content) : std::string_view());
      value(members[1], pair);
    }
  }

  void value(const Member& member, const std::vector<FoundMember>& fields) {
    if (member.is_list && member.kind == Kind::record &&
        form_.records[member.record].shape == Shape::pair) {
      out_.open('{');
      pairs(member, fields);
      return out_.close('}');
    }
    if (member.is_list) out_.open(member.is_tuple ? '(' : '[');
    const bool is_number = member.kind == Kind::whole || member.kind == Kind::real ||
                           member.kind == Kind::boolean || member.kind == Kind::name;
    const FoundMember* last = nullptr;
    for (const FoundMember& each : fields) {
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
    if (member.is_list) out_.close(member.is_tuple ? ')' : ']');
  }
  void numbers(const Member& member, Bytes packed) {
    const auto coding =
        member.kind == Kind::real ? protobuf::Coding::fixed64 : protobuf::Coding::varint;
    const std::byte* const end = packed.data() + packed.size();
    for (const std::byte* at = packed.data(); at != end && at != nullptr;) {
      FoundMember each;
      at = protobuf::load_packed(at, end, coding, each.bits);
      if (at == nullptr) return;
      out_.next();
      one(member, each);
    }
  }
  void one(const Member& member, const FoundMember& found) {
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
        return out_.null();
      case Kind::record:
        return record(form_.records[member.record], found.content);
      case Kind::any:
        return out_.value(parse(found.content, {}, form_.style.syntax).value);
    }
  }

  const TextForm& form_;
  TextWriter& out_;
};

bool is_utf8(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return find_not_utf8(begin, begin + text.size()) == begin + text.size();
}

bool can_be_key(const FreeValue& key, Syntax syntax) {
  if (const auto* text = key.as<std::string>()) return is_utf8(*text);
  const bool is_whole = key.elements() == nullptr && key.as<FreeValue::Map>() == nullptr;
  return syntax == Syntax::python && is_whole && can_say(key, syntax);
}

// A message without the text that it was read from, which is after all other fields.
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
  TextWriter out(style);
  out.value(value);
  return out.take(0);
}

std::string text_of(const Free& value, const Style& style) {
  if (!value.stored.empty()) {
    const Parsed parsed = parse(value.stored.bytes(), {}, style.syntax);
    if (parsed.is_whole() && parsed.value == value.value)
      return std::string(text_in(value.stored.bytes()));
  }
  return text_of(value.value, style);
}

std::string text_of(Bytes message, const TextForm& form, std::uint64_t begin) {
  Bytes stored;
  const Bytes fields = without_stored(message, form.stored, stored);
  if (!stored.empty()) {
    TextForm plain = form;
    plain.stored = 0;
    const Decoded decoded = decode(stored, plain);
    // What validation finds fault with isn't written again.
    if (decoded.is_whole && decoded.flaws.empty() && std::ranges::equal(decoded.message, fields))
      return std::string(text_in(stored));
  }
  TextWriter out(form.style);
  MessageText(form, out).record(form.records[form.root], fields);
  return out.take(begin);
}

std::string_view name(Syntax syntax) { return syntax == Syntax::python ? "Python" : "JSON"; }

bool can_say(const FreeValue& value, Syntax syntax) {
  const bool is_python = syntax == Syntax::python;
  const auto can_say_it = [&](const FreeValue& each) { return can_say(each, syntax); };
  if (const auto* real = value.as<double>()) return std::isfinite(*real);
  if (const FreeValue::List* elements = value.elements())
    return (is_python || value.as<FreeValue::Tuple>() == nullptr) &&
           std::all_of(elements->begin(), elements->end(), can_say_it);
  if (const auto* map = value.as<FreeValue::Map>())
    return std::all_of(map->begin(), map->end(), [&](const FreeValue::Entry& entry) {
      return can_be_key(entry.key, syntax) && can_say_it(entry.value);
    });
  if (const auto* text = value.as<std::string>()) return is_utf8(*text);
  return (is_python || value.as<FreeValue::Binary>() == nullptr) &&
         value.as<FreeValue::Extension>() == nullptr;
}

bool are_members(const FreeValue& value) {
  const auto* map = value.as<FreeValue::Map>();
  if (map == nullptr) return value == FreeValue();
  return std::all_of(map->begin(), map->end(), [](const FreeValue::Entry& entry) {
    return entry.key.as<std::string>() != nullptr;
  });
}

bool is_too_deep(const FreeValue& value, std::uint32_t most) {
  const FreeValue::List* elements = value.elements();
  const auto* map = value.as<FreeValue::Map>();
  if (elements == nullptr && map == nullptr) return false;
  if (most == 0) return true;
  const auto is_deep = [&](const FreeValue& each) { return is_too_deep(each, most - 1); };
  if (elements != nullptr) return std::any_of(elements->begin(), elements->end(), is_deep);
  return std::any_of(map->begin(), map->end(), [&](const FreeValue::Entry& entry) {
    return is_deep(entry.key) || is_deep(entry.value);
  });
}

}  // namespace schemac::impl::json
