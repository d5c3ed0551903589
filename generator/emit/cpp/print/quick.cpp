// The quick walk of a view.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {

void StepPrinter::print_quick_walk() {
  const auto body = [&] {
    print_params();
    print(routine_.steps);
    out_.emit("origin_.index = index;");
    print_members();
    out_.emit({{"end", at(routine_.end)}}, "return $end$;");
  };
  out_.blank_line();
  out_.emit({{"View", view_name(*routine_.record)}, {"body", body}},
            R"cc(
              SCHEMAC_INLINE const std::byte* $View$::try_walk_(const std::byte* begin, const std::byte* end, std::uint64_t index) {
                $body$;
              }
            )cc");
}

void StepPrinter::define(const std::string& name, const std::string& value) {
  out_.emit({{"name", name}, {"value", value}}, "const std::uint64_t $name$ = $value$;");
}

// Stretches that aren't there are taken off what is left, which may then be below 0.
void StepPrinter::print(const steps::MeasureRoom& step) {
  std::string distance = "schemac::impl::distance(begin, " + name(step.limit) + ")";
  for (const AddressId end : step.limited) {
    define(name(end) + "_size", name(end) + "_size_");
    distance += " - " + name(end) + "_size";
  }
  const auto left = [&](const std::string& bytes) {
    return step.limited.empty() ? bytes : "static_cast<std::int64_t>(" + bytes + ")";
  };
  const bool is_bounded = step.least != 0 || !step.limited.empty();
  if (!step.first && !is_bounded) return out_.emit("static_cast<void>(end);");
  if (step.first) out_.emit({{"distance", distance}}, "std::uint64_t room = $distance$;");
  if (!is_bounded) return;
  out_.emit({{"left", left(step.first ? "room" : distance)}, {"least", step.least}},
            "if ($left$ < $least$) [[unlikely]] return nullptr;");
  if (step.first) out_.emit({{"others", step.least - *step.first}}, "room -= $others$;");
}

void StepPrinter::print(const steps::PassStretch& step) {
  out_.emit({{"end", name(step.end)}, {"at", at(step.at)}},
            "const std::byte* const $end$ = $at$ + $end$_size;");
}

void StepPrinter::print(const steps::Expect& step) {
  const std::string bad =
      can_fail(step.holds) ? broken(step.holds) : condition(negated(step.holds));
  out_.emit({{"bad", bad}}, "if ($bad$) [[unlikely]] return nullptr;");
}

// Nothing around it has a flag.
std::string StepPrinter::quick_size(const Expr& expr) const {
  if (expr.range.min >= 0 && !can_fail(expr)) return number(expr);
  const LambdaFlag flag(spelling(), "fits");
  return "schemac::impl::size_or_most([&]([[maybe_unused]] bool& " + flag.name() + ") { return " +
         text_of(expr, clearing(flag.name(), spelling())) + "; })";
}

void StepPrinter::print(const steps::Fit& step) {
  std::visit([&](const auto& of) { print_fit(step, of); }, step.of);
}

void StepPrinter::print_fit(const steps::Fit& step, const steps::Fit::Bytes&) {
  const std::string size = length_local(step.length);
  define(size, quick_size(*step.size));
  print_fitting(step, size + " > room", size);
}

void StepPrinter::print_fit(const steps::Fit& step, const steps::Fit::Elements& of) {
  const std::string count = length_local(step.length);
  const std::string stride = std::to_string(of.stride);
  define(count, quick_size(*step.size));
  print_fitting(step, count + " > room / " + stride, count + " * " + stride);
}

void StepPrinter::print_fit(const steps::Fit& step, const steps::Fit::Text& of) {
  const std::string form = forms_.text(of.name, *of.form, of.path);
  const std::string size = length_local(step.length);
  const std::string extent = field(step.length).identifier + "_extent";
  define(size, step.size ? quick_size(*step.size)
                         : "schemac::impl::stated_length<" + form + ">(" + at(step.at) + ")");
  define(extent, "schemac::impl::text_extent<" + form + ">(" + size + ")");
  print_fitting(step, extent + " > room", extent);
}

void StepPrinter::print_fit(const steps::Fit& step, const steps::Fit::Padding& of) {
  const std::string size = name(step.end) + "_size";
  define(size, "schemac::impl::padding_to(schemac::impl::distance(" +
                   (of.from ? at(*of.from) : "origin_.file.data()") + ", " + at(step.at) + "), " +
                   std::to_string(of.multiple) + ")");
  print_fitting(step, size + " > room", size);
}

void StepPrinter::print_fitting(const steps::Fit& step, const std::string& beyond,
                                const std::string& size) {
  out_.emit({{"beyond", beyond}, {"end", name(step.end)}, {"at", at(step.at)}, {"size", size}},
            R"cc(
              if ($beyond$) [[unlikely]] return nullptr;
              const std::byte* const $end$ = $at$ + $size$;
            )cc");
  if (!step.next) return;
  const std::string next = *step.next == 0 ? "" : " + " + std::to_string(*step.next);
  out_.emit({{"size", size}, {"next", next}}, "room = room - $size$$next$;");
}

}  // namespace schemac::emit::cpp
