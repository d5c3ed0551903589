// Goes through steps (steps/step.h): a member function for each kind. The definitions are in the
// sources of this room, by subject.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "direct/evaluate.h"
#include "direct/msgpack.h"
#include "direct/value.h"
#include "direct/walk/activation.h"
#include "direct/walk/observer.h"
#include "direct/walk/program.h"
#include "direct/walk/walk.h"
#include "schemac/check/context.h"
#include "schemac/check/joined_messages.h"
#include "schemac/walk/array_walk.h"
#include "steps/step.h"

namespace schemac::direct {

/// How steps ended.
enum class Ending : std::uint8_t {
  whole,    ///< all of it was there; violations may have been noted
  fault,    ///< bytes ended too early, or nothing after can be found
  skipped,  ///< nobody knows what is there, which was noted
};

/// The key of an element, where its list compares them.
struct Key {
  plan::FieldId field = 0;
  std::string_view text;
  const std::byte* at = nullptr;
  Int128 number = 0;
  bool is_number = false;
  std::vector<std::string_view> texts;  ///< of a list of texts
  bool is_list = false;
};

/// What a list wants of an element that is a record.
struct ElementWanted {
  Key* key = nullptr;               ///< by which elements differ
  Key* order = nullptr;             ///< by which they are ordered
  bool is_kept = false;             ///< rules look at it
  const std::byte* next = nullptr;  ///< where the next one is stated to be
  std::unique_ptr<Activation> kept;
};

class Walker {
 public:
  Walker(Program& program, impl::Context& context, Observer& observer)
      : program_(program),
        plan_(program.plan()),
        context_(&context),
        observer_(&observer),
        listens_(observer.listens()),
        counts_checks_(observer.counts_checks()),
        tells_(listens_),
        space_(context.space()),
        idle_(plan_.records.size()),
        joined_(context.limits(), context.space().size()) {}

  void walk_file(const plan::Root& root);
  bool walk_alone(const plan::Nested& nested, const Scope& holder, const impl::Frame& frame);

 private:
  using Block = steps::Block;
  using Address = steps::Address;

  // files (walk.cpp)
  void check_trailing(const plan::Root& root, const Activation& record);
  void check_arrays(const plan::Root& root, const impl::Frame& frame);
  void check_arrays(const plan::Record& record, const Value& values, const impl::Frame& frame);
  Value read_values(const plan::Root& root);
  bool check_parts(const plan::StatedParts& form, const plan::Record& record, const Value& values,
                   const impl::Frame& frame);
  bool check_magic(const plan::Root& root, const impl::Frame& frame);

  // records (calls.cpp)
  [[nodiscard]] std::unique_ptr<Activation> idle(plan::RecordId record);
  void give_back(plan::RecordId record, std::unique_ptr<Activation> done);
  void release(Activation& record);
  static void pass(const std::vector<plan::Expr>& args, const Activation& from, Activation& to);
  Ending run(Activation& record);
  Ending run(Activation& record, const steps::Call& step);
  Ending call(Activation& record, const steps::Call& step, const Spot& where,
              const std::byte* begin, const std::byte* end, ElementWanted* wanted);
  Ending call_text(Activation& record, const steps::Call& step, ElementWanted* wanted);
  void tell_slack(const Activation& record, const ElementWanted& wanted, const std::byte* end);
  static void take_key(const Activation& record, Key& key);
  bool check_free(const plan::FreeForm& free, const impl::Frame& frame, Bytes text);
  bool note_flaws(const plan::JsonChecks& checks, bool is_free, const impl::Frame& frame,
                  const std::vector<impl::json::FlawAt>& flaws, const std::byte* at);

  // blocks (blocks.cpp)
  Ending run(Activation& record, const Block& block);
  Ending run(Activation& record, const steps::If& step);
  Ending run(Activation& record, const steps::Choose& step);
  Ending run(Activation& record, const steps::Region& step);
  Ending run(Activation& record, const steps::Watched& step);
  Ending run(Activation& record, const steps::Tell& step);

