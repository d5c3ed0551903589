#include "emit/cpp/wire/json.h"

#include <limits>
#include <set>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"
#include "plan/facts/json_members.h"

namespace schemac::emit::cpp {
namespace {

std::string kind_name(impl::json::Kind kind) {
  constexpr const char* names[] = {"whole", "real", "boolean", "text", "name", "record", "any"};
  return std::string("schemac::impl::json::Kind::") + names[static_cast<std::size_t>(kind)];
}

std::string shape_name(model::JsonShape shape) {
  constexpr const char* names[] = {"members", "positions", "tuple", "kinds", "pair"};
  return std::string("schemac::impl::json::Shape::") + names[static_cast<std::size_t>(shape)];
}

std::vector<plan::RecordId> json_records(const plan::Plan& plan) {
  std::vector<plan::RecordId> records;
  for (plan::RecordId id = 0; id < plan.records.size(); ++id)
    if (plan.records[id].json) records.push_back(id);
  return records;
}
std::string names_name(const plan::Enum& enumeration) {
  return snake_case(enumeration.name) + "_texts";
}

void emit_names(Printer& out, const plan::Enum& enumeration) {
  const auto rows = [&] {
    for (const impl::json::Name& name : plan::json_names(enumeration))
      out.emit({{"text", text_literal(name.text)}, {"number", name.number}}, "{$text$, $number$},");
  };
  out.emit({{"name", names_name(enumeration)}, {"rows", rows}},
           R"cc(
             inline constexpr schemac::impl::json::Name $name$[] = {
                 $rows$;
             };
           )cc");
}

// Prints {.name = "shape", .number = 1, .kind = schemac::impl::json::Kind::whole, .is_list = true},
void emit_member(Printer& out, const impl::json::Member& member,
                 const std::vector<plan::Record>& records, const std::string& names) {
  std::string rest;
  const std::string field = member.field.empty() ? "" : ".field = " + quoted(member.field) + ", ";
  if (member.is_list) rest += ", .is_list = true";
  if (member.is_optional) rest += ", .is_optional = true";
  if (member.is_tuple) rest += ", .is_tuple = true";
  if (member.min != std::numeric_limits<std::int64_t>::min())
    rest += ", .min = " + literal(member.min);
  if (member.max != std::numeric_limits<std::uint64_t>::max())
    rest += ", .max = " + literal(model::Int128{member.max});
  if (!names.empty()) rest += ", .names = " + names;
  if (member.kind == impl::json::Kind::record)
    rest += ", .record = " + std::to_string(records[member.record].json->index);
  out.emit({{"name", text_literal(member.name)},
            {"field", field},
            {"number", member.number},
            {"kind", kind_name(member.kind)},
            {"rest", rest}},
           "{.name = $name$, $field$.number = $number$, .kind = $kind$$rest$},");
}

std::string number_of(const std::optional<plan::FieldId>& field) {
  return std::to_string(field ? *field + 1 : 0);
}

std::string checks_name(const plan::Plan& plan, const plan::JsonChecks& checks) {
  return plan.checks[checks.malformed].identifier + "_checks";
}

void emit_text_checks(Printer& out, const plan::Plan& plan, const plan::JsonChecks& checks) {
  const auto row = [&](std::string_view flaw, plan::CheckId id) {
    out.emit({{"flaw", flaw}, {"check", plan.checks[id].constant}}, ".$flaw$ = &$check$,");
  };
  const auto rows = [&] {
    row("malformed", checks.malformed);
    row("deep", checks.deep);
    row("large", checks.large);
    row("duplicate", checks.duplicate);
    row("kind", checks.kind);
    row("range", checks.range);
    row("unknown", checks.unknown);
  };
  out.emit({{"name", checks_name(plan, checks)}, {"rows", rows}},
           R"cc(
             inline constexpr schemac::impl::json::TextChecks $name${
                 $rows$;
             };
           )cc");
}

// Texts that a codec encodes.
void for_each_content(const plan::Plan& plan,
                      const std::function<void(const plan::FreeForm&)>& visit) {
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields)
      if (field.codec && field.codec->content) visit(*field.codec->content);
}

}  // namespace

std::set<plan::RecordId> whole_texts(const plan::Plan& plan) {
  std::set<plan::RecordId> texts;
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* nested = std::get_if<plan::Nested>(&body.kind);
    if (nested != nullptr && nested->json) texts.insert(nested->record);
  });
  return texts;
}

