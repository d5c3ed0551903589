// Holds values against the plan before anything is written: item by item, as a generated writer
// does, so that both refuse a value for the same reason, in the same words. The messages name
// values, where the validator, which has the last word, can only name bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "direct/write/tree.h"
#include "plan/plan.h"
#include "plan/writing/refusals.h"
#include "schemac/check/check.h"
#include "schemac/check/frame.h"
#include "schemac/check/rejection.h"

namespace schemac::direct {

/// What the checks of all records of a value share.
struct Checking {
  WriteState& state;
  /// A value isn't what its field asks for: what rules say of it may follow from that, and isn't
  /// reported.
  bool is_misfit = false;
  std::uint32_t depth = 0;
  /// Whether only sizes that ask where things lie are looked at, after all the rest; and whether
  /// there are any.
  bool is_about_asked = false, has_asked = false;
};

/// Where checks of a body are reported: those of the schema below `frame`, by their own paths, the
/// others at `path` below it.
struct CheckSpot {
  const impl::Frame& frame;
  std::string_view path;
};

class ValueChecker {
 public:
  ValueChecker(Checking& checking, RecordNode& node)
      : checking_(checking), state_(checking.state), node_(node), record_(node.record) {}

  void check();

 private:
  // Items and fields: check.cpp.
  void check_members();
  void check_numbers();
  void check(const plan::Item& item);
  void check_field(plan::FieldId id);
  bool check_derived(plan::FieldId id);
  void check_member(plan::FieldId id);
  void check_flags_of_versions(plan::FieldId id);
  void check_kinds();
  void check_kind(const std::vector<plan::FieldId>& path);
  [[nodiscard]] bool is_there(plan::FieldId id) const;
  void check_absent_number(plan::FieldId id, const plan::AbsentScalar& zero);
  void check_known(plan::FieldId id);
  void check_presence(plan::FieldId id);
  bool check_version(plan::FieldId id);
  void check_held(plan::FieldId id, const plan::Held& held);
  void check_rule(const plan::Require& require);
  void check_rules(plan::FieldId id, const plan::List& list);
  void check_rules(BodyNode& node, const std::vector<plan::BrokenRule>& rules,
                   const CheckSpot& spot);
  void check_rule(const plan::EachRule& rule, const impl::Frame& frame, const Element& element);
  /// The frame of an element of the list at `spot`: below its record, or below the frame of the
  /// alternative that the list is.
  [[nodiscard]] impl::Frame element_frame(const CheckSpot& spot, std::uint64_t index) const {
    return {&spot.frame, spot.path, index};
  }

  // Bodies: check_body.cpp.
  void check_body(plan::FieldId id, BodyNode& node, const CheckSpot& spot);
  void check(BodyNode& node, const plan::Scalar& scalar, plan::FieldId id, const CheckSpot& spot);
  void check(BodyNode&, const plan::Constant&, plan::FieldId, const CheckSpot&) {}
  void check(BodyNode& node, const plan::Text& text, plan::FieldId id, const CheckSpot& spot);
  void check(BodyNode& node, const plan::Raw& raw, plan::FieldId id, const CheckSpot& spot);
  void check(BodyNode& node, const plan::Array& array, plan::FieldId id, const CheckSpot& spot);
  void check(BodyNode& node, const plan::Nested& nested, plan::FieldId id, const CheckSpot& spot);
  void check(BodyNode& node, const plan::List& list, plan::FieldId id, const CheckSpot& spot);
  void check(BodyNode& node, const plan::Switch& choice, plan::FieldId id, const CheckSpot& spot);
  void check_other_tag(const plan::Switch& choice, const plan::Alternative& held,
                       const CheckSpot& spot);
  bool check_tag_of_dtype(const plan::Switch& choice, const plan::Alternative& held,
                          const BodyNode& node, const CheckSpot& spot);
  void check_versioned_tag(plan::FieldId id);
  void check_boolean(const plan::NotBoolean& boolean, const Payload& payload,
                     const CheckSpot& spot);
  void check_number(const std::vector<plan::ScalarRefusal>& refusals, const plan::Scalar& scalar,
                    Int128 number, const CheckSpot& spot);
  void check_limits(const plan::Scalar& scalar, Int128 number, const CheckSpot& spot);
  void check_member_number(const plan::Scalar& scalar, Int128 number, const CheckSpot& spot);
  void check_flags(const plan::Scalar& scalar, Int128 number, const CheckSpot& spot);
  void check_real(const std::vector<plan::ScalarRefusal>& refusals, std::uint64_t bits,
                  const CheckSpot& spot);
  void check_characters(const plan::Text& text, const plan::Characters& wanted, Bytes characters,
                        const CheckSpot& spot);
  void check_free(const plan::FreeForm& free, const BodyNode& node, const CheckSpot& spot);
  void check_payload(const plan::Array& array, const Payload& payload, plan::FieldId id,
                     const CheckSpot& spot);
  void check_elements(BodyNode& node, const plan::List& list, const plan::EachElement& each,
                      plan::FieldId id, const CheckSpot& spot);
  void check_scalars(const Scalars& held, const plan::List& list, const plan::EachElement& each,
                     const CheckSpot& spot);
  void check_open(const BodyNode& node, const CheckSpot& spot);
  void check_unique(BodyNode& node, const plan::List& list, const plan::Duplicate& duplicate,
                    const CheckSpot& spot);
  void check_slack(const BodyNode& node, const plan::List& list, const CheckSpot& spot);
  void check_length(const plan::TooLong& limit, std::uint64_t size, const CheckSpot& spot);
  [[nodiscard]] bool is_looked_at_now(const plan::StatedSize& stated);
  [[nodiscard]] bool is_looked_at_now(const plan::DimsSize& size, const plan::Dims& dims);
  [[nodiscard]] bool knows_late_numbers(const plan::Expr& expr) const;
  void check_size(std::uint64_t held, const plan::StatedSize& stated, const CheckSpot& spot);

  // The plan's check failed, if a writer refuses what breaks it.
  void refuse(std::optional<plan::CheckId> check, const impl::Frame& frame,
              const impl::Facts& facts = {});
  void refuse_at(std::optional<plan::CheckId> check, const CheckSpot& spot,
                 const impl::Facts& facts);
  void tell(const schemac::impl::Check& check, const impl::Frame& frame, const impl::Facts& facts);
  // What a writer alone finds.
  void misfit(const schemac::impl::Check& check, const CheckSpot& spot,
              const impl::Facts& facts = {});
  void misfit(impl::Rejection& rejection);
  [[nodiscard]] bool is_refused(std::optional<plan::CheckId> check) const;
  [[nodiscard]] const plan::Plan& plan() const { return state_.plan; }

  Checking& checking_;
  WriteState& state_;
  RecordNode& node_;
  const plan::Record& record_;
};

}  // namespace schemac::direct
