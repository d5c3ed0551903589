#include "emit/cpp/walk/section_checks.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/own_functions.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/bodies.h"
#include "emit/cpp/walk/field_functions.h"
#include "emit/cpp/walk/items.h"
#include "emit/cpp/walk/kept_members.h"
#include "emit/cpp/wire/forms.h"
#include "model/range_arithmetic.h"
#include "plan/facts/item_needs.h"

namespace schemac::emit::cpp {
namespace {

// Items of the head, and those after it.
struct Parts {
  std::vector<const plan::Item*> head, rest;
};

bool are_inline(const Layout& layout, const std::vector<plan::FieldId>& fields) {
  return std::all_of(fields.begin(), fields.end(),
                     [&](plan::FieldId id) { return layout.position(id).has_value(); });
}

// The head is what stands inline, and what is said of that.
Parts parts_of(const Layout& layout) {
  Parts parts;
  bool is_before_sections = true;
  for (const plan::Item& item : layout.record().items) {
    bool is_head = is_before_sections;
    if (std::holds_alternative<plan::FindSections>(item)) is_before_sections = false;
    if (const auto* place = std::get_if<plan::Place>(&item))
      is_head = !layout.field(place->field).jump;
    if (const auto* require = std::get_if<plan::Require>(&item)) {
      std::vector<plan::FieldId> fields = fields_read(require->condition);
      if (require->at) fields.push_back(require->at->field);
      is_head = are_inline(layout, fields);
    }
    (is_head ? parts.head : parts.rest).push_back(&item);
  }
  return parts;
}

// Where a section begins, as a field says; one below 0 begins with the file.
std::string stated_begin(Walk& walk, plan::FieldId id) {
  plan::Expr begin;
  begin.op = plan::Op::field;
  begin.id = id;
  if (const auto* scalar = std::get_if<plan::Scalar>(&walk.layout.field(id).body.kind))
    begin.range = model::range_of(scalar->dtype);
  return walk.scope.size(begin);
}

std::string form_of(const Walk& walk, const plan::Section& section) {
  const std::string name =
      record_name(walk.layout.record()) + "_" + snake_case(section.name) + "_section";
  return walk.forms.section(name, section);
}

// The member that keeps where a section's fields end, if it has nothing else.
std::string used_end(const std::string& section) { return section + "_end"; }

// Prints
//
//   std::array sections = {
//       schemac::impl::StatedSection{&detail::file_sizevars_section, offset_sizevars, begin + 29},
//       ...
//   };
//   if (!schemac::impl::find_sections(context, frame, sections, begin + 72)) return nullptr;
//   items_section_ = sections[0].region;
void emit_find(Printer& out, Walk& walk, const plan::FindSections& find) {
  const plan::Record& record = walk.layout.record();
  const auto each = [&](auto print) {
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < record.sections.size(); ++i)
      if (!record.sections[i].is_whole_file) print(i, found++);
  };
  const std::string end = walk.scope.at(find.inline_end);
  const auto sections = [&] {
    each([&](std::uint32_t i, std::size_t) {
      const plan::Section& section = record.sections[i];
      const std::string follows = "schemac::impl::padded_size(context.offset_of(" + end + "), " +
                                  std::to_string(section.align) + ")";
      out.emit({{"form", form_of(walk, section)},
                {"begin", section.begin ? stated_begin(walk, *section.begin) : follows},
                {"at", section.begin ? walk.scope.at(*section.begin) : "begin"}},
               "schemac::impl::StatedSection{&$form$, $begin$, $at$},");
    });
  };
  const auto members = [&] {
    each([&](std::uint32_t i, std::size_t found) {
      out.emit({{"section", walk.layout.section({false, i})}, {"index", found}},
               "$section$_ = sections[$index$].region;");
    });
  };
  out.blank_line();
  out.emit({{"sections", sections}, {"end", end}, {"members", members}},
           R"cc(
             std::array sections = {
                 $sections$;
             };
             if (!schemac::impl::find_sections(context, frame, sections, $end$)) return nullptr;
             $members$;
           )cc");
}

// The section that stands for the whole file, if there is one.
std::optional<std::uint32_t> file_section(const plan::Record& record) {
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (record.sections[i].is_whole_file) return i;
  return std::nullopt;
}

void emit_head(Printer& out, Walk& walk) {
  for (const plan::Item* item : parts_of(walk.layout).head) {
    if (const auto* find = std::get_if<plan::FindSections>(item))
      emit_find(out, walk, *find);
    else
      emit_item(out, walk, *item);
  }
  emit_members(out, walk);
  out.emit({{"end", walk.scope.at(walk.layout.record().end)}}, "return $end$;");
}

// One section: its fields, then what is left of it.
void emit_section(Printer& out, Walk& walk, const plan::InSection& item) {
  const plan::Section& section = walk.layout.record().sections[item.section];
  const std::string name = walk.layout.section({false, item.section});
  std::string begin = "begin";
  const auto places = [&] {
    for (const plan::Place& place : item.places) {
      const std::string after = "after_" + walk.layout.field(place.field).identifier;
      const plan::Field& field = walk.layout.field(place.field);
      Site site;
      site.field = place.field;
      site.begin = begin;
      const std::string behind = has_function(field, walk.mode)
                                     ? field_call(walk, place.field, begin, "end")
                                     : emit_body(out, walk, field.body, site);
      out.emit({{"after", after}, {"behind", behind}},
               R"h(
                 const std::byte* const $after$ = $behind$;
                 if ($after$ == nullptr) [[unlikely]] return nullptr;
               )h");
      begin = after;
    }
  };
  const auto rest = [&] {
    const std::string gap = walk.forms.pointer(section.gap);
    if (section.is_tracked)
      return out.emit({{"section", name}, {"begin", begin}},
                      R"h(
                        if (!$section$.begin_at(context, context.offset_of($begin$))) return nullptr;
                        return end;
                      )h");
    out.emit({{"used", used_end(name)}, {"begin", begin}}, "$used$ = $begin$;");
    const std::string padded = "context.space().data() + schemac::impl::padding_end(context, " +
                               std::string("context.offset_of(begin), context.offset_of(") + begin +
                               "), " + std::to_string(section.pad) + ")";
    if (!section.is_followed || section.pad > 1)
      out.emit(
          {{"gap", gap}, {"begin", begin}, {"end", section.is_followed ? padded : "end"}},
          R"h(if (!schemac::impl::check_zeros(context, frame, $gap$, $begin$, $end$)) return nullptr;)h");
    out.emit("return end;");
  };
  out.emit({{"doc", section.doc}, {"section", name}, {"places", places}, {"rest", rest}},
           R"cc(
             /// $doc$
             const std::byte* check_$section$() {
               const std::byte* const begin = file.$section$_.begin;
               const std::byte* const end = file.$section$_.end;
               $places$;
               $rest$;
             }
           )cc");
}

// Prints what is to be said once all that lies in sections was found:
//
//   if (!data_section.finish(context)) [[unlikely]] return nullptr;
//   const std::array filled = {
//       schemac::impl::FilledSection{&detail::file_data_section, 16, file.begin_ + 4, 40,
//       &data_section},
//   };
//   if (!schemac::impl::check_places(context, frame, head_end, filled)) [[unlikely]] return
//   nullptr;
void emit_finish_sections(Printer& out, Walk& walk) {
  const std::vector<plan::Section>& sections = walk.layout.record().sections;
  bool is_followed = false;
  const auto finish = [&](std::uint32_t i, const std::string& argument) {
    if (!sections[i].is_tracked) return;
    out.emit({{"section", walk.layout.section({false, i})}, {"argument", argument}},
             R"h(if (!$section$.finish(context$argument$)) [[unlikely]] return nullptr;)h");
  };
  const auto filled = [&] {
    for (std::uint32_t i = 0; i < sections.size(); ++i) {
      const plan::Section& section = sections[i];
      if (section.is_whole_file) continue;
      const std::string name = walk.layout.section({false, i});
      const std::string used =
          section.is_tracked ? name + ".used_end()" : "context.offset_of(" + used_end(name) + ")";
      out.emit({{"form", form_of(walk, section)},
                {"begin", "context.offset_of(file." + name + "_.begin)"},
                {"at", section.begin ? walk.scope.at(*section.begin) : "nullptr"},
                {"used", used},
                {"extents", section.is_tracked ? "&" + name : "nullptr"}},
               "schemac::impl::FilledSection{&$form$, $begin$, $at$, $used$, $extents$},");
    }
  };
  for (std::uint32_t i = 0; i < sections.size(); ++i) {
    is_followed = is_followed || sections[i].is_followed;
    if (!sections[i].is_whole_file) finish(i, sections[i].is_followed ? ", true" : "");
    if (sections[i].is_followed && sections[i].is_tracked && sections[i].pad > 1)
      out.emit({{"section", walk.layout.section({false, i})},
                {"gap", walk.forms.pointer(sections[i].gap)},
                {"pad", sections[i].pad}},
               R"cc(
            if (const std::byte* const bytes = context.space().data(); !schemac::impl::check_zeros(
                    context, frame, $gap$, bytes + $section$.used_end(),
                    bytes + schemac::impl::padding_end(context, context.offset_of(file.$section$_.begin),
                                                 $section$.used_end(), $pad$))) [[unlikely]]
              return nullptr;
          )cc");
  }
  out.emit({{"filled", filled}},
           R"cc(
             const std::array filled = {
                 $filled$;
             };
           )cc");
  for (std::uint32_t i = 0; i < sections.size(); ++i)
    if (sections[i].is_whole_file) finish(i, is_followed ? ", filled.back().end()" : ", 0");
  out.emit(
      R"h(if (!schemac::impl::check_places(context, frame, context.offset_of(head_end), filled)) [[unlikely]] return nullptr;)h");
}

// What is after the head, in the order of the plan.
void emit_rest(Printer& out, Walk& walk) {
  for (const plan::Item* item : parts_of(walk.layout).rest) {
    if (const auto* section = std::get_if<plan::InSection>(item)) {
      out.emit({{"section", walk.layout.section({false, section->section})}},
               R"cc(if (check_$section$() == nullptr && context.stopped()) return nullptr;)cc");
    } else if (std::holds_alternative<plan::FinishSections>(*item)) {
      emit_finish_sections(out, walk);
    } else {
      emit_item(out, walk, *item);
    }
  }
}

// The extents of the sections that payloads are placed in, as members; of others their ends.
void emit_extents(Printer& out, const Walk& walk) {
  const plan::Record& record = walk.layout.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i) {
    const plan::Section& section = record.sections[i];
    const std::string name = walk.layout.section({false, i});
    if (!section.is_tracked) {
      out.emit({{"end", used_end(name)}, {"name", name}},
               "const std::byte* $end$ = file.$name$_.begin;");
      continue;
    }
    if (section.is_whole_file && has_placing_head(walk.layout)) continue;  // handed over
    if (section.is_whole_file) {
      out.emit({{"name", name}, {"checks", file_checks(walk.forms, section)}},
               "schemac::impl::FileExtents $name${context, $checks$, frame};");
      continue;
    }
    const bool waits = !walk.layout.fields_in_section(i).empty();
    out.emit({{"name", name},
              {"gap", walk.forms.pointer(section.gap)},
              {"make", waits ? " = schemac::impl::Extents::waiting(" : "{"},
              {"made", waits ? ")" : "}"}},
             "schemac::impl::Extents $name$$make$context, context.offset_of(file.$name$_.begin), "
             "context.offset_of(file.$name$_.end), $gap$, frame$made$;");
  }
}

