#include "plan/checks.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "plan/identifiers.h"

namespace schemac::plan {

using model::Int128;
using model::to_text;

namespace {

// "{a}" as the field's sign demands.
std::string value_of(const CheckSubject& subject) { return subject.is_signed ? "{a:i}" : "{a}"; }
// "version is {a}"
std::string stated(const CheckSubject& subject) {
  return subject.is_list ? subject.noun + " has {a} elements"
                         : subject.noun + " is " + value_of(subject);
}
// "items has {a} elements; at least 2 are required", "n is {a}; it must be at least 2"
std::string stated_limit(const CheckSubject& subject, std::string_view bound, std::uint64_t number,
                         std::string_view verdict) {
  const std::string limit = std::string(bound) + " " + std::to_string(number);
  if (!subject.is_list) return stated(subject) + "; it must be " + limit;
  return stated(subject) + "; " + limit + (number == 1 ? " is " : " are ") + std::string(verdict);
}
constexpr std::string_view allowed_elements = "; the caller allows {elements} elements in all";
constexpr std::string_view allowed_empty_elements =
    "; the caller allows {b} elements without bytes in all";
std::string in_quotes(std::string_view name) { return "'" + quoted(name) + "'"; }
// With a level where the schema gives none to the field.
CheckSubject with_level(CheckSubject subject, Level level) {
  if (!subject.style.level) subject.style.level = level;
  return subject;
}

}  // namespace

model::CheckStyle merged(const model::CheckStyle& inner, const model::CheckStyle& outer) {
  model::CheckStyle style = inner;
  if (!style.rule) style.rule = outer.rule;
  if (!style.level) style.level = outer.level;
  if (style.name.empty()) style.name = outer.name;
  if (!style.at) style.at = outer.at;
  return style;
}

namespace {

// What reports show of a check, and nothing else of it.
auto words_of(const Check& check) {
  const auto fits =
      check.fits ? std::pair(check.fits->min, check.fits->max) : std::pair(Int128{0}, Int128{0});
  return std::tuple(check.rule, check.level, check.name, check.field, check.sentence, fits,
                    check.is_b_signed);
}

// "any_name_padding" of "size_var_name_padding" and "tensor_name_padding": the words that all end
// with.
std::string common_name(const std::vector<Check*>& checks) {
  std::string common = checks.front()->identifier;
  for (const Check* check : checks)
    while (!("_" + check->identifier).ends_with("_" + common)) {
      const std::size_t end = common.find('_');
      if (end == std::string::npos) return "any_check";
      common.erase(0, end + 1);
    }
  return "any_" + common;
}

}  // namespace

void name_constants(std::vector<Check>& checks) {
  std::map<decltype(words_of(checks.front())), std::vector<Check*>> alike;
  UniqueNames names;
  for (Check& check : checks) {
    alike[words_of(check)].push_back(&check);
    names.take(check.identifier);
  }
  for (Check& check : checks) {
    const std::vector<Check*>& same = alike[words_of(check)];
    if (same.size() == 1) check.constant = check.identifier;
    if (!check.constant.empty()) continue;
    const std::string name = names.add(common_name(same));
    for (Check* each : same) each->constant = name;
  }
}

std::string in_words(const model::Versions& versions) {
  const auto number = [](const std::optional<std::uint32_t>& version) {
    return "version " + std::to_string(*version);
  };
  if (!versions.until) return "since " + number(versions.since);
  if (!versions.since) return "before " + number(versions.until);
  return "since " + number(versions.since) + " until " + number(versions.until);
}

std::string quoted(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char ch : text) {
    const auto byte = static_cast<unsigned char>(ch);
    if (byte >= 0x20 && byte < 0x7f && ch != '{' && ch != '}') {
      out += ch;
    } else {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  return out;
}

CheckId Checks::add(const CheckSubject& subject, CheckKind kind, std::string_view kind_name,
                    Rule rule, std::string sentence) {
  Check check;
  check.kind = kind;
  check.identifier = identifiers_.add(identifier(subject.prefix + "_" + std::string(kind_name)));
  check.rule = subject.style.rule.value_or(rule);
  check.level = subject.style.level.value_or(default_level(check.rule));
  check.name = subject.style.name;
  check.field = subject.path;
  check.sentence = std::move(sentence);
  out_.push_back(std::move(check));
  return static_cast<CheckId>(out_.size() - 1);
}

CheckId Checks::add_rule(CheckSubject subject, CheckKind kind, std::string_view kind_name,
                         Rule rule, std::string sentence) {
  if (!subject.style.level) subject.style.level = Level::rule;
  return add(subject, kind, kind_name, rule, std::move(sentence));
}

CheckId Checks::constant(const CheckSubject& subject, Int128 value, bool is_first) {
  const Rule rule = is_first     ? Rule::bad_magic
                    : value == 0 ? Rule::nonzero_reserved
                                 : Rule::bad_value;
  return add(subject, CheckKind::constant, "constant", rule,
             stated(subject) + "; it must be " + to_text(value));
}

CheckId Checks::constant_bytes(const CheckSubject& subject, const std::vector<std::uint8_t>& bytes,
                               bool is_first) {
  bool is_zero = true;
  std::string text;
  for (const std::uint8_t byte : bytes) {
    is_zero = is_zero && byte == 0;
    text += static_cast<char>(byte);
  }
  const Rule rule = is_first ? Rule::bad_magic : is_zero ? Rule::nonzero_reserved : Rule::bad_value;
  return add(subject, CheckKind::constant_bytes, "constant", rule,
             subject.noun + " is {text}; it must be " + in_quotes(text));
}

CheckId Checks::cause(const CheckSubject& subject, std::string_view section) {
  const std::string where = section.empty() ? "left" : "left in " + in_quotes(section);
  return add(subject, CheckKind::cause, "cause", Rule::bad_count,
             stated(subject) + ": takes at least {b} bytes; {c} are " + where);
}

CheckId Checks::minimum_count(const CheckSubject& subject, std::uint64_t least) {
  return add(subject, CheckKind::minimum_count, "minimum_count", Rule::bad_count,
             stated_limit(subject, "at least", least, "required"));
}

CheckId Checks::maximum_count(const CheckSubject& subject, std::uint64_t most) {
  return add(subject, CheckKind::maximum_count, "maximum_count", Rule::bad_count,
             stated_limit(subject, "at most", most, "allowed"));
}

CheckId Checks::padding(const CheckSubject& subject) {
  return add(subject, CheckKind::padding, "padding", Rule::nonzero_padding,
             "the byte is {a:x}; padding must be zero");
}

CheckId Checks::charset(const CheckSubject& subject, std::string_view characters) {
  return add(subject, CheckKind::charset, "charset", Rule::bad_charset,
             "the byte {a:x} is not one of " + quoted(characters));
}

CheckId Checks::empty_text(const CheckSubject& subject) {
  return add(subject, CheckKind::empty_text, "empty", Rule::bad_charset,
             subject.noun + " is empty");
}

CheckId Checks::encoding(const CheckSubject& subject, std::string_view name) {
  return add(subject, CheckKind::encoding, "encoding", Rule::bad_charset,
             "the byte {a:x} is not " + quoted(name));
}

CheckId Checks::unknown_member(const CheckSubject& subject, std::string_view enumeration) {
  return add(subject, CheckKind::unknown_member, "unknown_member", Rule::bad_type,
             stated(subject) + ", which is not a member of " + quoted(enumeration));
}

CheckId Checks::early_member(const CheckSubject& subject, std::string_view enumeration) {
  return add(subject, CheckKind::other_version, "early_member", Rule::bad_type,
             stated(subject) + ", a member of " + quoted(enumeration) +
                 " since version {c}; this is version {b}");
}

CheckId Checks::late_member(const CheckSubject& subject, std::string_view enumeration) {
  return add(subject, CheckKind::other_version, "late_member", Rule::bad_type,
             stated(subject) + ", a member of " + quoted(enumeration) +
                 " before version {c}; this is version {b}");
}

CheckId Checks::other_version(const CheckSubject& subject, const model::Versions& versions) {
  return add(subject, CheckKind::other_version, "other_version", Rule::bad_version,
             subject.noun + " is there " + in_words(versions) + "; this is version {a}");
}

CheckId Checks::unknown_flag(const CheckSubject& subject, std::string_view limited) {
  const bool is_limited = !limited.empty();
  return add(subject, CheckKind::unknown_flag, "unknown_flag", Rule::nonzero_reserved,
             subject.noun + " is {a:x}, whose bits {b:x} have no meaning" +
                 (is_limited ? " in version {c}" : "") + " and must be 0" +
                 (is_limited ? "; there is " + quoted(limited) : ""));
}

CheckId Checks::boolean(const CheckSubject& subject) {
  return add(subject, CheckKind::boolean, "boolean", Rule::bad_value,
             subject.noun + " is {a}; a boolean is 0 or 1");
}

CheckId Checks::no_case(const CheckSubject& subject, std::string_view field,
                        bool may_be_no_number) {
  const std::string tag = may_be_no_number ? subject.noun + " is {a:n}" : stated(subject);
  return add(subject, CheckKind::no_case, "no_case", Rule::bad_type,
             tag + ", for which " + quoted(field) + " has no form");
}

CheckId Checks::absent_value(const CheckSubject& subject, Int128 value,
                             std::string_view absent_field) {
  return add(subject, CheckKind::absent_value, "absent_value", Rule::bad_value,
             stated(subject) + "; it must be " + to_text(value) + " where there is no " +
                 quoted(absent_field));
}

CheckId Checks::condition(const CheckSubject& subject, Rule rule, std::string sentence) {
  return add(subject, CheckKind::condition, "condition", rule, std::move(sentence));
}

CheckId Checks::section_order(const CheckSubject& subject, std::string_view before) {
  return add(subject, CheckKind::section_order, "section_order", Rule::bad_order,
             subject.noun + " is {a}, which is before {b}, " + std::string(before));
}

CheckId Checks::section_align(const CheckSubject& subject, std::uint64_t multiple) {
  return add(subject, CheckKind::section_align, "section_align", Rule::misaligned,
             subject.noun + " is {a}, which is not a multiple of " + std::to_string(multiple));
}

CheckId Checks::section_bounds(const CheckSubject& subject) {
  return add(subject, CheckKind::section_bounds, "section_bounds", Rule::out_of_bounds,
             subject.noun + " is {a}; the file ends at {b}");
}

CheckId Checks::gap(const CheckSubject& subject, Level level) {
  return add(with_level(subject, level), CheckKind::gap, "gap", Rule::nonzero_padding,
             "the byte is {a:x}; padding must be zero");
}

CheckId Checks::outside(const CheckSubject& subject, std::string_view content,
                        std::string_view section, bool has_least) {
  const std::string where = section.empty() ? "the file" : in_quotes(section);
  const std::string extent = has_least ? " (at least {d} bytes)" : "";
  return add(subject, CheckKind::outside, "outside", Rule::out_of_bounds,
             subject.noun + " is {a}, where " + quoted(content) + extent + " is not inside " +
                 where + " from {b} to {c}");
}

CheckId Checks::misaligned(const CheckSubject& subject, std::uint64_t multiple) {
  // Sections must be aligned to be read at all; of a payload it is only what the document demands.
  return add(with_level(subject, Level::rule), CheckKind::misaligned, "misaligned",
             Rule::misaligned,
             subject.noun + " is {a}, which is not a multiple of " + std::to_string(multiple));
}

CheckId Checks::overlap(const CheckSubject& subject, Level level) {
  return add(with_level(subject, level), CheckKind::overlap, "overlap", Rule::overlap,
             "begins at {a}, inside a payload that ends at {b}");
}

CheckId Checks::overlap_in_file(const CheckSubject& subject) {
  return add(subject, CheckKind::overlap, "overlap", Rule::overlap,
             "begins at {a}, where the bytes up to {b} belong to other fields");
}

CheckId Checks::too_early(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::place, "too_early", Rule::overlap,
                  "is {a}, but what is written before it ends at {b}");
}

CheckId Checks::too_far(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::place, "too_far", Rule::resource_limit,
                  "is {a}, where a writer can't put it: what is before it ends at {b}, and it "
                  "leaves gaps of 1 GiB at most");
}

