#include "emit/cpp/pieces/part_members.h"

#include <algorithm>
#include <functional>

#include "emit/cpp/measure/part_places.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/member_path.h"
#include "model/range_arithmetic.h"

namespace schemac::emit::cpp {
namespace {

void for_each_parts(const plan::Record& record,
                    const std::function<void(const plan::StatedParts&)>& visit) {
  for (const plan::StatedParts& parts : record.parts)
    if (!parts.form.member.empty()) visit(parts);
}

// The record that has the part: the element, or one that it holds.
const plan::Record& part_holder(const plan::Plan& plan, const plan::Record& root,
                                const plan::StatedParts& parts) {
  const PathToMember list(plan, root, parts.form.list.steps);
  const plan::Record& element = list_element(plan, list.last());
  return PathToMember(plan, element, parts.form.begin.steps).holder();
}

// The first byte and the one after the last, as an element's view says them.
std::string stated_bound(const plan::Record& holder, plan::FieldId id, const std::string& view,
                         std::uint32_t index) {
  return "schemac::impl::bound_in(" + view + "." + holder.fields[id].identifier + "()" +
         (holder.part->is_list() ? ", " + std::to_string(index) : "") + ")";
}

void emit_parts_visitor(Printer& out, const plan::Plan& plan, const plan::Record& root,
                        const plan::StatedParts& parts) {
  const PathToMember list(plan, root, parts.form.list.steps);
  const auto elements = [&] {
    const std::string found = list.emit(out, "whole.", "", "return", "auto&");
    const auto part = [&] {
      const PathToMember place(plan, list_element(plan, list.last()), parts.form.begin.steps);
      const std::string member = place.emit_holder(out, "element.", "", "continue", "auto&");
      out.emit({{"part", member + place.holder().part->identifier}}, "visit($part$, index);");
    };
    const bool is_optional = list.last().is_optional();
    if (is_optional) out.emit({{"found", found}}, "if (!$found$) return;");
    const auto& form = std::get<plan::List>(list.last().body.kind);
    if (form.order_by) {
      const plan::Record& element = list_element(plan, list.last());
      return out.emit({{"found", is_optional ? "*" + found : found},
                       {"key", element.name + "::" + element.fields[*form.order_by].identifier},
                       {"part", part}},
                      R"cc(
                        auto& list = $found$;
                        const schemac::impl::InOrder ordered(list, &$key$);  // as they are written
                        for (std::size_t i = 0; i < ordered.size(); ++i) {
                          const std::uint64_t index = ordered.given_index(i);
                          auto& element = list[ordered.given_index(i)];
                          $part$;
                        }
                      )cc");
    }
    out.emit({{"found", is_optional ? "*" + found : found}, {"part", part}},
             R"cc(
               std::uint64_t next = 0;
               for (auto& element : $found$) {
                 const std::uint64_t index = next++;
                 $part$;
               }
             )cc");
  };
  out.blank_line();
  out.emit({{"Parts", member_parts(root, root.fields[parts.field])},
            {"whole", root.fields[parts.field].name},
            {"elements", elements}},
           R"cc(
             /// What `$whole$` of a value consists of, each with the index of its element.
             template <class Whole>
             struct $Parts$ {
               Whole& whole;
               template <class Visit>
               void each(Visit&& visit) const {
                 $elements$;
               }
               [[nodiscard]] std::uint64_t size() const { return schemac::impl::size_of_parts(*this); }
             };
             template <class Whole>
             $Parts$(Whole&) -> $Parts$<Whole>;
           )cc");
}

// The accessor's own name: "part_of_data".
std::string part_accessor(const plan::Record& root, const plan::StatedParts& parts) {
  return "part_of_" + root.fields[parts.field].identifier;
}

}  // namespace

bool places_parts(const plan::Record& root) {
  return std::ranges::any_of(root.fields, &plan::Field::is_of_parts);
}

void emit_member_parts(Printer& out, const plan::Plan& plan) {
  if (!plan.uses.part_members) return;
  const auto visitors = [&] {
    for (const plan::Record& record : plan.records)
      for_each_parts(record, [&](const plan::StatedParts& parts) {
        emit_parts_visitor(out, plan, record, parts);
      });
  };
  out.blank_line();
  out.emit({{"visitors", visitors}},
           R"cc(
             namespace detail {

             $visitors$;

             }  // namespace detail
           )cc");
}

void emit_read_place(Printer& out, const plan::Record& record) {
  if (!record.part) return;
  out.emit({{"member", record.part->identifier},
            {"begin", stated_bound(record, record.part->first, "view", 0)},
            {"end", stated_bound(record, record.part->last, "view", 1)}},
           R"cc(schemac::impl::PartAccess::state(out.$member$, $begin$, $end$);)cc");
}

void emit_read_parts(Printer& out, const plan::Record& root) {
  for_each_parts(root, [&](const plan::StatedParts& parts) {
    const plan::Field& whole = root.fields[parts.field];
    const std::string bytes = "all_of_" + whole.identifier;
    out.emit({{"bytes", bytes}, {"name", whole.identifier}, {"Parts", member_parts(root, whole)}},
             R"cc(
               schemac::Blob $bytes$;
               if (!reader.read(view.$name$(), $bytes$)) return false;
               detail::$Parts${out}.each([&](schemac::PlacedBlob& part, std::uint64_t) { schemac::impl::PartAccess::take(part, $bytes$); });
             )cc");
  });
}

void emit_place_parts(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  for_each_parts(root, [&](const plan::StatedParts& parts) {
    const plan::Record& holder = part_holder(plan, root, parts);
    const auto most = [&](plan::FieldId field) {
      return literal(model::range_of(place_number(holder.fields[field]).dtype).max);
    };
    const auto path = [](const model::FileExpression& place) {
      return quoted(model::path_text(place, model::Indices::left_out));
    };
    const std::string fields = root.fields[parts.field].identifier + "_places";
    out.emit({{"fields", fields},
              {"Parts", member_parts(root, root.fields[parts.field])},
              {"list", path(parts.form.list)},
              {"begin", path(parts.form.begin)},
              {"end", path(parts.form.end)},
              {"most_begin", most(holder.part->first)},
              {"most_end", most(holder.part->last)}},
             R"cc(
               constexpr schemac::impl::PlaceFields $fields${$list$, $begin$, $end$, $most_begin$, $most_end$};
               if (!schemac::impl::place_parts(detail::$Parts${file}, rejection, $fields$)) return false;
             )cc");
  });
}

void emit_part_declarations(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  for_each_parts(root, [&](const plan::StatedParts& parts) {
    out.emit({{"whole", root.fields[parts.field].name},
              {"View", view_name(part_holder(plan, root, parts))},
              {"name", part_accessor(root, parts)}},
             R"cc(
               /// The bytes of `$whole$` that an element says are its own.
               [[nodiscard]] schemac::Result<schemac::Bytes> $name$(const $View$& element) const;
             )cc");
  });
}

void emit_part_accessors(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records)
    for_each_parts(record, [&](const plan::StatedParts& parts) {
      const plan::Record& holder = part_holder(plan, record, parts);
      out.blank_line();
      out.emit({{"Whole", view_name(record)},
                {"View", view_name(holder)},
                {"name", part_accessor(record, parts)},
                {"check", plan.checks[parts.outside].constant},
                {"whole", record.fields[parts.field].identifier},
                {"begin", stated_bound(holder, holder.part->first, "element", 0)},
                {"end", stated_bound(holder, holder.part->last, "element", 1)}},
               R"cc(
                 inline schemac::Result<schemac::Bytes> $Whole$::$name$(const $View$& element) const {
                   return schemac::impl::part_in(origin_, detail::$check$, this->$whole$(), $begin$, $end$);
                 }
               )cc");
    });
}

}  // namespace schemac::emit::cpp
