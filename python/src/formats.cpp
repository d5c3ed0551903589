#include "formats.h"

#include <utility>

#include "raise.h"

namespace schemac::python {

Formats::Formats(const std::string& schema, std::vector<std::string> folders,
                 const std::string& own)
    : schema_(schema), known_({schema, std::move(folders)}, own, *this) {
  if (!known_.ok()) raise_complaints();
}

direct::Candidate Formats::choose(Bytes bytes, const std::string& file) const {
  const auto format = known_.choose(bytes, file);
  if (!format) raise_complaints();
  return *format;
}

direct::DirectoryCandidate Formats::choose(const DatasetFolder& folder) const {
  const auto format = known_.choose(folder);
  if (!format) raise_complaints();
  return *format;
}

direct::Candidate Formats::named() const {
  // A name that is that of a format is enough; of a file the only root.
  const auto format = known_.named("");
  if (!format) raise_complaints();
  return *format;
}

std::vector<std::string> Formats::names() const {
  std::vector<std::string> names;
  for (const direct::Candidate& candidate : known_.candidates())
    names.push_back(direct::name_of(candidate));
  return names;
}

void Formats::complain(const std::string& text) { complaints_ = text; }

void Formats::complain(const source::Diagnostics& diagnostics) {
  complaints_ = source::to_text(diagnostics);
  is_of_schema_ = true;
}

void Formats::raise_complaints() const {
  if (is_of_schema_) raise_schema_error(complaints_);
  raise_unknown_format(complaints_);
}

}  // namespace schemac::python