CheckId Checks::elsewhere(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::place, "elsewhere", Rule::bad_order,
                  "is {a}, but a writer puts it at {b}");
}

CheckId Checks::unclaimed(const CheckSubject& subject) {
  return add(subject, CheckKind::unclaimed, "unclaimed", Rule::unclaimed,
             "no field claims the bytes from {b} up to {c} ({a} in all)");
}

CheckId Checks::place(const CheckSubject& subject) {
  return add(with_level(subject, Level::canonical), CheckKind::place, "place", Rule::bad_order,
             "is at {a}; a writer puts it at {b}");
}

CheckId Checks::section_end(const CheckSubject& subject) {
  return add(with_level(subject, Level::canonical), CheckKind::section_end, "end",
             Rule::size_mismatch, "the file ends at {a}; a writer ends it at {b}");
}

CheckId Checks::fill(const CheckSubject& subject, std::string_view content) {
  return add(subject, CheckKind::fill, "fill", Rule::size_mismatch,
             stated(subject) + ", but " + quoted(content) + " takes {b:m}");
}

CheckId Checks::array_size(const CheckSubject& subject, std::string_view needing) {
  return add(subject, CheckKind::array_size, "array_size", Rule::size_mismatch,
             stated(subject) + ", but " + quoted(needing) + " {b}");
}

