// Values to messages.
#include <algorithm>
#include <bit>
#include <utility>

#include "schemac/base/counted.h"
#include "schemac/base/protobuf.h"
#include "schemac/check/frame.h"
#include "schemac/json/json.h"

namespace schemac::impl::json {
namespace {

using Buffer = std::vector<std::byte>;

std::string_view kind_of(const FreeValue& value) {
  constexpr std::string_view names[] = {"null",      "a boolean", "a number", "a number",
                                        "a number",  "a text",    "bytes",    "a list",
                                        "an object", "bytes",     "a tuple"};
  return names[value.kind().index()];
}

const Name* name_in(const Member& member, const FreeValue& value) {
  const auto* text = value.as<std::string>();
  if (text == nullptr) return nullptr;
  const auto found = std::find_if(member.names.begin(), member.names.end(),
                                  [&](const Name& name) { return name.text == *text; });
  return found == member.names.end() ? nullptr : &*found;
}
bool is_list(bool is_tuple, const FreeValue& value) {
  return is_tuple ? value.as<FreeValue::Tuple>() != nullptr
                  : value.as<FreeValue::List>() != nullptr;
}
bool is_map(std::span<const RecordForm> records, const Member& member) {
  return member.is_list && member.kind == Kind::record &&
         records[member.record].shape == Shape::pair;
}

bool takes(std::span<const RecordForm> records, const Member& member, const FreeValue& value) {
  if (value.is_null()) return false;  // which is no value in a file
  if (is_map(records, member)) return value.as<FreeValue::Map>() != nullptr;
  if (member.is_list) return is_list(member.is_tuple, value);
  switch (member.kind) {
    case Kind::whole:
      return value.as<std::uint64_t>() != nullptr || value.as<std::int64_t>() != nullptr;
    case Kind::real:
      return value.as<double>() != nullptr || value.as<std::uint64_t>() != nullptr ||
             value.as<std::int64_t>() != nullptr;
    case Kind::boolean:
      return value.as<bool>() != nullptr;
    case Kind::text:
      return value.as<std::string>() != nullptr;
    case Kind::name:
      return name_in(member, value) != nullptr;
    case Kind::record:
      switch (records[member.record].shape) {
        case Shape::members:
          return value.as<FreeValue::Map>() != nullptr;
        case Shape::positions:
          return is_list(false, value);
        case Shape::tuple:
          return is_list(true, value);
        case Shape::kinds:
        case Shape::pair:
          return true;
      }
      return true;
    case Kind::any:
      return true;
  }
  return false;
}

constexpr std::size_t most_flaws = 1000;  // further ones aren't reported

class Decoder {
 public:
  Decoder(const TextForm& form, std::vector<FlawAt>& flaws) : form_(form), flaws_(flaws) {
    inner_.syntax = form.style.syntax;
  }

  /// Whether everything so far has a place in the message.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

  void record(const RecordForm& form, const FreeValue& value, const Frame& at, Buffer& out) {
    switch (form.shape) {
      case Shape::members:
        return object(form, value, at, out);
      case Shape::positions:
      case Shape::tuple:
        return positions(form, value, at, out);
      case Shape::kinds:
        return one_kind(form, value, at, out);
      case Shape::pair:
        return;  // never by itself
    }
  }

 private:
  void flaw(Flaw kind, const Frame& at, std::string sentence) {
    if (kind != Flaw::unknown) is_whole_ = false;
    if (flaws_.size() < most_flaws) flaws_.push_back({kind, path_of(at), std::move(sentence)});
  }
  void wrong_kind(const Frame& at, std::string_view wanted, const FreeValue& value) {
    flaw(Flaw::kind, at, "is " + std::string(kind_of(value)) + ", not " + std::string(wanted));
  }

  // The elements of a list, or of the tuple that is wanted instead; null for other values.
  const FreeValue::List* elements(bool is_tuple, const FreeValue& value, const Frame& at) {
    const auto* tuple = value.as<FreeValue::Tuple>();
    const auto* list =
        is_tuple ? (tuple != nullptr ? &tuple->elements : nullptr) : value.as<FreeValue::List>();
    if (list == nullptr) wrong_kind(at, is_tuple ? "a tuple" : "a list", value);
    return list;
  }

  void wrong_key(const Frame& at, const FreeValue& key) {
    flaw(Flaw::kind, at, "has a name that is " + std::string(kind_of(key)) + ", not a text");
  }

  // A member of what is at `at`, as a walk of the message calls it.
  static Frame below(const Frame& at, const Member& member) {
    return {&at, member.field.empty() ? member.name : member.field};
  }
  static Frame element(const Frame& at, std::size_t index) { return {&at, {}, index}; }

