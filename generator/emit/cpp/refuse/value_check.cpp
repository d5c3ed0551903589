#include "emit/cpp/refuse/value_check.h"

#include <string>

#include "emit/cpp/measure/along.h"
#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/facts.h"
#include "emit/cpp/refuse/list_check.h"
#include "emit/cpp/refuse/locals.h"
#include "emit/cpp/refuse/member_check.h"
#include "emit/cpp/refuse/scalar_check.h"
#include "emit/cpp/refuse/switch_check.h"
#include "emit/cpp/refuse/unknown_check.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/rules.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/wire/json.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {
namespace {

void emit_field(Printer& out, const WriteScope& scope, plan::FieldId id) {
  if (!scope.field(id).is_checked_first) emit_derived_check(out, scope, id);
  emit_member_check(out, scope, id);
  emit_flags_of_versions(out, scope, id);
}

// A value whose kind says which field it is holds one of them. Prints
//
//   if (!schemac::impl::json::check_kinds({value.name.has_value(), !value.pairs.empty()}, true,
//   frame,
//                                   out))
//     return false;
void emit_kinds(Printer& out, const WriteScope& scope, const plan::MessageFields& message) {
  std::string held;
  bool has_list = false;
  for (const plan::MessageField& each : message.fields) {
    if (scope.field(each.field).role == model::RoleKind::choice) continue;  // how it is spelled
    const bool is_list = std::holds_alternative<plan::List>(scope.field(each.field).body.kind);
    has_list = has_list || is_list;
    const auto* raw = std::get_if<plan::Raw>(&scope.field(each.field).body.kind);
    const std::string member = scope.member(each.field);
    held += (held.empty() ? "" : ", ") +
            (is_list                       ? "!" + access(scope.content(each.field), "empty()")
             : raw != nullptr && raw->free ? "schemac::impl::json::has_value(" + member + ")"
                                           : member + ".has_value()");
  }
  out.emit(
      {{"held", held}, {"none", has_list ? "true" : "false"}, {"frame", scope.use("frame")}},
      R"cc(if (!schemac::impl::json::check_kinds({$held$}, $none$, $frame$, out)) return false;)cc");
}

// Of a value that a field before it may take, that none does. Prints
//
//   if (value.other && !schemac::impl::json::check_kind(detail::json_records, 3, 2,
//                                                 schemac::FreeValue(*value.other), frame, "other",
//                                                 out))
//     return false;
void emit_kind_checks(Printer& out, const WriteScope& scope) {
  for (const auto& path : scope.record().json->may_be_taken) {
    const plan::Field* field = &scope.field(path.front());
    std::string member = scope.member(path.front()), is_there = member, name = field->name;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto& nested = std::get<plan::Nested>(field->body.kind);
      field = &scope.plan().records[nested.record].fields[path[i]];
      member += "->" + field->identifier;
      is_there += " && " + member;
      name += "." + field->name;
    }
    const bool is_text = std::holds_alternative<plan::Text>(field->body.kind);
    out.emit({{"is_there", is_there},
              {"place", scope.record().json->index},
              {"number", path.front() + 1},
              {"frame", scope.use("frame")},
              {"value", is_text ? "schemac::FreeValue(*" + member + ")" : member + "->value"},
              {"path", quoted(name)}},
             R"cc(
                 if ($is_there$ && !schemac::impl::json::check_kind(detail::json_records, $place$, $number$, $value$, $frame$, $path$, out))
                   return false;
               )cc");
  }
}

// One overload a kind of item.
struct CheckItem {
  Printer& out;
  const WriteScope& scope;

  void operator()(const plan::Run& run) const {
    for (const plan::RunField& each : run.fixed)
      if (each.field) emit_field(out, scope, *each.field);
    if (run.counted) emit_field(out, scope, run.counted->list);
    for (const plan::RunField& each : run.after)
      if (each.field) emit_field(out, scope, *each.field);
  }
  void operator()(const plan::LoneField& lone) const { emit_field(out, scope, lone.field); }
  void operator()(const plan::Pad&) const {}
  void operator()(const plan::Require& require) const {
    if (!plan::is_refused(scope.plan(), scope.record(), require)) return;
    if (const auto rule =
            rule_call(scope.plan(), scope.record(), require.check, scope.spelling())) {
      out.emit({{"rule", *rule},
                {"check", check_of(scope.plan(), require.check)},
                {"frame", scope.use("frame")},
                {"facts", facts_of(require.facts, scope.spelling())}},
               R"cc(if (!$rule$) return out.reject($check$, $frame$$facts$);)cc");
      return;
    }
    out.emit({{"condition", condition_of(require.condition, scope.spelling(), true)},
              {"fits", scope.can_fail(require.condition) ? " || !" + scope.use("fits") : ""},
              {"check", check_of(scope.plan(), require.check)},
              {"frame", scope.use("frame")},
              {"facts", facts_of(require.facts, scope.spelling())}},
             R"cc(if (!$condition$$fits$) return out.reject($check$, $frame$$facts$);)cc");
  }
  void operator()(const plan::CheckElements& item) const {
    const auto x = [&] { return scope.content(item.field); };
    emit_rules_check(out, {scope, item.field, x, "frame", ""}, item.list);
  }
  void operator()(const plan::CheckDigest&) const {}
  void operator()(const plan::CheckCodec&) const {}
  void operator()(const plan::FindSections&) const {}
  void operator()(const plan::InSection& section) const {
    for (const plan::LoneField& lone : section.fields) emit_field(out, scope, lone.field);
  }
  void operator()(const plan::FinishSections&) const {}
  void operator()(const plan::MessageFields& message) const {
    if (scope.record().json && scope.record().json->shape == model::JsonShape::one_of) {
      emit_kinds(out, scope, message);
      emit_kind_checks(out, scope);
    }
    for (const plan::MessageField& field : message.fields) emit_field(out, scope, field.field);
  }
};

}  // namespace

