#include "emit/cpp/measure/places.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "emit/cpp/measure/elements.h"
#include "emit/cpp/measure/given_place.h"
#include "emit/cpp/measure/held.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "model/overload.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/item_needs.h"
#include "plan/facts/measuring.h"
#include "plan/writing/section_content.h"
#include "plan/writing/section_sizes.h"

namespace schemac::emit::cpp {
namespace {

// What is read in a section: the elements of a table one by one, with their payloads if these are
// measured along.
void emit_field_layout(Printer& out, const WriteScope& scope, plan::FieldId id, bool is_joined) {
  const plan::Field& field = scope.field(id);
  if (plan::is_measured_by_element(field)) {
    const plan::Body& element = std::get<plan::List>(field.body.kind).element.front();
    const std::string type = scope.plan().records[std::get<plan::Nested>(element.kind).record].name;
    const auto loop = [&](const WriteScope& inner) {
      const std::string size = inner.size_of(id, element, "element", "layout.size");
      if (!is_joined || !plan::places_content(element))
        return out.emit({{"Type", type}, {"list", scope.content(id)}, {"size", size}},
                        R"cc(for (const $Type$& element : $list$) layout.size += $size$;)cc");
      const auto lone = [&] { emit_place_calls(out, inner, id, element, "element"); };
      out.emit({{"Type", type}, {"list", scope.content(id)}, {"size", size}, {"place", lone}},
               R"cc(
                 for (const $Type$& element : $list$) {
                   layout.size += $size$;
                   $place$;
                 }
               )cc");
    };
    emit_split_records(out, scope, "measure", id, element, loop);
  } else {
    out.emit({{"size", scope.standing_at("layout.size").size_of_field(id)}},
             R"cc(layout.size += $size$;)cc");
  }
}

// What is placed in a section. Records may place in others, too, which are measured on their own.
void emit_payload_layout(Printer& out, const WriteScope& of, std::uint32_t index) {
  const plan::Record& root = of.record();
  const std::string name = section_variable(root.sections[index].name);
  std::vector<std::string> all;
  for (std::uint32_t other = 0; other < root.sections.size(); ++other)
    if (other != index && root.sections[other].has_payloads)
      all.push_back(section_variable(root.sections[other].name));
  const WriteScope scope = of.in_function();
  const bool reaches_empty = scope.plan().has_given_offsets && !root.sections[index].is_whole_file;
  const auto steps = [&] {
    out.emit({{"name", name}}, R"cc(schemac::impl::Placing $name$(layout.size);)cc");
    for (const plan::FieldId id : root.visit_order)
      if (!root.fields[id].jump || plan::places_in(root.fields[id], index))
        emit_place_field(out, scope, id);
    out.emit({{"name", name}, {"end", reaches_empty ? "section_end" : "end"}},
             R"cc(
               layout.size = $name$.$end$();
               layout.fits = layout.fits && $name$.fits();
             )cc");
  };
  const Printer::Block measured = out.set_aside(steps, all.empty() ? 0 : 2);
  if (scope.uses("value")) (void)of.use("value");
  if (all.empty()) return out.put(measured);
  // The same records place there, which counts in its own turn.
  const auto others = [&] {
    for (const std::string& other : all)
      if (scope.uses(other))
        out.emit({{"name", other}}, R"cc(schemac::impl::Placing $name$(0);)cc");
  };
  out.emit({{"others", others}, {"measured", [&] { out.put(measured); }}},
           R"cc(
             {
               $others$;
               $measured$;
             }
           )cc");
}

// The next section of a layout: its start, what is read in it, then the payloads placed there.
void emit_section_layout(Printer& out, const WriteScope& scope, std::uint32_t index,
                         std::optional<std::uint32_t> joined) {
  const plan::Section& section = scope.record().sections[index];
  const std::string name = section_variable(section.name);
  out.blank_line();
  if (section.given) out.emit({{"name", name}}, "layout.$name$_reached = layout.size;");
  const bool is_obeyed = section.given && !section.given->is_late;
  const std::string align = std::to_string(section.align);
  out.emit({{"name", name},
            {"begin", is_obeyed ? "schemac::impl::given_begin(" +
                                      given_place(scope, section.given->target) +
                                      ", layout.size, " + align + ")"
                                : "schemac::impl::padded_size(layout.size, " + align + ")"}},
           R"cc(
             layout.$name$ = $begin$;
             layout.size = layout.$name$;
           )cc");
  for (const plan::FieldId id : section.fields)
    emit_field_layout(out, scope, id, joined.has_value());
  if (section.has_both())
    out.emit({{"name", name}}, R"cc(layout.$name$_payloads = layout.size;)cc");
  if (joined == index) {
    out.emit({{"name", name}},
             "layout.fits = $name$.fits() && schemac::impl::add(layout.$name$, $name$.end(), "
             "layout.size);");
  } else if (section.has_payloads) {
    emit_payload_layout(out, scope, index);
  }
  if (section.pad > 1)
    out.emit(
        {{"name", name}, {"pad", section.pad}},
        R"(layout.size = layout.$name$ + schemac::impl::padded_size(layout.size - layout.$name$, $pad$);)");
}

}  // namespace

void emit_place_call(Printer& out, const WriteScope& scope, const plan::Nested& nested,
                     const std::string& x) {
  std::string sections;
  for (const plan::SectionRef& section : nested.sections) sections += ", " + scope.section(section);
  out.emit({{"x", x}, {"arguments", scope.arguments(nested)}, {"sections", sections}},
           R"cc(place($x$$arguments$$sections$);)cc");
}

void emit_own_place(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const std::string size = scope.size_of_content(id);
  const std::string section = scope.section(field.jump->section);
  if (field.jump->is_obeyed())
    out.emit({{"section", section}, {"at", given_place(scope, field.jump->target)}, {"size", size}},
             R"cc($section$.take_at($at$, $size$);)cc");
  else
    out.emit({{"section", section}, {"size", size}, {"align", field.jump->align}},
             R"cc($section$.take($size$, $align$);)cc");
}

void emit_place_field(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (!field.jump && (!field.has_member() || !plan::places_content(field.body))) return;
  const auto steps = [&] {
    if (field.jump) emit_own_place(out, scope, id);
    if (plan::places_content(field.body))
      emit_place_calls(out, scope, id, field.body, scope.content(id));
  };
  emit_if_there(out, scope, id, steps);
}

void emit_place_calls(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Body& body, const std::string& x) {
  if (!plan::places_content(body)) return;
  const auto emit_elements = [&](const plan::List& list) {
    const std::string element = element_name(scope.field(id), list);
    const auto loop = [&](const WriteScope& inner) {
      const auto steps = [&] { emit_place_calls(out, inner, id, list.element.front(), element); };
      out.emit({{"element", element}, {"list", x}, {"steps", steps}},
               R"cc(
                 for (const auto& $element$ : $list$) {
                   $steps$;
                 }
               )cc");
    };
    emit_split_records(out, scope, "place", id, list.element.front(), loop);
  };
  std::visit(model::Overload{
                 [](const plan::Leaf auto&) {},
                 [&](const plan::Nested& nested) { emit_place_call(out, scope, nested, x); },
                 emit_elements,
                 [&](const plan::Switch& choice) {
                   emit_if_held(
                       out, scope, id, choice, x,
                       [](const plan::Body& each) { return plan::places_content(each); },
                       [&](const plan::Body& each, const std::string& held) {
                         emit_place_calls(out, scope, id, each, held);
                       });
                 },
             },
             body.kind);
}

// For `Tensor` it prints
//
//   inline void place(const Tensor& value, schemac::impl::Placing& blobs) {
//     if (value.data) {
//       blobs.take(value.data->size(), 8);
//     }
//   }
void emit_place_function(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!record.places_outside()) return;
  const WriteScope scope(plan, record);
  const Printer::Block steps = out.set_aside([&] {
    for (const plan::FieldId id : record.visit_order) emit_place_field(out, scope, id);
  });
  std::string sections;
  for (const std::string& section : record.section_params)
    sections += ", " + scope.parameter("schemac::impl::Placing&", section_variable(section));
  out.blank_line();
  out.emit({{"inline", steps.is_one_line() ? "inline" : inlining(plan, record)},
            {"value", scope.parameter("const " + record.name + "&", "value")},
            {"parameters", scope.parameters()},
            {"sections", sections},
            {"steps", [&] { out.put(steps); }}},
           R"($inline$ void place($value$$parameters$$sections$) { $steps$; })");
}

