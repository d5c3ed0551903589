// The walk itself, a member function for each kind of item or body. The definitions are in the
// sources of this room, by subject.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "direct/evaluate.h"
#include "direct/json_texts.h"
#include "direct/msgpack.h"
#include "direct/walk/observer.h"
#include "direct/walk/record_scope.h"
#include "direct/walk/walk.h"
#include "schemac/check/context.h"
#include "schemac/check/joined_parts.h"

namespace schemac::direct {

/// How the walk of something ended.
enum class Ending : std::uint8_t {
  whole,    ///< all of it was there; violations may have been noted
  fault,    ///< bytes ended too early, or nothing after can be found
  skipped,  ///< what it is isn't known, which was noted elsewhere: nothing was read
};

/// The key of an element, where its list demands that they differ.
struct Key {
  plan::FieldId field = 0;
  std::string_view text;
  const std::byte* at = nullptr;
  Int128 number = 0;
  bool is_number = false;
  std::vector<std::string_view> texts;  ///< of a list of texts
  bool is_list = false;
};

/// Where a body is about to be read, and what is said of it from outside.
struct Site {
  Site(RecordScope& record, const Spot& where, const std::byte* first, const std::byte* limit)
      : scope(record), spot(where), begin(first), end(limit) {}

  RecordScope& scope;  ///< of the record that holds it
  Spot spot;
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;  ///< the limit
  /// After a jump, in an alternative, an element: checks are below the spot itself.
  bool has_own_frame = false;
  FieldState* state = nullptr;          ///< to fill
  std::optional<std::uint64_t> stated;  ///< the size that its region states
  const std::byte* stated_at = nullptr;
  const std::byte* head_at = nullptr;  ///< of a list: the head before it
  bool is_size_checked = false;  ///< set by an array: its check takes the place of the region's
  Key* key = nullptr;            ///< to fill: by which elements differ
  Key* place = nullptr;          ///< to fill: by which they are ordered
  std::unique_ptr<RecordScope>* keep = nullptr;  ///< to fill with a record that was walked
  /// Of an element with slack: where the next one is stated to be.
  const std::byte* next = nullptr;
};

class Walker {
 public:
  Walker(const plan::Plan& plan, impl::Context& context, Observer& observer, PayloadOrder order)
      : plan_(plan),
        context_(&context),
        observer_(&observer),
        order_(order),
        space_(context.space()),
        parts_(context.limits(), context.space().size()) {}

  void walk_file(const plan::Root& root);
  bool walk_alone(const plan::Nested& nested, const Scope& holder, const impl::Frame& frame);
  [[nodiscard]] Certainty certainty() const { return certainty_; }

 private:
  // records (walk.cpp)
  void check_trailing(const plan::Root& root, const RecordScope& scope);
  void check_arrays(const plan::Root& root, const impl::Frame& frame);
  bool check_parts(const plan::StatedParts& form, const plan::Record& record, const Value& values,
                   const impl::Frame& frame);
  bool check_magic(const plan::Root& root, const impl::Frame& frame);
  Ending walk_record(RecordScope& scope);
  Ending walk_item(RecordScope& scope, const plan::Item& item);
  Ending walk_pad(RecordScope& scope, const plan::Pad& pad);
  Ending walk_require(RecordScope& scope, const plan::Require& require);
  Ending check_digest(RecordScope& scope, const plan::CheckDigest& item);
  Ending check_codec(RecordScope& scope, const plan::CheckCodec& item);
  [[nodiscard]] std::unique_ptr<FilePlaces> file_places(const plan::Section& section,
                                                        const impl::Frame& root);
  void add_whole_file_sections(RecordScope& scope);

