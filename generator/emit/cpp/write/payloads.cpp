#include "emit/cpp/write/payloads.h"

#include <algorithm>
#include <cstddef>

#include "emit/cpp/measure/elements.h"
#include "emit/cpp/measure/given_place.h"
#include "emit/cpp/measure/held.h"
#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/write/body.h"
#include "model/overload.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/item_needs.h"
#include "plan/facts/measuring.h"
#include "plan/writing/written_facts.h"

namespace schemac::emit::cpp {
namespace {

// The payloads of a record in one section. Where these place content in other sections
// (plan::Record::places_apart), each of those has a schemac::impl::Placing beside, which passes
// over all that is placed there, in the same order as when the file was measured.
class Payloads {
 public:
  Payloads(Printer& out, const WriteScope& scope, std::string section)
      : out_(out), scope_(scope), section_(std::move(section)) {}

  // The payloads of one field: its own content, if it lies in the section, then those of the
  // records in it.
  void emit_field(plan::FieldId id) {
    const plan::Field& field = scope_.field(id);
    const bool is_placed = field.jump && variable_of(field.jump->section) == section_;
    if (!field.has_member() && !field.jump) return;
    if (!is_placed && !places_here(field.body) && !passes_over(field)) return;
    const auto steps = [&] {
      if (is_placed)
        emit_placed(id);
      else if (field.jump && passes_over(field))
        emit_own_place(out_, scope_, id);
      if (has_inner(field, field.body)) emit_inner(id, field.body, scope_.content(id));
    };
    emit_if_there(out_, scope_, id, steps);
  }

 private:
  [[nodiscard]] std::string variable_of(const plan::SectionRef& reference) const {
    return scope_.in_function().section(reference);
  }
  // The section parameters of a record that stand for the section at hand.
  std::vector<std::string> names_here(const plan::Nested& nested) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < nested.sections.size(); ++i)
      if (variable_of(nested.sections[i]) == section_)
        names.push_back(section_variable(record_of(nested).section_params[i]));
    return names;
  }
  bool places_here(const plan::Body& body) const {
    return std::ranges::any_of(plan::nested_in(body), [&](const plan::Nested* nested) {
      return !names_here(*nested).empty();
    });
  }
  const plan::Record& record_of(const plan::Nested& nested) const {
    return scope_.plan().records[nested.record];
  }

  // The other sections that a record places content in, as variables.
  std::vector<std::string> others(const plan::Nested& nested) const {
    std::vector<std::string> found;
    for (const plan::SectionRef& reference : nested.sections)
      if (std::string name = variable_of(reference); name != section_)
        found.push_back(std::move(name));
    return found;
  }
  // Whether places in other sections are to be counted for the field.
  bool passes_over(const plan::Field& field) const {
    if (!scope_.record().places_apart) return false;
    return field.jump || plan::places_content(field.body);
  }

  // A field's content at its place.
  void emit_placed(plan::FieldId id) {
    const plan::Field& field = scope_.field(id);
    if (field.jump->is_obeyed()) {
      const auto body = [&] { emit_placed_body(id); };
      return out_.emit({{"reached", reached()},
                        {"size", scope_.size_of_content(id)},
                        {"at", given_place(scope_, field.jump->target)},
                        {"body", body}},
                       R"cc(
                         {
                           const std::uint64_t $reached$ = out.position();
                           if ($size$ != 0) out.go_to($at$);
                           $body$;
                           out.go_on($reached$);
                         }
                       )cc");
    }
    const auto* raw = std::get_if<plan::Raw>(&field.body.kind);
    const bool has_bytes = raw == nullptr || !raw->free;  // a free text is made as it is put
    if (is_payload(field.body) && has_bytes)
      return out_.emit(
          {{"bytes", access(scope_.content(id), "bytes()")}, {"align", field.jump->align}},
          R"cc(out.put_aligned($bytes$, $align$);)cc");
    out_.emit({{"align", field.jump->align}}, R"cc(out.align($align$);)cc");
    emit_placed_body(id);
  }
  // Where ends what was put before content whose place is given.
  std::string reached() const { return section_ + "_reached"; }

