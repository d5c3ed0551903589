// What a walk keeps about one record: where its fields are, what expressions need of them, its
// anchors and sections.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "direct/evaluate.h"
#include "direct/message_elements.h"
#include "plan/plan.h"
#include "schemac/base/load.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/walk/extents.h"
#include "schemac/walk/file_extents.h"

namespace schemac::direct {

enum class FieldStatus : std::uint8_t {
  unseen,
  read,
  absent,
  broken,  ///< there, but not whole
};

struct FieldState {
  FieldStatus status = FieldStatus::unseen;
  const std::byte* begin = nullptr;    ///< where checks of it are: the value after a tag; a head
  std::uint64_t size = 0;              ///< of all of it
  std::uint64_t length = 0;            ///< elements, or bytes of a text
  const std::byte* content = nullptr;  ///< first character or element, after a length or head
  Int128 number = 0;
  const std::byte* first = nullptr;  ///< its first byte: that of a tag or head, or `begin`
  bool is_counted = false;           ///< `length` is known, though its elements are still walked
};

/// What lies anywhere in the file, and what is said of it.
struct FilePlaces {
  schemac::impl::Check padding, unclaimed, trailing, place;
  impl::FileExtents extents;
};

/// A section of a record while its file is walked.
struct SectionState {
  const plan::Section* section = nullptr;
  const impl::Frame* owner = nullptr;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t inline_end = 0;  ///< after the fields that stand in it
  std::uint64_t used_end = 0;    ///< after all that lies in it, once it is finished
  impl::Extents extents{0, 0};
  std::unique_ptr<FilePlaces> file;  ///< of the whole file
};

class RecordScope final : public Scope {
 public:
  RecordScope(const plan::Plan& whole, const plan::Record& of, const impl::Frame& at,
              const std::byte* start, const std::byte* limit, Bytes file)
      : plan(&whole),
        record(&of),
        frame(&at),
        begin(start),
        end(limit),
        space(file),
        fields(of.fields.size()),
        anchors(of.anchor_count, start) {}

  const plan::Plan* plan;
  const plan::Record* record;
  const impl::Frame* frame;
  const std::byte* begin;
  const std::byte* end;  ///< where its bytes end at most
  Bytes space;
  std::vector<FieldState> fields;
  std::vector<const std::byte*> anchors;
  std::vector<Int128> params;
  std::vector<ListOf> param_lists;  ///< beside them: those that are lists
  std::vector<SectionState> sections;
  std::vector<SectionState*> section_params;
  /// The records that expressions look into, once they were walked to their ends.
  std::map<plan::FieldId, std::unique_ptr<RecordScope>> held;
  mutable std::vector<std::pair<plan::FieldId, MessageElements>> lists_of_message;

  [[nodiscard]] const std::byte* at(const plan::Position& position) const {
    return anchors[position.anchor] + position.distance;
  }
  [[nodiscard]] SectionState* section(const plan::SectionRef& ref) {
    if (ref.is_param)
      return ref.index < section_params.size() ? section_params[ref.index] : nullptr;
    return ref.index < sections.size() ? &sections[ref.index] : nullptr;
  }

  /// Where a field begins, of this record or of one inside it; of one that lies elsewhere the field
  /// that says where.
  [[nodiscard]] const std::byte* begin_of(const plan::FieldPath& path) const;

  /// Where element `item` of that list of scalars begins (-1: the last one); the list's begin if
  /// there is none.
  [[nodiscard]] const std::byte* begin_of_item(const plan::FieldPath& path,
                                               std::int64_t item) const;
  /// Elements of a message's list lie apart: where the next one may be found.
  [[nodiscard]] MessageElements& elements(plan::FieldId list) const;

  [[nodiscard]] Outcome number(plan::FieldId field) const override;
  [[nodiscard]] Outcome length(plan::FieldId field) const override;
  [[nodiscard]] Outcome size_of(plan::FieldId field) const override;
  [[nodiscard]] Outcome offset_of(plan::FieldId field) const override;
  [[nodiscard]] Outcome plain_size(plan::FieldId field) const override;
  [[nodiscard]] Outcome is_present(plan::FieldId field) const override;
  [[nodiscard]] Outcome item(plan::FieldId list, std::uint64_t index) const override;
  [[nodiscard]] std::optional<std::string_view> text(plan::FieldId field) const override;
  [[nodiscard]] const Scope* inside(plan::FieldId field) const override;
  [[nodiscard]] Outcome param(plan::ParamId param) const override;
  [[nodiscard]] ListOf param_list(plan::ParamId param) const override;
  [[nodiscard]] Outcome file_size() const override;

 private:
  // The last field of a path, and the record that has it.
  [[nodiscard]] std::pair<const RecordScope*, plan::FieldId> find(
      const plan::FieldPath& path) const;
};

/// The field of a message's item, or null.
[[nodiscard]] const plan::MessageField* message_field(const plan::Record& record,
                                                      plan::FieldId field);
/// A number as expressions see it: a boolean of a broken file, which can be any byte, as 0 or 1.
[[nodiscard]] Int128 seen_number(const plan::Scalar& scalar, Int128 value);

}  // namespace schemac::direct
