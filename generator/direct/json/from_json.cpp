#include "direct/json/from_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <unordered_map>

#include "direct/byte_text.h"
#include "direct/evaluate.h"
#include "direct/json/array_file.h"
#include "direct/json/element_json.h"
#include "direct/json/free_json.h"
#include "direct/json/joined_json.h"
#include "direct/json/member_index.h"
#include "direct/json/member_names.h"
#include "direct/json/member_scope.h"
#include "direct/json/payload_json.h"
#include "direct/json/scalars_from_json.h"
#include "direct/json_texts.h"
#include "direct/number.h"
#include "direct/scalar_of.h"
#include "plan/facts/json_members.h"
#include "schemac/check/frame.h"
#include "schemac/check/refusals.h"
#include "source/diagnostics.h"

namespace schemac::direct {
namespace {

constexpr const char* choices_key = "choices";
constexpr std::uint32_t deepest = 1000;  // records inside records
constexpr std::size_t most_helped = 20;  // problems with a help that takes a look at all names
constexpr std::size_t most_listed = 10;  // names in a help

// What a name that isn't there may have been, or all that there are.
std::string which_there_are(const std::string& those, const std::string& name,
                            const std::vector<std::string>& names) {
  if (auto meant = source::did_you_mean(name, names)) return *std::move(meant);
  return names.size() < 2 || names.size() > most_listed ? "" : those + " " + source::listed(names);
}

class Reader {
 public:
  Reader(const plan::Plan& plan, const References& references, std::vector<Problem>& problems)
      : plan_(plan), references_(references), problems_(problems) {}

  Value read_record(const plan::Record& record, const Json& json, const std::string& path);
  Value read_field(const plan::Record& record, const plan::Field& field, const Members& before,
                   const Json* json, const std::string& path);
  Value read_body(const plan::Body& body, const Json& json, const std::string& path,
                  const Scope& scope);

  /// What may have caused the other problems; empty if there are none, since it is reported later
  /// then.
  [[nodiscard]] std::vector<Problem> take_noted() {
    return problems_.empty() ? std::vector<Problem>() : std::move(noted_);
  }

 private:
  Value problem(const std::string& path, std::string message, std::string help = {}) {
    return problem_at(problems_, path, std::move(message), std::move(help));
  }
  // One that is there under a misspelt name was reported already.
  Value missing(const std::string& path) {
    return misspelt_.contains(path) ? Value{} : problem(path, "is missing");
  }
  Value refuse(const std::string& path, const schemac::impl::Check& check) {
    problems_.push_back(refusal_at(path, check));
    return {};
  }
  Value unexpected(const std::string& path, const std::string& wanted, const Json& json) {
    return unexpected_at(problems_, path, wanted, json);
  }
  void check_names(const plan::Record& record, const Json& json, const std::string& path,
                   bool are_choices);
  void read_spelling(const plan::Spelling& spelling, const MemberIndex& choices,
                     const std::string& path, Members& members);
  void read_choices(const plan::Record& record, const MemberIndex& choices, const std::string& path,
                    Members& members);
  Value read(const plan::Scalar& scalar, const Json& json, const std::string& path, const Scope&) {
    return scalars().read(scalar, json, path);
  }
  [[nodiscard]] ScalarReader scalars() { return {plan_, references_, problems_, noted_}; }
  Value read(const plan::Constant&, const Json&, const std::string&, const Scope&) { return {}; }
  Value read(const plan::Text&, const Json& json, const std::string& path, const Scope&);
  Value read(const plan::Raw&, const Json& json, const std::string& path, const Scope&);
  Value read_encoded(const std::optional<plan::FreeForm>& text, const Json& json,
                     const std::string& path);
  bool spell_text(const plan::FreeForm& text, const Json& json, const std::string& path,
                  std::optional<Blob>& plain);
  std::optional<std::vector<std::byte>> read_text(const Json& json, const char* key,
                                                  const std::string& path);
  Value read(const plan::Array& array, const Json& json, const std::string& path,
             const Scope& scope);
  Value read(const plan::Nested& nested, const Json& json, const std::string& path, const Scope&) {
    return read_record(plan_.records[nested.record], json, path);
  }
  Value read(const plan::List& list, const Json& json, const std::string& path, const Scope& scope);
  Value read(const plan::Switch& choice, const Json& json, const std::string& path,
             const Scope& scope);
  void spell(Value& value, const Json& spelling, const std::string& path);

