#include "emit/cpp/walk/field_content.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/bodies.h"

namespace schemac::emit::cpp {
namespace {

std::string tag_literal(model::Int128 tag) { return literal(static_cast<std::uint64_t>(tag)); }

void emit_case(Printer& out, Walk& walk, const plan::Alternative& alternative, const Site& from) {
  Site site = from;
  site.suffix += "_" + snake_case(alternative.name);
  const auto body = [&] {
    const std::string behind = emit_body(out, walk, alternative.body.front(), site);
    out.emit({{"behind", behind}}, "return $behind$;");
  };
  for (std::size_t i = 0; i + 1 < alternative.tags.size(); ++i)
    out.emit({{"tag", tag_literal(alternative.tags[i])}}, "case $tag$:");
  out.emit({{"label",
             alternative.tags.empty() ? "default" : "case " + tag_literal(alternative.tags.back())},
            {"body", body}},
           R"h(
             $label$: {
               $body$;
             }
           )h");
}

// What ends the walk at a tag without a meaning. Checks have told it at the tag; a walk of a view
// does so here, where the record has the tag.
void emit_skip(Printer& out, Walk& walk, const plan::Switch& choice, const std::string& skipped) {
  const plan::Scalar* scalar = nullptr;
  if (walk.mode == Mode::walk && choice.tag.op == plan::Op::field)
    scalar = std::get_if<plan::Scalar>(&walk.layout.field(choice.tag.id).body.kind);
  const bool is_told = scalar != nullptr && scalar->unknown_member;
  const auto note = [&] {
    out.emit({{"check", walk.forms.check(*scalar->unknown_member)},
              {"at", walk.scope.at(choice.tag.id)},
              {"tag", walk.scope.fact(choice.tag)}},
             "context.note($check$, frame, $at$, {$tag$});");
  };
  const std::string known = "detail::" + known_function(walk.plan().enums[*choice.tag_enum]) + "(" +
                            walk.scope.tag(choice) + ")";
  if (!is_told)
    return out.emit({{"known", known}, {"skipped", skipped}},
                    "if (!$known$) [[unlikely]] return $skipped$;");
  out.emit({{"known", known}, {"note", note}, {"skipped", skipped}},
           R"cc(
             if (!$known$) [[unlikely]] {
               $note$;
               return $skipped$;
             }
           )cc");
}

void emit_switch(Printer& out, Walk& walk, const plan::Switch& choice, const Site& site) {
  if (choice.is_unknown_told) emit_skip(out, walk, choice, site.skipped);
  const bool takes_all = !choice.alternatives.empty() && choice.alternatives.back().tags.empty();
  const auto cases = [&] {
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
      const plan::Alternative& alternative = choice.alternatives[i];
      Site chosen = site;
      if (walk.mode == Mode::read) chosen.target = made_alternative(walk, site.field, choice, i);
      const auto labels_and_body = [&] { emit_case(out, walk, alternative, chosen); };
      out.emit({{"case", labels_and_body}}, "$case$;");
    }
  };
  const auto refuse = [&] {
    const std::string at = choice.tag_field ? walk.scope.at(*choice.tag_field) : site.begin;
    emit_check(out, walk, choice.no_case, "true", "frame", at,
               "{" + walk.scope.fact(choice.tag) + "}");
    out.emit({{"skipped", site.skipped}}, "return $skipped$;");
  };
  if (takes_all && can_fail(choice.tag))
    out.emit({{"is_number", is_number(choice.tag, walk.scope.spelling())}, {"refuse", refuse}},
             R"cc(
               if (!$is_number$) [[unlikely]] {
                 $refuse$;
               }
             )cc");
  out.emit({{"tag", walk.scope.tag(choice)}, {"cases", cases}},
           R"cc(
             switch ($tag$) {
               $cases$;
             }
           )cc");
  if (!takes_all) refuse();
}

}  // namespace

void emit_content(Printer& out, Walk& walk, plan::FieldId id) {
  const plan::Field& field = walk.layout.field(id);
  Site site;
  site.field = id;
  site.begin = "at";
  // Texts and arrays have no frame of their own, unless they stand elsewhere.
  const bool is_simple = std::holds_alternative<plan::Text>(field.body.kind) ||
                         std::holds_alternative<plan::Array>(field.body.kind);
  site.has_own_frame = field.jump || !is_simple;
  site.frame = site.has_own_frame ? "own" : "frame";
  const bool is_element = std::holds_alternative<plan::List>(field.body.kind);
  site.is_element = is_element && plan::switch_of(field) != nullptr;
  if (field.region && walk.mode != Mode::walk && !is_element) {
    site.stated = walk.scope.size(field.region->size);
    site.stated_at = field.region->stated_by ? walk.scope.at(*field.region->stated_by) : "at";
  }
  if (const plan::Switch* choice = plan::switch_of(field)) {
    site.skipped =
        (field.jump || field.region) && !is_element ? "schemac::impl::skipped" : "nullptr";
    emit_switch(out, walk, *choice, site);
    return;
  }
  site.skipped = "schemac::impl::skipped";
  const std::string behind = emit_body(out, walk, field.body, site);
  out.emit({{"behind", behind}}, "return $behind$;");
}

void emit_elements(Printer& out, Walk& walk, plan::FieldId id) {
  Site site;
  site.field = id;
  site.begin = "at";
  site.has_own_frame = true;
  site.frame = "own";
  site.skipped = "schemac::impl::skipped";
  const std::string behind = emit_body(out, walk, walk.layout.field(id).body, site);
  out.emit({{"behind", behind}}, "return $behind$;");
}

}  // namespace schemac::emit::cpp
