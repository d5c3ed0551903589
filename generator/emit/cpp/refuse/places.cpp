#include "emit/cpp/refuse/places.h"

#include <algorithm>
#include <optional>
#include <string>

#include "emit/cpp/measure/given_place.h"
#include "emit/cpp/measure/held.h"
#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/local_names.h"
#include "model/overload.h"
#include "model/range_arithmetic.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/item_needs.h"
#include "plan/writing/section_content.h"

namespace schemac::emit::cpp {
namespace {

// "{&frame, "items", index}": the frame of what a field holds. `index` is empty where that is no
// element, "position" in a list that is an alternative of an element, whose frame is `above`.
std::string held_frame(const WriteScope& scope, plan::FieldId id, const std::string& index) {
  if (index == "position") return "{&above, {}, position}";
  return "{&" + scope.use("frame") + ", " + quoted(scope.field(id).name) +
         (index.empty() ? "}" : ", " + index + "}");
}

void emit_check_call(Printer& out, const WriteScope& scope, const plan::Nested& nested,
                     const std::string& x, const std::string& frame) {
  std::string sections;
  for (const plan::SectionRef& section : nested.sections) sections += ", " + scope.section(section);
  out.emit(
      {{"x", x},
       {"arguments", scope.arguments(nested)},
       {"frame", frame},
       {"layout", scope.use("layout")},
       {"rejection", scope.use("rejection")},
       {"sections", sections}},
      R"cc(if (!check_places($x$$arguments$, $frame$, $layout$, $rejection$$sections$)) return false;)cc");
}

void emit_check_calls(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Body& body, const std::string& x, const std::string& index);

// An element may be one of several, of which one is a list, too.
void emit_check_elements(Printer& out, const WriteScope& scope, plan::FieldId id,
                         const plan::List& list, const std::string& x, const std::string& index) {
  const std::string own_index = index.empty() ? "index" : "position";
  const std::string element = index.empty() ? "element" : "inner";
  const auto steps = [&] {
    emit_check_calls(out, scope, id, list.element.front(), element, own_index);
  };
  if (!index.empty())
    out.emit({{"frame", held_frame(scope, id, index)}},
             R"cc(const schemac::impl::Frame above$frame$;)cc");
  out.emit({{"list", x}, {"index", own_index}, {"element", element}, {"steps", steps}},
           R"cc(
             for (std::uint64_t $index$ = 0; const auto& $element$ : $list$) {
               $steps$;
               ++$index$;
             }
           )cc");
}

// The records that a body, spelled `x`, holds.
void emit_check_calls(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Body& body, const std::string& x, const std::string& index) {
  if (!plan::places_content(body)) return;
  std::visit(
      model::Overload{
          [](const plan::Leaf auto&) {},
          [&](const plan::Nested& nested) {
            emit_check_call(out, scope, nested, x, held_frame(scope, id, index));
          },
          [&](const plan::List& list) { emit_check_elements(out, scope, id, list, x, index); },
          [&](const plan::Switch& choice) {
            emit_if_held(
                out, scope, id, choice, x,
                [](const plan::Body& each) { return plan::places_content(each); },
                [&](const plan::Body& each, const std::string& held) {
                  emit_check_calls(out, scope, id, each, held, index);
                });
          },
      },
      body.kind);
}

// A pointer to a check that a writer insists on.
std::string refused_check(const plan::Plan& plan, std::optional<plan::CheckId> check) {
  return is_refused(plan, check) ? "&" + check_of(plan, *check) : "nullptr";
}

// What a check says of the content's own place.
void emit_obey(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Jump& jump = *scope.field(id).jump;
  const plan::Plan& plan = scope.plan();
  out.emit({{"obey", jump.is_late ? "obey_late" : "obey"},
            {"section", scope.section(jump.section)},
            {"at", given_place(scope, jump.target)},
            {"size", scope.size_of_content(id)},
            {"too_early", check_of(plan, *jump.too_early)},
            {"too_far", check_of(plan, *jump.too_far)},
            {"outside", check_of(plan, jump.outside)},
            {"misaligned", refused_check(plan, jump.misaligned)},
            {"align", jump.align}},
           R"h(
             if (!schemac::impl::$obey$($section$, $at$, $size$, {$too_early$, $too_far$, $outside$, $misaligned$, $align$}, reject)) return false;
           )h");
}

// Puts content, and looks at what then states its place.
void emit_take(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const std::string take = scope.section(field.jump->section) + ".take(" +
                           scope.size_of_content(id) + ", " + std::to_string(field.jump->align) +
                           ")";
  const auto& stated = field.jump->stated;
  if (!stated) return out.emit({{"take", take}}, "$take$;");
  out.emit({{"take", take},
            {"factor", literal(stated->factor)},
            {"offset", literal(stated->offset)},
            {"divisor", literal(stated->divisor)},
            {"least", literal(stated->least)},
            {"most", literal(stated->most)},
            {"absent", stated->absent ? ", " + literal(*stated->absent) : ""},
            {"path", quoted(scope.field(field.jump->stated_by).name)}},
           R"cc(
             if (!schemac::impl::check_stated($take$, {$factor$, $offset$, $divisor$, $least$, $most$$absent$}, reject_at($path$))) return false;
           )cc");
}

void emit_field_place(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (!field.jump && (!field.has_member() || !plan::places_content(field.body))) return;
  const auto steps = [&] {
    if (field.jump && field.jump->is_given)
      emit_obey(out, scope, id);
    else if (field.jump)
      emit_take(out, scope, id);
    if (plan::places_content(field.body))
      emit_check_calls(out, scope, id, field.body, scope.content(id), "");
  };
  emit_if_there(out, scope, id, steps);
}

void emit_reject(Printer& out, const WriteScope& scope) {
  out.emit({{"rejection", scope.use("rejection")}, {"frame", scope.use("frame")}},
           R"cc(
             const auto reject = [&](const schemac::impl::Check& check, const schemac::impl::Facts& facts) {
               return $rejection$.reject(check, $frame$, facts);
             };
           )cc");
}

bool states_place(const plan::Field& field) { return field.jump && field.jump->stated; }

void emit_place_steps(Printer& out, const WriteScope& scope) {
  const auto& fields = scope.record().fields;
  const bool obeys = std::ranges::any_of(
      fields, [](const plan::Field& field) { return field.jump && field.jump->is_given; });
  if (obeys) emit_reject(out, scope);
  if (std::ranges::any_of(fields, states_place))
    out.emit({{"rejection", scope.use("rejection")}, {"frame", scope.use("frame")}},
             R"cc(
               const auto reject_at = [&](std::string_view field) {
                 return [&$rejection$, &$frame$, field](const schemac::impl::Check& check, const schemac::impl::Facts& facts) {
                   return $rejection$.reject_at(check, $frame$, field, facts);
                 };
               };
             )cc");
  for (const plan::FieldId id : scope.record().visit_order) emit_field_place(out, scope, id);
}

// Only where places are given one has to know what is free.
std::string placing_type(const plan::Plan& plan) {
  return plan.has_given_offsets ? "schemac::impl::SectionPlacing" : "schemac::impl::Placing";
}

// The signature of the function, whose names are those that its statements use; of a declaration
// they have none.
std::string check_signature(const WriteScope& scope) {
  const plan::Plan& plan = scope.plan();
  const plan::Record& record = scope.record();
  std::string sections;
  for (const std::string& section : record.section_params)
    sections += ", " + scope.parameter(placing_type(plan) + "&", section_variable(section));
  const std::string symbols = scope.uses("layout.size")
                                  ? "const Layout& layout"
                                  : scope.parameter("const Layout&", "layout");
  return "template <class Layout> inline bool check_places(" +
         scope.parameter("const " + record.name + "&", "value") + scope.parameters() + ", " +
         scope.parameter("const schemac::impl::Frame&", "frame") + ", " + symbols + ", " +
         scope.parameter("schemac::impl::Rejection&", "rejection") + sections + ")";
}

void emit_begin_check(Printer& out, const WriteScope& scope, const plan::Section& section) {
  const std::string begin = "layout." + section_variable(section.name);
  if (const auto& most = section.greatest_start)
    out.emit({{"begin", begin},
              {"path", quoted(scope.field(*section.begin).name)},
              {"most", literal(*most)}},
             R"cc(
               if ($begin$ > $most$) [[unlikely]] return rejection.reject_large(frame, $path$, $begin$, $most$);
             )cc");
  if (section.given)
    out.emit({{"obey", section.given->is_late ? "obey_late_begin" : "obey_begin"},
              {"at", given_place(scope, section.given->target)},
              {"begin", begin},
              {"too_early", check_of(scope.plan(), section.given->too_early)},
              {"too_far", check_of(scope.plan(), section.given->too_far)},
              {"misaligned", refused_check(scope.plan(), section.misaligned)},
              {"align", section.align}},
             R"h(
               if (!schemac::impl::$obey$($at$, $begin$_reached, {$too_early$, $too_far$, $misaligned$, $align$}, reject)) return false;
             )h");
}

// Where a reader finds a section that content is placed in: "layout.chunks_section, layout.size".
std::string section_bounds(const plan::Record& root, std::uint32_t id) {
  if (root.sections[id].is_whole_file) return "0, layout.size";
  const auto begin = [&](std::uint32_t section, bool of_content) {
    return "layout." + section_variable(root.sections[section].name) +
           (of_content && root.sections[section].has_both() ? "_payloads" : "");
  };
  return begin(id, true) + ", " +
         (plan::is_last_section(root, id) ? "layout.size" : begin(id + 1, false));
}

}  // namespace

void emit_places_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (plan.checks_places() && record.places_outside())
    out.emit({{"signature", check_signature(WriteScope(plan, record))}}, "$signature$;");
}