  // runs (run.cpp)
  Ending walk_run(RecordScope& scope, const plan::Run& run);
  Ending walk_absent(RecordScope& scope, const plan::Run& run, const std::byte* begin);
  /// Parts for a fault, and the checks that they point at.
  struct RunParts {
    std::vector<impl::Part> parts;
    std::deque<schemac::impl::Check> forms;
  };
  [[nodiscard]] RunParts parts_of(const RecordScope& scope,
                                  const std::vector<plan::RunPart>& parts) const;
  [[nodiscard]] static const plan::Scalar* part_scalar(const RecordScope& scope,
                                                       const plan::RunPart& part);
  [[nodiscard]] bool have_forms(const RecordScope& scope, const std::vector<plan::RunPart>& parts,
                                const std::byte* begin) const;
  void load_part(RecordScope& scope, const plan::RunPart& part, const std::byte* at);
  Ending counted_fault(RecordScope& scope, const plan::Run& run, const std::byte* begin,
                       std::uint64_t count);
  bool walk_part(RecordScope& scope, const plan::RunPart& part, const std::byte* at);
  bool walk_counted(RecordScope& scope, const plan::CountedPart& counted, const std::byte* at,
                    std::uint64_t count);

  // messages (message.cpp)
  Ending walk_message(RecordScope& scope, const plan::MessageFields& message);
  bool find_fields(RecordScope& scope, const plan::MessageFields& message);
  bool keep_field(RecordScope& scope, const plan::MessageField& field,
                  const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw);
  void leave_aside(RecordScope& scope, std::uint32_t number, Bytes bytes);
  bool keep_packed(RecordScope& scope, const plan::MessageField& field,
                   const impl::protobuf::FieldAt& at, impl::protobuf::FlawAt& flaw);
  bool join_parts(RecordScope& scope, const plan::MessageField& field, const std::byte* at);
  Ending walk_message_field(RecordScope& scope, const plan::MessageField& field);
  Ending walk_message_value(RecordScope& scope, const plan::MessageField& field,
                            const plan::Body& body, std::uint64_t index, Bytes value,
                            std::uint64_t number);
  Ending walk_message_list(RecordScope& scope, const plan::MessageField& field,
                           const plan::List& list);
  bool check_element(RecordScope& scope, const plan::List& list, const impl::Frame& frame,
                     const std::byte* at, const Element& element);

  // sections (section.cpp)
  Ending find_sections(RecordScope& scope, const plan::FindSections& item);
  Ending in_section(RecordScope& scope, const plan::InSection& item);
  void finish_section(RecordScope& scope, SectionState& state);
  [[nodiscard]] std::uint64_t padding_end(const SectionState& state, std::uint64_t used_end) const;
  Ending finish_file(RecordScope& scope, SectionState& state);
  Ending check_places(RecordScope& scope);
  [[nodiscard]] std::uint64_t end_of_rest(const RecordScope& scope);
  Ending finish_sections(RecordScope& scope);
  bool check_gap(RecordScope& scope, const plan::Section& section, const std::byte* begin,
                 const std::byte* end);

  // fields (field.cpp)
  Ending walk_field(RecordScope& scope, plan::FieldId id, const std::byte* begin,
                    const std::byte* limit, const std::byte*& behind);
  void tell_coded(const RecordScope& scope, const plan::Field& field, const Site& site,
                  Ending ending, std::uint64_t size);
  Ending walk_absent(RecordScope& scope, plan::FieldId id, const std::byte* at);
  Ending walk_jump(RecordScope& scope, plan::FieldId id);
  Ending walk_extent(const plan::Field& field, Site& site, std::uint64_t& size);
  Ending walk_region(const plan::Field& field, Site& site, std::uint64_t& size);
  void check_size_only(RecordScope& scope, const plan::Field& field);
  void claim_in_file(const RecordScope& scope, const plan::Jump& jump, impl::FileExtents& extents,
                     std::uint64_t at, std::uint64_t size, const impl::PlacedBy& by);
  void claim(RecordScope& scope, const plan::Field& field, SectionState& section, std::uint64_t at,
             std::uint64_t size, const impl::PlacedBy& by);
  [[nodiscard]] std::uint64_t least_size(const RecordScope& scope, const plan::Body& body) const;

