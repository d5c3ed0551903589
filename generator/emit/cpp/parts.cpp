#include "emit/cpp/parts.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/facts.h"
#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
namespace {

using Fields = std::vector<const plan::Field*>;

// Prints what leads to the last of some fields, and returns how that is spelled. `failure` is what
// is returned where something on the way isn't there.
std::string emit_way(Printer& out, const Fields& fields, std::string from, const std::string& call,
                     const std::string& failure) {
  std::vector<std::string> locals;
  for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
    std::string local = fields[i]->identifier + "_at";
    while (std::ranges::find(locals, local) != locals.end()) local += "_at";
    locals.push_back(local);
    out.emit({{"local", local},
              {"from", from},
              {"name", fields[i]->identifier + call},
              {"failure", failure}},
             R"cc(
               const auto& $local$ = $from$$name$;
               if (schemac::held($local$) == nullptr) return $failure$;
             )cc");
    from = "schemac::held(" + local + ")->";
  }
  return from + fields.back()->identifier + call;
}

const plan::Record& element_of(const plan::Plan& plan, const plan::Field& field) {
  const auto& list = std::get<plan::List>(field.body.kind);
  return plan.records[std::get<plan::Nested>(list.element.front().kind).record];
}

// "parts_of_data"
std::string finder_name(const plan::Record& record, const plan::StatedParts& parts) {
  return "parts_of_" + record.fields[parts.field].identifier;
}

// Prints
//
//   inline schemac::Parts parts_of_data(const FileView& whole) {
//     schemac::Parts parts;
//     const auto& head_at = whole.head();
//     if (schemac::held(head_at) == nullptr) return parts;
//     auto elements = schemac::held(head_at)->tensors();
//     for (const auto& element : elements) {
//       ...
//       parts.add(begin(), end());
//     }
//     return parts;
//   }
void emit_finder(Printer& out, const plan::Plan& plan, const plan::Record& record,
                 const plan::StatedParts& parts, bool is_view) {
  const std::string call = is_view ? "()" : "";
  const Fields list = FactPath(plan, record, parts.form.list.steps).fields;
  const plan::Record& element = element_of(plan, *list.back());
  const auto bound = [&](const model::FileExpression& path) {
    return [&, &path = path] {
      const Fields fields = FactPath(plan, element, path.steps).fields;
      const std::string found = emit_way(out, fields, "element.", call, "std::nullopt");
      const auto& index = path.steps.back().index;
      out.emit({{"found", found}, {"index", index ? ", " + std::to_string(*index) : ""}},
               "return schemac::bound_in($found$$index$);");
    };
  };
  const auto elements = [&] {
    const std::string found = emit_way(out, list, "whole.", call, "parts");
    out.emit({{"auto", is_view ? "auto" : "const auto&"}, {"found", found}},
             "$auto$ elements = $found$;");
  };
  out.blank_line();
  out.emit({{"Whole", is_view ? view_name(record) : record.name},
            {"name", finder_name(record, parts)},
            {"elements", elements},
            {"begin", bound(parts.form.begin)},
            {"end", bound(parts.form.end)}},
           R"cc(
             inline schemac::Parts $name$(const $Whole$& whole) {
               schemac::Parts parts;
               $elements$;
               for (const auto& element : elements) {
                 const auto begin = [&]() -> std::optional<std::uint64_t> {
                   $begin$;
                 };
                 const auto end = [&]() -> std::optional<std::uint64_t> {
                   $end$;
                 };
                 parts.add(begin(), end());
               }
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
  const auto check = [&](plan::CheckId id) { return "detail::" + plan.checks[id].identifier; };
  out.emit({{"name", checks_name(record, parts)},
            {"outside", check(parts.outside)},
            {"overlap", check(parts.overlap)},
            {"gap", check(parts.gap)},
            {"list", quoted(path_text(parts.form.list, model::Indices::left_out))},
            {"place", quoted(path_text(parts.form.begin, model::Indices::left_out))}},
           "const schemac::PartChecks $name${$outside$, $overlap$, $gap$, $list$, $place$};");
}

}  // namespace

bool has_parts(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records,
                             [](const plan::Record& record) { return !record.parts.empty(); });
}

void emit_part_finders(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts) emit_finder(out, plan, record, parts, true);
}
void emit_value_part_finders(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts) emit_finder(out, plan, record, parts, false);
}

void emit_part_checks(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts) {
    emit_checks(out, plan, record, parts);
    out.emit({{"View", view_name(record)},
              {"finder", finder_name(record, parts)},
              {"checks", checks_name(record, parts)},
              {"field", record.fields[parts.field].identifier}},
             R"cc(
               if (behind != nullptr && schemac::may_check_parts(context, $checks$)) {
                 $View$ view(schemac::Origin{context.space()});
                 schemac::Context own(context.space(), context.limits(), schemac::Strictness::read);
                 if (schemac::ViewAccess::walk(view, own, frame, begin, end) != nullptr) {
                   schemac::Parts parts = $finder$(view);
                   if (!schemac::check_parts(context, frame, $checks$, parts, view.$field$())) return;
                 }
               }
             )cc");
  }
}

void emit_value_part_checks(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::StatedParts& parts : record.parts) {
    emit_checks(out, plan, record, parts);
    out.emit({{"finder", finder_name(record, parts)},
              {"checks", checks_name(record, parts)},
              {"parts", record.fields[parts.field].identifier + "_parts"},
              {"field", record.fields[parts.field].identifier}},
             R"cc(
               schemac::Parts $parts$ = detail::$finder$(file);
               if (!schemac::check_parts(rejection, $checks$, $parts$, file.$field$.size())) return rejection.take();
             )cc");
  }
}

}  // namespace schemac::emit::cpp
