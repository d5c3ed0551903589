// Walks of views: where things end, and what a view keeps of that.
#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/print/kept_views.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {

// The parameters that the view was made with.
void StepPrinter::print_params() {
  for (plan::ParamId id = 0; id < routine_.record->params.size(); ++id)
    if (all_.has(SlotKind::param, id))
      out_.emit({{"type", symbols_.param_type(id)}, {"param", symbols_.param(id)}},
                routine_.record->params[id].is_list ? "$type$ $param$ = $param$_;"
                                                    : "const $type$ $param$ = $param$_;");
}

void StepPrinter::print_members() {
  const steps::Kept& kept = *routine_.kept;
  out_.emit("begin_ = begin;");
  const auto keep = [&](const std::string& member, const std::string& value) {
    out_.emit({{"member", member}, {"value", value}}, "$member$ = $value$;");
  };
  for (const AddressId id : kept.addresses) keep(symbols_.anchor(id) + "_", name(id));
  for (const KeptLength& each : symbols_.kept_lengths()) {
    const bool is_number = std::holds_alternative<plan::Scalar>(field(each.field).body.kind);
    keep(each.member, is_number ? symbols_.local(each.field) : length(each.field));
  }
  for (const FieldId id : kept.products)
    keep(symbols_.product_member(id), symbols_.product_local(id));
  for (const FieldId id : kept.records)
    if (std::ranges::find(kept.tried, id) == kept.tried.end())  // those are walked in place
      keep(symbols_.member(id), symbols_.local(id));
}

void StepPrinter::print_walk(const std::string& name, const std::string& inlined) {
  std::string file;
  if (routine_.takes_file)
    for (std::uint32_t i = 0; i < routine_.record->sections.size(); ++i)
      if (section_of(i).is_whole_file) {
        const bool is_used =
            std::ranges::find(all_.sections, plan::SectionRef{false, i}) != all_.sections.end();
        file = ", schemac::impl::FileExtents&" + (is_used ? " " + section(i) : "");
      }
  const auto body = [&] {
    print_params();
    print(routine_.steps);
    print_members();
    out_.emit({{"end", at(routine_.end)}}, "return $end$;");
  };
  out_.blank_line();
  out_.emit({{"inlined", inlined},
             {"View", view_name(*routine_.record)},
             {"name", name},
             {"context", all_.context ? " context" : ""},
             {"frame", all_.frame ? " frame" : ""},
             {"end", all_.has(SlotKind::address, routine_.limit) ? " end" : ""},
             {"file", file},
             {"body", body}},
            R"cc(
              $inlined$ const std::byte* $View$::$name$(schemac::impl::Context&$context$, const schemac::impl::Frame&$frame$, const std::byte* begin, const std::byte*$end$$file$) {
                $body$;
              }
            )cc");
}

void StepPrinter::print_element_walk(const std::string& view) {
  const auto steps = [&] {
    print(routine_.steps);
    out_.emit({{"end", at(routine_.end)}}, R"cc(
      region_ = {begin, $end$};
      return $end$;
    )cc");
  };
  out_.blank_line();
  out_.emit({{"View", view},
             {"context", all_.context ? " context" : ""},
             {"frame", all_.frame ? " frame" : ""},
             {"end", all_.has(SlotKind::address, routine_.limit) ? " end" : ""},
             {"steps", steps}},
            R"cc(
              inline const std::byte* $View$::walk_(schemac::impl::Context&$context$, const schemac::impl::Frame&$frame$, const std::byte* begin, const std::byte*$end$) {
                $steps$;
              }
            )cc");
}

void StepPrinter::print_body() { print_and_return(routine_.steps, routine_.end); }

// The view of a record that expressions look into.
void StepPrinter::print_record_of_view(const steps::Call& call) {
  const FieldId id = call.of.field;
  const std::string view = held_view(plan_, *call.nested);
  if (is_kept_in_place(symbols_, id))
    return out_.emit(
        {{"View", view}, {"name", symbols_.local(id)}, {"member", symbols_.member(id)}},
        "$View$& $name$ = schemac::impl::ViewAccess::kept($member$, origin_);");
  std::string args;
  for (const Expr& arg : call.args) args += ", " + argument(arg);
  for (const plan::SectionRef& section : call.nested->sections)
    args += ", " + section_offsets(symbols_, section);
  out_.emit({{"View", view},
             {"name", symbols_.local(id)},
             {"field", quoted(field(id).name)},
             {"args", args}},
            "$View$ $name$(origin_.of($field$)$args$);");
}

// Prints
//
//   BufferView& content = content_;
//   const std::byte* const end_of_content =
//       schemac::walk_field(content, context, frame, "content", begin, end);
//   if (end_of_content == nullptr) return nullptr;
void StepPrinter::print_tried(const steps::Call& call) {
  const FieldId id = call.of.field;
  declared_.insert({SlotKind::record, id});
  const bool is_new = !is_declared(SlotKind::address, call.end);
  out_.emit({{"View", held_view(plan_, field(id))},
             {"view", symbols_.local(id)},
             {"member", symbols_.member(id)},
             {"type", is_new ? "const std::byte* const " : ""},
             {"end", name(call.end)},
             {"name", quoted(field(id).name)},
             {"at", at(call.at)},
             {"limit", name(call.limit)}},
            R"cc(
              $View$& $view$ = $member$;
              $type$$end$ = schemac::impl::walk_field($view$, context, frame, $name$, $at$, $limit$);
              if ($end$ == nullptr) [[unlikely]] return nullptr;
            )cc");
}

std::string StepPrinter::walk_of(const steps::Call& call) const {
  const bool is_kept = call.keep == steps::Call::Keep::field;
  const std::string place = frame(call.frame) + ", " + at(call.at) + ", " + name(call.limit);
  if (call.nested->json)
    return "schemac::impl::json::walk_text<" + text_arguments(plan_, *call.nested) + ">(context, " +
           place + ", " + symbols_.local(call.of.field) + ")";
  std::string view = symbols_.local(call.of.field);
  if (call.keep == steps::Call::Keep::element) {
    view = seen(call.frame);
  } else if (!is_kept) {
    std::string args;
    for (const Expr& arg : call.args) args += ", " + argument(arg);
    view = view_name(plan_.records[call.nested->record]) +
           "(schemac::impl::Origin{context.space()}" + args + ")";
  }
  return "schemac::impl::ViewAccess::walk(" + view + ", context, " + place + ")";
}

}  // namespace schemac::emit::cpp
