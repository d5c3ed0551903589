// What the compiler has to say to the writer of a schema. An error with its notes and its help is
// one group; passes report and go on, and the driver stops between stages. The collector keeps
// what was said in the order it was found; only the printer sorts.
#pragma once

#include <cstddef>
#include <deque>
#include <iosfwd>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "source/source.h"

namespace schemac::source {

enum class Severity { error, warning, note };

struct Note {
  SourceRange range;
  std::string message;
};

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;     ///< kebab-case; what tests and documents refer to
  std::string message;  ///< starts small, no full stop, names things in 'quotes'
  SourceRange range;
  std::vector<Note> notes;
  std::vector<std::string> helps;

  Diagnostic& note(SourceRange note_range, std::string text);
  Diagnostic& help(std::string text);
};

class Diagnostics {
 public:
  /// The reference stays valid: `diagnostics.error(...).note(...).help(...)`. The same at the same
  /// place is kept once. What a name that nothing has is used for at other places has one cause:
  /// these are notes of the first.
  Diagnostic& error(SourceRange range, std::string code, std::string message);
  Diagnostic& warning(SourceRange range, std::string code, std::string message);

  /// Adds what another collector holds.
  void append(const Diagnostics& other);

  [[nodiscard]] bool has_errors() const;
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const std::deque<Diagnostic>& all() const { return all_; }

 private:
  Diagnostic& add(Severity severity, SourceRange range, std::string code, std::string message);
  std::deque<Diagnostic> all_;
  std::set<std::tuple<const SourceFile*, std::uint32_t, std::uint32_t, std::string, std::string>>
      told_;
  struct Unknown {
    std::size_t first = 0;   ///< of all
    std::size_t places = 0;  ///< beside that one
  };
  std::map<std::string, Unknown> unknown_;  ///< by message
  Diagnostic repeated_;  ///< one that was reported already: what is added to it is lost
};

/// Prints every group, ordered by file and place.
void print(const Diagnostics& diagnostics, std::ostream& out, bool colour);
/// The same text, without colour, as a string (for tests).
[[nodiscard]] std::string to_text(const Diagnostics& diagnostics);

/// The candidate nearest to a misspelt name: at most 1 edit for names of up to 4 characters, 2 up
/// to 8, else 3. Swapped neighbours count as one edit; case counts less than other letters.
[[nodiscard]] std::optional<std::string> suggest(std::string_view name,
                                                 const std::vector<std::string>& candidates);

/// "did you mean 'x'?" for `.help()`, or nothing.
[[nodiscard]] std::optional<std::string> did_you_mean(std::string_view name,
                                                      const std::vector<std::string>& candidates);

/// "a, b and c".
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

}  // namespace schemac::source
