#include "plan/facts/item_needs.h"

#include <algorithm>
#include <functional>

#include "plan/expression_nodes.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::plan {
namespace {

using Visit = std::function<void(const Expr&)>;

// Calls `visit` for the expressions of a body.
class BodyExpressions {
 public:
  explicit BodyExpressions(const Visit& visit) : visit_(visit) {}

  void optional(const std::optional<Expr>& expr) const {
    if (expr) visit_(*expr);
  }
  void body(const Body& body) const {
    std::visit([this](const auto& kind) { of(kind); }, body.kind);
  }

 private:
  void of(const Scalar& scalar) const {
    if (scalar.versioned) visit_(scalar.versioned->version);
  }
  void of(const Constant&) const {}
  void of(const Text& text) const { optional(text.size); }
  void of(const Raw& raw) const {
    optional(raw.size);
    if (raw.digest) visit_(raw.digest->algorithm);
  }
  void of(const Array& array) const {
    visit_(array.dtype);
    if (!array.dims) return;
    for (const DimsTerm& term : array.dims->terms) {
      visit_(term.value);
      optional(term.condition);
    }
  }
  void of(const Nested& nested) const {
    for (const Expr& arg : nested.args) visit_(arg);
  }
  void of(const List& list) const {
    optional(list.count);
    for (const EachRule& rule : list.each) visit_(rule.condition);
    body(list.element.front());
  }
  void of(const Switch& choice) const {
    visit_(choice.tag);
    for (const Alternative& alternative : choice.alternatives) body(alternative.body.front());
  }

  const Visit& visit_;
};

// The fields that are named apart from expressions.
void add_named(const Field& field, std::set<FieldId>& out) {
  const auto* raw = std::get_if<Raw>(&field.body.kind);
  if (raw != nullptr && raw->digest && !raw->digest->is_late)
    for (const FieldSpan& span : raw->digest->over) out.insert({span.first, span.last});
  const auto* list = std::get_if<List>(&field.body.kind);
  if (list != nullptr && list->stated_starts) out.insert(list->stated_starts->list);
  if (field.presence)
    for (const AbsentScalar& zero : field.presence->zeros) out.insert(zero.field);
}

}  // namespace

void for_each_expression(const Field& field, const Visit& visit) {
  const BodyExpressions expressions(visit);
  expressions.body(field.body);
  if (field.codec)
    for (const std::optional<Expr>& term :
         {std::optional(field.codec->algorithm), field.codec->level, field.codec->element_size,
          field.codec->size})
      expressions.optional(term);
  if (field.jump) visit(field.jump->target);
  if (field.region) visit(field.region->size);
  if (field.presence) visit(field.presence->condition);
}

std::set<FieldId> needs_of(const Field& field) {
  std::set<FieldId> needs;
  for_each_expression(field, [&](const Expr& expr) { needs.merge(fields_of(expr)); });
  add_named(field, needs);
  return needs;
}

namespace {

bool places_content(const Body& body, const std::function<bool(const SectionRef&)>& is_meant) {
  return std::ranges::any_of(nested_in(body), [&](const Nested* nested) {
    return std::ranges::any_of(nested->sections, is_meant);
  });
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
