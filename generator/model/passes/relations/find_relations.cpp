#include "model/passes/relations/find_relations.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "model/passes/walk.h"

namespace schemac::model {

namespace {

DerivationKind kind_of(Structure structure) {
  switch (structure) {
    case Structure::repeat:
      return DerivationKind::count_of;
    case Structure::size:
      return DerivationKind::size_of;
    case Structure::at:
      return DerivationKind::begin_of;
    case Structure::presence:
      return DerivationKind::presence_of;
    case Structure::tag:
      return DerivationKind::tag_of;
    case Structure::plain_size:
      return DerivationKind::plain_size_of;
    case Structure::filled_size:
    case Structure::argument:
      return DerivationKind::none;
  }
  return DerivationKind::none;
}

class RelationFinder {
 public:
  RelationFinder(const Format& format, TypeIndex index,
                 const std::vector<std::vector<bool>>& parameters)
      : type_(format.types[index]) {
    for (const StructuralUse& use : structural_uses(format, index, parameters)) add(use);
    for (std::uint32_t i = 0; i < type_.sections.size(); ++i)
      if (const auto begin = type_.sections[i].begin) {
        Relation relation;
        relation.source = *begin;
        relation.kind = DerivationKind::section_begin;
        relation.section = i;
        relation.solution = Solution{};
        relation.range = type_.sections[i].range;
        relations_.push_back(relation);
      }
    merge_cases();
  }

  std::vector<Relation> take() { return std::move(relations_); }

 private:
  // Every own field that a structural expression names. What is measured inside of len(), size()
  // and the like isn't the field's own value.
  void add(const StructuralUse& use) {
    visit_expressions(use.expression, [&](const Expression& inner) {
      if (std::holds_alternative<Call>(inner.node) &&
          std::get<Call>(inner.node).function != Function::align_up &&
          std::get<Call>(inner.node).function != Function::ceil_div)
        return false;
      if (const auto* member = std::get_if<Member>(&inner.node);
          member != nullptr && member->kind == Member::Kind::flag) {
        if (const Reference* flags = as_own_field(*member->object))
          add_relation(use, inner, flags->index, member->index);
        return false;
      }
      if (const Reference* field = as_own_field(inner)) add_relation(use, inner, field->index, {});
      return true;
    });
  }

  void add_relation(const StructuralUse& use, const Expression& inner, FieldIndex source,
                    std::optional<std::uint32_t> flag) {
    const Body& body = type_.fields[source].body;
    if (body.repeat.kind != RepeatKind::none) return;  // lists are given
    const bool is_text_tag = use.structure == Structure::tag && inner.type.kind == ValueKind::text;
    if (!std::holds_alternative<Scalar>(body.kind) && !is_text_tag) return;
    Relation relation;
    relation.source = source;
    relation.flag = flag;
    relation.kind = kind_of(use.structure);
    relation.target = use.target;
    relation.case_index = use.case_index;
    relation.range = inner.range;
    const bool is_direct = &inner == use.expression.get();
    switch (use.structure) {
      case Structure::repeat:
      case Structure::size:
      case Structure::at:
      case Structure::plain_size:
        if (!flag) relation.solution = solve(*use.expression, source);
        break;
      case Structure::presence:
        if (is_direct) relation.solution = Solution{};
        break;
      case Structure::tag:
        // A list may have no element to take the tag from, or elements that differ.
        if (is_direct && !flag && type_.fields[use.target].body.repeat.kind == RepeatKind::none)
          relation.solution = Solution{};
        break;
      case Structure::filled_size:  // what fills it up may be less
      case Structure::argument:
        break;
    }
    relations_.push_back(relation);
  }

  // The cases of one switch count as one relation: they must agree, and none may lack it.
  void merge_cases() {
    std::vector<Relation> merged;
    for (std::size_t i = 0; i < relations_.size(); ++i) {
      Relation relation = relations_[i];
      if (!relation.case_index) {
        merged.push_back(relation);
        continue;
      }
      const auto is_same = [&](const Relation& other) {
        return other.case_index && other.source == relation.source && other.kind == relation.kind &&
               other.target == relation.target && other.flag == relation.flag;
      };
      if (std::any_of(merged.begin(), merged.end(), is_same)) continue;
      std::vector<std::uint32_t> cases;
      for (const Relation& other : relations_) {
        if (!is_same(other)) continue;
        if (other.solution != relation.solution) relation.solution.reset();
        if (std::find(cases.begin(), cases.end(), *other.case_index) == cases.end())
          cases.push_back(*other.case_index);
      }
      const auto* choice = std::get_if<Switch>(&type_.fields[relation.target].body.kind);
      if (choice != nullptr && cases.size() < choice->cases.size()) relation.solution.reset();
      merged.push_back(relation);
    }
    relations_ = std::move(merged);
  }

  const Type& type_;
  std::vector<Relation> relations_;
};

}  // namespace

std::vector<Relation> find_relations(const Format& format, TypeIndex index,
                                     const std::vector<std::vector<bool>>& parameters) {
  return RelationFinder(format, index, parameters).take();
}

}  // namespace schemac::model
