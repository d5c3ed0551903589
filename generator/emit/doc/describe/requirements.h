// All that is required of a file, by the type that requires it: each check of the plan once.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emit/doc/describe/requirement.h"
#include "emit/doc/queries/doc_scope.h"
#include "emit/doc/queries/uses.h"

namespace schemac::emit::doc {

struct RequirementGroup {
  std::string title;  ///< of a type: its name
  std::string link;
  Requirements requirements;
};

class RequirementList {
 public:
  RequirementList(const Context& context, const Uses& uses);

  /// In the order in which types are explained; groups without requirements are left out.
  [[nodiscard]] const std::vector<RequirementGroup>& groups() const { return groups_; }
  /// What the table of a type says about a field.
  [[nodiscard]] std::vector<Text> briefs(plan::RecordId record, plan::FieldId field) const;
  /// Likewise of a form.
  [[nodiscard]] std::vector<Text> briefs(plan::FormId form) const;

 private:
  struct AtField {
    plan::RecordId record = 0;
    plan::FieldId field = 0;
    auto operator<=>(const AtField&) const = default;
  };

  Requirements of_record(const DocScope& scope);
  Requirements of_form(const Context& context, const Uses& uses, plan::FormId form);
  void note_briefs(const DocScope& scope, plan::FieldId field, const Requirements& found);
  void note_unique_keys(const Context& context);
  void add_uncovered(const Context& context);

  std::vector<RequirementGroup> groups_;
  std::map<AtField, std::vector<Text>> briefs_;
  std::map<plan::FormId, std::vector<Text>> form_briefs_;
};

/// Where the body of `field` is, and how sentences call it.
[[nodiscard]] struct BodySite site_of(const DocScope& scope, plan::FieldId field);
/// What a field must lie in: "the file", "section blobs".
[[nodiscard]] Text room_of(const DocScope& scope, plan::FieldId field);
/// The tone of a role.
[[nodiscard]] Tone tone_of(model::RoleKind role);
/// How a check reports, with what varies left open: "flags is …; it must be 0".
[[nodiscard]] std::string sentence_pattern(const plan::Check& check);

}  // namespace schemac::emit::doc
