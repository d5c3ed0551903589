// Arguments to calls, results to exit codes; nothing is decided here.
#include <CLI/CLI.hpp>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "cli/lost_pages.h"
#include "cli/utf8_output.h"
#include "cli/verbs.h"

namespace {

// CLI11 splits an argument such as "[1, 2]"; it doesn't where a blank is before the bracket, which
// means nothing to JSON.
std::vector<std::string> unsplit(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  for (std::string& each : arguments)
    if (each.starts_with('[') && each.ends_with(']')) each.insert(0, 1, ' ');
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace schemac::cli;
  report_lost_pages();
  const Utf8Output out(std::cout), errors(std::cerr);
  CLI::App app("schemac: " + std::string(program_meaning));
  app.set_version_flag("--version", "schemac " SCHEMAC_VERSION);
  app.require_subcommand(1);
  Options all;
  const std::string asked = argc > 1 ? argv[1] : "";
  add_verbs(app, all, asked);
  try {
    const std::vector<std::string> arguments = unsplit(argc, argv);
    std::vector<const char*> texts;
    for (const std::string& each : arguments) texts.push_back(each.c_str());
    app.parse(argc, texts.data());
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    const auto like = code == 0 ? std::nullopt : verb_like(asked);
    if (like) std::cerr << "did you mean 'schemac " << *like << "'?\n";
    return code == 0 ? fine : not_judged;
  } catch (const std::bad_alloc&) {
    std::cerr << "schemac: there is not enough memory for this\n";
    return not_judged;
  } catch (const std::exception& error) {
    std::cerr << "schemac: internal error: " << error.what() << '\n';
    return not_judged;
  }
  std::cout.flush();
  return std::cout ? all.exit_code : not_judged;
}
