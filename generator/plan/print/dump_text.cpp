#include "plan/print/dump_text.h"

#include "model/print_body.h"
#include "model/spelling.h"
#include "plan/bit_positions.h"

namespace schemac::plan {
namespace {

std::string in_versions(const model::Versions& versions) {
  return versions.are_all() ? "" : " " + model::to_text(versions);
}

std::string sizes(const Body& body) {
  if (body.fixed_size) return " {" + std::to_string(*body.fixed_size) + " bytes}";
  return " {" + std::to_string(body.least_size) + "... bytes}";
}

class BodyText {
 public:
  explicit BodyText(const DumpNames& names) : names_(names) {}

  std::string of(const Body& body) const {
    return std::visit([this](const auto& kind) { return text(kind); }, body.kind) + sizes(body);
  }

 private:
  std::string dtype(const Scalar& scalar) const {
    std::string out = model::type_name(scalar);
    if (scalar.bit_count() > 8)
      out += scalar.is_of_file ? " of the file" : scalar.endian == Endian::little ? "le" : "be";
    if (scalar.place) out += " " + bits_text(scalar);
    return out;
  }
  static std::string coding(const Scalar& scalar) {
    constexpr std::string_view digits = "0123456789abcdef";
    switch (scalar.coding) {
      case Coding::plain:
        break;
      case Coding::tagged:
        return std::string(" tag ") + digits[scalar.tag >> 4] + digits[scalar.tag & 15];
      case Coding::token:
        return " token";
      case Coding::integer:
        return " of any width";
      case Coding::numeral:
        return " " + model::to_text(*scalar.numeral);
    }
    return {};
  }
  std::string head(const std::optional<Head>& head) const {
    constexpr std::string_view forms[] = {"text", "bytes", "list", "map"};
    if (!head) return {};
    return " " + std::string(forms[static_cast<std::size_t>(head->form)]) + "-head" +
           names_.check("form", head->check);
  }
  std::string text(const Scalar& scalar) const {
    std::string out = dtype(scalar) + coding(scalar);
    if (scalar.enumeration) out += " " + names_.plan().enums[*scalar.enumeration].name;
    if (scalar.constant) out += " = " + model::to_text(*scalar.constant);
    for (const Flag& flag : scalar.flags) {
      out += " ." + flag.name + "=bit" + std::to_string(flag.bit);
      if (flag.width > 1) out += "x" + std::to_string(flag.width);
      out += in_versions(flag.versions);
      if (flag.presence_of) out += ":present(" + names_.field(*flag.presence_of) + ")";
    }
    return out + names_.check("form", scalar.form) + names_.check("unfit", scalar.unfit) +
           names_.check("wide", scalar.wide) + names_.check("constant", scalar.constant_check) +
           names_.check("unknown", scalar.unknown_member) + versioned(scalar) +
           names_.check("boolean", scalar.boolean) +
           names_.check("unknown-flag", scalar.unknown_flag);
  }
  std::string versioned(const Scalar& scalar) const {
    if (!scalar.versioned) return {};
    return " by " + names_.expression(scalar.versioned->version) +
           names_.check("early", scalar.versioned->early_member) +
           names_.check("late", scalar.versioned->late_member);
  }
  std::string text(const Constant& constant) const {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "constant";
    for (const std::uint8_t byte : constant.bytes) {
      out += ' ';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
    return out + names_.check("constant", constant.check);
  }
  std::string stated(const std::optional<FieldId>& by) const {
    return by ? " by " + names_.field(*by) : "";
  }
  std::string text(const Text& text) const {
    std::string out = "text" + head(text.head);
    if (text.prefix) out += " prefix " + dtype(*text.prefix);
    if (text.size) out += " size " + names_.expression(*text.size) + stated(text.stated_by);
    if (text.to_end) out += " to end";
    if (text.terminator) out += " until " + std::to_string(*text.terminator);
    if (text.pad > 1) out += " pad " + std::to_string(text.pad);
    if (!text.charset_text.empty()) out += " " + text.charset_text;
    if (!text.encoding.empty()) out += " " + text.encoding;
    return out + names_.check("cause", text.cause) + names_.check("negative", text.negative_check) +
           names_.check("empty", text.empty_check) + names_.check("charset", text.charset_check) +
           names_.check("encoding", text.encoding_check) +
           names_.check("padding", text.padding_check);
  }
  std::string text(const Raw& raw) const {
    std::string out = "raw" + head(raw.head);
    if (raw.size) out += " size " + names_.expression(*raw.size) + stated(raw.stated_by);
    if (raw.to_end) out += " to end";
    if (raw.digest) {
      out += " digest " + names_.expression(raw.digest->algorithm) + " of";
      for (const FieldSpan& span : raw.digest->over)
        out += " " + names_.field(span.first) +
               (span.first == span.last ? "" : ".." + names_.field(span.last));
      if (raw.digest->is_of_file)
        out += " of the file";
      else if (raw.digest->endian == Endian::big)
        out += " be";
      out += names_.check("else", raw.digest->check);
    }
    constexpr const char* free_words[] = {" json", " any", " object"};
    if (raw.free) out += free_words[static_cast<std::size_t>(raw.free->wire)];
    return out + names_.check("cause", raw.cause);
  }
  std::string text(const Array& array) const {
    std::string out = "array of " + names_.expression(array.dtype);
    out += array.dims ? " dims" : " single";
    if (array.dims) {
      const char* separator = " ";
      for (const DimsTerm& term : array.dims->terms) {
        out += separator + names_.expression(term.value);
        if (term.condition) out += " if " + names_.expression(*term.condition);
        separator = ", ";
      }
    }
    if (array.is_column_major) out += " column-major";
    if (array.is_of_file)
      out += " of the file";
    else if (array.endian == Endian::big)
      out += " be";
    out += head(array.head) + names_.check("cause", array.cause);
    return out + names_.check("overflow", array.overflow) + names_.check("size", array.size_check) +
           names_.check("boolean", array.boolean);
  }
  std::string text(const Nested& nested) const {
    std::string out = names_.plan().records[nested.record].name;
    for (std::size_t i = 0; i < nested.args.size(); ++i)
      out += (i == 0 ? " with " : ", ") + names_.expression(nested.args[i]);
    if (nested.json) out += " in json";
    for (const SectionRef& section : nested.sections) out += " in " + names_.section(section);
    return out;
  }
  std::string text(const List& list) const {
    std::string out = "list of (" + of(list.element.front()) + ")" + head(list.head);
    if (!list.head)
      out += list.count   ? " count " + names_.expression(*list.count) + stated(list.counted_by)
             : list.until ? " until " + names_.expression(*list.until)
                          : " to end";
    if (list.is_counted) out += " if " + names_.expression(*list.is_counted) + " else to end";
    if (list.stated_starts) out += " starts " + names_.field(list.stated_starts->list);
    if (list.has_slack) out += " slack";
    out += list.stride ? " stride " + std::to_string(*list.stride)
                       : " least " + std::to_string(list.least_element);
    if (list.unique)
      out += *list.unique == ~FieldId{0} ? " unique" : " unique #" + std::to_string(*list.unique);
    if (list.order_by) out += " order #" + std::to_string(*list.order_by);
    out += names_.check("order", list.order) + names_.check("minimum", list.minimum_check) +
           names_.check("maximum", list.maximum_check) + names_.check("cause", list.cause) +
           names_.check("elements", list.elements_check);
    for (const EachRule& each : list.each)
      out += " each " + names_.expression(each.condition) + names_.check("each", each.check);
    return out + names_.check("duplicate", list.duplicate);
  }
  std::string text(const Switch& choice) const {
    std::string out = "switch " + names_.expression(choice.tag);
    const bool has_else = !choice.alternatives.empty() && choice.alternatives.back().tags.empty();
    if (!has_else) out += names_.check("no-case", choice.no_case);
    for (const Alternative& alternative : choice.alternatives) {
      out += " | " + alternative.identifier;
      for (const model::Int128 tag : alternative.tags) out += " " + model::to_text(tag);
      if (alternative.tags.empty()) out += " else";
      if (alternative.tag_by_dtype) out += " tag-by-dtype";
      out += ": " + of(alternative.body.front());
    }
    return out;
  }

  const DumpNames& names_;
};

}  // namespace

DumpNames::DumpNames(const Plan& plan, const Record& record) : plan_(plan), record_(record) {
  for (const Field& field : record.fields) names_.push_back(field.name);
}

std::string DumpNames::field(FieldId id) const {
  return id < names_.size() ? names_[id] : "#" + std::to_string(id);
}

std::string DumpNames::path(const FieldPath& path) const {
  std::string out = field(path.field);
  for (const FieldId id : path.inner) out += ".#" + std::to_string(id);
  return out;
}

std::string DumpNames::fields(const std::vector<FieldId>& ids) const {
  std::string out;
  for (const FieldId id : ids) out += " " + field(id);
  return out;
}

std::string DumpNames::section(const SectionRef& section) const {
  return section.is_param ? record_.section_params[section.index]
                          : record_.sections[section.index].name;
}

std::string DumpNames::expression(const Expr& expr) const { return plan::to_text(expr, names_); }

std::string DumpNames::check(std::string_view name, std::optional<CheckId> id) const {
  if (!id) return {};
  return " " + std::string(name) + "[" + plan_.checks[*id].identifier + "]";
}

std::string to_text(const Position& position) {
  return std::to_string(position.anchor) + "+" + std::to_string(position.distance);
}

std::string describe(const Body& body, const DumpNames& names) { return BodyText(names).of(body); }

namespace {

std::string describe_first(const Source& source, const DumpNames& names) {
  const auto scaled = [&](std::string what) {
    if (source.factor != 1) what += " * " + model::to_text(source.factor);
    if (source.offset != 0) what += " + " + model::to_text(source.offset);
    if (source.divisor != 1) what += " / " + model::to_text(source.divisor);
    return what;
  };
  switch (source.kind) {
    case SourceKind::member:
      return "member";
    case SourceKind::constant:
      return "constant";
    case SourceKind::count_of:
      return scaled("count of " + names.field(source.field));
    case SourceKind::size_of:
      return scaled("size of " + names.field(source.field));
    case SourceKind::plain_size_of:
      return scaled("plain size of " + names.field(source.field));
    case SourceKind::begin_of:
      return scaled("start of " + names.field(source.field));
    case SourceKind::section_begin:
      return "start of section " + names.section({false, source.section});
    case SourceKind::tag_of:
      return "tag of " + names.field(source.field);
    case SourceKind::flags:
      return "flags";
    case SourceKind::expression:
      return source.expression ? names.expression(*source.expression) : "";
  }
  return {};
}

}  // namespace

std::string describe(const Source& source, const DumpNames& names) {
  std::string out = describe_first(source, names);
  for (const Source& other : source.others) out += ", or " + describe_first(other, names);
  return out;
}

}  // namespace schemac::plan
