#include "emit/cpp/write_measure.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/types.h"

namespace schemac::emit::cpp {
namespace {

// A sum of sizes: constants are added up here, what depends on the value becomes a term.
struct Sum {
  std::uint64_t constant = 0;
  std::vector<std::string> terms;

  void add(const std::string& size) {
    const bool is_number = size.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) {
      constant += std::stoull(size);
    } else {
      terms.push_back(size.find('?') == std::string::npos ? size : "(" + size + ")");
    }
  }
  [[nodiscard]] std::string text() const {
    std::string text = constant != 0 || terms.empty() ? std::to_string(constant) : "";
    for (const std::string& term : terms) text += (text.empty() ? "" : " + ") + term;
    return text;
  }
  // From here on `text` counts from a multiple of `multiple`.
  void pad(std::uint64_t multiple) {
    terms = {"schemac::padded_size(" + text() + ", " + std::to_string(multiple) + ")"};
    constant = 0;
  }
};

// One overload a kind of item: adds what lies inline.
struct AddItem {
  const WriteScope& scope;
  Sum& sum;

  void operator()(const plan::Run& run) const {
    for (const plan::RunPart& part : run.parts) sum.constant += part.size;
    if (run.counted) sum.add(scope.size_of_field(run.counted->list));
    for (const plan::RunPart& part : run.behind) sum.constant += part.size;
  }
  void operator()(const plan::Place& place) const {
    if (!scope.field(place.field).jump) sum.add(scope.size_of_field(place.field));
  }
  void operator()(const plan::Pad& pad) const { sum.pad(pad.multiple); }
  void operator()(const plan::Require&) const {}
  void operator()(const plan::FindSections&) const {}
  void operator()(const plan::InSection&) const {}
  void operator()(const plan::FinishSections&) const {}
};

Sum inline_size(const WriteScope& scope) {
  Sum sum;
  for (const plan::Item& item : scope.record().items) std::visit(AddItem{scope, sum}, item);
  return sum;
}

// Elements of a switch whose alternatives are counted by one field.
void emit_switch_length(Printer& out, const WriteScope& scope, plan::FieldId id,
                        const plan::Switch& choice) {
  const bool is_counted = std::ranges::any_of(scope.record().fields, [&](const plan::Field& field) {
    return field.source.kind == plan::SourceKind::count_of && field.source.field == id;
  });
  if (!is_counted) return;
  const auto types = alternative_types(scope.plan(), scope.record(), scope.field(id), choice);
  const auto alternatives = [&] {
    for (const AlternativeType& type : types)
      out.emit({{"Type", qualified_type(scope.record(), type)},
                {"held", type.is_wrapped ? "held->value." : "held->"}},
               R"cc(if (const auto* held = std::get_if<$Type$>(&value)) return $held$size();)cc");
  };
  out.blank_line();
  out.emit({{"function", scope.function("length_of", id)},
            {"Type", scope.record().name + "::" + variant_name(scope.record(), scope.field(id))},
            {"alternatives", alternatives}},
           R"cc(
             inline std::uint64_t $function$(const $Type$& value) {
               $alternatives$;
               return 0;
             }
           )cc");
}

void emit_switch_size(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Switch& choice) {
  const auto types = alternative_types(scope.plan(), scope.record(), scope.field(id), choice);
  const auto alternatives = [&] {
    for (std::size_t i = 0; i < types.size(); ++i) {
      const plan::Body& body = choice.alternatives[i].body.front();
      const std::string type = qualified_type(scope.record(), types[i]);
      if (body.fixed_size)
        out.emit({{"Type", type}, {"size", *body.fixed_size}},
                 R"cc(if (std::holds_alternative<$Type$>(value)) return $size$;)cc");
      else
        out.emit({{"Type", type},
                  {"size", scope.size_of(id, body, types[i].is_wrapped ? "held->value" : "*held")}},
                 R"cc(if (const auto* held = std::get_if<$Type$>(&value)) return $size$;)cc");
    }
  };
  out.blank_line();
  out.emit({{"function", scope.function("size_of", id)},
            {"Type", scope.record().name + "::" + variant_name(scope.record(), scope.field(id))},
            {"alternatives", alternatives}},
           R"cc(
             inline std::uint64_t $function$(const $Type$& value) {
               $alternatives$;
               return 0;
             }
           )cc");
}

// "Frame of the list" is not needed here: one call for each record that places payloads.
void emit_call(Printer& out, const WriteScope& scope, const plan::Nested& nested,
               const std::string& x) {
  std::string sections;
  for (const plan::SectionRef& section : nested.sections) sections += ", " + scope.section(section);
  out.emit({{"x", x}, {"sections", sections}}, R"cc(place($x$$sections$);)cc");
}

// Where the payloads of one field go: its own, then those of the records that it holds.
void emit_place_field(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (!field.has_member() || (!field.jump && !places_payloads(scope.plan(), field.body))) return;
  const auto steps = [&] {
    if (field.jump)
      out.emit({{"section", scope.section(field.jump->section)},
                {"size", scope.size_of(id, field.body, scope.content(id))},
                {"align", field.jump->align}},
               R"cc($section$.take($size$, $align$);)cc");
    emit_place_calls(out, scope, id, field.body, scope.content(id));
  };
  if (!field.presence) return steps();
  out.emit({{"member", scope.member(id)}, {"steps", steps}},
           R"cc(
             if ($member$) {
               $steps$;
             }
           )cc");
}

// What is read in a section: the elements of a table one by one.
void emit_field_layout(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  const auto* nested =
      list != nullptr ? std::get_if<plan::Nested>(&list->element.front().kind) : nullptr;
  if (nested != nullptr && !list->element.front().fixed_size && !field.presence)
    out.emit({{"Type", scope.plan().records[nested->record].name}, {"list", scope.content(id)}},
             R"cc(for (const $Type$& element : $list$) layout.size += size_of(element);)cc");
  else
    out.emit({{"size", scope.size_of_field(id)}}, R"cc(layout.size += $size$;)cc");
}

// What is placed in a section. Records may place in others, too, which are measured on their own.
void emit_payload_layout(Printer& out, const WriteScope& scope, std::uint32_t index) {
  const plan::Record& root = scope.record();
  const std::string name = section_variable(root.sections[index].name);
  const auto steps = [&](Printer& inner) {
    for (plan::FieldId id = 0; id < root.fields.size(); ++id)
      if (!root.fields[id].jump || scope.section(root.fields[id].jump->section) == name)
        emit_place_field(inner, scope, id);
  };
  const Preview preview(steps);
  out.emit({{"name", name}}, R"cc(schemac::Placing $name$(layout.size);)cc");
  for (std::uint32_t other = 0; other < root.sections.size(); ++other) {
    const std::string variable = section_variable(root.sections[other].name);
    if (other == index || preview.parameter("", variable).empty() || !has_payloads(root, other))
      continue;
    const bool is_first = std::min(other, index) == other && other < index;
    if (!is_first) out.emit({{"name", variable}}, R"cc(schemac::Placing $name$(0);)cc");
  }
  steps(out);
  out.emit({{"name", name}},
           R"cc(
             layout.size = $name$.end();
             layout.fits = layout.fits && $name$.fits();
           )cc");
}

// The next section of a layout: its begin, what is read in it, then the payloads placed there.
void emit_section_layout(Printer& out, const WriteScope& scope, std::uint32_t index) {
  const plan::Section& section = scope.record().sections[index];
  const std::string name = section_variable(section.name);
  out.blank_line();
  out.emit({{"name", name}, {"align", section.align}},
           R"cc(
             layout.$name$ = schemac::padded_size(layout.size, $align$);
             layout.size = layout.$name$;
           )cc");
  for (const plan::FieldId id : fields_in(scope.record(), index)) emit_field_layout(out, scope, id);
  if (has_payloads(scope.record(), index)) emit_payload_layout(out, scope, index);
  if (section.pad > 1)
    out.emit(
        {{"name", name}, {"pad", section.pad}},
        R"(layout.size = layout.$name$ + schemac::padded_size(layout.size - layout.$name$, $pad$);)");
}

}  // namespace