  // A body at its place, and what it places itself: after it. A file's own record is done with its
  // placing by then, and one that places apart has a variable for it.
  void emit_placed_body(plan::FieldId id) {
    const plan::Field& field = scope_.field(id);
    const auto body = [&] { emit_body_alone(id); };
    if (!plan::places_content(field.body)) return body();
    const std::string size = scope_.size_of_content(id);
    const std::string after = "out.position() + " + size;
    const std::string end =
        field.jump->is_obeyed() ? "std::max(" + reached() + ", " + after + ")" : after;
    if (!field.jump->section.is_param || scope_.record().places_apart) {
      out_.emit({{"section", scope_.use(section_)}, {"end", end}},
                R"cc(
                  // After it, those of its own.
                  $section$ = schemac::impl::Placing($end$);
                )cc");
      return body();
    }
    out_.emit({{"section", section_}, {"end", end}, {"body", body}},
              R"cc(
                {
                  // After it, those of its own.
                  schemac::impl::Placing $section$($end$);
                  $body$;
                }
              )cc");
  }

  // The bytes of a body, which know all places of what it holds. What it has in this section is put
  // next, and counts the others once more.
  void emit_body_alone(plan::FieldId id) {
    const plan::Field& field = scope_.field(id);
    std::vector<std::string> again;
    if (scope_.record().places_apart && places_here(field.body))
      for (const plan::Nested* nested : plan::nested_in(field.body))
        for (std::string& name : others(*nested))
          if (std::ranges::find(again, name) == again.end()) again.push_back(std::move(name));
    for (const std::string& name : again)
      out_.emit({{"name", scope_.use(name)}},
                R"cc(const schemac::impl::Placing $name$_before = $name$;)cc");
    emit_body(out_, scope_, id, field.body, scope_.content(id), Granularity::field);
    for (const std::string& name : again)
      out_.emit({{"name", name}}, R"cc($name$ = $name$_before;)cc");
  }

  // Payloads of the records that a body holds. Those of content that was just put in this section
  // alone were passed over with it.
  [[nodiscard]] bool is_passed(const plan::Field& field) const {
    const bool is_put = field.jump && variable_of(field.jump->section) == section_;
    return passes_over(field) && (!is_put || places_here(field.body));
  }
  [[nodiscard]] bool has_inner(const plan::Field& field, const plan::Body& body) const {
    return places_here(body) || (is_passed(field) && plan::places_content(body));
  }
  void emit_inner(plan::FieldId id, const plan::Body& body, const std::string& x) {
    const plan::Field& field = scope_.field(id);
    if (!has_inner(field, body)) return;
    std::visit(model::Overload{
                   [](const plan::Leaf auto&) {},
                   [&](const plan::Nested& nested) { emit_record(nested, x); },
                   [&](const plan::List& list) { emit_elements(id, list, x); },
                   [&](const plan::Switch& choice) {
                     emit_if_held(
                         out_, scope_, id, choice, x,
                         [&](const plan::Body& each) { return has_inner(field, each); },
                         [&](const plan::Body& each, const std::string& held) {
                           emit_inner(id, each, held);
                         });
                   },
               },
               body.kind);
  }
  void emit_elements(plan::FieldId id, const plan::List& list, const std::string& x) {
    const std::string element = element_name(scope_.field(id), list);
    const auto loop = [&](const WriteScope& inner) {
      const auto steps = [&] {
        Payloads(out_, inner, section_).emit_inner(id, list.element.front(), element);
      };
      out_.emit({{"element", element}, {"list", x}, {"steps", steps}},
                R"cc(
                  for (const auto& $element$ : $list$) {
                    $steps$;
                  }
                )cc");
    };
    emit_split_records(out_, scope_, "put_" + section_ + "_of", id, list.element.front(), loop);
  }

  void emit_record(const plan::Nested& nested, const std::string& x) {
    const std::vector<std::string> names = names_here(nested);
    std::string placings;
    if (record_of(nested).places_apart)
      for (const std::string& other : others(nested)) placings += ", " + scope_.use(other);
    for (const std::string& name : names)
      out_.emit({{"name", name},
                 {"x", x},
                 {"arguments", scope_.arguments(nested)},
                 {"placings", placings}},
                R"cc(emit_$name$($x$$arguments$, out$placings$);)cc");
    const bool is_passed = scope_.record().places_apart && !others(nested).empty();
    if (is_passed && (names.empty() || placings.empty())) emit_place_call(out_, scope_, nested, x);
  }

  Printer& out_;
  const WriteScope& scope_;
  std::string section_;
};

// ", schemac::impl::Placing& file_section": the other sections that payloads of a record place more
// in.
std::string other_placings(const WriteScope& scope, const std::string& section) {
  std::string placings;
  if (!scope.record().places_apart) return placings;
  for (const std::string& each : scope.record().section_params)
    if (const std::string name = section_variable(each); name != section)
      placings += ", " + scope.parameter("schemac::impl::Placing&", name);
  return placings;
}