// What is placed by records in line is claimed while the head is walked. Prints
//
//   schemac::impl::FileExtents file_section(context, {...}, frame);
void emit_head_extents(Printer& out, const Walk& walk) {
  const plan::Record& record = walk.layout.record();
  const std::uint32_t index = *file_section(record);
  out.emit({{"section", walk.layout.section({false, index})},
            {"checks", file_checks(walk.forms, record.sections[index])}},
           "schemac::impl::FileExtents $section$(context, $checks$, frame);");
}

}  // namespace

bool has_placing_head(const Layout& layout) {
  if (!layout.has_sections() || !file_section(layout.record())) return false;
  const std::vector<const plan::Item*> head = parts_of(layout).head;
  return std::any_of(head.begin(), head.end(), [&](const plan::Item* item) {
    const auto* place = std::get_if<plan::Place>(item);
    return place != nullptr && plan::places_content(layout.field(place->field).body);
  });
}

std::string head_extents_parameter(const Layout& layout) {
  const std::uint32_t index = *file_section(layout.record());
  return ", schemac::impl::FileExtents& " + layout.section({false, index});
}

void emit_section_walk(Printer& out, const Layout& layout, Forms& forms) {
  Printer unread(Printer::Width::any);
  Scope scope(layout);
  Walk walk{layout, scope, forms, Mode::check};
  emit_head(unread, walk);
  const std::string view = view_name(layout.record());
  const bool places = has_placing_head(layout);
  out.blank_line();
  out.emit({{"View", view},
            {"placed", places ? head_extents_parameter(layout) : ""},
            {"body", [&] { emit_head(out, walk); }}},
           R"h(
             inline const std::byte* $View$::walk_([[maybe_unused]] schemac::impl::Context& context, [[maybe_unused]] const schemac::impl::Frame& frame, const std::byte* begin, [[maybe_unused]] const std::byte* end$placed$) { $body$; }
           )h");
  if (!places) return;
  out.blank_line();
  out.emit({{"View", view},
            {"extents", [&] { emit_head_extents(out, walk); }},
            {"section", layout.section({false, *file_section(layout.record())})}},
           R"h(
             inline const std::byte* $View$::walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
               $extents$;
               return walk_(context, frame, begin, end, $section$);
             }
           )h");
}

