// A record that is being walked: what its steps have set so far, and what expressions ask of it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "direct/evaluate.h"
#include "direct/message_elements.h"
#include "plan/plan.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/walk/extents.h"
#include "schemac/walk/file_extents.h"
#include "steps/routine.h"

namespace schemac::direct {

/// A section of a record while its file is walked.
struct Section {
  const plan::Section* plan = nullptr;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t used_end = 0;             ///< after all that is in it, once it is finished
  std::optional<impl::Extents> extents;   ///< of what is placed in it
  std::optional<impl::FileExtents> file;  ///< of the whole file
};

/// A field of a message, as it was found.
struct FoundField {
  bool is_there = false;
  const std::byte* first = nullptr;  ///< its tag
  std::uint64_t size = 0;            ///< bytes of its value, or of all its elements
};

/// Answers by field, as expressions that look into a record from outside ask, or its fields if it
/// is a message. `own()` answers the expressions of steps.
class Activation final : public Scope {
 public:
  Activation(const plan::Plan& plan, const steps::Routine& routine);

  /// Begins a record at `begin`, whose bytes end at `end` at most.
  void enter(const impl::Frame& at, const std::byte* begin, const std::byte* end, Bytes space);

  [[nodiscard]] const plan::Record& record() const { return *routine_.record; }
  [[nodiscard]] const steps::Routine& routine() const { return routine_; }
  [[nodiscard]] const Scope& own() const {
    if (is_message_) return *this;
    return own_;
  }
  /// What an expression of steps is, if that is simple and can't fail; else false.
  bool quick(const plan::Expr& expr, Int128& out) const;
  [[nodiscard]] const impl::Frame& frame() const { return frames[0]; }
  [[nodiscard]] const std::byte* begin() const { return addresses[0]; }
  [[nodiscard]] const std::byte* end() const { return addresses[routine_.limit]; }

  [[nodiscard]] const std::byte* at(steps::Address address) const {
    if (!routine_.inside.empty()) return at_inside(address);
    return addresses[address.anchor] + address.distance;
  }
  /// Where a field is, of this record or of one inside of it.
  [[nodiscard]] const std::byte* place_of(const plan::FieldPath& path) const;
  /// Where element `item` of that list of scalars is (-1: the last one); the list's begin if there
  /// is none.
  [[nodiscard]] const std::byte* place_of_item(const plan::FieldPath& path,
                                               std::int64_t item) const;
  [[nodiscard]] Section* section(const plan::SectionRef& ref);
  /// The elements of a list of a message, which may be apart.
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

  // What steps set. Lengths are those of fields, then Routine::inner.
  std::vector<impl::Frame> frames;
  std::vector<Int128> numbers;
  std::vector<std::uint64_t> lengths;
  std::vector<const std::byte*> contents;  ///< of fields: first characters, first elements
  std::vector<const std::byte*> addresses;
  std::vector<bool> wholes;   ///< of fields: the content of their region
  Int128 element_number = 0;  ///< the number of an element, or of an alternative
  const std::byte* element_at = nullptr;
  std::string_view element_text;  ///< the text walked last
  std::vector<FoundField> found;  ///< of a message
  std::vector<Section> sections;
  std::vector<Section*> section_params;
  std::vector<Int128> params;
  std::vector<ListOf> param_lists;  ///< beside them: those that are lists
  /// The records that expressions look into, once they were walked.
  std::vector<std::pair<plan::FieldId, std::unique_ptr<Activation>>> held;

 private:
  // Answers by what steps say is asked for.
  class Own final : public Scope {
   public:
    explicit Own(const Activation& of) : of_(of) {}
    [[nodiscard]] Outcome number(plan::FieldId field) const override {
      return {of_.numbers[field]};
    }
    [[nodiscard]] Outcome length(plan::FieldId field) const override { return of_.length(field); }
    [[nodiscard]] Outcome size_of(std::uint32_t measure) const override;
    [[nodiscard]] Outcome offset_of(std::uint32_t place) const override;
    [[nodiscard]] Outcome plain_size(std::uint32_t measure) const override;
    [[nodiscard]] Outcome is_present(std::uint32_t presence) const override;
    [[nodiscard]] Outcome item(plan::FieldId list, std::uint64_t index) const override {
      return of_.item(list, index);
    }
    [[nodiscard]] std::optional<std::string_view> text(plan::FieldId field) const override {
      return of_.text(field);
    }
    [[nodiscard]] const Scope* inside(plan::FieldId field) const override {
      return of_.inside(field);
    }
    [[nodiscard]] Outcome param(plan::ParamId param) const override { return of_.param(param); }
    [[nodiscard]] ListOf param_list(plan::ParamId param) const override {
      return of_.param_list(param);
    }
    [[nodiscard]] Outcome file_size() const override { return of_.file_size(); }

   private:
    const Activation& of_;
  };

  [[nodiscard]] const std::byte* at_inside(steps::Address address) const;
  // The last field of a path, and the record that has it.
  [[nodiscard]] std::pair<const Activation*, plan::FieldId> find(const plan::FieldPath& path) const;

  const plan::Plan& plan_;
  const steps::Routine& routine_;
  bool is_message_;
  Bytes space_;
  Own own_{*this};
  mutable std::deque<std::pair<plan::FieldId, MessageElements>> elements_;
};

/// The field of a message's item, or null.
[[nodiscard]] const plan::MessageField* message_field(const plan::Record& record,
                                                      plan::FieldId field);
/// A number as expressions see it: a boolean of a broken file, which can be any byte, as 0 or 1.
[[nodiscard]] Int128 seen_number(const plan::Scalar& scalar, Int128 value);
/// As a size or an offset: what can't be computed is as large as possible.
[[nodiscard]] std::uint64_t size_or_most(const Outcome& outcome);
[[nodiscard]] std::uint64_t offset_or_most(const Outcome& outcome);

}  // namespace schemac::direct
