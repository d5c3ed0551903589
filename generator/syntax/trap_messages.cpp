#include "syntax/trap_messages.h"

#include <algorithm>

#include "syntax/expression.h"
#include "syntax/keys.h"

namespace schemac::syntax {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// "a ? b : c" to "if a then b else c", if it is that simple.
std::string conditional_text(std::string_view text) {
  const std::size_t question = text.find(" ? ");
  const std::size_t colon = text.find(" : ");
  const bool is_simple = question != std::string_view::npos && colon != std::string_view::npos &&
                         question < colon && text.find(" ? ", colon) == std::string_view::npos;
  if (!is_simple) return "'if condition then a else b'";
  return std::string("\"if ") + std::string(trimmed(text.substr(0, question))) + " then " +
         std::string(trimmed(text.substr(question + 3, colon - question - 3))) + " else " +
         std::string(trimmed(text.substr(colon + 3))) + '"';
}

// Whether the value of `key` may be a map with `entry` as one of its keys.
bool takes_map_with(std::string_view key, std::string_view entry) {
  return std::any_of(keys().begin(), keys().end(), [&](const Key& row) {
    return row.name == key &&
           std::any_of(row.forms.begin(), row.forms.end(), [&](const ValueForm& form) {
             return form.form == Form::names ||
                    (form.form == Form::record && find_key(form.context, entry) != nullptr);
           });
  });
}

}  // namespace

source::SourceRange TrapMessages::range(std::size_t begin, std::size_t end) const {
  return {&file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

// The value as it should have been written.
std::string TrapMessages::in_quotes(std::size_t begin, std::size_t end) const {
  const std::string value(text_.substr(begin, end - begin));
  if (value.find('"') == std::string::npos) return '"' + value + '"';
  std::string doubled;
  for (const char c : value) doubled += c == '\'' ? std::string("''") : std::string(1, c);
  return '\'' + doubled + '\'';
}

void TrapMessages::quote_needed(std::size_t begin, std::size_t end, std::string code,
                                std::string message) {
  diagnostics_.error(range(begin, end), std::move(code), std::move(message))
      .help("quote this value: " + in_quotes(begin, end));
}

void TrapMessages::continued(std::size_t begin, std::size_t end) {
  const char opening = text_[begin];
  const char closing = opening == '"' || opening == '\'' ? opening : closing_of(opening);
  diagnostics_
      .error(range(begin, end), "unquoted-bracket",
             std::string("a value that begins with ") + opening + " ends at its " + closing +
                 ", for YAML, but here it goes on")
      .help("quote the whole value: " + in_quotes(begin, end));
}

void TrapMessages::comma_missing(std::size_t at, const std::string& what) {
  diagnostics_
      .error(range(at, at + 1), "missing-comma",
             "there is no ',' between this " + what + " and the one before it")
      .help("put a ',' between them");
}

void TrapMessages::conditional(std::size_t begin, std::size_t end) {
  diagnostics_
      .error(range(begin, end), "foreign-operator",
             "'? :' is spelt 'if ... then ... else ...' here")
      .help("write " + conditional_text(text_.substr(begin, end - begin)));
}

// The word before the ':' of the entry whose value begins here; "" if there is none.
std::string_view TrapMessages::key_before(std::size_t value_begin) const {
  std::size_t end = value_begin;
  while (end > 0 && is_blank(text_[end - 1])) --end;
  if (end == 0 || text_[end - 1] != ':') return {};
  std::size_t begin = --end;
  const auto is_word = [](char c) { return !is_space(c) && !is_opening(c) && c != ','; };
  while (begin > 0 && is_word(text_[begin - 1])) --begin;
  return text_.substr(begin, end - begin);
}

void TrapMessages::list_in_line(std::size_t dash) {
  diagnostics_.error(range(dash, dash + 1), "bad-yaml", "a list can't begin on the line of its key")
      .help("begin the list on the next line, or write [a, b]");
}

void TrapMessages::colon(std::size_t begin, std::size_t end, std::size_t colon) {
  // `name: a type: u32`: the last word before the colon looks like the next key.
  std::size_t word = colon;
  while (word > begin && !is_space(text_[word - 1])) --word;
  const std::string_view key = text_.substr(word, colon - word);
  auto& error = diagnostics_.error(range(colon, colon + 1), "unquoted-colon",
                                   "there is a second ':' in this entry");
  if (word == begin && is_identifier(key) && takes_map_with(key_before(begin), key)) {
    error.help("write {" + std::string(text_.substr(begin, end - begin)) + "}");
    return;
  }
  if (word > begin && is_identifier(key)) {
    error.help("if '" + std::string(key) + "' is a key, put it on its own line, or a ',' before " +
               "it inside { }");
  }
  error.help("if the ':' is part of the value, quote it: " + in_quotes(begin, end));
}

void TrapMessages::unclosed(std::size_t opening, std::size_t found_at) {
  const char bracket = text_[opening];
  auto& error = diagnostics_.error(range(opening, opening + 1), "unclosed-bracket",
                                   std::string("this '") + bracket + "' is not closed");
  if (found_at < text_.size()) {
    error.note(range(found_at, found_at + 1), "what begins here isn't indented as a part of it");
  }
  error.help(std::string("put '") + closing_of(bracket) + "' at its end");
}

void TrapMessages::mismatch(std::size_t opening, std::size_t at) {
  const char bracket = text_[opening];
  diagnostics_
      .error(range(at, at + 1), "unclosed-bracket",
             std::string("this '") + text_[at] + "' doesn't close the '" + bracket + "'")
      .note(range(opening, opening + 1), std::string("'") + bracket + "' is opened here")
      .help(std::string("put '") + closing_of(bracket) + "' before it");
}

void TrapMessages::closed_early(std::size_t opening, std::size_t at) {
  const std::string bracket(1, text_[opening]);
  diagnostics_
      .error(range(at, at + 1), "unclosed-bracket",
             "the '" + bracket + "' of this value is closed before this '" + text_[at] + "'")
      .note(range(opening, opening + 1), "'" + bracket + "' is opened here")
      .help("a bracket is missing inside, or there is one too many");
}

void TrapMessages::missing_colon(std::size_t begin, std::size_t word_end, std::size_t end) {
  const std::string word(text_.substr(begin, word_end - begin));
  auto& error = diagnostics_.error(range(begin, end), "missing-colon",
                                   "this line is neither 'key: value' nor '- item'");
  if (!is_identifier(word)) {
    if (word.find(':') != std::string::npos) {
      error.help("a ':' that ends a key has a blank after it");
    }
    return;
  }
  const std::string value(trimmed(text_.substr(word_end, end - word_end)));
  error.help("if '" + word + "' is a key, write '" + word + ":" +
             (value.empty() ? "" : " " + value) + "'");
}

void TrapMessages::open_quote(std::size_t at) {
  diagnostics_.error(range(at, at + 1), "unclosed-quote", "this quote is not closed")
      .help("close it at the end of the text, or double it if it is part of the text");
}

void TrapMessages::tab(std::size_t at) {
  diagnostics_.error(range(at, at + 1), "tab-indentation", "this line is indented with a tab")
      .help("indent with blanks; YAML doesn't say how wide a tab is");
}

}  // namespace schemac::syntax
