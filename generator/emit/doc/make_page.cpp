#include "emit/doc/make_page.h"

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/chapters/code_words.h"

namespace schemac::emit::doc {
namespace {

void number(std::vector<Chapter>& chapters, const std::string& before) {
  for (std::size_t i = 0; i < chapters.size(); ++i) {
    chapters[i].number = before + std::to_string(i + 1);
    number(chapters[i].chapters, chapters[i].number + ".");
  }
}

}  // namespace

Page make_page(const plan::Plan& plan, const model::Format& format,
               const std::vector<Example>& examples) {
  const Context context{plan, format, Links(plan)};
  const Uses uses(plan);
  const RequirementList required(context, uses);
  Page page;
  page.name = plan.format;
  page.title = plan.title.empty() ? plan.format : plan.title;
  page.lead = prose(plan.doc);
  page.source = plan.source_path;
  std::vector<Chapter> chapters = {
      overview_chapter(context),          layout_chapter(context),
      directories_chapter(context),       types_chapter(context, uses, required),
      enums_chapter(context, uses),       checks_chapter(context, required),
      examples_chapter(context, examples)};
  chapters.push_back(conventions_chapter(context, code_words(chapters)));
  chapters.push_back(references_chapter(context));
  for (Chapter& chapter : chapters)
    if (!chapter.blocks.empty() || !chapter.chapters.empty())
      page.chapters.push_back(std::move(chapter));
  number(page.chapters, "");
  page.index = make_index(context, uses);
  return page;
}

}  // namespace schemac::emit::doc
