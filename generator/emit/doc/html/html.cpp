#include "emit/doc/html/html.h"

#include "emit/doc/html/html_blocks.h"
#include "emit/doc/html/html_writer.h"
#include "emit/doc/links.h"
#include "html/asset.h"
#include "html/document.h"

namespace schemac::emit::doc {

extern const html::Asset page_css, page_js;

namespace {

class PageWriter {
 public:
  explicit PageWriter(const Page& page) : page_(page) {}

  std::string body() {
    out_.block("a", {{"class", "skip"}, {"href", "#content"}}, "To the content");
    emit_bar();
    out_.block("div", {{"class", "frame"}}, [&] {
      emit_contents();
      out_.block("main", {{"id", "content"}, {"tabindex", "-1"}}, [&] { emit_main(); });
    });
    return out_.take();
  }

 private:
  // What stays in view: the name, the search, and switches that a script brings to life.
  void emit_bar() {
    out_.block("header", {{"class", "bar"}}, [&] {
      out_.element("button",
                   {{"type", "button"},
                    {"class", "menu"},
                    {"aria-expanded", "false"},
                    {"aria-controls", "contents"},
                    {"hidden", "hidden"}},
                   "Contents");
      out_.element("a", {{"class", "name"}, {"href", "#top"}}, page_.title);
      out_.element("form", {{"role", "search"}, {"hidden", "hidden"}}, [&] {
        out_.empty("input", {{"type", "search"},
                             {"id", "search"},
                             {"placeholder", "Search  (press /)"},
                             {"aria-label", "Search types, fields, values and rules"},
                             {"role", "combobox"},
                             {"aria-expanded", "false"},
                             {"aria-controls", "results"},
                             {"aria-autocomplete", "list"},
                             {"autocomplete", "off"},
                             {"spellcheck", "false"}});
        out_.element("ul",
                     {{"id", "results"},
                      {"role", "listbox"},
                      {"aria-label", "Results"},
                      {"hidden", "hidden"}},
                     "");
      });
      out_.element("button", {{"type", "button"}, {"class", "theme"}, {"hidden", "hidden"}},
                   "Theme");
    });
  }

  void emit_contents() {
    out_.block("nav", {{"id", "contents"}, {"aria-label", "Contents"}}, [&] {
      out_.block("ol", {}, [&] {
        for (const Chapter& chapter : page_.chapters) emit_entry(chapter);
        out_.block("li", {}, [&] { out_.element("a", {{"href", to(index_id)}}, "Index"); });
      });
    });
  }
  void emit_entry(const Chapter& chapter) {
    out_.block("li", {}, [&] {
      out_.element("a", {{"href", to(chapter.id)}}, [&] {
        out_.element("span", {{"class", "n"}}, chapter.number + " ");
        emit_title(chapter);
      });
      if (chapter.chapters.empty()) return;
      out_.block("ol", {}, [&] {
        for (const Chapter& inner : chapter.chapters) emit_entry(inner);
      });
    });
  }
  void emit_title(const Chapter& chapter) {
    if (chapter.is_name)
      out_.element("code", {}, chapter.title);
    else
      out_.text(chapter.title);
  }

  void emit_main() {
    out_.block("h1", {{"id", "top"}}, page_.title);
    if (!page_.lead.empty())
      out_.block("p", {{"class", "lead"}}, [&] { emit_html(out_, page_.lead); });
    for (const Chapter& chapter : page_.chapters) emit_chapter(chapter, 2);
    emit_index();
    out_.block("footer", {}, [&] {
      out_.text("Made by schemac from ");
      out_.element("code", {}, page_.source);
      out_.text(". What it says is what reader, writer and validator do.");
    });
  }

  void emit_chapter(const Chapter& chapter, int level) {
    out_.block("section", {{"id", chapter.id}, {"aria-labelledby", "title-" + chapter.id}}, [&] {
      out_.block("h" + std::to_string(level), {{"id", "title-" + chapter.id}}, [&] {
        out_.element("span", {{"class", "n"}}, chapter.number + " ");
        emit_title(chapter);
        out_.element("a",
                     {{"class", "anchor"},
                      {"href", to(chapter.id)},
                      {"aria-label", "Link to " + chapter.title}},
                     "#");
      });
      for (const Block& block : chapter.blocks) emit_html(out_, block);
      for (const Chapter& inner : chapter.chapters) emit_chapter(inner, level + 1);
    });
  }

  // The words under a letter each; the search box looks through them.
  void emit_index() {
    out_.block("section", {{"id", std::string(index_id)}, {"aria-labelledby", "title-index"}}, [&] {
      out_.block("h2", {{"id", "title-index"}}, "Index");
      out_.block("ul", {{"class", "index"}}, [&] {
        for (const IndexEntry& entry : page_.index)
          out_.block("li", {}, [&] {
            out_.element("a", {{"href", entry.link}, {"data-about", entry.summary}},
                         [&] { out_.element("code", {}, entry.term); });
            out_.element("span", {}, " " + entry.kind);
          });
      });
    });
  }

  const Page& page_;
  HtmlWriter out_;
};

}  // namespace

std::string to_html(const Page& page) {
  html::Document document;
  document.title = page.title + ": specification";
  document.body = PageWriter(page).body();
  document.styles = {&page_css};
  document.scripts = {&page_js, &html::theme_js};
  return html::to_html(document);
}

}  // namespace schemac::emit::doc