  const plan::Plan& plan_;
  const References& references_;
  std::vector<Problem>& problems_;
  std::vector<Problem> noted_;      ///< what the checks of values will refuse
  std::set<std::string> misspelt_;  ///< paths of members that others were to be
  std::uint32_t depth_ = 0;
};

// ---- records ----

void Reader::read_spelling(const plan::Spelling& spelling, const MemberIndex& choices,
                           const std::string& path, Members& members) {
  const Json* const said = choices.find(spelling.choice);
  if (said == nullptr || said->is_null()) return;
  const plan::Record none;
  Value text = read(plan::Text(), *said, joined(path, spelling.choice), MemberScope(none, members));
  members.choices.push_back({spelling.choice, std::move(text)});
}

void Reader::read_choices(const plan::Record& record, const MemberIndex& choices,
                          const std::string& path, Members& members) {
  for (const plan::Field& field : record.fields) {
    if (field.spelling) read_spelling(*field.spelling, choices, path, members);
    if (!field.has_known_choice()) continue;
    const std::string& name = field.unknown->choice;
    const Json* known = choices.find(name);
    if (known == nullptr || known->is_null()) continue;
    if (!known->is_boolean()) {
      (void)unexpected(joined(path, name), "true or false", *known);
    } else if (!known->get<bool>()) {
      members.choices.push_back({name, {Boolean{false}}});
    }
  }
  if (!record.slack) return;
  const Json* slack = choices.find(record.slack->name);
  if (slack == nullptr || slack->is_null()) return;
  const std::string where = joined(path, record.slack->name);
  members.choices.push_back(
      {record.slack->name, read(plan::Raw(), *slack, where, MemberScope(record, members))});
}

void Reader::check_names(const plan::Record& record, const Json& json, const std::string& path,
                         bool are_choices) {
  const auto is_taken = [&](const plan::Field& field) {
    return field.has_member() && (field.role == model::RoleKind::choice) == are_choices;
  };
  std::unordered_map<std::string_view, const plan::Field*> fields;
  for (const plan::Field& field : record.fields) fields.emplace(field.name, &field);
  std::vector<std::string> names;  // of all that are taken
  for (const auto& entry : json.items()) {
    const std::string& name = entry.key();
    const auto found = fields.find(name);
    const plan::Field* const field = found == fields.end() ? nullptr : found->second;
    if (field != nullptr && is_taken(*field)) continue;
    if (!are_choices && (name == choices_key || is_beside_fields(record, name))) continue;
    if (are_choices && is_choice_without_field(record, name)) continue;
    if (are_choices && field != nullptr && holds_free(field->body)) continue;  // how it was spelled
    if (field != nullptr && !field->has_member()) {
      const std::string why = field->role_text.empty() ? "" : " (" + field->role_text + ")";
      problem(joined(path, name), "is filled in when writing" + why, "leave it out");
      continue;
    }
    std::string help;
    if (problems_.size() < most_helped) {
      if (names.empty()) {
        for (const plan::Field& each : record.fields)
          if (is_taken(each)) names.push_back(each.name);
        if (record.part && !are_choices) names.push_back(record.part->name);
        if (!are_choices)
          for (const plan::JoinedArray& array : record.arrays) names.push_back(array.form.name);
      }
      help = which_there_are(are_choices ? "the choices are" : "its members are", name, names);
      if (const auto meant = source::suggest(name, names)) misspelt_.insert(joined(path, *meant));
    }
    problem(joined(path, name), "there is no such member in " + record.name, std::move(help));
  }
}

// A field that isn't there has no spelling: if there is one, it holds the nil of MessagePack.
Value absent_or_nil(const plan::Field& field) {
  const auto* raw = std::get_if<plan::Raw>(&field.body.kind);
  if (raw == nullptr || !raw->free || !is_object(*raw->free)) return {Absent{}};
  return {open_value(*raw->free, FreeValue(), {})};
}

// Whether a list isn't given, but an array that its elements make up.
bool is_cut_from(const plan::Record& record, std::size_t field, const MemberIndex& given) {
  return std::any_of(
      record.arrays.begin(), record.arrays.end(), [&](const plan::JoinedArray& array) {
        const Json* const said = array.list == field ? given.find(array.form.name) : nullptr;
        return said != nullptr && !said->is_null();
      });
}

Value Reader::read_record(const plan::Record& record, const Json& json, const std::string& path) {
  if (!json.is_object())
    return unexpected(path, "an object with the members of " + record.name, json);
  if (depth_ == deepest)
    return problem(path, "is deeper than " + std::to_string(deepest) + " records");
  ++depth_;
  check_names(record, json, path, false);
  const Json none = Json::object();
  const auto found = has_member(record, choices_key) ? json.end() : json.find(choices_key);
  if (found != json.end() && !found->is_object() && !found->is_null())
    unexpected(joined(path, choices_key), "an object", *found);
  const Json& choices = found != json.end() && found->is_object() ? *found : none;
  check_names(record, choices, joined(path, choices_key), true);

  Members members;
  const MemberIndex given_here(json), chosen_here(choices);
  // Arrays come last: their element type may be a member after them.
  for (const bool are_arrays : {false, true}) {
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
      const plan::Field& field = record.fields[i];
      if (!field.has_member() || std::holds_alternative<plan::Array>(field.body.kind) != are_arrays)
        continue;
      const MemberIndex& from = field.role == model::RoleKind::choice ? chosen_here : given_here;
      const Json* const given = from.find(field.name);
      if (given == nullptr && is_cut_from(record, i, given_here)) continue;
      Value value = read_field(record, field, members, given, joined(path, field.name));
      if (const Json* spelling = chosen_here.find(field.name);
          spelling != nullptr && holds_free(field.body)) {
        if (value.is_absent()) value = absent_or_nil(field);
        spell(value, *spelling, joined(joined(path, choices_key), field.name));
      }
      auto& into = field.role == model::RoleKind::choice ? members.choices : members.given;
      into.push_back({field.name, std::move(value)});
    }
  }
  if (record.part) {
    const std::string& name = record.part->name;
    const Json* const said = given_here.find(name);
    Value value = said == nullptr
                      ? missing(joined(path, name))
                      : read(plan::Raw(), *said, joined(path, name), MemberScope(record, members));
    members.given.push_back({name, std::move(value)});
  }
  for (const plan::JoinedArray& array : record.arrays) {
    const Json* const said = given_here.find(array.form.name);
    const plan::Field& list = record.fields[array.list];
    if (said == nullptr || said->is_null()) continue;
    const std::string where = joined(path, array.form.name);
    if (members.find(list.name) == nullptr)
      members.given.push_back({list.name, pieces_from_json(plan_, record, array, members, *said,
                                                           where, references_, problems_)});
    else if (has_elements(*said))
      problem(where, "has elements, and so has '" + list.name + "', which holds them",
              "leave one of them out");
  }
  read_choices(record, chosen_here, joined(path, choices_key), members);
  --depth_;
  return {std::move(members)};
}

// Null is a value of a field that takes any.
bool takes_null(const plan::Field& field) {
  return !field.is_optional() && std::holds_alternative<plan::Raw>(field.body.kind) &&
         holds_free(field.body);
}

Value Reader::read_field(const plan::Record& record, const plan::Field& field,
                         const Members& before, const Json* json, const std::string& path) {
  const bool is_null = json != nullptr && json->is_null() && !takes_null(field);
  if (json == nullptr || is_null) {
    if (field.is_optional() || field.may_be_unknown()) return {Absent{}};
    if (field.default_value) return {Number{*field.default_value, {}}};
    if (field.role == model::RoleKind::choice) return {Absent{}};
    if (plan::is_left_out(record, plan::id_of(record, field)))
      return read_body(field.body, Json::array(), path, MemberScope(record, before));
    return json == nullptr ? missing(path) : problem(path, "can't be null");
  }
  if (is_kept(*json)) return kept_value(field.body, *json, path, references_, problems_);
  if (field.codec) return read_encoded(field.codec->content, *json, path);
  return read_body(field.body, *json, path, MemberScope(record, before));
}

Value Reader::read_body(const plan::Body& body, const Json& json, const std::string& path,
                        const Scope& scope) {
  if (is_kept(json)) return kept_value(body, json, path, references_, problems_);
  return std::visit([&](const auto& kind) { return read(kind, json, path, scope); }, body.kind);
}

// ---- texts and bytes ----

Value Reader::read(const plan::Text&, const Json& json, const std::string& path, const Scope&) {
  if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    const auto bytes = std::as_bytes(std::span(text));
    return {Characters{own({bytes.begin(), bytes.end()})}};
  }
  const auto hex = json.is_object() ? json.find("hex") : json.end();
  if (!json.is_object() || hex == json.end() || !hex->is_string()) {
    return unexpected(path, "a string, or {\"hex\"}", json);
  }
  auto bytes = from_hex(hex->get_ref<const std::string&>());
  if (!bytes) return problem(path, "'hex' holds something other than hexadecimal digits");
  return {Characters{own(std::move(*bytes))}};
}

