#include "emit/format/comments.h"

#include <algorithm>

#include "emit/format/characters.h"
#include "emit/format/literals.h"
#include "emit/format/penalties.h"

namespace schemac::emit::format {
namespace {

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

std::string_view mark_of(std::string_view comment) {
  return comment.substr(0, std::min(comment.find_first_not_of('/'), comment.size()));
}

// Text that doesn't start an entry of a list or something else that needs a line of its own.
bool may_go_on(std::string_view text) {
  const auto is_sign = [](char c) { return c > ' ' && !is_of_word(c); };
  if (text.size() < 2 || (is_sign(text[0]) && is_sign(text[1])) || text.ends_with('\\'))
    return false;
  for (const std::string_view begin : {"@", "TODO", "FIXME", "XXX", "-# ", "- ", "+ ", "* "})
    if (text.starts_with(begin)) return false;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return !(digits > 0 && digits < 3 && text[0] != '0' && text.substr(digits).starts_with(". "));
}

// Comments are put word by word where they are too long.
class Wrapping {
 public:
  Wrapping(std::string& out, std::uint32_t indent) : out_(out), indent_(indent) {}

  void put(std::string_view comment) {
    const std::string_view mark = mark_of(comment);
    std::string_view text = comment.substr(mark.size());
    text.remove_prefix(indent_of(text));
    const std::string_view word = text.substr(0, text.find(' '));
    const bool goes_on = is_open_ && mark == mark_ && may_go_on(text) &&
                         column_ + 1 + width_of_literal(word) <= column_limit;
    if (!goes_on) {
      end();
      mark_ = mark;
      // Text that is further in is an example.
      if (indent_ + width_of_literal(comment) <= column_limit || comment.starts_with("//  ")) {
        out_.append(indent_, ' ').append(comment) += '\n';
        return;
      }
    }
    put_words(text);
    is_open_ = goes_on || is_broken_;
  }
  void end() {
    if (column_ != 0) out_ += '\n';
    column_ = 0;
    is_open_ = is_broken_ = false;
  }

 private:
  void put_words(std::string_view text) {
    for (;;) {
      text.remove_prefix(indent_of(text));
      if (text.empty()) return;
      const std::string_view word = text.substr(0, text.find(' '));
      text.remove_prefix(word.size());
      put_word(word);
    }
  }
  void put_word(std::string_view word) {
    const std::size_t width = width_of_literal(word);
    if (column_ > indent_ + mark_.size() && column_ + 1 + width > column_limit) {
      if (out_.ends_with('\\') || out_.ends_with("?\?/")) out_ += '.';  // goes on in no other line
      out_ += '\n';
      column_ = 0;
      is_broken_ = true;
    }
    if (column_ == 0) {
      out_.append(indent_, ' ').append(mark_);
      column_ = indent_ + mark_.size();
    }
    out_.append(1, ' ').append(word);
    column_ += 1 + width;
  }

  std::string& out_;
  std::uint32_t indent_;
  std::string_view mark_;
  std::size_t column_ = 0;
  bool is_open_ = false;  // the last comment was broken: the next one may go on
  bool is_broken_ = false;
};

}  // namespace

void put_comments(std::string& out, std::uint32_t indent,
                  const std::vector<std::string_view>& comments) {
  Wrapping wrapping(out, indent);
  for (const std::string_view comment : comments) wrapping.put(comment);
  wrapping.end();
}

void TrailingComments::align() {
  if (waiting_.empty()) return;
  std::vector<std::string> lines;
  std::size_t code = 0, comment = 0;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const std::size_t begin = waiting_[i].code;
    const std::size_t end = i + 1 < waiting_.size() ? waiting_[i + 1].code : out_.size();
    std::string line = out_.substr(begin, end - begin);
    while (line.ends_with('\n')) line.pop_back();
    code = std::max(code, width_of_literal(line));
    comment = std::max(comment, width_of_literal(waiting_[i].comment) + 2);
    lines.push_back(std::move(line));
  }
  out_.resize(waiting_.front().code);
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const std::string_view text = waiting_[i].comment;
    if (code + comment <= column_limit) {
      out_ += lines[i];
      out_.append(code - width_of_literal(lines[i]) + 2, ' ').append(text) += '\n';
      continue;
    }
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string above = "///" + std::string(text.substr(blank));
    put_comments(out_, static_cast<std::uint32_t>(indent_of(lines[i])), {above});
    out_.append(lines[i]) += '\n';
  }
  waiting_.clear();
}

}  // namespace schemac::emit::format
