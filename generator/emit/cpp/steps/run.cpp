#include "emit/cpp/steps/run.h"

#include <algorithm>
#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/list_counts.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/forms.h"

namespace schemac::emit::cpp {
namespace {

// Prints `const std::uint64_t dtype = schemac::impl::load<std::uint32_t>(after_name);` if someone
// uses it. What a condition around it may leave out was declared before that.
void emit_load(Printer& out, Walk& walk, plan::FieldId id, const Uses& uses) {
  const plan::Field& field = walk.layout.field(id);
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr || !uses.numbers.contains(id)) return;
  out.emit({{"type", field.presence ? "" : "const " + number_type(*scalar) + " "},
            {"name", walk.layout.local(id)},
            {"load", load_of(*scalar, walk.scope.at(*walk.layout.position(id)))}},
           "$type$$name$ = $load$;");
}

plan::Position moved(plan::Position position, std::uint64_t distance) {
  return {position.anchor, position.distance + distance};
}

// Whether files of the record begin with a constant, which is looked at before all else.
bool has_magic(const Walk& walk) {
  return std::ranges::any_of(walk.plan().roots, [&](const plan::Root& root) {
    return &walk.plan().records[root.record] == &walk.layout.record() && !root.magic.empty();
  });
}

void emit_checks_of_part(Printer& out, Walk& walk, const plan::RunPart& part,
                         plan::Position position) {
  if (!walk.checks_values()) return;
  const bool is_first = position.anchor == 0 && position.distance == 0;
  if (walk.opens && is_first && has_magic(walk)) return;
  const std::string at = walk.scope.at(position);
  if (!part.field) {
    if (!walk.makes(part.padding)) return;
    out.emit(
        {{"at", at},
         {"end", walk.scope.at(moved(position, part.size))},
         {"check", walk.forms.pointer(part.padding)}},
        R"cc(if (!schemac::impl::check_zeros(context, frame, $check$, $at$, $end$)) return nullptr;)cc");
    return;
  }
  const plan::Body& body = walk.layout.field(*part.field).body;
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) {
    if (checks_value(walk, *scalar))
      emit_scalar_checks(out, walk, *scalar, walk.scope.number(*part.field), "frame",
                         walk.scope.at(moved(position, tag_size(*scalar))));
  } else if (const auto* constant = std::get_if<plan::Constant>(&body.kind);
             constant != nullptr && walk.makes(constant->check)) {
    out.emit({{"check", walk.forms.check(constant->check)},
              {"at", at},
              {"size", constant->bytes.size()},
              {"bytes", quoted({reinterpret_cast<const char*>(constant->bytes.data()),
                                constant->bytes.size()})}},
             R"cc(
               if (const auto found = schemac::impl::text_at($at$, $size$);
                   found != std::string_view($bytes$, $size$) &&
                   !context.note($check$, frame, $at$, {0, 0, 0, found})) [[unlikely]]
                 return nullptr;
             )cc");
  }
}

const plan::Scalar* scalar_of(const Walk& walk, const plan::RunPart& part) {
  return part.field ? std::get_if<plan::Scalar>(&walk.layout.field(*part.field).body.kind)
                    : nullptr;
}

std::vector<FormPart> form_parts(const Walk& walk, const std::vector<plan::RunPart>& parts) {
  std::vector<FormPart> out;
  for (const plan::RunPart& part : parts) {
    const plan::Scalar* scalar = scalar_of(walk, part);
    out.push_back(scalar != nullptr ? scalar_part(*scalar, part.name)
                                    : FormPart{part.name, part.size});
  }
  return out;
}

// " || !schemac::impl::msgpack::has_tag<std::uint32_t>(begin)" for each part that begins with a
// tag.
std::string wrong_tags(Walk& walk, const std::vector<plan::RunPart>& parts, plan::Position begin) {
  std::string out;
  for (const plan::RunPart& part : parts) {
    const plan::Scalar* scalar = scalar_of(walk, part);
    if (scalar != nullptr && scalar->coding != plan::Coding::plain)
      out += " || " + wrong_tag(*scalar, walk.scope.at(moved(begin, part.distance)));
  }
  return out;
}

std::string run_name(const Walk& walk, const plan::Run& run) {
  for (const plan::RunPart& part : run.parts)
    if (part.field) return walk.name_of(*part.field) + "_run";
  if (run.counted) return walk.name_of(run.counted->list) + "_run";
  return record_name(walk.layout.record()) + "_padding_run_" + std::to_string(run.begin.distance);
}