bool has_payloads(const plan::Record& root, std::uint32_t section) {
  const auto is_here = [&](const plan::SectionRef& reference) {
    return !reference.is_param && reference.index == section;
  };
  return std::ranges::any_of(root.fields, [&](const plan::Field& field) {
    if (field.jump && is_here(field.jump->section)) return true;
    return std::ranges::any_of(nested_in(field.body), [&](const plan::Nested* nested) {
      return std::ranges::any_of(nested->sections, is_here);
    });
  });
}

std::string inline_offset(const WriteScope& scope, plan::FieldId id) {
  Sum sum;
  for (const plan::Item& item : scope.record().items) {
    if (const auto* run = std::get_if<plan::Run>(&item)) {
      for (const plan::RunPart& part : run->parts) {
        if (part.field == id) return sum.text();
        sum.constant += part.size;
      }
      if (!run->counted) continue;
      if (run->counted->list == id) return sum.text();
      sum.add(scope.size_of_field(run->counted->list));
      for (const plan::RunPart& part : run->behind) {
        if (part.field == id) return sum.text();
        sum.constant += part.size;
      }
      continue;
    }
    if (const auto* place = std::get_if<plan::Place>(&item); place != nullptr && place->field == id)
      return sum.text();
    std::visit(AddItem{scope, sum}, item);
  }
  return sum.text();
}

bool places_payloads(const plan::Plan& plan, const plan::Body& body) {
  return std::ranges::any_of(nested_in(body), [&](const plan::Nested* nested) {
    return places_payloads(plan.records[nested->record]);
  });
}

std::vector<plan::FieldId> fields_in(const plan::Record& root, std::uint32_t section) {
  std::vector<plan::FieldId> fields;
  for (const plan::Item& item : root.items)
    if (const auto* inside = std::get_if<plan::InSection>(&item);
        inside != nullptr && inside->section == section)
      for (const plan::Place& place : inside->places) fields.push_back(place.field);
  return fields;
}

