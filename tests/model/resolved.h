// Schemas as text, taken as far as the model.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "model/dump.h"
#include "model/print_roles.h"
#include "model/resolve.h"
#include "syntax/parse.h"

/// A schema with what became of it.
struct Resolved {
  explicit Resolved(const std::string& text, const std::string& path = "test.yaml") {
    const auto& file = sources->add(path, text);
    const auto documents = schemac::syntax::parse(file, diagnostics);
    formats = schemac::model::resolve(documents, *sources, diagnostics);
  }

  /// The first lines of all messages: "error: ... [code]", without place.
  [[nodiscard]] std::vector<std::string> errors() const {
    std::vector<std::string> lines;
    for (const auto& each : diagnostics.all())
      lines.push_back(each.message + " [" + each.code + "]");
    return lines;
  }
  /// `schemac check --roles`, with single blanks between words.
  [[nodiscard]] std::string roles() const {
    std::ostringstream out;
    for (const auto& format : formats) schemac::model::print_roles(format, out);
    std::string result;
    for (const char c : out.str())
      if (c != ' ' || (!result.empty() && result.back() != ' ' && result.back() != '\n'))
        result += c;
    return result;
  }

  std::unique_ptr<schemac::source::Sources> sources = std::make_unique<schemac::source::Sources>();
  schemac::source::Diagnostics diagnostics;
  std::vector<schemac::model::Format> formats;
};

/// A schema whose root `File` has these fields, one a line, and what else stands beside `fields`.
inline std::string file_with(const std::string& fields, const std::string& beside = "",
                             const std::string& top = "") {
  std::string text = "schema: test\nendian: le\nroot: File\n" + top + "types:\n  File:\n";
  text += beside;
  text += "    fields:\n";
  std::istringstream lines(fields);
  for (std::string line; std::getline(lines, line);) text += "      " + line + "\n";
  return text;
}