// As a choice says, if that stands for the same value: a text, {"hex"}, or a list of them, in which
// null is spelled as a writer does.
void Reader::spell(Value& value, const Json& spelling, const std::string& path) {
  if (spelling.is_null()) return;
  if (auto* chosen = std::get_if<Chosen>(&value.kind))
    return spell(chosen->value.front(), spelling, path);
  if (auto* list = std::get_if<Elements>(&value.kind)) {
    if (!spelling.is_array()) return void(unexpected(path, "a list of spellings", spelling));
    for (std::size_t i = 0; i < list->values.size() && i < spelling.size(); ++i)
      spell(list->values[i], spelling[i], indexed(path, i));
    return;
  }
  auto* open = std::get_if<OpenValue>(&value.kind);
  if (open == nullptr) return;
  if (spelling.is_string()) {
    const auto bytes = std::as_bytes(std::span(spelling.get_ref<const std::string&>()));
    *open = open_value(*open->form, *open->value, own({bytes.begin(), bytes.end()}));
    return;
  }
  const bool has_hex = spelling.is_object() && spelling.size() == 1 && spelling.contains("hex");
  if (!has_hex || !spelling["hex"].is_string())
    return void(unexpected(path, "a text or {\"hex\"}, as it is spelled", spelling));
  auto bytes = from_hex(spelling["hex"].get_ref<const std::string&>());
  if (!bytes) return void(problem(path, "'hex' holds something other than hexadecimal digits"));
  *open = open_value(*open->form, *open->value, own(std::move(*bytes)));
}

