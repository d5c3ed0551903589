// How the leaves of an expression are spelled where it is used.
//
// A field is spelled differently in a check (a local), in a view (an accessor), in a writer (a
// member or a derived local); whoever prints an expression says how (expressions.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "emit/cpp/spell/questions.h"
#include "plan/expression.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// How many lambdas with a flag of each name are being spelled. What is passed to a record is
/// spelled where it is asked for, so such lambdas may be nested: scopes whose texts are share one
/// of these.
using OpenFlags = std::map<std::string, int>;

/// Names that were spelled: of parameters and locals of a function, whose signature is printed once
/// its statements are.
class UsedNames {
 public:
  void add(const std::string& name) { names_.insert(name); }
  void remove(const std::string& name) { names_.erase(name); }
  [[nodiscard]] bool has(const std::string& name) const { return names_.count(name) != 0; }

 private:
  std::set<std::string> names_;
};

/// How leaves are spelled where an expression is used. Each gets the plan's index and gives a C++
/// expression of kind "primary" (it needs no parentheses).
struct Spelling {
  const plan::Plan* plan = nullptr;
  std::shared_ptr<OpenFlags> open_flags;
  std::shared_ptr<UsedNames> names;  ///< notes flags, and `file_size`; may be unset
  std::function<std::string(plan::FieldId)>
      field;  ///< value of a scalar field, as an integer (or an enum's)
  std::function<std::string(plan::FieldId)>
      truth;                     ///< the same as a condition; if unset, `field` isn't 0
  bool has_wide_fields = false;  ///< `field` gives std::uint64_t and std::int64_t alone
  std::function<std::string(plan::ParamId)> param;
  std::function<std::string(plan::FieldId)>
      list;  ///< something with size() and operator[], elements integers
  std::function<std::string(plan::FieldId)>
      multiplied;  ///< the same where its product is asked for; if unset, `list`
  std::function<std::string(plan::FieldId)> length;     ///< elements of a list, bytes of a text
  std::function<std::string(plan::FieldId)> size_of;    ///< bytes of a field
  std::function<std::string(plan::FieldId)> offset_of;  ///< where it begins in the file
  std::function<std::string(plan::FieldId)> is_present;
  std::function<const plan::Expr*(plan::FieldId)>
      presence;  ///< what is_present spells, where that is a condition; may be unset
  std::function<std::string(plan::FieldId)> given;  ///< of derivations: see plan::Op
  std::function<std::string(plan::FieldId)> tag_of;
  std::function<std::string(std::uint32_t)> section_begin;
  std::function<std::string(plan::FieldId)>
      plain_size;  ///< bytes of what an encoded one decodes to
  std::function<std::string(plan::FieldId, plan::FieldId)>
      size_of_last;                                ///< the same of a field of a list's last element
  std::function<std::string(plan::FieldId)> text;  ///< a std::string_view
  std::function<Spelling(plan::FieldId)>
      inside;  ///< how the fields of the record that a field holds are spelled
  std::shared_ptr<const void> owner;  ///< what the functions need to stay alive
  std::string element;                ///< `_`
  std::string index;                  ///< `_index`
  std::string is_last;                ///< `_last`
  std::string next = "next_view";     ///< a pointer to the element after, or to none
  std::function<bool()> is_asked;     ///< of what `inside` gives for it: whether any text asks it
  std::string file_size;              ///< bytes of the file
  std::string fits;                   ///< a bool lvalue: cleared when an operation overflows
  std::function<void(Spelling&, const std::string&)>
      clear;  ///< spells what is computed on the spot with another flag; if unset, nothing is
  std::function<bool(const plan::Expr&)>
      can_fail;  ///< whether it can't always be computed; if unset, what the expression itself says
};

/// The flag of a lambda, for as long as that is spelled: it has a name of its own there.
class LambdaFlag {
 public:
  LambdaFlag(const Spelling& spelling, std::string name)
      : open_(spelling.open_flags),
        names_(spelling.names),
        base_(std::move(name)),
        depth_(++(*open_)[base_]) {}
  LambdaFlag(const LambdaFlag&) = delete;
  LambdaFlag& operator=(const LambdaFlag&) = delete;
  LambdaFlag(LambdaFlag&&) = delete;
  LambdaFlag& operator=(LambdaFlag&&) = delete;
  ~LambdaFlag() {
    if (names_) names_->remove(name());
    --(*open_)[base_];
  }
  [[nodiscard]] std::string name() const {
    return depth_ == 1 ? base_ : base_ + "_" + std::to_string(depth_);
  }
  /// "bool& is_number", once what is in the lambda was spelled. `unnoted` is for where nobody notes
  /// whether it is used.
  [[nodiscard]] std::string parameter(const std::string& unnoted = "") const {
    if (!names_) return unnoted + "bool& " + name();
    return names_->has(name()) ? "bool& " + name() : "bool&";
  }

 private:
  std::shared_ptr<OpenFlags> open_;
  std::shared_ptr<UsedNames> names_;
  std::string base_;
  int depth_;
};

/// The spelling with another flag to clear, also in records that are looked into.
[[nodiscard]] Spelling clearing(const std::string& flag, Spelling spelling);

/// Whether an expression can't always be computed where it is spelled so.
[[nodiscard]] bool may_fail(const plan::Expr& expr, const Spelling& spelling);

/// The same spelling for lists whose product is asked for.
[[nodiscard]] Spelling as_factors(Spelling spelling);

}  // namespace schemac::emit::cpp
