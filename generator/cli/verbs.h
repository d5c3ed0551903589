// What the command line offers: each verb with its options and its help, from which completions and
// manual pages are made, too. A verb that is parsed calls its command.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace CLI {
class App;
}

namespace schemac::cli {

struct Options {
  GenOptions gen;
  CheckOptions check;
  TestOptions test;
  ValidateOptions validate;
  DecodeOptions decode;
  EncodeOptions encode;
  SetOptions set;
  ExplainOptions explain;
  DiffOptions diff;
  LsOptions ls;
  ExtractOptions extract;
  StatsOptions stats;
  DocOptions doc;
  ListOptions list;
  CompletionOptions completion;
  ManOptions man;
  int exit_code = fine;
};

inline constexpr std::string_view program_meaning =
    "describe a binary format once, in YAML; read, check, write and explain its files";

/// What holds for all verbs.
struct CommonHelp {
  std::string_view title;
  std::string_view text;  ///< lines
};
inline constexpr std::array<CommonHelp, 2> common_help = {{
    {"Exit status",
     "0: fine; of diff: both files mean the same\n"
     "1: the schema or the file breaks a rule; of diff: the files differ\n"
     "2: nothing can be said: wrong options, a file that can't be read or written, or that is of "
     "no known format"},
    {"Environment",
     "SCHEMAC_PATH: folders with further schemas, separated by colons\n"
     "NO_COLOR: if set, no colours"},
}};

/// Adds the verb that is asked for; all of them if it is none, so that help names them.
void add_verbs(CLI::App& app, Options& all, std::string_view asked);

/// For what is no verb: the one that is most like it.
[[nodiscard]] std::optional<std::string> verb_like(std::string_view asked);

}  // namespace schemac::cli
