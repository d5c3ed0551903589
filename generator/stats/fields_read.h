// The numbers of a record that were read so far. An array that isn't there has a type and
// dimensions all the same, which follow from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "direct/evaluate.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"

namespace schemac::stats {

class FieldsRead final : public direct::Scope {
 public:
  explicit FieldsRead(const plan::Record& record) : record_(record) {}

  void note_number(const plan::Field* field, direct::Int128 value);
  void note_list(const plan::Field* field, const plan::Scalar& element, std::uint64_t count,
                 Bytes bytes);

  [[nodiscard]] direct::Outcome number(plan::FieldId field) const override;
  [[nodiscard]] direct::Outcome length(plan::FieldId field) const override;
  [[nodiscard]] direct::Outcome item(plan::FieldId list, std::uint64_t index) const override;
  [[nodiscard]] direct::Outcome size_of(plan::FieldId) const override { return unknown(); }
  [[nodiscard]] direct::Outcome offset_of(plan::FieldId) const override { return unknown(); }
  [[nodiscard]] direct::Outcome plain_size(plan::FieldId) const override { return unknown(); }
  [[nodiscard]] direct::Outcome is_present(plan::FieldId) const override { return unknown(); }
  [[nodiscard]] std::optional<std::string_view> text(plan::FieldId) const override { return {}; }
  [[nodiscard]] const Scope* inside(plan::FieldId) const override { return nullptr; }
  [[nodiscard]] direct::Outcome param(plan::ParamId) const override { return unknown(); }
  [[nodiscard]] direct::Outcome file_size() const override { return unknown(); }

 private:
  struct FieldRead {
    const plan::Field* field = nullptr;
    direct::Int128 number = 0;
    const plan::Scalar* element = nullptr;  ///< of a list
    std::uint64_t count = 0;
    Bytes bytes;
  };

  static direct::Outcome unknown() { return direct::Outcome::failed(direct::Failure::unknown); }
  [[nodiscard]] const FieldRead* find(plan::FieldId field) const;
  /// Whether it is of this record: fields of others aren't kept.
  [[nodiscard]] bool owns(const plan::Field* field) const;

  const plan::Record& record_;
  std::vector<FieldRead> read_;
};

}  // namespace schemac::stats
