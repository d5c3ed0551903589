#include "emit/format/scan.h"

#include <algorithm>
#include <array>

#include "emit/format/characters.h"

namespace schemac::emit::format {
std::size_t Scan::after_blanks(std::size_t at) const {
  while (at < text_.size() && is_blank(text_[at])) ++at;
  return at;
}

// The last character before `at` that isn't a blank; 0 if there is none in what is scanned.
char Scan::before(std::size_t at) const {
  while (at > begin_ && is_blank(text_[at - 1])) --at;
  return at > begin_ ? text_[at - 1] : '\0';
}

bool Scan::ends_with_word(std::size_t end, std::string_view word) const {
  while (end > begin_ && is_blank(text_[end - 1])) --end;
  const std::string_view text = text_.substr(begin_, end - begin_);
  if (!text.ends_with(word)) return false;
  return text.size() == word.size() || !is_of_word(text[text.size() - word.size() - 1]);
}

std::string_view Scan::word() {
  const std::size_t begin = after_blanks(at_);
  std::size_t end = begin;
  while (end < text_.size() && is_of_word(text_[end])) ++end;
  if (end > begin) at_ = end;
  return text_.substr(begin, end - begin);
}

void Scan::take_quoted(char quote) {
  for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
    if (text_[at_] == '\\') ++at_;
    if (at_ < text_.size() && is_wide(text_[at_])) is_ascii_ = false;
  }
}

// A square bracket: of an attribute or of an element, or of a lambda.
void Scan::meet_square() {
  const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  const char last = before(at_);
  if (next == '[' || last == '[' || last == ')' || last == ']' || last == '>' || last == '&')
    return;
  if (is_of_word(last) && !ends_with_word(at_, "return")) return;
  has_lambda_ = true;
  if (open_.empty()) is_of_lambda_ = true;
}

void Scan::close_bracket() {
  if (text_[at_] == '}' && before(at_) == ',') is_involved_ = true;
  if (!open_.empty()) open_.pop_back();
}

namespace {

// Characters that say nothing about where a statement ends.
constexpr auto quiet = [] {
  std::array<bool, 256> found{};
  for (std::size_t i = 0; i < 128; ++i) found[i] = true;
  for (const char c : std::string_view("\"'/[]{}();\n")) found[static_cast<std::size_t>(c)] = false;
  return found;
}();

}  // namespace

void Scan::skip_quiet() {
  while (at_ < text_.size() && quiet[static_cast<unsigned char>(text_[at_])]) ++at_;
}

// Takes one character, or a literal or comment.
void Scan::take_character() {
  const char c = text_[at_];
  switch (c) {
    case '"':
      if (before(at_) == '"') is_involved_ = true;
      take_quoted(c);
      break;
    case '\'':
      if (at_ == begin_ || !is_of_word(text_[at_ - 1])) take_quoted(c);
      break;
    case '/':
      if (!text_.substr(at_).starts_with("//")) break;
      is_involved_ = true;
      at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
      break;
    case '[':
      meet_square();
      [[fallthrough]];
    case '(':
    case '{':
      open_ += c;
      break;
    case ')':
    case ']':
    case '}':
      close_bracket();
      break;
    case '\n':
      is_involved_ = true;
      break;
    default:
      if (is_wide(c)) is_ascii_ = false;
  }
  at_ = std::min(at_ + 1, text_.size());  // a literal may have no end
}

void Scan::take_condition() {
  if (text_.substr(at_).starts_with(" constexpr")) at_ += 10;
  if (at_ = after_blanks(at_); at_ >= text_.size() || text_[at_] != '(') return;
  do {
    take_character();
    if (!open_.empty()) skip_quiet();
  } while (!open_.empty() && at_ < text_.size());
  const std::size_t attribute = after_blanks(at_);
  if (!text_.substr(attribute).starts_with("[[")) return;
  const std::size_t end = text_.find("]]", attribute);
  if (end == std::string_view::npos) return;
  if (text_[at_] == '\n') is_involved_ = true;
  at_ = end + 2;
}

bool Scan::is_before_brace() const {
  const std::size_t next = after_blanks(at_);
  return next < text_.size() && text_[next] == '{';
}
bool Scan::is_before_colon() const {
  return at_ < text_.size() && text_[at_] == ':' && !text_.substr(at_).starts_with("::");
}

void Scan::take_brace() {
  const std::size_t next = after_blanks(at_);
  if (std::find(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                text_.begin() + static_cast<std::ptrdiff_t>(next),
                '\n') != text_.begin() + static_cast<std::ptrdiff_t>(next))
    is_involved_ = true;
  at_ = next + 1;
}
void Scan::take_colon() { at_ = std::min(at_ + 1, text_.size()); }

void Scan::take_label() {
  while (at_ < text_.size() && !(open_.empty() && is_before_colon())) {
    if (text_.substr(at_).starts_with("::")) ++at_;
    take_character();
  }
  if (at_ + 1 < text_.size() && text_[at_ + 1] == ' ') {
    // What follows on the line of a label is taken apart from it.
    const std::size_t next = after_blanks(at_ + 1);
    if (next < text_.size() && text_[next] == '{') at_ = next;
  }
}

// Whether a brace outside of brackets begins a block of lines, which aren't part of the statement.
bool Scan::begins_block() const {
  if (at_ == begin_) return true;
  if (!is_blank(text_[at_ - 1])) return false;
  const char last = before(at_);
  constexpr std::string_view within = "=(,?:&|+-*/<{[";
  if (within.find(last) != std::string_view::npos || ends_with_word(at_, "return")) return false;
  return !is_of_lambda_;
}

// Whether a brace begins a list with comments after its elements, each of which has a line.
bool Scan::begins_listing() const {
  if (!text_.substr(at_).starts_with("{\n") || before(at_) != '=') return false;
  const std::string_view next = text_.substr(at_ + 2);
  return next.substr(0, next.find('\n')).find("//") != std::string_view::npos;
}

Scan::Stop Scan::take_statement() {
  for (skip_quiet(); at_ < text_.size(); take_character(), skip_quiet()) {
    if (!open_.empty()) continue;
    const char c = text_[at_];
    if (c == ';') {
      ++at_;
      return Stop::end;
    }
    if (c == '}') return Stop::end;
    if (c == '{' && begins_block()) return Stop::block;
    if (c == '{' && begins_listing()) return Stop::listing;
  }
  return Stop::end;
}

void Scan::take_enumerator() {
  while (at_ < text_.size() && text_[at_] != '\n' && !(text_[at_] == '}' && open_.empty()) &&
         !text_.substr(at_).starts_with("//"))
    take_character();
  while (at_ > begin_ && text_[at_ - 1] == ' ') --at_;
}

void Scan::skip_template_parameters(std::size_t& begin) const {
  begin = std::min(text_.find('<', begin), at_);
  int depth = 0;
  for (; begin < at_; ++begin) {
    if (text_[begin] == '<') ++depth;
    if (text_[begin] == '>' && --depth == 0) break;
  }
  if (begin < at_) ++begin;
}

std::string_view Scan::first_word_after(std::size_t& begin, std::string_view word) const {
  begin = after_blanks(begin);
  if (text_.substr(begin).starts_with(word)) begin = after_blanks(begin + word.size());
  std::size_t end = begin;
  while (end < text_.size() && is_of_word(text_[end])) ++end;
  return text_.substr(begin, end - begin);
}

}  // namespace schemac::emit::format
