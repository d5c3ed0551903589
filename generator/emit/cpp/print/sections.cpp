// Sections, and the whole file.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"

namespace schemac::emit::cpp {

void StepPrinter::print(const steps::OpenFile& step) {
  const plan::Section& file = section_of(step.section);
  out_.emit(
      {{"section", section(step.section)},
       {"checks", "{" + forms_.pointer(file.gap) + ", " + forms_.pointer(file.unclaimed) + ", " +
                      forms_.pointer(file.trailing) + ", " + forms_.pointer(file.place) + "}"}},
      "schemac::impl::FileExtents $section$(context, $checks$, frame);");
}

void StepPrinter::print(const steps::FindSections& step) {
  const std::string end = at(step.inline_end);
  const auto sections = [&] {
    for (const auto& each : step.sections) {
      const std::string follows = "schemac::impl::padded_size(context.offset_of(" + end + "), " +
                                  std::to_string(section_of(each.section).align) + ")";
      out_.emit({{"form", section_form(each.section)},
                 {"begin", each.begin ? size(*each.begin) : follows},
                 {"at", at(each.stated_at)}},
                "schemac::impl::StatedSection{&$form$, $begin$, $at$},");
    }
  };
  out_.emit({{"sections", sections}, {"end", end}},
            R"cc(
              std::array sections = {
                  $sections$;
              };
              if (!schemac::impl::find_sections(context, frame, sections, $end$)) return nullptr;
            )cc");
  for (std::size_t i = 0; i < step.sections.size(); ++i) {
    if (routine_.job != steps::Job::start)
      print_extents(step.sections[i].section, i);
    else
      out_.emit({{"section", section(step.sections[i].section)}, {"index", i}},
                "$section$_ = sections[$index$].region;");
  }
}

void StepPrinter::print_extents(std::uint32_t index, std::size_t found) {
  const plan::Section& found_section = section_of(index);
  const std::string name = section(index);
  if (!found_section.is_tracked)
    return out_.emit({{"name", name}, {"found", found}},
                     "const std::byte* $name$_end = sections[$found$].region.begin;");
  const bool waits = !symbols_.fields_in_section(index).empty();
  out_.emit({{"name", name},
             {"found", found},
             {"gap", forms_.pointer(found_section.gap)},
             {"make", waits ? " = schemac::impl::Extents::waiting(" : "("}},
            "schemac::impl::Extents $name$$make$context, "
            "context.offset_of(sections[$found$].region.begin), "
            "context.offset_of(sections[$found$].region.end), $gap$, frame);");
}

void StepPrinter::print(const steps::InSection& step) {
  const plan::Section& in = section_of(step.section);
  const std::string name = section(step.section);
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < step.section; ++i) found += section_of(i).is_whole_file ? 0u : 1u;
  const std::string begin = this->name(step.begin), limit = this->name(step.limit);
  const auto rest = [&] {
    const std::string after = at(step.content.end);
    if (in.is_tracked)
      return out_.emit(
          {{"section", name}, {"after", after}},
          "if (!$section$.begin_at(context, context.offset_of($after$))) return nullptr;");
    out_.emit({{"section", name}, {"after", after}}, "$section$_end = $after$;");
    const std::string padded =
        "context.space().data() + schemac::impl::padding_end(context, context.offset_of(" + begin +
        "), context.offset_of(" + after + "), " + std::to_string(in.pad) + ")";
    if (!in.is_followed || in.pad > 1)
      out_.emit(
          {{"gap", forms_.pointer(in.gap)},
           {"begin", after},
           {"end", in.is_followed ? padded : limit}},
          R"h(if (!schemac::impl::check_zeros(context, frame, $gap$, $begin$, $end$)) return nullptr;)h");
  };
  declare_outside(step.content);
  out_.emit({{"doc", in.doc.empty() ? "The section `" + in.name + "`." : in.doc},
             {"section", name},
             {"found", found},
             {"begin", begin},
             {"limit", limit},
             {"steps", [&] { print(step.content.steps); }},
             {"rest", rest}},
            R"cc(
              // $doc$
              const auto check_$section$ = [&](const std::byte* const $begin$, const std::byte* const $limit$) -> const std::byte* {
                $steps$;
                $rest$;
                return $limit$;
              };
              if (check_$section$(sections[$found$].region.begin, sections[$found$].region.end) == nullptr && context.stopped())
                return nullptr;
            )cc");
}

void StepPrinter::print(const steps::FinishSections& step) {
  if (step.sections.empty())
    return out_.emit(
        {{"section", section(*step.file)}, {"end", at(step.inline_end)}},
        R"cc(if (!$section$.finish(context, context.offset_of($end$))) return nullptr;)cc");
  bool is_followed = false;
  const auto finish = [&](std::uint32_t i, const std::string& argument) {
    out_.emit({{"section", section(i)}, {"argument", argument}},
              R"h(if (!$section$.finish(context$argument$)) return nullptr;)h");
  };
  for (std::size_t found = 0; found < step.sections.size(); ++found) {
    const std::uint32_t i = step.sections[found].section;
    const plan::Section& in = section_of(i);
    is_followed = is_followed || in.is_followed;
    if (!in.is_tracked) continue;
    finish(i, in.is_followed ? ", true" : "");
    if (in.is_followed && in.pad > 1)
      out_.emit({{"section", section(i)},
                 {"found", found},
                 {"gap", forms_.pointer(in.gap)},
                 {"pad", in.pad}},
                R"cc(
                  if (const std::byte* const bytes = context.space().data(); !schemac::impl::check_zeros(
                          context, frame, $gap$, bytes + $section$.used_end(),
                          bytes + schemac::impl::padding_end(context, context.offset_of(sections[$found$].region.begin),
                                                       $section$.used_end(), $pad$))) [[unlikely]]
                    return nullptr;
                )cc");
  }
  const auto filled = [&] {
    for (std::size_t found = 0; found < step.sections.size(); ++found) {
      const auto& each = step.sections[found];
      const bool is_tracked = section_of(each.section).is_tracked;
      const std::string name = section(each.section);
      out_.emit(
          {{"form", section_form(each.section)},
           {"found", found},
           {"at", each.begin ? at(each.stated_at) : "nullptr"},
           {"used", is_tracked ? name + ".used_end()" : "context.offset_of(" + name + "_end)"},
           {"extents", is_tracked ? "&" + name : "nullptr"}},
          "schemac::impl::FilledSection{&$form$, "
          "context.offset_of(sections[$found$].region.begin), "
          "$at$, $used$, $extents$},");
    }
  };
  out_.emit({{"filled", filled}},
            R"cc(
              const std::array filled = {
                  $filled$;
              };
            )cc");
  if (step.file && section_of(*step.file).is_tracked)
    finish(*step.file, is_followed ? ", filled.back().end()" : ", 0");
  out_.emit(
      {{"end", at(step.inline_end)}},
      R"h(if (!schemac::impl::check_places(context, frame, context.offset_of($end$), filled)) return nullptr;)h");
}

}  // namespace schemac::emit::cpp