  // bounds (bounds.cpp)
  Ending run(Activation& record, const steps::Need& step);
  Ending run(Activation& record, const steps::NeedElements& step);
  Ending run(Activation& record, const steps::Pad& step);
  Ending run(Activation& record, const steps::CheckDepth& step);
  Ending run(Activation& record, const steps::TakeElements& step);
  Ending run(Activation& record, const steps::NoteCause& step);
  Ending run(Activation& record, const steps::CheckLength& step);
  Ending run(Activation& record, const steps::CheckZeros& step);
  Ending run(Activation& record, const steps::CheckBytes& step);
  [[nodiscard]] std::vector<impl::StretchField> fields_of(const steps::Stretch& stretch) const;
  Ending fault(const steps::Stretch& stretch, const impl::Frame& frame, const impl::Frame& own,
               const std::byte* begin, const std::byte* end, const std::byte* count_at = nullptr,
               std::uint64_t count = 0);

  // numbers (numbers.cpp)
  Ending run(Activation& record, const steps::Load& step);
  Ending run(Activation& record, const steps::LoadElement& step);
  Ending run(Activation& record, const steps::SetLength& step);
  Ending run(Activation& record, const steps::CountElements& step);
  Ending run(Activation& record, const steps::SetList& step);
  Ending run(Activation& record, const steps::SetAddress& step);
  Ending run(Activation& record, const steps::Require& step);
  Ending run(Activation& record, const steps::CheckNumber& step);
  bool check_member(const Activation& record, const steps::CheckNumber& step, Int128 value,
                    Int128 version);
  Ending run(Activation& record, const steps::EachScalar& step);
  Ending run(Activation&, const steps::ScanElements&) { return Ending::whole; }

  // elements of lists (elements.cpp, rules.cpp, keys.cpp)
  Ending run(Activation& record, const steps::Elements& step);
  class Loop;
  bool is_last(Activation& record, const steps::Elements& step, std::uint64_t index,
               const std::byte* at, std::optional<std::uint64_t> count);
  [[nodiscard]] bool ends_list(const Activation& record, const steps::Elements& step,
                               std::uint64_t index, const Activation* element) const;
  [[nodiscard]] const std::byte* stated_next(const Activation& record, const steps::Elements& step,
                                             std::uint64_t index,
                                             std::optional<std::uint64_t> count) const;
  void find_duplicates(Activation& record, const steps::Elements& step, std::uint64_t count);
  Ending run(Activation& record, const steps::CheckBegin& step);
  bool check_rules(const Activation& record, const std::vector<steps::ElementRule>& rules,
                   const Element& element);
  bool check_rules(const Activation& record, const steps::RecordRules& rules,
                   const impl::Frame& each, const Activation& element, const Activation* next,
                   bool is_last);
  Ending run(Activation& record, const steps::RevisitElements& step);

  // what says itself how long it is, and what is encoded (wire.cpp, texts.cpp)
  Ending run(Activation& record, const steps::ReadHead& step);
  Ending run(Activation& record, const steps::ReadBin& step);
  Ending run(Activation& record, const steps::WalkObject& step);
  Ending run(Activation& record, const steps::ReadInteger& step);
  Ending run_numeral(Activation& record, const steps::ReadInteger& step);
  bool read_head(const plan::Head& form, const impl::Frame& frame, const std::string& path,
                 const std::byte* begin, const std::byte* end, impl::msgpack::HeadAt& out);
  Ending run(Activation& record, const steps::Text& step);
  bool check_text(const plan::Text& text, const impl::Frame& frame, const TextBytes& text_bytes,
                  const std::byte* begin);
  Ending run(Activation& record, const steps::CheckFree& step);
  Ending run(Activation& record, const steps::CheckDigest& step);
  Ending run(Activation& record, const steps::CheckCodec& step);

  // arrays (arrays.cpp)
  struct KnownArray {
    Dtype dtype = Dtype::u8;
    DimsOutcome dims;
    impl::ArraySize size;
  };
  static void find_dims(const Activation& record, const std::vector<plan::DimsTerm>& terms,
                        DimsOutcome& out);
  static std::optional<std::uint64_t> dtype_of(const Activation& record, const plan::Expr& dtype);
  /// Null if nobody knows the type of its elements; else it is valid until the next one is found.
  [[nodiscard]] KnownArray* find_array(const Activation& record, const steps::Array& step);
  [[nodiscard]] impl::ArrayForm form_of(const steps::Array& step, bool is_stated) const;
  void tell_size(const plan::Array& form, const impl::ArraySize& size, bool is_stated);
  Ending run(Activation& record, const steps::Array& step);
  Ending run_headed(Activation& record, const steps::Array& step);
  bool check_boolean(const Activation& record, const steps::Array& step, Dtype dtype,
                     const std::byte* at);

