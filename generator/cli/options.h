// What the command line can say, a struct a verb. Filled by verbs.cpp, read by the commands.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "known/formats.h"

namespace schemac::cli {

using known::Lookup;  // `--schema` and `--schemas`

/// Exit codes: programs rely on them.
enum ExitCode : int {
  fine = 0,
  judged_wrong = 1,  ///< the schema or the file breaks a rule
  not_judged = 2,    ///< usage, I/O, not recognised
};

/// Of a file with more values than these a command shows the first ones, unless it is asked for
/// more: a value takes hundreds of bytes. 0: all.
inline constexpr std::uint64_t usual_most = 1'000'000;

struct GenOptions {
  std::vector<std::string> schemas;
  std::string directory = ".";
  std::string depfile;
  std::string language = "cpp";
};

struct CheckOptions {
  std::vector<std::string> schemas;
  bool roles = false;
  std::string dump;             ///< "", "syntax", "model", "plan", "steps"
  std::string format = "text";  ///< of errors: "text", "sarif", "github"
};

struct TestOptions {
  std::vector<std::string> schemas;
};

struct ValidateOptions {
  std::vector<std::string> files;
  Lookup lookup;
  bool is_recursive = false;    ///< into folders
  std::uint32_t jobs = 1;       ///< files at the same time; 0: as there are processors
  std::string format = "text";  ///< "text", "json", "sarif", "github"
  std::string path;             ///< only what is wrong with this part
  std::uint64_t most = 10;      ///< violations of a kind
};

struct DecodeOptions {
  std::string file;
  Lookup lookup;
  bool json = false;
  bool full = false;
  bool keep_going = false;
  std::string path;
  std::uint64_t most = usual_most;  ///< values
};

struct EncodeOptions {
  std::string values;
  Lookup lookup;
  std::string output;
};

struct SetOptions {
  std::string file;
  std::vector<std::string> replaced;  ///< paths, each with its value after it
  std::vector<std::pair<std::string, std::string>> added, renamed;
  std::vector<std::string> removed;
  Lookup lookup;
  std::string output;
  bool is_in_place = false;  ///< instead
};

inline constexpr std::uint32_t unlimited = ~std::uint32_t{0};

struct ExplainOptions {
  std::string file;
  Lookup lookup;
  bool json = false;
  std::string path;
  std::uint32_t depth = unlimited;
  bool all = false;  ///< lists are shown in full
  bool plain = false;
  std::uint64_t most = usual_most;  ///< fields
  std::string output;               ///< a page, instead of text
};

struct StatsOptions {
  std::string file;
  Lookup lookup;
  bool json = false;
  std::string path;
};

struct LsOptions {
  std::string file;
  Lookup lookup;
  bool json = false;
  std::string path;
};

struct ExtractOptions {
  std::string file;
  std::vector<std::string> paths;  ///< none: all arrays
  Lookup lookup;
  std::string output;
  std::string format;  ///< "npy", "npz", "raw", "csv", "json", "png"; empty: by the output's name
};

struct DocOptions {
  std::vector<std::string> schemas;
  std::string directory = ".";
  std::string format = "html";  ///< "html", "md"
};

struct DiffOptions {
  std::string a, b;
  Lookup lookup;
  bool json = false;
  std::uint64_t most = usual_most;  ///< values of each file
};

struct ListOptions {
  Lookup lookup;
  std::string index;  ///< the folder of which to print an index instead
};

struct CompletionOptions {
  std::string shell;  ///< "bash", "zsh", "fish"
};

struct ManOptions {
  std::string verb;       ///< empty: the page of the program
  std::string directory;  ///< where to write all pages instead
};

}  // namespace schemac::cli
