// Prints the steps of a routine as C++, a member function for each kind. The definitions are in the
// sources of this room, by subject.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"
#include "steps/routine.h"
#include "steps/uses.h"

namespace schemac::emit::cpp {

using plan::Expr;
using plan::FieldId;
using steps::Address;
using steps::AddressId;
using steps::Blame;
using steps::FrameId;
using steps::LengthId;
using steps::SlotKind;

class StepPrinter {
 public:
  /// `view` spells values, where the routine asks one.
  StepPrinter(Printer& out, const plan::Plan& plan, Forms& forms, const steps::Routine& routine,
              ReadScope* view = nullptr);

  /// "check_<record>", "read_<record>".
  void print_function();
  /// A member function of the record's view.
  void print_walk(const std::string& name, const std::string& inlined);
  /// "try_walk_" of the record's view.
  void print_quick_walk();
  /// "walk_" of the view of an element that is one of several.
  void print_element_walk(const std::string& view);
  /// The steps alone, and `return`.
  void print_body();
  /// Functions that the former call; to be printed before them.
  void print_functions() { print_functions(routine_.steps); }
  [[nodiscard]] bool has_functions() const { return has_functions(routine_.steps); }

 private:
  // leaves.cpp: how what steps name is spelled
  [[nodiscard]] const plan::Field& field(FieldId id) const { return symbols_.field(id); }
  [[nodiscard]] bool is_view() const { return steps::is_of_view(routine_.job); }
  [[nodiscard]] bool is_quick() const { return routine_.job == steps::Job::quick; }
  [[nodiscard]] bool is_read() const { return routine_.job == steps::Job::read; }
  [[nodiscard]] bool is_message() const { return routine_.record->message() != nullptr; }
  [[nodiscard]] std::string name(AddressId id) const;
  [[nodiscard]] std::string inside(const plan::FieldPath& path) const;
  [[nodiscard]] std::string at(Address address) const;
  [[nodiscard]] std::string base(const steps::Subject& subject) const;
  [[nodiscard]] std::string length(LengthId id) const;
  [[nodiscard]] std::string length_local(LengthId id) const;
  [[nodiscard]] std::string frame(FrameId id) const;
  [[nodiscard]] std::string index(FrameId element) const;
  [[nodiscard]] std::string frames(FrameId frame, const std::optional<FrameId>& own) const;
  [[nodiscard]] Spelling spelling() const;
  [[nodiscard]] std::string order(const plan::Scalar& scalar) const {
    return order_argument(scalar, *routine_.record, spelling());
  }
  [[nodiscard]] std::string measured(const steps::Measure& measure) const;
  [[nodiscard]] std::string presence(const Expr& condition) const;
  [[nodiscard]] std::string number(const Expr& expr) const;
  [[nodiscard]] std::string condition(const Expr& expr, bool is_operand = false) const;
  [[nodiscard]] std::string broken(const Expr& expr) const;
  [[nodiscard]] std::string size(const Expr& expr) const;
  [[nodiscard]] std::string offset(const Expr& expr) const;
  [[nodiscard]] std::string argument(const Expr& expr) const;
  [[nodiscard]] std::string stretch(const steps::Stretch& stretch) const;
  [[nodiscard]] std::string section(const plan::SectionRef& reference) const;
  [[nodiscard]] std::string section(std::uint32_t index) const;
  [[nodiscard]] const plan::Section& section_of(std::uint32_t index) const;
  [[nodiscard]] std::string section_form(std::uint32_t index) const;

  // blocks.cpp: blocks, and locals that live longer than these
  void print(const steps::Block& block);
  void print_content(const std::string& to, const steps::Content& content);
  void print_and_return(const steps::Block& block, Address end);
  void print_before_call(const steps::Call& step);
  [[nodiscard]] std::string whole_call(const steps::Call& step) const;
  [[nodiscard]] const steps::Call* only_call(const steps::Content& content) const;
  void declare_outside(const steps::Block& block, const steps::Uses& inside);
  void declare_outside(const steps::Content& content);
  void declare(const steps::Slot& slot);
  [[nodiscard]] bool is_declared(SlotKind kind, std::uint32_t id) const;
  void set(AddressId to, const std::string& address);
  void set_length(LengthId id, const std::string& number);
  void print(const steps::If& step);
  [[nodiscard]] bool is_apart(const steps::If& step) const;
  void print(const steps::Choose& step);
  void refuse(const steps::Choose& step);
  void print_tag_checks(const steps::Choose& step);
  void print_cases(const steps::Choose& step);
  [[nodiscard]] std::string tag_of_choice(const steps::Choose& step) const;
  void print_case(const steps::Choose::Case& each);
  void print(const steps::Region& step);

