#include "emit/cpp/spell/read_scope.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "model/overload.h"
#include "plan/facts/stored_sizes.h"

namespace schemac::emit::cpp {
namespace {

bool asks_param(const plan::Expr& expr) {
  return expr.op == plan::Op::param || expr.op == plan::Op::param_list ||
         std::ranges::any_of(expr.args, asks_param);
}

}  // namespace

void Spelled::add(const Spelled& other) {
  numbers.insert(other.numbers.begin(), other.numbers.end());
  lists.insert(other.lists.begin(), other.lists.end());
  lengths.insert(other.lengths.begin(), other.lengths.end());
  texts.insert(other.texts.begin(), other.texts.end());
  anchors.insert(other.anchors.begin(), other.anchors.end());
  places.insert(other.places.begin(), other.places.end());
  views.insert(other.views.begin(), other.views.end());
  sections.insert(other.sections.begin(), other.sections.end());
  params.insert(other.params.begin(), other.params.end());
}

std::string counted_or(ReadScope& scope, const plan::List& list, const std::string& otherwise) {
  if (!list.count) return otherwise;
  const std::string count = scope.size(*list.count);
  if (!list.is_counted) return count;
  return "(" + scope.condition(*list.is_counted) + ") ? " + count + " : " + otherwise;
}

std::string stated_starts(ReadScope& scope, const plan::List& list, const std::string& file) {
  const plan::Field& field = scope.symbols().field(list.stated_starts->list);
  std::string table = scope.at(list.stated_starts->list);
  if (field.presence)
    table = "(" + scope.condition(field.presence->condition) + ") ? " + table + " : nullptr";
  return starts_type(scope.symbols(), list) + "(" + file + ", " + table + ", " +
         std::to_string(list.least_element) +
         (field.unknown ? ", " + literal(field.unknown->value) : "") + ")";
}

void ReadScope::ask_orders() {
  const std::set<plan::FieldId> numbers = uses_.numbers;
  for (const plan::FieldId id : numbers)
    if (const auto* scalar = std::get_if<plan::Scalar>(&symbols_.field(id).body.kind))
      (void)order(*scalar);
}

std::string ReadScope::number(plan::FieldId id) {
  uses_.numbers.insert(id);
  if (spelled_in_ == SpelledIn::content) return symbols_.member(id);
  if (spelled_in_ != SpelledIn::view) return symbols_.local(id);
  const auto* scalar = std::get_if<plan::Scalar>(&symbols_.field(id).body.kind);
  const bool is_own_constant = view_.empty() && !is_message() && scalar != nullptr &&
                               symbols_.field(id).role == model::RoleKind::constant;
  if (is_own_constant)
    return "static_cast<" + number_type(*scalar) + ">(" +
           load_of(*scalar, at(*symbols_.position(id)), order(*scalar)) + ")";
  if (!view_.empty() && is_hidden_number(symbols_.record(), id)) return hidden_number(id);
  std::string load = seen() + symbols_.field(id).identifier + "()";
  if (symbols_.field(id).presence && !is_message())  // whose accessors give the default
    load += scalar != nullptr && scalar->enumeration
                ? ".value_or(" + symbols_.plan().enums[*scalar->enumeration].name + "{})"
                : ".value_or(0)";
  if (const auto& unknown = symbols_.field(id).unknown)
    load += ".value_or(" + literal(unknown->value) + ")";
  if (scalar == nullptr) return load;
  const bool narrows = scalar->enumeration || is_signed(scalar->dtype);
  return narrows ? "static_cast<" + number_type(*scalar) + ">(" + load + ")"
                 : "std::uint64_t{" + load + "}";
}

// A constant of a record that a rule of another one is about: loaded from where it lies.
std::string ReadScope::hidden_number(plan::FieldId id) {
  const auto& scalar = std::get<plan::Scalar>(symbols_.field(id).body.kind);
  const std::string view = seen().substr(0, view_.size() - 1);
  const std::string place = "detail::" + access_name(symbols_.record()) + "::at_" +
                            symbols_.field(id).identifier + "(" + view + ")";
  return "static_cast<" + number_type(scalar) + ">(" + load_of(scalar, place, order(scalar)) + ")";
}

// Views show booleans, and locals hold bytes.
bool ReadScope::is_any_byte(plan::FieldId id) const {
  const auto* scalar = std::get_if<plan::Scalar>(&symbols_.field(id).body.kind);
  return spelled_in_ != SpelledIn::view && !is_message() && scalar != nullptr &&
         may_be_any_byte(*scalar);
}

std::string ReadScope::list(plan::FieldId id) {
  uses_.lists.insert(id);
  if (spelled_in_ == SpelledIn::content) return symbols_.member(id);
  if (is_walk()) return symbols_.local(id);
  const bool may_lack = returns_of(symbols_, id) == Returns::result;
  return may_lack ? "schemac::impl::list_or_none(" + shown(id) + ")" : shown(id);
}

// Characters or bytes of a record that a rule of another one is about: its members are its own.
bool ReadScope::is_seen_from_outside(plan::FieldId id) const {
  const plan::Field& field = symbols_.field(id);
  const auto& kind = field.body.kind;
  return !view_.empty() && !field.presence && !field.jump && !field.codec &&
         (std::holds_alternative<plan::Text>(kind) || std::holds_alternative<plan::Raw>(kind));
}

// A text or bytes that may be absent, as the record's view shows them to others.
std::string ReadScope::text_seen(plan::FieldId id) {
  const plan::Field& field = symbols_.field(id);
  const bool is_text = std::holds_alternative<plan::Text>(field.body.kind);
  const auto* raw = std::get_if<plan::Raw>(&field.body.kind);
  const bool is_bytes = raw != nullptr && !raw->free && !field.codec;
  if (view_.empty() || !field.presence || (!is_text && !is_bytes) ||
      !has_result(symbols_.plan(), symbols_.record(), id))
    return "";
  return seen() + field.identifier + "().value_or(" +
         (is_text ? "std::string_view()" : "schemac::Bytes()") + ")";
}

std::string ReadScope::length(plan::FieldId id) {
  if (is_message()) return "std::uint64_t{" + shown(id) + ".size()}";
  return std::visit(model::Overload{
                        [&](const plan::Scalar&) { return kept_length(id); },
                        [&](const plan::Constant&) { return kept_length(id); },
                        [&](const plan::Text&) { return length_of_bytes(id); },
                        [&](const plan::Raw& raw) { return length_of_raw(id, raw); },
                        [&](const plan::Array&) { return length_of_array(id); },
                        [&](const plan::Nested&) { return kept_length(id); },
                        [&](const plan::List& list) { return length_of_list(id, list); },
                        [&](const plan::Switch&) { return kept_length(id); },
                    },
                    symbols_.field(id).body.kind);
}

std::string ReadScope::shown(plan::FieldId id) {
  return seen() + symbols_.field(id).identifier + "()";
}

std::string ReadScope::length_of_list(plan::FieldId id, const plan::List& counted) {
  const plan::Field& field = symbols_.field(id);
  if (scalar_element(counted) != nullptr && symbols_.position(id)) return list(id) + ".size()";
  if (counted.count) {
    // What a record is passed is no one else's to see.
    if (!view_.empty() && asks_param(*counted.count) && !field.presence && !field.jump)
      return shown(id) + ".size()";
    return if_present(id, size(*counted.count));
  }
  if (!is_walk() && counted.head && !has_kept_size(field.body)) return shown(id) + ".size()";
  return kept_length(id);
}

std::string ReadScope::length_of_raw(plan::FieldId id, const plan::Raw& raw) {
  return is_walk() && raw.size && symbols_.field(id).presence ? if_present(id, size(*raw.size))
                                                              : length_of_bytes(id);
}

// Of a text or of bytes.
std::string ReadScope::length_of_bytes(plan::FieldId id) {
  if (const std::string text = text_seen(id); !text.empty())
    return "std::uint64_t{" + text + ".size()}";
  if (is_seen_from_outside(id)) return "std::uint64_t{" + shown(id) + ".size()}";
  return kept_length(id);
}

std::string ReadScope::length_of_array(plan::FieldId id) {
  if (has_head(symbols_.field(id).body)) return kept_length(id);
  if (!view_.empty()) {
    const bool may_lack = has_result(symbols_.plan(), symbols_.record(), id);
    return "std::uint64_t{" + shown(id) + (may_lack ? ".value_or(schemac::NdView())" : "") +
           ".bytes().size()}";
  }
  return spelled_in_ == SpelledIn::content ? kept_length(id) : size_of(id);  // it has no local
}

// Which a walk has found out, and a view keeps.
std::string ReadScope::kept_length(plan::FieldId id) {
  const plan::Field& field = symbols_.field(id);
  if (!view_.empty() && field.codec && !field.presence)
    return "std::uint64_t{" + shown(id) + ".stored().size()}";
  uses_.lengths.insert(id);
  if (spelled_in_ == SpelledIn::content) return symbols_.length_member(id);
  if (!is_walk()) return "std::uint64_t{" + seen() + symbols_.length_member(id) + "}";
  return std::holds_alternative<plan::Text>(field.body.kind) ? symbols_.local(id) + ".size"
                                                             : symbols_.length_local(id);
}

std::string ReadScope::text(plan::FieldId id) {
  if (spelled_in_ == SpelledIn::content) {
    uses_.texts.insert(id);
    return symbols_.member(id);
  }
  uses_.lengths.insert(id);
  return is_walk() ? symbols_.local(id) + ".text()" : seen() + symbols_.field(id).identifier + "()";
}

std::string ReadScope::at(plan::Position position) {
  uses_.anchors.insert(position.anchor);
  if (spelled_in_ == SpelledIn::content) return "region_.begin";
  if (is_message()) return "begin";
  return is_walk() ? symbols_.at(position) : symbols_.at(position, seen(), "_");
}

// A place in the record that an expression asks for: the view of a switch keeps it.
std::string ReadScope::asked_place(plan::Position position) {
  if (spelled_in_ != SpelledIn::content) return at(position);
  uses_.places.insert(position.anchor);
  return symbols_.at(position, "", "_");
}

std::string ReadScope::at(plan::FieldId id) {
  if (is_message()) return message_place(symbols_, id, seen().substr(0, view_.size() - 1));
  const auto* scalar = std::get_if<plan::Scalar>(&symbols_.field(id).body.kind);
  const bool is_integer = scalar != nullptr && scalar->coding == plan::Coding::integer;
  if (const auto position = symbols_.position(id)) {
    const std::string number =
        is_integer ? "schemac::impl::msgpack::integer_content(" + at(*position) + ")"
                   : at(*position);
    const bool has_tag = is_integer || (scalar != nullptr && tag_size(*scalar) != 0);
    if (!has_tag || !symbols_.field(id).presence) return number;
    // One that isn't there has no tag either.
    return "(" + is_present(id) + " ? " + number + " : " + at(symbols_.begin_of(id)) + ")";
  }
  const auto& jump = symbols_.field(id).jump;
  return jump ? at(jump->stated_by) : at(plan::Position{});
}

// What lies in records inside is reached through their views: "shape.dims()".
std::string ReadScope::at(const plan::FieldPath& path) {
  if (path.inner.empty()) return at(path.field);
  const plan::Record* record = &held_record(symbols_.plan(), symbols_.field(path.field));
  std::string object = view(path.field);
  for (std::size_t i = 0; i + 1 < path.inner.size(); ++i) {
    const plan::Field& field = record->fields[path.inner[i]];
    object += "." + stored_accessor(field) + "()";
    record = &held_record(symbols_.plan(), field);
  }
  return "detail::" + access_name(*record) + "::at_" +
         record->fields[path.inner.back()].identifier + "(" + object + ")";
}

std::string ReadScope::after(plan::FieldId id) {
  id = plan::holder_of_bytes(symbols_.record(), id);
  if (const auto end = symbols_.end_of(id)) return at(plan::Position{*end, 0});
  const plan::Field& field = symbols_.field(id);
  if (field.region || !field.body.fixed_size) return at(id) + " + " + size_of(id);
  plan::Position position = symbols_.begin_of(id);
  position.distance += *field.body.fixed_size;
  return at(position);
}

std::string ReadScope::view(plan::FieldId id) {
  uses_.views.insert(id);
  if (spelled_in_ == SpelledIn::content) return symbols_.member(id);
  return is_walk() ? symbols_.local(id) : seen() + stored_accessor(symbols_.field(id)) + "()";
}

std::string ReadScope::section(const plan::SectionRef& reference) {
  uses_.sections.insert(symbols_.section(reference));
  return symbols_.section(reference);
}

std::string ReadScope::param(plan::ParamId id) {
  uses_.params.insert(id);
  const bool is_parameter = is_walk() || (is_message() && !view_.empty());  // of a check's function
  return is_parameter ? symbols_.param(id) : seen() + symbols_.param(id) + "_";
}

// A number about a field that counts as 0 where the field isn't there.
std::string ReadScope::if_present(plan::FieldId id, const std::string& number) {
  if (!symbols_.field(id).presence || is_message()) return number;
  return "(" + is_present(id) + " ? " + number + " : 0)";
}

std::string ReadScope::size_of(plan::FieldId id) {
  const plan::Field& field = symbols_.field(id);
  if (is_message()) return length(id);
  if (field.region) return if_present(id, size(field.region->size));
  if (field.body.fixed_size) return if_present(id, std::to_string(*field.body.fixed_size) + "u");
  const plan::Scalar* element = scalar_element(field.body);
  if (std::holds_alternative<plan::Raw>(field.body.kind) && is_seen_from_outside(id))
    return length(id);
  const bool is_plain = element != nullptr && !is_packed(element->dtype) && !has_head(field.body);
  if (is_plain) return length(id) + " * " + std::to_string(stored_size(*element));
  const auto end = symbols_.end_of(id);
  if (!end) return "0u";
  return "static_cast<std::uint64_t>(" + asked_place(plan::Position{*end, 0}) + " - (" +
         asked_place(symbols_.begin_of(id)) + "))";
}

std::string ReadScope::offset_of(plan::FieldId id) {
  const plan::Field& field = symbols_.field(id);
  if (field.jump) return offset(field.jump->target);
  return (spelled_in_ == SpelledIn::walk ? "context.offset_of(" : seen() + "origin_.offset_of(") +
         asked_place(symbols_.begin_of(id)) + ")";
}

std::string ReadScope::is_present(plan::FieldId id) {
  const plan::Field& field = symbols_.field(id);
  if (is_message())
    return !field.presence ? "true"
           : view_.empty() ? "(" + message_presence(symbols_, id) + ")"
                           : seen() + presence_query(symbols_.record(), field) + "()";
  if (!field.presence) return "true";
  const plan::Expr& presence = field.presence->condition;
  if (!can_fail(presence)) return condition(presence, true);
  // It may be spelled inside what can fail, too, such as another field's presence: each has a flag
  // of its own.
  const std::string flag =
      "is_there" + (asked_presences_ == 0 ? "" : std::to_string(asked_presences_));
  ++asked_presences_;
  const std::string holds = condition_of(presence, clearing(flag, spelling()));
  --asked_presences_;
  return holds_if_it_fits(holds, flag);
}

std::string ReadScope::plain_size(plan::FieldId id) {
  const plan::Field& field = symbols_.field(id);
  const std::string coded = is_walk() ? coded_bytes(*this, id)
                            : field.presence
                                ? seen() + field.identifier + "().value_or(schemac::CodedBytes())"
                                : seen() + field.identifier + "()";
  const std::string size = "schemac::impl::plain_size(" + coded + ")";
  return is_walk() && field.presence ? "(" + is_present(id) + " ? " + size + " : 0)" : size;
}

std::string ReadScope::size(const plan::Expr& expr) {
  if (expr.range.min >= 0 && !can_fail(expr)) return number(expr);
  const std::string flag = asked_ == 0 ? "fits" : "fits_" + std::to_string(asked_);
  return "schemac::impl::size_or_most([&]([[maybe_unused]] bool& " + flag + ") { return " +
         text_of(expr, clearing(flag, spelling())) + "; })";
}

// An expression that asks for a size may be spelled in a function that has a flag `fits`.
std::string ReadScope::asked(plan::FieldId id, std::string (ReadScope::*ask)(plan::FieldId)) {
  ++asked_;
  std::string text = (this->*ask)(id);
  --asked_;
  return text;
}

std::string ReadScope::offset(const plan::Expr& expr) {
  if (expr.range.min >= 0 && !can_fail(expr)) return number(expr);
  // Not `fits`, which a condition around it may have as well.
  return "schemac::impl::offset_or_most([&]([[maybe_unused]] bool& is_offset) { return " +
         text_of(expr, clearing("is_offset", spelling())) + "; })";
}

std::string ReadScope::argument(const plan::Expr& expr) {
  return is_list(expr) ? list_argument(expr, spelling()) : number(expr);
}

std::string ReadScope::tag(const plan::Switch& choice) {
  const plan::Expr& expr = choice.tag;
  if (can_fail(expr)) return tag_of(choice, spelling());
  const std::string text = number(expr);
  // Compilers warn of cases that a constant never takes, such as a size that is always the same.
  if (text.find_first_not_of("0123456789u") == std::string::npos)
    return "schemac::impl::widened(" + text + ")";
  return expr.range.min < 0 ? "static_cast<std::uint64_t>(" + text + ")" : text;
}

std::string ReadScope::condition(const plan::Expr& expr, bool is_operand) {
  if (!can_fail(expr)) return condition_of(expr, spelling(), is_operand);
  return holds_if_it_fits(condition_of(expr, spelling()));
}

std::string ReadScope::fact(const plan::Expr& expr) { return fact_of(expr, spelling()); }

// A length or a place that a field of the view says. The plan knows no range for it, so no check of
// it is left out: compilers must not know better.
std::string ReadScope::widened(const std::string& number) const {
  return number.starts_with("std::uint64_t{") ? "schemac::impl::widened(" + number + ")" : number;
}

Spelling ReadScope::spelling() {
  Spelling out;
  out.plan = &symbols_.plan();
  out.open_flags = open_flags_;
  out.field = [this](plan::FieldId id) {
    return is_any_byte(id) ? "std::uint64_t{" + number(id) + " != 0}" : number(id);
  };
  out.truth = [this](plan::FieldId id) { return number(id) + " != 0"; };
  out.has_wide_fields = true;
  out.param = [this](plan::ParamId id) { return param(id); };
  out.list = [this](plan::FieldId id) { return list(id); };
  out.length = [this](plan::FieldId id) { return widened(asked(id, &ReadScope::length)); };
  out.size_of = [this](plan::FieldId id) { return widened(asked(id, &ReadScope::size_of)); };
  out.offset_of = [this](plan::FieldId id) { return widened(offset_of(id)); };
  out.is_present = [this](plan::FieldId id) { return is_present(id); };
  out.presence = [this](plan::FieldId id) -> const plan::Expr* {
    const plan::Field& field = symbols_.field(id);
    return is_message() || !field.presence ? nullptr : &field.presence->condition;
  };
  out.plain_size = [this](plan::FieldId id) { return asked(id, &ReadScope::plain_size); };
  out.text = [this](plan::FieldId id) { return text(id); };
  out.inside = [this](plan::FieldId id) {
    struct Inner {
      Symbols symbols;
      ReadScope scope;
      Inner(const plan::Plan& plan, const plan::Record& record, std::string view)
          : symbols(plan, record), scope(symbols, std::move(view)) {}
    };
    const auto inner = std::make_shared<Inner>(
        symbols_.plan(), held_record(symbols_.plan(), symbols_.field(id)), view(id) + ".");
    inner->scope.asked_ = asked_;
    inner->scope.stand_in(*this);
    Spelling spelling = inner->scope.spelling();
    spelling.owner = inner;
    return spelling;
  };
  out.element = "element";
  out.index = "index";
  out.is_last = "is_last";
  out.file_size =
      spelled_in_ == SpelledIn::walk ? "context.space().size()" : view_ + "origin_.file.size()";
  out.fits = "fits";
  return out;
}

}  // namespace schemac::emit::cpp
