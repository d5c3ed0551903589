#include "emit/line_breaks.h"

#include <algorithm>
#include <optional>

namespace schemac::emit {
namespace {

using Lines = std::vector<std::string>;

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

void append(Lines& lines, Lines more) {
  for (std::string& line : more) lines.push_back(std::move(line));
}

// ---- comments ----

Lines wrap_comment(std::string_view line) {
  const std::size_t indent = indent_of(line);
  const std::size_t slashes = std::min(line.find_first_not_of('/', indent), line.size());
  const std::string front = std::string(line.substr(0, slashes)) + ' ';
  std::string_view rest = line.substr(slashes);
  Lines lines;
  std::string current = front;
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty()) break;
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(word.size());
    if (current.size() > front.size() && current.size() + 1 + word.size() > column_limit) {
      lines.push_back(std::move(current));
      current = front;
    }
    if (current.size() > front.size()) current += ' ';
    current += word;
  }
  lines.push_back(std::move(current));
  return lines;
}

// ---- code ----

// A line of code whose string and character literals are covered with x, and where its brackets
// close. Both are found once: every way to break the line asks for them.
class Code {
 public:
  explicit Code(std::string_view line) : text_(line), closing_(line.size(), line.size()) {
    cover_literals();
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '(' || c == '{' || c == '[') open.push_back(i);
      if ((c == ')' || c == '}' || c == ']') && !open.empty()) {
        closing_[open.back()] = i;
        open.pop_back();
      }
    }
  }
  [[nodiscard]] char at(std::size_t i) const { return text_[i]; }
  [[nodiscard]] bool has(std::size_t i, std::string_view text) const {
    return text_[i] == text.front() && text_.compare(i, text.size(), text) == 0;
  }
  /// Where the bracket at `open` closes, or the line's size.
  [[nodiscard]] std::size_t closing(std::size_t open) const { return closing_[open]; }

 private:
  // The quote that opens a literal stays.
  void cover_literals() {
    char quote = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (quote == 0) {
        if (c == '"' || c == '\'') quote = c;
        continue;
      }
      text_[i] = 'x';
      if (c == quote) quote = 0;
      if (c == '\\' && i + 1 < text_.size()) text_[++i] = 'x';
    }
  }

  std::string text_;
  std::vector<std::size_t> closing_;
};

// Where a list or condition in (begin, end) can be broken: after commas, or where it has none
// after the operators that bind least. Angle brackets are not brackets here; lists of template
// arguments are short.
std::vector<std::size_t> breaks_in(const Code& code, std::size_t begin, std::size_t end) {
  for (const std::string_view separator :
       {std::string_view(", "), std::string_view("; "), std::string_view(" || "),
        std::string_view(" && "), std::string_view(" + ")}) {
    std::vector<std::size_t> breaks;
    for (std::size_t i = begin; i < end; ++i) {
      if (code.at(i) == '(' || code.at(i) == '{' || code.at(i) == '[') {
        i = code.closing(i);
      } else if (code.has(i, separator)) {
        breaks.push_back(i + separator.size());
      }
    }
    if (!breaks.empty()) return breaks;
  }
  return {};
}

// Pieces inside of pieces are broken, too, down to a depth that no line of ours reaches.
constexpr int most_depth = 4;
// Nor are more ways to break a line tried than this: each bracket doubles them.
constexpr int most_attempts = 2000;

// How deep inside of a line a piece is, and what is left to try for all of the line.
struct Search {
  int depth = 0;
  int* attempts = nullptr;

  [[nodiscard]] Search deeper() const { return {depth + 1, attempts}; }
};

Lines break_code(std::string_view line, std::size_t indent, Search search);
Lines break_code(std::string_view line, std::size_t indent) {
  int attempts = most_attempts;
  return break_code(line, indent, {0, &attempts});
}

// Fills lines with the pieces between `breaks`, each new line at `column`; `is_open` says that the
// first line can take a piece. Pieces that are too long for a line are broken inside.
Lines fill(std::string_view line, std::size_t begin, const std::vector<std::size_t>& breaks,
           std::size_t column, Search search, bool is_open = true) {
  Lines filled;
  std::string current(line.substr(0, begin));
  bool is_first = true;
  std::size_t from = begin;
  const auto put = [&](std::size_t to) {
    std::string piece(line.substr(from, to - from));
    from = to;
    while (to != line.size() && piece.ends_with(' ')) piece.pop_back();
    const std::size_t space = is_first ? 0 : 1;
    const bool fits = current.size() + space + piece.size() <= column_limit;
    if ((!fits && !is_first) || (is_first && !is_open)) {
      while (current.ends_with(' ')) current.pop_back();
      filled.push_back(std::move(current));
      current = std::string(column, ' ');
    } else if (space != 0) {
      current += ' ';
    }
    current += piece;
    is_first = false;
  };
  for (const std::size_t at : breaks) put(at);
  put(line.size());
  filled.push_back(std::move(current));
  if (filled.size() == 1) return filled;
  Lines lines;
  for (const std::string& one : filled)
    append(lines, one.size() < line.size() ? break_code(one, indent_of(one), search.deeper())
                                           : Lines{one});
  return lines;
}

