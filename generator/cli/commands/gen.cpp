// schemac gen: outputs of a backend, written only where they change, with a depfile for build
// systems.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>

#include "cli/commands/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "compile.h"
#include "emit/backends.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

std::string escaped_for_make(const std::string& path) {
  std::string escaped;
  for (const char ch : path) {
    if (ch == ' ' || ch == '#' || ch == '\\') escaped += '\\';
    if (ch == '$') escaped += '$';
    escaped += ch;
  }
  return escaped;
}

std::string depfile_text(const std::vector<std::string>& outputs,
                         const std::set<std::string>& inputs) {
  std::string text;
  for (const std::string& output : outputs)
    text += (text.empty() ? "" : " ") + escaped_for_make(output);
  text += ':';
  for (const std::string& input : inputs) text += " \\\n  " + escaped_for_make(input);
  return text + '\n';
}

}  // namespace

int gen(const GenOptions& options) {
  const emit::Backend* backend = emit::find_backend(options.language);
  if (backend == nullptr) {
    std::string names;
    for (const emit::Backend& known : emit::backends())
      names += (names.empty() ? "" : " and ") + std::string(known.name);
    complain("no backend '" + options.language + "'; there are " + names);
    return not_judged;
  }
  int exit_code = fine;
  std::vector<std::string> made;
  std::set<std::string> inputs;
  for (const std::string& schema : options.schemas) {
    const Compilation run = compile(schema, Stage::values);
    source::print(run.diagnostics, std::cerr, has_colours(Stream::err));
    for (const auto& file : run.sources->files()) inputs.insert(file->path());
    if (!run.ok()) {
      exit_code =
          run.sources->files().empty() ? not_judged : std::max<int>(exit_code, judged_wrong);
      continue;
    }
    const std::string stem = fs::path(schema).stem().string();
    bool is_first = true;
    for (const emit::Output& output : backend->emit(run.plans, stem)) {
      const std::string path = (fs::path(options.directory) / (stem + output.suffix)).string();
      if (!write_file(path, output.text)) return not_judged;
      // The others come with the first: builds ask for that one alone.
      if (is_first) made.push_back(path);
      is_first = false;
    }
  }
  if (exit_code == fine && !options.depfile.empty() &&
      !write_file(options.depfile, depfile_text(made, inputs)))
    return not_judged;
  return exit_code;
}

}  // namespace schemac::cli