// For `Item` it prints
//
//   template <class Out>
//   inline bool check(const Item& value, const schemac::impl::FrameOf<Out>& frame, Out& out) {
//     if (value.name.size() > 0xffffffff) ...
//     return true;
//   }
void emit_value_check(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const WriteScope scope = WriteScope(plan, record).knowing_products();
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (const plan::Switch* choice = plan::switch_of(record.fields[id]);
        choice != nullptr && record.fields[id].has_member())
      emit_switch_check(out, scope, id, *choice);
  const bool is_bounded = record.is_recursive && record.depth;
  const Printer::Block items = out.set_aside([&] {
    for (const plan::Item& item : record.items) std::visit(CheckItem{out, scope}, item);
  });
  const std::string last = check_of_unknown(scope);
  const Printer::Block measuring = out.set_aside([&] { emit_measuring(out, scope); });
  const Printer::Block locals =
      out.set_aside([&] { emit_locals(out, scope, Numbers::are_checked); });
  out.blank_line();
  const std::string type = "const " + value_type(plan, record) + "&";
  const std::string frame = "const schemac::impl::FrameOf<Out>&";
  const bool is_last_alone = !is_bounded && measuring.is_empty();
  if (is_last_alone && last.empty() && items.is_empty() && locals.is_empty())
    return out.emit({{"template", value_template(plan, record, "class Out")},
                     {"Type", type},
                     {"parameters", scope.parameters()},
                     {"frame", frame}},
                    R"(
          $template$
          inline bool check($Type$$parameters$, $frame$, Out&) { return true; }
        )");
  const auto enter = [&] {
    if (is_bounded)
      out.emit({{"check", check_of(plan, *record.depth)}},
               R"cc(if (!out.enter()) return out.reject($check$, frame);)cc");
  };
  const auto finish = [&] {
    if (is_last_alone) return out.emit({{"last", last.empty() ? "true" : last}}, "return $last$;");
    if (!last.empty()) out.emit({{"last", last}}, "if (!$last$) return false;");
    out.put(measuring);
    if (is_bounded) out.emit(R"cc(out.leave();)cc");
    out.emit("return true;");
  };
  out.emit({{"template", value_template(plan, record, "class Out")},
            {"value", scope.parameter(type, "value")},
            {"parameters", scope.parameters()},
            {"frame", is_bounded ? frame + " frame" : scope.parameter(frame, "frame")},
            {"inline", inlining(plan, record)},
            {"enter", enter},
            {"locals", [&] { out.put(locals); }},
            {"items", [&] { out.put(items); }},
            {"last", finish}},
           R"cc(
             $template$
             $inline$ bool check($value$$parameters$, $frame$, Out& out) {
               $enter$;
               $locals$;
               $items$;
               $last$;
             }
           )cc");
}

void emit_elements_check(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const WriteScope scope(plan, root);
  const plan::FieldId id = root.stream->list;
  const auto& list = std::get<plan::List>(root.fields[id].body.kind);
  const auto x = [&] { return scope.content(id); };
  const Printer::Block steps = out.set_aside([&] {
    emit_list_elements_check(out, {scope, id, x, "frame", root.fields[id].name}, list);
  });
  const Printer::Block locals = out.set_aside([&] { emit_locals(out, scope); });
  const std::string type = "const " + streamed_type(root) + "&";
  out.blank_line();
  out.emit({{"value", scope.parameter(type, "value")},
            {"frame", scope.parameter("const schemac::impl::FrameOf<Out>&", "frame")},
            {"out", steps.is_empty() && locals.is_empty() ? "Out&" : "Out& out"},
            {"locals", [&] { out.put(locals); }},
            {"steps", [&] { out.put(steps); }}},
           R"cc(
             template <class Out>
             inline bool check_elements($value$, $frame$, $out$) {
               $locals$;
               $steps$;
               return true;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