void emit_payload_steps(Printer& out, const WriteScope& scope, const std::string& section) {
  Payloads payloads(out, scope, section);
  for (const plan::FieldId id : scope.record().visit_order) payloads.emit_field(id);
}

// The numbers that records placed in a section get as parameters. A file's own record has them.
void emit_asked_numbers(Printer& out, const WriteScope& scope, const std::string& section) {
  std::vector<plan::FieldId> wanted;
  for (const plan::Field& field : scope.record().fields)
    if (field.jump && scope.in_function().section(field.jump->section) == section)
      add_arguments(scope.plan(), field, wanted);
  for (const plan::FieldId id : scope.needed(wanted))
    out.emit({{"type", scope.local_type(id)},
              {"name", scope.name_of_local(id)},
              {"x", scope.derivation(id)}},
             R"cc(const $type$ $name$ = $x$;)cc");
}

}  // namespace

void emit_file_payloads(Printer& out, const WriteScope& scope, std::uint32_t index) {
  const plan::Record& root = scope.record();
  const std::string section = section_variable(root.sections[index].name);
  if (!root.places_apart) return emit_payload_steps(out, scope, section);
  // Fields that come later go on from where the sections are now.
  const WriteScope own = scope.in_function();
  const Printer::Block steps = out.set_aside([&] { emit_payload_steps(out, own, section); }, 0);
  for (const char* name : {"value", "layout", "out", "begin"})
    if (own.uses(name)) (void)scope.use(name);
  std::vector<std::string> restored;
  for (std::uint32_t each = 0; each < root.sections.size(); ++each) {
    const std::string name = section_variable(root.sections[each].name);
    if (!root.sections[each].has_payloads || !own.uses(name)) continue;
    restored.push_back(name);
    out.emit({{"name", name},
              {"section", section},
              {"suffix", root.sections[each].has_both() ? "_payloads" : ""}},
             R"cc(
               const schemac::impl::Placing $name$_after_$section$ = $name$;
               $name$ = schemac::impl::Placing(layout.$name$$suffix$);
             )cc");
  }
  out.put(steps);
  for (const std::string& name : restored)
    out.emit({{"name", name}, {"section", section}}, R"cc($name$ = $name$_after_$section$;)cc");
}

// What the records of a field get as parameters.
void add_arguments(const plan::Plan& plan, const plan::Field& field,
                   std::vector<plan::FieldId>& wanted) {
  for (const plan::Nested* nested : plan::nested_in(field.body)) {
    if (!takes_params(plan.records[nested->record])) continue;
    for (const plan::Expr& arg : nested->args)
      for (const plan::FieldId id : fields_read(arg)) wanted.push_back(id);
  }
}

void declare_payload_writers(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const std::string params = param_types(record);
  for (const std::string& section : record.section_params) {
    std::string placings;
    for (const std::string& other : record.section_params)
      if (record.places_apart && other != section) placings += ", schemac::impl::Placing&";
    out.emit({{"name", section_variable(section)},
              {"Type", record.name},
              {"params", params},
              {"Writer", writer_type(plan)},
              {"placings", placings}},
             "inline void emit_$name$(const $Type$&$params$, $Writer$&$placings$);");
  }
}

void emit_payload_writers(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const std::string& section : record.section_params) {
    const std::string name = section_variable(section);
    const WriteScope scope(plan, record);
    const Printer::Block steps = out.set_aside([&] {
      emit_asked_numbers(out, scope, name);
      emit_payload_steps(out, scope, name);
    });
    const auto own_placing = [&] {
      if (record.places_apart && scope.uses(name))
        out.emit({{"name", name}}, R"cc(schemac::impl::Placing $name$(0);)cc");
    };
    out.blank_line();
    out.emit({{"name", name},
              {"value", scope.parameter("const " + record.name + "&", "value")},
              {"parameters", scope.parameters()},
              {"out", steps.is_empty() ? writer_type(plan) + "&" : writer_type(plan) + "& out"},
              {"placings", other_placings(scope, name)},
              {"inline", inlining(plan, record)},
              {"own_placing", own_placing},
              {"steps", [&] { out.put(steps); }}},
             R"(
               $inline$ void emit_$name$($value$$parameters$, $out$$placings$) {
                 $own_placing$;
                 $steps$;
               }
             )");
  }
}

}  // namespace schemac::emit::cpp
