#include "emit/cpp/walk/field_functions.h"

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/own_functions.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/field_content.h"
#include "emit/cpp/walk/field_places.h"
#include "emit/cpp/wire/forms.h"

namespace schemac::emit::cpp {
namespace {

std::string_view verb(Mode mode) {
  if (mode == Mode::read) return "read";
  return mode == Mode::check ? "check" : "walk";
}

// Whether the content of a field is a function of its own.
bool has_content_function(const plan::Field& field) {
  if (plan::switch_of(field) != nullptr) return true;
  const bool is_elsewhere = field.jump || field.region;
  return is_elsewhere && !is_stated_array(field) &&
         !std::holds_alternative<plan::Nested>(field.body.kind);
}

// What a function needs, as parameters: "std::uint64_t flags, const std::byte* after_name".
std::string parameters(const Layout& layout, const Uses& uses) {
  std::string out;
  const auto add = [&](const std::string& parameter) { out += ", [[maybe_unused]] " + parameter; };
  for (const std::string& section : uses.sections)
    add(layout.section_type(section) + "& " + section);
  for (const plan::ParamId id : uses.params) add(layout.param_type(id) + " " + layout.param(id));
  for (const plan::FieldId id : uses.numbers) {
    const auto* scalar = std::get_if<plan::Scalar>(&layout.field(id).body.kind);
    add((scalar != nullptr ? number_type(*scalar) : "std::uint64_t") + " " + layout.local(id));
  }
  for (const plan::FieldId id : uses.lists)
    add("const " + list_type(layout.plan(), layout.field(id)) + "& " + layout.local(id));
  for (const plan::FieldId id : uses.lengths) {
    const bool is_text = std::holds_alternative<plan::Text>(layout.field(id).body.kind);
    add(is_text ? "const schemac::impl::TextAt& " + layout.local(id)
                : "std::uint64_t " + layout.length_local(id));
  }
  for (const plan::FieldId id : uses.views)
    add("const " + held_view(layout.plan(), layout.field(id)) + "& " + layout.local(id));
  for (const plan::AnchorId id : uses.anchors) add("const std::byte* " + layout.anchor(id));
  return out;
}

// The same as arguments, as the caller spells them.
std::string arguments(Walk& walk, const Uses& uses) {
  std::string out;
  for (const std::string& section : uses.sections) out += ", " + section;
  Uses passed;
  passed.sections = uses.sections;
  walk.scope.use(passed);
  for (const plan::ParamId id : uses.params) out += ", " + walk.scope.param(id);
  for (const plan::FieldId id : uses.numbers) out += ", " + walk.scope.number(id);
  for (const plan::FieldId id : uses.lists) out += ", " + walk.scope.list(id);
  for (const plan::FieldId id : uses.lengths)
    out += ", " + (std::holds_alternative<plan::Text>(walk.layout.field(id).body.kind)
                       ? walk.layout.local(id)
                       : walk.scope.length(id));
  Uses lengths;
  lengths.lengths = uses.lengths;
  walk.scope.use(lengths);
  for (const plan::FieldId id : uses.views) out += ", " + walk.scope.view(id);
  for (const plan::AnchorId id : uses.anchors) out += ", " + walk.scope.at(plan::Position{id, 0});
  return out;
}

void emit_part(Printer& out, Walk& walk, plan::FieldId id, FieldPart part) {
  if (part == FieldPart::content) return emit_content(out, walk, id);
  if (part == FieldPart::elements) return emit_elements(out, walk, id);
  if (part == FieldPart::slow_jump) return emit_slow_jump(out, walk, id);
  if (walk.layout.field(id).jump) return emit_jump(out, walk, id);
  emit_inline_field(out, walk, id);
}

// What a part uses, found by printing it for nothing.
Uses uses_of(const Walk& walk, plan::FieldId id, FieldPart part) {
  Printer unread(Printer::Width::any);
  Scope scope(walk.layout);
  Walk inner{walk.layout, scope, walk.forms, walk.mode};
  emit_part(unread, inner, id, part);
  Uses uses = scope.uses();
  uses.numbers.erase(id);
  return uses;
}

std::string function_name(const Walk& walk, plan::FieldId id, FieldPart part) {
  // A record that stands inside of a field has the name of both.
  const bool is_taken = walk.plan().small_names.contains(walk.name_of(id));
  const std::string name =
      std::string(verb(walk.mode)) + "_" + walk.name_of(id) + (is_taken ? "_field" : "");
  if (part == FieldPart::content) return name + "_content";
  if (part == FieldPart::elements) return name + "_elements";
  return part == FieldPart::slow_jump ? name + "_slowly" : name;
}

// Texts alone: a loop that is short.
bool is_list_of_texts(const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  return list != nullptr && std::holds_alternative<plan::Text>(list->element.front().kind);
}

// A record that is looked into: inlined, its view needs no memory.
bool is_seen_region(const Layout& layout, const plan::Field& field) {
  return field.is_looked_into && field.region && !field.jump &&
         !held_record(layout.plan(), field).is_recursive;
}

void emit_function(Printer& out, const Layout& layout, Forms& forms, Mode mode, plan::FieldId id,
                   FieldPart part) {
  Scope scope(layout);
  Walk walk{layout, scope, forms, mode};
  const plan::Field& field = layout.field(id);
  const Uses uses = uses_of(walk, id, part);
  const bool is_inside = part == FieldPart::content || part == FieldPart::elements;
  const bool is_jump = !is_inside && field.jump;
  const std::string inlining =
      part == FieldPart::slow_jump ? "[[gnu::cold, gnu::noinline]] " : "[[gnu::always_inline]] ";
  const bool is_inlined = is_jump || (part == FieldPart::field &&
                                      (is_list_of_texts(field) || is_seen_region(layout, field)));
  if (is_jump) walk.failure = "false";
  std::string place =
      is_jump ? ""
              : ", [[maybe_unused]] const std::byte* at, [[maybe_unused]] const std::byte* end";
  if (field.is_looked_into)
    place = ", " + held_view(layout.plan(), field) + "& " + layout.local(id) + place;
  if (part == FieldPart::field && tells_if_whole(layout, mode, id))
    place = ", bool& " + layout.whole_flag(id) + place;
  out.blank_line();
  out.emit({{"type", is_jump ? "bool" : "const std::byte*"},
            {"inlined", is_inlined ? inlining : ""},
            {"name", function_name(walk, id, part)},
            {"own", is_inside ? ", [[maybe_unused]] const schemac::impl::Frame& own" : ""},
            {"made", mode == Mode::read ? made_parameters(layout.record()) : ""},
            {"parameters", parameters(layout, uses)},
            {"place", place},
            {"body", [&] { emit_part(out, walk, id, part); }}},
           R"h(
             $inlined$inline $type$ $name$([[maybe_unused]] schemac::impl::Context& context, [[maybe_unused]] const schemac::impl::Frame& frame$own$$made$$parameters$$place$) { $body$; }
           )h");
}

// For elements of `values` of Array, each of which is one of several, it prints
//
//   inline const std::byte* ArrayValuesView::walk_(schemac::impl::Context& context, ...) {
//     const std::byte* const after = detail::walk_array_values_content(...);
//     ...
//   }
void emit_element_walk(Printer& out, const Layout& layout, Forms& forms, plan::FieldId id) {
  // The view holds what its accessors need of the record around it, and these are what tells where
  // an element ends; parameters that it doesn't hold are unused.
  Scope scope(layout, Place::content);
  Walk walk{layout, scope, forms, Mode::walk};
  Uses uses = uses_of(walk, id, FieldPart::content);
  std::string unused;
  for (std::size_t i = 0; i < uses.anchors.size(); ++i) unused += ", begin";
  uses.anchors.clear();
  out.emit({{"View", plan::switch_of(layout.field(id))->view},
            {"content", "detail::" + function_name(walk, id, FieldPart::content)},
            {"arguments", arguments(walk, uses) + unused}},
           R"h(
             }  // namespace detail
             inline const std::byte* $View$::walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
               const std::byte* const behind = $content$(context, schemac::impl::Frame{}, frame$arguments$, begin, end);
               if (behind == nullptr) [[unlikely]] return nullptr;
               region_ = {begin, behind};
               return behind;
             }
             namespace detail {
           )h");
}

}  // namespace