  void object(const RecordForm& form, const FreeValue& value, const Frame& at, Buffer& out) {
    const auto* map = value.as<FreeValue::Map>();
    if (map == nullptr) return wrong_kind(at, "an object", value);
    std::vector<const FreeValue*> found(form.members.size());
    std::vector<const FreeValue::Entry*> entries;
    FreeValue::Map others;
    for (const FreeValue::Entry& entry : *map) {
      if (entry.key.as<std::string>() == nullptr) return wrong_key(at, entry.key);
      const auto& name = *entry.key.as<std::string>();
      std::size_t i = 0;
      while (i != form.members.size() &&
             (form.members[i].number == form.entries || form.members[i].name != name))
        ++i;
      if (i != form.members.size()) {
        found[i] = &entry.value;
      } else if (form.entries != 0) {
        entries.push_back(&entry);
      } else if (form.others != 0) {
        others.push_back(entry);
      } else {
        flaw(Flaw::unknown, Frame{&at, name}, "is not a member that the schema knows");
      }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Member& each = form.members[i];
      if (each.number == form.entries) pairs(each, entries, below(at, each), out);
      if (found[i] == nullptr) {
        require(each, form, at);
        continue;
      }
      member(each, *found[i], below(at, each), out);
    }
    if (!others.empty()) put(form.others, text_of(FreeValue(std::move(others)), inner_), out);
  }

  // A list in a message may have no elements, so only the text shows that it is missing.
  void require(const Member& member, const RecordForm& form, const Frame& at) {
    if (!member.is_list || member.is_optional || member.number == form.entries) return;
    flaw(Flaw::malformed, below(at, member),
         "the member '" + std::string(member.name) + "' is missing");
  }

  // An object with any names: a list of names and values.
  void map(const Member& member, const FreeValue& value, const Frame& at, Buffer& out) {
    const auto* found = value.as<FreeValue::Map>();
    if (found == nullptr) return wrong_kind(at, "an object", value);
    std::vector<const FreeValue::Entry*> entries;
    for (const FreeValue::Entry& entry : *found) entries.push_back(&entry);
    pairs(member, entries, at, out);
  }
  void pairs(const Member& member, const std::vector<const FreeValue::Entry*>& entries,
             const Frame& at, Buffer& out) {
    const std::span<const Member> members = form_.records[member.record].members;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Frame own = element(at, i);
      Buffer pair;
      this->member(members[0], entries[i]->key, below(own, members[0]), pair);
      this->member(members[1], entries[i]->value, below(own, members[1]), pair);
      put(member.number, pair, out);
    }
  }
  void positions(const RecordForm& form, const FreeValue& value, const Frame& at, Buffer& out) {
    const auto* list = elements(form.shape == Shape::tuple, value, at);
    if (list == nullptr) return;
    if (list->size() > form.members.size())
      return flaw(Flaw::kind, at,
                  "has " + counted(list->size(), "elements") + ", not " +
                      std::to_string(form.members.size()));
    for (std::size_t i = 0; i < list->size(); ++i)
      member(form.members[i], (*list)[i], below(at, form.members[i]), out);
  }

  void one_kind(const RecordForm& form, const FreeValue& value, const Frame& at, Buffer& out) {
    if (const Member* each = taker_of(form_.records, form, value))
      return member(*each, value, below(at, *each), out);
    wrong_kind(at, "one of the kinds that it may be", value);
  }
  void member(const Member& member, const FreeValue& value, const Frame& at, Buffer& out) {
    if (member.is_optional && value.is_null()) return;
    if (!member.is_list) return one(member, value, at, out);
    if (is_map(form_.records, member)) return map(member, value, at, out);
    const auto* list = elements(member.is_tuple, value, at);
    if (list == nullptr) return;
    if (member.kind == Kind::text || member.kind == Kind::record || member.kind == Kind::any) {
      for (std::size_t i = 0; i < list->size(); ++i) one(member, (*list)[i], element(at, i), out);
      return;
    }
    Buffer packed;
    for (std::size_t i = 0; i < list->size(); ++i) {
      std::uint64_t bits = 0;
      if (number(member, (*list)[i], element(at, i), bits)) put_bits(member, bits, packed);
    }
    if (!packed.empty()) put(member.number, packed, out);
  }

  void one(const Member& member, const FreeValue& value, const Frame& at, Buffer& out) {
    if (member.kind == Kind::any) return put(member.number, text_of(value, inner_), out);
    if (member.kind == Kind::text) {
      const auto* text = value.as<std::string>();
      if (text == nullptr) return wrong_kind(at, "a text", value);
      return put(member.number, *text, out);
    }
    if (member.kind == Kind::record) {
      Buffer inner;
      record(form_.records[member.record], value, at, inner);
      return put(member.number, inner, out);
    }
    std::uint64_t bits = 0;
    if (!number(member, value, at, bits)) return;
    put_varint(protobuf::tag_of(member.number, member.kind == Kind::real ? protobuf::Wire::fixed64
                                                                         : protobuf::Wire::varint),
               out);
    put_bits(member, bits, out);
  }