  // bodies (body.cpp, text.cpp, array.cpp, list.cpp)
  Ending walk_body(const plan::Body& body, Site& site, std::uint64_t& size);
  Ending walk(const plan::Scalar& scalar, Site& site, std::uint64_t& size);
  Ending walk(const plan::Constant& constant, Site& site, std::uint64_t& size);
  Ending walk(const plan::Text& text, Site& site, std::uint64_t& size);
  Ending walk(const plan::Raw& raw, Site& site, std::uint64_t& size);
  Ending walk(const plan::Array& array, Site& site, std::uint64_t& size);
  Ending walk_headed(const plan::Raw& raw, Site& site, std::uint64_t& size);
  Ending walk_object(const plan::Raw& raw, Site& site, std::uint64_t& size);
  Ending walk_headed(const plan::Array& array, Site& site, std::uint64_t& size);
  Ending walk_headed(const plan::List& list, Site& site, std::uint64_t& size);
  Ending walk(const plan::Nested& nested, Site& site, std::uint64_t& size);
  void walk_slack(const plan::Record& record, const impl::Frame& frame, const Site& site,
                  std::uint64_t& size);
  Ending walk_record_in(const plan::Nested& nested, Site& site, std::uint64_t& size);

  // JSON (json.cpp)
  Ending walk_text(const plan::Nested& nested, Site& site, std::uint64_t& size);
  bool check_free(const plan::FreeForm& free, const impl::Frame& frame, Bytes text);
  bool note_flaws(const plan::JsonChecks& checks, bool is_free, const impl::Frame& frame,
                  const std::vector<impl::json::FlawAt>& flaws, const std::byte* at);
  Ending walk(const plan::List& list, Site& site, std::uint64_t& size);
  Ending walk(const plan::Switch& choice, Site& site, std::uint64_t& size);
  bool check_scalar(const plan::Scalar& scalar, const Scope& scope, const impl::Frame& frame,
                    const std::byte* at, Int128 value);
  void check_member(const plan::Scalar& scalar, const impl::Frame& frame, const std::byte* at,
                    Int128 value, Int128 version);
  bool check_text(const plan::Text& text, const impl::Frame& frame, const TextParts& parts,
                  const std::byte* begin);
  [[nodiscard]] schemac::impl::Check form_of(const plan::Scalar& scalar) const;
  void take_key(const RecordScope& scope, Key& key) const;
  void pass_args(const Scope& from, const plan::Nested& nested, RecordScope& to);
  void check_boolean(const plan::Array& array, Dtype dtype, const Site& site, const std::byte* at);
  struct ArraySize {
    Dtype dtype = Dtype::u8;
    std::vector<std::uint64_t> dims;
    std::optional<std::uint64_t> bytes;  ///< none: doesn't fit 64 bits
  };
  /// Nothing if the element type isn't known.
  [[nodiscard]] std::optional<ArraySize> size_of(const plan::Array& array,
                                                 const RecordScope& scope) const;

  // lists (list.cpp)
  Ending walk_counted(const plan::List& list, Site& site, std::optional<std::uint64_t> count,
                      std::uint64_t& size);
  bool check_limits(const plan::List& list, const impl::Frame& frame, const std::byte* at,
                    std::uint64_t count);
  bool check_count(const plan::List& list, Site& site, std::uint64_t count);
  bool check_list_cause(const plan::List& list, Site& site, std::uint64_t count,
                        std::uint64_t needed);
  Ending walk_scalars(const plan::List& list, const plan::Scalar& scalar, Site& site,
                      std::uint64_t count, std::uint64_t& size);
  Ending walk_elements(const plan::List& list, Site& site, std::optional<std::uint64_t> count,
                       std::uint64_t& size);
  bool is_last(const plan::List& list, const Site& site, std::uint64_t i,
               std::optional<std::uint64_t> count, const std::byte* at);
  Ending check_elements(RecordScope& scope, const plan::CheckElements& item);
  bool check_each(const plan::List& list, Site& site, const plan::Scalar& scalar,
                  std::uint64_t count);
  bool check_record(const plan::List& list, Site& site, const Element& element,
                    const RecordScope& record);
  bool check_begin(const plan::List& list, Site& site, std::uint64_t index, const std::byte* at);
  [[nodiscard]] const std::byte* stated_next(const plan::List& list, const Site& site,
                                             std::uint64_t index,
                                             std::optional<std::uint64_t> count) const;
  void find_duplicates(const plan::List& list, Site& site, std::uint64_t count);

