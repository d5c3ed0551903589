#include "emit/printer.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "emit/format/formatter.h"
#include "emit/visible_source.h"

namespace schemac::emit {
namespace {

using Substitution = Printer::Substitution;

[[noreturn]] void fail(std::string_view what, std::string_view name, std::string_view text) {
  std::fprintf(stderr, "internal error: emit: %.*s '%.*s' in the template\n%.*s\n",
               static_cast<int>(what.size()), what.data(), static_cast<int>(name.size()),
               name.data(), static_cast<int>(text.size()), text.data());
  std::abort();
}

std::size_t indent_of(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  return first == std::string_view::npos ? line.size() : first;
}
bool is_blank(std::string_view line) { return indent_of(line) == line.size(); }

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

// The template's lines without the blank ones at its ends and without the indentation that all
// have.
std::vector<std::string_view> template_lines(std::string_view text) {
  std::vector<std::string_view> lines = split(text);
  while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
  while (!lines.empty() && is_blank(lines.front())) lines.erase(lines.begin());
  std::size_t common = std::string_view::npos;
  for (const std::string_view line : lines)
    if (!is_blank(line) && line.front() != '#') common = std::min(common, indent_of(line));
  for (std::string_view& line : lines) line.remove_prefix(std::min(common, indent_of(line)));
  return lines;
}

constexpr std::string_view body_begin = "{ $";

// A line such as `opening { $name$; }` (a function whose body a callback emits) or `opening {
// $name$; };` (a type whose members one emits).
struct CallbackInBraces {
  std::string_view name;
  std::string_view end;  ///< "}" or "};"
};
std::optional<CallbackInBraces> callback_in_braces(std::string_view line) {
  const auto open = line.rfind(body_begin);
  const auto close = line.rfind("$; }");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  const auto begin = open + body_begin.size();
  const CallbackInBraces found{line.substr(begin, close - begin), line.substr(close + 3)};
  const bool is_name = found.name.find('$') == std::string_view::npos;
  if (!is_name || (found.end != "}" && found.end != "};")) return std::nullopt;
  return found;
}

// The name if the line is `$name$;` alone.
std::string_view callback_of(std::string_view line) {
  line.remove_prefix(indent_of(line));
  if (line.size() < 4 || line.front() != '$' || !line.ends_with("$;")) return {};
  const std::string_view name = line.substr(1, line.size() - 3);
  return name.find('$') == std::string_view::npos ? name : std::string_view();
}

bool opens_block(std::string_view line) {
  const bool is_namespace = line.starts_with("namespace ") || line.starts_with("extern ");
  return (line.ends_with('{') && !is_namespace) || line.ends_with(" public:") ||
         line.ends_with(" private:");
}
bool closes_block(std::string_view line) {
  line.remove_prefix(indent_of(line));
  return line.starts_with('}') && !line.starts_with("}  // namespace");
}

// A comment whose text is empty says nothing.
bool is_empty_comment(std::string_view line) {
  line.remove_prefix(indent_of(line));
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line == "///";
}
void drop_empty_comment(std::string& line) {
  while (line.ends_with(' ')) line.pop_back();
  if (line.ends_with("///<")) line.resize(line.size() - 4);
  while (line.ends_with(' ')) line.pop_back();
}

// Where the comment on the last line of `text` begins, a mark in a literal aside; npos: it has
// none.
std::size_t comment_begin(std::string_view text) {
  const auto line = text.rfind('\n') + 1;
  char quote = 0;
  for (std::size_t i = line; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"') {
      quote = c;
    } else if (text.substr(i, 2) == "//") {
      return i;
    }
  }
  return std::string_view::npos;
}

// Appends words of a schema. In a comment they stay there: a comment with a line of its own goes on
// with the same mark on the next line, one after code goes on after it.
void append_text(std::string& out, std::string_view text) {
  const std::size_t comment = comment_begin(out);
  if (comment == std::string_view::npos || text.find_first_of("\n\r") == std::string_view::npos) {
    out += text;
    return;
  }
  const std::size_t line = out.rfind('\n') + 1;
  const bool is_alone = is_blank(std::string_view(out).substr(line, comment - line));
  const std::size_t slashes = std::min(out.find_first_not_of('/', comment), out.size());
  const std::string mark = is_alone ? '\n' + out.substr(line, slashes - line) + ' ' : " ";
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    const bool is_break = text[i] == '\n' || text[i] == '\r';
    out += is_break ? mark : std::string(1, text[i]);
  }
}

}  // namespace

