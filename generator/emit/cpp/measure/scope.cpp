#include "emit/cpp/measure/scope.h"

#include <algorithm>
#include <cctype>

#include "emit/cpp/measure/along.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/refuse/body_check.h"
#include "emit/cpp/refuse/verify.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/wire/checks.h"
#include "emit/cpp/wire/json.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/computed.h"
#include "plan/facts/derive_order.h"
#include "plan/facts/measuring.h"
#include "plan/operators.h"

namespace schemac::emit::cpp {
namespace {

std::string in_parentheses(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

// A place that a field says, as the readers take it.
std::string place_of(const plan::Expr& target, const Spelling& spelling) {
  if (target.range.min >= 0) return in_parentheses(text_of(target, spelling));
  return "schemac::offset_or_most([&]([[maybe_unused]] bool& is_offset) { return " +
         text_of(target, clearing("is_offset", spelling)) + "; })";
}

// A number without a sign that stands beside one which may have it, for the lack of it.
std::string beside(const std::string& absent, const std::string& x) {
  const bool has_sign = absent.starts_with('-') || absent == "INT64_MIN";
  return has_sign ? "static_cast<std::int64_t>(" + x + ")" : x;
}

bool is_unscaled(const plan::Source& source) {
  return source.factor == 1 && source.offset == 0 && source.divisor == 1;
}

// Bytes of one kind of body whose value is spelled `x`.
struct SizeOf {
  const WriteScope& scope;
  plan::FieldId field;
  const plan::Body& body;
  const std::string& x;
  const std::string& at;

  std::string operator()(const plan::Scalar& scalar) const {
    if (scalar.coding != plan::Coding::integer) return std::to_string(body.least_size);
    return "schemac::msgpack::integer_size(static_cast<" + stored_type(scalar.dtype) + ">(" + x +
           "))";
  }
  // "schemac::msgpack::headed_size<schemac::msgpack::HeadForm::text>(x.size())"
  [[nodiscard]] std::string headed(const plan::Head& head) const {
    return "schemac::msgpack::headed_size<" + head_form(head.form) + ">(" + access(x, "size()") +
           ")";
  }
  std::string operator()(const plan::Constant& constant) const {
    return std::to_string(constant.bytes.size());
  }
  std::string operator()(const plan::Text& text) const {
    if (text.head) return headed(*text.head);
    const std::uint64_t around =
        (text.prefix ? bit_count(text.prefix->dtype) / 8 : 0) + (text.terminator ? 1 : 0);
    const std::string characters = access(x, "size()");
    const std::string used = around == 0 ? characters : std::to_string(around) + " + " + characters;
    return text.pad == 1 ? used
                         : "schemac::padded_size(" + used + ", " + std::to_string(text.pad) + ")";
  }
  std::string operator()(const plan::Raw& raw) const {
    if (raw.digest) return text_of(*raw.size, scope.inline_spelling());
    if (raw.free && raw.free->wire == plan::FreeForm::Wire::object)
      return "schemac::msgpack::object_size(" + x + ")";
    if (raw.free)
      return "schemac::json::text_of(" + x + ", " + style_text(raw.free->style) + ").size()";
    return raw.head ? headed(*raw.head) : access(x, "size()");
  }
  std::string operator()(const plan::Array& array) const {
    return array.head ? headed(*array.head) : access(x, "size()");
  }
  std::string operator()(const plan::Nested& nested) const {
    const plan::Record& record = scope.plan().records[nested.record];
    if (nested.json)
      return "text_of(" + x + measuring_arguments(scope, nested) +
             (record.json->style.is_from_file ? ", " + at : "") + ").size()";
    const std::string arguments = measuring_arguments(scope, nested);
    const std::string slack =
        nested.has_slack ? " + " + access(x, "choices." + record.slack->identifier + ".size()")
                         : "";
    return "size_of(" + x + arguments + place(record) + ")" + slack;
  }
  [[nodiscard]] std::string place(const plan::Record& record) const {
    return record.hangs_on_place ? ", " + at : "";
  }
  std::string operator()(const plan::List& list) const {
    return list.head ? head() + " + " + elements(list) : elements(list);
  }
  // Of a list that has one, or "0".
  [[nodiscard]] std::string head() const {
    const auto* list = std::get_if<plan::List>(&body.kind);
    if (list == nullptr || !list->head) return "0";
    return "schemac::msgpack::head_size<" + head_form(list->head->form) + ">(" +
           access(x, "size()") + ")";
  }
  [[nodiscard]] std::string elements(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    if (const plan::Scalar* scalar = scalar_element(list)) {
      const std::uint32_t bits = bit_count(scalar->dtype);
      const std::string count = access(x, "size()");
      if (scalar->coding != plan::Coding::plain)
        return (stored_size(*scalar) == 1 ? "" : std::to_string(stored_size(*scalar)) + " * ") +
               count;
      if (bits % 8 == 0) return bits == 8 ? count : std::to_string(bits / 8) + " * " + count;
      return "schemac::ceil_div(" + (bits == 1 ? "" : std::to_string(bits) + " * ") + count +
             ", 8)";
    }
    if (element.fixed_size)
      return std::to_string(*element.fixed_size) + " * " +
             (is_streamed(scope, field) ? "schemac::count_at_hand(" + x + ")"
                                        : access(x, "size()"));
    if (plan::hangs_on_place(scope.plan(), element))
      return "schemac::total_size(" + x + ", " + at + ", [" + captured(element) +
             "](const auto& element, std::uint64_t at) { return " +
             scope.size_of(field, element, "element", "at") + "; })";
    return "schemac::total_size(" + x + ", [" + captured(element) +
           "](const auto& element) { return " + scope.size_of(field, element, "element") + "; })";
  }
  [[nodiscard]] std::string captured(const plan::Body& element) const {
    return hangs_on_params(scope.plan(), element) ? "&" : "";
  }
  std::string operator()(const plan::Switch& choice) const {
    std::string arguments;
    for (const SizeArgument& argument : size_arguments(scope, choice))
      arguments += ", " + argument.text;
    return scope.function("size_of", field) + "(" + x + arguments +
           (plan::hangs_on_place(scope.plan(), body) ? ", " + at : "") + ")";
  }
};

}  // namespace

bool knows_presence(const plan::Field& field) { return field.has_member() && field.is_optional(); }

std::string access(const std::string& object, std::string_view member) {
  if (object.starts_with('*')) return object.substr(1) + "->" + std::string(member);
  return object + "." + std::string(member);
}

std::string section_variable(std::string_view name) { return snake_case(name) + "_section"; }

bool is_payload(const plan::Body& body) {
  const auto* array = std::get_if<plan::Array>(&body.kind);
  return std::holds_alternative<plan::Raw>(body.kind) || (array != nullptr && array->dims);
}

bool has_inline_payload(const plan::Plan& plan, const plan::Record& record) {
  if (record.slack) return true;
  // What is aligned in the file has to know where it stands, which a part of the file doesn't.
  if (record.is_recursive || record.hangs_on_place || states_layout(plan, record)) return true;
  return std::ranges::any_of(record.fields, [&](const plan::Field& field) {
    if (field.jump) return false;
    const auto* list = std::get_if<plan::List>(&field.body.kind);
    if (list != nullptr && list->begins_of) return true;  // it states places in the file
    if (is_payload(field.body) || std::holds_alternative<plan::Switch>(field.body.kind))
      return true;
    return std::ranges::any_of(plan::nested_in(field.body), [&](const plan::Nested* nested) {
      return has_inline_payload(plan, plan.records[nested->record]);
    });
  });
}

bool is_root(const plan::Plan& plan, const plan::Record& record) {
  return std::ranges::any_of(
      plan.roots, [&](const plan::Root& root) { return &plan.records[root.record] == &record; });
}

bool notes_misfits(const plan::Plan& plan) {
  return plan.has_asked_sizes || plan.has_narrow_tables;
}

std::string writer_type(const plan::Plan& plan) {
  const std::string type = plan.has_digests ? "schemac::DigestWriter" : "schemac::Writer";
  return notes_misfits(plan) ? "schemac::HoldingWriter<" + type + ">" : type;
}

bool is_written_in_room(const plan::Plan& plan, const plan::Record& root) {
  return !plan.has_digests && root.sections.empty() && !notes_misfits(plan);
}

std::string inlining(const plan::Plan& plan, const plan::Record& record) {
  const auto id = plan::id_of(plan, record);
  return is_inlined(plan, id) ? "[[gnu::always_inline]] inline" : "inline";
}

std::string WriteScope::member(plan::FieldId id) const {
  if (record_.part && record_.part->is_stated_by(id)) return stated_place(record_, id, value_);
  if (field(id).is_of_parts)
    return "detail::" + member_parts(record_, field(id)) + "{" + value_ + "}";
  const bool is_choice = field(id).role == model::RoleKind::choice;
  return value_ + (is_choice ? ".choices." : ".") + field(id).identifier;
}

std::string WriteScope::content(plan::FieldId id) const {
  // A table of offsets has no member: as many elements as it tells of.
  const auto* list = std::get_if<plan::List>(&field(id).body.kind);
  if (list != nullptr && list->begins_of) return content(*list->begins_of);
  if (field(id).source.kind == plan::SourceKind::constant) return scalar(id);
  const std::string held = (field(id).is_optional() ? "*" : "") + member(id);
  return field(id).codec ? access(held, "stored()") : held;
}

std::string WriteScope::is_there(plan::FieldId id) const {
  if (!knows_presence(field(id)))
    return presence_of(field(id).presence->condition, inline_spelling());
  return in_its_versions(id, member(id));
}

// Checked values have no member that their version lacks; saying so costs other versions nothing.
std::string WriteScope::in_its_versions(plan::FieldId id, const std::string& is_there) const {
  if (!field(id).availability) return is_there;
  return condition_of(field(id).availability->condition, inline_spelling(), true) + " && " +
         is_there;
}

std::string WriteScope::is_there(const plan::Run& run) const {
  for (const plan::RunPart& part : run.parts)
    if (knows_presence(field(*part.field))) return member(*part.field);
  return presence_of(*run.condition, inline_spelling());
}

std::string WriteScope::scalar(plan::FieldId id) const {
  const plan::Field& what = field(id);
  if (what.source.kind == plan::SourceKind::section_begin)
    return "layout." + section_variable(record_.sections[what.source.section].name);
  if (is_derived(id)) return has_locals_ ? local(id) : in_parentheses(derivation(id));
  if (what.source.kind == plan::SourceKind::constant) {
    const auto* scalar = std::get_if<plan::Scalar>(&what.body.kind);
    return literal(scalar != nullptr ? scalar->constant.value_or(0) : 0);
  }
  if (what.may_be_unknown()) return member(id) + ".value_or(" + literal(what.unknown->value) + ")";
  if (!what.is_optional()) return member(id);
  const auto* scalar = std::get_if<plan::Scalar>(&what.body.kind);
  std::string otherwise = "0";
  const bool is_of_message = record_.message() != nullptr && !record_.json;
  const model::Int128 number = is_of_message ? what.default_value.value_or(0) : 0;
  if (scalar != nullptr && scalar->enumeration)
    otherwise = plan_.enums[*scalar->enumeration].name + "{" +
                (number == 0 ? std::string() : literal(number)) + "}";
  else if (number != 0)
    otherwise = literal(number);
  else if (scalar != nullptr && is_short_float(scalar->dtype))
    otherwise = scalar_type(scalar->dtype) + "()";
  return member(id) + ".value_or(" + otherwise + ")";
}

std::string WriteScope::size_of(plan::FieldId id, const plan::Body& body, const std::string& x,
                                const std::string& at) const {
  if (body.fixed_size) return std::to_string(*body.fixed_size);
  const SizeOf size{*this, id, body, x, at};
  if (leaves_out_measured_) {
    const bool has_measured_head =
        &body == &field(id).body && plan::is_measured_with_head(record_, field(id));
    const auto* list = std::get_if<plan::List>(&body.kind);
    if (plan::is_measured(plan_, body)) return has_measured_head ? "0" : size.head();
    if (has_measured_head) return list != nullptr ? size.elements(*list) : "0";
  }
  return std::visit(size, body.kind);
}

std::string WriteScope::present_size_of(plan::FieldId id) const {
  const plan::Body& body = field(id).body;
  std::string at = "0";
  if (plan::hangs_on_place(plan_, body) && !field(id).jump)
    at = (begin_ == "0" ? "" : begin_ + " + ") + inline_offset(*this, id);
  const bool is_number = std::holds_alternative<plan::Scalar>(body.kind) && !field(id).has_member();
  const std::string x = is_number && !body.fixed_size ? derivation(id) : content(id);
  return size_of(id, body, x, at);
}

std::string WriteScope::present_plain_size_of(plan::FieldId id) const {
  return access((field(id).is_optional() ? "*" : "") + member(id), "size()");
}

std::string WriteScope::present_length_of(plan::FieldId id) const {
  const bool is_choice = std::holds_alternative<plan::Switch>(field(id).body.kind);
  return is_choice ? function("length_of", id) + "(" + content(id) + ")"
                   : access(content(id), "size()");
}

std::string WriteScope::if_there(plan::FieldId id, const std::string& x,
                                 const std::string& absent) const {
  if (!field(id).presence || x == absent) return x;
  return in_parentheses(is_there(id)) + " ? " + beside(absent, x) + " : " + absent;
}

std::string WriteScope::size_of_field(plan::FieldId id, const std::string& absent) const {
  return if_there(id, present_size_of(id), absent);
}

std::string WriteScope::plain_size_of(plan::FieldId id, const std::string& absent) const {
  return if_there(id, present_plain_size_of(id), absent);
}

std::string WriteScope::length_of(plan::FieldId id, const std::string& absent) const {
  return if_there(id, present_length_of(id), absent);
}

std::string WriteScope::local(plan::FieldId id) const {
  return local_name(plan(), record_, field(id).identifier);
}

std::string WriteScope::local_type(plan::FieldId id) const {
  const auto& scalar = std::get<plan::Scalar>(field(id).body.kind);
  const plan::Source& source = field(id).source;
  if (is_enumerator(id)) return "auto";
  if (source.kind == plan::SourceKind::tag_of)
    return scalar.enumeration ? plan_.enums[*scalar.enumeration].name : stored_type(scalar.dtype);
  const bool may_be_absent = source.absent < 0 && field(source.field).presence.has_value();
  const bool is_signed = (source.expression && source.expression->range.min < 0) ||
                         (field(id).unknown && field(id).unknown->value < 0) || is_reduced(id) ||
                         may_be_absent;
  return is_signed ? "std::int64_t" : "std::uint64_t";
}

// A count or a size less something, which may be below 0.
bool WriteScope::is_reduced(plan::FieldId id) const {
  const plan::Source& source = field(id).source;
  return source.offset < 0 &&
         (source.kind == plan::SourceKind::count_of || source.kind == plan::SourceKind::size_of ||
          source.kind == plan::SourceKind::plain_size_of);
}

std::string WriteScope::absent_value(plan::FieldId id) const {
  const model::Int128 number = field(id).source.absent;
  const bool lacks_sign = number < 0 && local_type(id) == "std::uint64_t";
  return lacks_sign ? "static_cast<std::uint64_t>(" + literal(number) + ")" : literal(number);
}

bool WriteScope::is_enumerator(plan::FieldId id) const {
  const auto* what = std::get_if<plan::Scalar>(&field(id).body.kind);
  return what != nullptr && what->enumeration && field(id).has_member() && !is_derived(id);
}

bool WriteScope::is_derived(plan::FieldId id) const {
  switch (field(id).source.kind) {
    case plan::SourceKind::member:
    case plan::SourceKind::constant:
      return false;
    case plan::SourceKind::count_of:
    case plan::SourceKind::size_of:
    case plan::SourceKind::plain_size_of:
    case plan::SourceKind::begin_of:
    case plan::SourceKind::section_begin:
    case plan::SourceKind::tag_of:
    case plan::SourceKind::flags:
    case plan::SourceKind::expression:
      return true;
  }
  return false;
}

bool WriteScope::states_place(plan::FieldId id) const { return field(id).states_place; }

bool WriteScope::asks_layout(const plan::Expr& expr) const {
  return plan::asks_layout(plan_, record_, expr);
}

bool WriteScope::asks_layout(const plan::List& list, const plan::EachRule& rule) const {
  return plan::asks_layout(plan_, record_, list, rule.condition);
}

bool WriteScope::asks_layout(const plan::Dims& dims) const {
  return plan::asks_layout(plan_, record_, dims);
}

bool WriteScope::tells_presence(plan::FieldId id) const {
  const plan::Source& source = field(id).source;
  return source.kind == plan::SourceKind::begin_of && field(source.field).presence.has_value();
}

std::string WriteScope::presence_number(plan::FieldId id) const {
  const model::Int128 absent = field(id).source.absent;
  const std::string unit = absent < 0 ? "" : "u";
  return "(" + is_there(field(id).source.field) + " ? " + (absent == 0 ? "1" : "0") + unit + " : " +
         model::to_text(absent) + unit + ")";
}

namespace {

// Whether the value of a field is asked for, and not only whether it is there.
bool asks_value(const plan::Expr& expr, plan::FieldId id) {
  return (expr.op == plan::Op::field && expr.id == id) ||
         std::ranges::any_of(expr.args, [&](const plan::Expr& arg) { return asks_value(arg, id); });
}

}  // namespace

std::vector<plan::FieldId> WriteScope::needed(const std::vector<plan::FieldId>& wanted) const {
  std::vector<bool> is_needed(record_.fields.size());
  for (const plan::FieldId id : wanted) is_needed[id] = true;
  const auto& order = record_.derive_order;
  for (auto id = order.rbegin(); id != order.rend(); ++id)
    if (is_needed[*id] && field(*id).source.expression)
      for (const plan::FieldId other : fields_of(*field(*id).source.expression))
        is_needed[other] =
            is_needed[other] ||
            (is_enumerator(other) ? asks_value(*field(*id).source.expression, other)
                                  : plan::asks_for_number(*field(*id).source.expression, other));
  std::vector<plan::FieldId> result;
  for (plan::FieldId id = 0; id < is_needed.size(); ++id)
    if (is_needed[id] && is_enumerator(id)) result.push_back(id);
  for (const plan::FieldId id : order)
    if (is_needed[id] && is_derived(id)) result.push_back(id);
  return result;
}

// count * factor + offset.
std::string WriteScope::undivided(plan::FieldId id) const {
  const plan::Source& source = field(id).source;
  const bool is_count = source.kind == plan::SourceKind::count_of;
  // Of a number that isn't just the count, the absent one is stated as it is.
  const std::string absent = is_unscaled(source) ? absent_value(id) : "0";
  const bool is_plain = source.kind == plan::SourceKind::plain_size_of;
  std::string text = is_count   ? length_of(source.field, absent)
                     : is_plain ? plain_size_of(source.field, absent)
                                : size_of_field(source.field, absent);
  if (is_reduced(id)) text = "static_cast<std::int64_t>(" + text + ")";
  if (source.factor != 1) text = in_parentheses(text) + " * " + literal(source.factor);
  if (source.offset == 0) return text;
  if (source.factor == 1) text = in_parentheses(text);
  return text + (source.offset > 0 ? " + " : " - ") +
         literal(source.offset > 0 ? source.offset : -source.offset);
}

// A bit for each field that is there, beside the given ones.
std::string WriteScope::flags(plan::FieldId id) const {
  const auto& scalar = std::get<plan::Scalar>(field(id).body.kind);
  const bool may_miss = field(id).has_member() && field(id).is_optional();
  std::string text = field(id).has_member() ? (may_miss ? "*" : "") + member(id) : "";
  const auto add = [&](plan::FieldId present, std::uint32_t bit) {
    const std::string one =
        "std::uint64_t{" + in_its_versions(present, member(present) + ".has_value()") + "}";
    text += (text.empty() ? "" : " | ") +
            (bit == 0 ? one : "(" + one + " << " + std::to_string(bit) + ")");
  };
  for (const plan::Flag& flag : scalar.flags)
    if (flag.presence_of) add(*flag.presence_of, flag.bit);
  if (scalar.flags.empty()) add(field(id).source.field, 0);
  // Flags that aren't there tell of nothing.
  if (may_miss) return member(id) + " ? " + text + " : 0";
  return text;
}

std::string WriteScope::is_known(plan::FieldId id) const {
  return value_ + ".choices." + field(id).unknown->choice_identifier;
}

std::string WriteScope::derivation(plan::FieldId id) const {
  if (!field(id).has_known_choice()) return stated_derivation(id);
  const std::string type = local_type(id);
  const std::string unknown = literal(field(id).unknown->value);
  std::string stated = "static_cast<" + type + ">(" + stated_derivation(id) + ")";
  if (field(id).is_calculated_late()) {
    const auto& scalar = std::get<plan::Scalar>(field(id).body.kind);
    const char* const is_number = can_fail(*field(id).source.expression) ? "fits" : "true";
    stated = "schemac::told_late<" + stored_type(scalar.dtype) + ", " + type + ">(" + stated +
             ", " + unknown + ", " + is_number + ")";
  }
  return is_known(id) + " ? " + stated + " : " + unknown;
}

// What a field that is there says of the number which tells of it.
std::string WriteScope::told_by(const plan::Source& source, const std::string& type) const {
  const plan::FieldId told = source.field;
  if (source.kind == plan::SourceKind::tag_of)
    return "*" + function("tag_of", told) + "(" + content(told) + ")";
  const bool is_count = source.kind == plan::SourceKind::count_of;
  const bool is_size = source.kind == plan::SourceKind::size_of;
  return "static_cast<" + type + ">(" +
         (is_count  ? present_length_of(told)
          : is_size ? present_size_of(told)
                    : present_plain_size_of(told)) +
         ")";
}

// Of the first of several fields that is there:
//
//   (value.names ? value.names->size() : value.vals ? value.vals->size() : 0)
std::string WriteScope::derivation_of_several(plan::FieldId id) const {
  const plan::Source& first = field(id).source;
  const std::string type = local_type(id);
  std::string text = "static_cast<" + type + ">(" + absent_value(id) + ")";
  const auto add = [&](const plan::Source& source) {
    const std::string told = told_by(source, type);
    const bool may_lack = field(source.field).presence.has_value();
    text = may_lack ? in_parentheses(is_there(source.field)) + " ? " + told + " : " + text : told;
  };
  for (auto other = first.others.rbegin(); other != first.others.rend(); ++other) add(*other);
  add(first);
  return "(" + text + ")";
}

std::string WriteScope::stated_derivation(plan::FieldId id) const {
  const plan::Source& source = field(id).source;
  if (is_enumerator(id)) return "static_cast<std::uint64_t>(" + scalar(id) + ")";
  if (!source.others.empty()) return derivation_of_several(id);
  switch (source.kind) {
    case plan::SourceKind::count_of:
    case plan::SourceKind::size_of:
    case plan::SourceKind::plain_size_of: {
      const std::string text =
          source.divisor == 1 ? undivided(id)
                              : in_parentheses(undivided(id)) + " / " + literal(source.divisor);
      // Where nothing is counted, a number that isn't just the count is 0 all the same.
      if (is_unscaled(source) || !field(source.field).presence) return text;
      const std::string absent = absent_value(id);
      return "(" + in_parentheses(is_there(source.field)) + " ? " + beside(absent, text) + " : " +
             absent + ")";
    }
    case plan::SourceKind::tag_of: {
      const std::string tag =
          "*" + function("tag_of", source.field) + "(" + content(source.field) + ")";
      if (!field(source.field).presence) return tag;
      return "(" + in_parentheses(is_there(source.field)) + " ? " + tag + " : static_cast<" +
             local_type(id) + ">(" + absent_value(id) + "))";
    }
    case plan::SourceKind::flags:
      return flags(id);
    case plan::SourceKind::expression:
      return text_of(*source.expression, spelling());
    case plan::SourceKind::member:
    case plan::SourceKind::constant:
    case plan::SourceKind::begin_of:
    case plan::SourceKind::section_begin:
      break;
  }
  return scalar(id);
}

bool WriteScope::follows_from(const plan::Expr& stated, plan::FieldId id) const {
  if (stated.op == plan::Op::field && is_derived(stated.id)) {
    const plan::Source& source = field(stated.id).source;
    return source.kind != plan::SourceKind::expression && source.field == id &&
           source.factor == 1 && source.offset == 0 && source.divisor == 1 &&
           !may_lack(stated.id, id);
  }
  return false;
}

bool WriteScope::tag_follows_from(const plan::Switch& choice, plan::FieldId id) const {
  if (!choice.tag_field) return false;
  const plan::Source& source = field(*choice.tag_field).source;
  return source.kind == plan::SourceKind::tag_of && source.field == id;
}

bool WriteScope::tag_may_follow_from(const plan::Switch& choice, plan::FieldId id) const {
  if (!choice.tag_field) return false;
  const plan::Source& source = field(*choice.tag_field).source;
  return tag_follows_from(choice, id) ||
         std::ranges::any_of(source.others,
                             [&](const plan::Source& other) { return other.field == id; });
}

// Whether a derived number may be absent while a field that it tells of is there.
bool WriteScope::may_lack(plan::FieldId number, plan::FieldId told) const {
  if (!field(number).presence || record_.message() != nullptr) return false;
  if (!field(told).presence) return true;
  std::vector<std::string> names;
  for (const plan::Field& each : record_.fields) names.push_back(each.name);
  return plan::to_text(field(number).presence->condition, names) !=
         plan::to_text(field(told).presence->condition, names);
}

std::string WriteScope::number(plan::FieldId id) const {
  const auto* what = std::get_if<plan::Scalar>(&field(id).body.kind);
  const std::string type = what == nullptr ? "std::uint64_t" : number_type(*what);
  const bool is_tag = field(id).source.kind == plan::SourceKind::tag_of;
  // What a signed field follows from is mostly a size; the number of a member has no sign.
  const bool lacks_sign = what != nullptr && is_derived(id) && type != local_type(id);
  const bool is_boolean = what != nullptr && what->dtype == Dtype::bool8;
  const bool has_local = is_enumerator(id) && has_locals_;
  const bool is_converted =
      has_local ? type == "std::int64_t" : is_enumerator(id) || is_tag || is_boolean || lacks_sign;
  const std::string own = has_local ? local(id) : scalar(id);
  const std::string x = is_converted ? "static_cast<" + type + ">(" + own + ")" : own;
  // Others see a 0 where it isn't there. A member says so itself.
  const bool may_be_absent = field(id).presence && is_derived(id) && !field(id).has_member() &&
                             record_.message() == nullptr;
  return may_be_absent ? "(" + in_parentheses(is_there(id)) + " ? " + x + " : 0)" : x;
}

// Expressions may ask for an element of a list that isn't there.
std::string WriteScope::list(plan::FieldId id) const {
  const std::string held = content(id);
  return held.starts_with('*') ? "schemac::list_or_none(" + held.substr(1) + ")"
                               : in_parentheses(held);
}

Spelling WriteScope::spelling() const {
  Spelling result;
  result.plan = &plan_;
  result.field = [this](plan::FieldId id) { return number(id); };
  result.param = [this](plan::ParamId id) {
    return told_ ? told_(id) : param_name(record_.params[id]);
  };
  result.list = [this](plan::FieldId id) { return list(id); };
  if (knows_products_)
    result.multiplied = [this](plan::FieldId id) {
      if (notes_product(*this, id)) return "out.multiplied(" + content(id) + ")";
      return list(id);
    };
  result.length = [this](plan::FieldId id) { return in_parentheses(length_of(id)); };
  result.size_of = [this](plan::FieldId id) { return in_parentheses(size_of_field(id)); };
  result.size_of_last = [this](plan::FieldId list, plan::FieldId part) {
    const auto& elements = std::get<plan::List>(field(list).body.kind);
    const auto& nested = std::get<plan::Nested>(elements.element.front().kind);
    const plan::Record& element = plan().records[nested.record];
    const auto in_element = [&](plan::FieldId id) {
      return ", &" + element.name + "::" + element.fields[id].identifier;
    };
    return "schemac::size_of_last(" + member(list) +
           (elements.order_by ? in_element(*elements.order_by) : "") + in_element(part) + ")";
  };
  result.plain_size = [this](plan::FieldId id) { return in_parentheses(plain_size_of(id)); };
  result.offset_of = [this](plan::FieldId id) {
    if (field(id).jump) return place_of(field(id).jump->target, spelling());
    const std::string offset = inline_offset(*this, id);
    return in_parentheses(begin_ == "0" ? offset : begin_ + " + " + offset);
  };
  result.is_present = [this](plan::FieldId id) {
    if (!field(id).presence) return std::string("true");
    return knows_presence(field(id)) ? member(id) + ".has_value()" : in_parentheses(is_there(id));
  };
  result.presence = [this](plan::FieldId id) -> const plan::Expr* {
    const plan::Field& asked = field(id);
    return knows_presence(asked) || !asked.presence ? nullptr : &asked.presence->condition;
  };
  result.text = [this](plan::FieldId id) { return "std::string_view(" + content(id) + ")"; };
  result.inside = [this](plan::FieldId id) {
    const auto inner = std::make_shared<WriteScope>(
        WriteScope::inside(plan_, held_record(plan_, field(id)), content(id),
                           field(id).jump ? "0" : spelling().offset_of(id)));
    inner->knows_products_ = knows_products_;
    inner->told_ = [this, nested = &std::get<plan::Nested>(field(id).body.kind)](
                       plan::ParamId param) { return told(*nested, param); };
    Spelling spelling = inner->spelling();
    spelling.owner = inner;
    return spelling;
  };
  result.file_size =
      is_root(plan_, record_) && !record_.is_held() ? "layout.size" : "out.file_size()";
  result.fits = fits_;
  result.clear = [this](Spelling& spelling, const std::string& flag) {
    spell_clearing(spelling, flag, false);
  };
  result.can_fail = [this](const plan::Expr& expr) { return can_fail(expr); };
  return result;
}

bool WriteScope::can_fail(const plan::Expr& expr, const plan::Record* element) const {
  return plan::may_not_be_computed(plan_, record_, expr, element);
}

// What a record in it is told: of the type that its functions get. It stands in expressions of that
// record, so that it says itself what it is where it can't be computed.
std::string WriteScope::told(const plan::Nested& nested, plan::ParamId number) const {
  const plan::Param& param = plan_.records[nested.record].params[number];
  Spelling spelling = inline_spelling();
  spelling.can_fail = [this](const plan::Expr& expr) {
    return can_fail(expr) || std::ranges::any_of(fields_of(expr), [&](plan::FieldId id) {
             return plan::may_not_be_computed(plan_, record_, id);
           });
  };
  const std::string text = text_of_argument(nested.args[number], spelling);
  return param.is_list ? text : "static_cast<" + param_type(param) + ">(" + text + ")";
}

// What is computed on the spot clears the flag, too.
void WriteScope::spell_clearing(Spelling& spelling, const std::string& flag, bool is_inline) const {
  const auto scope = std::make_shared<WriteScope>(*this);
  scope->fits_ = flag;
  const Spelling clearing = is_inline ? scope->inline_spelling() : scope->spelling();
  spelling.field = clearing.field;
  spelling.is_present = clearing.is_present;
  spelling.length = clearing.length;
  spelling.size_of = clearing.size_of;
  spelling.owner = std::make_shared<std::pair<std::shared_ptr<const void>, decltype(scope)>>(
      spelling.owner, scope);
}

Spelling WriteScope::inline_spelling() const {
  Spelling result = spelling();
  result.clear = [this](Spelling& spelling, const std::string& flag) {
    spell_clearing(spelling, flag, true);
  };
  result.field = [this](plan::FieldId id) {
    if (is_enumerator(id)) return derivation(id);
    const auto* what = std::get_if<plan::Scalar>(&field(id).body.kind);
    const std::string type = what == nullptr ? "" : number_type(*what);
    const bool lacks_sign = type == "std::int64_t" && is_derived(id) && type != local_type(id);
    const auto converted = [&](const std::string& x) {
      return lacks_sign ? "static_cast<" + type + ">(" + x + ")" : in_parentheses(x);
    };
    if (tells_presence(id)) return converted(presence_number(id));
    if (!is_derived(id) || states_place(id)) return scalar(id);
    const bool is_tag = field(id).source.kind == plan::SourceKind::tag_of;
    return is_tag ? "static_cast<std::uint64_t>(" + derivation(id) + ")"
                  : converted(derivation(id));
  };
  return result;
}

std::string WriteScope::text_of_argument(const plan::Expr& argument) const {
  return text_of_argument(argument, inline_spelling());
}

std::string WriteScope::text_of_argument(const plan::Expr& argument, const Spelling& spelling) {
  return is_list(argument) ? list_argument(argument, spelling)
                           : beside_elements(number_argument(argument, spelling));
}

std::string WriteScope::argument(const plan::Expr& argument, const Spelling& spelling) const {
  const std::string text = text_of_argument(argument, spelling);
  const auto named = named_.find(text);
  return named != named_.end() ? named->second : text;
}

std::string WriteScope::arguments(const plan::Nested& nested) const {
  std::string out;
  for (const plan::Expr& argument : nested.args) out += ", " + known_argument(argument);
  return out;
}

std::string WriteScope::early_arguments(const plan::Nested& nested) const {
  const std::vector<plan::Param>& params = plan().records[nested.record].params;
  std::string out;
  for (std::size_t i = 0; i < nested.args.size(); ++i)
    out += ", " + (params[i].is_known_late ? "0" : known_argument(nested.args[i]));
  return out;
}

std::string WriteScope::known_argument(const plan::Expr& argument) const {
  const std::string text = text_of_argument(argument);
  const auto named = named_.find(text);
  return named != named_.end() ? named->second : text;
}

std::shared_ptr<WriteScope> WriteScope::of_element(const plan::Nested& nested,
                                                   std::string value) const {
  auto element =
      std::make_shared<WriteScope>(inside(plan_, plan_.records[nested.record], std::move(value)));
  element->told_ = [this, &nested](plan::ParamId param) { return told(nested, param); };
  return element;
}

void emit_split_records(Printer& out, const WriteScope& scope, std::string_view verb,
                        plan::FieldId id, const plan::Body& element,
                        const std::function<void(const WriteScope&)>& loop) {
  const auto split = version_split(scope.plan(), element);
  if (!split) return loop(scope);
  const std::string version = scope.text_of_argument(split->version);
  WriteScope inner = scope;
  inner.name_arguments({{version, known_version}});
  emit_split_loop(out, std::string(verb) + "_" + scope.field(id).identifier, version, split->limit,
                  [&] { loop(inner); });
}

std::string beside_elements(std::string argument) {
  const std::string name = "element", other = "each";
  if (argument.find("const auto& " + name) == std::string::npos) return argument;
  const auto is_part = [&](std::size_t at, std::string_view more) {
    if (at >= argument.size()) return false;
    const char ch = argument[at];
    return std::isalnum(static_cast<unsigned char>(ch)) != 0 || more.find(ch) != more.npos;
  };
  for (std::size_t at = 0; (at = argument.find(name, at)) != std::string::npos; at += other.size())
    if (!(at > 0 && is_part(at - 1, "_.:>")) && !is_part(at + name.size(), "_"))
      argument.replace(at, name.size(), other);
  return argument;
}

std::string element_name(const plan::Field& field, const plan::List& list) {
  const auto* own = std::get_if<plan::List>(&field.body.kind);
  return own == nullptr || own == &list ? "element" : "item";
}

const plan::Record* record_of_elements(const plan::Plan& plan, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

std::string param_type(const plan::Param& param) {
  if (param.is_list) return "const schemac::NumberList&";
  return param.range.min < 0 ? "std::int64_t" : "std::uint64_t";
}
std::string param_types(const plan::Record& record) {
  std::string types;
  for (const plan::Param& param : record.params) types += ", " + param_type(param);
  return types;
}

std::string WriteScope::function(std::string_view verb, plan::FieldId id) const {
  return std::string(verb) + "_" + snake_case(record_.name) + "_" + snake_case(field(id).name);
}

std::string WriteScope::digester(plan::FieldId id) const {
  return "digester_of_" + field(id).identifier;
}

std::string WriteScope::section(const plan::SectionRef& reference) const {
  return section_variable(reference.is_param ? record_.section_params[reference.index]
                                             : record_.sections[reference.index].name) +
         (is_ahead_ ? "_ahead" : "");
}

}  // namespace schemac::emit::cpp
