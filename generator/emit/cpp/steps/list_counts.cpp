#include "emit/cpp/steps/list_counts.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/steps/list_rules.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/walk.h"

namespace schemac::emit::cpp {

std::string path_of(const Walk& walk, const Site& site) {
  return site.is_element ? "" : walk.layout.field(site.field).name;
}

Above above(const Walk& walk, const plan::List& list, const Site& site) {
  const std::string name = quoted(path_of(walk, site));
  if (!site.is_element) return {"frame", name, "frame", "frame"};
  if (list.counted_by) return {site.frame, name, "frame", "frame, " + site.frame};
  return {site.frame, name, site.frame, site.frame};
}

void emit_count_checks(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& room, const std::string& frame) {
  if (list.elements_check)
    out.emit({{"count", count},
              {"room", room},
              {"check", walk.forms.check(*list.elements_check)},
              {"at", at},
              {"frame", frame},
              {"allowed", list.may_be_empty() ? ", context.empty_elements()" : ""}},
             R"cc(
               if (!context.take_elements($count$$room$)) [[unlikely]]
                 return context.refuse($check$, $frame$, $at$, {$count$$allowed$});
             )cc");
  if (walk.mode != Mode::walk) emit_count_limits(out, walk, list, count, at, frame);
}

void emit_count_limits(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& frame) {
  const std::string facts = "{" + count + "}";
  if (list.minimum && list.minimum_check)
    emit_check(out, walk, *list.minimum_check, count + " < " + literal(*list.minimum), frame, at,
               facts);
  if (list.maximum && list.maximum_check)
    emit_check(out, walk, *list.maximum_check, count + " > " + literal(*list.maximum), frame, at,
               facts);
}

void emit_each(Printer& out, Walk& walk, const plan::List& list, const Site& site,
               const std::string& count) {
  const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
  if (scalar == nullptr || (list.each.empty() && !checks_value(walk, *scalar))) return;
  const bool is_small = is_packed(scalar->dtype);
  const std::uint64_t bits = is_small ? bit_count(scalar->dtype) : 8 * stored_size(*scalar);
  const std::string tag = tag_size(*scalar) == 0 ? "" : std::to_string(tag_size(*scalar)) + " + ";
  const auto checks = [&] {
    emit_scalar_checks(out, walk, *scalar, "element", "each", "place");
    emit_each_rules(out, walk, list, site.field, walk.layout.local(site.field) + "_elements",
                    "place");
  };
  const Above up = above(walk, list, site);
  out.emit({{"frame", up.frame},
            {"field", up.name},
            {"local", walk.layout.local(site.field)},
            {"type", walked_list_type(walk.plan(), *scalar)},
            {"number", number_type(*scalar)},
            {"begin", site.begin},
            {"count", count},
            {"place", is_small ? "each.index * " + std::to_string(bits) + " / 8"
                               : tag + "each.index * " + std::to_string(bits / 8)},
            {"checks", checks}},
           R"cc(
             const $type$ $local$_elements($begin$, $count$);
             for (schemac::impl::Frame each{&$frame$, $field$, 0}; each.index < $count$; ++each.index) {
               const auto element = static_cast<$number$>($local$_elements[each.index]);
               const std::byte* const place = $begin$ + $place$;
               $checks$;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