CheckId Checks::array_overflow(const CheckSubject& subject, std::string_view dims) {
  return add(subject, CheckKind::array_overflow, "array_overflow", Rule::overflow,
             "the bytes that " + quoted(dims) + " ask for do not fit 64 bits");
}

CheckId Checks::duplicate(const CheckSubject& subject) {
  return add(subject, CheckKind::duplicate, "duplicate", Rule::duplicate_name,
             "{text} is there already");
}

CheckId Checks::depth(const CheckSubject& subject) {
  return add(subject, CheckKind::depth, "depth", Rule::nesting_limit,
             "deeper inside itself than the {depth} levels that the caller allows");
}

CheckId Checks::elements(const CheckSubject& subject) {
  return add(subject, CheckKind::elements, "elements", Rule::resource_limit,
             stated(subject) + std::string(allowed_elements));
}

void limit_empty_elements(Check& elements) {
  const std::size_t tail = elements.sentence.size() - allowed_elements.size();
  if (elements.sentence.ends_with(allowed_elements))
    elements.sentence.replace(tail, std::string::npos, allowed_empty_elements);
}

CheckId Checks::order(const CheckSubject& subject, Level level) {
  CheckSubject at = subject;
  at.style.level = level;
  return add(at, CheckKind::order, "order", Rule::bad_order,
             "{text} belongs before the element before it");
}

