// Offsets of lines and columns in a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace schemac::direct {

/// Lines and columns as libprotobuf counts them, both from 0; a tab goes to the next multiple of 8.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text) : text_(text) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') lines_.push_back(i + 1);
  }
  [[nodiscard]] std::uint64_t offset(int line, int column) const {
    if (line < 0) return 0;
    if (static_cast<std::size_t>(line) >= lines_.size()) return text_.size();
    std::size_t at = lines_[static_cast<std::size_t>(line)];
    for (int passed = 0; passed < column && at < text_.size() && text_[at] != '\n'; ++at)
      passed = text_[at] == '\t' ? (passed / 8 + 1) * 8 : passed + 1;
    return at;
  }

 private:
  std::string_view text_;
  std::vector<std::uint64_t> lines_;
};

}  // namespace schemac::direct