  // bounds.cpp
  void note(const std::string& bad, const Blame& blame, const std::string& facts,
            const std::string& place = {});
  void print(const steps::Need& step);
  void print(const steps::NeedElements& step);
  /// "!schemac::impl::msgpack::have_tags<std::uint32_t>(dims_content, dims_size)"
  [[nodiscard]] static std::string wrong_tags_of(const plan::Scalar& scalar, const std::string& at,
                                                 const std::string& count);
  void print_fault(const steps::NeedElements& step, const std::string& beyond);
  void print_packed(const steps::NeedElements& step);
  void print(const steps::Pad& step);
  void print(const steps::CheckDepth& step);
  void print(const steps::TakeElements& step);
  void print(const steps::NoteCause& step);
  void print(const steps::CheckLength& step);
  void print(const steps::CheckZeros& step);
  void print(const steps::CheckBytes& step);

  // numbers.cpp: single ones, and lists of them
  void print(const steps::LoadElement& step);
  void print(const steps::Load& step);
  void print(const steps::SetLength& step);
  [[nodiscard]] bool is_signed_number(FieldId id) const;
  void print(const steps::CountElements& step);
  void print(const steps::SetList& step);
  void print(const steps::SetAddress& step);
  void print(const steps::Require& step);
  void print(const steps::CheckNumber& step);
  void print_member(const steps::CheckNumber& step, const std::string& value);
  void print_flags(const steps::CheckNumber& step, const std::string& value);
  void print(const steps::EachScalar& step);
  void print(const steps::ScanElements& step);

  // elements.cpp: of lists, one after the other
  void print(const steps::Elements& step);
  [[nodiscard]] bool has_frame(const steps::Elements& step) const;
  void print_loop(const steps::Elements& step, const std::function<void()>& body);
  void print_order(const steps::Elements& step);
  void print_unique(const steps::Elements& step);
  void print_endless(const steps::Elements& step);
  void print(const steps::CheckBegin& step);
  [[nodiscard]] std::string stated_starts(const steps::StatedStarts& starts) const;
  [[nodiscard]] std::string is_last(const steps::Elements& step) const;
  [[nodiscard]] std::string list_base(const steps::Subject& element) const;
  [[nodiscard]] std::string keeper_of_keys(const plan::List& list) const;
  [[nodiscard]] std::string first_view(const steps::Elements& step) const;

  // rules.cpp: about elements
  void print_rules(const std::vector<steps::ElementRule>& rules, const std::string& element,
                   const std::string& index, const std::string& is_last);
  void print_rules_before(const steps::RecordRules& rules, FrameId each);
  void print_last(const steps::Elements& step);
  void print_record_rules(const steps::RecordRules& rules, FrameId each);
  void print_rules_of_element(const steps::RecordRules& rules, FrameId each,
                              const std::string& is_last);
  void print_rules_of_last(const steps::RecordRules& rules, FrameId each);
  void print(const steps::RevisitElements& step);
  [[nodiscard]] std::string frame_before(FrameId each) const;
  [[nodiscard]] std::string seen(FrameId each) const;
  [[nodiscard]] std::string seen_before(FrameId each) const;
  [[nodiscard]] std::string rules_of(FrameId each) const;
  [[nodiscard]] std::string first_view(const steps::RecordRules& rules) const;

  // wire.cpp: what says itself how long it is, and what is encoded
  void print(const steps::ReadHead& step);
  void print(const steps::ReadBin& step);
  void print(const steps::WalkObject& step);
  void print(const steps::ReadInteger& step);
  void print(const steps::Text& step);
  void print(const steps::CheckFree& step);
  void print(const steps::CheckDigest& step);
  void print(const steps::CheckCodec& step);

  // arrays.cpp
  void print(const steps::Array& step);
  void print_headed(const steps::Array& step);
  [[nodiscard]] std::string known_dtype(const steps::Array& array) const;
  [[nodiscard]] std::string dims(const steps::Array& array) const;
  [[nodiscard]] std::string element_size_of(const steps::Array& array) const;
  [[nodiscard]] std::string array_size(const steps::Array& array, const std::string& to) const;

  // calls.cpp: other records
  void print(const steps::Call& step);
  void declare_record(const steps::Call& call);
  [[nodiscard]] bool has_key(const steps::Call& step) const;
  [[nodiscard]] std::string text_of_call(const steps::Call& step, const std::string& view,
                                         const std::string& key) const;
  [[nodiscard]] std::string call_alone(const steps::Call& step) const;
  [[nodiscard]] std::string call_of(const steps::Call& step, const std::string& frame,
                                    const std::string& begin, const std::string& end,
                                    const std::string& view, const std::string& key) const;

  // stores.cpp: what becomes of it in a value
  [[nodiscard]] std::string value(const steps::Target& target) const;
  void print(const steps::StoreNumber& step);
  void print(const steps::StoreSpelling& step);
  void print(const steps::StoreText& step);
  void print(const steps::StoreBytes& step);
  void print(const steps::MakeRoom& step);
  void print(const steps::AddElement& step);
  void print(const steps::StoreMessage& step);