  // The bits of a number or boolean.
  bool number(const Member& member, const FreeValue& value, const Frame& at, std::uint64_t& bits) {
    const auto* natural = value.as<std::uint64_t>();
    const auto* negative = value.as<std::int64_t>();
    if (member.kind == Kind::name) {
      if (value.as<std::string>() == nullptr) return wrong_kind(at, "a text", value), false;
      const Name* name = name_in(member, value);
      if (name == nullptr)
        return flaw(Flaw::kind, at, "is not one of the names that it may be"), false;
      bits = name->number;
      return true;
    }
    if (member.kind == Kind::boolean) {
      const auto* boolean = value.as<bool>();
      if (boolean == nullptr) return wrong_kind(at, "a boolean", value), false;
      bits = *boolean ? 1 : 0;
      return true;
    }
    if (member.kind == Kind::real) {
      const auto* real = value.as<double>();
      if (real == nullptr && natural == nullptr && negative == nullptr)
        return wrong_kind(at, "a number", value), false;
      const double number = real != nullptr      ? *real
                            : natural != nullptr ? static_cast<double>(*natural)
                                                 : static_cast<double>(*negative);
      bits = std::bit_cast<std::uint64_t>(number);
      return true;
    }
    if (natural == nullptr && negative == nullptr) {
      if (value.as<double>() != nullptr)
        return flaw(Flaw::kind, at, "is not a whole number of 64 bits"), false;
      return wrong_kind(at, "a whole number", value), false;
    }
    const bool fits = natural != nullptr ? *natural <= member.max : *negative >= member.min;
    if (!fits) {
      const std::string number =
          natural != nullptr ? std::to_string(*natural) : std::to_string(*negative);
      return flaw(Flaw::range, at,
                  "is " + number + ", but should be " + std::to_string(member.min) + " to " +
                      std::to_string(member.max)),
             false;
    }
    bits = natural != nullptr ? *natural : static_cast<std::uint64_t>(*negative);
    return true;
  }

  static void put_varint(std::uint64_t value, Buffer& out) {
    std::byte bytes[protobuf::most_varint_bytes];
    out.insert(out.end(), bytes, protobuf::store_varint(bytes, value));
  }
  static void put_bits(const Member& member, std::uint64_t bits, Buffer& out) {
    if (member.kind != Kind::real) return put_varint(bits, out);
    std::byte bytes[8];
    store<std::uint64_t>(bytes, bits);
    out.insert(out.end(), bytes, bytes + 8);
  }
  static void put(std::uint32_t number, Bytes content, Buffer& out) {
    put_varint(protobuf::tag_of(number, protobuf::Wire::length), out);
    put_varint(content.size(), out);
    out.insert(out.end(), content.begin(), content.end());
  }
  static void put(std::uint32_t number, std::string_view text, Buffer& out) {
    put(number, std::as_bytes(std::span(text)), out);
  }

  friend Decoded json::decode(Bytes, const TextForm&, const Limits&, std::uint64_t);

  const TextForm& form_;
  Style inner_;  // of values of no type
  std::vector<FlawAt>& flaws_;
  bool is_whole_ = true;
};

}  // namespace

const Member* taker_of(std::span<const RecordForm> records, const RecordForm& form,
                       const FreeValue& value) {
  const auto found = std::ranges::find_if(
      form.members, [&](const Member& each) { return takes(records, each, value); });
  return found == form.members.end() ? nullptr : &*found;
}

Decoded decode(Bytes text, const TextForm& form, const Limits& limits, std::uint64_t begin) {
  Decoded decoded;
  Parsed parsed = parse(text, limits, form.style.syntax);
  const bool is_text = parsed.is_whole();
  decoded.flaws = std::move(parsed.flaws);
  if (!is_text) return decoded;
  Decoder decoder(form, decoded.flaws);
  decoder.record(form.records[form.root], parsed.value, {}, decoded.message);
  decoded.is_whole = decoder.is_whole();
  if (!decoded.is_whole) {
    decoded.message.clear();
    return decoded;
  }
  if (form.stored == 0) return decoded;
  const std::string usual = text_of(decoded.message, form, begin);
  const std::string_view found(reinterpret_cast<const char*>(text.data()), text.size());
  if (usual != found) Decoder::put(form.stored, found, decoded.message);
  return decoded;
}

}  // namespace schemac::impl::json
