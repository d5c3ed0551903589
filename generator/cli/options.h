// What the command line can say, a struct a verb. Filled by main.cpp, read by the commands.
#pragma once

#include <cstdint>
#include <string>
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
  std::string dump;  ///< "", "syntax", "model", "plan", "steps"
};

struct TestOptions {
  std::vector<std::string> schemas;
};

struct ValidateOptions {
  std::vector<std::string> files;
  Lookup lookup;
  bool json = false;
  std::uint64_t most = 10;  ///< violations of a kind
};

struct DecodeOptions {
  std::string file;
  Lookup lookup;
  bool json = false;
  bool full = false;
  bool keep_going = false;
  std::uint64_t most = usual_most;  ///< values
};

struct EncodeOptions {
  std::string values;
  Lookup lookup;
  std::string output;
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

}  // namespace schemac::cli
