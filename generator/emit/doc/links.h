// Where things are in a page: an id for whatever one may want to link to, unique in the page and
// made of the schema's own names ("Tensor.data"), so that links stay good while a schema grows.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"

namespace schemac::emit::doc {

// The chapters of a page, which no type may take the id of.
inline constexpr std::string_view layout_id = "layout", types_id = "types",
                                  directories_id = "directories", enums_id = "enumerations",
                                  checks_id = "validation", examples_id = "examples",
                                  conventions_id = "conventions", references_id = "references",
                                  index_id = "index", overview_id = "overview";

class Links {
 public:
  explicit Links(const plan::Plan& plan);

  [[nodiscard]] const std::string& record(plan::RecordId id) const { return records_[id].id; }
  [[nodiscard]] const std::string& field(plan::RecordId record, plan::FieldId id) const {
    return records_[record].fields[id];
  }
  [[nodiscard]] const std::string& section(plan::RecordId record, std::size_t index) const {
    return records_[record].sections[index];
  }
  [[nodiscard]] const std::string& enumeration(plan::EnumId id) const { return enums_[id].id; }
  [[nodiscard]] const std::string& member(plan::EnumId id, std::size_t index) const {
    return enums_[id].members[index];
  }
  [[nodiscard]] const std::string& form(plan::FormId id) const { return forms_[id]; }
  [[nodiscard]] const std::string& check(plan::CheckId id) const { return checks_[id]; }
  /// Of a part that has no number of its own: "Tensor.flags.has_data". The same name twice gives
  /// the same id.
  [[nodiscard]] static std::string below(const std::string& id, std::string_view name);

 private:
  struct OfRecord {
    std::string id;
    std::vector<std::string> fields, sections;
  };
  struct OfEnum {
    std::string id;
    std::vector<std::string> members;
  };

  std::string add(const std::string& wanted);

  std::set<std::string> taken_;
  std::vector<OfRecord> records_;
  std::vector<OfEnum> enums_;
  std::vector<std::string> forms_, checks_;
};

/// "#id".
[[nodiscard]] inline std::string to(std::string_view id) { return "#" + std::string(id); }

}  // namespace schemac::emit::doc
