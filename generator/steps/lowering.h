// What all of lowering shares: the routine at hand, and the names in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "steps/routine.h"

namespace schemac::steps {

/// Where a body is, in names of steps.
struct BodySite {
  FieldId field = 0;
  Address at;
  AddressId limit = 0;
  AddressId end = 0;             ///< to be set to where the body ends
  FrameId frame = record_frame;  ///< of its own checks
  bool has_own_frame = false;    ///< that frame stands for the field, or for an element
  bool is_element = false;  ///< that frame stands for an element, of which it is an alternative
  bool is_in_list = false;  ///< it is an element
  bool may_skip = false;    ///< what nobody knows ends the block around it, not the routine
  std::optional<Target> target;  ///< what Job::read makes of it; none: the field's member, if any
  std::string suffix;            ///< of names of constants: "_string" for an alternative
  std::optional<Expr> stated;    ///< the size that a region states for it
  std::optional<Address> stated_at;
};

class Lowering {
 public:
  Lowering(const plan::Plan& plan, const plan::Record& record, Job job);

  /// None where it has come across something that steps can't say yet. `kept` is what a view keeps
  /// of a record that expressions look into.
  Routine lower(std::optional<Kept> kept);
  Routine lower_quick(std::optional<Kept> kept);
  Routine lower_element(FieldId list);
  Routine lower_fields(const plan::InSection& section, std::size_t count);

 private:
  // Items.
  void add(const plan::Run& run, Block& out);
  void add(const plan::LoneField& place, Block& out);
  void add(const plan::Pad& pad, Block& out);
  void add(const plan::Require& require, Block& out);
  void add(const plan::CheckDigest& item, Block& out);
  void add(const plan::CheckCodec& item, Block& out);
  void add(const plan::FindSections& find, Block& out);
  void add(const plan::InSection& item, Block& out);
  void add(const plan::FinishSections& finish, Block& out);
  void add(const plan::CheckElements& item, Block& out);
  void add(const plan::MessageFields& message, Block& out);

  // Runs.
  void add_all(const plan::Run& run, Block& out);
  void load_fields(const std::vector<plan::RunField>& fields, Address begin, Block& out);
  void check_fields(const std::vector<plan::RunField>& fields, Address begin, Block& out);
  std::string name_of(const plan::Run& run) const;
  void name_padding(const plan::Pad& pad);

  // The quick walk.
  void add_quickly(const plan::Run& run, Block& out);
  void add_quickly(const plan::LoneField& lone, Block& out);
  void add_quickly(const plan::Pad& pad, Block& out);
  void add_quickly(const plan::Require& require, Block& out);
  template <class Other>
  void add_quickly(const Other&, Block&) {}  ///< no such record has it
  [[nodiscard]] MeasureRoom room() const;

  // Fields.
  void add_field(FieldId id, Address at, AddressId limit, AddressId end, Block& out);
  void add_present(FieldId id, Address at, AddressId limit, AddressId end, Block& out);
  void add_zeros(const plan::Presence& presence, Block& out);
  void add_region(BodySite site, Block& out);

  // Content at offsets, and sections.
  void add_jump(FieldId id, Block& out);
  void add_content(FieldId id, Block& out);
  void open_file(Block& out);
  FindSections::Found found(std::uint32_t index);

  // Bodies.
  void add_body(const plan::Body& body, const BodySite& site, Block& out);
  void add_kind(const plan::Scalar& scalar, const BodySite& site, Block& out);
  void add_kind(const plan::Constant& constant, const BodySite& site, Block& out);
  void add_kind(const plan::Text& text, const BodySite& site, Block& out);
  void add_kind(const plan::Raw& raw, const BodySite& site, Block& out);
  void add_kind(const plan::Array& array, const BodySite& site, Block& out);
  void add_kind(const plan::Nested& nested, const BodySite& site, Block& out);
  void add_kind(const plan::List& list, const BodySite& site, Block& out);
  void add_kind(const plan::Switch& choice, const BodySite& site, Block& out);
  void add_integer(const plan::Scalar& scalar, const BodySite& site, Block& out);
  void add_bytes(std::uint64_t size, const BodySite& site, Block& out);
  void check_number(const plan::Scalar& scalar, std::optional<FieldId> field, FrameId frame,
                    Address at, Block& out);

  Address read_head(const plan::Head& form, const BodySite& site, LengthId length, Block& out);