bool all_fit(const Lines& lines) {
  return std::all_of(lines.begin(), lines.end(),
                     [](const std::string& line) { return line.size() <= column_limit; });
}

// The way to break a line that takes the fewest lines; of several the first one tried.
class Best {
 public:
  void try_lines(Lines lines) {
    const bool fits = all_fit(lines);
    if (!lines_.empty() && (!fits || (fits_ && lines.size() >= lines_.size()))) return;
    lines_ = std::move(lines);
    fits_ = fits;
  }
  /// Two lines that fit: nothing that is tried later can take fewer.
  [[nodiscard]] bool is_final() const { return fits_ && lines_.size() == 2; }
  [[nodiscard]] Lines take(std::string_view line) {
    if (lines_.empty()) return {std::string(line)};
    return std::move(lines_);
  }

 private:
  Lines lines_;
  bool fits_ = false;
};

// After `x =`, which costs nothing in looks.
void try_assignment(Best& best, const Code& code, std::string_view line, std::size_t indent,
                    Search search) {
  for (std::size_t i = indent; i + 3 < line.size() && code.at(i) != '(' && code.at(i) != '{'; ++i) {
    if (!code.has(i, " = ")) continue;
    Lines lines{std::string(line.substr(0, i + 2))};
    append(lines, break_code(std::string(indent + 4, ' ').append(line.substr(i + 3)), indent + 4,
                             search.deeper()));
    best.try_lines(std::move(lines));
    return;
  }
}

// In the lists and conditions in brackets that reach beyond the limit, the outer ones first: filled
// at the bracket, or on lines of their own.
void try_brackets(Best& best, const Code& code, std::string_view line, std::size_t indent,
                  Search search) {
  for (std::size_t i = indent; i < line.size() && i < column_limit && !best.is_final(); ++i) {
    if (code.at(i) != '(' && code.at(i) != '{') continue;
    const std::size_t close = code.closing(i);
    if (close == i + 1 || (close + 1 < column_limit && close + 4 < line.size())) {
      i = close;
      continue;
    }
    const auto breaks = breaks_in(code, i + 1, close);
    if (!breaks.empty()) best.try_lines(fill(line, i + 1, breaks, i + 1, search));
    if (!best.is_final()) best.try_lines(fill(line, i + 1, breaks, indent + 4, search, false));
  }
}

Lines break_code(std::string_view line, std::size_t indent, Search search) {
  if (line.size() <= column_limit || search.depth > most_depth || --*search.attempts < 0)
    return {std::string(line)};
  const Code code(line);
  Best best;
  try_assignment(best, code, line, indent, search);
  const std::size_t begin = line.substr(indent).starts_with("return ") ? indent + 7 : indent;
  if (indent > 0 && !line.ends_with('{') && !best.is_final()) {
    const auto breaks = breaks_in(code, begin, line.size());
    if (!breaks.empty()) best.try_lines(fill(line, begin, breaks, begin, search));
  }
  try_brackets(best, code, line, indent, search);
  return best.take(line);
}

// `if (condition) statement;`: the statement on a line of its own.
std::optional<Lines> break_if(std::string_view line, std::size_t indent) {
  const std::string_view text = line.substr(indent);
  const bool is_loop = text.starts_with("for (") || text.starts_with("while (");
  if (!text.starts_with("if (") && !is_loop) return std::nullopt;
  const Code code(line);
  std::size_t close = code.closing(line.find('(', indent));
  if (close == line.size() || !line.ends_with(';')) return std::nullopt;
  Lines lines = break_code(line.substr(0, close + 1), indent);
  if (line.substr(close + 1).starts_with(" [[")) {
    const std::size_t end = line.find("]]", close) + 2;
    const auto attribute = line.substr(close + 1, end - close - 1);
    if (lines.back().size() + attribute.size() <= column_limit) {
      lines.back() += attribute;
    } else {
      lines.push_back(std::string(indent + 3, ' ').append(attribute));
    }
    close = end - 1;
  }
  append(lines,
         break_code(std::string(indent + 2, ' ').append(line.substr(close + 2)), indent + 2));
  return lines;
}

