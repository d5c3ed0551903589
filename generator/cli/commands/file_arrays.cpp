#include "cli/commands/file_arrays.h"

#include <cstdint>
#include <utility>

#include "cli/commands/selected_parts.h"
#include "cli/terminal.h"
#include "direct/path/selected_values.h"

namespace schemac::cli {

bool FileArrays::open(const KnownFormats& known, const std::string& file, const std::string& path) {
  file_ = file;
  path_ = path;
  if (is_directory(file)) {
    directory_ = open_directory(known, file);
    if (directory_) schema_ = direct::name_of(directory_->format);
    return directory_.has_value();
  }
  if (!input_.open(file)) return false;
  const auto format = known.choose(input_.bytes(), file);
  if (!format) return false;
  schema_ = direct::name_of(*format);
  form_.emplace(*format->plan, *format->root, input_.bytes());
  auto asked = selected_parts(path, *form_, file);
  if (asked) asked_ = std::move(*asked);
  return asked.has_value();
}

int FileArrays::each(const std::function<void(const stats::FileArray&)>& tell) {
  return each_of(tell, false);
}

int FileArrays::each_with_fields(const std::function<void(const stats::FileArray&)>& tell) {
  return each_of(tell, true);
}

int FileArrays::each_of(const std::function<void(const stats::FileArray&)>& tell,
                        bool takes_fields) {
  std::uint64_t count = 0;
  const auto counted = [&](const stats::FileArray& array) {
    ++count;
    tell(array);
  };
  const bool is_whole =
      directory_ ? each_of_directory(counted) : each_of_file(*form_, asked_, "", counted);
  if (count == 0 && takes_fields && form_ && !path_.empty()) each_field(counted);
  if (count != 0 || path_.empty()) return is_whole ? fine : judged_wrong;
  if (directory_) {
    complain_of_path(path_, file_, *directory_);
  } else {
    complain(file_ + ": there is no array at '" + path_ + "'; `schemac ls` lists all");
  }
  return not_judged;
}

void FileArrays::each_field(const std::function<void(const stats::FileArray&)>& tell) {
  direct::Decoded decoded = direct::decode(*form_, direct::Reading::keep_going);
  fields_ = direct::selected_values(std::move(decoded.values), asked_);
  for (const direct::Member& field : fields_.given) {
    const direct::Content* content = direct::content_of(&field.value);
    if (content == nullptr) continue;
    stats::FileArray array;
    array.name = array.path = field.name;
    array.bytes = content->bytes;
    array.dims = {content->bytes.size()};
    if (const auto* list = std::get_if<direct::Scalars>(&field.value.kind)) {
      array.dtype = list->dtype;
      array.endian = list->endian;
      array.dims = {list->count};
    } else if (const auto* element = std::get_if<direct::Payload>(&field.value.kind)) {
      array.dtype = element->dtype;
      array.endian = element->endian;
      array.dims.clear();
    }
    tell(array);
  }
}

// Names are those in the file, after the name of a file of a directory.
bool FileArrays::each_of_file(const direct::FileForm& form, const direct::Selection& asked,
                              const std::string& name,
                              const std::function<void(const stats::FileArray&)>& tell) const {
  const std::string prefix = name.empty() ? "" : name + ':';
  const Report report =
      stats::each_array(form.plan(), form.root(), form.bytes(), [&](const stats::FileArray& found) {
        if (!asked.holds(found.path)) return;
        stats::FileArray array = found;
        array.name = prefix + found.name;
        array.path = prefix + found.path;
        tell(array);
      });
  bool is_whole = true;
  for (const Violation& violation : report.violations()) {
    if (violation.level != Level::error) continue;
    is_whole = false;
    complain((name.empty() ? file_ : file_ + '/' + name) + ": " + to_string(violation));
  }
  return is_whole;
}

bool FileArrays::each_of_directory(const std::function<void(const stats::FileArray&)>& tell) const {
  bool is_whole = true;
  stats::each_array(directory_->decoded.arrays, [&](const stats::FileArray& found) {
    if (path_in(path_, found.name)) tell(found);
  });
  for (const AskedFile& asked : files_asked_for(path_, *directory_))
    if (!asked.file->is_joined)  // told as a whole
      is_whole &= each_of_file(*asked.file->form, asked.parts, asked.file->name, tell);
  return is_whole && directory_->decoded.ok();
}

}  // namespace schemac::cli