CheckId Checks::form(const CheckSubject& subject, std::string_view expected) {
  CheckSubject at = subject;
  at.style.level = Level::error;  // nothing can be read from there on
  return add(at, CheckKind::form, "form", Rule::bad_type,
             "the byte is {a:x}" + std::string(expected));
}

CheckId Checks::unfit(const CheckSubject& subject, std::string_view type) {
  CheckSubject at = subject;
  at.style.level = Level::error;
  return add(at, CheckKind::unfit, "unfit", Rule::bad_value,
             stated(subject) + ", which does not fit " + std::string(type));
}

CheckId Checks::unfit_byte(const CheckSubject& subject, std::string_view sentence) {
  CheckSubject at = subject;
  at.style.level = Level::error;  // nothing can be read from there on
  return add(at, CheckKind::unfit, "unfit", Rule::bad_value, std::string(sentence));
}

CheckId Checks::wide(const CheckSubject& subject) {
  CheckSubject at = subject;
  at.style.level = Level::canonical;
  return add(at, CheckKind::wide, "wide", Rule::bad_form,
             "the number is in {a} bytes; a writer puts it in {b}");
}

CheckId Checks::respelled(const CheckSubject& subject) {
  CheckSubject at = subject;
  at.style.level = Level::canonical;
  return add(at, CheckKind::wide, "wide", Rule::bad_form,
             "the number is {a}, which a writer spells otherwise");
}

