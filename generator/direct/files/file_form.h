// The form that a file has: the one that the plan describes, or a text that says the same.
#pragma once

#include <optional>

#include "direct/explain/explain.h"
#include "direct/text/message_text.h"
#include "direct/walk/decode.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"

namespace schemac::direct {

/// A file, which must outlive this, as a root of a plan reads it.
class FileForm {
 public:
  FileForm(const plan::Plan& plan, const plan::Root& root, Bytes file, const Limits& limits = {});

  [[nodiscard]] const plan::Plan& plan() const { return *plan_; }
  [[nodiscard]] const plan::Root& root() const { return *root_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  /// What the plan reads: the file, or the message that its text says.
  [[nodiscard]] Bytes bytes() const { return text_ ? text_->message() : file_; }
  /// Set if it is a text.
  [[nodiscard]] const MessageText* text() const { return text_ ? &*text_ : nullptr; }

 private:
  const plan::Plan* plan_;
  const plan::Root* root_;
  Limits limits_;
  Bytes file_;
  std::optional<MessageText> text_;
};

// As the functions of the same names for bytes; places are those in the file.
[[nodiscard]] Report validate(const FileForm& file);
[[nodiscard]] Report check(const FileForm& file);
[[nodiscard]] Decoded decode(const FileForm& file, Reading reading, const Extent& extent = {});
[[nodiscard]] Explanation explain(const FileForm& file, const Folding& folding = {});

}  // namespace schemac::direct
