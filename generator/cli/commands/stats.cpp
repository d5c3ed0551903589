// schemac stats: what the arrays of a file hold.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/commands/file_arrays.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "stats/arrays.h"
#include "stats/report.h"

namespace schemac::cli {
namespace {

// Prints each array as it is found: an array may take seconds, and a file may have many.
class ArrayPrinter {
 public:
  explicit ArrayPrinter(std::string schema, bool is_json)
      : schema_(std::move(schema)), is_json_(is_json), has_colours_(has_colours(Stream::out)) {}
  void print(const stats::FileArray& array, const Statistics& found) {
    if (is_json_) {
      begin_json();
      std::cout << (count_ == 0 ? "\n" : ",\n") << stats::to_json(array, found).dump();
    } else {
      std::cout << (count_ == 0 ? "" : "\n") << stats::to_text(array, found, has_colours_);
    }
    std::cout.flush();
    ++count_;
  }
  void finish() {
    if (is_json_) {
      begin_json();
      std::cout << "\n]}\n";
    } else if (count_ == 0) {
      std::cout << "no arrays\n";
    }
  }

 private:
  void begin_json() const {
    if (count_ != 0) return;
    std::cout << R"({"schema": )" << nlohmann::ordered_json(schema_).dump() << R"(, "arrays": [)";
  }

  std::string schema_;
  bool is_json_;
  bool has_colours_;
  std::uint64_t count_ = 0;
};

// Each pass reads an array from its first byte to its last: those before `done` can go.
class Passed {
 public:
  Passed(const FileArrays& file, Bytes bytes) : file_(file), bytes_(bytes) {}

  void reach(double done) {
    const auto to = static_cast<std::size_t>(done * static_cast<double>(bytes_.size()));
    if (to > from_) file_.release(bytes_.subspan(from_, to - from_));
    from_ = to;
  }

 private:
  const FileArrays& file_;
  Bytes bytes_;
  std::size_t from_ = 0;
};

void print_array(const stats::FileArray& array, const FileArrays& file, ArrayPrinter& printer) {
  Progress progress(array.name);
  Passed passed(file, array.bytes);
  const Statistics statistics = stats::statistics_of(array, [&](unsigned pass, double done) {
    progress.show(pass, done);
    passed.reach(done);
  });
  passed.reach(1);
  progress.clear();
  printer.print(array, statistics);
}

}  // namespace

int stats(const StatsOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  FileArrays arrays;
  if (!arrays.open(known, options.file, options.path)) return not_judged;
  ArrayPrinter printer(arrays.schema(), options.json);
  const int exit_code =
      arrays.each([&](const stats::FileArray& array) { print_array(array, arrays, printer); });
  if (exit_code != not_judged) printer.finish();
  return exit_code;
}

}  // namespace schemac::cli