void emit_front_bounds(Printer& out, Walk& walk, const plan::Run& run, std::uint64_t size) {
  out.emit({{"begin", walk.scope.at(run.begin)},
            {"size", size},
            {"tags", wrong_tags(walk, run.parts, run.begin)},
            {"stretch", walk.forms.stretch(run_name(walk, run), form_parts(walk, run.parts), {})}},
           R"cc(
             if (schemac::impl::distance($begin$, end) < $size$$tags$) [[unlikely]]
               return context.fault($stretch$, frame, $begin$, end);
           )cc");
}

// What is left of the bytes, in a run with a counted list: of the first one of a record simply
// `left`.
std::string left_of(const Walk& walk, const plan::Run& run) {
  for (const plan::Item& item : walk.layout.record().items) {
    const auto* other = std::get_if<plan::Run>(&item);
    if (other == nullptr || !other->counted) continue;
    return other == &run ? "left" : "left_for_" + walk.layout.field(run.counted->list).identifier;
  }
  return "left";
}

// The counted list and what is after it: one comparison more, once the count is known. Nothing
// here can wrap: the first test says that `left` holds all but the list.
void emit_counted_bounds(Printer& out, Walk& walk, const plan::Run& run, std::uint64_t front) {
  const plan::CountedPart& counted = *run.counted;
  const std::string list = walk.layout.length_local(counted.list);
  std::vector<FormPart> parts = {
      {walk.layout.field(counted.list).name, counted.stride, FormPart::Kind::indexed}};
  for (const FormPart& part : form_parts(walk, run.behind)) parts.push_back(part);
  const std::uint64_t fixed = front + extent_of(run.behind);
  const plan::Position begin = moved(run.begin, front);
  const std::string stride = std::to_string(counted.stride);
  const std::string behind = std::to_string(fixed);
  const std::string left = left_of(walk, run);
  const std::string beyond = fixed == 0 ? list + " > " + left + " / " + stride
                                        : left + " < " + behind + " || " + list + " > (" + left +
                                              " - " + behind + ") / " + stride;
  const std::string stated_at =
      counted.counted_by ? walk.scope.at(*counted.counted_by) : walk.scope.at(begin);
  out.emit({{"list", list},
            {"count", walk.scope.size(counted.count)},
            {"beyond", beyond},
            {"stretch",
             walk.forms.stretch(walk.name_of(counted.list) + "_counted", parts, counted.cause)},
            {"begin", walk.scope.at(begin)},
            {"stated_at", stated_at},
            {"stride", counted.stride},
            {"after", walk.layout.anchor(counted.after)}},
           R"cc(
             const std::uint64_t $list$ = $count$;
             if ($beyond$) [[unlikely]]
               return context.fault($stretch$, frame, $begin$, end, $stated_at$, $list$);
             const std::byte* const $after$ = $begin$ + $list$ * $stride$;
           )cc");
  const std::string tags = wrong_tags(walk, run.behind, {counted.after, 0});
  if (!tags.empty())
    out.emit({{"tags", tags.substr(4)},
              {"stretch", "detail::" + walk.name_of(counted.list) + "_counted"},
              {"begin", walk.scope.at(begin)},
              {"stated_at", stated_at},
              {"list", list}},
             R"cc(
               if ($tags$) [[unlikely]]
                 return context.fault($stretch$, frame, $begin$, end, $stated_at$, $list$);
             )cc");
}

void emit_list_local(Printer& out, Walk& walk, plan::FieldId id, const std::string& begin,
                     const Uses& uses) {
  const plan::Scalar* scalar = scalar_element(walk.layout.field(id).body);
  if (scalar == nullptr || !uses.lists.contains(id)) return;
  out.emit({{"type", list_type(walk.plan(), *scalar)},
            {"list", walk.layout.local(id)},
            {"size", walk.layout.length_local(id)},
            {"begin", begin}},
           "const $type$ $list$($begin$, $size$);");
}

// Prints (for [quant_nbytes quant_offset] since version 2)
//
//   const std::byte* after_quant_offset = after_dims + 16;
//   std::uint64_t quant_nbytes = 0;
//   std::uint64_t quant_offset = 0;
//   if (given_root_version >= 2) {
//     if (schemac::impl::distance(after_dims + 16, end) < 16) [[unlikely]]
//       return context.fault(detail::tensor_quant_nbytes_run, frame, after_dims + 16, end);
//     quant_nbytes = schemac::impl::load<std::uint64_t>(after_dims + 16);
//     quant_offset = schemac::impl::load<std::uint64_t>(after_dims + 24);
//     (the checks of each part)
//     after_quant_offset += 16;
//   }
void emit_limited_run(Printer& out, Walk& walk, const plan::Run& run, const Uses& uses) {
  const std::string after = walk.layout.anchor(run.end);
  out.emit({{"after", after}, {"begin", walk.scope.at(run.begin)}},
           "const std::byte* $after$ = $begin$;");
  for (const plan::RunPart& part : run.parts) {
    const auto* scalar = std::get_if<plan::Scalar>(&walk.layout.field(*part.field).body.kind);
    if (scalar != nullptr && uses.numbers.contains(*part.field))
      out.emit({{"type", number_type(*scalar)}, {"name", walk.layout.local(*part.field)}},
               "$type$ $name$ = 0;");
  }
  const auto steps = [&] {
    emit_front_bounds(out, walk, run, extent_of(run.parts));
    for (const plan::RunPart& part : run.parts) emit_load(out, walk, *part.field, uses);
    for (const plan::RunPart& part : run.parts)
      emit_checks_of_part(out, walk, part, moved(run.begin, part.distance));
    out.emit({{"after", after}, {"size", extent_of(run.parts)}}, "$after$ += $size$;");
  };
  out.emit({{"condition", walk.scope.condition(*run.condition)}, {"steps", steps}},
           R"cc(
             if ($condition$) {
               $steps$;
             }
           )cc");
}

