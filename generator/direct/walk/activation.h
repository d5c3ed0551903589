// A record that is being walked: what its steps have set so far, and what expressions ask of it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "direct/evaluate.h"
#include "direct/message_elements.h"
#include "direct/msgpack.h"
#include "direct/scalar_of.h"
#include "direct/walk/formula.h"
#include "direct/walk/record_walk.h"
#include "plan/plan.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/walk/extents.h"
#include "schemac/walk/file_extents.h"
#include "steps/routine.h"

namespace schemac::direct {

/// What a formula says: bits of a number, whose sign is up to the expression.
struct Calculated {
  std::uint64_t bits = 0;
  Failure failure = Failure::none;

  [[nodiscard]] bool ok() const { return failure == Failure::none; }
  [[nodiscard]] bool holds() const { return ok() && bits != 0; }
};
/// As a number.
[[nodiscard]] inline Int128 number_of(const plan::Expr& expr, std::uint64_t bits) {
  return expr.range.min < 0 ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits};
}

/// A number as expressions see it: a boolean of a broken file, which can be any byte, as 0 or 1.
[[nodiscard]] inline Int128 seen_number(const plan::Scalar& scalar, Int128 value) {
  return scalar.dtype == Dtype::bool8 && value != 0 ? 1 : value;
}

/// A section of a record while its file is walked.
struct OpenSection {
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
  Activation(const plan::Plan& plan, const RecordWalk& walk);

  /// Begins a record at `begin`, whose bytes end at `end` at most.
  void enter(const impl::Frame& at, const std::byte* begin, const std::byte* end, Bytes space);

  [[nodiscard]] const plan::Record& record() const { return *routine_.record; }
  [[nodiscard]] const steps::Routine& routine() const { return routine_; }
  [[nodiscard]] const Scope& own() const {
    if (is_message_) return *this;
    return own_;
  }
  /// What an expression of steps is, about this element if it is about any.
  [[nodiscard]] Calculated calculate(const plan::Expr& expr,
                                     const Element* element = nullptr) const;
  /// What an expression, an attribute, is; none where nothing states it, or of what can't be
  /// calculated.
  [[nodiscard]] std::optional<std::uint64_t> attribute(const plan::Expr& expr) const;
  /// Calls `add` with each number of the list of scalars that an expression names. Returns whether
  /// all of them could be looked at.
  template <class Add>
  bool each_number(const plan::Expr& list, const Add& add) const {
    if (list.op == plan::Op::inside && list.args.front().op == plan::Op::list) {
      const auto* const inner = static_cast<const Activation*>(inside(list.id));
      return inner != nullptr && inner->each_number(list.args.front(), add);
    }
    if (list.op != plan::Op::list) return direct::each_number(find_list(list, own()), add);
    const plan::Scalar* scalar = scalar_of(record().fields[list.id].body);
    if (scalar == nullptr || is_packed(scalar->dtype))
      return direct::each_number(ListOf{this, list.id}, add);
    if (is_message_) return each_number_of_message(list.id, *scalar, add);
    const ScalarList form(list.id, *scalar);
    const std::byte* at = contents[list.id];
    for (std::uint64_t left = lengths[list.id]; left != 0; --left, at += form.stride)
      add(form.is_signed ? Int128{static_cast<std::int64_t>(form.number_at(at))}
                         : Int128{form.number_at(at)});
    return true;
  }
  template <class Add>
  bool each_number_of_message(plan::FieldId list, const plan::Scalar& scalar,
                              const Add& add) const {
    MessageElements& all = elements(list);
    all.rewind();
    MessageElement element;
    for (std::uint64_t left = lengths[list]; left != 0; --left) {
      if (!all.next(element)) return false;
      add(seen_number(scalar, number_of(scalar, element.number)));
    }
    return true;
  }
  [[nodiscard]] const impl::Frame& frame() const { return frames[0]; }
  [[nodiscard]] const std::byte* begin() const { return addresses[0]; }
  [[nodiscard]] const std::byte* end() const { return addresses[routine_.limit]; }

  [[nodiscard]] const std::byte* at(steps::Address address) const {
    if (looks_inside_) return at_inside(address);
    return addresses[address.anchor] + address.distance;
  }
  /// Where a field is, of this record or of one inside of it.
  [[nodiscard]] const std::byte* place_of(const plan::FieldPath& path) const;
  [[nodiscard]] const std::byte* place_of_field(plan::FieldId field) const {
    return is_message_ ? contents[field] : at(routine_.whereabouts[field].place);
  }
  /// Where element `item` of that list of scalars is (-1: the last one); the list's start if there
  /// is none.
  [[nodiscard]] const std::byte* place_of_item(const plan::FieldPath& path,
                                               std::int64_t item) const;
  [[nodiscard]] OpenSection* section(const plan::SectionRef& ref);
  /// The elements of a list of a message, which may be apart.
  [[nodiscard]] MessageElements& elements(plan::FieldId list) const;

