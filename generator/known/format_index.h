// What a folder of schemas says of itself, so that a file is recognised by its first bytes, and a
// format found by its name, before anything is compiled.
//
// The index lies beside the folder: the build makes one of schemac's own schemas (`schemac list
// --index`). It counts only while each schema, with all that it imports, is the text that it was
// made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile.h"
#include "schemac/core/bytes.h"

namespace schemac::known {

struct KnownSchema {
  std::string path;
  Compilation compilation;
};

class FormatIndex {
 public:
  /// That of a folder; nothing if there is none, or if it is out of date.
  [[nodiscard]] static std::optional<FormatIndex> load(const std::string& folder);

  /// Paths of the schemas among whose formats `select` chooses for a file, by its first bytes and
  /// its name: of all, if these say nothing.
  [[nodiscard]] std::vector<std::string> recognise(Bytes bytes, std::string_view file_name) const;
  /// The path of the schema that has a format of that name.
  [[nodiscard]] std::optional<std::string> find(const std::string& format) const;

 private:
  /// A root of a format.
  struct Entry {
    std::string schema;  ///< path
    std::string format;
    std::vector<std::vector<std::uint8_t>> beginnings;
    std::vector<std::string> extensions;
  };
  std::vector<Entry> entries_;
};

/// The index of schemas in a folder, as JSON.
[[nodiscard]] std::string index_of(const std::vector<KnownSchema>& schemas,
                                   const std::string& folder);

}  // namespace schemac::known
