#include "emit/cpp/pieces/parts.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/pieces/member_path.h"
#include "emit/cpp/spell/view_types.h"

namespace schemac::emit::cpp {
namespace {

using model::FileStep;

// "parts_of_data"
std::string finder_name(const plan::Record& record, const plan::StatedParts& parts) {
  return "parts_of_" + record.fields[parts.field].identifier;
}

// Whether what gives the list may have none.
bool may_lack(const plan::Plan& plan, const PathToMember& list, bool is_view) {
  if (!is_view) return list.last().is_optional();
  const auto id = static_cast<plan::FieldId>(&list.last() - list.holder().fields.data());
  return has_result(plan, list.holder(), id);
}

// Prints
//
//   inline schemac::impl::Parts parts_of_data(const FileView& whole) {
//     schemac::impl::Parts parts;
//     const auto& head_at = whole.head();
//     if (schemac::impl::held(head_at) == nullptr) return parts;
//     auto elements = schemac::impl::held(head_at)->tensors();
//     for (const auto& element : elements) {
//       ...
//       parts.add(begin(), end());
//     }
//     return parts;
//   }
void emit_finder(Printer& out, const plan::Plan& plan, const plan::Record& record,
                 const plan::StatedParts& parts, bool is_view) {
  const std::string call = is_view ? "()" : "";
  const PathToMember list(plan, record, parts.form.list.steps);
  const auto bound = [&](const std::vector<FileStep>& path) {
    return [&, path] {
      const PathToMember steps(plan, list_element(plan, list.last()), path);
      const std::string found = steps.emit(out, "element.", call, "return std::nullopt");
      const auto& index = path.back().index;
      out.emit({{"found", found}, {"index", index ? ", " + std::to_string(*index) : ""}},
               "return schemac::impl::bound_in($found$$index$);");
    };
  };
  const auto elements = [&] {
    const std::string found = list.emit(out, "whole.", call, "return parts");
    const std::string reference = is_view ? "auto" : "const auto&";
    if (!may_lack(plan, list, is_view))
      return out.emit({{"auto", reference}, {"found", found}}, "$auto$ elements = $found$;");
    out.emit({{"auto", reference}, {"found", found}},
             R"cc(
               $auto$ found = $found$;
               if (!found) return parts;
               auto& elements = *found;
             )cc");
  };
  const auto& form = std::get<plan::List>(list.last().body.kind);
  const bool is_sorted = !is_view && form.order_by;
  const auto take = [&] {
    out.emit({{"begin", bound(parts.form.begin.steps)}, {"end", bound(parts.form.end.steps)}},
             R"cc(
               const auto begin = [&]() -> std::optional<std::uint64_t> {
                 $begin$;
               };
               const auto end = [&]() -> std::optional<std::uint64_t> {
                 $end$;
               };
               parts.add(begin(), end());
             )cc");
  };
  const auto take_all = [&] {
    if (!is_sorted)
      return out.emit({{"take", take}}, R"cc(
                        for (const auto& element : elements) {
                          $take$;
                        }
                      )cc");
    const plan::Record& element = list_element(plan, list.last());
    out.emit(
        {{"key", element.name + "::" + element.fields[*form.order_by].identifier}, {"take", take}},
        R"cc(
               const schemac::impl::InOrder ordered(elements, &$key$);  // as they lie in the file
               for (std::size_t i = 0; i < ordered.size(); ++i) {
                 const auto& element = ordered[i];
                 $take$;
               }
             )cc");
  };
  out.blank_line();
  out.emit({{"Whole", is_view ? view_name(record) : record.name},
            {"name", finder_name(record, parts)},
            {"elements", elements},
            {"take_all", take_all}},
           R"cc(
             inline schemac::impl::Parts $name$(const $Whole$& whole) {
               schemac::impl::Parts parts;
               $elements$;
               $take_all$;
               return parts;
             }
           )cc");
}

// "data_checks"
std::string checks_name(const plan::Record& record, const plan::StatedParts& parts) {
  return record.fields[parts.field].identifier + "_checks";
}

void emit_checks(Printer& out, const plan::Plan& plan, const plan::Record& record,
                 const plan::StatedParts& parts) {
  const auto check = [&](plan::CheckId id) { return "detail::" + plan.checks[id].constant; };
  out.emit({{"name", checks_name(record, parts)},
            {"outside", check(parts.outside)},
            {"overlap", check(parts.overlap)},
            {"gap", check(parts.gap)},
            {"list", quoted(model::path_text(parts.form.list, model::Indices::left_out))},
            {"place", quoted(model::path_text(parts.form.begin, model::Indices::left_out))}},
           "const schemac::impl::PartChecks $name${$outside$, $overlap$, $gap$, $list$, $place$};");
}

}  // namespace

void emit_part_finders(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts) emit_finder(out, plan, record, parts, true);
}
void emit_value_part_finders(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts)
    if (parts.form.member.empty()) emit_finder(out, plan, record, parts, false);
}

void emit_part_checks(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts) {
    emit_checks(out, plan, record, parts);
    out.emit({{"View", view_name(record)},
              {"finder", finder_name(record, parts)},
              {"checks", checks_name(record, parts)},
              {"field", record.fields[parts.field].identifier}},
             R"cc(
               if (schemac::impl::may_check_parts(context, $checks$)) {
                 $View$ view(schemac::impl::Origin{context.space()});
                 schemac::impl::Context own(context.space(), context.limits(), schemac::impl::Strictness::read);
                 if (schemac::impl::ViewAccess::walk(view, own, frame, begin, end) != nullptr) {
                   schemac::impl::Parts parts = $finder$(view);
                   if (!schemac::impl::check_parts(context, frame, $checks$, parts, view.$field$())) return;
                 }
               }
             )cc");
  }
}

void emit_value_part_checks(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts) {
    if (!parts.form.member.empty()) continue;  // the writer has placed them
    emit_checks(out, plan, record, parts);
    out.emit({{"finder", finder_name(record, parts)},
              {"checks", checks_name(record, parts)},
              {"parts", record.fields[parts.field].identifier + "_parts"},
              {"field", record.fields[parts.field].identifier}},
             R"cc(
               schemac::impl::Parts $parts$ = detail::$finder$(file);
               if (!schemac::impl::check_parts(rejection, $checks$, $parts$, file.$field$.size())) return false;
             )cc");
  }
}

}  // namespace schemac::emit::cpp
