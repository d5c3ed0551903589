#include "direct/files/file_form.h"

#include <algorithm>
#include <utility>

#include "direct/walk/validate.h"

namespace schemac::direct {
namespace {

// The wire form has no mark of its own: a text is what reads as one, or can't be read otherwise.
// libprotobuf also takes other characters in its strings and comments, but no zero; of files with
// such, which most messages are, a text is only what reads as nothing else.
std::optional<MessageText> text_in(const plan::Plan& plan, const plan::Root& root, Bytes file,
                                   const Limits& limits) {
  if (root.text_extensions.empty() || file.empty()) return std::nullopt;
  const bool is_plain = may_be_text(file);
  if (!is_plain && std::ranges::find(file, std::byte{0}) != file.end()) return std::nullopt;
  MessageText text(plan, plan.records[root.record], file, limits);
  if (is_plain && !text.error()) return text;
  if (!is_plain && text.error()) return std::nullopt;
  if (decode(plan, root, file, Reading::strict, limits).report.ok()) return std::nullopt;
  return text;
}

Report of_error(const MessageText& text) {
  Report report;
  report.add(*text.error());
  return report;
}

// Places in the message become those in the text.
Report placed(const Report& report, const MessageText& text) {
  Report result;
  for (Violation violation : report.violations()) {
    violation.offset = text.place_of(violation.path);
    result.add(std::move(violation));
  }
  result.take_dropped(report);
  result.sort();
  return result;
}

}  // namespace

FileForm::FileForm(const plan::Plan& plan, const plan::Root& root, Bytes file, const Limits& limits)
    : plan_(&plan),
      root_(&root),
      limits_(limits),
      file_(file),
      text_(text_in(plan, root, file, limits)) {}

Report validate(const FileForm& file) {
  const MessageText* text = file.text();
  if (text != nullptr && text->error()) return of_error(*text);
  Report report = validate(file.plan(), file.root(), file.bytes(), file.limits());
  return text == nullptr ? report : placed(report, *text);
}

Report check(const FileForm& file) {
  const MessageText* text = file.text();
  if (text != nullptr && text->error()) return of_error(*text);
  Report report = check(file.plan(), file.root(), file.bytes(), file.limits());
  return text == nullptr ? report : placed(report, *text);
}

Decoded decode(const FileForm& file, Reading reading, const Extent& extent) {
  const MessageText* text = file.text();
  if (text != nullptr && text->error()) return {Value{Members{}}, of_error(*text)};
  Decoded decoded = decode(file.plan(), file.root(), file.bytes(), reading, file.limits(), extent);
  if (text != nullptr) decoded.report = placed(decoded.report, *text);
  return decoded;
}

Explanation explain(const FileForm& file, const Folding& folding) {
  const MessageText* text = file.text();
  if (text == nullptr)
    return explain(file.plan(), file.root(), file.bytes(), folding, file.limits());
  return {text->rows(), validate(file)};
}

}  // namespace schemac::direct
