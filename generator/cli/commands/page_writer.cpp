#include "cli/commands/page_writer.h"

#include <filesystem>

#include "cli/commands/commands.h"
#include "cli/explanation_table.h"
#include "cli/files.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "pages/explain_page.h"
#include "pages/index_page.h"
#include "source/utf8.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

// Pages in the directory itself would be files that don't belong there.
bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  const fs::path outer = fs::canonical(folder, error);
  return std::mismatch(outer.begin(), outer.end(), whole.begin(), whole.end()).first == outer.end();
}

bool make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) complain("cannot make the folder '" + path.string() + "': " + error.message());
  return !error;
}

}  // namespace

bool write_page(const std::string& path, const direct::Explanation& explanation, Bytes bytes,
                pages::PageOptions page) {
  ProgressOfMany progress;
  page.progress = [&](const std::string& array, unsigned pass, double done) {
    progress.show(array, pass, done);
  };
  const std::string text = pages::explain_page(explanation, bytes, page);
  progress.clear();
  return write_file(path, text);
}

int write_pages(const ExplainOptions& options, const OpenedDirectory& opened) {
  const fs::path folder = options.output;
  if (lies_in(folder, options.file)) {
    complain(options.output + " is in the directory to be explained; its pages need another one");
    return not_judged;
  }
  if (!make_folder(folder)) return not_judged;
  pages::IndexOptions index;
  index.name = source::as_utf8(fs::weakly_canonical(options.file).filename().string());
  index.format = direct::name_of(opened.format);
  index.title = opened.format.plan->title;
  for (const direct::DirectoryFile& file : opened.decoded.files) {
    auto explanation = direct::explain(*file.form, folding_for(options));
    complain_if_cut(options, options.file + "/" + file.name, explanation);
    explanation.report = direct::report_of(opened.decoded, file.name);
    if (file.is_joined) explanation.arrays.clear();  // on the page of the directory, as a whole
    pages::PageOptions page;
    page.file_name = source::as_utf8(file.name);
    page.format = direct::name_of({&file.form->plan(), &file.form->root()});
    page.title = file.form->plan().title;
    page.has_all_elements = options.all;
    page.index = pages::index_from(file.name);
    page.index_name = index.name;
    const fs::path path = folder / pages::page_of(file.name);
    if (!make_folder(path.parent_path()) ||
        !write_page(path.string(), explanation, file.source->bytes(), std::move(page)))
      return not_judged;
  }
  const std::string text = pages::index_page(opened.decoded, index);
  return write_file((folder / "index.html").string(), text) ? fine : not_judged;
}

}  // namespace schemac::cli