std::string slow_call(Walk& walk, plan::FieldId id) {
  const Uses uses = uses_of(walk, id, FieldPart::slow_jump);
  return "detail::" + function_name(walk, id, FieldPart::slow_jump) + "(context, frame" +
         arguments(walk, uses) + ")";
}

std::string part_call(Walk& walk, const Site& site, FieldPart part) {
  const Uses uses = uses_of(walk, site.field, part);
  return "detail::" + function_name(walk, site.field, part) + "(context, frame, " +
         own_frame(walk, site) + (walk.mode == Mode::read ? ", reader, out" : "") +
         arguments(walk, uses) + ", " + site.begin + ", " + site.end + ")";
}

std::string content_call(Walk& walk, const Site& site) {
  return part_call(walk, site, FieldPart::content);
}

std::string field_call(Walk& walk, plan::FieldId id, const std::string& begin,
                       const std::string& end) {
  const Uses uses = uses_of(walk, id, FieldPart::field);
  std::string place = walk.layout.field(id).jump ? "" : ", " + begin + ", " + end;
  if (walk.layout.field(id).is_looked_into) place = ", " + walk.layout.local(id) + place;
  if (tells_if_whole(walk.layout, walk.mode, id)) place = ", " + walk.layout.whole_flag(id) + place;
  return "detail::" + function_name(walk, id, FieldPart::field) + "(context, frame" +
         (walk.mode == Mode::read ? ", reader, out" : "") + arguments(walk, uses) + place + ")";
}

void emit_field_functions(Printer& out, const Layout& layout, Forms& forms, Mode mode,
                          plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  if (layout.is_in_run(id)) return;
  // Views walk over the elements of a list, wherever it lies, but over no other content elsewhere.
  const bool is_union_list = is_list_of_unions(field);
  const bool skips_content = mode == Mode::walk && !is_union_list && (field.region || field.jump);
  if (has_content_function(field) && !skips_content) {
    emit_function(out, layout, forms, mode, id, FieldPart::content);
    if (mode == Mode::walk && is_union_list) emit_element_walk(out, layout, forms, id);
    if (mode != Mode::walk && is_union_list && (field.region || field.jump))
      emit_function(out, layout, forms, mode, id, FieldPart::elements);
  }
  if (field.jump && mode == Mode::walk) return;
  if (is_stated_array(field)) emit_function(out, layout, forms, mode, id, FieldPart::slow_jump);
  const bool is_walked = mode != Mode::walk || !layout.is_late(id);
  if (has_function(field, mode) && is_walked)
    emit_function(out, layout, forms, mode, id, FieldPart::field);
}

}  // namespace schemac::emit::cpp