void emit_section_checks(Printer& out, const Layout& layout, Forms& forms) {
  const plan::Record& record = layout.record();
  Scope scope(layout, "file.");
  Walk walk{layout, scope, forms, Mode::check};
  const auto sections = [&] {
    for (const plan::Item& item : record.items)
      if (const auto* section = std::get_if<plan::InSection>(&item)) {
        out.blank_line();
        emit_section(out, walk, *section);
      }
  };
  const bool places = has_placing_head(layout);
  const auto head_extents = [&] {
    if (places) emit_head_extents(out, walk);
  };
  const auto handed_over = [&] {
    if (places)
      out.emit({{"name", walk.layout.section({false, *file_section(record)})}},
               "schemac::impl::FileExtents& $name$;");
  };
  const std::string placed =
      places ? ", " + layout.section({false, *file_section(record)}) : std::string();
  out.blank_line();
  out.emit({{"Record", record.name},
            {"View", view_name(record)},
            {"record", record_name(record)},
            {"outer", outer_parameters(layout)},
            {"handed_over", handed_over},
            {"extents", [&] { emit_extents(out, walk); }},
            {"sections", sections},
            {"rest", [&] { emit_rest(out, walk); }},
            {"head_extents", head_extents},
            {"placed", placed}},
           R"h(
             /// The check of the record $Record$, whose head was read.
             struct CheckOf$Record$ {
               schemac::impl::Context& context;
               const schemac::impl::Frame& frame;
               const $View$& file;
               const std::byte* head_end;
               $handed_over$;
               $extents$;

               $sections$;

               const std::byte* check_all() {
                 $rest$;
                 return context.space().data() + context.space().size();
               }
             };

             /// Checks the record $Record$ at `begin`; returns where it ends, or null.
             inline const std::byte* check_$record$(schemac::impl::Context& context, const schemac::impl::Frame& frame$outer$, const std::byte* begin, const std::byte* end) {
               $View$ file(schemac::impl::Origin{context.space()});
               $head_extents$;
               const std::byte* const head_end = schemac::impl::ViewAccess::walk(file, context, frame, begin, end$placed$);
               if (head_end == nullptr) return nullptr;
               return CheckOf$Record${context, frame, file, head_end$placed$}.check_all();
             }
           )h");
}

}  // namespace schemac::emit::cpp
