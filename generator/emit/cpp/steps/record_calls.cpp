#include "emit/cpp/steps/record_calls.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/steps/own_functions.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {
namespace {

// A text is decoded, then its message is checked as any other record.
std::string text_call(Walk& walk, const plan::Nested& nested, const std::string& frame,
                      const std::string& begin, const std::string& end, const std::string& view) {
  const std::string arguments =
      "<" + text_arguments(walk.plan(), nested) + ">(context, " + frame + ", " + begin + ", " + end;
  if (walk.mode == Mode::walk)
    return view.empty() ? end : "schemac::impl::json::walk_text" + arguments + ", " + view + ")";
  plan::Nested message = nested;
  message.json.reset();
  return "schemac::impl::json::check_text" + arguments + (view.empty() ? "" : ", " + view) +
         ", [&](const schemac::impl::Frame& text_frame, const std::byte* first, const std::byte* "
         "last) { "
         "return " +
         record_call(walk, message, "text_frame", "first", "last", view) + "; })";
}

}  // namespace

std::string outer_parameters(const Layout& layout) {
  const plan::Record& record = layout.record();
  std::string out;
  for (std::uint32_t i = 0; i < record.section_params.size(); ++i) {
    const std::string section = layout.section({true, i});
    out += ", [[maybe_unused]] " + layout.section_type(section) + "& " + section;
  }
  for (plan::ParamId i = 0; i < record.params.size(); ++i)
    out += ", [[maybe_unused]] " + layout.param_type(i) + " " + layout.param(i);
  return out;
}

bool is_kept_in_place(const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  const plan::Record& record = layout.record();
  const bool stands_alone = record.params.empty() && record.section_params.empty() &&
                            record.sections.empty() && !record.message();
  return stands_alone && nested != nullptr && field.is_looked_into && !field.presence &&
         !field.jump && !nested->json && nested->args.empty() && nested->sections.empty() &&
         has_function(field, Mode::walk) && has_function(field, Mode::check);
}

void emit_view_local(Printer& out, Walk& walk, plan::FieldId id) {
  const auto& nested = std::get<plan::Nested>(walk.layout.field(id).body.kind);
  const bool is_in_place = is_kept_in_place(walk.layout, id);
  const plan::Record& record = walk.layout.record();
  if (is_in_place && walk.mode == Mode::walk)
    return out.emit({{"View", held_view(walk.plan(), nested)},
                     {"name", walk.layout.local(id)},
                     {"member", walk.layout.member(id)}},
                    "$View$& $name$ = schemac::impl::ViewAccess::kept($member$, origin_);");
  if (is_in_place && record.is_looked_into)
    return out.emit({{"View", held_view(walk.plan(), nested)},
                     {"name", walk.layout.local(id)},
                     {"Parts", parts_name(record)},
                     {"member", walk.layout.field(id).identifier}},
                    R"cc(
                      $View$ unseen_$name$(schemac::impl::Origin{context.space()});
                      $View$& $name$ = seen != nullptr ? $Parts$::view_of_$member$(*seen) : unseen_$name$;
                    )cc");
  const bool is_shown = walk.mode == Mode::walk;
  std::string args;
  for (const plan::Expr& arg : nested.args) args += ", " + walk.scope.argument(arg);
  if (is_shown)
    for (const plan::SectionRef& section : nested.sections)
      args += ", " + section_offsets(walk.layout, section);
  const std::string origin = is_shown ? "origin_.of(" + quoted(walk.layout.field(id).name) + ")"
                                      : "schemac::impl::Origin{context.space()}";
  out.emit({{"View", held_view(walk.plan(), nested)},
            {"name", walk.layout.local(id)},
            {"origin", origin},
            {"args", args}},
           "$View$ $name$($origin$$args$);");
}

std::string record_call(Walk& walk, const plan::Nested& nested, const std::string& frame,
                        const std::string& begin, const std::string& end, const std::string& view,
                        const std::string& target, const std::string& key) {
  if (nested.json) return text_call(walk, nested, frame, begin, end, view);
  const plan::Record& record = walk.plan().records[nested.record];
  std::string args;
  if (walk.mode != Mode::walk) {
    for (const plan::SectionRef& section : nested.sections)
      args += ", " + walk.scope.section(section);
    for (const plan::Expr& arg : nested.args) args += ", " + walk.scope.argument(arg);
    const bool is_read = walk.mode == Mode::read;
    if (!is_read && key_of(walk.plan(), nested.record)) args += ", " + key;
    if (record.is_looked_into) args += view.empty() ? ", nullptr" : ", &" + view;
    const std::string made = is_read ? ", reader, " + target : "";
    return std::string("detail::") + (is_read ? "read_" : "check_") + record_name(record) +
           "(context, " + frame + made + args + ", " + begin + ", " + end + ")";
  }
  if (!view.empty())
    return "schemac::impl::ViewAccess::walk(" + view + ", context, " + frame + ", " + begin + ", " +
           end + ")";
  for (const plan::Expr& arg : nested.args) args += ", " + walk.scope.argument(arg);
  return "schemac::impl::ViewAccess::walk(" + view_name(record) +
         "(schemac::impl::Origin{context.space()}" + args + "), context, " + frame + ", " + begin +
         ", " + end + ")";
}

std::string first_view(Walk& walk, const plan::Body& element, const Site& site) {
  if (const auto* nested = std::get_if<plan::Nested>(&element.kind)) {
    std::string args;
    for (const plan::Expr& arg : nested->args) args += ", " + walk.scope.argument(arg);
    return view_name(walk.plan().records[nested->record]) +
           "(schemac::impl::Origin{context.space()}" + args + ")";
  }
  const auto* text = std::get_if<plan::Text>(&element.kind);
  const std::string tag = text == nullptr ? "" : listed_text(walk.layout, site.field, *text).tag;
  return "schemac::TextView<detail::" + tag + ">(schemac::impl::Origin{context.space()})";
}

}  // namespace schemac::emit::cpp
