// schemac extract: arrays of a file, as files of their own.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/commands/file_arrays.h"
#include "cli/known_formats.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "extract/elements.h"
#include "extract/npy.h"
#include "extract/npz.h"
#include "extract/png.h"
#include "extract/text.h"
#include "schemac/base/load.h"

namespace schemac::cli {
namespace {

constexpr const char* formats[] = {"npy", "npz", "raw", "csv", "json", "png"};

// As asked for, or as the output's name ends; empty if neither says it.
std::string format_of(const ExtractOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::string end = std::filesystem::path(options.output).extension().string();
  if (end == ".bin") return "raw";
  for (const char* format : formats)
    if (end == std::string(".") + format) return format;
  return "";
}

// Writes one array after the other to `output`.
class Extractor {
 public:
  Extractor(std::string format, Output& output)
      : format_(std::move(format)),
        output_(output),
        zip_([&](Bytes bytes) { return output.write(bytes); }) {}

  /// Returns what is wrong, or nothing.
  [[nodiscard]] std::string write(const stats::FileArray& array) {
    if (std::string lack = extract::lack_of(array); !lack.empty()) return lack;
    Progress progress(array.name);
    written_ = 0;
    const double size = static_cast<double>(std::max<std::uint64_t>(array.size(), 1));
    show_ = [&](std::size_t bytes) {
      written_ += bytes;
      progress.show(1, std::min(1.0, static_cast<double>(written_) / size));
    };
    std::string problem = write_as(array);
    progress.clear();
    return problem;
  }
  [[nodiscard]] bool finish() { return format_ != "npz" || zip_.finish(); }

 private:
  std::string write_as(const stats::FileArray& array) {
    const extract::TakeBytes take = [&](Bytes bytes) {
      show_(bytes.size());
      return output_.write(bytes);
    };
    if (format_ == "npy" || format_ == "npz") return write_npy(array);
    if (format_ == "csv") return extract::write_csv(array, take);
    if (format_ == "json") return extract::write_json(array, take);
    if (format_ == "raw") return extract::each_block(array, take);
    std::string problem = extract::no_picture(array);
    return problem.empty() ? extract::write_png(array, take) : problem;
  }

  std::string write_npy(const stats::FileArray& array) {
    const extract::NpyFile file = extract::npy_file(array);
    if (!file.remark.empty()) complain(array.name + ": " + file.remark);
    const bool is_archive = format_ == "npz";
    const extract::TakeBytes take = [&](Bytes bytes) {
      show_(bytes.size());
      return is_archive ? zip_.write(bytes) : output_.write(bytes);
    };
    if (is_archive && !zip_.begin_file(entry_name(array.name))) return "";
    if (!take(Bytes(impl::bytes_of(std::string_view(file.head)), file.head.size()))) return "";
    std::string problem = extract::each_npy_block(array, take);
    if (is_archive && problem.empty() && !output_.has_failed()) static_cast<void>(zip_.end_file());
    return problem;
  }

  // An archive has each name once. Whoever unpacks it gets no file outside of its folder.
  std::string entry_name(const std::string& name) {
    std::string safe = name;
    while (safe.starts_with('/')) safe.erase(0, 1);
    for (auto at = safe.find(".."); at != std::string::npos; at = safe.find("..", at))
      safe.replace(at, 2, "__");
    if (safe.empty()) safe = "array";
    safe = direct::printable(safe.substr(0, 60'000));
    std::string unique = safe;
    for (unsigned i = 2; !names_.insert(unique).second; ++i)
      unique = safe + "_" + std::to_string(i);
    return unique + ".npy";
  }

  std::string format_;
  Output& output_;
  extract::ZipWriter zip_;
  std::set<std::string> names_;
  std::function<void(std::size_t)> show_;
  std::uint64_t written_ = 0;
};

// Opens the file once for each path: a path may take many arrays.
class Sources {
 public:
  [[nodiscard]] int collect(const ExtractOptions& options, const KnownFormats& known) {
    std::vector<std::string> paths = options.paths;
    if (paths.empty()) paths.emplace_back();
    int exit_code = fine;
    for (const std::string& path : paths) {
      FileArrays& opened = *opened_.emplace_back(std::make_unique<FileArrays>());
      if (!opened.open(known, options.file, path)) return not_judged;
      const int code = opened.each_with_fields([&](const stats::FileArray& array) {
        if (array.has_data || !path.empty()) {
          arrays_.push_back(array);
        } else {
          complain(options.file + ": " + array.name + " has no data, so it is left out");
        }
      });
      exit_code = std::max(exit_code, code);
    }
    return exit_code;
  }
  [[nodiscard]] const std::vector<stats::FileArray>& arrays() const { return arrays_; }

 private:
  std::vector<std::unique_ptr<FileArrays>> opened_;
  std::vector<stats::FileArray> arrays_;
};

// Whether the format can hold so many.
bool has_room(const ExtractOptions& options, const std::string& format, std::size_t count) {
  if (count == 1 || (format == "npz" && count != 0)) return true;
  if (count == 0) {
    complain(options.file + ": has no arrays");
  } else {
    complain(options.file + ": these are " + std::to_string(count) + " arrays, and a " + format +
             " file holds one; name one of them, or write an .npz");
  }
  return false;
}

}  // namespace

int extract(const ExtractOptions& options) {
  const std::string format = format_of(options);
  if (format.empty()) {
    complain("'" + options.output +
             "' doesn't say what to write; end it in .npy, .npz, .bin, .csv, .json or .png, or "
             "choose with --format");
    return not_judged;
  }
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  Sources sources;
  const int exit_code = sources.collect(options, known);
  if (exit_code == not_judged) return not_judged;
  if (!has_room(options, format, sources.arrays().size())) return not_judged;
  Output output;
  if (!output.open(options.output)) return not_judged;
  Extractor extractor(format, output);
  for (const stats::FileArray& array : sources.arrays()) {
    const std::string problem = extractor.write(array);
    if (output.has_failed()) return not_judged;
    if (problem.empty()) continue;
    complain(options.file + ": " + array.name + ": " + problem);
    return judged_wrong;
  }
  return extractor.finish() && output.commit() ? exit_code : not_judged;
}

}  // namespace schemac::cli