void Printer::emit(Substitutions substitutions, std::string_view text) {
  const std::vector<Substitution> all(substitutions);
  std::vector<bool> used(all.size());
  const std::size_t outer = indent_;
  const auto callback_named = [&](std::string_view name) -> const Callback* {
    for (std::size_t i = 0; i < all.size() && !name.empty(); ++i) {
      const auto* callback = std::get_if<Callback>(&all[i].value);
      if (all[i].name != name || callback == nullptr) continue;
      used[i] = true;
      return callback;
    }
    return nullptr;
  };
  for (const std::string_view line : template_lines(text)) {
    const auto own = indent_of(line);
    indent_ = outer + (is_blank(line) ? 0 : own);
    const std::string_view rest = line.substr(own);
    if (const Callback* callback = callback_named(callback_of(line))) {
      (*callback)();
    } else if (const auto inner = callback_in_braces(line); inner && callback_named(inner->name)) {
      emit_line(all, used, rest.substr(0, rest.rfind(body_begin) + 1));
      emit_body(*callback_named(inner->name), inner->end);
    } else {
      emit_line(all, used, rest);
    }
    indent_ = outer;
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!used[i]) fail("nothing uses", all[i].name, text);
}

// An empty body's braces are neighbours. Of others the formatter knows which are on one line.
void Printer::emit_body(const Callback& body, std::string_view end) {
  const std::size_t before = lines_.size();
  indent_ += 2;
  body();
  indent_ -= 2;
  if (lines_.size() == before)
    lines_.back() += end;
  else
    add_line(end);
}

void Printer::emit_line(const std::vector<Substitution>& substitutions, std::vector<bool>& used,
                        std::string_view line) {
  std::string out;
  std::string_view rest = line;
  bool has_name = false;
  for (auto at = rest.find('$'); at != std::string_view::npos; at = rest.find('$')) {
    out += rest.substr(0, at);
    const auto close = rest.find('$', at + 1);
    if (close == std::string_view::npos) fail("no end of", rest.substr(at), line);
    const std::string_view name = rest.substr(at + 1, close - at - 1);
    rest.remove_prefix(close + 1);
    if (name.empty()) {
      out += '$';
      continue;
    }
    has_name = true;
    const std::string* text = nullptr;
    for (std::size_t i = 0; i < substitutions.size(); ++i) {
      if (substitutions[i].name != name) continue;
      text = std::get_if<std::string>(&substitutions[i].value);
      used[i] = true;
    }
    if (text == nullptr) fail("no text for", name, line);
    append_text(out, *text);
  }
  out += rest;
  if (has_name && (is_blank(out) || is_empty_comment(out))) return;
  drop_empty_comment(out);
  for (std::string_view piece : split(out)) {
    while (piece.ends_with(' ')) piece.remove_suffix(1);
    add_line(piece);
  }
}

namespace {

// The line with a shorter name, but for what is in string literals.
std::string abbreviated(std::string_view line, std::string_view long_name,
                        std::string_view short_name) {
  std::string out;
  bool is_literal = false;
  for (std::size_t i = 0; i < line.size();) {
    if (!is_literal && line.substr(i).starts_with(long_name)) {
      out += short_name;
      i += long_name.size();
      continue;
    }
    if (line[i] == '"') is_literal = !is_literal;
    const bool is_escape = is_literal && line[i] == '\\' && i + 1 < line.size();
    out += line.substr(i, is_escape ? 2 : 1);
    i += is_escape ? 2 : 1;
  }
  return out;
}

}  // namespace

void Printer::add_line(std::string_view line) {
  if (is_blank(line)) return blank_line();
  if (closes_block(line) && !lines_.empty() && lines_.back().empty()) lines_.pop_back();
  const std::size_t indent = line.front() == '#' ? 0 : indent_;
  std::string whole = std::string(indent, ' ').append(line);
  if (!long_name_.empty()) whole = abbreviated(whole, long_name_, short_name_);
  lines_.push_back(std::move(whole));
}

Printer::Block Printer::set_aside(const Callback& print, std::size_t deeper) {
  Block block;
  std::swap(lines_, block.lines_);
  indent_ += deeper;
  block.indent_ = indent_;
  print();
  indent_ -= deeper;
  std::swap(lines_, block.lines_);
  while (!block.lines_.empty() && block.lines_.back().empty()) block.lines_.pop_back();
  return block;
}

void Printer::put(const Block& block) {
  if (!block.is_empty() && block.indent_ != indent_)
    fail("another indentation than", "set_aside", block.lines_.front());
  lines_.insert(lines_.end(), block.lines_.begin(), block.lines_.end());
}

void Printer::abbreviate(std::string long_name, std::string name) {
  long_name_ = std::move(long_name);
  short_name_ = std::move(name);
}

void Printer::blank_line() {
  if (!lines_.empty() && !lines_.back().empty() && !opens_block(lines_.back()))
    lines_.emplace_back();
}

std::string Printer::take() {
  while (!lines_.empty() && lines_.back().empty()) lines_.pop_back();
  std::string text;
  for (const std::string& line : lines_) text.append(visible_line(line)) += '\n';
  lines_.clear();
  return format::formatted(text);
}

}  // namespace schemac::emit
