#include "source/diagnostics.h"

#include <algorithm>
#include <ostream>
#include <sstream>
#include <utility>

#include "source/text_width.h"
#include "source/utf8.h"

namespace schemac::source {
namespace {

struct Style {
  bool colour = false;

  [[nodiscard]] const char* bold() const { return colour ? "\x1b[1m" : ""; }
  [[nodiscard]] const char* faint() const { return colour ? "\x1b[2m" : ""; }
  [[nodiscard]] const char* caret() const { return colour ? "\x1b[32m" : ""; }
  [[nodiscard]] const char* end() const { return colour ? "\x1b[0m" : ""; }
  [[nodiscard]] const char* of(Severity severity) const {
    if (!colour) return "";
    switch (severity) {
      case Severity::error:
        return "\x1b[1;31m";
      case Severity::warning:
        return "\x1b[1;35m";
      case Severity::note:
        return "\x1b[1;36m";
    }
    return "";
  }
};

const char* to_text(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "";
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Whether a terminal obeys a character instead of showing it: control characters (but tabs), those
// that turn the direction of writing, and bytes that are no character.
bool is_obeyed(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return (first < 0x20U && first != '\t') || first >= 0x7FU;
  if (character.size() == 2) return character >= "\xc2\x80" && character <= "\xc2\x9f";
  return (character >= "\xe2\x80\xaa" && character <= "\xe2\x80\xae") ||
         (character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9");
}

// A line's text made safe for a terminal: what it would obey becomes '?'.
std::string printable(std::string_view line) {
  std::string result;
  while (!line.empty()) {
    const std::string_view character = first_character(line);
    result += is_obeyed(character) ? "?" : character;
    line.remove_prefix(character.size());
  }
  return result;
}

// Blanks below `text`, as wide as it is: tabs stay tabs, however wide the terminal shows them.
std::string blanks_below(std::string_view text) {
  std::string result;
  for (std::size_t tab = text.find('\t'); tab != std::string_view::npos; tab = text.find('\t')) {
    result.append(width_of(text.substr(0, tab)), ' ');
    result += '\t';
    text.remove_prefix(tab + 1);
  }
  return result + std::string(width_of(text), ' ');
}

std::string caret_below(std::string_view text) {
  return '^' + std::string(std::max<std::size_t>(width_of(text), 1) - 1, '~');
}

// The part of a line that is shown: all of it, unless it is longer than any screen is wide.
struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Window make_window(std::string_view line, std::size_t caret) {
  constexpr std::size_t longest_line = 400;
  constexpr std::size_t margin = 60;
  if (line.size() <= longest_line) return {0, line.size()};
  Window window{caret > margin ? caret - margin : 0, std::min(line.size(), caret + margin)};
  while (window.begin > 0 && continues_character(line[window.begin])) --window.begin;
  while (window.end < line.size() && continues_character(line[window.end])) ++window.end;
  return window;
}

// Prints
//      14 |     size: 3
//         |           ^
void print_source_line(const SourceRange& range, std::ostream& out, const Style& style) {
  const std::uint32_t line = range.file->line_of(range.begin);
  const std::string_view text = range.file->line_text(line);
  const std::uint32_t line_begin = range.file->line_begin(line);
  const std::size_t begin = std::min<std::size_t>(range.begin - line_begin, text.size());
  const std::size_t end =
      std::clamp<std::size_t>(std::max(range.end, range.begin) - line_begin, begin, text.size());
  const Window window = make_window(text, begin);
  const std::string_view shown = text.substr(window.begin, window.end - window.begin);
  const std::string dots = window.begin > 0 ? "..." : "";
  const std::string number = std::to_string(line);
  const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  out << style.faint() << margin << number << " | " << style.end() << dots << printable(shown)
      << (window.end < text.size() ? "..." : "") << '\n'
      << style.faint() << std::string(margin.size() + number.size(), ' ') << " | " << style.end()
      << style.caret() << blanks_below(dots)
      << blanks_below(printable(text.substr(window.begin, begin - window.begin)))
      << caret_below(printable(text.substr(begin, std::min(end, window.end) - begin)))
      << style.end() << '\n';
}

void print_position(const SourceRange& range, std::ostream& out, const Style& style) {
  if (range.has_position())
    out << style.bold() << printable(as_utf8(to_text(range))) << ": " << style.end();
}

void print_group(const Diagnostic& group, std::ostream& out, const Style& style) {
  print_position(group.range, out, style);
  out << style.of(group.severity) << to_text(group.severity) << ": " << style.end() << style.bold()
      << printable(group.message) << style.end() << " [" << group.code << "]\n";
  if (group.range.has_position()) print_source_line(group.range, out, style);
  for (const Note& note : group.notes) {
    out << "  ";
    print_position(note.range, out, style);
    out << style.of(Severity::note) << "note: " << style.end() << printable(note.message) << '\n';
  }
  for (const std::string& help : group.helps) out << "  help: " << printable(help) << '\n';
}

// Nothing has that name: each use of it would be reported. Where a sentence says of what it is no
// name, those that say the same have one cause.
bool is_of_name(std::string_view code, std::string_view message) {
  if (code == "unknown-type") return true;
  const bool says_whose = std::ranges::count(message, '\'') >= 4;
  return says_whose &&
         (code == "unknown-field" || code == "unknown-name" || code == "unknown-attribute");
}

// One more place with the same cause: the first few are shown, the others counted.
void add_place(Diagnostic& first, std::size_t places, SourceRange range) {
  constexpr std::size_t most_shown = 3;
  constexpr std::string_view words = "it is used here, too";
  if (places <= most_shown) {
    first.note(range, std::string(words));
    return;
  }
  const auto last = std::ranges::find_if(first.notes.rbegin(), first.notes.rend(), [&](auto& note) {
    return note.message.starts_with(words);
  });
  const std::size_t more = places - most_shown;
  last->message = std::string(words) + ", and at " + std::to_string(more) + " more place" +
                  (more == 1 ? "" : "s");
}

}  // namespace

Diagnostic& Diagnostic::note(SourceRange note_range, std::string text) {
  notes.push_back({note_range, std::move(text)});
  return *this;
}

Diagnostic& Diagnostic::help(std::string text) {
  helps.push_back(std::move(text));
  return *this;
}

Diagnostic& Diagnostics::add(Severity severity, SourceRange range, std::string code,
                             std::string message) {
  Diagnostic made{severity, std::move(code), std::move(message), range, {}, {}};
  // A text that is used in several places is looked at as often.
  if (!told_.emplace(range.file, range.begin, range.end, made.code, made.message).second)
    return repeated_ = std::move(made);
  if (is_of_name(made.code, made.message)) {
    const auto [known, is_new] = unknown_.try_emplace(made.message);
    if (!is_new) {
      add_place(all_[known->second.first], ++known->second.places, made.range);
      return repeated_ = std::move(made);
    }
    known->second.first = all_.size();
  }
  all_.push_back(std::move(made));
  return all_.back();
}

Diagnostic& Diagnostics::error(SourceRange range, std::string code, std::string message) {
  return add(Severity::error, range, std::move(code), std::move(message));
}

Diagnostic& Diagnostics::warning(SourceRange range, std::string code, std::string message) {
  return add(Severity::warning, range, std::move(code), std::move(message));
}

void Diagnostics::append(const Diagnostics& other) {
  all_.insert(all_.end(), other.all_.begin(), other.all_.end());
}

bool Diagnostics::has_errors() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

void print(const Diagnostics& diagnostics, std::ostream& out, bool colour) {
  std::vector<const Diagnostic*> groups;
  for (const Diagnostic& group : diagnostics.all()) groups.push_back(&group);
  const auto path = [](const Diagnostic* group) {
    return group->range.has_position() ? std::string_view(group->range.file->path())
                                       : std::string_view();
  };
  std::stable_sort(groups.begin(), groups.end(), [&](const Diagnostic* a, const Diagnostic* b) {
    return std::pair(path(a), a->range.begin) < std::pair(path(b), b->range.begin);
  });
  for (const Diagnostic* group : groups) print_group(*group, out, Style{colour});
}

std::string to_text(const Diagnostics& diagnostics) {
  std::ostringstream out;
  print(diagnostics, out, false);
  return out.str();
}

}  // namespace schemac::source
