// What names may look like, and the words that YAML readers take for something else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/keys.h"

namespace schemac::syntax {

/// Reports what isn't a name of its kind, with a remedy; true if it is one.
bool check_name(std::string_view name, const source::SourceRange& range, bool is_quoted,
                NameKind kind, source::Diagnostics& diagnostics);

/// A part of a case's key: one member or number, or all numbers of "first..last".
struct Label {
  std::string_view first;
  std::optional<std::string_view> last;
};
/// Those of "a | 3 | 5..9", as they are spelled.
[[nodiscard]] std::vector<Label> labels_of(std::string_view key);

/// yes, no, on, off in any case: booleans for many readers of YAML.
[[nodiscard]] bool is_yaml_boolean(std::string_view text);

struct ByteEscape {
  std::string spelling;  ///< the first escape: \x89
  std::string as_list;   ///< all of the text as a list of bytes: [0x89, ABC]
};
/// Looks for \x80 to \xff in a scalar as spelt, with its double quotes.
[[nodiscard]] std::optional<ByteEscape> find_byte_escape(std::string_view spelt);

}  // namespace schemac::syntax
