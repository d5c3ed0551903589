#include "emit/cpp/view/switch_views.h"

#include <string>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/view/content.h"
#include "emit/cpp/view/content_needs.h"
#include "emit/cpp/view/members.h"
#include "emit/cpp/wire/forms.h"

namespace schemac::emit::cpp {
namespace {

std::vector<ViewMember> captured_members(const Symbols& symbols, plan::FieldId id) {
  std::vector<ViewMember> members;
  const Spelled uses = content_needs(symbols, id);
  for (const plan::ParamId param : uses.params) members.push_back(param_member(symbols, param));
  for (const plan::FieldId field : uses.numbers) {
    const auto* scalar = std::get_if<plan::Scalar>(&symbols.field(field).body.kind);
    members.push_back(
        {scalar != nullptr ? number_type(*scalar) : "std::uint64_t", symbols.local(field), "0"});
  }
  for (const plan::FieldId field : uses.lists)
    members.push_back(
        {list_type(symbols.plan(), symbols.field(field)), symbols.local(field), "{}"});
  for (const plan::FieldId field : uses.lengths)
    members.push_back({"std::uint64_t", symbols.length_local(field), "0"});
  for (const plan::FieldId field : uses.texts)
    members.push_back({"std::string_view", symbols.local(field), "{}"});
  for (const plan::FieldId field : uses.views)
    members.push_back(
        {held_view(symbols.plan(), symbols.field(field)), symbols.local(field), "{}"});
  for (const std::string& section : uses.sections)
    members.push_back({"schemac::impl::Offsets", section, "{}"});
  for (const plan::AnchorId anchor : uses.places)
    members.push_back({"const std::byte*", symbols.anchor(anchor), "nullptr"});
  return members;
}

std::string kind_of(const plan::Alternative& alternative) { return alternative.identifier; }

std::string case_literal(model::Int128 tag) { return literal(static_cast<std::uint64_t>(tag)); }

void emit_kind(Printer& out, const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const plan::Switch& choice = *plan::switch_of(field);
  ReadScope scope(symbols, SpelledIn::content);
  const bool has_else = !choice.alternatives.empty() && choice.alternatives.back().tags.empty();
  const auto cases = [&] {
    for (const plan::Alternative& alternative : choice.alternatives) {
      if (alternative.tags.empty()) continue;
      for (std::size_t i = 0; i + 1 < alternative.tags.size(); ++i)
        out.emit({{"tag", case_literal(alternative.tags[i])}}, "case $tag$:");
      out.emit({{"tag", case_literal(alternative.tags.back())}, {"kind", kind_of(alternative)}},
               R"cc(
                 case $tag$:
                   return Kind::$kind$;
               )cc");
    }
  };
  std::string otherwise = "Kind::unknown";
  if (has_else) {
    otherwise = "Kind::" + kind_of(choice.alternatives.back());
    if (choice.is_unknown_told)
      otherwise = "detail::is_known_" + snake_case(symbols.plan().enums[*choice.tag_enum].name) +
                  "(" + scope.tag(choice) + ") ? " + otherwise + " : Kind::unknown";
  }
  if (has_else && can_fail(choice.tag))
    otherwise = is_number(choice.tag, scope.spelling()) + " ? " + otherwise + " : Kind::unknown";
  const std::string& view = choice.view;
  out.blank_line();
  out.emit({{"View", view}, {"tag", scope.tag(choice)}, {"cases", cases}, {"otherwise", otherwise}},
           R"cc(
             inline $View$::Kind $View$::kind() const {
               switch ($tag$) {
                 $cases$;
                 default:
                   return $otherwise$;
               }
             }
           )cc");
}

}  // namespace

void emit_switch_class(Printer& out, const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const plan::Switch& choice = *plan::switch_of(field);
  const auto kinds = [&] {
    for (const plan::Alternative& alternative : choice.alternatives)
      out.emit({{"kind", kind_of(alternative)}, {"doc", alternative.doc}}, "$kind$,  ///< $doc$");
    out.emit("unknown,  ///< No alternative has this tag.");
  };
  const auto accessors = [&] {
    for (const plan::Alternative& alternative : choice.alternatives)
      out.emit({{"type", alternative_type(symbols, id, alternative.body.front())},
                {"name", kind_of(alternative)}},
               "[[nodiscard]] $type$ $name$() const;");
  };
  const std::vector<ViewMember> members = captured_members(symbols, id);
  const auto data = [&] {
    for (const ViewMember& member : members) emit_member(out, member);
  };
  const bool is_element = std::holds_alternative<plan::List>(field.body.kind);
  const auto walk = [&] {
    if (is_element)
      out.emit(R"h(
        friend struct schemac::impl::ViewAccess;
        const std::byte* walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end);
      )h");
  };
  out.blank_line();
  out.emit({{"View", choice.view},
            {"field", field.name},
            {"Record", symbols.record().name},
            {"kinds", kinds},
            {"accessors", accessors},
            {"parameters", constructor_parameters(members, false)},
            {"walk", walk},
            {"data", data}},
           R"cc(
             /// `$field$` of $Record$ in place: one of several, each checked when it is asked for.
             class $View$ {
              public:
               enum class Kind : std::uint8_t {
                 $kinds$;
               };
               [[nodiscard]] Kind kind() const;
               $accessors$;

               // For other views.
               $View$() = default;
               $View$($parameters$, schemac::impl::Region region);

              private:
               $walk$;
               schemac::impl::Origin origin_;
               $data$;
               schemac::impl::Region region_;
             };
           )cc");
}

void emit_switch_bodies(Printer& out, const Symbols& symbols, Forms& forms, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const plan::Switch& choice = *plan::switch_of(field);
  const std::string& view = choice.view;
  const std::vector<ViewMember> members = captured_members(symbols, id);
  out.blank_line();
  out.emit({{"View", view},
            {"parameters", constructor_parameters(members, false)},
            {"initializers", initializers(members)}},
           R"h(
             inline $View$::$View$($parameters$, schemac::impl::Region region) : $initializers$, region_(region) {}
           )h");
  emit_kind(out, symbols, id);
  for (const plan::Alternative& alternative : choice.alternatives) {
    const auto body = [&] { emit_alternative(out, symbols, forms, id, alternative); };
    out.blank_line();
    out.emit({{"type", alternative_type(symbols, id, alternative.body.front())},
              {"View", view},
              {"name", kind_of(alternative)},
              {"text", quoted(alternative.name)},
              {"body", body}},
             R"h(
               inline $type$ $View$::$name$() const {
                 if (kind() != Kind::$name$) return schemac::impl::absent_at(origin_, $text$, region_.begin);
                 $body$;
               }
             )h");
  }
}

}  // namespace schemac::emit::cpp
