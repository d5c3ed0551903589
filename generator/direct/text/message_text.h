// Messages in protobuf's text form, as people write them: "blocks { idx: 0 }".
//
// libprotobuf parses and prints the text; the plan says what may be in it. What is checked, decoded
// and explained are the bytes of the same message in the wire form, so that both forms are held to
// the same rules.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "direct/text/row.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/violation.h"

namespace schemac::direct {

/// Whether bytes can be a text in UTF-8: no control characters but those that end lines and blanks.
[[nodiscard]] bool may_be_text(Bytes bytes);

/// A text with the message that it says.
class MessageText {
 public:
  /// Parses the text of a message, which must outlive the result. `record` has MessageFields.
  MessageText(const plan::Plan& plan, const plan::Record& record, Bytes text,
              const Limits& limits = {});
  MessageText(MessageText&& other) noexcept;
  MessageText& operator=(MessageText&& other) noexcept;
  ~MessageText();

  /// Why the text isn't one of the message; of class bad-protobuf, nesting-limit or resource-limit.
  [[nodiscard]] const std::optional<Violation>& error() const;
  /// The message in the wire form; empty after an error.
  [[nodiscard]] Bytes message() const;
  /// A row for the whole text; below it one for each field, where it lies in the text.
  [[nodiscard]] const std::vector<Row>& rows() const;
  /// Where in the text the field of a path begins, or what holds it: "blocks[0].vars[2].name".
  [[nodiscard]] std::uint64_t place_of(std::string_view path) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The text of a message in the wire form; nothing if it holds what has no text (unknown fields).
[[nodiscard]] std::optional<std::string> message_text(const plan::Plan& plan,
                                                      const plan::Record& record, Bytes message);

}  // namespace schemac::direct