Value Reader::read(const plan::Raw& raw, const Json& json, const std::string& path, const Scope&) {
  if (raw.free) {
    auto value = free_value(*raw.free, json, path, problems_);
    if (!value) return {};
    const impl::json::Syntax syntax = raw.free->style.syntax;
    if (!is_object(*raw.free) && impl::json::is_too_deep(*value))
      return refuse(path, impl::refusals::too_deep);
    if (!is_object(*raw.free) && !impl::json::can_say(*value, syntax))
      return refuse(path, syntax == impl::json::Syntax::python ? impl::refusals::no_literal
                                                               : impl::refusals::no_json);
    if (raw.free->holds_members && !impl::json::are_members(*value))
      return refuse(path, impl::refusals::no_members);
    return {open_value(*raw.free, std::move(*value), {})};
  }
  if (!json.is_object()) return unexpected(path, R"({"hex"}, {"data"} or {"file"})", json);
  if (const auto file = json.find("file"); file != json.end()) {
    auto content = open_reference(*file, path, references_, problems_);
    return content ? Value{RawBytes{std::move(content->content)}} : Value{};
  }
  for (const char* key : {"hex", "data"}) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) continue;
    const auto& text = found->get_ref<const std::string&>();
    auto bytes = std::string_view(key) == "hex" ? from_hex(text) : from_base64(text);
    if (!bytes) return problem(path, "'" + std::string(key) + "' can't be read as bytes");
    return {RawBytes{own(std::move(*bytes))}};
  }
  return problem(path, "has neither 'hex' nor 'data'", "decode with --full");
}

// Bytes in hexadecimal or base64; nothing if they aren't there, or were reported.
std::optional<std::vector<std::byte>> Reader::read_text(const Json& json, const char* key,
                                                        const std::string& path) {
  const auto found = json.find(key);
  if (found == json.end()) return std::nullopt;
  std::optional<std::vector<std::byte>> bytes;
  if (found->is_string()) {
    const auto& text = found->get_ref<const std::string&>();
    bytes = std::string_view(key) == "hex" ? from_hex(text) : from_base64(text);
  }
  if (!bytes) problem(path, "'" + std::string(key) + "' can't be read as bytes");
  return bytes;
}

// The text of a value: the one beside it, as long as that stands for it.
bool Reader::spell_text(const plan::FreeForm& text, const Json& json, const std::string& path,
                        std::optional<Blob>& plain) {
  const auto value = free_value(text, json, path, problems_);
  if (!value) return false;
  const bool is_deep = impl::json::is_too_deep(*value);
  if (is_deep || !impl::json::can_say(*value)) {
    refuse(path, is_deep ? impl::refusals::too_deep : impl::refusals::no_json);
    return false;
  }
  if (plain && impl::json::parse(plain->bytes()).value == *value) return true;
  const std::string made = impl::json::text_of(*value, plan::style_of(text.style));
  plain = Blob::copy(std::as_bytes(std::span(made)));
  return true;
}

