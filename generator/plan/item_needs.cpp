#include "plan/item_needs.h"

#include <algorithm>
#include <functional>

#include "plan/lower_expression.h"

namespace schemac::plan {
namespace {

class NeedsOfBody {
 public:
  explicit NeedsOfBody(std::set<FieldId>& out) : out_(out) {}

  void expression(const Expr& expr) const { out_.merge(fields_of(expr)); }
  void optional(const std::optional<Expr>& expr) const {
    if (expr) expression(*expr);
  }
  void body(const Body& body) const {
    std::visit([this](const auto& kind) { of(kind); }, body.kind);
  }

 private:
  void of(const Scalar& scalar) const {
    if (scalar.versioned) expression(scalar.versioned->version);
  }
  void of(const Constant&) const {}
  void of(const Text& text) const { optional(text.size); }
  void of(const Raw& raw) const {
    optional(raw.size);
    if (!raw.digest) return;
    expression(raw.digest->algorithm);
    for (const FieldSpan& span : raw.digest->over) out_.insert({span.first, span.last});
  }
  void of(const Array& array) const {
    expression(array.dtype);
    if (!array.dims) return;
    for (const DimsPart& part : array.dims->parts) {
      expression(part.value);
      optional(part.condition);
    }
  }
  void of(const Nested& nested) const {
    for (const Expr& arg : nested.args) expression(arg);
  }
  void of(const List& list) const {
    optional(list.count);
    for (const EachRule& rule : list.each) expression(rule.condition);
    if (list.stated_begins) out_.insert(list.stated_begins->list);
    body(list.element.front());
  }
  void of(const Switch& choice) const {
    expression(choice.tag);
    for (const Alternative& alternative : choice.alternatives) body(alternative.body.front());
  }

  std::set<FieldId>& out_;
};

}  // namespace

std::set<FieldId> needs_of(const Field& field) {
  std::set<FieldId> needs;
  const NeedsOfBody add(needs);
  add.body(field.body);
  if (field.codec)
    for (const std::optional<Expr>& part :
         {std::optional(field.codec->algorithm), field.codec->level, field.codec->element_size,
          field.codec->size})
      add.optional(part);
  if (field.jump) add.expression(field.jump->target);
  if (field.region) add.expression(field.region->size);
  if (field.presence) {
    add.expression(field.presence->condition);
    for (const AbsentScalar& zero : field.presence->zeros) needs.insert(zero.field);
  }
  return needs;
}

namespace {

bool places_content(const Body& body, const std::function<bool(const SectionRef&)>& is_meant) {
  if (const auto* nested = std::get_if<Nested>(&body.kind))
    return std::any_of(nested->sections.begin(), nested->sections.end(), is_meant);
  if (const auto* list = std::get_if<List>(&body.kind))
    return places_content(list->element.front(), is_meant);
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    return std::any_of(choice->alternatives.begin(), choice->alternatives.end(),
                       [&](const Alternative& alternative) {
                         return places_content(alternative.body.front(), is_meant);
                       });
  return false;
}

}  // namespace

bool places_payloads(const Record& record, const Body& body) {
  return places_content(body, [&](const SectionRef& section) {
    return !section.is_param && !record.sections[section.index].is_whole_file;
  });
}

bool places_content(const Body& body) {
  return places_content(body, [](const SectionRef&) { return true; });
}

}  // namespace schemac::plan
