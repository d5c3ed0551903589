#include "plan/facts/head_items.h"

#include <algorithm>

#include "plan/facts/item_needs.h"
#include "plan/operators.h"

namespace schemac::plan {
namespace {

bool is_in_run(const Run& run, FieldId id) {
  const auto is_it = [id](const RunPart& part) { return part.field == id; };
  return std::ranges::any_of(run.parts, is_it) || std::ranges::any_of(run.behind, is_it) ||
         (run.counted && run.counted->list == id);
}

// Whether all fields that it asks for are inline.
bool asks_inline(const Record& record, const Expr& expr) {
  const bool is_element = expr.op == Op::inside && expr.id >= the_next;
  if (traits_of(expr.op).names_field && !is_element && !is_inline(record, expr.id)) return false;
  if (expr.op == Op::inside) return true;  // what is below are fields of another record
  const std::vector<Expr>& args = expr.op == Op::param_list ? expr.args.front().args : expr.args;
  return std::ranges::all_of(args, [&](const Expr& arg) { return asks_inline(record, arg); });
}

}  // namespace

bool is_inline(const Record& record, FieldId id) {
  return std::ranges::any_of(record.items, [&](const Item& item) {
    if (const auto* run = std::get_if<Run>(&item)) return is_in_run(*run, id);
    const auto* place = std::get_if<Place>(&item);
    return place != nullptr && place->field == id && !record.fields[id].jump;
  });
}

bool is_in_head(const Record& record, const Item& item) {
  if (const auto* place = std::get_if<Place>(&item)) return !record.fields[place->field].jump;
  if (const auto* require = std::get_if<Require>(&item))
    return asks_inline(record, require->condition) &&
           (!require->at || is_inline(record, require->at->field));
  for (const Item& other : record.items) {
    if (&other == &item) return true;
    if (std::holds_alternative<FindSections>(other)) return false;
  }
  return true;
}

bool has_placing_head(const Record& record) {
  const bool has_file = std::ranges::any_of(record.sections, &Section::is_whole_file);
  const bool has_sections = std::ranges::any_of(
      record.items, [](const Item& item) { return std::holds_alternative<FindSections>(item); });
  return has_file && has_sections && std::ranges::any_of(record.items, [&](const Item& item) {
           const auto* place = std::get_if<Place>(&item);
           return place != nullptr && is_in_head(record, item) &&
                  places_content(record.fields[place->field].body);
         });
}

}  // namespace schemac::plan