  // jumps.cpp: content at offsets
  struct Target {
    std::string offset, stated_at, section;
  };
  void print(const steps::Jump& step);
  Target print_target(const steps::Jump& step);
  void print_target_checks(const steps::Jump& step, const Target& target, const std::string& least,
                           const std::function<void()>& outside);
  void print_turn(const steps::Jump& step, const Target& target);
  void print_claim(const steps::Jump& step, const Target& target, const std::string& size);
  void print_jump(const steps::Jump& step);
  void print_stated(const steps::Jump& step);
  void print_slowly(const steps::Jump& step, const Target& target);

  // sections.cpp
  void print(const steps::OpenFile& step);
  void print(const steps::FindSections& step);
  void print_extents(std::uint32_t index, std::size_t found);
  void print(const steps::InSection& step);
  void print(const steps::FinishSections& step);

  // messages.cpp
  struct Value {
    std::string frame, begin, end, bits;  ///< its bytes, and its number
  };
  void print(const steps::Tell&) {}  // nobody watches
  void print(const steps::Watched&) {}
  void print(const steps::FindFields& step);
  void print(const steps::CheckValue& step);
  void print(const steps::CheckValues& step);
  [[nodiscard]] bool is_checked_alone(const plan::Nested& nested) const;
  void print_value(const plan::Body& body, const Value& value);
  void print_boolean(const plan::Scalar& scalar, const Value& value);
  void print_message(const plan::Nested& nested, const Value& value);
  void print_each_alone(const steps::CheckValues& step, const plan::Nested& nested);
  void print_values(const steps::CheckValues& step, const plan::Body& element);
  void print_text(const plan::Text& text, const Value& value);
  void print_numbers(const steps::CheckValues& step, const plan::Scalar& scalar);

  // apart.cpp: blocks that are functions of their own
  struct PassedOne {
    std::string parameter, argument;
    std::optional<AddressId> address = {};
    std::map<AddressId, std::string> inside =
        {};  ///< how the function calls addresses, if otherwise
  };
  using Passed = std::vector<PassedOne>;
  static void join_last_addresses(Passed& passed);
  [[nodiscard]] Passed passed_to(const steps::If& step) const;
  [[nodiscard]] std::string function_of(const steps::If& step) const;
  void print_functions(const steps::Block& block);
  [[nodiscard]] bool has_functions(const steps::Block& block) const;
  void print_apart(const steps::If& step);
  [[nodiscard]] std::string call_apart(const steps::If& step) const;
  void print_call_apart(const steps::If& step);

  // views.cpp: walks of views
  void print_params();
  void print_members();
  void print_record_of_view(const steps::Call& call);
  void print_tried(const steps::Call& call);
  [[nodiscard]] std::string walk_of(const steps::Call& call) const;

  // quick.cpp: the quick walk of a view
  void define(const std::string& name, const std::string& value);
  [[nodiscard]] std::string quick_size(const Expr& expr) const;
  void print(const steps::MeasureRoom& step);
  void print(const steps::PassStretch& step);
  void print(const steps::Expect& step);
  void print(const steps::Fit& step);
  void print_fit(const steps::Fit& step, const steps::Fit::Bytes&);
  void print_fit(const steps::Fit& step, const steps::Fit::Elements& of);
  void print_fit(const steps::Fit& step, const steps::Fit::Text& of);
  void print_fit(const steps::Fit& step, const steps::Fit::Padding& of);
  void print_fitting(const steps::Fit& step, const std::string& beyond, const std::string& size);

  // function.cpp
  void print_key(FieldId key);
  void print_kept();
  [[nodiscard]] std::string outer_parameters() const;
  [[nodiscard]] std::string reader_parameters() const;

  Printer& out_;
  const plan::Plan& plan_;
  Forms& forms_;
  const steps::Routine& routine_;
  Symbols symbols_;
  ReadScope* view_;            ///< what values are asked of, if that is one
  mutable ReadScope message_;  ///< how fields of a message are spelled: as its view shows them
  steps::Uses all_;
  std::set<steps::Slot> declared_;
  std::map<LengthId, std::string> aliases_;  ///< lengths that are a number as it was loaded
  std::map<AddressId, std::string> address_aliases_;  ///< what has a name of its own already
  std::shared_ptr<OpenFlags> open_flags_ = std::make_shared<OpenFlags>();
  std::string failure_ = "nullptr";
  std::optional<std::size_t> known_argument_;  ///< of elements: it is called known_version
  std::string counted_;                ///< how many elements there are, where no length says so
  std::string element_place_;          ///< where the element of a message is that a rule is about
  std::optional<FieldId> asked_list_;  ///< the list of a message that has it
};

}  // namespace schemac::emit::cpp
