// Arrays of numbers.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/element_size.h"
#include "plan/expression_nodes.h"

namespace schemac::emit::cpp {

void StepPrinter::print(const steps::Array& step) {
  const std::string local = base(step.of);
  const bool is_known = step.dtype.op != plan::Op::attribute;
  if (step.headed) return print_headed(step);
  if (!is_known) {
    out_.emit({{"known", known_dtype(step)},
               {"skipped", step.skips ? "schemac::impl::skipped" : "nullptr"}},
              "if (!$known$) [[unlikely]] return $skipped$;");
  }
  const bool asks_code = is_known || (step.is_checked && step.form->boolean && step.dims.empty());
  if (asks_code)
    out_.emit({{"local", local}, {"code", number(step.dtype)}},
              "const std::uint64_t $local$_code = $code$;");
  // To find dims inside of another record takes a while, so it is done where they are wrong.
  const bool is_found_late = routine_.inside.contains(step.dims_at.anchor);
  const std::string stated =
      step.stated ? ", " + size(*step.stated) + ", " + at(*step.stated_at) : std::string();
  out_.emit({{"const", is_found_late ? "" : "const "},
             {"local", local},
             {"dims", dims(step)},
             {"element",
              is_known ? "static_cast<schemac::Dtype>(" + local + "_code)" : element_size_of(step)},
             {"dims_at", is_found_late ? "nullptr" : at(step.dims_at)},
             {"stated", stated}},
            "$const$schemac::impl::ArraySize $local$_extent = "
            "schemac::impl::size_of_array($dims$, $element$, $dims_at$$stated$);");
  if (is_found_late)
    out_.emit({{"local", local}, {"dims_at", at(step.dims_at)}},
              "if (!$local$_extent.fits) [[unlikely]] $local$_extent.dims_at = $dims_at$;");
  const bool is_new = !is_declared(SlotKind::address, step.end);
  out_.emit({{"type", is_new ? "const std::byte* const " : ""},
             {"end", name(step.end)},
             {"own", step.is_element ? ", " + frame(step.own) : ""},
             {"form", forms_.array(step.name, *step.form, step.path, step.stated.has_value())},
             {"local", local},
             {"at", at(step.at)},
             {"limit", name(step.limit)}},
            R"cc(
              $type$$end$ = schemac::impl::check_array(context, frame$own$, $form$, $local$_extent, $at$, $limit$);
              if ($end$ == nullptr) return nullptr;
            )cc");
  set_length(step.length, local + "_extent.needed");
  if (!step.is_checked || !step.form->boolean || !step.dims.empty()) return;
  const std::string byte = "schemac::impl::load<std::uint8_t>(" + at(step.at) + ")";
  note(
      local + "_code == " + std::to_string(static_cast<int>(Dtype::bool8)) + " && " + byte + " > 1",
      {*step.form->boolean, step.own, step.at}, "{" + byte + "}");
}

// After a head, which the dims are held against.
void StepPrinter::print_headed(const steps::Array& step) {
  const std::string local = base(step.of);
  const std::string count = length(step.length);
  const bool is_known = step.dtype.op != plan::Op::attribute;
  const bool asks_element = step.is_checked && step.form->boolean && step.dims.empty();
  const auto checks = [&] {
    out_.emit({{"local", local},
               {"dims", dims(step)},
               {"element", is_known ? "static_cast<schemac::Dtype>(" + number(step.dtype) + ")"
                                    : element_size_of(step)},
               {"dims_at", at(step.dims_at)},
               {"count", count},
               {"head_at", at(step.head_at)},
               {"own", step.is_element ? ", " + frame(step.own) : ""},
               {"form", forms_.array(step.name, *step.form, step.path, true)}},
              R"cc(
                const schemac::impl::ArraySize $local$_extent = schemac::impl::size_of_array($dims$, $element$, $dims_at$, $count$, $head_at$);
                if (!$local$_extent.fits || $local$_extent.needed != $count$) [[unlikely]]
                  if (!schemac::impl::note_array_size(context, frame$own$, $form$, $local$_extent))
                    return nullptr;
              )cc");
  };
  if (step.is_checked && is_known) checks();
  if (step.is_checked && !is_known)
    out_.emit({{"known", known_dtype(step)}, {"checks", checks}},
              R"cc(
                if ($known$) {
                  $checks$;
                }
              )cc");
  out_.emit({{"at", at(step.at)},
             {"limit", name(step.limit)},
             {"count", count},
             {"frame", step.is_element ? frame(step.own) : "frame"},
             {"stretch", stretch(*step.headed)},
             {"head_at", at(step.head_at)}},
            R"cc(
              if (schemac::impl::distance($at$, $limit$) < $count$) [[unlikely]]
                return context.fault($stretch$, $frame$, $at$, $limit$, $head_at$, $count$);
            )cc");
  if (asks_element) {
    const std::string byte = "schemac::impl::load<std::uint8_t>(" + at(step.at) + ")";
    note((is_known ? "" : known_dtype(step) + " && ") + count + " == 1 && " + number(step.dtype) +
             " == " + std::to_string(static_cast<int>(Dtype::bool8)) + " && " + byte + " > 1",
         {*step.form->boolean, step.own, step.at}, "{" + byte + "}");
  }
  set(step.end, at(step.at) + " + " + count);
}

std::string StepPrinter::known_dtype(const steps::Array& array) const {
  if (array.dtype.op != plan::Op::attribute) return "true";
  return condition(plan::states_attribute(array.dtype), true);
}

std::string StepPrinter::dims(const steps::Array& array) const {
  if (array.dims.empty()) return "schemac::impl::no_dims";
  plan::Dims dims;
  dims.terms = array.dims;
  return dims_of(dims, spelling());
}

std::string StepPrinter::element_size_of(const steps::Array& array) const {
  return element_size(plan_, array.dtype, spelling());
}

std::string StepPrinter::array_size(const steps::Array& array, const std::string& to) const {
  return "schemac::impl::array_size(" + dims(array) + ", " + element_size_of(array) + ", " + to +
         ")";
}

}  // namespace schemac::emit::cpp