// `head { statement; }`: three lines.
std::optional<Lines> break_function(std::string_view line, std::size_t indent) {
  const Code code(line);
  for (std::size_t i = indent; i + 2 < line.size(); ++i) {
    if (!code.has(i, ") {") && !code.has(i, "const {")) continue;
    const std::size_t open = line.find('{', i);
    if (code.closing(open) != line.size() - 1 || open + 3 > line.size()) continue;
    Lines lines = break_code(line.substr(0, open + 1), indent);
    const auto body = line.substr(open + 2, line.size() - open - 4);
    append(lines, break_line(std::string(indent + 2, ' ').append(body)));
    lines.push_back(std::string(indent, ' ') + '}');
    return lines;
  }
  return std::nullopt;
}

// `type name() const;`: the last word on a line of its own. With parameters these are broken.
std::optional<Lines> break_declaration(std::string_view line, std::size_t indent) {
  constexpr std::string_view last = " const;";
  if (!line.ends_with(")" + std::string(last))) return std::nullopt;
  const std::string_view front = line.substr(0, line.size() - last.size());
  if (!front.ends_with("()")) {
    // As if the last parameter's name were longer by " const".
    constexpr std::string_view room = "______);";
    Lines lines = break_code(std::string(front.substr(0, front.size() - 1)).append(room), indent);
    if (lines.size() > 1 && lines.back().ends_with(room)) {
      lines.back().replace(lines.back().size() - room.size(), room.size(), ") const;");
      return lines;
    }
  }
  if (front.size() > column_limit) return std::nullopt;
  return Lines{std::string(front), std::string(indent + 4, ' ') + "const;"};
}

// `X::X(...) : x_(x) {}`: the initializers on a line of their own.
std::optional<Lines> break_constructor(std::string_view line, std::size_t indent) {
  const std::size_t colon = line.find(") : ");
  if (colon == std::string_view::npos || !line.ends_with(" {}")) return std::nullopt;
  Lines lines = break_code(line.substr(0, colon + 1), indent);
  const std::string rest = std::string(indent + 4, ' ').append(line.substr(colon + 2));
  int attempts = most_attempts;
  const Search search{0, &attempts};
  append(lines, rest.size() <= column_limit
                    ? Lines{rest}
                    : fill(rest, indent + 6, breaks_in(Code(rest), indent + 6, rest.size()),
                           indent + 6, search));
  return lines;
}

// Where the comment after a line of code begins, or npos. (Ends of namespaces are left alone.)
std::size_t comment_at(std::string_view line) {
  const std::size_t indent = indent_of(line);
  if (line.find("//") == std::string_view::npos || line[indent] == '}')
    return std::string_view::npos;
  const Code code(line);
  for (std::size_t i = indent; i + 1 < line.size(); ++i)
    if (code.has(i, "//")) return i > indent + 2 ? i - 2 : std::string_view::npos;
  return std::string_view::npos;
}

}  // namespace

Lines break_line(std::string_view line) {
  const std::size_t indent = indent_of(line);
  const std::string_view text = line.substr(indent);
  // clang-format gives a statement after an attribute a line of its own, however short it is.
  if (text.starts_with("if (") && text.find(" [[unlikely]] ") != std::string_view::npos &&
      text.ends_with(';'))
    if (auto lines = break_if(line, indent)) return *lines;
  if (line.size() <= column_limit || comment_at(line) != std::string_view::npos)
    return {std::string(line)};
  if (text.starts_with("//"))
    return text.starts_with("//  ") ? Lines{std::string(line)} : wrap_comment(line);
  if (text.starts_with("#")) return {std::string(line)};
  if (auto lines = break_if(line, indent)) return *lines;
  if (auto lines = break_constructor(line, indent)) return *lines;
  if (auto lines = break_declaration(line, indent)) return *lines;
  if (auto lines = break_function(line, indent)) return *lines;
  return break_code(line, indent);
}

void align_comments(Lines& lines) {
  for (std::size_t begin = 0; begin < lines.size(); ++begin) {
    std::size_t end = begin, code = 0, comment = 0;
    for (; end < lines.size() && comment_at(lines[end]) != std::string::npos; ++end) {
      code = std::max(code, comment_at(lines[end]));
      comment = std::max(comment, lines[end].size() - comment_at(lines[end]));
    }
    if (end == begin) continue;
    if (code + comment <= column_limit) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t at = comment_at(lines[i]);
        lines[i].insert(at, code - at, ' ');
      }
      begin = end;
      continue;
    }
    Lines above;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = comment_at(lines[i]);
      const std::string indent(indent_of(lines[i]), ' ');
      const std::size_t text = lines[i].find(' ', at + 2);
      append(above, break_line(indent + "///" + lines[i].substr(text)));
      append(above, break_line(lines[i].substr(0, at)));
    }
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                lines.begin() + static_cast<std::ptrdiff_t>(end));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(begin), above.begin(), above.end());
    begin += above.size();
  }
}

}  // namespace schemac::emit