void emit_file_layout(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const WriteScope scope(plan, root);
  const auto members = [&] {
    for (std::uint32_t i = 0; i < root.sections.size(); ++i) {
      const std::string name = section_variable(root.sections[i].name);
      out.emit({{"name", name}}, R"cc(std::uint64_t $name$ = 0;)cc");
      if (root.sections[i].given)
        out.emit({{"name", name}}, R"cc(std::uint64_t $name$_reached = 0;)cc");
      if (root.sections[i].has_both())
        out.emit({{"name", name}}, R"cc(std::uint64_t $name$_payloads = 0;)cc");
    }
  };
  const auto steps = [&] {
    out.emit({{"Type", root.name}, {"inline", inline_size(scope)}},
             R"cc(
               LayoutOf$Type$ layout;
               layout.size = $inline$;
             )cc");
    const auto joined = root.written.joined_section;
    if (joined)
      out.emit({{"name", section_variable(root.sections[*joined].name)}},
               "schemac::impl::Placing $name$(0);  // from the start of its section");
    for (std::uint32_t i = 0; i < root.sections.size(); ++i)
      emit_section_layout(out, scope, i, joined);
    out.emit(R"cc(return layout;)cc");
  };
  out.blank_line();
  const auto order = [&] {
    if (root.written.may_go_back)
      out.emit("bool ascends = true;  // each byte lies after those that are put before it");
  };
  out.emit({{"Type", root.name}, {"members", members}, {"order", order}},
           R"(
             /// Where the sections of a file begin, and where it ends.
             struct LayoutOf$Type$ {
               $members$;
               std::uint64_t size = 0;
               bool fits = true;
               $order$;
             };
           )");
  if (root.is_measured) return;
  out.blank_line();
  const Printer::Block measured = out.set_aside(steps);
  out.emit({{"Type", root.name},
            {"template", value_template(plan, root)},
            {"value", scope.parameter("const " + value_type(plan, root) + "&", "value")},
            {"steps",
             [&] {
               if (scope.uses("fits"))
                 out.emit(R"cc(bool fits = true;  // it does: the value was checked)cc");
               out.put(measured);
             }}},
           R"(
             $template$
             inline LayoutOf$Type$ lay_out($value$) {
               $steps$;
             }
           )");
}

}  // namespace schemac::emit::cpp