  // Lists.
  void add_scalars(const plan::List& list, const plan::Scalar& scalar, const BodySite& site,
                   Block& out);
  void add_elements(const plan::List& list, const BodySite& site, Block& out);
  void add_last_elements(const plan::List& list, const BodySite& site, Block& out);
  void add_all_elements(const plan::List& list, const BodySite& site, Block& out);
  void take(const plan::List& list, const BodySite& site, LengthId length,
            std::optional<TakeElements::Room> room, Block& out);
  void limit(const plan::List& list, const BodySite& site, LengthId length, Block& out);
  void each(const plan::List& list, const plan::Scalar& scalar, const BodySite& site,
            LengthId length, Block& out);
  void set_count(const plan::List& list, const BodySite& site, LengthId length, std::uint64_t bits,
                 Block& out);
  void check_begin(const plan::List& list, const Elements& of, Block& out);
  void check_counts(const plan::List& list, const BodySite& site, LengthId length, Block& out);
  [[nodiscard]] bool has_rules(const plan::List& list) const;
  [[nodiscard]] bool is_made(const plan::EachRule& rule) const {
    return makes(rule.check) && !rule.is_for_writers;
  }
  RecordRules record_rules(const plan::List& list);
  ElementRule rule_of(const plan::EachRule& rule, const Blame& blame);
  FrameId element_frame(const BodySite& site);

  // Expressions, over what steps set.
  Expr value(const Expr& expr);
  Expr lowered(const Expr& expr);
  Expr counted(Expr expr);
  std::optional<Expr> value(const std::optional<Expr>& expr);
  std::vector<Expr> values(const std::vector<Expr>& exprs);
  Expr size_of(FieldId id);
  Expr offset_of(FieldId id);
  Address begin_of(FieldId id) const { return starts_[id]; }
  Address after(FieldId id);
  Expr measured(plan::Op op, Measure measure, model::Int128 most = model::max_i64);
  Expr clamped(const Expr& expr, bool is_offset);
  Expr plain_size(FieldId id);
  Expr is_present(FieldId id);
  Expr if_present(FieldId id, Expr number);

  // Names and places.
  AddressId address(const std::string& name);
  bool is_taken(const std::string& name) const;
  FrameId frame(FrameId above, const std::string& name, bool is_element, Subject of);
  static Subject subject(const BodySite& site) { return {site.field, site.suffix}; }
  LengthId length(const BodySite& site);
  /// That which was made last, if it isn't the field's own.
  [[nodiscard]] LengthId last_length(const BodySite& site) const;
  FrameId own_frame(const BodySite& site);
  Address place_of(FieldId id) const { return places_[id]; }
  Address place_of(const plan::FieldPath& path);
  std::string constant_name(FieldId id) const;
  std::string path_of(const BodySite& site) const;
  std::string path_in_record(const BodySite& site) const;
  Address stated_at(const plan::List& list, const BodySite& site);
  FrameId stating_frame(const plan::List& list, const BodySite& site) const;
  const plan::Field& field(FieldId id) const { return record_.fields[id]; }

  // Jobs: which checks they make, and what they make of fields.
  [[nodiscard]] bool makes(CheckId check) const;
  [[nodiscard]] bool makes(const std::optional<CheckId>& check) const {
    return check && makes(*check);
  }
  [[nodiscard]] bool is_read() const { return routine_.job == Job::read; }
  [[nodiscard]] bool is_watch() const { return routine_.job == Job::watch; }
  [[nodiscard]] bool is_view() const { return is_of_view(routine_.job); }
  /// Whether it is what a record ends with, and nobody asks where that is.
  [[nodiscard]] bool is_left_alone(const BodySite& site) const {
    const bool is_end_asked = routine_.job != Job::look && routine_.job != Job::open;
    return !is_end_asked && record_.last_content == site.field && site.suffix.empty();
  }
  [[nodiscard]] bool is_wanted(const plan::Item& item) const;
  [[nodiscard]] bool is_made(const plan::Require& require) const;
  Routine finish();
  void tell(Tell told, Block& out);
  void tell_presence(Tell::What what, FieldId id, Block& out);
  [[nodiscard]] std::optional<Target> target(const BodySite& site) const;
  void store_numbers(const std::vector<plan::RunField>& fields, Block& out);

  const plan::Plan& plan_;
  const plan::Record& record_;
  Routine routine_;
  std::vector<Address> places_;  ///< where numbers and bytes of fields are, after their tags
  std::vector<Address> starts_;  ///< where fields begin, their tags and heads included
  std::vector<std::optional<Address>> ends_;  ///< where fields end
  /// Where the numbers of fields after a tag are, which aren't always there.
  std::vector<std::optional<AddressId>> tagged_;
};

/// An address after another.
[[nodiscard]] Address moved(Address at, std::uint64_t distance);

}  // namespace schemac::steps
