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
#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {
namespace {

// Whether content of a root's field is placed in one of its sections.
bool places_in(const plan::Field& field, std::uint32_t section) {
  const plan::SectionRef here{false, section};
  if (field.jump && field.jump->section == here) return true;
  return std::ranges::any_of(plan::nested_in(field.body), [&](const plan::Nested* nested) {
    return std::ranges::find(nested->sections, here) != nested->sections.end();
  });
}

// Tables of records whose size varies.
bool is_measured_by_element(const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  return list != nullptr && std::holds_alternative<plan::Nested>(list->element.front().kind) &&
         !list->element.front().fixed_size && !field.presence;
}

// What is read in a section: the elements of a table one by one, with their payloads if these are
// measured along.
void emit_field_layout(Printer& out, const WriteScope& scope, plan::FieldId id, bool is_joined) {
  const plan::Field& field = scope.field(id);
  if (is_measured_by_element(field)) {
    const plan::Body& element = std::get<plan::List>(field.body.kind).element.front();
    const std::string type = scope.plan().records[std::get<plan::Nested>(element.kind).record].name;
    const auto loop = [&](const WriteScope& inner) {
      const std::string size = inner.size_of(id, element, "element", "layout.size");
      if (!is_joined || !places_payloads(scope.plan(), element))
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

// Whether all payloads can be aligned from the start of a section that is aligned to `align`.
bool fits_alignments(const plan::Plan& plan, std::uint64_t align) {
  return std::ranges::all_of(plan.records, [&](const plan::Record& record) {
    return std::ranges::all_of(record.fields, [&](const plan::Field& field) {
      return !field.jump || align % field.jump->align == 0;
    });
  });
}

// The section of a root whose payloads are measured along with the tables that place them, from its
// begin on: the only one that has any, after all tables. Nothing if one has to go over the values
// once more.
std::optional<std::uint32_t> joined_section(const WriteScope& scope) {
  const plan::Record& root = scope.record();
  std::optional<std::uint32_t> found;
  if (scope.plan().has_given_offsets) return std::nullopt;
  for (std::uint32_t i = 0; i < root.sections.size(); ++i) {
    if (root.sections[i].given) return std::nullopt;
    if (!has_payloads(root, i)) continue;
    if (found || has_both(root, i) || !fits_alignments(scope.plan(), root.sections[i].align))
      return std::nullopt;
    found = i;
  }
  std::vector<plan::FieldId> tables;  // in the order of the bytes
  for (std::uint32_t i = 0; found && i < *found; ++i)
    for (const plan::FieldId id : fields_in(root, i))
      if (places_payloads(scope.plan(), root.fields[id].body)) tables.push_back(id);
  std::vector<plan::FieldId> all;  // in the order in which they place
  for (plan::FieldId id = 0; id < root.fields.size(); ++id)
    if (root.fields[id].jump || places_payloads(scope.plan(), root.fields[id].body))
      all.push_back(id);
  const bool are_lists = std::ranges::all_of(
      all, [&](plan::FieldId id) { return is_measured_by_element(root.fields[id]); });
  return are_lists && tables == all ? found : std::nullopt;
}

// What is placed in a section. Records may place in others, too, which are measured on their own.
void emit_payload_layout(Printer& out, const WriteScope& of, std::uint32_t index) {
  const plan::Record& root = of.record();
  const std::string name = section_variable(root.sections[index].name);
  std::vector<std::string> all;
  for (std::uint32_t other = 0; other < root.sections.size(); ++other)
    if (other != index && has_payloads(root, other))
      all.push_back(section_variable(root.sections[other].name));
  const WriteScope scope = of.in_function();
  const bool reaches_empty = scope.plan().has_given_offsets && !root.sections[index].is_whole_file;
  const auto steps = [&] {
    out.emit({{"name", name}}, R"cc(schemac::impl::Placing $name$(layout.size);)cc");
    for (const plan::FieldId id : root.visit_order)
      if (!root.fields[id].jump || places_in(root.fields[id], index))
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
  for (const plan::FieldId id : fields_in(scope.record(), index))
    emit_field_layout(out, scope, id, joined.has_value());
  if (has_both(scope.record(), index))
    out.emit({{"name", name}}, R"cc(layout.$name$_payloads = layout.size;)cc");
  if (joined == index) {
    out.emit({{"name", name}},
             "layout.fits = $name$.fits() && schemac::impl::add(layout.$name$, $name$.end(), "
             "layout.size);");
  } else if (has_payloads(scope.record(), index)) {
    emit_payload_layout(out, scope, index);
  }
  if (section.pad > 1)
    out.emit(
        {{"name", name}, {"pad", section.pad}},
        R"(layout.size = layout.$name$ + schemac::impl::padded_size(layout.size - layout.$name$, $pad$);)");
}

}  // namespace

bool has_payloads(const plan::Record& root, std::uint32_t section) {
  return std::ranges::any_of(root.fields,
                             [&](const plan::Field& field) { return places_in(field, section); });
}

bool may_go_back(const plan::Plan& plan, const plan::Record& root) {
  if (!plan.has_given_offsets) return false;
  for (std::uint32_t i = 0; i < root.sections.size(); ++i)
    if (has_payloads(root, i)) return true;
  return false;
}

bool has_both(const plan::Record& root, std::uint32_t section) {
  return has_payloads(root, section) && !fields_in(root, section).empty();
}

bool places_payloads(const plan::Plan& plan, const plan::Body& body) {
  return std::ranges::any_of(plan::nested_in(body), [&](const plan::Nested* nested) {
    return places_payloads(plan.records[nested->record]);
  });
}

std::vector<plan::FieldId> fields_in(const plan::Record& root, std::uint32_t section) {
  std::vector<plan::FieldId> fields;
  for (const plan::Item& item : root.items)
    if (const auto* inside = std::get_if<plan::InSection>(&item);
        inside != nullptr && inside->section == section)
      for (const plan::LoneField& lone : inside->fields) fields.push_back(lone.field);
  return fields;
}

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
  if (is_obeyed(*field.jump))
    out.emit({{"section", section}, {"at", given_place(scope, field.jump->target)}, {"size", size}},
             R"cc($section$.take_at($at$, $size$);)cc");
  else
    out.emit({{"section", section}, {"size", size}, {"align", field.jump->align}},
             R"cc($section$.take($size$, $align$);)cc");
}

void emit_place_field(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (!field.jump && (!field.has_member() || !places_payloads(scope.plan(), field.body))) return;
  const auto steps = [&] {
    if (field.jump) emit_own_place(out, scope, id);
    if (places_payloads(scope.plan(), field.body))
      emit_place_calls(out, scope, id, field.body, scope.content(id));
  };
  emit_if_there(out, scope, id, steps);
}

void emit_place_calls(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Body& body, const std::string& x) {
  if (!places_payloads(scope.plan(), body)) return;
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
    return emit_place_call(out, scope, *nested, x);
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    const std::string element = element_name(scope.field(id), *list);
    const auto loop = [&](const WriteScope& inner) {
      const auto steps = [&] { emit_place_calls(out, inner, id, list->element.front(), element); };
      out.emit({{"element", element}, {"list", x}, {"steps", steps}},
               R"cc(
                 for (const auto& $element$ : $list$) {
                   $steps$;
                 }
               )cc");
    };
    emit_split_records(out, scope, "place", id, list->element.front(), loop);
  }
  if (const auto* choice = std::get_if<plan::Switch>(&body.kind))
    emit_if_held(
        out, scope, id, *choice, x,
        [&](const plan::Body& each) { return places_payloads(scope.plan(), each); },
        [&](const plan::Body& each, const std::string& held) {
          emit_place_calls(out, scope, id, each, held);
        });
}

// For `Tensor` it prints
//
//   inline void place(const Tensor& value, schemac::impl::Placing& blobs) {
//     if (value.data) {
//       blobs.take(value.data->size(), 8);
//     }
//   }
void emit_place_function(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!places_payloads(record)) return;
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
      if (has_both(root, i))
        out.emit({{"name", name}}, R"cc(std::uint64_t $name$_payloads = 0;)cc");
    }
  };
  const auto steps = [&] {
    out.emit({{"Type", root.name}, {"inline", inline_size(scope)}},
             R"cc(
               LayoutOf$Type$ layout;
               layout.size = $inline$;
             )cc");
    const auto joined = joined_section(scope);
    if (joined)
      out.emit({{"name", section_variable(root.sections[*joined].name)}},
               "schemac::impl::Placing $name$(0);  // from the start of its section");
    for (std::uint32_t i = 0; i < root.sections.size(); ++i)
      emit_section_layout(out, scope, i, joined);
    out.emit(R"cc(return layout;)cc");
  };
  out.blank_line();
  const auto order = [&] {
    if (may_go_back(plan, root))
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
