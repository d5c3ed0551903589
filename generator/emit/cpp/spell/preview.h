// Statements that are printed to see what they use, before the head of their function is.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "emit/line_breaks.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What a function's statements are, printed to see which of its parameters they use.
class Preview {
 public:
  explicit Preview(const std::function<void(Printer&)>& print);

  /// "const Tensor& value", without the name where no statement has it.
  [[nodiscard]] std::string parameter(std::string_view type, std::string_view name) const;
  /// ", const Tensor& value, std::uint64_t version": those of a record's functions for its params.
  [[nodiscard]] std::string parameters(const plan::Record& record) const;
  /// How often it stands in the statements; comments and texts may have the same word.
  [[nodiscard]] std::size_t count(std::string_view name) const;
  [[nodiscard]] bool is_empty() const { return text_.empty(); }
  [[nodiscard]] bool is_one_line() const {
    return text_.find('\n') == std::string::npos && !text_.empty() && text_.size() <= column_limit;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_, code_;
};

}  // namespace schemac::emit::cpp
