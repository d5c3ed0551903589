// schemac stats: what the arrays of a file hold.
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/files.h"
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
  explicit ArrayPrinter(const std::string& schema, bool is_json)
      : is_json_(is_json), has_colours_(has_colours(Stream::out)) {
    if (is_json_) {
      std::cout << R"({"schema": )" << nlohmann::ordered_json(schema).dump() << R"(, "arrays": [)";
    }
  }
  void print(const stats::FileArray& array, const Statistics& found) {
    if (is_json_) {
      std::cout << (count_ == 0 ? "\n" : ",\n") << stats::to_json(array, found).dump();
    } else {
      std::cout << (count_ == 0 ? "" : "\n") << stats::to_text(array, found, has_colours_);
    }
    std::cout.flush();
    ++count_;
  }
  void finish() const {
    if (is_json_) {
      std::cout << "\n]}\n";
    } else if (count_ == 0) {
      std::cout << "no arrays\n";
    }
  }

 private:
  bool is_json_;
  bool has_colours_;
  std::uint64_t count_ = 0;
};

// Each pass reads an array from its first byte to its last: those before `done` can go.
class Passed {
 public:
  Passed(const Input* input, Bytes bytes) : input_(input), bytes_(bytes) {}

  void reach(double done) {
    const auto to = static_cast<std::size_t>(done * static_cast<double>(bytes_.size()));
    if (input_ != nullptr && to > from_) input_->release(bytes_.subspan(from_, to - from_));
    from_ = to;
  }

 private:
  const Input* input_;
  Bytes bytes_;
  std::size_t from_ = 0;
};

// Names are those in the file, after `prefix`. `input`, if any, holds the array.
void print_array(const stats::FileArray& found, const std::string& prefix, const Input* input,
                 ArrayPrinter& printer) {
  stats::FileArray array = found;
  array.name = prefix + found.name;
  Progress progress(array.name);
  Passed passed(input, array.bytes);
  const Statistics statistics = stats::statistics_of(array, [&](unsigned pass, double done) {
    progress.show(pass, done);
    passed.reach(done);
  });
  passed.reach(1);
  progress.clear();
  printer.print(array, statistics);
}

// Statistics of the arrays of a file; whether it could be read to its end.
bool print_arrays(const direct::Candidate& format, Bytes bytes, const Input* input,
                  const std::string& file, const std::string& prefix, ArrayPrinter& printer) {
  const Report report = stats::each_array(
      *format.plan, *format.root, bytes,
      [&](const stats::FileArray& found) { print_array(found, prefix, input, printer); });
  bool is_whole = true;
  for (const Violation& violation : report.violations()) {
    if (violation.level != Level::error) continue;
    is_whole = false;
    complain(file + ": " + to_string(violation));
  }
  return is_whole;
}

int stats_of_directory(const StatsOptions& options, const KnownFormats& known) {
  const auto opened = open_directory(known, options.file);
  if (!opened) return not_judged;
  ArrayPrinter printer(direct::name_of(opened->format), options.json);
  bool is_whole = true;
  stats::each_array(opened->decoded.arrays, [&](const stats::FileArray& found) {
    print_array(found, "", nullptr, printer);
  });
  for (const direct::DirectoryFile& file : opened->decoded.files) {
    if (file.is_joined) continue;  // printed as a whole
    const direct::FileForm& form = *file.form;
    is_whole &= print_arrays({&form.plan(), &form.root()}, form.bytes(), nullptr,
                             options.file + "/" + file.name, file.name + ":", printer);
  }
  printer.finish();
  return is_whole && opened->decoded.ok() ? fine : judged_wrong;
}

}  // namespace

int stats(const StatsOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  if (is_directory(options.file)) return stats_of_directory(options, known);
  Input input;
  if (!input.open(options.file)) return not_judged;
  const auto format = known.choose(input.bytes(), options.file);
  if (!format) return not_judged;
  ArrayPrinter printer(direct::name_of(*format), options.json);
  const bool is_whole = print_arrays(*format, input.bytes(), &input, options.file, "", printer);
  printer.finish();
  return is_whole ? fine : judged_wrong;
}

}  // namespace schemac::cli
