// schemac gen: outputs of a backend, written only where they change, with a depfile for build
// systems.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "compile.h"
#include "emit/backends.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

/// File name to text: a schema file gives one output of each kind, named after the file, whatever
/// formats it holds.
std::map<std::string, std::string> outputs_of(const Compilation& run, const std::string& schema,
                                              const emit::Backend& backend) {
  std::map<std::string, std::string> outputs;
  for (const plan::Plan& plan : run.plans)
    for (const emit::Output& output : backend.emit(plan)) {
      const std::string name =
          fs::path(schema).stem().string() + fs::path(output.file_name).extension().string();
      std::string& text = outputs[name];
      if (!text.empty()) text += '\n';
      text += output.text;
    }
  return outputs;
}

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
    complain("no backend '" + options.language + "'");
    return not_judged;
  }
  int exit_code = fine;
  std::vector<std::string> written;
  std::set<std::string> inputs;
  for (const std::string& schema : options.schemas) {
    const Compilation run = compile(schema);
    source::print(run.diagnostics, std::cerr, has_colours(Stream::err));
    for (const auto& file : run.sources->files()) inputs.insert(file->path());
    if (!run.ok()) {
      exit_code =
          run.sources->files().empty() ? not_judged : std::max<int>(exit_code, judged_wrong);
      continue;
    }
    for (const auto& [name, text] : outputs_of(run, schema, *backend)) {
      written.push_back((fs::path(options.directory) / name).string());
      if (!write_file(written.back(), text)) return not_judged;
    }
  }
  if (exit_code == fine && !options.depfile.empty() &&
      !write_file(options.depfile, depfile_text(written, inputs)))
    return not_judged;
  return exit_code;
}

}  // namespace schemac::cli
