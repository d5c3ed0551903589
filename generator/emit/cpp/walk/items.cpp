#include "emit/cpp/walk/items.h"

#include "emit/cpp/steps/list_rules.h"
#include "emit/cpp/steps/run.h"
#include "emit/cpp/steps/steps.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/field_functions.h"
#include "emit/cpp/walk/places.h"
#include "emit/cpp/wire/forms.h"
#include "plan/facts/item_needs.h"

namespace schemac::emit::cpp {
namespace {

// Sections that stand for the whole file belong to the record that made them up.
void emit_file_sections(Printer& out, Walk& walk) {
  const plan::Record& record = walk.layout.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (record.sections[i].is_whole_file)
      out.emit({{"section", walk.scope.section({false, i})},
                {"checks", file_checks(walk.forms, record.sections[i])}},
               "schemac::impl::FileExtents $section$(context, $checks$, frame);");
}

void emit_finish(Printer& out, Walk& walk) {
  if (walk.mode == Mode::walk) return;
  const plan::Record& record = walk.layout.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (record.sections[i].is_tracked)
      out.emit(
          {{"section", walk.scope.section({false, i})}, {"end", walk.scope.at(record.end)}},
          R"cc(if (!$section$.finish(context, context.offset_of($end$))) [[unlikely]] return nullptr;)cc");
}

struct EmitItem {
  Printer& out;
  Walk& walk;

  void operator()(const plan::Run& run) const { emit_run(out, walk, run); }
  void operator()(const plan::Pad& pad) const { emit_pad(out, walk, pad); }
  void operator()(const plan::Require& require) const { emit_require(out, walk, require); }
  void operator()(const plan::Place& place) const {
    if (!walk.layout.field(place.field).jump) return emit_place(out, walk, place);
    if (walk.mode == Mode::walk) return;
    out.emit({{"call", field_call(walk, place.field, "", "")}},
             R"cc(if (!$call$) [[unlikely]] return nullptr;)cc");
  }
  void operator()(const plan::CheckElements& item) const { emit_later_rules(out, walk, item); }
  void operator()(const plan::CheckDigest& item) const { emit_check_digest(out, walk, item); }
  void operator()(const plan::CheckCodec& item) const { emit_check_codec(out, walk, item); }
  // Records with sections have a check of their own form (section_checks.h).
  void operator()(const plan::FindSections&) const {}
  void operator()(const plan::InSection&) const {}
  void operator()(const plan::FinishSections&) const { emit_finish(out, walk); }
  void operator()(const plan::MessageFields&) const {}
};

}  // namespace

void emit_depth(Printer& out, const Walk& walk) {
  const plan::Record& record = walk.layout.record();
  if (!record.is_recursive || !record.depth) return;
  out.emit({{"check", walk.forms.check(*record.depth)}},
           R"cc(
             const schemac::impl::Depth depth(context);
             if (!depth.is_allowed()) [[unlikely]] return context.refuse($check$, frame, begin);
           )cc");
}

void emit_steps(Printer& out, Walk& walk) {
  const plan::Record& record = walk.layout.record();
  emit_depth(out, walk);
  if (walk.mode != Mode::walk) emit_file_sections(out, walk);
  for (const plan::Item& item : record.items) std::visit(EmitItem{out, walk}, item);
}

void emit_item(Printer& out, Walk& walk, const plan::Item& item) {
  std::visit(EmitItem{out, walk}, item);
}

std::string file_checks(Forms& forms, const plan::Section& file) {
  return "{" + forms.pointer(file.gap) + ", " + forms.pointer(file.unclaimed) + ", " +
         forms.pointer(file.trailing) + ", " + forms.pointer(file.place) + "}";
}

}  // namespace schemac::emit::cpp
