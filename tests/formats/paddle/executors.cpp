#include "formats/paddle/executors.h"

#include <stdexcept>

#include "paddle.h"

namespace schemac::tests {

const FileKind& paddle_files(const std::string& kind) {
  static const plan::Plan& plan = plan_of("paddle");
  static const FileKind document{
      plan, plan.roots.at(0),
      &outcome_of<paddle::validate_document, paddle::read_document, paddle::view_document>};
  static const FileKind stream{
      plan, plan.roots.at(1),
      &outcome_of<paddle::validate_stream, paddle::read_stream, paddle::view_stream>};
  static const FileKind combined{
      plan, plan.roots.at(2),
      &outcome_of<paddle::validate_combined, paddle::read_combined, paddle::view_combined>};
  static const FileKind program{
      plan, plan.roots.at(3),
      &outcome_of<paddle::validate_program, paddle::read_program, paddle::view_program>};
  if (kind == "program") return program;
  if (kind == "doctensor" || kind == "paddle-doc") return document;
  if (kind == "lodtensor" || kind == "paddle-lod") return stream;
  if (kind == "combine" || kind == "paddle-combine") return combined;
  throw std::runtime_error("no files of paddle are called " + kind);
}

}  // namespace schemac::tests
