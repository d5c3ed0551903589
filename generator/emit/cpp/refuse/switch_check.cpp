#include "emit/cpp/refuse/switch_check.h"

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/body_check.h"
#include "emit/cpp/refuse/checked_body.h"
#include "emit/cpp/refuse/locals.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/types.h"
#include "model/overload.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {
namespace {

// The alternative at hand fits the tag, where that doesn't follow from it.
void emit_tag_check(Printer& out, const WriteScope& scope, const plan::Switch& choice,
                    const plan::Alternative& alternative) {
  std::string condition;
  const std::string tag = tag_of(choice, scope.spelling());
  for (const plan::Alternative& other : choice.alternatives) {
    if (!alternative.tags.empty() && &other != &alternative) continue;
    for (const model::Int128 number : other.tags)
      condition += (condition.empty()          ? ""
                    : alternative.tags.empty() ? " || "
                                               : " && ") +
                   (tag + (alternative.tags.empty() ? " == " : " != ")) +
                   literal(static_cast<std::uint64_t>(number));
  }
  if (can_fail(choice.tag) && alternative.tags.empty())
    condition = "!" + is_number(choice.tag, scope.spelling()) +
                (condition.empty() ? "" : " || " + condition);
  if (condition.empty()) return;
  out.emit({{"condition", condition}, {"name", quoted(alternative.name)}},
           R"cc(if ($condition$) return out.reject_dtype(inner, "", $name$);)cc");
}

}  // namespace

void emit_switch_check(Printer& out, const WriteScope& of, plan::FieldId id,
                       const plan::Switch& choice) {
  const plan::Field& field = of.field(id);
  const auto types = alternative_types(of.plan(), of.record(), field, choice);
  const bool is_element = std::holds_alternative<plan::List>(field.body.kind);
  const WriteScope scope = of.in_function();
  const std::string content = is_element ? "item" : scope.content(id);
  const auto emit_alternative = [&](const plan::Alternative& alternative,
                                    const AlternativeType& type) {
    const std::string held = type.is_wrapped ? "held->value" : "*held";
    const CheckedBody at(
        scope, id, [&] { return scope.use("held"), held; }, "inner", "");
    const Printer::Block steps = out.set_aside([&] {
      for (const plan::AlternativeRefusal& refusal :
           plan::refusals_of(scope.record(), id, choice, alternative))
        std::visit(
            model::Overload{
                [&](const plan::OtherTag&) { emit_tag_check(out, scope, choice, alternative); },
                [&](const plan::NoTagOfDtype&) {
                  out.emit(
                      {{"tag", scope.function("tag_of", id)},
                       {"x", content},
                       {"held", scope.use("held")}},
                      R"(if (!$tag$($x$)) return out.reject_dtype(inner, "", schemac::name($held$->dtype()));)");
                },
            },
            refusal);
      emit_body_check(out, at, alternative.body.front());
    });
    const std::string name = qualified_type(scope.record(), type);
    out.emit({{"test", scope.uses("held")
                           ? "const auto* held = std::get_if<" + name + ">(&" + content + ")"
                           : "std::holds_alternative<" + name + ">(" + content + ")"},
              {"steps", [&] { out.put(steps); }}},
             R"cc(
               if ($test$) {
                 $steps$;
                 return true;
               }
             )cc");
    scope.forget("held");
  };
  const Printer::Block alternatives = out.set_aside([&] {
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i)
      emit_alternative(choice.alternatives[i], types[i]);
  });
  const Printer::Block locals = out.set_aside([&] { emit_locals(out, scope); });
  const std::string value = scope.parameter("const " + scope.record().name + "&", "value");
  const std::string frame = "const schemac::impl::FrameOf<Out>&";
  out.blank_line();
  if (is_element)
    return out.emit({{"function", scope.function("check", id)},
                     {"Type", scope.record().name},
                     {"value", value},
                     {"Variant", variant_name(scope.plan(), scope.record(), field)},
                     {"parameters", scope.parameters()},
                     {"frame", scope.parameter(frame, "frame")},
                     {"locals", [&] { out.put(locals); }},
                     {"alternatives", [&] { out.put(alternatives); }}},
                    R"(
          template <class Out>
          inline bool $function$($value$$parameters$, const $Type$::$Variant$& item, $frame$, const schemac::impl::FrameOf<Out>& inner, Out& out) {
            $locals$;
            $alternatives$;
            return out.reject_dtype(inner, "", "nothing");
          }
        )");
  const bool is_called_once = is_root(scope.plan(), scope.record()) && !scope.record().is_held();
  out.emit({{"function", scope.function("check", id)},
            {"value", value},
            {"parameters", scope.parameters()},
            {"inline", is_called_once ? "[[gnu::always_inline]] inline" : "inline"},
            {"path", quoted(field.name)},
            {"locals", [&] { out.put(locals); }},
            {"alternatives", [&] { out.put(alternatives); }}},
           R"(
             template <class Out>
             $inline$ bool $function$($value$$parameters$, const schemac::impl::FrameOf<Out>& frame, Out& out) {
               const schemac::impl::FrameOf<Out> inner{&frame, $path$};
               $locals$;
               $alternatives$;
               return out.reject_dtype(inner, "", "nothing");
             }
           )");
}

}  // namespace schemac::emit::cpp
