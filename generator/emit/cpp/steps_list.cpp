// Lists: their number of elements, where they end, what holds for each element.
#include "emit/cpp/field_functions.h"
#include "emit/cpp/names.h"
#include "emit/cpp/record_functions.h"
#include "emit/cpp/steps.h"

namespace schemac::emit::cpp {
namespace {

bool has_checks(const plan::Scalar& scalar) {
  return scalar.unknown_member || scalar.boolean || scalar.unknown_flag || scalar.constant_check;
}

std::string stated_at(Walk& walk, const plan::List& list, const Site& site) {
  return list.counted_by ? walk.scope.at(*list.counted_by) : site.begin;
}

// Scalars: one bounds check, then each of them if something holds for single ones.
std::string emit_scalars(Printer& out, Walk& walk, const plan::List& list,
                         const plan::Scalar& scalar, const Site& site) {
  const std::string local = walk.layout.local(site.field);
  const std::string count = local + "_size";
  const std::uint64_t bits = bit_count(scalar.dtype);
  const std::string at = stated_at(walk, list, site);
  const std::string name = walk.name_of(site.field) + site.suffix;
  const std::string path = walk.layout.field(site.field).name;
  const std::string rest = "schemac::distance(" + site.begin + ", " + site.end + ")";
  const std::string all =
      bits >= 8 ? rest + " / " + std::to_string(bits / 8) : rest + " * " + std::to_string(8 / bits);
  out.emit({{"count", count}, {"size", list.count ? walk.scope.size(*list.count) : all}},
           "const std::uint64_t $count$ = $size$;");
  if (walk.mode == Mode::check)
    emit_count_checks(out, walk, list, count, at, ", " + rest + ", " + std::to_string(bits));
  if (bits < 8) {
    out.emit({{"local", local},
              {"count", count},
              {"bits", bits},
              {"begin", site.begin},
              {"end", site.end},
              {"path", quoted(path)},
              {"cause", walk.forms.pointer(list.cause)},
              {"at", at}},
             R"cc(
               const std::uint64_t $local$_bytes = schemac::payload_size($count$, $bits$);
               if (schemac::distance($begin$, $end$) < $local$_bytes) [[unlikely]]
                 return context.fault(schemac::Part{$path$, $local$_bytes}, $cause$, frame, $begin$,
                                      $end$, $at$, $count$);
             )cc");
  } else {
    out.emit(
        {{"count", count},
         {"stride", bits / 8},
         {"begin", site.begin},
         {"end", site.end},
         {"stretch", walk.forms.stretch(name + "_list", {{path, bits / 8, FormPart::Kind::indexed}},
                                        list.cause)},
         {"at", at}},
        R"cc(
          if ($count$ > schemac::distance($begin$, $end$) / $stride$) [[unlikely]]
            return context.fault($stretch$, frame, $begin$, $end$, $at$, $count$);
        )cc");
  }
  const bool is_field = site.suffix.empty();
  if (is_field && walk.scope.uses().lists.contains(site.field))
    out.emit({{"type", list_type(walk.plan(), scalar)},
              {"local", local},
              {"begin", site.begin},
              {"count", count}},
             "const $type$ $local$($begin$, $count$);");
  if (walk.mode == Mode::check) emit_each(out, walk, list, site, count);
  if (bits < 8) return site.begin + " + " + local + "_bytes";
  return site.begin + " + " + count + (bits == 8 ? "" : " * " + std::to_string(bits / 8));
}

// What one element is: a record, a text, an alternative, ...; returns its end.
std::string emit_element(Printer& out, Walk& walk, const plan::List& list, const Site& list_site) {
  Site site = list_site;
  site.begin = "next";
  site.frame = "element";
  site.has_own_frame = true;
  site.suffix += "_element";
  site.keep = std::holds_alternative<plan::Text>(list.element.front().kind) ? "text" : "";
  if (std::holds_alternative<plan::Text>(list.element.front().kind))
    out.emit("schemac::TextAt text;");
  return emit_body(out, walk, list.element.front(), site);
}

// The duplicates among elements that don't ascend, in a second pass over them.
void emit_unique(Printer& out, Walk& walk, const plan::List& list, const Site& site,
                 const std::string& count) {
  out.emit({{"check", walk.forms.check(*list.duplicate)},
            {"first", first_view(walk, list.element.front(), site)},
            {"field", quoted(walk.layout.field(site.field).name)},
            {"begin", site.begin},
            {"count", count}},
           R"cc(
             if (!keys.holds() && context.makes($check$) &&
                 !schemac::check_unique(context, frame, $check$, $first$, $field$, {$begin$, next},
                                        $count$)) [[unlikely]]
               return nullptr;
           )cc");
}

std::string emit_elements(Printer& out, Walk& walk, const plan::List& list, const Site& site) {
  const std::string local = walk.layout.local(site.field);
  const std::string count = local + "_size";
  const bool is_check = walk.mode == Mode::check;
  const bool is_unique = is_check && list.unique && list.duplicate;
  const bool is_text = std::holds_alternative<plan::Text>(list.element.front().kind);
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  if (list.count) {
    out.emit({{"count", count}, {"size", walk.scope.size(*list.count)}},
             "const std::uint64_t $count$ = $size$;");
    if (is_check)
      emit_count_checks(out, walk, list, count, stated_at(walk, list, site),
                        ", schemac::distance(" + site.begin + ", " + site.end + "), " +
                            std::to_string(8 * list.least_element));
    if (is_check && list.cause && list.least_element > 0)
      out.emit({{"count", count},
                {"least", list.least_element},
                {"begin", site.begin},
                {"end", site.end},
                {"at", stated_at(walk, list, site)},
                {"cause", walk.forms.check(*list.cause)}},
               R"cc(
                 if ($count$ > schemac::distance($begin$, $end$) / $least$ &&
                     !context.note_cause($cause$, frame, $at$, $count$,
                                         schemac::detail::saturated_product($count$, $least$),
                                         $begin$, $end$)) [[unlikely]]
                   return nullptr;
               )cc");
  }
  const bool has_key =
      is_check && nested != nullptr && key_of(walk.plan(), nested->record).has_value();
  const auto body = [&] {
    const std::string behind = emit_element(out, walk, list, site);
    if (is_unique) out.emit({{"key", is_text ? "text.text()" : "key"}}, "keys.add($key$);");
    if (!list.count && list.element.front().least_size == 0)
      out.emit({{"behind", behind}}, "if ($behind$ == next) break;  // it would never end");
    out.emit({{"behind", behind}}, "next = $behind$;");
  };
  const auto prelude = [&] {
    if (is_unique) out.emit("schemac::Ascending keys;");
    if (has_key) out.emit("std::string_view key;");
  };
  out.emit({{"field", quoted(walk.layout.field(site.field).name)},
            {"begin", site.begin},
            {"prelude", prelude},
            {"condition", list.count ? "index < " + count : "next < " + site.end},
            {"body", body}},
           R"cc(
             const std::byte* next = $begin$;
             $prelude$;
             schemac::Frame element{&frame, $field$};
             std::uint64_t index = 0;
             for (; $condition$; ++index) {
               element.index = index;
               $body$;
             }
           )cc");
  if (!list.count && walk.scope.uses().lengths.contains(site.field))
    out.emit({{"count", count}}, "const std::uint64_t $count$ = index;");
  if (is_unique) emit_unique(out, walk, list, site, "index");
  return "next";
}

}  // namespace

void emit_count_checks(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& room) {
  const std::string facts = "{" + count + "}";
  if (list.elements_check)
    out.emit({{"count", count},
              {"room", room},
              {"check", walk.forms.check(*list.elements_check)},
              {"at", at}},
             R"cc(
               if (!context.take_elements($count$$room$)) [[unlikely]]
                 return context.refuse($check$, frame, $at$, {$count$});
             )cc");
  if (list.minimum && list.minimum_check)
    emit_check(out, walk, *list.minimum_check, count + " < " + literal(*list.minimum), "frame", at,
               facts);
  if (list.maximum && list.maximum_check)
    emit_check(out, walk, *list.maximum_check, count + " > " + literal(*list.maximum), "frame", at,
               facts);
}

void emit_each(Printer& out, Walk& walk, const plan::List& list, const Site& site,
               const std::string& count) {
  const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
  if (scalar == nullptr || (list.each.empty() && !has_checks(*scalar))) return;
  const std::uint64_t bits = bit_count(scalar->dtype);
  const auto checks = [&] {
    emit_scalar_checks(out, walk, *scalar, "element", "own", "place");
    for (const plan::EachRule& rule : list.each) {
      Spelling spelling = walk.scope.spelling();
      spelling.index = "own.index";
      spelling.is_last = "(own.index + 1 == " + count + ")";
      std::string holds = condition_of(rule.condition, spelling);
      holds = can_fail(rule.condition) ? "schemac::holds([&](bool& fits) { return " + holds + "; })"
                                       : "(" + holds + ")";
      std::string facts;
      for (const plan::Expr& fact : rule.facts) {
        std::string text = text_of(fact, spelling);
        if (can_fail(fact))
          text = "schemac::fact([&](bool& fits) { return " + text + "; })";
        else if (fact.range.min < 0)
          text = "static_cast<std::uint64_t>(" + text + ")";
        facts += (facts.empty() ? "{" : ", ") + text;
      }
      emit_check(out, walk, rule.check, "!" + holds, "own", "place",
                 facts.empty() ? "" : facts + "}");
    }
  };
  out.emit({{"field", quoted(walk.layout.field(site.field).name)},
            {"local", walk.layout.local(site.field)},
            {"type", list_type(walk.plan(), *scalar)},
            {"number", number_type(*scalar)},
            {"begin", site.begin},
            {"count", count},
            {"place", bits >= 8 ? "own.index * " + std::to_string(bits / 8)
                                : "own.index * " + std::to_string(bits) + " / 8"},
            {"checks", checks}},
           R"cc(
             const $type$ $local$_elements($begin$, $count$);
             for (schemac::Frame own{&frame, $field$, 0}; own.index < $count$; ++own.index) {
               const auto element = static_cast<$number$>($local$_elements[own.index]);
               const std::byte* const place = $begin$ + $place$;
               $checks$;
             }
           )cc");
}

std::string emit_list(Printer& out, Walk& walk, const plan::List& list, const Site& site) {
  const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
  return scalar != nullptr ? emit_scalars(out, walk, list, *scalar, site)
                           : emit_elements(out, walk, list, site);
}

}  // namespace schemac::emit::cpp
