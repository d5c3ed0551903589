// Numbers, and lists of them.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/rules.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/versions.h"
#include "plan/facts/element_rules.h"

namespace schemac::emit::cpp {

void StepPrinter::print(const steps::LoadElement& step) {
  out_.emit({{"type", number_type(*step.scalar)},
             {"load", load_of(*step.scalar, at(step.at), order(*step.scalar))}},
            "const $type$ element = $load$;");
}

void StepPrinter::print(const steps::Load& step) {
  const auto& scalar = std::get<plan::Scalar>(field(step.field).body.kind);
  const bool is_new = !is_declared(SlotKind::number, step.field);
  out_.emit({{"type", is_new ? "const " + number_type(scalar) + " " : ""},
             {"name", symbols_.local(step.field)},
             {"load", load_of(scalar, at(step.at), order(scalar))}},
            "$type$$name$ = $load$;");
}

bool StepPrinter::is_signed_number(FieldId id) const {
  const auto* scalar = std::get_if<plan::Scalar>(&field(id).body.kind);
  return scalar != nullptr && number_type(*scalar) == "std::int64_t";
}

void StepPrinter::print(const steps::SetLength& step) {
  const bool is_number = step.to && step.to->op == plan::Op::field && !step.is_stated &&
                         step.to->range.min >= 0 && view_ == nullptr;
  if (is_number && !is_signed_number(step.to->id) && !is_declared(SlotKind::length, step.length)) {
    aliases_[step.length] = symbols_.local(step.to->id);
    return;
  }
  const bool is_new = !is_declared(SlotKind::length, step.length);
  const std::string rest = "schemac::impl::distance(" + at(step.at) + ", " + name(step.limit) + ")";
  const std::string all = step.bits > 8   ? rest + " / " + std::to_string(step.bits / 8)
                          : step.bits < 8 ? rest + " * " + std::to_string(8 / step.bits)
                                          : rest;
  std::string length = step.to ? size(*step.to) : all;
  if (step.is_given) length = symbols_.length_member(step.length);
  if (step.is_stated)
    length = "(" + condition(*step.is_stated) + ") ? " + length + " : " +
             (step.is_open ? "schemac::impl::no_count" : all);
  out_.emit({{"type", is_new ? "const std::uint64_t " : ""},
             {"name", length_local(step.length)},
             {"size", length}},
            "$type$$name$ = $size$;");
}

void StepPrinter::print(const steps::CountElements& step) {
  const plan::Scalar& scalar = *step.scalar;
  const std::uint64_t tag = tag_size(scalar);
  Spelling spelling = this->spelling();
  spelling.element = "element";
  spelling.index = "index";
  const bool asks_index = asks(step.last, plan::Op::index);
  const bool asks_element = asks(step.last, plan::Op::element);
  const auto load = [&] {
    if (asks_element)
      out_.emit({{"type", number_type(scalar)},
                 {"load", load_of(scalar, "place" + (tag == 0 ? "" : " + " + std::to_string(tag)),
                                  order(scalar))}},
                "const $type$ element = $load$;");
  };
  const bool is_new = !is_declared(SlotKind::length, step.length);
  out_.emit({{"type", is_new ? "const std::uint64_t " : ""},
             {"name", length_local(step.length)},
             {"size", std::to_string(stored_size(scalar))},
             {"at", at(step.at)},
             {"limit", name(step.limit)},
             {"place", asks_element ? " place" : ""},
             {"index", asks_index ? " index" : ""},
             {"load", load},
             {"last", presence_of(step.last, spelling)}},
            R"cc(
              $type$$name$ = schemac::impl::count_to_last<$size$>($at$, $limit$, [&](const std::byte*$place$, const std::uint64_t$index$) {
                $load$;
                return $last$;
              });
            )cc");
}

void StepPrinter::print(const steps::SetList& step) {
  const std::string type = list_type(plan_, field(step.field));
  std::string elements =
      at(step.at) + ", " + length(step.field) + order(*scalar_element(field(step.field).body));
  if (has_product(field(step.field)))
    elements = list_type(plan_, *scalar_element(field(step.field).body)) + "(" + elements + "), " +
               symbols_.product_local(step.field);
  if (is_declared(SlotKind::list, step.field))
    return out_.emit({{"name", symbols_.local(step.field)}, {"type", type}, {"elements", elements}},
                     "$name$ = $type$($elements$);");
  out_.emit({{"type", type}, {"name", symbols_.local(step.field)}, {"elements", elements}},
            "const $type$ $name$($elements$);");
}

void StepPrinter::print(const steps::SetAddress& step) {
  std::string address = at(step.at);
  if (step.after && step.after->bits < 8)
    address += " + " + base(step.after->of) + "_bytes";
  else if (step.after)
    address += " + " + length(step.after->length) +
               (step.after->bits == 8 ? "" : " * " + std::to_string(step.after->bits / 8));
  set(step.to, address);
}

void StepPrinter::print(const steps::Require& step) {
  const auto rule = rule_call(plan_, *routine_.record, step.blame.check, spelling());
  note(rule ? "!" + *rule : broken(step.holds), step.blame, braced_facts(step.facts, spelling()));
}

void StepPrinter::print(const steps::CheckNumber& step) {
  using What = steps::CheckNumber::Kind;
  const plan::Scalar& scalar = *step.scalar;
  const std::string value = step.field ? symbols_.local(*step.field) : "element";
  const bool has_sign = number_type(scalar) == "std::int64_t";
  const std::string fact = has_sign ? "static_cast<std::uint64_t>(" + value + ")" : value;
  switch (step.kind) {
    case What::constant:
      return note(value + " != " + literal(*scalar.constant), step.blame, "{" + fact + "}");
    case What::member:
      return print_member(step, fact);
    case What::boolean:
      return note(value + " > 1", step.blame, "{" + fact + "}");
    case What::flags:
      return print_flags(step, value);
  }
}

void StepPrinter::print_member(const steps::CheckNumber& step, const std::string& value) {
  const plan::Scalar& scalar = *step.scalar;
  const plan::Enum& enumeration = plan_.enums[*scalar.enumeration];
  const std::string known = "!detail::" + known_function(enumeration) + "(" + value;
  if (!step.version || !has_versions(enumeration))
    return note(known + ")", step.blame, "{" + value + "}");
  const std::string version = number(*step.version);
  const auto name_of = [&](const std::optional<plan::CheckId>& check) {
    return check ? forms_.check(*check) : std::string();
  };
  const UnknownMember unknown = unknown_member(
      enumeration, value, version, name_of(scalar.unknown_member),
      name_of(scalar.versioned->early_member), name_of(scalar.versioned->late_member));
  out_.emit(
      {{"known", known + ", " + version + ")"},
       {"check", unknown.check},
       {"frame", frame(step.blame.frame)},
       {"at", at(step.blame.at)},
       {"facts", unknown.facts}},
      R"cc(if ($known$ && !context.note($check$, $frame$, $at$, $facts$)) [[unlikely]] return nullptr;)cc");
}

void StepPrinter::print_flags(const steps::CheckNumber& step, const std::string& value) {
  const std::string version = step.version ? number(*step.version) : "";
  const FlagMask mask = known_flags(*step.scalar, FlagChoice::all, version);
  const std::string unknown = value + " & ~std::uint64_t{" + literal(mask.always) + "}";
  if (mask.in_version.empty())
    return note("(" + unknown + ") != 0", step.blame, "{" + value + ", " + unknown + "}");
  const std::string in_version = value + " & ~(" + mask.in_version + ")";
  note("(" + unknown + ") != 0 && (" + in_version + ") != 0", step.blame,
       "{" + value + ", " + in_version + ", " + version + "}");
}

void StepPrinter::print(const steps::EachScalar& step) {
  const plan::Scalar& scalar = *step.scalar;
  const bool is_small = is_packed(scalar.dtype);
  const std::string bits = std::to_string(bit_count(scalar.dtype));
  const std::string tag = tag_size(scalar) == 0 ? "" : std::to_string(tag_size(scalar)) + " + ";
  const std::string stride = std::to_string(is_small ? 0 : stored_size(scalar));
  const std::string each = frame(step.frame);
  const steps::Frame& of = routine_.frames[step.frame];
  out_.emit({{"above", frame(of.above)},
             {"each", each},
             {"field", quoted(of.name)},
             {"local", base(step.of)},
             {"type", walked_list_type(plan_, scalar)},
             {"number", number_type(scalar)},
             {"at", at(step.at)},
             {"count", length(step.length)},
             {"order", order(scalar)},
             {"element", name(step.element)},
             {"place", is_small ? each + ".index * " + bits + " / 8"
                                : tag + each + ".index" + (stride == "1" ? "" : " * " + stride)},
             {"checks",
              [&] {
                print(step.checks);
                const bool is_any_byte = may_be_any_byte(scalar);
                print_rules(step.rules, is_any_byte ? "std::uint64_t{element != 0}" : "element",
                            each + ".index",
                            "(" + each + ".index + 1 == " + length(step.length) + ")");
              }}},
            R"cc(
              const $type$ $local$_elements($at$, $count$$order$);
              for (schemac::impl::Frame $each${&$above$, $field$, 0}; $each$.index < $count$; ++$each$.index) {
                const auto element = static_cast<$number$>($local$_elements[$each$.index]);
                const std::byte* const $element$ = $at$ + $place$;
                $checks$;
              }
            )cc");
}

void StepPrinter::print(const steps::ScanElements& step) {
  const plan::Scalar& scalar = *step.scalar;
  const std::string count = length(step.field);
  std::string holds;
  for (const Expr& rule : step.holds)
    holds += (holds.empty() ? "" : " && ") + condition_of(rule, spelling(), step.holds.size() > 1);
  const std::string product = symbols_.product_local(step.field);
  if (step.makes_product)
    out_.emit({{"product", product}}, "schemac::impl::KnownProduct $product$;");
  const auto take = [&] {
    if (step.makes_product) out_.emit({{"product", product}}, "$product$.take(element);");
  };
  const auto failure = [&] {
    const std::string tags =
        step.holds.empty() ? ""
                           : "if (" + wrong_tags_of(scalar, at(step.at), count) + ") [[unlikely]] ";
    out_.emit({{"tags", tags},
               {"stretch", stretch(step.stretch)},
               {"at", at(step.at)},
               {"limit", name(step.limit)},
               {"stated_at", at(step.stated_at)},
               {"count", count}},
              "$tags$return context.fault($stretch$, frame, $at$, $limit$, $stated_at$, $count$);");
    print(step.otherwise);
  };
  const bool is_unused = holds.empty() && !step.makes_product;
  out_.emit({{"type", stored_type(scalar.dtype)},
             {"at", at(step.at)},
             {"count", count},
             {"number", number_type(scalar)},
             {"element", is_unused ? "" : " element"},
             {"local", symbols_.local(step.field)},
             {"take", take},
             {"holds", holds.empty() ? "true" : holds},
             {"failure", failure}},
            R"cc(
              const auto $local$_hold = [&](const $number$$element$) {
                $take$;
                return $holds$;
              };
              if (!schemac::impl::msgpack::scan_tagged<$type$>($at$, $count$, $local$_hold)) [[unlikely]] {
                $failure$;
              }
            )cc");
}

}  // namespace schemac::emit::cpp
