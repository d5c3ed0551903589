// Content at offsets.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"

namespace schemac::emit::cpp {

void StepPrinter::print(const steps::Jump& step) {
  const std::string local = symbols_.local(step.field);
  const std::string failure = std::exchange(failure_, "false");
  const auto body = [&] {
    if (step.stated)
      print_stated(step);
    else
      print_jump(step);
  };
  if (!step.stated) declare_outside(step.content);
  out_.emit({{"local", local}, {"body", body}, {"failure", failure}},
            R"cc(
              const bool goes_on_after_$local$ = [&]() SCHEMAC_INLINED -> bool {
                $body$;
              }();
              if (!goes_on_after_$local$) [[unlikely]] return $failure$;
            )cc");
  failure_ = failure;
}

StepPrinter::Target StepPrinter::print_target(const steps::Jump& step) {
  Target target{offset(step.target), at(step.stated_at), section(step.form->section)};
  if (step.target.op == plan::Op::field) return target;
  const std::string name = symbols_.local(step.field) + "_target";
  out_.emit({{"name", name}, {"target", target.offset}}, "const std::uint64_t $name$ = $target$;");
  target.offset = name;
  return target;
}

// `outside` prints what else there is to say of content that isn't inside its section.
void StepPrinter::print_target_checks(const steps::Jump& step, const Target& target,
                                      const std::string& least,
                                      const std::function<void()>& outside) {
  const plan::Jump& jump = *step.form;
  if (jump.misaligned)
    note(target.offset + " % " + std::to_string(jump.align) + " != 0",
         {*jump.misaligned, steps::record_frame, step.stated_at}, "{" + target.offset + "}");
  out_.emit({{"section", target.section},
             {"offset", target.offset},
             {"least", least},
             {"check", forms_.check(jump.outside)},
             {"stated_at", target.stated_at},
             {"outside", outside}},
            R"h(
              if (!$section$.contains($offset$, $least$)) [[unlikely]] {
                if (!context.note($check$, frame, $stated_at$, {$offset$, $section$.begin(), $section$.end(), {}, $least$})) return false;
                $outside$;
              }
            )h");
}

void StepPrinter::print_turn(const steps::Jump& step, const Target& target) {
  if (step.form->places_content)
    out_.emit({{"section", target.section}}, "const std::uint64_t turn = $section$.open();");
}

void StepPrinter::print_claim(const steps::Jump& step, const Target& target,
                              const std::string& size) {
  const plan::Jump& jump = *step.form;
  const std::string turn = jump.places_content        ? "turn"
                           : plan_.has_nested_content ? "schemac::impl::PlacedBy::at_once"
                                                      : "schemac::impl::PlacedBy::always_at_once";
  out_.emit(
      {{"section", target.section},
       {"overlap", forms_.pointer(jump.claimed())},
       {"offset", target.offset},
       {"size", size},
       {"stated_at", target.stated_at},
       {"by", "{" + turn + ", " + std::to_string(jump.align) + ", " +
                  (jump.is_given ? "true" : "false") + "}"}},
      "return $section$.claim(context, frame, $overlap$, $offset$, $size$, $stated_at$, $by$);");
}

void StepPrinter::print_jump(const steps::Jump& step) {
  const Target target = print_target(step);
  std::string least = std::to_string(step.least);
  if (step.array) {
    out_.emit({{"known", known_dtype(*step.array)},
               {"size", array_size(*step.array, "array_bytes")},
               {"least", least}},
              R"h(
                std::uint64_t array_bytes = 0;
                const bool is_sized = $known$ && $size$;
                const std::uint64_t least = is_sized ? array_bytes : $least$;
              )h");
    least = "least";
  }
  print_target_checks(step, target, least, [&] { out_.emit("return true;"); });
  const steps::Uses inside = steps::uses_of(routine_, step.content);
  out_.emit({{"begin", name(step.begin)}, {"offset", target.offset}},
            "const std::byte* const $begin$ = context.space().data() + $offset$;");
  if (inside.has(SlotKind::address, step.limit))
    out_.emit({{"limit", name(step.limit)}, {"section", target.section}},
              "const std::byte* const $limit$ = context.space().data() + $section$.end();");
  print_turn(step, target);
  const std::string after = symbols_.local(step.field) + "_after_it";
  print_content(after, step.content);
  if (steps::may_skip(step.content.steps))
    out_.emit({{"after", after}},
              "if ($after$ == schemac::impl::skipped) [[unlikely]] return true;");
  out_.emit({{"after", after}},
            R"cc(
              if ($after$ == nullptr) [[unlikely]] {
                context.forget_fault_end();
                return !context.stopped();
              }
            )cc");
  print_claim(step, target, "schemac::impl::distance(" + name(step.begin) + ", " + after + ")");
}

// An array whose size is stated: what it costs where all is well, and apart what is wrong.
void StepPrinter::print_stated(const steps::Jump& step) {
  const Target target = print_target(step);
  const plan::Jump& jump = *step.form;
  const std::string aligned =
      jump.misaligned ? target.offset + " % " + std::to_string(jump.align) + " == 0 && " : "";
  const std::string references = ", &context, &frame, &" + target.section;
  out_.emit({{"size", array_size(*step.array, "needed")},
             {"stated", size(step.stated->size)},
             {"aligned", aligned},
             {"section", target.section},
             {"offset", target.offset},
             {"slowly", [&] { print_slowly(step, target); }},
             {"references", references},
             {"turn", [&] { print_turn(step, target); }},
             {"claim", [&] { print_claim(step, target, "needed"); }}},
            R"h(
              std::uint64_t needed = 0;
              const bool is_sized = $size$ && needed == $stated$;
              if (!is_sized || !($aligned$$section$.contains($offset$, needed))) [[unlikely]] {
                return [=$references$]() SCHEMAC_RARE -> bool {
                  $slowly$;
                }();
              }
              $turn$;
              $claim$;
            )h");
}

void StepPrinter::print_slowly(const steps::Jump& step, const Target& target) {
  const steps::Array& array = *step.array;
  const std::string stated = size(step.stated->size);
  const std::string stated_at = at(step.stated->at);
  const std::string form = forms_.array(array.name, *array.form, array.path, true);
  const std::string extent = "schemac::impl::ArraySize{fits, array_bytes, " + at(array.dims_at) +
                             ", " + stated + ", " + stated_at + "}";
  out_.emit({{"known", known_dtype(array)}, {"size", array_size(array, "array_bytes")}},
            R"h(
              std::uint64_t array_bytes = 0;
              const bool is_known = $known$;
              const bool fits = is_known && $size$;
            )h");
  const auto outside = [&] {
    out_.emit(
        {{"form", form}, {"extent", extent}},
        "return !is_known || schemac::impl::note_array_size(context, frame, $form$, $extent$);");
  };
  print_target_checks(
      step, target,
      step.least == 0 ? "array_bytes" : "fits ? array_bytes : " + std::to_string(step.least),
      outside);
  const auto cause = [&] {
    if (step.stated->cause)
      out_.emit({{"check", forms_.check(*step.stated->cause)}},
                R"h(if (!region.check_bounds(context, frame, $check$)) return false;)h");
  };
  out_.emit({{"stated", stated},
             {"stated_at", stated_at},
             {"offset", target.offset},
             {"section", target.section},
             {"cause", cause},
             {"extent", extent},
             {"form", form}},
            R"cc(
              std::uint64_t size = $stated$;
              if (!fits || array_bytes != size) {
                const std::byte* const file = context.space().data();
                const schemac::impl::StatedRegion region(file + $offset$, file + $section$.end(), size, $stated_at$);
                $cause$;
                if (!is_known) return true;
                schemac::impl::note_array(context, frame, frame, $form$, $extent$, region.begin(), region.end());
                if (context.stopped()) return false;
                size = region.size();
              }
            )cc");
  print_turn(step, target);
  print_claim(step, target, "size");
}

}  // namespace schemac::emit::cpp