// What somebody uses of a run's own fields.
Uses uses_of(const Walk& walk, const plan::Run& run) {
  const Uses& all = walk.scope.uses();
  Uses own;
  const auto take = [&](plan::FieldId id) {
    if (all.numbers.contains(id)) own.numbers.insert(id);
    if (all.lists.contains(id)) own.lists.insert(id);
  };
  for (const auto* parts : {&run.parts, &run.behind})
    for (const plan::RunPart& part : *parts)
      if (part.field) take(*part.field);
  if (run.counted) take(run.counted->list);
  return own;
}

}  // namespace

// Prints (for [dtype ndim flags | dims * ndim | data_nbytes data_offset])
//
//   const std::uint64_t left = schemac::impl::distance(after_name, end);
//   if (left < 12) [[unlikely]]
//     return context.fault(detail::tensor_dtype_run, frame, after_name, end);
//   const std::uint64_t dtype = schemac::impl::load<std::uint32_t>(after_name);
//   ...
//   const std::uint64_t dims_size = ndim;
//   if (left < 28 || dims_size > (left - 28) / 8) [[unlikely]]
//     return context.fault(detail::tensor_dims_counted, frame, after_name + 12, end, after_name +
//     4, dims_size);
//   const std::byte* const after_dims = after_name + 12 + dims_size * 8;
//   ...
//   (the checks of each part)
void emit_run(Printer& out, Walk& walk, const plan::Run& run) {
  const Uses uses = uses_of(walk, run);
  const std::uint64_t front = extent_of(run.parts);
  out.blank_line();
  if (run.condition) return emit_limited_run(out, walk, run, uses);
  if (!run.counted) {
    emit_front_bounds(out, walk, run, front);
  } else {
    out.emit({{"begin", walk.scope.at(run.begin)}, {"left", left_of(walk, run)}},
             "const std::uint64_t $left$ = schemac::impl::distance($begin$, end);");
    if (front > 0)
      out.emit(
          {{"begin", walk.scope.at(run.begin)},
           {"left", left_of(walk, run)},
           {"size", front},
           {"tags", wrong_tags(walk, run.parts, run.begin)},
           {"stretch", walk.forms.stretch(run_name(walk, run), form_parts(walk, run.parts), {})}},
          R"cc(
                 if ($left$ < $size$$tags$) [[unlikely]]
                   return context.fault($stretch$, frame, $begin$, end);
               )cc");
  }
  for (const plan::RunPart& part : run.parts)
    if (part.field) emit_load(out, walk, *part.field, uses);
  if (run.counted) {
    emit_counted_bounds(out, walk, run, front);
    emit_list_local(out, walk, run.counted->list, walk.scope.at(moved(run.begin, front)), uses);
    for (const plan::RunPart& part : run.behind)
      if (part.field) emit_load(out, walk, *part.field, uses);
  }
  for (const plan::RunPart& part : run.parts)
    emit_checks_of_part(out, walk, part, moved(run.begin, part.distance));
  for (const plan::RunPart& part : run.parts)
    if (part.field) emit_made_scalar(out, walk, *part.field);
  if (!run.counted) return;
  for (const plan::RunPart& part : run.behind)
    emit_checks_of_part(out, walk, part, {run.counted->after, part.distance});
  const auto* list = std::get_if<plan::List>(&walk.layout.field(run.counted->list).body.kind);
  if (walk.mode == Mode::walk || list == nullptr) return;
  const std::string count = walk.layout.length_local(run.counted->list);
  const std::string begin = walk.scope.at(moved(run.begin, front));
  emit_count_checks(out, walk, *list, count,
                    run.counted->counted_by ? walk.scope.at(*run.counted->counted_by) : begin);
  Site site;
  site.field = run.counted->list;
  site.begin = begin;
  emit_each(out, walk, *list, site, count);
}

}  // namespace schemac::emit::cpp
