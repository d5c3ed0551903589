// What says itself how long it is, and what is encoded.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/wire/digests.h"
#include "emit/cpp/wire/json.h"
#include "emit/cpp/wire/objects.h"

namespace schemac::emit::cpp {

void StepPrinter::print(const steps::CheckDigest& step) {
  std::string covered;
  for (const steps::Covered& each : step.over) {
    if (!covered.empty()) covered += ", ";
    if (each.is_own)
      covered += "schemac::impl::own_bytes(" + literal(*step.form->own) + ")";
    else
      covered += "{" + at(each.from) + ", " + at(each.to) + "}";
  }
  out_.emit(
      {{"check", forms_.check(step.form->check)},
       {"digester", digester_arguments(*step.form, fact_of(step.algorithm, spelling()),
                                       order_of(*step.form, *routine_.record, spelling()))},
       {"covered", covered},
       {"at", at(step.at)}},
      R"cc(if (!schemac::impl::check_digest(context, frame, $check$, schemac::impl::Digester($digester$), {$covered$}, $at$)) return nullptr;)cc");
}

void StepPrinter::print(const steps::CheckCodec& step) {
  const plan::Codec& codec = *step.form;
  std::string coded = "schemac::CodedBytes(" +
                      codec_text(codec, fact_of(step.algorithm, spelling())) + ", schemac::Bytes(" +
                      at(step.from) + ", " + at(step.to) + ")";
  if (step.size) coded += ", " + size(*step.size);
  out_.emit(
      {{"check", codec.content ? "json::check_coded" : "check_codec"},
       {"malformed", forms_.check(codec.malformed)},
       {"too_large", forms_.check(codec.too_large)},
       {"size", forms_.check(codec.size_check)},
       {"text", codec.content ? free_checks(plan_, *codec.content) + ", " : ""},
       {"coded", coded + ")"},
       {"at", at(step.at)},
       {"stated_at", at(step.stated_at)}},
      R"cc(if (!schemac::impl::$check$(context, frame, {&$malformed$, &$too_large$, &$size$}, $text$$coded$, $at$, $stated_at$)) return nullptr;)cc");
}

void StepPrinter::print(const steps::ReadHead& step) {
  const std::string local = base(step.of) + "_head";
  out_.emit({{"local", local},
             {"rule", forms_.head(step.name, *step.form, step.path)},
             {"frame", frame(step.frame)},
             {"at", at(step.at)},
             {"limit", name(step.limit)}},
            R"cc(
              schemac::impl::msgpack::HeadAt $local$;
              if (!schemac::impl::msgpack::walk_head<$rule$>(context, $frame$, $at$, $limit$, $local$))
                return nullptr;
            )cc");
  set_length(step.length, local + ".number");
  set(step.content, local + ".after");
}

void StepPrinter::print(const steps::ReadBin& step) {
  const std::string local = base(step.of) + "_at";
  out_.emit({{"local", local},
             {"form", forms_.bin(step.name, *step.form->head, step.form->cause, step.path)},
             {"frame", frame(step.frame)},
             {"at", at(step.at)},
             {"limit", name(step.limit)}},
            R"cc(
              schemac::impl::msgpack::BinAt $local$;
              if (!schemac::impl::msgpack::walk_bin<$form$>(context, $frame$, $at$, $limit$, $local$))
                return nullptr;
            )cc");
  set_length(step.length, local + ".size");
  set(step.content, local + ".bytes().data()");
  set(step.end, local + ".end");
}

void StepPrinter::print(const steps::WalkObject& step) {
  const bool is_new = !is_declared(SlotKind::address, step.end);
  out_.emit({{"type", is_new ? "const std::byte* const " : ""},
             {"end", name(step.end)},
             {"path", step.path.empty() ? "" : ", " + quoted(step.path)},
             {"checks", object_checks(plan_, *step.form)},
             {"frame", frame(step.frame)},
             {"at", at(step.at)},
             {"limit", name(step.limit)}},
            R"cc(
              $type$$end$ = schemac::impl::msgpack::walk_object(context, $frame$$path$, $checks$, $at$, $limit$);
              if ($end$ == nullptr) [[unlikely]] return nullptr;
            )cc");
  set_length(step.length, "schemac::impl::distance(" + at(step.at) + ", " + name(step.end) + ")");
}

void StepPrinter::print(const steps::ReadInteger& step) {
  const plan::Scalar& scalar = *step.scalar;
  const std::string value = step.field ? symbols_.local(*step.field) : "element";
  const std::string local = value + "_at";
  const bool is_numeral = scalar.coding == plan::Coding::numeral;
  out_.emit({{"local", local},
             {"path", quoted(step.path)},
             {"space", is_numeral ? "numeral" : "msgpack"},
             {"walk", integer_function(scalar, "walk_integer", false)},
             {"check", forms_.check(is_numeral ? *scalar.unfit : *scalar.form)},
             {"frame", frame(step.frame)},
             {"at", at(step.at)},
             {"limit", name(step.limit)}},
            R"cc(
              schemac::impl::$space$::IntegerAt $local$;
              if (!$walk$(context, $frame$, $path$, $check$, $at$, $limit$, $local$))
                return nullptr;
            )cc");
  const std::string type = number_type(scalar);
  const bool is_new = !step.field || !is_declared(SlotKind::number, *step.field);
  if (step.field ? all_.has(SlotKind::number, *step.field) : step.is_asked_for)
    out_.emit({{"type", type},
               {"new", is_new ? "const " + type + " " : ""},
               {"value", value},
               {"local", local}},
              "$new$$value$ = static_cast<$type$>($local$.bits);");
  set(step.content, local + ".content");
  if (step.wide && scalar.numeral->notation == impl::numeral::Notation::digits) {
    note("!schemac::impl::numeral::is_as_written(" + numeral_form(scalar) + ", " + local + ")",
         {*step.wide, step.frame, {step.content, 0}}, "{" + local + ".bits}", local + ".content");
  } else if (step.wide) {
    const std::string size = "schemac::impl::distance(" + local + ".content, " + local + ".after)";
    const std::string least = integer_function(scalar, "integer_size", false) + "(static_cast<" +
                              scalar_type(scalar.dtype) + ">(" + local + ".bits))";
    note(size + " != " + least, {*step.wide, step.frame, {step.content, 0}},
         "{" + size + ", " + least + "}", local + ".content");
  }
  if (!is_numeral && scalar.unfit)
    note("!schemac::impl::msgpack::fits<" + type + ">(" + local + ")",
         {*scalar.unfit, step.frame, {step.content, 0}}, "{" + local + ".bits}",
         local + ".content");
  set(step.end, local + ".after");
}

void StepPrinter::print(const steps::Text& step) {
  const std::string local = base(step.of);
  std::string stated;
  if (step.size) stated += ", " + size(*step.size);
  if (step.stated_at) stated += ", " + at(*step.stated_at);
  if (!step.of.suffix.empty() || !is_declared(SlotKind::length, step.of.field))
    out_.emit({{"local", local}}, "schemac::impl::TextAt $local$;");
  out_.emit({{"function", is_view() ? "walk_text" : "check_text"},
             {"form", forms_.text(step.name, *step.form, step.path)},
             {"frame", frame(step.frame)},
             {"at", at(step.at)},
             {"limit", name(step.limit)},
             {"local", local},
             {"stated", stated}},
            R"cc(
              if (!schemac::impl::$function$<$form$>(context, $frame$, $at$, $limit$, $local$$stated$))
                return nullptr;
            )cc");
  set(step.end, local + ".end");
}

void StepPrinter::print(const steps::CheckFree& step) {
  const bool is_python = step.form->style.syntax == impl::json::Syntax::python;
  out_.emit(
      {{"frame", frame(step.frame)},
       {"checks", free_checks(plan_, *step.form)},
       {"from", at(step.from)},
       {"to", at(step.to)},
       {"syntax", is_python ? ", schemac::impl::json::Syntax::python" : ""}},
      R"cc(if (!schemac::impl::json::check_free(context, $frame$, $checks$, $from$, $to$$syntax$)) return nullptr;)cc");
}

}  // namespace schemac::emit::cpp
