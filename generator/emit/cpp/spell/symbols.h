// What generated code calls the fields of a record, where they lie, and what a view of it keeps.
//
// A position is an anchor and a distance. Each anchor has a name, after the field that ends there:
// the local `after_name` of a walk, the member `after_name_` of a view. Anchor 0 is `begin`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// A number that a view keeps because a walk relied on it: bytes of a text, elements of a list.
struct KeptLength {
  plan::FieldId field = 0;
  std::string member;  ///< "name_size_"
  std::string type = "std::uint64_t";
};

class Symbols {
 public:
  Symbols(const plan::Plan& plan, const plan::Record& record);

  [[nodiscard]] const plan::Plan& plan() const { return *plan_; }
  [[nodiscard]] const plan::Record& record() const { return *record_; }
  [[nodiscard]] const plan::Field& field(plan::FieldId id) const { return record_->fields[id]; }

  /// Where a field lies in the record, a tagged number after its tag; nothing if it lies elsewhere.
  [[nodiscard]] std::optional<plan::Position> position(plan::FieldId id) const {
    return positions_[id];
  }
  /// Where it begins, its tag included; the record's start for what lies elsewhere.
  [[nodiscard]] plan::Position begin_of(plan::FieldId id) const;
  /// Where rules about its elements wait for fields after it: the local that says whether a list in
  /// a region was read to its end.
  [[nodiscard]] std::string whole_flag(plan::FieldId id) const;
  /// The section whose n-th field this is, if it is one.
  struct InSection {
    std::uint32_t section = 0;
    std::size_t index = 0;
  };
  [[nodiscard]] std::optional<InSection> in_section(plan::FieldId id) const {
    return in_sections_[id];
  }
  /// The fields that lie in a section, one after the other.
  [[nodiscard]] std::vector<plan::FieldId> fields_in_section(std::uint32_t section) const;
  /// The anchor at the end of a field of variable size.
  [[nodiscard]] std::optional<plan::AnchorId> end_of(plan::FieldId id) const { return ends_[id]; }

  /// "begin", "after_name".
  [[nodiscard]] const std::string& anchor(plan::AnchorId id) const { return anchors_[id]; }
  /// "after_name + 4": `suffix` is "_" for the members of a view.
  [[nodiscard]] std::string at(plan::Position position, const std::string& object = "",
                               const std::string& suffix = "") const;

  /// Anchors and lengths that a view of the record keeps.
  [[nodiscard]] const std::vector<plan::AnchorId>& kept_anchors() const { return kept_anchors_; }
  [[nodiscard]] const std::vector<KeptLength>& kept_lengths() const { return kept_lengths_; }
  /// Fields whose record's view is kept, because expressions look into it.
  [[nodiscard]] const std::vector<plan::FieldId>& kept_views() const { return kept_views_; }
  /// The member of a view that holds a field, or its length, or its number: "shape_",
  /// "dims_size_", "n_value_".
  [[nodiscard]] std::string member(plan::FieldId id) const;
  [[nodiscard]] std::string length_member(plan::FieldId id) const;
  [[nodiscard]] std::string value_member(plan::FieldId id) const;
  /// Lists whose product a walk makes, and a view keeps.
  [[nodiscard]] const std::vector<plan::FieldId>& kept_products() const { return kept_products_; }
  [[nodiscard]] std::string product_member(plan::FieldId id) const {
    return product_local(id) + "_";
  }

  /// The local of a field in walks: its identifier, unless that has another meaning there.
  [[nodiscard]] std::string local(plan::FieldId id) const;
  /// The local that holds how long a field is: "dims_size", unless a field has that name.
  [[nodiscard]] std::string length_local(plan::FieldId id) const;
  /// The local that holds the product of a list: "dims_product".
  [[nodiscard]] std::string product_local(plan::FieldId id) const {
    return field(id).identifier + "_product";
  }
  /// The variable that holds the extents of a section: "blobs_section".
  [[nodiscard]] std::string section(const plan::SectionRef& reference) const;
  /// Of that type: "schemac::impl::Extents".
  [[nodiscard]] std::string section_type(const std::string& variable) const;
  [[nodiscard]] std::string param(plan::ParamId id) const;
  /// "std::uint64_t", "const schemac::impl::NumberList&": what functions get for it.
  [[nodiscard]] std::string param_type(plan::ParamId id) const;

  /// Whether a view leaves the walk of a field to accessors: Record::late.
  [[nodiscard]] bool is_late(plan::FieldId id) const {
    return record_->late && (record_->late->list == id || record_->late->rest == id);
  }
  /// Whether it comes after the list that isn't walked.
  [[nodiscard]] bool is_late_rest(plan::FieldId id) const {
    return record_->late && record_->late->rest == id;
  }

  /// Whether the record has sections of its own that are found while it is read.
  [[nodiscard]] bool has_sections() const;

 private:
  void note_lone(const plan::LoneField& lone);
  void note_run(const plan::Run& run);
  void keep_measured(const plan::Expr& expr);
  void keep(plan::FieldId id);
  void keep_end(plan::FieldId id);
  void keep_length(plan::FieldId id);

  const plan::Plan* plan_;
  const plan::Record* record_;
  std::vector<std::optional<plan::Position>> positions_;
  std::vector<std::optional<InSection>> in_sections_;
  std::vector<std::optional<plan::AnchorId>> ends_;
  std::vector<std::string> anchors_;
  std::vector<plan::AnchorId> kept_anchors_;
  std::vector<KeptLength> kept_lengths_;
  std::vector<plan::FieldId> kept_views_;
  std::vector<plan::FieldId> kept_products_;
};

/// "schemac::StatedStarts<std::int64_t, true>": how a list whose starts are stated is looked at.
[[nodiscard]] std::string starts_type(const Symbols& symbols, const plan::List& list);

/// Where a section lies, by the name of its variable: a record in it gets it from outside.
[[nodiscard]] std::string section_offsets(const Symbols& symbols, const std::string& name);
[[nodiscard]] std::string section_offsets(const Symbols& symbols,
                                          const plan::SectionRef& reference);

}  // namespace schemac::emit::cpp
