#include "emit/format/comments.h"

#include <algorithm>

#include "emit/format/literals.h"
#include "emit/format/penalties.h"

namespace schemac::emit::format {
namespace {

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

}  // namespace

void put_comment(std::string& out, std::uint32_t indent, std::string_view comment) {
  const std::size_t slashes = std::min(comment.find_first_not_of('/'), comment.size());
  const bool is_short = indent + width_of_literal(comment) <= column_limit;
  // What stands further in is an example.
  if (is_short || comment.starts_with("//  ")) {
    out.append(indent, ' ').append(comment) += '\n';
    return;
  }
  const std::string_view mark = comment.substr(0, slashes);
  std::string_view rest = comment.substr(slashes);
  std::size_t column = 0;
  for (;;) {
    rest.remove_prefix(indent_of(rest));
    if (rest.empty()) break;
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(word.size());
    const std::size_t width = width_of_literal(word);
    if (column != 0 && column + 1 + width > column_limit) {
      if (out.ends_with('\\') || out.ends_with("?\?/")) out += '.';  // goes on in no other line
      out += '\n';
      column = 0;
    }
    if (column == 0) {
      out.append(indent, ' ').append(mark);
      column = indent + mark.size();
    }
    out.append(1, ' ').append(word);
    column += 1 + width;
  }
  out += '\n';
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
    put_comment(out_, static_cast<std::uint32_t>(indent_of(lines[i])),
                "///" + std::string(text.substr(blank)));
    out_.append(lines[i]) += '\n';
  }
  waiting_.clear();
}

}  // namespace schemac::emit::format
