#include "emit/cpp/wire/forms.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/wire/checks.h"
#include "emit/format/penalties.h"

namespace schemac::emit::cpp {
namespace {

std::string below(const std::string& path, std::string_view part) {
  return path.empty() ? std::string(part) : path + "." + std::string(part);
}

// ", &n_form, 0xce, 0xce": the tags that a field may begin with.
std::string tags_of(const plan::Plan& plan, const plan::Scalar& scalar) {
  const auto hex = [](unsigned byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string(", 0x") + digits[byte >> 4] + digits[byte & 15];
  };
  const bool is_token = scalar.coding == plan::Coding::token;
  return ", &" + plan.checks[*scalar.form].constant + hex(is_token ? 0xc2 : scalar.tag) +
         hex(is_token ? 0xc3 : scalar.tag);
}

// {"dims", 8, true, true}
std::string field_text(const plan::Plan& plan, const StretchField& field) {
  using Kind = StretchField::Kind;
  std::string flags;
  if (field.kind != Kind::single) flags = ", true";
  if (field.kind == Kind::indexed) flags += ", true";
  if (field.tagged != nullptr) {
    if (field.kind == Kind::single) flags = ", false, false";
    flags += tags_of(plan, *field.tagged);
  }
  return "{" + quoted(field.name) + ", " + std::to_string(field.size) + flags + "}";
}

// {schemac::impl::msgpack::HeadForm::list, "dims.head", &dims_form}
std::string head_text(const plan::Plan& plan, const plan::Head& head, const std::string& path) {
  return "{" + head_form(head.form) + ", " + quoted(below(path, "head")) + ", &" +
         plan.checks[head.check].constant + "}";
}

// One line of a form, if it says something.
void emit_member(Printer& out, std::string_view name, const std::string& value,
                 bool is_stated = true) {
  if (is_stated) out.emit({{"name", name}, {"value", value}}, ".$name$ = $value$,");
}

}  // namespace

StretchField scalar_field(const plan::Scalar& scalar, const std::string& name,
                          StretchField::Kind kind) {
  const bool is_tagged = scalar.coding != plan::Coding::plain;
  return {name, stored_size(scalar), kind, is_tagged ? &scalar : nullptr};
}

std::string Forms::add(const std::string& name, std::function<void(Printer&)> print) {
  if (names_.insert(name).second) forms_.push_back(std::move(print));
  return "detail::" + name;
}

// A list on one line, where it fits; else each field has a line, with its place as a comment.
std::string Forms::stretch(const std::string& name, const std::vector<StretchField>& fields,
                           std::optional<plan::CheckId> cause) {
  const std::string cause_text = cause ? ", &" + plan_.checks[*cause].constant : "";
  return add(name, [=, this](Printer& out) {
    const auto list = [&] {
      std::uint64_t at = 0;
      for (const StretchField& field : fields) {
        out.emit({{"field", field_text(plan_, field)}, {"at", at}}, "$field$,  // at $at$");
        at += field.size;
      }
    };
    std::string line;
    for (const StretchField& field : fields)
      line += (line.empty() ? "" : ", ") + field_text(plan_, field);
    const std::string whole =
        "inline constexpr impl::StretchField " + name + "_fields[] = {" + line + "};";
    if (whole.size() <= format::column_limit)
      out.emit({{"name", name}, {"fields", line}},
               "inline constexpr schemac::impl::StretchField $name$_fields[] = {$fields$};");
    else
      out.emit({{"name", name}, {"fields", list}},
               R"h(
                 inline constexpr schemac::impl::StretchField $name$_fields[] = {
                     $fields$;
                 };
               )h");
    out.emit({{"name", name}, {"cause", cause_text}},
             "inline constexpr schemac::impl::Stretch $name${$name$_fields$cause$};");
  });
}

std::string Forms::text(const std::string& name, const plan::Text& text, const std::string& path) {
  const std::string set = text.charset.empty() ? "" : characters_of(plan_, text);
  return add(name, [=, this, &text](Printer& out) {
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
      emit_member(out, "is_filled", "true", text.filler.has_value());
      emit_member(out, "filler",
                  text.filler ? "std::byte{" + std::to_string(*text.filler) + "}" : "",
                  text.filler.value_or(0) != 0);
      emit_member(out, "encoding",
                  text.encoding == "ascii" ? "schemac::impl::TextEncoding::ascii"
                                           : "schemac::impl::TextEncoding::utf8",
                  text.encoding_check.has_value());
      emit_member(out, "is_restricted", "true", !set.empty() && text.charset_check);
      emit_member(out, "characters", "&" + set, !set.empty());
      if (text.head) emit_member(out, "head", head_text(plan_, *text.head, path));
      emit_member(out, "path", quoted(path), !path.empty());
      const auto emit_check = [&](std::string_view member, const std::optional<plan::CheckId>& id) {
        if (id) emit_member(out, member, "&" + plan_.checks[*id].constant);
      };
      emit_check("cause", text.cause);
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
      array.overflow ? "&" + plan_.checks[*array.overflow].constant : "nullptr";
  const std::string size =
      has_stated_size && array.size_check ? ", &" + plan_.checks[*array.size_check].constant : "";
  return add(name, [=](Printer& out) {
    out.emit({{"name", name}, {"overflow", overflow}, {"size", size}, {"path", quoted(path)}},
             "inline constexpr schemac::impl::ArrayForm $name${$path$, $overflow$$size$};");
  });
}

std::string Forms::section(const std::string& name, const plan::Section& section) {
  return add(name, [=, this, &section](Printer& out) {
    const auto members = [&] {
      emit_member(out, "align", std::to_string(section.align), section.align > 1);
      const auto emit_check = [&](std::string_view member, const std::optional<plan::CheckId>& id) {
        if (id) emit_member(out, member, "&" + plan_.checks[*id].constant);
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
  const std::string rest = cause ? ", &" + plan_.checks[*cause].constant : "";
  return add(name, [=](Printer& out) {
    out.emit({{"name", name}, {"text", text}, {"path", quoted(path)}, {"rest", rest}},
             "inline constexpr schemac::impl::msgpack::BinForm $name${$text$, $path$$rest$};");
  });
}

void Forms::emit(Printer& out) const {
  for (const auto& print : forms_) print(out);
}

}  // namespace schemac::emit::cpp