void emit_places_check(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!plan.checks_places() || !record.places_outside()) return;
  const WriteScope scope(plan, record);
  const Printer::Block steps = out.set_aside([&] { emit_place_steps(out, scope); });
  out.blank_line();
  out.emit({{"signature", check_signature(scope)}, {"steps", [&] { out.put(steps); }}},
           R"cc(
             $signature$ {
               $steps$;
               return true;
             }
           )cc");
}

// For a section whose start a u8 states:
//
//   inline bool check_starts(const File&, const LayoutOfFile& layout, schemac::impl::Rejection&
//   rejection) {
//     const schemac::impl::Frame frame;
//     if (layout.table_section > 255) [[unlikely]]
//       return rejection.reject_large(frame, "table_at", layout.table_section, 255);
//     return true;
//   }
void emit_starts_check(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  if (!root.written.checks_starts) return;
  const WriteScope scope(plan, root);
  const bool obeys = std::ranges::any_of(
      root.sections, [](const plan::Section& section) { return section.given.has_value(); });
  const auto steps = [&] {
    if (obeys) emit_reject(out, scope);
    for (const plan::Section& section : root.sections) emit_begin_check(out, scope, section);
  };
  const Printer::Block checks = out.set_aside(steps);
  out.blank_line();
  out.emit({{"Type", root.name},
            {"value", scope.parameter("const " + root.name + "&", "value")},
            {"steps", [&] { out.put(checks); }}},
           R"cc(
             inline bool check_starts($value$, const LayoutOf$Type$& layout, schemac::impl::Rejection& rejection) {
               const schemac::impl::Frame frame;
               $steps$;
               return true;
             }
           )cc");
}