  // content elsewhere (jumps.cpp, sections.cpp)
  Ending run(Activation& record, const steps::Jump& step);
  bool check_target(Activation& record, const steps::Jump& step, const OpenSection& section,
                    std::uint64_t at, bool& is_inside);
  bool claim(const Activation& record, const steps::Jump& step, OpenSection& section,
             std::uint64_t at, std::uint64_t size, const impl::PlacedBy& by);
  Ending run(Activation& record, const steps::OpenFile& step);
  Ending run(Activation& record, const steps::FindSections& step);
  Ending run(Activation& record, const steps::InSection& step);
  Ending run(Activation& record, const steps::FinishSections& step);
  void add_sections(Activation& record);
  bool finish_section(Activation& record, OpenSection& section);
  bool finish_file(Activation& record, OpenSection& section);
  bool check_places(Activation& record, const steps::FinishSections& step);
  bool check_gap(const Activation& record, const plan::Section& section, const std::byte* begin,
                 const std::byte* end);

  // messages (messages.cpp)
  Ending run(Activation& record, const steps::FindFields& step);
  bool find_fields(Activation& record, const plan::MessageFields& message);
  bool keep_field(Activation& record, const plan::MessageField& field,
                  const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw);
  bool keep_packed(Activation& record, const plan::MessageField& field,
                   const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw);
  void leave_aside(Activation& record, std::uint32_t number, Bytes bytes);
  bool join_pieces(Activation& record, const plan::MessageField& field, const std::byte* at);
  void tell_unknown(const Activation& record);
  Ending run(Activation& record, const steps::CheckValue& step);
  void tell_default(const Activation& record, plan::FieldId id);
  Ending run(Activation& record, const steps::CheckValues& step);
  Ending check_value(Activation& record, plan::FieldId id, const plan::Body& body,
                     std::uint64_t index, Bytes value, std::uint64_t number);
  Ending check_message(Activation& record, const steps::Call& walk, const Spot& where, Bytes value);

  // what readers alone do: here values are made from events
  Ending run(Activation&, const steps::StoreNumber&) { return Ending::whole; }
  Ending run(Activation&, const steps::StoreSpelling&) { return Ending::whole; }
  Ending run(Activation&, const steps::StoreText&) { return Ending::whole; }
  Ending run(Activation&, const steps::StoreBytes&) { return Ending::whole; }
  Ending run(Activation&, const steps::MakeRoom&) { return Ending::whole; }
  Ending run(Activation&, const steps::AddElement&) { return Ending::whole; }
  Ending run(Activation&, const steps::StoreMessage&) { return Ending::whole; }

  // what the quick walks of views do
  Ending run(Activation&, const steps::MeasureRoom&) { return Ending::whole; }
  Ending run(Activation&, const steps::PassStretch&) { return Ending::whole; }
  Ending run(Activation&, const steps::Expect&) { return Ending::whole; }
  Ending run(Activation&, const steps::Fit&) { return Ending::whole; }