  /// The number of a scalar field; of a boolean whatever byte it is.
  [[nodiscard]] Int128 raw_number(plan::FieldId field) const {
    const std::uint64_t bits = slots_[Slots::numbers + field];
    return formulas_.loads()[field].is_signed ? Int128{static_cast<std::int64_t>(bits)}
                                              : Int128{bits};
  }
  /// The number of a scalar of whole bytes, after its tag.
  void load(plan::FieldId field, const std::byte* at) {
    const Formulas::Loaded& loaded = formulas_.loads()[field];
    numbers()[field] = loaded.bits       ? load_bits(*loaded.bits, at)
                       : loaded.is_token ? std::to_integer<std::uint64_t>(*at) & 1
                                         : load_bits(loaded.load, at);
  }
  void set_number(plan::FieldId field, Int128 number) {
    numbers()[field] = static_cast<std::uint64_t>(number);
  }
  /// What can't be calculated is as large as possible.
  void set_param(plan::ParamId param, const plan::Expr& arg, const Calculated& made) {
    const Int128 most = arg.range.min < 0 ? model::max_i64 : model::max_u64;
    slots_[formulas_.slots().params + param] =
        made.ok() ? made.bits : static_cast<std::uint64_t>(most);
  }
  void set_param_list(plan::ParamId param, const ListOf& list) {
    if (param_lists.size() <= param) param_lists.resize(param + 1);
    param_lists[param] = list;
  }

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
  std::span<std::uint64_t> lengths;        ///< in slots
  std::vector<const std::byte*> contents;  ///< of fields: first characters, first elements
  std::vector<const std::byte*> addresses;
  std::vector<std::uint8_t> wholes;  ///< of fields: whether the content of their region is whole
  Int128 element_number = 0;         ///< the number of an element, or of an alternative
  const std::byte* element_at = nullptr;
  std::string_view element_text;  ///< the text walked last
  std::vector<FoundField> found;  ///< of a message
  std::vector<OpenSection> sections;
  std::vector<OpenSection*> section_params;
  std::vector<ListOf> param_lists;  ///< beside them: those that are lists
  /// The records that expressions look into, once they were walked.
  using Held = std::pair<plan::FieldId, std::unique_ptr<Activation>>;
  std::vector<Held> held;

 private:
  // Answers by what steps say is asked for.
  class Own final : public Scope {
   public:
    explicit Own(const Activation& of) : of_(of) {}
    [[nodiscard]] Outcome number(plan::FieldId field) const override {
      return {of_.raw_number(field)};
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
  [[nodiscard]] std::uint64_t* numbers() { return slots_.data() + Slots::numbers; }
  [[nodiscard]] Calculated run(const Formula& formula, const Element* element) const;
  // Operations that aren't about numbers alone.
  [[nodiscard]] Calculated about(const Operation& of, const Element* element) const;
  [[nodiscard]] Calculated about_list(const Operation& of) const;
  [[nodiscard]] std::optional<std::uint64_t> stated(const Operation& attribute,
                                                    std::uint64_t bits) const;
  [[nodiscard]] Calculated asked(Operation::Kind kind, const plan::Expr& expr,
                                 const Element* element) const;
  // The last field of a path, and the record that has it.
  [[nodiscard]] std::pair<const Activation*, plan::FieldId> find(const plan::FieldPath& path) const;

  const plan::Plan& plan_;
  const steps::Routine& routine_;
  const Formulas& formulas_;
  const std::vector<const plan::FieldPath*>& inside_;
  bool is_message_, looks_inside_;
  Bytes space_;
  mutable std::vector<std::uint64_t> slots_;  // formulas keep results in it
  Own own_{*this};
  mutable std::deque<std::pair<plan::FieldId, MessageElements>> elements_;
};

/// The field of a message's item, or null.
[[nodiscard]] const plan::MessageField* message_field(const plan::Record& record,
                                                      plan::FieldId field);
/// As a size or an offset: what can't be computed is as large as possible.
[[nodiscard]] std::uint64_t size_or_most(const Outcome& outcome);
[[nodiscard]] std::uint64_t offset_or_most(const Outcome& outcome);

}  // namespace schemac::direct