void emit_place_calls(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Body& body, const std::string& x) {
  if (!places_payloads(scope.plan(), body)) return;
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
    return emit_call(out, scope, *nested, x);
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    const auto steps = [&] { emit_place_calls(out, scope, id, list->element.front(), "element"); };
    out.emit({{"list", x}, {"steps", steps}},
             R"cc(
               for (const auto& element : $list$) {
                 $steps$;
               }
             )cc");
  }
  if (const auto* choice = std::get_if<plan::Switch>(&body.kind)) {
    const auto types = alternative_types(scope.plan(), scope.record(), scope.field(id), *choice);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const plan::Body& inner = choice->alternatives[i].body.front();
      if (!places_payloads(scope.plan(), inner)) continue;
      const auto steps = [&] {
        emit_place_calls(out, scope, id, inner, types[i].is_wrapped ? "held->value" : "*held");
      };
      out.emit({{"Type", qualified_type(scope.record(), types[i])}, {"x", x}, {"steps", steps}},
               R"cc(
                 if (const auto* held = std::get_if<$Type$>(&$x$)) {
                   $steps$;
                 }
               )cc");
    }
  }
}

// For `Tensor` it prints
//
//   inline std::uint64_t size_of(const Tensor& value) {
//     return 28 + schemac::padded_size(4 + value.name.size(), 8) + 8 * value.dims.size();
//   }
void emit_size_functions(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const WriteScope scope(plan, record);
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (const plan::Switch* choice = switch_of(record.fields[id]);
        choice != nullptr && record.fields[id].has_member()) {
      emit_switch_size(out, scope, id, *choice);
      emit_switch_length(out, scope, id, *choice);
    }
  if (is_root(plan, record) && !is_nested(plan, record)) return;
  const Sum sum = inline_size(scope);
  const bool is_short = sum.text().size() < 80;
  const auto steps = [&](Printer& inner) {
    if (is_short) return inner.emit({{"size", sum.text()}}, R"cc(return $size$;)cc");
    inner.emit({{"size", sum.constant}}, R"cc(std::uint64_t size = $size$;)cc");
    for (const std::string& term : sum.terms)
      inner.emit({{"term", term}}, R"cc(size += $term$;)cc");
    inner.emit(R"cc(return size;)cc");
  };
  const std::string value = Preview(steps).parameter("const " + record.name + "&", "value");
  out.blank_line();
  if (is_short)
    return out.emit({{"value", value}, {"size", sum.text()}},
                    R"cc(inline std::uint64_t size_of($value$) { return $size$; })cc");
  out.emit({{"value", value}, {"steps", [&] { steps(out); }}},
           R"(
             inline std::uint64_t size_of($value$) {
               $steps$;
             }
           )");
}

// For `Tensor` it prints
//
//   inline void place(const Tensor& value, schemac::Placing& blobs) {
//     if (value.data) {
//       blobs.take(value.data->size(), 8);
//     }
//   }
void emit_place_function(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!places_payloads(record)) return;
  const WriteScope scope(plan, record);
  const auto steps = [&](Printer& inner) {
    for (plan::FieldId id = 0; id < record.fields.size(); ++id) emit_place_field(inner, scope, id);
  };
  const Preview preview(steps);
  std::string sections;
  for (const std::string& section : record.section_params)
    sections += ", " + preview.parameter("schemac::Placing&", section_variable(section));
  out.blank_line();
  const std::string value = preview.parameter("const " + record.name + "&", "value");
  if (preview.is_one_line())
    return out.emit({{"value", value}, {"sections", sections}, {"step", preview.text()}},
                    R"cc(inline void place($value$$sections$) { $step$ })cc");
  out.emit({{"value", value}, {"sections", sections}, {"steps", [&] { steps(out); }}},
           R"(
             inline void place($value$$sections$) {
               $steps$;
             }
           )");
}

void emit_file_layout(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const WriteScope scope(plan, root);
  const auto members = [&] {
    for (const plan::Section& section : root.sections)
      out.emit({{"name", section_variable(section.name)}}, R"cc(std::uint64_t $name$ = 0;)cc");
  };
  const auto steps = [&](Printer& inner) {
    inner.emit({{"Type", root.name}, {"inline", inline_size(scope).text()}},
               R"cc(
                 $Type$Layout layout;
                 layout.size = $inline$;
               )cc");
    for (std::uint32_t i = 0; i < root.sections.size(); ++i) emit_section_layout(inner, scope, i);
    inner.emit(R"cc(return layout;)cc");
  };
  out.blank_line();
  out.emit({{"Type", root.name},
            {"members", members},
            {"value", Preview(steps).parameter("const " + root.name + "&", "value")},
            {"steps", [&] { steps(out); }}},
           R"(
             /// Where the sections of a file begin, and where it ends.
             struct $Type$Layout {
               $members$;
               std::uint64_t size = 0;
               bool fits = true;
             };

             inline $Type$Layout lay_out($value$) {
               $steps$;
             }
           )");
}

}  // namespace schemac::emit::cpp
