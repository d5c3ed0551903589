// What a schema's documents look like to those who read them: as words, without markup.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile.h"
#include "emit/doc/document.h"

namespace emitted {

struct Documents {
  schemac::Compilation run;
  schemac::emit::doc::Page page;  ///< of the first format
  std::string html, markdown;
};

/// Fails the test if the schema doesn't compile.
[[nodiscard]] Documents documents_of(const std::string& schema);
[[nodiscard]] Documents documents_of_file(const std::string& path);

/// The words of the element with that id, without tags, white space folded; nothing if there is
/// none.
[[nodiscard]] std::optional<std::string> words_in_html(const std::string& html,
                                                       const std::string& id);
/// The same of what stands after an anchor: the line of a table, or up to the next heading of its
/// level.
[[nodiscard]] std::optional<std::string> words_in_markdown(const std::string& markdown,
                                                           const std::string& id);
/// Tags of the body as they stand, "<a href=...>", "</a>"; scripts are left out.
[[nodiscard]] std::vector<std::string> tags(const std::string& html);
/// Values of an attribute, in order.
[[nodiscard]] std::vector<std::string> attributes(const std::string& html, const std::string& name);

}  // namespace emitted
