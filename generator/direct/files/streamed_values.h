// The values of a file as JSON, written while they are read: memory doesn't grow with the number of
// records in the file's lists.
#pragma once

#include <iosfwd>
#include <string>

#include "direct/files/file_form.h"
#include "direct/json/value_json.h"

namespace schemac::direct {

class StreamedValues {
 public:
  /// Reads the file once: for its report, and for what is in no list of records.
  StreamedValues(const FileForm& file, Reading reading, const Extent& extent);

  /// As `decode` says it, but for the elements of some lists.
  [[nodiscard]] const Decoded& decoded() const { return outline_; }
  /// Writes what `to_json` makes of all values, two spaces to a level; reads the file once more for
  /// each list of records.
  void write(const std::string& schema, Payloads payloads, std::ostream& out) const;

 private:
  void write_values(Payloads payloads, std::ostream& out) const;
  void write_elements(const std::string& list, Payloads payloads, std::ostream& out) const;

  const FileForm& file_;
  Reading reading_;
  Extent extent_;
  bool can_stream_;
  Decoded outline_;
  std::vector<std::string> streamed_;  // lists that have elements
};

}  // namespace schemac::direct
