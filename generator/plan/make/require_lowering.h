// Makes the requirements of a record, a member function for each kind. The definitions are in
// requires.cpp, require_extents.cpp and require_types.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "plan/checks.h"
#include "plan/expressions/builder.h"
#include "plan/make/requires.h"
#include "plan/plan.h"

namespace schemac::plan {

/// A count or a size that a body states, and for which tags of a switch it does.
struct Extent {
  Expr value;
  std::optional<Expr> is_chosen;
  Level level = Level::error;  ///< of it being negative
};

/// Those of a field, and of its region.
[[nodiscard]] std::vector<Extent> extents_of(const Field& field);

/// Everything about the record in `scope`.
class RequireLowering {
 public:
  explicit RequireLowering(RecordScope& scope) : scope_(scope), checks_(scope.builder.checks) {}

  std::vector<PendingRequire> lower();

 private:
  static bool is_scalar(const Field& field) {
    return std::holds_alternative<Scalar>(field.body.kind);
  }
  [[nodiscard]] const Field& lowered(FieldId id) const { return scope_.record.fields[id]; }

  // Fields and rules: requires.cpp.
  void lower_field(const model::Field& field, FieldId id);
  void lower_valid(const model::Field& field, FieldId id, const model::Condition& valid);
  std::optional<FieldPath> blamed_by(const model::CheckStyle& style) const;
  void lower_is(const model::Field& field, FieldId id);
  void lower_size_of_none(const model::Field& field, FieldId id, const Expr& size);
  void lower_file_size(const model::Field& field, FieldId id, const Expr& own, const Expr& file);
  [[nodiscard]] bool refuses_trailing() const;
  Expr in_versions(const model::Versions& versions, Expr condition);
  void lower_rule(const model::Condition& rule);

  [[nodiscard]] std::set<FieldId> taken_for_granted(const Expr& condition) const;
  [[nodiscard]] bool is_value_of_optional(const Expr& expr) const;
  [[nodiscard]] std::optional<Expr> needed_by_branches(const Expr& expr, bool is_branch,
                                                       const std::set<FieldId>& asked) const;
  static std::set<FieldId> asked_for(const Expr& condition);
  static Expr both(const std::optional<Expr>& x, Expr y) {
    return x ? make_operation(Op::logical_and, {*x, std::move(y)}) : y;
  }
  void add(Expr condition, CheckId check, FieldId at, std::vector<Expr> facts);
  void add(Expr condition, CheckId check, std::optional<FieldPath> at, std::vector<Expr> facts);
  void add_as_it_is(Expr condition, CheckId check, std::optional<FieldPath> at,
                    std::vector<Expr> facts);
  Expr if_present(FieldId id, Expr condition);
  Expr or_unknown(FieldId id, Expr condition) const;

  CheckSubject subject_of(FieldId id, const std::string& kind,
                          const model::CheckStyle& style) const;
  static std::string stated(const CheckSubject& at) {
    return at.noun + (at.is_signed ? " is {a:i}" : " is {a}");
  }

  // Counts and sizes: require_extents.cpp.
  void find_needed_extents(FieldId id);
  void find_quotients(const Expr& expr);
  [[nodiscard]] bool is_negative_without(FieldId id) const;
  [[nodiscard]] bool is_always_needed(FieldId id, const Extent& extent) const;
  [[nodiscard]] bool is_plain(FieldId id, const Extent& extent) const;
  bool is_new(FieldId id, const Extent& extent, const std::string& what = "");
  void lower_extent(const model::Field& field, FieldId id, const Extent& stated_extent);
  [[nodiscard]] bool is_there_with(FieldId number, FieldId id) const;
  [[nodiscard]] bool follows_by_is(const Expr& extent, FieldId id) const;
  [[nodiscard]] bool lowered_is_scalar(FieldId id) const { return is_scalar(lowered(id)); }
  Expr unless_needed(FieldId id, const Extent& extent, Expr condition);
  void lower_unknown_extent(FieldId id, FieldId stated_by);
  void lower_quotients(FieldId id, const Extent& extent, Rule rule);
  [[nodiscard]] std::vector<FieldId> told_by(const model::Field& field, FieldId id) const;
  void lower_absent(const model::Field& field, FieldId id);
  [[nodiscard]] bool is_begin_of(FieldId stated_by, FieldId content) const;

  // Texts and element types: require_types.cpp.
  void lower_text_length(const model::Field& field, FieldId id);
  void lower_array_type(const model::Field&, FieldId id);
  [[nodiscard]] bool refuses(const Record& record, FieldId tag, model::Int128 value) const;
  void lower_inner_array_type(FieldId id, const Expr& dtype);
  [[nodiscard]] bool lets_unknown_be(const Expr& word) const;
  [[nodiscard]] Expr states_or_unknown(const Expr& attribute) const;
  bool can_lack(const Expr& attribute, FieldId tag) const;

  RecordScope& scope_;
  Checks& checks_;
  std::vector<PendingRequire> out_;
  std::set<std::string> extents_;         // those that were looked at
  std::set<std::string> needed_extents_;  // those that each file needs
};

}  // namespace schemac::plan
