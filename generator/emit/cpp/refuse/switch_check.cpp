#include "emit/cpp/refuse/switch_check.h"

#include <functional>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/body_check.h"
#include "emit/cpp/refuse/body_place.h"
#include "emit/cpp/refuse/locals.h"
#include "emit/cpp/refuse/needs.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/preview.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/types.h"

namespace schemac::emit::cpp {
namespace {

// The alternative at hand fits the tag, where that doesn't follow from it.
void emit_tag_check(Printer& out, const WriteScope& scope, plan::FieldId id,
                    const plan::Switch& choice, const plan::Alternative& alternative) {
  if (scope.tag_follows_from(choice, id)) return;
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

// The checks of an alternative; one that has none is only recognised.
void emit_alternative(Printer& out, const std::string& type, const std::string& content,
                      const std::function<void(Printer&)>& steps) {
  const bool is_used = !Preview(steps).parameter("", "held").empty();
  const std::string test = is_used
                               ? "const auto* held = std::get_if<" + type + ">(&" + content + ")"
                               : "std::holds_alternative<" + type + ">(" + content + ")";
  out.emit({{"test", test}, {"steps", [&] { steps(out); }}},
           R"cc(
             if ($test$) {
               $steps$;
               return true;
             }
           )cc");
}

}  // namespace

std::string parameters_of(const plan::Record& record) {
  std::string text;
  for (const plan::Param& param : record.params)
    text += ", [[maybe_unused]] " + param_type(param) + " " + param_name(param);
  return text;
}

void emit_switch_check(Printer& out, const WriteScope& scope, plan::FieldId id,
                       const plan::Switch& choice) {
  const plan::Field& field = scope.field(id);
  const auto types = alternative_types(scope.plan(), scope.record(), field, choice);
  const bool is_element = std::holds_alternative<plan::List>(field.body.kind);
  const std::string content = is_element ? "item" : scope.content(id);
  const bool has_own_tag = scope.tag_follows_from(choice, id);
  Needs needs;
  if (!has_own_tag)
    for (const plan::FieldId tag : fields_read(choice.tag)) needs.fields.push_back(tag);
  for (const plan::Alternative& alternative : choice.alternatives)
    if (!alternative.tag_by_dtype || !has_own_tag)
      add_needs(scope, id, alternative.body.front(), needs);
  const auto alternatives = [&] {
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
      const plan::Alternative& alternative = choice.alternatives[i];
      const BodyPlace at{scope, id, types[i].is_wrapped ? "held->value" : "*held", "inner", ""};
      const auto steps = [&](Printer& inner) {
        emit_tag_check(inner, scope, id, choice, alternative);
        if (alternative.tag_by_dtype)
          inner.emit(
              {{"tag", scope.function("tag_of", id)}, {"x", content}},
              R"(if (!$tag$($x$)) return out.reject_dtype(inner, "", schemac::name(held->dtype()));)");
        emit_body_check(inner, at, alternative.body.front());
      };
      emit_alternative(out, qualified_type(scope.record(), types[i]), content, steps);
    }
  };
  out.blank_line();
  if (is_element)
    return out.emit({{"function", scope.function("check", id)},
                     {"Type", scope.record().name},
                     {"Variant", variant_name(scope.plan(), scope.record(), field)},
                     {"parameters", parameters_of(scope.record())},
                     {"locals", [&] { emit_locals(out, scope, needs); }},
                     {"alternatives", alternatives}},
                    R"(
          template <class Out>
          inline bool $function$([[maybe_unused]] const $Type$& value$parameters$, const $Type$::$Variant$& item, [[maybe_unused]] const schemac::impl::FrameOf<Out>& frame, const schemac::impl::FrameOf<Out>& inner, Out& out) {
            $locals$;
            $alternatives$;
            return out.reject_dtype(inner, "", "nothing");
          }
        )");
  const bool is_called_once = is_root(scope.plan(), scope.record()) && !scope.record().is_held();
  out.emit({{"function", scope.function("check", id)},
            {"Type", scope.record().name},
            {"parameters", parameters_of(scope.record())},
            {"inline", is_called_once ? "[[gnu::always_inline]] inline" : "inline"},
            {"path", quoted(field.name)},
            {"locals", [&] { emit_locals(out, scope, needs); }},
            {"alternatives", alternatives}},
           R"(
             template <class Out>
             $inline$ bool $function$(const $Type$& value$parameters$, const schemac::impl::FrameOf<Out>& frame, Out& out) {
               const schemac::impl::FrameOf<Out> inner{&frame, $path$};
               $locals$;
               $alternatives$;
               return out.reject_dtype(inner, "", "nothing");
             }
           )");
}

}  // namespace schemac::emit::cpp