  // objects of MessagePack (msgpack.cpp)
  bool walk_head(const plan::Head& head, const impl::Frame& frame, const std::string& name,
                 const std::byte* begin, const std::byte* end, impl::msgpack::HeadAt& out);
  Ending walk_integer(const plan::Scalar& scalar, Site& site, std::uint64_t& size);

  // checks and faults (body.cpp)
  [[nodiscard]] bool makes(plan::CheckId id) const;
  /// Makes a check; returns whether the walk goes on.
  bool verify(bool holds, plan::CheckId id, const impl::Frame& frame, const std::byte* at,
              const impl::Facts& facts = {});
  bool verify(bool holds, const std::optional<plan::CheckId>& id, const impl::Frame& frame,
              const std::byte* at, const impl::Facts& facts = {});
  struct Announcement {
    std::optional<plan::CheckId> cause;
    const std::byte* at = nullptr;
    std::uint64_t count = 0;
    const impl::Frame* frame = nullptr;  ///< of the cause; none: that of the parts
  };
  Ending fault(const impl::Frame& frame, std::span<const impl::Part> parts, const std::byte* begin,
               const std::byte* end, const Announcement& announced);
  Ending fault(const impl::Frame& frame, std::span<const impl::Part> parts, const std::byte* begin,
               const std::byte* end);
  bool check_padding(const std::optional<plan::CheckId>& id, const impl::Frame& frame,
                     const std::byte* begin, const std::byte* end);
  [[nodiscard]] Outcome evaluated(const plan::Expr& expr, const Scope& scope,
                                  const Element& element = {}) const {
    return evaluate(expr, plan_, scope, element);
  }
  /// As a count or a size: what can't be computed is as large as possible.
  [[nodiscard]] std::uint64_t size_by(const plan::Expr& expr, const Scope& scope) const;
  [[nodiscard]] impl::Facts facts_of(const std::vector<plan::Expr>& exprs, const Scope& scope,
                                     const Element& element) const;
  [[nodiscard]] Ending ended(Ending ending) const {
    return context_->stopped() ? Ending::fault : ending;
  }

  const plan::Plan& plan_;
  impl::Context* context_;
  Observer* observer_;
  PayloadOrder order_;
  Bytes space_;
  impl::JoinedParts parts_;
  Certainty certainty_ = Certainty::certain;
  std::unique_ptr<JsonTexts> texts_;  // made for the first one
  std::vector<std::shared_ptr<const void>> kept_spaces_;
  bool asks_arrays_ = true;  ///< not while an array's own facts are read
  bool only_keys_ = false;   ///< the second pass over a table: nothing outside of it is visited
  /// Whether bytes that didn't fit were noted since the region at hand began: Context::fault_end()
  /// is then its own.
  bool has_fault_end_ = false;
};

/// The frame of what a site holds: its own, where it makes one.
[[nodiscard]] inline impl::Frame own_frame(const Site& site) {
  return {site.spot.frame, site.spot.name, site.spot.index};
}
/// `part` of the name of what stands at the site, below the frame of its checks.
[[nodiscard]] std::string part_name(const Site& site, std::string_view part);
/// Whether the site is an element of a list, or its alternative: then all that is said of it is
/// below its own frame, but for what a field of the record states.
[[nodiscard]] inline bool is_element(const Site& site) {
  return site.has_own_frame && site.spot.index != impl::Frame::no_index;
}

}  // namespace schemac::direct
