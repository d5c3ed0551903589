#include "emit/cpp/wire/forms.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/wire/checks.h"

namespace schemac::emit::cpp {
namespace {

std::string below(const std::string& path, std::string_view part) {
  return path.empty() ? std::string(part) : path + "." + std::string(part);
}

// ", &n_form, 0xce, 0xce": the tags that a part may begin with.
std::string tags_of(const plan::Plan& plan, const plan::Scalar& scalar) {
  const auto hex = [](unsigned byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string(", 0x") + digits[byte >> 4] + digits[byte & 15];
  };
  const bool is_token = scalar.coding == plan::Coding::token;
  return ", &" + plan.checks[*scalar.form].identifier + hex(is_token ? 0xc2 : scalar.tag) +
         hex(is_token ? 0xc3 : scalar.tag);
}

// Prints {"dims", 8, true, true},
void emit_part(Printer& out, const plan::Plan& plan, const FormPart& part,
               const std::string& comment) {
  std::string flags;
  if (part.kind != FormPart::Kind::single) flags = ", true";
  if (part.kind == FormPart::Kind::indexed) flags += ", true";
  if (part.tagged != nullptr) {
    if (part.kind == FormPart::Kind::single) flags = ", false, false";
    flags += tags_of(plan, *part.tagged);
  }
  out.emit(
      {{"field", quoted(part.field)}, {"size", part.size}, {"flags", flags}, {"comment", comment}},
      "{$field$, $size$$flags$},$comment$");
}

// {schemac::impl::msgpack::HeadForm::list, "dims.head", &dims_form}
std::string head_text(const plan::Plan& plan, const plan::Head& head, const std::string& path) {
  return "{" + head_form(head.form) + ", " + quoted(below(path, "head")) + ", &" +
         plan.checks[head.check].identifier + "}";
}

// One line of a form, if it says something.
void emit_member(Printer& out, std::string_view name, const std::string& value,
                 bool is_stated = true) {
  if (is_stated) out.emit({{"name", name}, {"value", value}}, ".$name$ = $value$,");
}

}  // namespace

FormPart scalar_part(const plan::Scalar& scalar, const std::string& field, FormPart::Kind kind) {
  const bool is_tagged = scalar.coding != plan::Coding::plain;
  return {field, stored_size(scalar), kind, is_tagged ? &scalar : nullptr};
}

std::string Forms::add(const std::string& name, std::function<void(Printer&)> print) {
  if (names_.insert(name).second) forms_.push_back(std::move(print));
  return "detail::" + name;
}

std::string Forms::stretch(const std::string& name, const std::vector<FormPart>& parts,
                           std::optional<plan::CheckId> cause) {
  const std::string cause_text = cause ? ", &" + plan_.checks[*cause].identifier : "";
  return add(name, [=, this](Printer& out) {
    const auto list = [&] {
      // With comments a formatter leaves a long list one part a line.
      std::uint64_t at = 0;
      for (const FormPart& part : parts) {
        emit_part(out, plan_, part, parts.size() > 3 ? "  // at " + std::to_string(at) : "");
        at += part.size;
      }
    };
    out.emit({{"name", name}, {"cause", cause_text}, {"parts", list}},
             R"h(
               inline constexpr schemac::impl::Part $name$_parts[] = {
                   $parts$;
               };
               inline constexpr schemac::impl::Stretch $name${$name$_parts$cause$};
             )h");
  });
}

std::string Forms::text(const std::string& name, const plan::Text& text, const std::string& path) {
  using Kind = FormPart::Kind;
  const std::string length =
      text.prefix ? stretch(name + "_length",
                            {{below(path, "length"), bit_count(text.prefix->dtype) / 8}}, {})
                  : "";
  const std::string characters =
      stretch(name + "_characters", {{path, 1, Kind::counted}}, text.cause);
  const std::string terminator =
      text.terminator ? stretch(name + "_terminator", {{below(path, "terminator"), 1}}, {}) : "";
  const std::string padding =
      text.pad > 1
          ? stretch(name + "_padding_part", {{below(path, "padding"), 1, Kind::counted}}, {})
          : "";
  const std::string set = text.charset.empty() ? "" : characters_of(plan_, text);
  return add(name, [=, this, &text](Printer& out) {
    const auto inner = [](const std::string& form) { return form.substr(form.rfind(':') + 1); };
    const auto members = [&] {
      const std::string extent = text.prefix       ? "prefixed"
                                 : text.head       ? "headed"
                                 : text.size       ? "sized"
                                 : text.terminator ? "terminated"
                                                   : "rest";
      emit_member(out, "extent", "schemac::impl::TextForm::Extent::" + extent);
      emit_member(out, "prefix", text.prefix ? dtype_name(text.prefix->dtype) : "",
                  text.prefix.has_value());
      emit_member(out, "endian", "schemac::Endian::big",
                  text.prefix && text.prefix->endian == Endian::big);
      emit_member(out, "pad", std::to_string(text.pad), text.pad > 1);
      emit_member(out, "terminator",
                  text.terminator ? "std::byte{" + std::to_string(*text.terminator) + "}" : "",
                  text.terminator.has_value());
      emit_member(out, "encoding",
                  text.encoding == "ascii" ? "schemac::impl::TextEncoding::ascii"
                                           : "schemac::impl::TextEncoding::utf8",
                  text.encoding_check.has_value());
      emit_member(out, "is_restricted", "true", !set.empty() && text.charset_check);
      emit_member(out, "characters", "&" + set, !set.empty());
      if (text.head) emit_member(out, "head", head_text(plan_, *text.head, path));
      emit_member(out, "length_stretch", inner(length), !length.empty());
      emit_member(out, "characters_stretch", inner(characters));
      emit_member(out, "terminator_stretch", inner(terminator), !terminator.empty());
      emit_member(out, "padding_stretch", inner(padding), !padding.empty());
      const auto emit_check = [&](std::string_view member, const std::optional<plan::CheckId>& id) {
        if (id) emit_member(out, member, "&" + plan_.checks[*id].identifier);
      };
      emit_check("empty", text.empty_check);
      emit_check("negative", text.negative_check);
      emit_check("charset", text.charset.empty() ? std::nullopt : text.charset_check);
      emit_check("encoding_check", text.encoding_check);
      emit_check("padding", text.padding_check);
    };
    out.emit({{"name", name}, {"members", members}},
             R"h(
               inline constexpr schemac::impl::TextForm $name${
                   $members$;
               };
             )h");
  });
}

std::string Forms::array(const std::string& name, const plan::Array& array, const std::string& path,
                         bool has_stated_size) {
  const std::string overflow =
      array.overflow ? "&" + plan_.checks[*array.overflow].identifier : "nullptr";
  const std::string size = has_stated_size && array.size_check
                               ? "&" + plan_.checks[*array.size_check].identifier
                               : "nullptr";
  return add(name, [=](Printer& out) {
    out.emit({{"name", name}, {"overflow", overflow}, {"size", size}, {"path", quoted(path)}},
             R"h(
               inline constexpr schemac::impl::ArrayForm $name${
                   .overflow = $overflow$,
                   .size = $size$,
                   .part = {$path$},
               };
             )h");
  });
}

std::string Forms::section(const std::string& name, const plan::Section& section) {
  return add(name, [=, this, &section](Printer& out) {
    const auto members = [&] {
      emit_member(out, "align", std::to_string(section.align), section.align > 1);
      const auto emit_check = [&](std::string_view member, const std::optional<plan::CheckId>& id) {
        if (id) emit_member(out, member, "&" + plan_.checks[*id].identifier);
      };
      emit_check("misaligned", section.misaligned);
      emit_check("order", section.order);
      emit_check("bounds", section.bounds);
      emit_check("gap", section.gap);
      emit_member(out, "pad", std::to_string(section.pad), section.pad > 1);
      emit_check("place", section.place);
      emit_check("begin_place", section.begin_place);
      emit_check("end", section.end);
      emit_member(out, "is_followed", "true", section.is_followed);
    };
    out.emit({{"name", name}, {"members", members}},
             R"h(
               inline constexpr schemac::impl::SectionForm $name${
                   $members$;
               };
             )h");
  });
}

std::string Forms::head(const std::string& name, const plan::Head& head, const std::string& path) {
  const std::string text = head_text(plan_, head, path);
  return add(name, [=](Printer& out) {
    out.emit({{"name", name}, {"text", text}},
             "inline constexpr schemac::impl::msgpack::HeadRule $name$$text$;");
  });
}

std::string Forms::bin(const std::string& name, const plan::Head& head,
                       std::optional<plan::CheckId> cause, const std::string& path) {
  const std::string text = head_text(plan_, head, path);
  const std::string content =
      stretch(name + "_content", {{path, 1, FormPart::Kind::counted}}, cause);
  return add(name, [=](Printer& out) {
    out.emit({{"name", name}, {"text", text}, {"content", content.substr(content.rfind(':') + 1)}},
             R"h(
               inline constexpr schemac::impl::msgpack::BinForm $name${
                   .head = $text$,
                   .content = $content$,
               };
             )h");
  });
}

void Forms::emit(Printer& out) const {
  for (const auto& print : forms_) print(out);
}

}  // namespace schemac::emit::cpp
