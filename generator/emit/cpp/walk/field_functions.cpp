#include "emit/cpp/walk/field_functions.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/public/enums.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/walk/field_content.h"
#include "emit/cpp/walk/read_at_once.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {
namespace {

enum class Part : std::uint8_t {
  content,    ///< of a list of unions, one of them
  elements,   ///< all of such a list, where it has a size or lies elsewhere
  slow_jump,  ///< all checks of a field after a jump, one after the other
  field,
};

std::string slow_call(Walk& walk, plan::FieldId id);
std::string part_call(Walk& walk, const Site& site, Part part);

std::string_view verb(Mode mode) {
  if (mode == Mode::read) return "read";
  return mode == Mode::check ? "check" : "walk";
}

// An array after a jump whose size is stated, too: its check is one comparison where all is well.
bool is_stated_array(const plan::Field& field) {
  const auto* array = std::get_if<plan::Array>(&field.body.kind);
  return array != nullptr && array->dims && field.jump && field.region;
}

// Whether the content of a field is a function of its own.
bool has_content_function(const plan::Field& field) {
  if (plan::switch_of(field) != nullptr) return true;
  const bool is_elsewhere = field.jump || field.region;
  return is_elsewhere && !is_stated_array(field) &&
         !std::holds_alternative<plan::Nested>(field.body.kind);
}

// Whether rules about the elements, which need fields after the list, have to know that it was read
// to its end: a region that holds a broken element is passed over.
bool tells_if_whole(const Layout& layout, Mode mode, plan::FieldId id) {
  return mode != Mode::walk && layout.field(id).region && layout.has_later_rules(id);
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
    add(is_text ? "const schemac::TextAt& " + layout.local(id)
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

// ---- fields that may be absent, have a stated size, or stand elsewhere ----

std::string content_or_record(Walk& walk, const plan::Field& field, const Site& site) {
  if (const auto* nested = std::get_if<plan::Nested>(&field.body.kind))
    return record_call(walk, *nested, own_frame(walk, site), site.begin, site.end,
                       field.is_looked_into ? walk.layout.local(site.field) : "",
                       made_in(walk, site));
  return part_call(walk, site, is_list_of_unions(field) ? Part::elements : Part::content);
}

void emit_presence(Printer& out, Walk& walk, const plan::Field& field, std::string_view absent) {
  if (!field.presence) return;
  const auto zeros = [&] {
    if (walk.mode != Mode::walk) emit_absent(out, walk, *field.presence);
  };
  const plan::Expr& condition = field.presence->condition;
  const std::string missing = can_fail(condition) ? "!" + walk.scope.condition(condition, true)
                                                  : walk.scope.condition(negated(condition));
  out.emit({{"missing", missing}, {"zeros", zeros}, {"absent", absent}},
           R"cc(
             if ($missing$) {
               $zeros$;
               return $absent$;
             }
           )cc");
}

void declare_key(Printer& out, const Walk& walk, const plan::Field& field) {
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  if (nested != nullptr && walk.mode == Mode::check && key_of(walk.plan(), nested->record))
    out.emit({{"type", key_type(walk.plan(), nested->record)}}, "[[maybe_unused]] $type$ key;");
}

// Prints the region of a field; `at` is where it begins.
void emit_region(Printer& out, Walk& walk, const plan::Region& region, const std::string& begin,
                 const std::string& limit) {
  out.emit({{"begin", begin},
            {"limit", limit},
            {"size", walk.scope.size(region.size)},
            {"stated_at", region.stated_by ? walk.scope.at(*region.stated_by) : begin}},
           "const schemac::StatedRegion region($begin$, $limit$, $size$, $stated_at$);");
}

void emit_region_bounds(Printer& out, const Walk& walk, const plan::Region& region) {
  if (!region.cause) return;
  out.emit(
      {{"check", walk.forms.check(*region.cause)}, {"failure", walk.failure}},
      R"h(if (!region.check_bounds(context, frame, $check$)) [[unlikely]] return $failure$;)h");
}

// Prints that a region of a fixed size has all of its bytes.
void emit_fixed_bounds(Printer& out, const Walk& walk, const plan::Field& field,
                       const std::string& name) {
  if (!field.region->fixed) return;
  const std::uint64_t size = *field.region->fixed;
  out.emit(
      {{"size", size}, {"stretch", walk.forms.stretch(name + "_whole", {{field.name, size}}, {})}},
      R"cc(
             if (schemac::distance(at, end) < $size$) [[unlikely]]
               return context.fault($stretch$, frame, at, end);
           )cc");
}

// What is noted of an array forgets by itself where its bytes would have ended.
void emit_filled(Printer& out, const Walk& walk, const plan::Field& field) {
  const plan::Region& region = *field.region;
  if (!region.fill && std::holds_alternative<plan::Array>(field.body.kind)) return;
  if (!region.fill)
    return out.emit("if (behind == nullptr) [[unlikely]] context.forget_fault_end();");
  out.emit(
      {{"check", walk.forms.check(*region.fill)}, {"failure", walk.failure}},
      R"h(if (!region.check_filled(context, frame, $check$, behind)) [[unlikely]] return $failure$;)h");
}

void emit_inline_field(Printer& out, Walk& walk, plan::FieldId id) {
  const plan::Field& field = walk.layout.field(id);
  emit_presence(out, walk, field, "at");
  Site site;
  site.field = id;
  site.begin = "at";
  if (!field.region) {
    const std::string behind = emit_body(out, walk, field.body, site);
    out.emit({{"behind", behind}}, "return $behind$;");
    return;
  }
  emit_fixed_bounds(out, walk, field, walk.name_of(id));
  emit_region(out, walk, *field.region, "at", "end");
  emit_region_bounds(out, walk, *field.region);
  if (walk.mode == Mode::walk && !field.is_looked_into) return out.emit("return region.end();");
  if (walk.mode != Mode::walk) out.emit("context.forget_fault_end();");
  declare_key(out, walk, field);
  site.begin = "region.begin()";
  site.end = "region.end()";
  out.emit({{"content", content_or_record(walk, field, site)}},
           "const std::byte* const behind = $content$;");
  if (tells_if_whole(walk.layout, walk.mode, id))
    out.emit({{"flag", walk.layout.whole_flag(id)}}, "$flag$ = behind != nullptr;");
  if (walk.mode != Mode::walk) {
    if (!std::holds_alternative<plan::Nested>(field.body.kind))  // a record's end is known, or null
      out.emit("if (behind == schemac::skipped) [[unlikely]] return nullptr;");
    emit_filled(out, walk, field);
  }
  if (field.is_looked_into) out.emit("if (behind == nullptr) [[unlikely]] return nullptr;");
  out.emit("return region.end();");
}

struct Target {
  std::string offset, stated_at, section;
};

// `outside` prints what else there is to say of a field that points outside.
void emit_target_checks(Printer& out, Walk& walk, const plan::Jump& jump, const Target& target,
                        const std::string& least, const Printer::Part& outside) {
  if (jump.misaligned)
    emit_check(out, walk, *jump.misaligned,
               target.offset + " % " + std::to_string(jump.align) + " != 0", "frame",
               target.stated_at, "{" + target.offset + "}");
  out.emit({{"section", target.section},
            {"offset", target.offset},
            {"least", least},
            {"check", walk.forms.check(jump.outside)},
            {"stated_at", target.stated_at},
            {"outside", outside}},
           R"h(
             if (!$section$.contains($offset$, $least$)) [[unlikely]] {
               if (!context.note($check$, frame, $stated_at$, {$offset$, $section$.begin(), $section$.end(), {}, $least$})) return false;
               $outside$;
             }
           )h");
}

// Whether the dtype of an array is known, as a condition.
std::string known_dtype(Walk& walk, const plan::Array& array) {
  if (has_known_dtype(array)) return "true";
  plan::Expr states = array.dtype;
  states.op = plan::Op::has_attribute;
  return walk.scope.condition(states, true);
}

// Prints (for an array whose size is stated, one check after the other)
//
//   const bool fits = is_known && schemac::array_size(dims, ..., needed);
//   ...  (whether it points into its section)
//   std::uint64_t size = data_nbytes;
//   if (!fits || needed != size) [[unlikely]] {
//     ...  what is wrong
//   }
void emit_stated_array(Printer& out, Walk& walk, plan::FieldId id, const Target& target) {
  const plan::Field& field = walk.layout.field(id);
  const auto& array = std::get<plan::Array>(field.body.kind);
  const std::string stated = walk.scope.size(field.region->size);
  const std::string stated_at =
      field.region->stated_by ? walk.scope.at(*field.region->stated_by) : target.stated_at;
  out.emit({{"known", known_dtype(walk, array)},
            {"element", element_size(walk.plan(), array.dtype, walk.scope.spelling())},
            {"dims", walk.scope.dims(*array.dims)}},
           R"h(
             const bool is_known = $known$;
             std::uint64_t needed = 0;
             const bool fits = is_known && schemac::array_size($dims$, $element$, needed);
           )h");
  const std::string form = walk.forms.array(walk.name_of(id) + "_array", array, field.name, true);
  const std::string extent = "schemac::ArraySize{fits, needed, " +
                             walk.scope.at(array.dims->first) + ", " + stated + ", " + stated_at +
                             "}";
  const auto outside = [&] {
    out.emit({{"form", form}, {"extent", extent}},
             "return !is_known || schemac::note_array_size(context, frame, $form$, $extent$);");
  };
  emit_target_checks(
      out, walk, *field.jump, target,
      array.least_size == 0 ? "needed" : "fits ? needed : " + std::to_string(array.least_size),
      outside);
  const auto region = [&] {
    emit_region(out, walk, *field.region, "file + " + target.offset,
                "file + " + target.section + ".end()");
    emit_region_bounds(out, walk, *field.region);
  };
  out.emit({{"stated", stated}, {"region", region}, {"form", form}, {"extent", extent}},
           R"cc(
             std::uint64_t size = $stated$;
             if (!fits || needed != size) [[unlikely]] {
               const std::byte* const file = context.space().data();
               $region$;
               if (!is_known) return true;
               const auto extent = $extent$;
               schemac::note_array(context, frame, frame, $form$, extent, region.begin(), region.end());
               if (context.stopped()) return false;
               size = region.size();
             }
           )cc");
}

std::string placed_by(const plan::Plan& plan, const plan::Jump& jump) {
  const std::string turn = jump.places_content       ? "turn"
                           : plan.has_nested_content ? "schemac::PlacedBy::at_once"
                                                     : "schemac::PlacedBy::always_at_once";
  return "{" + turn + ", " + std::to_string(jump.align) + ", " +
         (jump.is_given ? "true" : "false") + "}";
}

void emit_claim(Printer& out, const Walk& walk, const plan::Jump& jump, const Target& target,
                const std::string& size) {
  out.emit(
      {{"section", target.section},
       {"overlap", walk.forms.pointer(jump.claimed())},
       {"offset", target.offset},
       {"size", size},
       {"stated_at", target.stated_at},
       {"by", placed_by(walk.plan(), jump)}},
      "return $section$.claim(context, frame, $overlap$, $offset$, $size$, $stated_at$, $by$);");
}

// Before anything of the content is read.
void emit_turn(Printer& out, const plan::Jump& jump, const Target& target) {
  if (!jump.places_content) return;
  out.emit({{"section", target.section}}, "const std::uint64_t turn = $section$.open();");
}

Target emit_target(Printer& out, Walk& walk, const plan::Jump& jump) {
  Target target{walk.scope.offset(jump.target), walk.scope.at(jump.stated_by),
                walk.scope.section(jump.section)};
  if (jump.target.op != plan::Op::field) {
    out.emit({{"target", target.offset}}, "const std::uint64_t target = $target$;");
    target.offset = "target";
  }
  return target;
}

// Prints all checks of an array whose size is stated.
void emit_slow_jump(Printer& out, Walk& walk, plan::FieldId id) {
  const plan::Jump& jump = *walk.layout.field(id).jump;
  const Target target = emit_target(out, walk, jump);
  emit_stated_array(out, walk, id, target);
  emit_turn(out, jump, target);
  emit_claim(out, walk, jump, target, "size");
}

// Prints what such an array costs where all is well:
//
//   std::uint64_t needed = 0;
//   const bool is_sized = schemac::array_size(dims, ..., needed);
//   if (!is_sized || needed != data_nbytes) [[unlikely]]
//     return detail::check_tensor_data_slowly(...);
//   const bool is_placed = data_offset % 8 == 0 && blobs_section.contains(data_offset, needed);
//   if (!is_placed) [[unlikely]]
//     return detail::check_tensor_data_slowly(...);
//   return blobs_section.claim(context, frame, &detail::tensor_data_overlap, data_offset, needed,
//   after_dims + 8);
void emit_quick_jump(Printer& out, Walk& walk, plan::FieldId id) {
  const plan::Field& field = walk.layout.field(id);
  const auto& array = std::get<plan::Array>(field.body.kind);
  const plan::Jump& jump = *field.jump;
  const Target target = emit_target(out, walk, jump);
  out.emit(
      {{"dims", walk.scope.dims(*array.dims)},
       {"element", element_size(walk.plan(), array.dtype, walk.scope.spelling())},
       {"stated", walk.scope.size(field.region->size)},
       {"aligned",
        jump.misaligned ? target.offset + " % " + std::to_string(jump.align) + " == 0" : "true"},
       {"section", target.section},
       {"offset", target.offset},
       {"slowly", slow_call(walk, id)}},
      R"h(
        std::uint64_t needed = 0;
        const bool is_sized = schemac::array_size($dims$, $element$, needed);
        if (!is_sized || needed != $stated$) [[unlikely]] return $slowly$;
        const bool is_placed = $aligned$ && $section$.contains($offset$, needed);
        if (!is_placed) [[unlikely]] return $slowly$;
      )h");
  emit_turn(out, jump, target);
  emit_claim(out, walk, jump, target, "needed");
}

// The bytes that have to be there at least: of an array all that it takes.
std::string emit_least_size(Printer& out, Walk& walk, const plan::Body& body) {
  const auto* array = std::get_if<plan::Array>(&body.kind);
  if (array == nullptr || !array->dims) return std::to_string(body.least_size);
  out.emit({{"known", known_dtype(walk, *array)},
            {"element", element_size(walk.plan(), array->dtype, walk.scope.spelling())},
            {"dims", walk.scope.dims(*array->dims)},
            {"least", std::to_string(array->least_size)}},
           R"h(
             std::uint64_t array_bytes = 0;
             const bool is_sized = $known$ && schemac::array_size($dims$, $element$, array_bytes);
             const std::uint64_t least = is_sized ? array_bytes : $least$;
           )h");
  return "least";
}

void emit_jump(Printer& out, Walk& walk, plan::FieldId id) {
  const plan::Field& field = walk.layout.field(id);
  const plan::Jump& jump = *field.jump;
  emit_presence(out, walk, field, "true");
  if (is_stated_array(field)) return emit_quick_jump(out, walk, id);
  const Target target = emit_target(out, walk, jump);
  emit_target_checks(out, walk, jump, target, emit_least_size(out, walk, field.body),
                     [&] { out.emit("return true;"); });
  out.emit({{"offset", target.offset}, {"section", target.section}},
           R"cc(
             const std::byte* const at = context.space().data() + $offset$;
             const std::byte* const end = context.space().data() + $section$.end();
           )cc");
  emit_turn(out, jump, target);
  Site site;
  site.field = id;
  site.begin = "at";
  site.frame = "schemac::Frame{&frame, " + quoted(field.name) + "}";
  site.has_own_frame = true;
  declare_key(out, walk, field);
  if (field.region) {
    emit_region(out, walk, *field.region, "at", "end");
    emit_region_bounds(out, walk, *field.region);
    out.emit("context.forget_fault_end();");
    site.end = "region.end()";
  }
  out.emit({{"content", content_or_record(walk, field, site)}},
           "const std::byte* const behind = $content$;");
  out.emit("if (behind == schemac::skipped) [[unlikely]] return true;");
  if (field.region) {
    emit_filled(out, walk, field);
    return emit_claim(out, walk, jump, target, "region.size()");
  }
  out.emit(R"cc(
    if (behind == nullptr) [[unlikely]] {
      context.forget_fault_end();
      return !context.stopped();
    }
  )cc");
  emit_claim(out, walk, jump, target, "schemac::distance(at, behind)");
}

// ---- functions around them ----

void emit_part(Printer& out, Walk& walk, plan::FieldId id, Part part) {
  if (part == Part::content) return emit_content(out, walk, id);
  if (part == Part::elements) return emit_elements(out, walk, id);
  if (part == Part::slow_jump) return emit_slow_jump(out, walk, id);
  if (walk.layout.field(id).jump) return emit_jump(out, walk, id);
  emit_inline_field(out, walk, id);
}

// What a part uses, found by printing it for nothing.
Uses uses_of(const Walk& walk, plan::FieldId id, Part part) {
  Printer unread(Printer::Width::any);
  Scope scope(walk.layout);
  Walk inner{walk.layout, scope, walk.forms, walk.mode};
  emit_part(unread, inner, id, part);
  Uses uses = scope.uses();
  uses.numbers.erase(id);
  return uses;
}

std::string function_name(const Walk& walk, plan::FieldId id, Part part) {
  // A record that stands inside of a field has the name of both.
  const bool is_taken = walk.plan().small_names.contains(walk.name_of(id));
  const std::string name =
      std::string(verb(walk.mode)) + "_" + walk.name_of(id) + (is_taken ? "_field" : "");
  if (part == Part::content) return name + "_content";
  if (part == Part::elements) return name + "_elements";
  return part == Part::slow_jump ? name + "_slowly" : name;
}

std::string slow_call(Walk& walk, plan::FieldId id) {
  const Uses uses = uses_of(walk, id, Part::slow_jump);
  return "detail::" + function_name(walk, id, Part::slow_jump) + "(context, frame" +
         arguments(walk, uses) + ")";
}

std::string part_call(Walk& walk, const Site& site, Part part) {
  const Uses uses = uses_of(walk, site.field, part);
  return "detail::" + function_name(walk, site.field, part) + "(context, frame, " +
         own_frame(walk, site) + (walk.mode == Mode::read ? ", reader, out" : "") +
         arguments(walk, uses) + ", " + site.begin + ", " + site.end + ")";
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
                   Part part) {
  Scope scope(layout);
  Walk walk{layout, scope, forms, mode};
  const plan::Field& field = layout.field(id);
  const Uses uses = uses_of(walk, id, part);
  const bool is_inside = part == Part::content || part == Part::elements;
  const bool is_jump = !is_inside && field.jump;
  const std::string inlining =
      part == Part::slow_jump ? "[[gnu::cold, gnu::noinline]] " : "[[gnu::always_inline]] ";
  const bool is_inlined = is_jump || (part == Part::field &&
                                      (is_list_of_texts(field) || is_seen_region(layout, field)));
  if (is_jump) walk.failure = "false";
  std::string place =
      is_jump ? ""
              : ", [[maybe_unused]] const std::byte* at, [[maybe_unused]] const std::byte* end";
  if (field.is_looked_into)
    place = ", " + held_view(layout.plan(), field) + "& " + layout.local(id) + place;
  if (part == Part::field && tells_if_whole(layout, mode, id))
    place = ", bool& " + layout.whole_flag(id) + place;
  out.blank_line();
  out.emit({{"type", is_jump ? "bool" : "const std::byte*"},
            {"inlined", is_inlined ? inlining : ""},
            {"name", function_name(walk, id, part)},
            {"own", is_inside ? ", [[maybe_unused]] const schemac::Frame& own" : ""},
            {"made", mode == Mode::read ? made_parameters(layout.record()) : ""},
            {"parameters", parameters(layout, uses)},
            {"place", place},
            {"body", [&] { emit_part(out, walk, id, part); }}},
           R"h(
             $inlined$inline $type$ $name$([[maybe_unused]] schemac::Context& context, [[maybe_unused]] const schemac::Frame& frame$own$$made$$parameters$$place$) { $body$; }
           )h");
}

// For elements of `values` of Array, each of which is one of several, it prints
//
//   inline const std::byte* ArrayValuesView::walk_(schemac::Context& context, ...) {
//     const std::byte* const after = detail::walk_array_values_content(...);
//     ...
//   }
void emit_element_walk(Printer& out, const Layout& layout, Forms& forms, plan::FieldId id) {
  // The view holds what its accessors need of the record around it, and these are what tells where
  // an element ends; parameters that it doesn't hold are unused.
  Scope scope(layout, Place::content);
  Walk walk{layout, scope, forms, Mode::walk};
  Uses uses = uses_of(walk, id, Part::content);
  std::string unused;
  for (std::size_t i = 0; i < uses.anchors.size(); ++i) unused += ", begin";
  uses.anchors.clear();
  out.emit({{"View", plan::switch_of(layout.field(id))->view},
            {"content", "detail::" + function_name(walk, id, Part::content)},
            {"arguments", arguments(walk, uses) + unused}},
           R"h(
             }  // namespace detail
             inline const std::byte* $View$::walk_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end) {
               const std::byte* const behind = $content$(context, schemac::Frame{}, frame$arguments$, begin, end);
               if (behind == nullptr) [[unlikely]] return nullptr;
               region_ = {begin, behind};
               return behind;
             }
             namespace detail {
           )h");
}

}  // namespace

bool is_list_of_unions(const plan::Field& field) {
  return plan::switch_of(field) != nullptr && std::holds_alternative<plan::List>(field.body.kind);
}

bool has_function(const plan::Field& field, Mode mode) {
  if (field.jump) return mode == Mode::check;
  const bool is_list =
      std::holds_alternative<plan::List>(field.body.kind) && scalar_element(field.body) == nullptr;
  return field.presence || field.region || is_list;
}

std::string content_call(Walk& walk, const Site& site) {
  return part_call(walk, site, Part::content);
}

std::string field_call(Walk& walk, plan::FieldId id, const std::string& begin,
                       const std::string& end) {
  const Uses uses = uses_of(walk, id, Part::field);
  std::string place = walk.layout.field(id).jump ? "" : ", " + begin + ", " + end;
  if (walk.layout.field(id).is_looked_into) place = ", " + walk.layout.local(id) + place;
  if (tells_if_whole(walk.layout, walk.mode, id)) place = ", " + walk.layout.whole_flag(id) + place;
  return "detail::" + function_name(walk, id, Part::field) + "(context, frame" +
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
    emit_function(out, layout, forms, mode, id, Part::content);
    if (mode == Mode::walk && is_union_list) emit_element_walk(out, layout, forms, id);
    if (mode != Mode::walk && is_union_list && (field.region || field.jump))
      emit_function(out, layout, forms, mode, id, Part::elements);
  }
  if (field.jump && mode == Mode::walk) return;
  if (is_stated_array(field)) emit_function(out, layout, forms, mode, id, Part::slow_jump);
  const bool is_walked = mode != Mode::walk || !layout.is_late(id);
  if (has_function(field, mode) && is_walked)
    emit_function(out, layout, forms, mode, id, Part::field);
}

}  // namespace schemac::emit::cpp