void emit_file_places_check(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  if (!plan.checks_places()) return;
  const WriteScope scope(plan, root);
  const auto placings = [&] {
    for (std::uint32_t i = 0; i < root.sections.size(); ++i) {
      if (!root.sections[i].has_payloads) continue;
      const std::string name = section_variable(root.sections[i].name);
      const std::string begin = "layout." + name + (root.sections[i].has_both() ? "_payloads" : "");
      if (plan.has_given_offsets)
        out.emit({{"name", name},
                  {"begin", begin},
                  {"bounds", section_bounds(root, i)},
                  {"is_whole_file", root.sections[i].is_whole_file ? "true" : "false"}},
                 R"cc(
                   schemac::impl::SectionPlacing $name$(schemac::impl::Placing($begin$), $bounds$, $is_whole_file$);
                 )cc");
      else
        out.emit({{"name", name}, {"begin", begin}},
                 R"cc(schemac::impl::Placing $name$($begin$);)cc");
    }
  };
  const bool may_go_back_here = root.written.may_go_back;
  const auto order = [&] {
    for (std::uint32_t i = 0; may_go_back_here && i < root.sections.size(); ++i)
      if (root.sections[i].has_payloads)
        out.emit({{"name", section_variable(root.sections[i].name)}},
                 R"cc(layout.ascends = layout.ascends && $name$.ascends();)cc");
  };
  const Printer::Block starts = out.set_aside(placings);
  const Printer::Block steps = out.set_aside([&] { emit_place_steps(out, scope); });
  const auto frame = [&] {
    if (scope.uses("frame")) out.emit("const schemac::impl::Frame frame;");
  };
  const bool uses_layout = !starts.is_empty() || scope.uses("layout") || scope.uses("layout.size");
  const std::string symbols = (may_go_back_here ? "" : "const ") + ("LayoutOf" + root.name + "&");
  out.blank_line();
  out.emit({{"value", scope.parameter("const " + root.name + "&", "value")},
            {"layout", uses_layout ? symbols + " layout" : symbols},
            {"rejection", scope.parameter("schemac::impl::Rejection&", "rejection")},
            {"frame", frame},
            {"placings", [&] { out.put(starts); }},
            {"steps", [&] { out.put(steps); }},
            {"order", order}},
           R"cc(
             inline bool check_places($value$, $layout$, $rejection$) {
               $frame$;
               $placings$;
               $steps$;
               $order$;
               return true;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
