// Whether bytes are there, and how many elements there may be.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/scalars.h"

namespace schemac::emit::cpp {
namespace {

// " || !schemac::impl::msgpack::has_tag<std::uint32_t>(begin)", for each part with a tag.
template <class At>
std::string wrong_tags(const steps::Need& step, const At& at) {
  std::string out;
  Address place = step.at;
  for (const steps::StretchField& part : step.stretch.fields) {
    if (part.tagged != nullptr) out += " || " + wrong_tag(*part.tagged, at(place));
    place.distance += part.size;
  }
  return out;
}

}  // namespace

void StepPrinter::note(const std::string& bad, const Blame& blame, const std::string& facts,
                       const std::string& place) {
  out_.emit(
      {{"bad", bad},
       {"check", forms_.check(blame.check)},
       {"frame", frame(blame.frame)},
       {"at", !element_place_.empty() ? element_place_
              : place.empty()         ? at(blame.at)
                                      : place},
       {"facts", facts.empty() ? "" : ", " + facts},
       {"failure", failure_}},
      R"cc(if ($bad$ && !context.note($check$, $frame$, $at$$facts$)) [[unlikely]] return $failure$;)cc");
}

void StepPrinter::print(const steps::Need& step) {
  out_.emit({{"at", at(step.at)},
             {"limit", name(step.limit)},
             {"size", step.size},
             {"tags", wrong_tags(step, [this](Address place) { return at(place); })},
             {"stretch", stretch(step.stretch)},
             {"frame", frame(step.frame)}},
            R"cc(
              if (schemac::impl::distance($at$, $limit$) < $size$$tags$) [[unlikely]]
                return context.fault($stretch$, $frame$, $at$, $limit$);
            )cc");
}

std::string StepPrinter::wrong_tags_of(const plan::Scalar& scalar, const std::string& at,
                                       const std::string& count) {
  const std::string type =
      scalar.coding == plan::Coding::token ? "bool" : stored_type(scalar.dtype);
  return "!schemac::impl::msgpack::have_tags<" + type + ">(" + at + ", " + count + ")";
}

void StepPrinter::print(const steps::NeedElements& step) {
  if (step.stride == 0) return print_packed(step);
  const std::string count = length(step.length);
  const std::string left = "schemac::impl::distance(" + at(step.at) + ", " + name(step.limit) + ")";
  const std::string stride = std::to_string(step.stride);
  const std::string fixed = std::to_string(step.fixed);
  const std::string room = step.stride == 1 ? left : left + " / " + stride;
  const std::string tags =
      step.tagged == nullptr ? "" : " || " + wrong_tags_of(*step.tagged, at(step.at), count);
  if (step.fixed == 0) return print_fault(step, count + " > " + room + tags);
  const std::string named = "left_for_" + base(step.of);
  out_.emit({{"left", left}, {"named", named}}, "const std::uint64_t $named$ = $left$;");
  print_fault(step, named + " < " + fixed + " || " + count + " > (" + named + " - " + fixed +
                        ") / " + stride);
}

void StepPrinter::print_fault(const steps::NeedElements& step, const std::string& beyond) {
  out_.emit({{"beyond", beyond},
             {"stretch", stretch(step.stretch)},
             {"frames", frames(step.frame, step.own)},
             {"at", at(step.at)},
             {"limit", name(step.limit)},
             {"stated_at", at(step.stated_at)},
             {"count", length(step.length)}},
            R"cc(
              if ($beyond$) [[unlikely]]
                return context.fault($stretch$, $frames$, $at$, $limit$, $stated_at$, $count$);
            )cc");
}

void StepPrinter::print_packed(const steps::NeedElements& step) {
  out_.emit({{"local", base(step.of)},
             {"count", length(step.length)},
             {"bits", step.bits},
             {"at", at(step.at)},
             {"limit", name(step.limit)},
             {"path", quoted(step.stretch.fields.front().name)},
             {"cause", forms_.pointer(step.stretch.cause)},
             {"frames", frames(step.frame, step.own)},
             {"stated_at", at(step.stated_at)}},
            R"cc(
              const std::uint64_t $local$_bytes = schemac::impl::payload_size($count$, $bits$);
              if (schemac::impl::distance($at$, $limit$) < $local$_bytes) [[unlikely]]
                return context.fault(schemac::impl::StretchField{$path$, $local$_bytes}, $cause$, $frames$, $at$,
                                     $limit$, $stated_at$, $count$);
            )cc");
}

void StepPrinter::print(const steps::Pad& step) {
  out_.emit({{"begin", at(step.begin)},
             {"from", step.from ? at(*step.from) : "context.space().data()"},
             {"multiple", step.multiple},
             {"end", name(step.end)},
             {"limit", name(step.limit)}},
            R"cc(
              const std::byte* const $end$ = schemac::impl::skip_padding(context, frame, $from$, $begin$, $limit$, $multiple$);
              if ($end$ == nullptr) return nullptr;
            )cc");
}

void StepPrinter::print(const steps::CheckDepth& step) {
  out_.emit({{"check", forms_.check(step.check)}},
            R"cc(
              const schemac::impl::Depth depth(context);
              if (!depth.is_allowed()) return context.refuse($check$, frame, begin);
            )cc");
}

void StepPrinter::print(const steps::TakeElements& step) {
  const std::string count = length(step.length);
  const std::string room = step.room ? ", schemac::impl::distance(" + at(step.room->at) + ", " +
                                           name(step.room->limit) + "), " +
                                           std::to_string(step.room->bits)
                                     : "";
  out_.emit({{"count", count},
             {"room", room},
             {"check", forms_.check(step.blame.check)},
             {"frame", frame(step.blame.frame)},
             {"at", at(step.blame.at)},
             {"allowed", step.may_be_empty ? ", context.empty_elements()" : ""}},
            R"cc(
              if (!context.take_elements($count$$room$)) [[unlikely]]
                return context.refuse($check$, $frame$, $at$, {$count$$allowed$});
            )cc");
}

void StepPrinter::print(const steps::NoteCause& step) {
  const std::string count = length(step.length);
  const std::string least = std::to_string(step.least);
  const bool is_one = step.least == 1;
  out_.emit(
      {{"count", count},
       {"at", at(step.at)},
       {"limit", name(step.limit)},
       {"each", is_one ? "" : " / " + least},
       {"needed",
        is_one ? count : "schemac::impl::detail::saturated_product(" + count + ", " + least + ")"},
       {"cause", forms_.check(step.blame.check)},
       {"frame", frame(step.blame.frame)},
       {"stated_at", at(step.blame.at)}},
      R"cc(
        if ($count$ > schemac::impl::distance($at$, $limit$)$each$ &&
            !context.note_cause($cause$, $frame$, $stated_at$, $count$, $needed$, $at$, $limit$)) [[unlikely]]
          return nullptr;
      )cc");
}

void StepPrinter::print(const steps::CheckLength& step) {
  const std::string count = length(step.length);
  note(count + (step.is_least ? " < " : " > ") + literal(step.limit), step.blame,
       "{" + count + "}");
}

void StepPrinter::print(const steps::CheckZeros& step) {
  out_.emit(
      {{"frame", frame(step.frame)},
       {"check", forms_.pointer(step.check)},
       {"from", at(step.from)},
       {"to", at(step.to)}},
      R"cc(if (!schemac::impl::check_zeros(context, $frame$, $check$, $from$, $to$)) return nullptr;)cc");
}

void StepPrinter::print(const steps::CheckBytes& step) {
  const std::string_view bytes(reinterpret_cast<const char*>(step.bytes->data()),
                               step.bytes->size());
  out_.emit({{"check", forms_.check(step.blame.check)},
             {"frame", frame(step.blame.frame)},
             {"at", at(step.blame.at)},
             {"size", bytes.size()},
             {"bytes", quoted(bytes)}},
            R"cc(
              if (const auto found = schemac::impl::text_at($at$, $size$);
                  found != std::string_view($bytes$, $size$) &&
                  !context.note($check$, $frame$, $at$, {0, 0, 0, found})) [[unlikely]]
                return nullptr;
            )cc");
}

}  // namespace schemac::emit::cpp