// Plain content, stored bytes, or both.
Value Reader::read_encoded(const std::optional<plan::FreeForm>& text, const Json& json,
                           const std::string& path) {
  if (!json.is_object()) return unexpected(path, R"({"data"}, {"stored"} or {"file"})", json);
  const std::size_t problems = problems_.size();
  EncodedContent encoded;
  std::optional<Blob> plain;
  if (const auto file = json.find("file"); file != json.end()) {
    if (auto content = open_reference(*file, path, references_, problems_))
      plain = Blob::share(content->content.bytes, content->content.owner);
  }
  for (const char* key : {"hex", "data"})
    if (auto bytes = read_text(json, key, path)) plain = Blob::own(std::move(*bytes));
  if (auto bytes = read_text(json, "stored", path)) encoded.stored = Blob::own(std::move(*bytes));
  if (const auto value = json.find("value"); text && value != json.end())
    if (!spell_text(*text, *value, path, plain)) return {};
  if (problems_.size() != problems) return {};
  if (!plain && !encoded.stored)
    return problem(path, "has neither 'data' nor 'stored'", "decode with --full");
  encoded.has_plain = plain.has_value();
  encoded.is_undecodable = !plain && json.contains("undecodable");
  if (plain) encoded.coded = Coded(std::move(*plain));
  return {std::move(encoded)};
}

Value Reader::read(const plan::Array& array, const Json& json, const std::string& path,
                   const Scope& scope) {
  const Outcome code = evaluate(array.dtype, plan_, scope);
  std::optional<Dtype> expected;
  const bool is_dtype =
      code.ok() && code.value >= 0 && code.value < Int128{schemac::impl::detail::dtype_rows.size()};
  if (is_dtype && array.dims) expected = static_cast<Dtype>(code.value);
  return payload_from_json(array, expected, json, path, references_, problems_);
}

// ---- lists and alternatives ----

Value Reader::read(const plan::List& list, const Json& json, const std::string& path,
                   const Scope& scope) {
  const plan::Body& element = list.element.front();
  if (const plan::Scalar* scalar = scalar_of(list)) return scalars().read_list(*scalar, json, path);
  if (!json.is_array()) return unexpected(path, "a list", json);
  Elements elements;
  elements.values.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    elements.values.push_back(read_body(element, json[i], indexed(path, i), scope));
  }
  return {std::move(elements)};
}

Value Reader::read(const plan::Switch& choice, const Json& json, const std::string& path,
                   const Scope& scope) {
  std::vector<std::string> names;
  for (const plan::Alternative& alternative : choice.alternatives)
    names.push_back(alternative.name);
  if (!json.is_object() || json.size() != 1) {
    return problem(path, "expected an object with one member, the alternative that is held",
                   "such as {\"" + names.front() + "\": ...}");
  }
  const std::string& name = json.begin().key();
  for (const plan::Alternative& alternative : choice.alternatives) {
    if (alternative.name != name) continue;
    Chosen chosen{name, {}};
    chosen.value.push_back(read_body(alternative.body.front(), json.begin().value(), path, scope));
    return {std::move(chosen)};
  }
  return problem(path, "there is no alternative '" + name + "'",
                 which_there_are("the alternatives are", name, names));
}

}  // namespace

Value from_json(const plan::Plan& plan, const plan::Record& record,
                const nlohmann::ordered_json& json, const References& references,
                std::vector<Problem>& problems) {
  if (is_kept(json)) return kept_record(plan, record, json, references, problems);
  Reader reader(plan, references, problems);
  Value values = reader.read_record(record, json, "");
  std::vector<Problem> noted = reader.take_noted();
  problems.insert(problems.begin(), noted.begin(), noted.end());
  return values;
}

Value field_from_json(const plan::Plan& plan, const ReadIn& in, const plan::Field& field,
                      const nlohmann::ordered_json& json, const References& references,
                      std::vector<Problem>& problems) {
  return Reader(plan, references, problems)
      .read_field(in.record, field, in.members, &json, in.path);
}

Value body_from_json(const plan::Plan& plan, const ReadIn& in, const plan::Body& body,
                     const nlohmann::ordered_json& json, const References& references,
                     std::vector<Problem>& problems) {
  return Reader(plan, references, problems)
      .read_body(body, json, in.path, MemberScope(in.record, in.members));
}

}  // namespace schemac::direct
