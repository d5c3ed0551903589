#include "emit/cpp/walk/places.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/own_functions.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/bodies.h"
#include "emit/cpp/walk/field_functions.h"

namespace schemac::emit::cpp {
namespace {

// "n_stats == 0 ? after_value + 5 : ": what a list without elements costs, where nothing is said of
// such a one.
std::string empty_list(Walk& walk, const plan::Field& field, const std::string& begin) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  const bool is_counted = list != nullptr && !list->head && list->count &&
                          list->count->op == plan::Op::field && !list->minimum && !is_loose(*list);
  if (!is_counted || field.presence || field.region || field.jump) return {};
  return walk.scope.number(*list->count) + " == 0 ? " + begin + " : ";
}

// Prints what expressions ask of a list of scalars that a function of its own has walked: elements
// between where it begins and where it ends. An absent one has none.
void emit_found_list(Printer& out, Walk& walk, plan::FieldId id, const std::string& begin,
                     const std::string& after) {
  const plan::Field& field = walk.layout.field(id);
  const plan::Scalar* scalar = scalar_element(field.body);
  if (scalar == nullptr || !walk.scope.uses().lists.contains(id)) return;
  const auto& list = std::get<plan::List>(field.body.kind);
  const std::string form = list.head ? ", " + head_form(list.head->form) : "";
  const std::string stated =
      list.head ? "" : ", " + counted_or(walk.scope, list, "schemac::impl::no_count");
  out.emit(
      {{"list", walk.layout.local(id)},
       {"space", list.head ? "msgpack::" : ""},
       {"type", list_type(walk.plan(), field) + form},
       {"begin", begin},
       {"after", after},
       {"stated", stated}},
      "const auto $list$ = schemac::impl::$space$list_between<$type$>($begin$, $after$$stated$);");
}

// The same of what a head says of bytes and of other lists.
void emit_found_length(Printer& out, Walk& walk, plan::FieldId id, const std::string& begin,
                       const std::string& after) {
  const plan::Body& body = walk.layout.field(id).body;
  if (!walk.scope.uses().lengths.contains(id) || scalar_element(body) != nullptr) return;
  const auto* list = std::get_if<plan::List>(&body.kind);
  const auto* raw = std::get_if<plan::Raw>(&body.kind);
  const bool has_stated = (list != nullptr && list->head) || (raw != nullptr && raw->head);
  if (!has_stated) return;
  out.emit({{"name", walk.layout.length_local(id)},
            {"form", head_form(list != nullptr ? list->head->form : raw->head->form)},
            {"begin", begin},
            {"after", after}},
           "const std::uint64_t $name$ = schemac::impl::msgpack::number_in_head<$form$>($begin$, "
           "$after$);");
}

}  // namespace

void emit_place(Printer& out, Walk& walk, const plan::Place& place) {
  const plan::Field& field = walk.layout.field(place.field);
  const std::string begin = walk.scope.at(place.begin);
  out.blank_line();
  if (walk.mode == Mode::walk && walk.layout.is_late(place.field))
    return out.emit({{"after", walk.layout.anchor(*place.end)}},
                    "const std::byte* const $after$ = end;");
  if (has_function(field, walk.mode)) {
    if (field.is_looked_into) emit_view_local(out, walk, place.field);
    if (walk.mode != Mode::walk && field.region && walk.layout.has_later_rules(place.field))
      out.emit({{"flag", walk.layout.whole_flag(place.field)}}, "bool $flag$ = true;");
    const std::string after =
        place.end ? walk.layout.anchor(*place.end) : "behind_" + walk.layout.local(place.field);
    out.emit({{"after", after},
              {"empty", empty_list(walk, field, begin)},
              {"call", field_call(walk, place.field, begin, "end")}},
             R"cc(
               const std::byte* const $after$ = $empty$$call$;
               if ($after$ == nullptr) [[unlikely]] return nullptr;
             )cc");
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (scalar != nullptr && walk.scope.uses().numbers.contains(place.field))
      out.emit({{"type", number_type(*scalar)},
                {"name", walk.layout.local(place.field)},
                {"after", after},
                {"begin", begin},
                {"load",
                 load_between(*scalar, walk.scope.at(*walk.layout.position(place.field)), after)}},
               "const $type$ $name$ = $after$ == $begin$ ? 0 : $load$;");
    if (const auto* text = std::get_if<plan::Text>(&field.body.kind);
        text != nullptr && walk.scope.uses().lengths.contains(place.field))
      out.emit({{"text", walk.layout.local(place.field)},
                {"after", after},
                {"begin", begin},
                {"form", "detail::" + walk.name_of(place.field) + "_text"},
                {"stated", text->size ? walk.scope.size(*text->size) : "0"}},
               R"cc(
                 schemac::impl::TextAt $text$;
                 if ($after$ != $begin$) (void)schemac::impl::find_text<$form$>($begin$, end, $stated$, $text$);
               )cc");
    emit_found_list(out, walk, place.field, begin, after);
    emit_found_length(out, walk, place.field, begin, after);
    return;
  }
  Site site;
  site.field = place.field;
  site.begin = begin;
  const std::string behind = emit_body(out, walk, field.body, site);
  if (place.end)
    out.emit({{"after", walk.layout.anchor(*place.end)}, {"behind", behind}},
             "const std::byte* const $after$ = $behind$;");
}

}  // namespace schemac::emit::cpp