CheckId Checks::trailing(const CheckSubject& subject, Level level) {
  return add(with_level(subject, level), CheckKind::trailing, "trailing", Rule::trailing_data,
             "{a} bytes after the end");
}

CheckId Checks::digest(const CheckSubject& subject, std::string_view covered) {
  return add(
      subject, CheckKind::digest, "digest", Rule::bad_checksum,
      subject.noun + " is {first}, but the digest of " + std::string(covered) + " is {second}");
}

// Reading decodes when asked to, so these are left to validation.
CheckId Checks::codec(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::codec, "codec", Rule::bad_value,
                  subject.noun + " can't be decoded");
}
CheckId Checks::codec_limit(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::codec_limit, "decoded_size", Rule::resource_limit,
                  subject.noun + " decodes to {a} bytes; {b} are allowed");
}
CheckId Checks::codec_size(const CheckSubject& subject, std::string_view content) {
  return add_rule(subject, CheckKind::codec_size, "plain_size", Rule::size_mismatch,
                  in_quotes(content) + " doesn't decode to {a} bytes");
}

CheckId Checks::begin(const CheckSubject& subject, std::string_view list) {
  return add(subject, CheckKind::begin, "begin", Rule::out_of_bounds,
             "the element is " + value_of(subject) + ", but that of " + in_quotes(list) +
                 " begins at {b}");
}

CheckId Checks::empty_element(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::empty_element, "empty_element", Rule::bad_count,
                  "the element has no bytes, and nothing says how many there are");
}

CheckId Checks::joined_size(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::joined_size, "joined_size", Rule::size_mismatch,
                  subject.noun + " has {a} bytes; its type and dimensions ask for {b}");
}

CheckId Checks::part_outside(const CheckSubject& subject) {
  return add(subject, CheckKind::part, "outside", Rule::out_of_bounds,
             "bytes {a} to {b} of " + in_quotes(subject.noun) + ", which has {c}");
}
CheckId Checks::part_overlap(const CheckSubject& subject) {
  return add_rule(
      subject, CheckKind::part, "overlap", Rule::overlap,
      "begins at byte {a} of " + in_quotes(subject.noun) + ", inside of a part that ends at {b}");
}
CheckId Checks::part_gap(const CheckSubject& subject) {
  return add_rule(subject, CheckKind::part, "gap", Rule::size_mismatch,
                  "bytes {a} to {b} are of no part");
}

CheckId Checks::text(const CheckSubject& subject, const std::string& flaw, Rule rule) {
  CheckSubject at = subject;
  // What is broken has no value, whatever its class says.
  if (flaw != "duplicate" && flaw != "unknown") at.style.level = Level::error;
  return add(at, CheckKind::text, "json_" + flaw, rule, "");
}

CheckId Checks::malformed(const CheckSubject& subject) {
  return add(subject, CheckKind::malformed, "malformed", Rule::bad_protobuf, "");
}

CheckId Checks::missing(const CheckSubject& subject) {
  return add(subject, CheckKind::missing, "missing", Rule::bad_protobuf,
             "the required field " + in_quotes(subject.noun) + " is missing");
}

CheckId Checks::missing_member(const CheckSubject& subject, Rule rule) {
  return add(subject, CheckKind::missing, "missing", rule,
             "the member " + in_quotes(subject.noun) + " is missing");
}

CheckId Checks::pieces(const CheckSubject& subject) {
  return add(
      subject, CheckKind::pieces, "parts", Rule::resource_limit,
      "the pieces of " + in_quotes(subject.noun) + " take more memory than the caller allows");
}

}  // namespace schemac::plan