  // checks (checks.cpp)
  [[nodiscard]] bool makes(plan::CheckId id) const { return context_->makes(program_.check(id)); }
  /// Makes a check; returns whether the walk goes on.
  bool verify(bool holds, plan::CheckId id, const impl::Frame& frame, const std::byte* at,
              const impl::Facts& facts = {}) {
    if (!holds) [[unlikely]]
      return refuse(id, frame, at, facts);
    if (counts_checks_ && makes(id)) observer_->checked(id, true);
    return !context_->stopped();
  }
  /// The same, with facts that `facts` makes of a check that doesn't hold.
  template <class Make>
  requires std::invocable<Make>
  [[gnu::always_inline]] bool verify(bool holds, plan::CheckId id, const impl::Frame& frame,
                                     const std::byte* at, const Make& facts) {
    if (!holds) [[unlikely]]
      return refuse(id, frame, at, facts());
    if (counts_checks_ && makes(id)) [[unlikely]]
      observer_->checked(id, true);
    return !context_->stopped();
  }
  bool refuse(plan::CheckId id, const impl::Frame& frame, const std::byte* at,
              const impl::Facts& facts);
  bool verify(bool holds, const std::optional<plan::CheckId>& id, const impl::Frame& frame,
              const std::byte* at, const impl::Facts& facts = {}) {
    return id ? verify(holds, *id, frame, at, facts) : !context_->stopped();
  }
  /// Of checks that the runtime makes.
  void tell(const std::optional<plan::CheckId>& id, bool holds) {
    if (counts_checks_ && id && makes(*id)) observer_->checked(*id, holds);
  }
  /// Of those that are made whatever their level.
  void told(plan::CheckId id, bool holds) {
    if (counts_checks_) observer_->checked(id, holds);
  }
  [[nodiscard]] const schemac::impl::Check* check_or_none(
      const std::optional<plan::CheckId>& id) const {
    return id ? &program_.check(*id) : nullptr;
  }
  bool check_zeros(const std::optional<plan::CheckId>& id, const impl::Frame& frame,
                   const std::byte* begin, const std::byte* end);
  [[nodiscard]] Ending ended() const { return context_->stopped() ? Ending::fault : Ending::whole; }
  [[nodiscard]] static Ending ended(bool goes_on) {
    return goes_on ? Ending::whole : Ending::fault;
  }

  // what steps name
  [[nodiscard]] static Outcome value(const Activation& record, const plan::Expr& expr) {
    const Calculated made = record.calculate(expr);
    return {number_of(expr, made.bits), made.failure};
  }
  [[nodiscard]] static bool holds(const Activation& record, const plan::Expr& expr) {
    return record.calculate(expr).holds();
  }
  /// What can't be computed is as large as possible.
  [[nodiscard]] static std::uint64_t size(const Activation& record, const plan::Expr& expr) {
    const Calculated made = record.calculate(expr);
    if (!made.ok()) return ~std::uint64_t{0};
    return expr.range.min < 0 && static_cast<std::int64_t>(made.bits) < 0 ? 0 : made.bits;
  }
  [[nodiscard]] Spot spot(const Activation& record, plan::FieldId field,
                          steps::FrameId frame) const;
  [[nodiscard]] Spot list_spot(const Activation& record, const steps::Elements& step) const;

  /// While one exists, nothing is reported, not even to the observer, and nothing is visited
  /// outside of what is walked: there is another walk for that.
  class Quietly;

  Program& program_;
  const plan::Plan& plan_;
  impl::Context* context_;
  Observer* observer_;
  bool listens_;        ///< that one, to more than checks
  bool counts_checks_;  ///< that one
  const bool tells_;    ///< steps are those that tell what is there
  Bytes space_;
  std::vector<std::vector<std::unique_ptr<Activation>>> idle_;  // by record
  impl::JoinedMessages joined_;
  std::vector<std::shared_ptr<const void>> kept_spaces_;
  KnownArray array_;  ///< found last
  /// What it is of, while the content is walked to which an offset points: it is found once.
  const plan::Array* known_ = nullptr;
  const Activation* known_of_ = nullptr;
  ElementWanted* wanted_ = nullptr;  ///< of the element that is walked next
  bool asks_arrays_ = true;          ///< not while an array's own facts are read
  bool is_quiet_ = false;
};

class Walker::Quietly {
 public:
  explicit Quietly(Walker& walker);
  ~Quietly();
  Quietly(const Quietly&) = delete;
  Quietly& operator=(const Quietly&) = delete;

  /// Reports what is said in the meantime.
  template <class Speak>
  void interrupt(const Speak& speak) {
    swap();
    speak();
    swap();
  }

 private:
  void swap() {
    std::swap(walker_.context_, context_at_hand_);
    std::swap(walker_.observer_, observer_at_hand_);
    std::swap(walker_.listens_, listens_at_hand_);
    std::swap(walker_.counts_checks_, counts_checks_at_hand_);
  }

  Walker& walker_;
  impl::Context context_;
  Observer unobserved_;
  impl::Context* context_at_hand_;
  Observer* observer_at_hand_;
  bool listens_at_hand_, counts_checks_at_hand_;
  bool was_quiet_;
};

}  // namespace schemac::direct
