#include "file_tree.h"

#include <nanobind/nanobind.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "direct/pieces/parts.h"
#include "direct/walk/validate.h"
#include "folder_tree.h"
#include "raise.h"
#include "stats/arrays.h"

namespace schemac::python {
namespace {

using direct::Value;

// Values that are kept of all long lists together at first, and of one of them later.
constexpr std::uint64_t most_at_first = 250'000;
constexpr std::uint64_t most_in_window = 1'000'000;

// Values in a tree.
std::uint64_t values_in(const Value& value) {
  std::uint64_t count = 1;
  if (const auto* list = std::get_if<direct::Elements>(&value.kind))
    for (const Value& each : list->values) count += values_in(each);
  if (const auto* chosen = std::get_if<direct::Chosen>(&value.kind))
    for (const Value& each : chosen->value) count += values_in(each);
  if (const auto* members = std::get_if<direct::Members>(&value.kind))
    for (const direct::Member& each : members->given) count += values_in(each.value);
  return count;
}

}  // namespace

FileTree::FileTree(std::shared_ptr<Formats> formats, std::string path, Access access,
                   const FileLimits& limits)
    : Tree(std::move(formats), std::move(path), limits) {
  auto source = Source::open(this->path(), access, Keep::file);
  if (!source) raise_system_error(source.error().message);
  source_ = *std::move(source);
  const direct::Candidate format = this->formats().choose(source_.bytes(), this->path());
  {
    const nb::gil_scoped_release unlocked;
    form_.emplace(*format.plan, *format.root, source_.bytes(), this->limits());
  }
  body_ = body_of_record(format.root->record);
  if (!has_lists_apart()) {
    decode_outline();  // a check alone would make all values, too
    return;
  }
  const Report report = [&] {
    const nb::gil_scoped_release unlocked;
    return direct::check(*form_);
  }();
  if (!report.ok()) raise_invalid_file(this->path(), report);
}

void FileTree::require_whole() const {
  if (!source_.is_mapped() || !source_.file().is_open()) return;
  struct stat now = {};
  const bool is_known = ::fstat(source_.file().number(), &now) == 0;
  if (is_known && static_cast<std::uint64_t>(now.st_size) < source_.bytes().size())
    raise_system_error(this->path() +
                       " has become shorter since it was opened; mapped=False reads such a "
                       "file into memory");
}

nb::object FileTree::violations() const {
  require_whole();
  const Report report = [&] {
    const nb::gil_scoped_release unlocked;
    return direct::validate(*form_);
  }();
  return to_python(report);
}

std::vector<std::pair<std::string, std::string>> FileTree::arrays() const {
  require_whole();
  const nb::gil_scoped_release unlocked;
  std::vector<std::pair<std::string, std::string>> arrays;
  const auto add = [&](const stats::FileArray& array) {
    if (array.has_data) arrays.emplace_back(array.name, array.path);
  };
  (void)stats::each_array(plan(), *root(), form_->bytes(), add, limits());
  return arrays;
}

// Arrays over pieces and parts of bytes are found in all values.
bool FileTree::has_lists_apart() const {
  const plan::Record& record = plan().records[root()->record];
  return form_->text() == nullptr && record.arrays.empty() && !direct::has_part_members(record);
}

FileTree::OwnValues FileTree::decode(const direct::Extent& extent) const {
  require_whole();
  direct::Decoded decoded = [&] {
    const nb::gil_scoped_release unlocked;
    return direct::decode(*form_, direct::Reading::strict, extent);
  }();
  if (!decoded.report.ok()) raise_invalid_file(this->path(), decoded.report);
  if (decoded.left_out != 0)
    raise_invalid_file(this->path(), {"", 0, Rule::resource_limit, Level::error, "",
                                      "has more than " + std::to_string(extent.values) +
                                          " values outside of its long lists; Limits(values=...) "
                                          "allows more"});
  return std::make_shared<Value>(std::move(decoded.values));
}

void FileTree::decode_outline() {
  direct::Extent extent;
  extent.values = all_limits().values;
  std::map<std::string, List, std::less<>> lists;
  std::map<std::string, std::shared_ptr<Window>, std::less<>> windows;
  std::uint64_t kept = 0;
  if (has_lists_apart()) {
    extent.counts_taken = false;
    extent.wants = [&](const plan::Field& list) {
      auto& window = windows[list.name];
      if (window == nullptr) window = std::make_shared<Window>();
      const bool is_next = window->values.size() == lists[list.name].count++;
      return is_next && kept < most_at_first;
    };
    extent.take = [&](const plan::Field& list, Value element) {
      kept += values_in(element);
      windows[list.name]->values.push_back(std::move(element));
    };
  }
  OwnValues values = decode(extent);
  for (auto& [name, list] : lists) list.window = windows[name];
  lists_ = std::move(lists);
  values_ = std::move(values);
}

ValuePointer FileTree::values() {
  if (values_ == nullptr) decode_outline();
  return values_;
}

ValuePointer FileTree::all_values() {
  if (values_ != nullptr && lists_.empty()) return values_;
  direct::Extent extent;
  extent.values = all_limits().values;
  return decode(extent);
}

const direct::Joined* FileTree::array_in(const Value& part) {
  const plan::Record& record = plan().records[root()->record];
  if (!direct::has_part_arrays(record)) return nullptr;
  if (!part_arrays_) {
    (void)values();
    part_arrays_.emplace();
    for (direct::PartArray& each : direct::part_arrays(plan(), record, *values_))
      part_arrays_->emplace(each.bytes, std::move(each.joined));
  }
  const auto found = part_arrays_->find(&part);
  return found == part_arrays_->end() ? nullptr : &found->second;
}

std::optional<std::uint64_t> FileTree::count(const std::string& list) {
  (void)values();
  const auto found = lists_.find(list);
  return found == lists_.end() ? std::nullopt : std::optional(found->second.count);
}

std::shared_ptr<const FileTree::Window> FileTree::decode_window(const std::string& list,
                                                                std::uint64_t first) const {
  const auto window = std::make_shared<Window>();
  window->first = first;
  std::uint64_t index = 0;
  std::uint64_t kept = 0;
  direct::Extent extent;
  extent.values = all_limits().values;
  extent.counts_taken = false;
  extent.wants = [&](const plan::Field& of) {
    return of.name == list && index++ >= first && kept < most_in_window;
  };
  extent.take = [&](const plan::Field&, Value element) {
    kept += values_in(element);
    window->values.push_back(std::move(element));
  };
  (void)decode(extent);
  return window;
}

ValuePointer FileTree::element(const std::string& list, std::uint64_t index) {
  (void)values();
  const auto holds = [&](const Window& window) {
    return index >= window.first && index - window.first < window.values.size();
  };
  std::shared_ptr<const Window> window = lists_.at(list).window;
  if (!holds(*window)) {
    window = decode_window(list, index);
    lists_.at(list).window = window;
  }
  if (!holds(*window)) raise_system_error(this->path() + " has changed since it was opened");
  return {window, &window->values[static_cast<std::size_t>(index - window->first)]};
}

nb::object validate(const Formats& formats, const std::string& path, const Limits& limits) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return validate_folder(formats, path);
  const auto source = Source::open(path);
  if (!source) raise_system_error(source.error().message);
  const direct::Candidate format = formats.choose(source->bytes(), path);
  const Report report = [&] {
    const nb::gil_scoped_release unlocked;
    return direct::validate({*format.plan, *format.root, source->bytes(), limits});
  }();
  return to_python(report);
}

}  // namespace schemac::python
