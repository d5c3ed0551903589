// What every part of a document needs at hand: the plan, the model beside it, and how fields of one
// record are named and linked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/doc/links.h"
#include "emit/doc/text.h"
#include "model/model.h"
#include "plan/plan.h"

namespace schemac::emit::doc {

struct Context {
  const plan::Plan& plan;
  const model::Format& format;
  Links links;
};

/// What the fields of a record are called in a document.
class DocScope {
 public:
  DocScope(const Context& context, plan::RecordId record);

  const Context& context;
  const plan::RecordId id;
  const plan::Record& record;

  [[nodiscard]] const plan::Plan& plan() const { return context.plan; }
  /// The name of a field, linked.
  [[nodiscard]] Span field(plan::FieldId field) const;
  /// "section blobs", linked where it is one of the root's; or "the file".
  [[nodiscard]] Text section(const plan::SectionRef& section) const;
  /// An expression as code, the fields in it linked.
  [[nodiscard]] Text expression(const plan::Expr& expr) const;
  /// The same as plain characters, for diagrams.
  [[nodiscard]] std::string plain(const plan::Expr& expr) const;

 private:
  std::vector<std::string> names_;
};

/// The name of a record, an enumeration, a form, linked.
[[nodiscard]] Span record_link(const Context& context, plan::RecordId id);
[[nodiscard]] Span enum_link(const Context& context, plan::EnumId id);
[[nodiscard]] Span form_link(const Context& context, plan::FormId id);

}  // namespace schemac::emit::doc
