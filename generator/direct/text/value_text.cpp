#include "direct/text/value_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/json/free_json.h"
#include "direct/json_texts.h"
#include "direct/number.h"
#include "direct/text/plain_content.h"
#include "schemac/base/counted.h"

namespace schemac::direct {
namespace {

constexpr std::uint64_t shown_elements = 8;
constexpr std::uint64_t shown_bits = 64;
constexpr std::size_t shown_bytes = 16;
constexpr std::size_t shown_characters = 4096;  // bytes of them

std::string plain(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// "0.1 0.2 ... (24 more)"
template <class Show>
std::string shortened(std::uint64_t count, std::uint64_t most, const char* separator, Show&& show) {
  std::string text;
  const std::uint64_t shown = std::min(count, most);
  for (std::uint64_t i = 0; i < shown; ++i) {
    if (i != 0) text += separator;
    text += show(i);
  }
  if (count > shown) text += " ... (" + std::to_string(count - shown) + " more)";
  return text;
}

class TextMaker {
 public:
  std::string take() { return std::move(out_); }

  /// `lead` begins the line: a name, with or without the alternative. Empty for elements of lists.
  void add(const std::string& lead, const Value& value, std::size_t indent) {
    std::visit([&](const auto& kind) { add_kind(lead, kind, indent); }, value.kind);
  }
  void add_members(const std::vector<Member>& members, std::size_t indent) {
    std::size_t width = 0;
    for (const auto& [name, value] : members) width = std::max(width, name.size());
    for (const auto& [name, value] : members) {
      const bool is_line = !std::holds_alternative<Elements>(value.kind) &&
                           !std::holds_alternative<Members>(value.kind);
      const std::string blanks(is_line ? std::min<std::size_t>(width - name.size(), 24) : 0, ' ');
      add(name + ":" + blanks, value, indent);
    }
  }

 private:
  void line(const std::string& text, std::size_t indent) {
    out_.append(is_first_of_element_ ? 0 : indent, ' ');
    is_first_of_element_ = false;
    out_ += printable(text);
    out_ += '\n';
  }
  void add_line(const std::string& lead, const std::string& text, std::size_t indent) {
    line(lead.empty() ? text : lead + " " + text, indent);
  }

  void add_kind(const std::string& lead, const Absent&, std::size_t indent) {
    add_line(lead, "-", indent);
  }
  void add_kind(const std::string& lead, const Number& number, std::size_t indent) {
    add_line(lead, number.name.empty() ? model::to_text(number.value) : number.name, indent);
  }
  void add_kind(const std::string& lead, const Real& real, std::size_t indent) {
    const Json json = real_json(real.dtype, real.bits);
    add_line(lead, json.is_string() ? json.get<std::string>() : plain(json), indent);
  }
  void add_kind(const std::string& lead, const Boolean& boolean, std::size_t indent) {
    add_line(lead, boolean.value ? "true" : "false", indent);
  }
  void add_kind(const std::string& lead, const Characters& text, std::size_t indent) {
    const Bytes bytes = text.content.bytes;
    const Bytes shown = first_characters(bytes, shown_characters);
    const std::uint64_t left = bytes.size() - shown.size();
    const std::string more = left == 0 ? "" : " ... (" + impl::counted(left, "bytes") + " more)";
    add_line(lead, plain(text_json(shown)) + more, indent);
  }
  void add_kind(const std::string& lead, const RawBytes& raw, std::size_t indent) {
    const Bytes bytes = raw.content.bytes;
    const std::string dots = bytes.size() > shown_bytes ? "..." : "";
    add_line(lead,
             impl::counted(bytes.size(), "bytes") + "  " +
                 to_hex(bytes.first(std::min(shown_bytes, bytes.size()))) + dots,
             indent);
  }
  void add_kind(const std::string& lead, const EncodedContent& encoded, std::size_t indent) {
    if (encoded.value != nullptr)
      return add_kind(lead, OpenValue{nullptr, encoded.value, {}, true}, indent);
    const Result<Blob> plain = encoded.coded.plain();
    if (!plain) return add_line(lead, plain.error().message, indent);
    const Bytes bytes = plain->bytes();
    const std::string dots = bytes.size() > shown_bytes ? "..." : "";
    add_line(lead,
             impl::counted(bytes.size(), "bytes") + " (" +
                 std::to_string(encoded.coded.stored().size()) + " stored)  " +
                 to_hex(bytes.first(std::min(shown_bytes, bytes.size()))) + dots,
             indent);
  }
  void add_kind(const std::string& lead, const OpenValue& open, std::size_t indent) {
    const std::string text = plain(free_json(*open.value));
    const auto shown = first_characters(std::as_bytes(std::span(text)), shown_characters);
    const std::size_t left = text.size() - shown.size();
    add_line(lead,
             text.substr(0, shown.size()) +
                 (left == 0 ? "" : " ... (" + impl::counted(left, "bytes") + " more)"),
             indent);
  }
  void add_kind(const std::string& lead, const Scalars& list, std::size_t indent) {
    const bool has_bits = list.dtype == Dtype::u1;
    const std::string shown =
        shortened(list.count, has_bits ? shown_bits : shown_elements, has_bits ? "" : ", ",
                  [&](std::uint64_t i) {
                    const Json json = element_json(list, i);
                    return json.is_string() ? json.get<std::string>() : plain(json);
                  });
    add_line(lead, has_bits ? shown : "[" + shown + "]", indent);
  }
  void add_kind(const std::string& lead, const Payload& payload, std::size_t indent) {
    const Bytes bytes = payload.content.bytes;
    const std::string shown =
        shortened(element_count(payload), shown_elements, " ", [&](std::uint64_t i) {
          const Json json = element_json(payload.dtype, payload.endian, bytes, i);
          return json.is_string() ? json.get<std::string>() : plain(json);
        });
    std::string text = type_text(payload.dtype, payload.dims ? &*payload.dims : nullptr);
    if (payload.dims) text += "  " + impl::counted(bytes.size(), "bytes");
    add_line(lead, text + "  " + shown, indent);
  }
  void add_kind(const std::string& lead, const Joined& joined, std::size_t indent) {
    add_line(lead, array_text(joined), indent);
  }
  void add_kind(const std::string& lead, const Chosen& chosen, std::size_t indent) {
    const bool is_nested = std::holds_alternative<Members>(chosen.value.front().kind);
    if (!is_nested)
      return add(lead.empty() ? chosen.alternative : lead + " " + chosen.alternative,
                 chosen.value.front(), indent);
    add_kind(lead + " " + chosen.alternative, std::get<Members>(chosen.value.front().kind), indent);
  }
  void add_kind(const std::string& lead, const Elements& list, std::size_t indent) {
    const std::uint64_t count = list.values.size() + list.left_out;
    line(lead + (lead.empty() ? "" : "  ") + "(" + std::to_string(count) + ")", indent);
    for (const Value& value : list.values) {
      out_.append(indent + 2, ' ');
      out_ += "- ";
      is_first_of_element_ = true;
      add("", value, indent + 4);
      is_first_of_element_ = false;
    }
    if (list.left_out != 0) line("... (" + std::to_string(list.left_out) + " more)", indent + 2);
  }
  void add_kind(const std::string& lead, const Members& members, std::size_t indent) {
    if (!lead.empty()) line(lead, indent);
    const std::size_t inner = lead.empty() ? indent : indent + 2;
    if (lead.empty() && members.given.empty() && members.choices.empty()) line("-", indent);
    add_members(members.given, inner);
    if (members.choices.empty()) return;
    line("choices:", inner);
    add_members(members.choices, inner + 2);
  }

  std::string out_;
  bool is_first_of_element_ = false;  // the dash of an element is on the line already
};

}  // namespace

std::string to_text(const Value& values) {
  TextMaker maker;
  const auto* members = std::get_if<Members>(&values.kind);
  if (members == nullptr) {
    maker.add("", values, 0);
  } else {
    maker.add_members(members->given, 0);
    if (!members->choices.empty()) maker.add("choices:", {Members{members->choices, {}}}, 0);
  }
  return maker.take();
}

}  // namespace schemac::direct
