#include "emit/cpp/walk/field_places.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/own_functions.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/steps.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/bodies.h"
#include "emit/cpp/walk/field_functions.h"

namespace schemac::emit::cpp {
namespace {

std::string content_or_record(Walk& walk, const plan::Field& field, const Site& site) {
  if (const auto* nested = std::get_if<plan::Nested>(&field.body.kind))
    return record_call(walk, *nested, own_frame(walk, site), site.begin, site.end,
                       field.is_looked_into ? walk.layout.local(site.field) : "",
                       made_in(walk, site));
  return part_call(walk, site, is_list_of_unions(field) ? FieldPart::elements : FieldPart::content);
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
           "const schemac::impl::StatedRegion region($begin$, $limit$, $size$, $stated_at$);");
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
             if (schemac::impl::distance(at, end) < $size$) [[unlikely]]
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
//   const bool fits = is_known && schemac::impl::array_size(dims, ..., needed);
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
             const bool fits = is_known && schemac::impl::array_size($dims$, $element$, needed);
           )h");
  const std::string form = walk.forms.array(walk.name_of(id) + "_array", array, field.name, true);
  const std::string extent = "schemac::impl::ArraySize{fits, needed, " +
                             walk.scope.at(array.dims->first) + ", " + stated + ", " + stated_at +
                             "}";
  const auto outside = [&] {
    out.emit(
        {{"form", form}, {"extent", extent}},
        "return !is_known || schemac::impl::note_array_size(context, frame, $form$, $extent$);");
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
               schemac::impl::note_array(context, frame, frame, $form$, extent, region.begin(), region.end());
               if (context.stopped()) return false;
               size = region.size();
             }
           )cc");
}

std::string placed_by(const plan::Plan& plan, const plan::Jump& jump) {
  const std::string turn = jump.places_content       ? "turn"
                           : plan.has_nested_content ? "schemac::impl::PlacedBy::at_once"
                                                     : "schemac::impl::PlacedBy::always_at_once";
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

// Prints what such an array costs where all is well:
//
//   std::uint64_t needed = 0;
//   const bool is_sized = schemac::impl::array_size(dims, ..., needed);
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
        const bool is_sized = schemac::impl::array_size($dims$, $element$, needed);
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
             const bool is_sized = $known$ && schemac::impl::array_size($dims$, $element$, array_bytes);
             const std::uint64_t least = is_sized ? array_bytes : $least$;
           )h");
  return "least";
}

}  // namespace

bool is_stated_array(const plan::Field& field) {
  const auto* array = std::get_if<plan::Array>(&field.body.kind);
  return array != nullptr && array->dims && field.jump && field.region;
}

bool tells_if_whole(const Layout& layout, Mode mode, plan::FieldId id) {
  return mode != Mode::walk && layout.field(id).region && layout.has_later_rules(id);
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
      out.emit("if (behind == schemac::impl::skipped) [[unlikely]] return nullptr;");
    emit_filled(out, walk, field);
  }
  if (field.is_looked_into) out.emit("if (behind == nullptr) [[unlikely]] return nullptr;");
  out.emit("return region.end();");
}

void emit_slow_jump(Printer& out, Walk& walk, plan::FieldId id) {
  const plan::Jump& jump = *walk.layout.field(id).jump;
  const Target target = emit_target(out, walk, jump);
  emit_stated_array(out, walk, id, target);
  emit_turn(out, jump, target);
  emit_claim(out, walk, jump, target, "size");
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
  site.frame = "schemac::impl::Frame{&frame, " + quoted(field.name) + "}";
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
  out.emit("if (behind == schemac::impl::skipped) [[unlikely]] return true;");
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
  emit_claim(out, walk, jump, target, "schemac::impl::distance(at, behind)");
}

}  // namespace schemac::emit::cpp