void emit_json_forms(Printer& out, const plan::Plan& plan) {
  const std::vector<plan::RecordId> records = json_records(plan);
  if (!plan.uses.json) return;
  for (const plan::Enum& enumeration : plan.enums)
    if (enumeration.is_text) emit_names(out, enumeration);
  for (const plan::RecordId id : records) {
    const std::vector<impl::json::Member> members = plan::json_members(plan.records[id]);
    if (members.empty()) continue;
    const auto rows = [&] {
      for (const impl::json::Member& member : members) {
        const auto names = plan::names_of(plan.records[id], member);
        emit_member(out, member, plan.records, names ? names_name(plan.enums[*names]) : "");
      }
    };
    out.emit({{"name", record_name(plan.records[id])}, {"rows", rows}},
             R"cc(
               inline constexpr schemac::impl::json::Member $name$_members[] = {
                   $rows$;
               };
             )cc");
  }
  const auto rows = [&] {
    for (const plan::RecordId id : records) {
      const plan::Record& record = plan.records[id];
      const bool is_empty = plan::json_members(record).empty();
      out.emit({{"shape", shape_name(record.json->shape)},
                {"members", is_empty ? "{}" : record_name(record) + "_members"},
                {"others", number_of(record.json->others)},
                {"entries", record.json->entries ? ", " + number_of(record.json->entries) : ""}},
               "{$shape$, $members$, $others$$entries$},");
    }
  };
  if (!records.empty())
    out.emit({{"rows", rows}},
             R"cc(
               inline constexpr schemac::impl::json::RecordForm json_records[] = {
                   $rows$;
               };
             )cc");
  for (const plan::RecordId id : whole_texts(plan)) {
    const plan::Record& record = plan.records[id];
    out.emit({{"name", record_name(record)},
              {"place", record.json->index},
              {"stored", number_of(record.json->stored)},
              {"style", style_text(record.json->style)}},
             "inline constexpr schemac::impl::json::TextForm $name$_text{json_records, $place$, "
             "$stored$, "
             "$style$};");
  }
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* nested = std::get_if<plan::Nested>(&body.kind);
    const auto* raw = std::get_if<plan::Raw>(&body.kind);
    if (nested != nullptr && nested->json) emit_text_checks(out, plan, nested->json->checks);
    if (raw != nullptr && raw->free && raw->free->wire == plan::FreeForm::Wire::text)
      emit_text_checks(out, plan, raw->free->checks);
  });
  for_each_content(plan,
                   [&](const plan::FreeForm& text) { emit_text_checks(out, plan, text.checks); });
}

std::string text_arguments(const plan::Plan& plan, const plan::Nested& nested) {
  return "detail::" + record_name(plan.records[nested.record]) +
         "_text, detail::" + checks_name(plan, nested.json->checks);
}

std::string free_checks(const plan::Plan& plan, const plan::FreeForm& free) {
  return "detail::" + checks_name(plan, free.checks);
}

std::string style_text(const model::JsonStyle& style) {
  std::string rest;  // what JSON texts mostly have not
  if (style.syntax == impl::json::Syntax::python)
    rest += ", .syntax = schemac::impl::json::Syntax::python";
  if (!style.trailing.empty()) rest += ", .trailing = " + quoted(style.trailing);
  if (!style.end.empty()) rest += ", .end = " + quoted(style.end);
  if (style.is_from_file) rest += ", .is_from_file = true";
  const std::string pad = std::to_string(style.pad);
  if (!rest.empty())
    return "schemac::impl::json::Style{.item = " + quoted(style.item) +
           ", .key = " + quoted(style.key) + (style.ascii ? ", .ascii = true" : "") +
           (style.indent == 0 ? "" : ", .indent = " + std::to_string(style.indent)) +
           (style.pad == 1 ? "" : ", .pad = " + pad) + rest + "}";
  return "schemac::impl::json::Style{" + quoted(style.item) + ", " + quoted(style.key) + ", " +
         (style.ascii ? "true" : "false") + ", " + std::to_string(style.indent) +
         (style.pad == 1 ? "" : ", " + pad) + "}";
}

std::string inner_style(const plan::FreeForm& free) {
  return free.style.syntax == impl::json::Syntax::python ? ", schemac::impl::json::python_style"
                                                         : "";
}

std::string syntax_argument(impl::json::Syntax syntax) {
  return syntax == impl::json::Syntax::python ? "<schemac::impl::json::Syntax::python>" : "";
}

}  // namespace schemac::emit::cpp
